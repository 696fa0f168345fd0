"""The client, and the rules as pages."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from rondel import games
from rondel.server import schema
from rondel.server.library import chapters
from tests.server.place import Place

SCRIPT = "console.log('x');" * 200


@pytest.fixture
def built(tmp_path: Path) -> Iterator[Place]:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><p>the table</p>")
    (static / "assets" / "main-abc123.js").write_text(SCRIPT)
    (static / "assets" / "main-abc123.js.br").write_bytes(b"brotli")
    (static / "assets" / "main-abc123.js.gz").write_bytes(gzip.compress(SCRIPT.encode(), mtime=0))
    (static / "assets" / "type-abc123.woff2").write_bytes(b"font")
    (static / ".built-from").write_text("digest")
    place = Place(tmp_path, static=static)
    yield place
    place.stop()


def test_the_page_is_always_fresh_and_the_assets_stay(built: Place) -> None:
    page = httpx.get(built.url)
    assert "the table" in page.text
    assert page.headers["cache-control"] == "no-cache"
    assert page.headers["content-type"].startswith("text/html")
    asset = httpx.get(f"{built.url}/assets/main-abc123.js", headers={"accept-encoding": "identity"})
    assert "immutable" in asset.headers["cache-control"]
    assert asset.headers["content-type"].startswith("text/javascript")
    assert "content-encoding" not in asset.headers


def test_addresses_of_the_client_lead_to_its_page(built: Place) -> None:
    assert "the table" in httpx.get(f"{built.url}/table/abc").text
    assert httpx.get(f"{built.url}/assets/missing.js").status_code == 404
    assert httpx.get(f"{built.url}/.built-from").status_code == 404


def raw(url: str, accepted: str) -> tuple[httpx.Headers, bytes]:
    with httpx.stream("GET", url, headers={"accept-encoding": accepted}) as answer:
        return answer.headers, b"".join(answer.iter_raw())


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip", "gzip"),
        ("gzip, br", "br"),
        ("gzip, deflate, br;q=0.8", "br"),
        ("br;q=0, GZIP;q=0.5", "gzip"),
        ("br; q=0.0, gzip ;q=0", None),
        ("brotli, *", None),
        ("identity", None),
    ],
)
def test_compressed_as_the_browser_likes(built: Place, accepted: str, coding: str | None) -> None:
    headers, body = raw(f"{built.url}/assets/main-abc123.js", accepted)
    assert headers.get("content-encoding") == coding
    assert headers["content-type"].startswith("text/javascript")
    assert headers["vary"] == "accept-encoding"
    assert body == {"br": b"brotli", "gzip": gzip.compress(SCRIPT.encode(), mtime=0), None: SCRIPT.encode()}[coding]


def test_what_the_build_did_not_compress_is_sent_as_it_is(built: Place) -> None:
    headers, body = raw(f"{built.url}/assets/type-abc123.woff2", "gzip, br")
    assert "content-encoding" not in headers
    assert headers["content-type"] == "font/woff2"
    assert body == b"font"


def test_a_part_of_a_file(built: Place) -> None:
    url = f"{built.url}/assets/main-abc123.js"
    plain = {"accept-encoding": "identity"}
    part = httpx.get(url, headers={**plain, "range": "bytes=0-6"})
    assert (part.status_code, part.text) == (206, "console")
    assert part.headers["content-range"] == f"bytes 0-6/{len(SCRIPT)}"
    assert httpx.get(url, headers={**plain, "range": "bytes=99999-"}).status_code == 416


def test_only_to_be_read(built: Place) -> None:
    head = httpx.head(built.url)
    assert (head.status_code, head.content) == (200, b"")
    assert httpx.post(f"{built.url}/index.html").status_code == 405


@pytest.mark.parametrize(
    "name", ["assets/missing.js", "favicon.ico", "assets/main-abc123.js/more.js", "a%00b.js", "x" * 300 + ".js"]
)
def test_a_file_that_is_not_there(built: Place, name: str) -> None:
    answer = httpx.get(f"{built.url}/{name}")
    assert answer.status_code == 404
    assert answer.json()["error"] == "not-found"


def test_unchanged_is_not_sent_again(built: Place) -> None:
    tag = httpx.get(built.url).headers["etag"]
    again = httpx.get(built.url, headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["cache-control"] == "no-cache"
    asset = f"{built.url}/assets/main-abc123.js"
    tags = {raw(asset, coding)[0]["etag"] for coding in ("br", "gzip", "identity")}
    assert len(tags) == 3, "each shape has a tag of its own"


def test_a_page_that_is_loaded_again_keeps_its_own_policy(built: Place) -> None:
    """A browser takes over the headers of a 304: a stricter policy there would switch the page off."""
    first = httpx.get(built.url)
    again = httpx.get(built.url, headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert "content-security-policy" not in again.headers


def test_a_new_build_is_seen_at_once(built: Place) -> None:
    httpx.get(built.url)
    (built.settings.static / "index.html").write_text("<!doctype html><p>a newer table</p>")
    assert "a newer table" in httpx.get(built.url).text


def test_without_a_client_there_is_help(tmp_path: Path) -> None:
    place = Place(tmp_path, static=tmp_path / "nothing")
    try:
        page = httpx.get(place.url)
        assert page.status_code == 200
        assert "make play" in page.text
        assert httpx.get(f"{place.url}/api/nothing").status_code == 404
    finally:
        place.stop()


def test_chapters_of_the_rules() -> None:
    text = """# Imperial

Welcome.

## The wheel {#rondel}

Move *on*.

### Price {#price}

| a | b |
|---|---|
| 1 | 2 |

## End {#end}
<script>x</script>
"""
    found = chapters(text)
    assert [(each["id"], each["title"]) for each in found] == [
        ("introduction", "Imperial"),
        ("rondel", "The wheel"),
        ("end", "End"),
    ]
    assert "<em>on</em>" in found[1]["html"]
    assert "<table>" in found[1]["html"]
    assert '<h3 id="chapter-price">Price</h3>' in found[1]["html"]
    assert "<script>" not in found[2]["html"]


def test_rules_of_every_game_that_has_them(place: Place) -> None:
    for game in place.http.get("/games").json():
        for lang in ("en", "fr", "de"):
            answer = place.http.get(f"/rules/{game['name']}/{lang}")
            assert answer.status_code in (200, 404)
            if answer.status_code == 200:
                found = answer.json()
                schema.Rules.model_validate(found)
                ids = {chapter["id"] for chapter in found["chapters"]}
                ids |= set(re.findall(r'id="chapter-([a-z0-9-]+)"', str(found["chapters"])))
                assert {step.CHAPTER for step in games.load(game["name"]).steps if step.CHAPTER} <= ids
                assert set(re.findall(r'href="#([a-z0-9-]+)"', str(found))) <= ids, "a link that leads nowhere"
                assert "{#" not in str(found)
