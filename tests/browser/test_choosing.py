"""Choosing: what is legal, what it would change, and why something is not."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Desk
from tests.browser.player import POINT, Player

PlayNow = Callable[..., Player]

BARRED = "[data-slot].live:not([data-offered])"


def test_why_not_names_the_reason_and_leads_to_the_rule(play_now: PlayNow) -> None:
    player = play_now()
    page = player.page
    # From the second round on, some spaces are too far.
    player.play(lambda: bool(player.offered("slot")) and page.locator(BARRED).count() > 0)
    position = player.position
    barred = page.locator(BARRED).first
    assert "press for the reason" in (barred.get_attribute("aria-label") or "")
    player.press(barred)
    refusal = page.locator(".refusal")
    expect(refusal).to_contain_text(re.compile(r"\w{4,}.*\."))
    refusal.get_by_role("button", name="read the rule").click()
    rules = page.get_by_role("dialog", name="rules")
    expect(rules.locator("section.wanted")).to_be_in_viewport()
    expect(rules.locator("section.wanted h3")).to_have_text(re.compile(r"\w+"))
    page.keyboard.press("Escape")
    assert player.position == position
    player.step()


def test_refused_choices_in_the_list_explain_themselves(play_now: PlayNow) -> None:
    player = play_now()
    page = player.page
    player.play(lambda: bool(player.offered("slot")) and page.locator(BARRED).count() > 0)
    page.locator(".choosing summary").click()
    refused = page.locator(".choosing button.refused").first
    expect(refused).to_have_text(re.compile("why not", re.I))
    expect(refused).to_have_attribute("aria-expanded", "false")
    refused.click()
    expect(refused).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".refusal")).to_be_visible()
    refused.click()
    expect(page.locator(".refusal")).to_have_count(0)


def test_the_prompt_leads_to_its_chapter(play_now: PlayNow) -> None:
    player = play_now()
    page = player.page
    page.locator(".prompt").get_by_role("button", name="read the rule").click()
    wanted = page.get_by_role("dialog").locator("section.wanted")
    expect(wanted).to_be_in_viewport()
    # Another chapter by the table of contents.
    page.get_by_role("dialog").get_by_role("navigation").get_by_role("button").last.click()
    expect(page.get_by_role("dialog").locator("section").last).to_be_in_viewport()


def test_consequences_are_shown_before_committing(play_now: PlayNow) -> None:
    player = play_now(settings={"confirm": "always", "speed": "off"})
    page = player.page
    player.play_until_offered("slot")
    position = player.position
    player.press(player.slot("investor"))
    confirm = page.get_by_role("group", name="confirm")
    expect(confirm).to_contain_text("Investor")
    expect(confirm.locator("li").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(confirm).to_have_count(0)
    assert player.position == position

    player.press(player.slot("import"))
    confirm.get_by_role("button", name="do it").click()
    page.wait_for_function(f"() => Number(document.querySelector('.history input').max) > {position}")


def test_resting_on_a_choice_shows_what_it_would_change(play_now: PlayNow) -> None:
    player = play_now()
    page = player.page
    player.play_until_offered("slot")
    position = player.position
    player.slot("investor").hover()
    expect(page.locator(".choosing .preview li").first).to_be_visible()
    page.mouse.move(5, 5)
    expect(page.locator(".choosing .preview")).to_have_count(0)
    assert player.position == position


def test_nothing_slips_away_under_the_pointer_when_the_preview_appears(play_now: PlayNow) -> None:
    player = play_now()
    page = player.page
    for what, selector in (("slot", "[data-slot][data-offered]"), ("bond", "button.buy:not(.barred)")):
        player.play_until_offered(what)
        page.mouse.move(5, 5)
        for target in page.locator(selector).all()[-3:]:
            point = target.evaluate(POINT)
            before = target.bounding_box()
            page.mouse.move(point["x"], point["y"])
            expect(page.locator(".choosing .preview")).to_be_visible()
            assert target.bounding_box() == before, f"{what}: {target.get_attribute('aria-label')}"


def test_buttons_of_a_menu_stay_where_they_are(play_now: PlayNow) -> None:
    player = play_now()
    page = player.page
    player.play_until_offered("slot")
    before = player.state()
    player.press(player.slot("import"))
    player.changed(before)
    player.ready()
    # In a port, an army or a fleet can be brought.
    for port in player.offered("area"):
        player.press(player.area(port))
        page.locator(".menu").or_(page.locator(".prompt.mine")).first.wait_for()
        if page.locator(".menu .choice").count() > 1:
            break
        player.ready()
    else:
        return  # this nation has no port left to choose from
    last = page.locator(".menu .choice").last
    where = last.bounding_box()
    last.hover()
    expect(page.locator(".menu li").first).to_be_visible()
    assert last.bounding_box() == where


def test_a_land_tells_what_stands_there(play_now: PlayNow) -> None:
    player = play_now()
    page = player.page
    player.play_until_offered("slot")
    player.press(player.area("vienna"))
    card = page.get_by_role("dialog", name="Vienna")
    expect(card).to_contain_text("Austria-Hungary")
    expect(card).to_contain_text("Armaments factory")
    card.get_by_role("button", name="close").click()
    expect(card).to_have_count(0)


def test_what_happened_since_my_last_move(play_now: PlayNow) -> None:
    player = play_now()
    page = player.page
    player.play(lambda: bool(player.offered("slot")) and player.position > 15)
    page.get_by_role("button", name=re.compile("since your last move", re.I)).click()
    dialog = page.get_by_role("dialog", name="Since your last move")
    assert dialog.locator(".log > li").count() >= 1
    dialog.get_by_role("button", name="show it again").click()
    expect(dialog).to_have_count(0)
    expect(page.locator("#prompt-title")).to_have_text(re.compile("Position"))
    page.keyboard.press("Escape")
    player.ready()
    expect(page.locator(".prompt.mine")).to_be_visible()


def test_moves_of_the_others_are_shown_one_by_one_and_can_be_skipped(desk: Desk) -> None:
    page = desk.window(settings={"speed": "slow"})
    page.goto("/")
    page.locator("[data-play=imperial]").click()
    player = Player(page)
    for _ in range(12):  # until the machines have a move to show
        page.locator(".prompt .skip, .prompt.mine").first.wait_for()
        if page.locator(".prompt .skip").count():
            break
        player.step()
    expect(page.locator(".prompt .words p").first).to_have_text(re.compile(r"\w"))
    page.locator(".prompt .skip").click()
    player.ready()


def test_three_armies_march_in_one_gesture(play_now: PlayNow) -> None:
    player = play_now()
    page = player.page

    def decide(press: Callable[[], object]) -> None:
        before = player.state()
        press()
        player.changed(before)
        player.ready()

    def import_three_armies(home: str) -> None:
        for _ in range(3):
            decide(lambda: player.press(player.area(home)))
            if page.locator(".menu").count():  # a port: army or fleet?
                decide(lambda: page.locator(".menu .choice", has_text="army").click())

    def can_march(area: str) -> bool:
        return "3 armies" in (player.area(area).get_attribute("aria-label") or "")

    # Every nation of mine brings three armies into one province; the first that comes round again marches.
    begun: set[str] = set()
    for _ in range(60):
        if player.offered("slot"):
            asked = page.locator(".prompt .ask").inner_text()
            slot = "maneuver-2" if asked in begun else "import"
            begun.add(asked)
            decide(lambda slot=slot: player.press(player.slot(slot)))  # type: ignore[misc]
            if slot == "import":
                import_three_armies(player.offered("area")[0])
        elif found := [area for area in player.offered("area") if slot == "maneuver-2" and can_march(area)]:
            break
        else:
            decide(lambda: player.choice("done").or_(player.choice("pass")).or_(player.choice("peace")).first.click())
    start, position = found[0], player.position
    decide(lambda: player.press(player.area(start)))
    page.get_by_role("button", name="3", exact=True).click()
    goals = [control.name for control in player.controls() if control.what == "area" and control.mark == "goal"]
    decide(lambda: player.press(player.area(goals[0])))
    answers = 0
    while not player.choice("done").count():  # as a friend, over which sea, war or peace: asked once for all three
        decide(lambda: page.locator(".choosing button[data-choice], .menu .choice").first.click())
        answers += 1
    assert answers <= 3
    assert player.position >= position + 3
    expect(player.area(start)).not_to_have_attribute("aria-label", re.compile(r"\d (army|armies)"))
