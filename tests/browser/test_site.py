"""Friends by a link: two browsers, a phone and a bot at one table of a site."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rondel.games import load
from rondel.kernel.record import parse
from rondel.server.invitations import Invitations
from rondel.server.people import People
from rondel.server.settings import Settings, database_url
from rondel.server.storage import Seat, Store
from rondel.server.tables import Tables
from tests.browser.axe import violations
from tests.browser.conftest import GOLDEN, PHONE, Desk
from tests.browser.player import Player, Policy, anything, bring_on, tax_and_invest
from tests.browser.server import Server
from tests.browser.test_plain import ROOT, installed
from tests.browser.test_widths import expect_to_fit
from tests.server.place import run


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("site")
    running = Server(folder / "home", path=(installed(folder / "packages"), ROOT), site=True)
    running.start()
    yield running
    running.stop()


def introduce(page: Page, name: str) -> None:
    """Say who one is, in the dialog that asks."""
    page.locator("#who-name").fill(name)
    page.get_by_role("dialog").get_by_role("button", name="Come in").click()


def open_table(page: Page, game: str, humans: int, bots: int, name: str) -> str:
    """Open a table through the set-up; the link for the others."""
    page.goto("/")
    page.locator(f"[data-setup={game}]").click()
    dialog = page.get_by_role("dialog")
    rows = dialog.locator("ol li")
    rows.first.wait_for()
    while rows.count() > humans + bots:
        rows.last.get_by_role("button").click()
    while rows.count() < humans + bots:
        dialog.get_by_role("button", name="add").click()
    for index in range(rows.count()):
        if index < humans:
            rows.nth(index).get_by_role("combobox").select_option("human")
    dialog.get_by_role("button", name="Open the table").click()
    introduce(page, name)
    return page.locator("#invite-link").input_value()


def join(page: Page, link: str, name: str) -> None:
    page.goto(re.sub(r"^https?://[^/]+", "", link))
    page.locator("#join-name").fill(name)
    page.locator("[data-join]").click()


def play_together(players: list[Player], limit: int = 4000) -> None:
    """Each in turn, whoever is to decide, until all see the end."""
    for _ in range(limit):
        moved, over = False, 0
        for player in players:
            state = player.state()
            over += state["now"] == "end"
            if state["now"] == "mine" and state["idle"]:
                player.step(state)
                moved = True
        if over == len(players):
            return
        if not moved:
            players[0].page.wait_for_timeout(20)
    raise AssertionError([player.state() for player in players])


def test_a_whole_game_by_invitation(club: Desk) -> None:
    """From the first click to the rematch: a host, a friend, a phone and a bot."""
    host, friend, phone = club.window(), club.window(), club.window(**PHONE)
    link = open_table(host, "ferry", 3, 1, "Anna")
    expect(host.get_by_role("status").first).to_contain_text("2 of 4 seats are taken")
    assert violations(host) == []
    join(friend, link, "Boris")
    expect(host.locator("main li").nth(1)).to_contain_text("Boris")
    join(phone, link, "Chloé")
    players = [
        Player(page, policy=anything, seed=seed, touch=page is phone)
        for seed, page in enumerate((host, friend, phone), 1)
    ]
    for player in players:
        player.page.locator("main.table").wait_for()
    friend.locator("#tab-people").click()
    expect(friend.locator("#tabpanel")).to_contain_text("the table waits")
    expect(friend.locator("#tabpanel li").first).to_contain_text("here")
    assert violations(friend) == []
    play_together(players)
    club.forgive("409:", "403:")
    for player in players:
        expect(player.page.get_by_role("dialog", name="The game is over")).to_be_visible()
    host.get_by_role("dialog").locator("button.primary").click()
    host.locator("[data-gathering]").wait_for()
    friend.keyboard.press("Escape")
    friend.locator("#tab-people").click()
    friend.get_by_role("link", name="To the rematch").click()
    friend.locator("[data-take]").first.click()
    expect(friend.locator("li.mine")).to_be_visible()


ENDS: dict[str, tuple[str, int, Policy]] = {
    "imperial": ("imperial-4", 12, tax_and_invest),
    "struggle": ("struggle-4", 10, bring_on),
    "colonial": ("colonial-4", 10, bring_on),
    "imperunde": ("imperunde-4", 10, bring_on),
}


async def near_its_end(home: Path, golden: str, left: int) -> str:
    """A recorded game with so many choices left, put into the site's database: the last seat is a bot's; the link."""
    lines = (GOLDEN / f"{golden}.rondel").read_text().splitlines()
    choices = [number for number, line in enumerate(lines) if re.match(r"[0-9]> ", line)]
    told = [line for line in lines[: choices[-left]] if not line.startswith("seed ")]
    match = parse("\n".join(told) + "\n", load)
    match.commit("of this test", [])
    store = Store(database_url(home / "rondel.db"))
    await store.start()
    tables = Tables(Settings(database=store.url, site=True), store)
    tables.drivers.stopping = True  # the site's own bots play
    people = People(store)
    await people.start()
    seats = [Seat(f"player {seat + 1}", "human", None) for seat in range(len(match.names))]
    seats[-1] = Seat("Robot", "bot", "heuristic")
    summary = await tables.found(match, seats)
    code = await Invitations(store, people).code(summary.id)
    await tables.stop()
    await store.stop()
    return f"/#/join/{summary.id}/{code}"


@pytest.mark.parametrize("game", ["struggle"])  # each title, and longer: python -m tests.browser.together
def test_friends_finish_a_game(club: Desk, site: Server, game: str) -> None:
    golden, left, policy = ENDS[game]
    link = run(near_its_end(site.home, golden, left))
    pages = [club.window(), club.window(), club.window(**PHONE)]
    for page, name in zip(pages, ("Anna", "Boris", "Chloé"), strict=True):
        join(page, link, name)
        page.locator("main.table").wait_for()
    players = [Player(page, policy=policy, seed=seed, touch=seed == 3) for seed, page in enumerate(pages, 1)]
    play_together(players)
    club.forgive("409:", "403:")
    for page in pages:
        expect(page.get_by_role("dialog").locator(".scores td.score")).to_have_count(4)


def test_an_account_and_the_way_back(club: Desk) -> None:
    page = club.window()
    page.goto("/")
    page.locator("[data-who]").click()
    assert violations(page, "dialog[open]") == []
    page.locator("[data-way=new]").click()
    page.locator("#who-name").fill("Dora")
    page.locator("#who-login").fill("dora")
    page.locator("#who-password").fill("correct horse")
    page.get_by_role("button", name="Make an account").click()
    page.get_by_role("link", name="Your account: Dora").click()
    page.locator("h1", has_text="Your account").wait_for()
    assert violations(page) == []
    other = club.window(**PHONE)
    other.goto("/")
    other.locator("[data-who]").click()
    other.locator("[data-way=in]").click()
    other.locator("#who-login").fill("dora")
    other.locator("#who-password").fill("correct horse")
    other.get_by_role("dialog").get_by_role("button", name="Sign in").click()
    other.get_by_role("link", name="Your account: Dora").click()
    other.get_by_role("heading", name="Where you are signed in").wait_for()
    assert violations(other) == []
    other.get_by_role("button", name="End").click()  # the session of the other browser
    expect(other.locator("section li")).to_have_count(1)
    page.reload()
    expect(page.locator("[data-who]")).to_be_visible()
    club.forgive("401:")


def offer(page: Page, words: str) -> None:
    page.locator("#offer-to").select_option(label=words)
    page.locator("[data-offer]").click()


def test_seats_are_swapped_and_given_by_consent_and_one_sees_who_writes(club: Desk) -> None:
    host, friend, phone = club.window(), club.window(), club.window(**PHONE)
    link = open_table(host, "ferry", 3, 1, "Anna")
    join(friend, link, "Boris")
    expect(host.locator("main li").nth(1)).to_contain_text("Boris")
    offer(host, "for the seat of Boris")
    friend.locator("[data-accept]").click()
    expect(host.locator("main li").nth(1)).to_contain_text("Anna")
    expect(friend.locator("main li").nth(0)).to_contain_text("Boris")
    join(phone, link, "Chloé")  # the third of three: the game begins by itself
    for page in (host, friend, phone):
        page.locator("main.table").wait_for()
    late = club.window()
    join(late, link, "Dora")
    late.locator("main.table").wait_for()
    late.locator("#tab-people").click()
    friend.locator("#tab-people").click()
    offer(friend, "to Dora")
    late.locator("[data-accept]").click()
    expect(late.locator("#tabpanel li").first).to_contain_text("you")
    expect(friend.locator("#tabpanel li").first).to_contain_text("Dora")
    host.locator("#tab-chat").click()
    late.locator("#tab-chat").click()
    host.locator("#chat-text").press_sequentially("Hel")
    while not late.locator("[data-typing='1']").count():  # her line may be opening anew, with the seat just taken
        host.locator("#chat-text").press_sequentially("l", delay=500)
    expect(late.locator("[data-typing]")).to_contain_text("Anna is writing")
    host.locator("#chat-text").press("Enter")
    expect(late.locator("[data-typing]")).to_have_attribute("data-typing", "0")
    expect(late.locator("#tabpanel li").last).to_contain_text("Hel")
    club.forgive("403:", "409:")


def authenticator(page: Page) -> None:
    """A device with a fingerprint, inside the browser."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_a_passkey_is_a_way_back(club: Desk, site: Server) -> None:
    page = club.window()
    page.goto(f"http://localhost:{site.port}/")  # a passkey belongs to a name, not to an address
    authenticator(page)
    page.locator("[data-who]").click()
    page.locator("[data-way=new]").click()
    page.locator("#who-name").fill("Fritz")
    page.locator("#who-login").fill(f"fritz{time.time_ns()}")
    page.locator("#who-password").fill("correct horse")
    page.get_by_role("button", name="Make an account").click()
    page.get_by_role("link", name="Your account: Fritz").click()
    keys = page.locator("[data-passkeys]")
    page.locator("#key-name").fill("This laptop")
    page.locator("#key-password").fill("correct horse")
    keys.get_by_role("button", name="Make a passkey").click()
    expect(keys.locator("li")).to_contain_text("This laptop")
    page.locator("#program-name").fill("Robbie")
    page.get_by_role("button", name="Make a token").click()
    expect(page.locator("[data-token]")).to_have_text(re.compile(r"[\w-]{40,}"))
    assert violations(page) == []
    page.get_by_role("button", name="Sign out").click()
    page.locator("[data-who]").click()
    page.locator("[data-way=in]").click()
    page.locator("[data-passkey]").click()
    page.get_by_role("link", name="Your account: Fritz").click()
    expect(page.locator("[data-passkeys] li")).to_contain_text("Last used")
    page.locator("[data-passkeys] li").get_by_role("button").click()
    expect(page.locator("[data-passkeys] li")).to_have_count(0)
    page.get_by_role("button", name="Sign out").click()
    page.locator("[data-who]").click()
    page.locator("[data-way=in]").click()
    page.locator("[data-passkey]").click()  # the device still has it, the site does not
    expect(page.get_by_role("alert")).to_contain_text("does not fit")
    club.forgive("401:")


def test_an_invitation_that_no_longer_holds(club: Desk) -> None:
    page = club.window(**PHONE)
    page.goto("/#/join/abcdefghjkmn/wrongwrongwrongwrongwron")
    expect(page.get_by_role("alert")).to_contain_text("no longer holds")
    assert violations(page) == []
    club.forgive("404:")


def test_whoever_one_is_the_head_of_the_page_fits_a_phone(club: Desk) -> None:
    page = club.window(360, 640, touch=True)
    page.goto("/")
    page.locator("[data-who]").wait_for()
    page.locator("#language").select_option("fr")
    expect(page.locator("[data-who]")).to_have_text("Se connecter")
    expect_to_fit(page, "a stranger")
    page.evaluate(
        """(guest) => fetch("/api/guests", {
          method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(guest),
        })""",
        {"name": "Jean-Baptiste de la Rochefoucauld"},
    )
    page.reload()
    page.locator("a.me").wait_for()
    expect_to_fit(page, "somebody with a long name")


def test_a_lost_answer_makes_no_second_move(club: Desk) -> None:
    """The move arrives, the answer does not: the page sends it again, and learns that it was made."""
    page = club.window()
    page.goto("/")
    page.locator("[data-play=imperial]").click()
    introduce(page, "Eva")
    player = Player(page).ready()
    table = page.url.rsplit("/", 1)[1]
    lost: list[str] = []

    def lose(route: object) -> None:
        from playwright.sync_api import Route

        assert isinstance(route, Route)
        if lost:
            route.continue_()
            return
        route.fetch()
        lost.append(route.request.post_data or "")
        route.abort()

    page.route("**/moves", lose)
    before = player.state()
    player.step(before)
    expect(page.locator("main.table")).not_to_have_attribute("data-position", str(before["position"]))
    assert lost
    assert '"key"' in lost[0]
    log = page.evaluate(f"fetch('/api/tables/{table}/log?seat=0').then((answer) => answer.json())")
    assert len([entry for entry in log if entry["position"] == before["position"] + 1]) == 1
    expect(page.get_by_role("alert")).to_have_count(0)
    club.forgive("console:", "net::")
