"""The built client, served by Starlette; each file in the shape that the build compressed it to."""

from __future__ import annotations

import base64
import hashlib
import mimetypes
import os
import re
from functools import lru_cache
from pathlib import Path, PurePath

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rondel</title>
<style>body { font: 1.1rem/1.6 Georgia, serif; max-width: 38rem; margin: 4rem auto; padding: 0 1rem }</style>
<h1>Rondel is running</h1>
<p>The table itself, which you would see here, is not built yet. In a clone of the project, <code>make play</code> (or
<code>make client</code>) builds it; then load this page again. An installed package has it inside.</p>
<p>The interface for programs is there: <a href="/api/docs">its description</a>.</p>
</html>
"""

CODINGS = {"br": ".br", "gzip": ".gz"}
"""The codings that the build makes, the best first, and how the names of such files end."""
IMMUTABLE = "public, max-age=31536000, immutable"
FRESH = "no-cache"

POLICY = (
    "default-src 'self'; script-src 'self'{scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""What the page may load: this site's own files, and the scripts that stand in the page itself, by their hashes."""
PLAIN_PAGE = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""A page without scripts."""
_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)

for kind, ending in (("text/javascript", ".js"), ("image/svg+xml", ".svg"), ("font/woff2", ".woff2")):
    mimetypes.add_type(kind, ending)


class Client(StaticFiles):
    """A file; the page itself for any address of the client's own; a page that helps if it is not built."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, check_dir=False)

    async def check_config(self) -> None:
        """The client may be built, and built anew, while the server runs."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        name = PurePath(path)
        if any(part.startswith(".") for part in name.parts):
            raise HTTPException(404)
        try:
            return await super().get_response(path if name.parts else "index.html", scope)
        except HTTPException as error:
            if error.status_code != 404 or name.suffix:
                raise
        try:
            return await super().get_response("index.html", scope)
        except HTTPException:
            headers = {"cache-control": "no-store", "content-security-policy": PLAIN_PAGE}
            return Response(NOT_BUILT, media_type="text/html", headers=headers)

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        headers = Headers(scope=scope)
        path = Path(full_path)
        sent, coding = _shape(path, headers.get("accept-encoding", ""))
        response = FileResponse(
            sent, status_code, media_type=mimetypes.guess_type(path.name)[0], stat_result=sent.stat()
        )
        response.headers["cache-control"] = IMMUTABLE if path.parent.name == "assets" else FRESH
        response.headers["vary"] = "accept-encoding"
        if path.suffix == ".html":
            response.headers["content-security-policy"] = content_policy(path, path.stat().st_mtime)
        if coding:
            response.headers["content-encoding"] = coding
        return NotModifiedResponse(response.headers) if self.is_not_modified(response.headers, headers) else response


@lru_cache(maxsize=8)
def content_policy(page: Path, stamp: float) -> str:
    """The content policy of a page as it was written at this time."""
    scripts = _SCRIPT.findall(page.read_text(encoding="utf-8"))
    hashes = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts]
    return POLICY.format(scripts="".join(f" 'sha256-{each}'" for each in hashes))


def _shape(path: Path, accepted: str) -> tuple[Path, str]:
    """The file to send for a path, and its coding: the best that the caller accepts and the build made."""
    for coding in CODINGS:
        if _accepts(accepted, coding):
            made = path.with_name(path.name + CODINGS[coding])
            if made.is_file():
                return made, coding
    return path, ""


def _accepts(accepted: str, coding: str) -> bool:
    """Whether an Accept-Encoding names a coding, and not only to refuse it (`br;q=0`)."""
    for offer in accepted.split(","):
        name, _, weight = offer.partition(";")
        if name.strip().lower() == coding:
            return weight.replace(" ", "").rstrip("0.") != "q="
    return False
