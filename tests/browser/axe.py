"""What axe complains about on a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
# Colours may still be fading while axe looks at them.
STILL = "*, *::before, *::after { transition: none !important; animation: none !important; }"
RUN = "async (inside) => (await axe.run(inside, {resultTypes: ['violations']})).violations"


def violations(page: Page, inside: str = "body") -> list[str]:
    page.locator(inside).first.wait_for()  # what is seldom opened is loaded when it is
    if not page.evaluate("() => 'axe' in window"):
        if not AXE.exists():
            pytest.fail("axe is missing: python tools/web.py check installs it", pytrace=False)
        page.add_style_tag(content=STILL)
        # Not as a tag: the page lets in no script but its own.
        page.evaluate("() => {" + AXE.read_text(encoding="utf-8") + "\n}")
    found: list[dict[str, Any]] = page.evaluate(RUN, inside)
    return [
        f"{one['id']} ({one['impact']}): {node['html'][:160]} {node['failureSummary'][:300]}"
        for one in found
        for node in one["nodes"][:3]
    ]
