"""What happened, as a person sees it: a battle and an event on a card of its own, the digest, an earlier position."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import Desk
from tests.browser.player import POLL

SHOWN = {"speed": "fast", "confirm": "never", "risk": False, "cards": "all"}


def sit_down(page: Page) -> None:
    """Past the cards of what happened meanwhile, to the decision."""
    page.wait_for_function(
        """() => {
            document.querySelector("[data-card=waits] button")?.click();
            const table = document.querySelector("main.table");
            return table?.dataset.now === "mine" && table.dataset.idle === "true";
        }""",
        polling=POLL,
    )


def test_a_battle_in_struggle_shows_the_sum_with_its_parts_and_waits(desk: Desk) -> None:
    table = desk.resume("0> attack austria in india", "struggle-4")
    page = desk.window(settings=SHOWN)
    page.clock.install()
    page.goto(f"/#/table/{table}")
    sit_down(page)
    observed = desk.call(f"tables/{table}/observation?seat=0")
    attack = next(each for each in observed["choices"] if each["notation"] == "attack austria in india")
    desk.call(f"tables/{table}/moves", {"seat": 0, "position": observed["position"], "action": attack["id"]})
    card = page.locator("[data-card=waits]")
    while not card.count():  # nobody is asked for help, and the battle is fought on land alone
        now = desk.call(f"tables/{table}/observation?seat=0")
        small = [each for each in now["choices"] if each["kind"] in ("do-not-ask", "decline", "keep", "symbol")]
        if small:
            desk.call(f"tables/{table}/moves", {"seat": 0, "position": now["position"], "action": small[0]["id"]})
        page.wait_for_timeout(100)
    card.wait_for()
    expect(card).to_contain_text("You attack Austria in India.")
    expect(card.locator(".sum").first).to_have_text(re.compile(r"difference of the dice = -?\d+$"))
    assert card.locator(".die").count() >= 4
    page.clock.fast_forward("01:00")  # a minute later it is still there
    expect(card).to_be_visible()
    expect(card.get_by_role("button", name="Go on")).to_be_focused()
    page.keyboard.press(",")  # whoever looks at an earlier position sees it, and not the card of a later one
    expect(page.get_by_role("button", name="Back to now")).to_be_visible()
    expect(page.locator("[data-card]")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(card).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)


def test_a_battle_and_an_event_in_imperunde_are_shown_on_cards(desk: Desk) -> None:
    line = desk.line("imperunde-4", "0> artillery tibet - west-india")
    table = desk.resume(line, "imperunde-4")
    page = desk.window(settings={**SHOWN, "cards": "mine"})
    page.goto(f"/#/table/{table}")
    sit_down(page)
    seen: list[str] = []
    for _ in range(600):  # a battle takes as long as the others think
        card = page.locator("[data-card=waits]")
        if card.count():
            seen.append(card.inner_text())
            card.get_by_role("button", name="Go on").click()
            continue
        now = desk.call(f"tables/{table}/observation?seat=0")
        if 0 not in now["to_act"] or page.locator("main.table").get_attribute("data-position") != str(now["position"]):
            page.wait_for_timeout(100)
            continue
        wanted = ("march", "bring", "fight", "pass", "go-on", "done")
        kinds = sorted(now["choices"], key=lambda each: wanted.index(each["kind"]) if each["kind"] in wanted else 9)
        action = next((each for each in kinds if each["notation"] == "artillery tibet - west-india"), kinds[0])
        if not seen and action["kind"] == "march" and "tibet" not in action["notation"]:
            action = next(each for each in kinds if each["kind"] in ("done", "pass"))
        desk.call(f"tables/{table}/moves", {"seat": 0, "position": now["position"], "action": action["id"]})
        if any("Roll 1" in text for text in seen):
            break
    battle = next(text for text in seen if "Roll 1" in text)
    assert "Losses:" in battle or "The attack" in battle


def met(desk: Desk, record: str, line: str, after: str) -> tuple[Page, list[str]]:
    """Sit down where something has happened since this seat's last move: the cards that wait, one after the other."""
    table = desk.resume(line, record, after=after)
    page = desk.window(settings={**SHOWN, "cards": "mine"})
    page.goto(f"/#/table/{table}")
    card = page.locator("[data-card=waits]")
    card.wait_for()
    seen: list[str] = []
    while card.count():
        page.locator("[data-card=waits] article").wait_for()
        seen.append(card.inner_text())
        assert violations(page, ".shown") == []
        text = page.locator(".prompt .who").inner_text()
        assert text.lower() == "what happened", text
        card.get_by_role("button", name="Go on").click()
        page.wait_for_function("old => document.querySelector('[data-card=waits]')?.innerText !== old", arg=seen[-1])
    return page, seen


def test_what_the_disc_brought_waits_for_whoever_was_away(desk: Desk) -> None:
    """ImpeRunde: a famine in a colony of hers. What is seen is seen."""
    page, seen = met(desk, "imperunde-4", "0> pass", after="   happened happening=famine area=tibet holder=seat-0")
    assert any("famine" in text.lower() and "Tibet" in text for text in seen), seen
    assert any("No colonial tax and no investments there" in text for text in seen), "and what that means"
    page.reload()
    page.locator("main.table[data-idle=true]").wait_for()
    expect(page.locator("[data-card=waits]")).to_have_count(0)


def test_a_card_of_the_secret_service_says_what_it_did(desk: Desk) -> None:
    """ImpeRunde: a rebellion in a land of hers concerns her, whoever played the card."""
    _, seen = met(desk, "imperunde-4", "0> pass", after="   card-worked seat=2 card=rebellion")
    assert any("rebellion" in text.lower() and "Tibet" in text for text in seen), seen


def test_a_war_in_colonial_is_a_card_with_its_dice(desk: Desk) -> None:
    _, seen = met(desk, "colonial-4", "0> done", after="   defeated seat=2 winner=0")
    war = next(text for text in seen if "war" in text.lower())
    assert re.search(r"Year 1.*1 di.*0", war, re.DOTALL | re.IGNORECASE), war


def test_the_dice_of_a_year_are_seen_before_one_surrenders_or_fights_on(desk: Desk) -> None:
    """Colonial: a war goes on; what was thrown this year waits to be seen before the question is asked."""
    page, seen = met(desk, "colonial-nation-cards-true", "0> fight on", after="   war-declared seat=0 enemy=1")
    assert len(seen) == 1, seen
    assert re.search(r"Year 1.*3 dice.*1", seen[0], re.DOTALL | re.IGNORECASE), seen
    expect(page.locator(".prompt .ask")).to_contain_text("Do you surrender?")


def test_since_your_last_move_is_a_story_with_headings(desk: Desk) -> None:
    table = desk.resume("0> buy mercenaries", "struggle-4")
    page = desk.window()
    page.goto(f"/#/table/{table}")
    page.locator("main.table[data-now=mine]").wait_for()
    page.get_by_role("button", name=re.compile("since your last move", re.IGNORECASE)).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".log > li.turn").first).to_contain_text("turn")
    assert dialog.locator(".log > li").count() < 40
    dialog.get_by_label("Only what concerns me").check()
    for line in dialog.locator(".log > li:not(.round, .phase, .turn)").all_inner_texts():
        assert "ou" in line, line


def test_an_earlier_position_says_what_was_done_there(desk: Desk) -> None:
    table = desk.resume("0> enslave in south-america", "struggle-4")
    page = desk.window()
    page.goto(f"/#/table/{table}")
    page.locator("main.table[data-now=mine]").wait_for()
    page.get_by_role("tab", name="log").click()
    page.locator(".log > li.battle button").first.click()
    expect(page.locator(".prompt .words")).to_contain_text("Done here: Spain attacks you in the German States, 2 to 3")
