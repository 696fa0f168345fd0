"""What the build of the documentation checks beyond links: no part of a page is missing or left as a raw marker."""

from __future__ import annotations

import re
from typing import Any

from mkdocs.exceptions import PluginError

_MARKER = re.compile(r"--8\s*(?:<|&lt;)\s*--")


def on_page_content(html: str, page: Any, **_: Any) -> str:
    """A snippet whose marker was not understood (a blank too many is enough) would be printed as it stands."""
    if _MARKER.search(html):
        raise PluginError(f'{page.file.src_path}: a snippet is printed as its marker; write it as --8<-- "path"')
    return html
