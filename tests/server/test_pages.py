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


@pytest.fixture
def built(tmp_path: Path) -> Iterator[Place]:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><p>the table</p>")
    (static / "assets" / "main-abc123.js").write_text("console.log('x');" * 200)
    (static / "assets" / "main-abc123.js.br").write_bytes(b"brotli")
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


def test_compressed_as_the_browser_likes(built: Place) -> None:
    url = f"{built.url}/assets/main-abc123.js"
    with httpx.stream("GET", url, headers={"accept-encoding": "gzip"}) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        assert gzip.decompress(b"".join(answer.iter_raw())).startswith(b"console.log")
    with httpx.stream("GET", url, headers={"accept-encoding": "gzip, br"}) as answer:
        assert answer.headers["content-encoding"] == "br"
        assert b"".join(answer.iter_raw()) == b"brotli"


def test_unchanged_is_not_sent_again(built: Place) -> None:
    tag = httpx.get(built.url).headers["etag"]
    assert httpx.get(built.url, headers={"if-none-match": tag}).status_code == 304


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
