"""The built client. Only files that were there at the start, or are there when asked again, can be named."""

from __future__ import annotations

import gzip
import mimetypes
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

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

COMPRESSED = (".html", ".js", ".css", ".svg", ".json", ".txt", ".map", ".webmanifest", ".wasm")
SMALL = 1000
IMMUTABLE = "public, max-age=31536000, immutable"
FRESH = "no-cache"

for kind, ending in (("text/javascript", ".js"), ("image/svg+xml", ".svg"), ("font/woff2", ".woff2")):
    mimetypes.add_type(kind, ending)


class Asset:
    """One file, in the shapes that browsers accept."""

    def __init__(self, path: Path, name: str) -> None:
        self.body = path.read_bytes()
        self.type = mimetypes.guess_type(name)[0] or "application/octet-stream"
        self.cache = IMMUTABLE if name.startswith("assets/") else FRESH
        self.stamp = path.stat().st_mtime_ns
        self.tag = f'"{self.stamp:x}-{len(self.body):x}"'
        self.path = path
        self._shapes: dict[str, bytes] = {}

    def shape(self, coding: str) -> bytes | None:
        """The body in a coding; gzip is made when it is first wanted, brotli taken if the build made it."""
        if coding not in self._shapes:
            ready = self.path.with_name(self.path.name + (".br" if coding == "br" else ".gz"))
            if ready.is_file():
                self._shapes[coding] = ready.read_bytes()
            elif coding == "gzip" and len(self.body) > SMALL and self.path.suffix in COMPRESSED:
                self._shapes[coding] = gzip.compress(self.body, 9)
            else:
                self._shapes[coding] = b""
        return self._shapes[coding] or None


class Client:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.assets: dict[str, Asset] = {}

    def _find(self, name: str) -> Asset | None:
        """A file by its name among those in the folder: a path with tricks in it names none of them."""
        asset = self.assets.get(name)
        if asset is not None and asset.cache == IMMUTABLE:
            return asset
        path = self._names().get(name)
        if path is None:
            return None
        if asset is None or asset.stamp != path.stat().st_mtime_ns:
            asset = self.assets[name] = Asset(path, name)
        return asset

    def _names(self) -> dict[str, Path]:
        if not self.folder.is_dir():
            return {}
        return {
            path.relative_to(self.folder).as_posix(): path
            for path in self.folder.rglob("*")
            if path.is_file() and not path.name.startswith(".")
        }

    def respond(self, request: Request, name: str) -> Response:
        """A file; the page itself for any address of the client's own; a page that helps if it is not built."""
        asset = self._find(name or "index.html")
        if asset is None and "." not in name.rpartition("/")[2]:
            asset = self._find("index.html")
            if asset is None:
                return Response(NOT_BUILT, media_type="text/html", headers={"cache-control": "no-store"})
        if asset is None:
            return Response("not found\n", 404, media_type="text/plain")
        headers = {"cache-control": asset.cache, "etag": asset.tag, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == asset.tag:
            return Response(status_code=304, headers=headers)
        accepted = request.headers.get("accept-encoding", "")
        body = asset.body
        for coding in ("br", "gzip"):
            if coding in accepted and (shape := asset.shape(coding)) is not None:
                body, headers["content-encoding"] = shape, coding
                break
        headers["x-content-type-options"] = "nosniff"
        return Response(body, headers=headers, media_type=asset.type)
