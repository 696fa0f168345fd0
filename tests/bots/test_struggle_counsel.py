"""What a coach says of Struggle of Empires: exact to the dice, each price beside its gain, and nothing of others."""

import pytest

from rondel.bots.coach import advise
from rondel.bots.search import Budget
from rondel.games.struggle import GAME
from rondel.games.struggle.components import ARMY, BOARD, HOME, POWER, ROLL_WEIGHT, ROLLS
from rondel.games.struggle.fight import ATTACKER, NAVAL, PEACE
from rondel.games.struggle.odds import Forecast
from rondel.games.struggle.position import position
from rondel.games.struggle.state import Table
from rondel.games.struggle.toll import Toll, battle
from rondel.kernel import flow
from tests.bots.telling import told
from tests.games.notation import Notation

play = Notation(GAME).play
LANGUAGES = ("en", "fr", "de")


def choices(table: Table) -> list[str]:
    """What is advised at all, with what is said of it."""
    seat = flow.to_act(table)[0]
    return [str(GAME.catalogue[each.action]) for each in advise(GAME, table, seat, "1", Budget(simulations=8))]


# --- Reserves ---------------------------------------------------------------------------------------------------------


def thrown(mine: str, theirs: str, attackers: str = "india 2") -> Table:
    """Spain has a Reserve and has attacked India; the dice lie on the table."""
    table = position(
        f"spain armies {attackers} tiles reserve\nbritain control india armies india 2 tiles reserve", turn="spain"
    )
    play(table, "attack britain in india", f"roll {mine}", f"roll {theirs}")
    return table


def test_a_reserve_is_not_advised_for_a_battle_that_is_won() -> None:
    table = thrown("1 5", "2 2")
    assert choices(table) == ["keep the tile"]
    (kept,) = told(GAME, table, "keep the tile")
    assert "won-already" in kept


@pytest.mark.parametrize(
    ("mine", "theirs", "idle"),
    [
        ("1 5", "2 2", True),
        ("1 6", "2 2", False),  # a seven of one's own costs a unit
        ("1 5", "3 4", True),  # one of the other's does not
        ("2 2", "2 2", False),  # the attacker gains nothing by a tie
        ("2 2", "1 5", False),
    ],
)
def test_an_attacker_who_wins_and_loses_nothing_has_no_use_for_a_reserve(mine: str, theirs: str, idle: bool) -> None:
    table = thrown(mine, theirs)
    use = GAME.catalogue.parse("use reserve")
    assert GAME.counsel().is_idle(table, 0, use) == idle
    assert not GAME.counsel().is_idle(table, 0, GAME.catalogue.parse("keep the tile"))


@pytest.mark.parametrize(("armies", "idle"), [("", True), ("armies india 1", False)])
def test_a_defender_holds_in_a_tie_which_costs_him_a_unit_if_he_has_one(armies: str, idle: bool) -> None:
    table = position(f"spain armies india 1\nbritain control india tiles reserve {armies}", turn="spain")
    dice = ("2 2", "3 4") if armies else ("2 2", "1 2")
    play(table, "attack britain in india", f"roll {dice[0]}", f"roll {dice[1]}")
    assert flow.to_act(table) == (1,)
    assert GAME.counsel().is_idle(table, 1, GAME.catalogue.parse("use reserve")) == idle


def test_who_leaves_the_dice_is_told_that_the_other_may_throw_them_again() -> None:
    table = thrown("3 4", "2 2")
    kept, used = told(GAME, table, "keep the tile", "use reserve")
    assert kept["place"]["chance"] == "sure"
    assert kept["may-rethrow"]["params"]["power"] == "britain"
    assert used["place"]["percent"] < 60


# --- dice -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("power", ["spain", "britain"])
@pytest.mark.parametrize(("mine", "theirs"), [("2", "1"), ("1", "1"), ("3", "1"), ("1", "3")])
def test_losses_are_told_with_every_throw_and_every_seven(mine: str, theirs: str, power: str) -> None:
    table = position(f"spain armies india {mine}\nbritain control india armies india {theirs}", turn="spain")
    play(table, "attack britain in india")
    toll = Toll(table, table.fight, POWER.index[power])
    assert sum(toll.lost) == pytest.approx(1.0)
    assert toll.win == pytest.approx(Forecast(table, table.fight).win)
    lost = 0.0
    for one, weight in zip(ROLLS, ROLL_WEIGHT, strict=True):
        for other, likely in zip(ROLLS, ROLL_WEIGHT, strict=True):
            after = table.copy()
            play(after, f"roll {one[0]} {one[1]}", f"roll {other[0]} {other[1]}")
            lost += weight * likely / 1296 * (after.unrest[POWER.index[power]] > 0)
    assert toll.any() == pytest.approx(lost)


HELPED = """spain row a armies india {spain}
austria row a armies india 1
russia row a armies india 1
britain row b control india armies india 2"""


@pytest.mark.parametrize("spain", [1, 2])
@pytest.mark.parametrize("allies", [["austria"], ["austria", "russia"]])
def test_what_falls_on_allies_is_told_with_every_throw(spain: int, allies: list[str]) -> None:
    """Of several the main power picks one: together they lose as much as is lost, and each is as likely."""
    table = position(HELPED.format(spain=spain), turn="spain")
    play(table, "attack britain in india", *["do not ask"] * 2)
    for ally in allies:
        table.fight = table.fight.copy()
        table.fight.join(ATTACKER, POWER.index[ally], 0, 1)
    lost = dict.fromkeys(["spain", *allies], 0.0)
    for one, weight in zip(ROLLS, ROLL_WEIGHT, strict=True):
        for other, likely in zip(ROLLS, ROLL_WEIGHT, strict=True):
            after = table.copy()
            play(after, f"roll {one[0]} {one[1]}", f"roll {other[0]} {other[1]}")
            while after.fight.kind != PEACE:
                seat = flow.to_act(after)[0]
                flow.play(after, seat, flow.legal(after, seat)[0])
            for power in lost:
                units = (each.units(ARMY, POWER.index[power], BOARD.index["india"]) for each in (table, after))
                lost[power] += weight * likely / 1296 * (next(units) - next(units))
    tolls = {power: Toll(table, table.fight, POWER.index[power]) for power in lost}
    assert all(sum(toll.lost) == pytest.approx(1.0) for toll in tolls.values())
    assert tolls["spain"].mean() == pytest.approx(lost["spain"])
    shares = [tolls[ally].mean() for ally in allies]
    assert sum(shares) == pytest.approx(sum(lost[ally] for ally in allies)) != 0.0
    assert max(shares) == pytest.approx(min(shares))


def test_an_attack_is_told_with_the_chance_to_lose_a_unit_in_it() -> None:
    table = position("spain armies india 2\nbritain control india armies india 1", turn="spain")
    (found,) = told(GAME, table, "attack britain in india")
    after = table.copy()
    play(after, "attack britain in india")
    toll = Toll(after, after.fight, POWER.index["spain"])
    assert found["place"]["percent"] == round(100 * toll.win)
    assert found["losses"]["percent"] == round(100 * toll.any()) > 100 - found["place"]["percent"], "sevens cost, too"
    assert found["gold-spent"]["params"]["n"] == 2
    assert found["gold-spent"]["chance"] == "sure"
    assert "unrest" not in found, "told with the unit"


def test_what_may_be_lost_at_sea_counts_too() -> None:
    table = position(
        "spain armies india 2 navies india 1\nbritain control india armies india 2 navies india 1", turn="spain"
    )
    play(table, "attack britain in india", "fight at sea", "fight at sea")
    toll = Toll(table, table.fight, POWER.index["spain"])
    assert toll.win == pytest.approx(Forecast(table, table.fight).win)
    assert sum(toll.lost) == pytest.approx(1.0)
    assert toll.more(), "a navy and an army"
    ships = 0.0
    for one, weight in zip(ROLLS, ROLL_WEIGHT, strict=True):
        for other, likely in zip(ROLLS, ROLL_WEIGHT, strict=True):
            after = table.copy()
            play(after, f"roll {one[0]} {one[1]}", f"roll {other[0]} {other[1]}")
            ships += weight * likely / 1296 * (after.unrest[POWER.index["spain"]] > 0)
    at_sea = battle(table, table.fight, NAVAL, POWER.index["spain"])
    assert sum(lost[1] for lost in at_sea) == pytest.approx(ships)


def test_a_conquest_is_told_with_its_gold_and_the_price_of_the_attack() -> None:
    """And not with what is left of both."""
    table = position("spain armies africa 2\nbritain\ncounters africa-1-1g", turn="spain")
    (found,) = told(GAME, table, "attack neutral 1-1g in africa")
    assert (found["gold"]["params"]["n"], found["gold"]["percent"]) == (1, found["place"]["percent"])
    assert found["gold-spent"]["params"]["n"] == 2


def test_an_attack_on_units_alone_is_said_to_win_nothing() -> None:
    table = position("spain armies india 2\nbritain armies india 1", turn="spain")
    (found,) = told(GAME, table, "attack britain in india")
    assert "no-prize" in found
    assert not found["no-prize"]["good"]


def test_whoever_strikes_himself_is_not_praised_for_what_he_may_keep() -> None:
    table = position("spain control caribbean\nbritain control caribbean", turn="spain")
    play(table, "buy slave-revolt")
    mine = next(
        str(GAME.catalogue[action]) for action in flow.legal(table, 0) if "spain" in str(GAME.catalogue[action])
    )
    (found,) = told(GAME, table, mine)
    assert "kept" not in found


def test_an_attack_on_credit_says_what_the_unrest_is_for() -> None:
    table = position("spain gold 0 armies india 2\nbritain control india armies india 1", turn="spain")
    (found,) = told(GAME, table, "attack britain in india")
    assert found["borrowed"]["params"]["n"] == 1
    assert not {"gold", "gold-spent", "unrest"} & found.keys()


# --- help -------------------------------------------------------------------------------------------------------------

ASKED = """austria armies baltic {attackers}
russia row a armies baltic
france control baltic armies baltic {defenders}"""


def test_help_is_told_with_its_price_and_the_chance_that_belongs_to_it() -> None:
    table = position(ASKED.format(attackers=3, defenders=1), turn="austria")
    play(table, "attack france in baltic", "ask for armies")
    offer, nothing = told(GAME, table, "offer 3", "offer 0")
    before = Forecast(table, table.fight).win
    play(table, "offer 3", "accept")
    with_help = Forecast(table, table.fight).win
    said = offer["help"]["params"]
    assert (said["gold"], said["was"], said["n"]) == (3, round(100 * before), round(100 * with_help))
    assert offer["place"]["percent"] == said["n"], "the same proposal"
    assert "gold-spent" not in offer, "told once"
    assert "help" not in nothing
    assert "refused" in nothing
    assert nothing["place"]["percent"] == said["was"]


def test_who_asks_is_told_what_he_will_have_to_offer() -> None:
    table = position(ASKED.format(attackers=1, defenders=1), turn="austria")
    play(table, "attack france in baltic")
    asks, alone = told(GAME, table, "ask for armies", "do not ask")
    assert asks["help"]["params"]["gold"] > 0
    assert not {"gold-spent", "gold"} & asks.keys()
    assert asks["help"]["params"]["was"] == alone["place"]["percent"]


def test_who_asks_in_vain_is_told_so() -> None:
    table = position(ASKED.format(attackers="1 gold 2", defenders=6), turn="austria")  # nothing is left to offer
    play(table, "attack france in baltic")
    asks, alone = told(GAME, table, "ask for armies", "do not ask")
    assert "refused" in asks
    assert "help" not in asks
    assert "refused" not in alone


def test_what_an_attack_costs_is_not_what_an_ally_is_offered_later() -> None:
    table = position(ASKED.format(attackers=1, defenders=1), turn="austria")
    (found,) = told(GAME, table, "attack france in baltic")
    assert found["gold-spent"]["params"]["n"] == 2


# --- moves, bids, homelands -------------------------------------------------------------------------------------------


def test_what_another_unit_does_is_no_effect_of_a_move() -> None:
    table = position(
        "spain armies baltic india control baltic\nbritain control india armies central-europe", turn="spain"
    )
    play(table, "move units")
    for each in told(GAME, table, *[str(GAME.catalogue[action]) for action in flow.legal(table, 0)][:3]):
        odds = [ground for key, ground in each.items() if key == "odds"]
        assert len(odds) <= 1


def test_homelands_are_never_said_to_be_attacked_or_open() -> None:
    """Nobody can be attacked at home."""
    table = position("spain armies home 3 india control india\nbritain armies india 2 home 2", turn="spain")
    counsel = GAME.counsel()
    after = table.copy()
    after.take_off(POWER.index["spain"], ARMY, HOME)
    after.place(POWER.index["spain"], ARMY, HOME)
    after.place(POWER.index["spain"], ARMY, HOME)
    for remark in counsel.remarks(table, after, 0):
        assert remark.params.get("area") != "home"
        assert remark.key not in ("force", "holds", "odds", "open", "guarded")


def test_those_who_lose_the_same_are_named_together() -> None:
    texts = {language: GAME.texts(language) for language in LANGUAGES}
    params = {"powers": ["france", "austria"], "area": "india", "n": 2}
    assert texts["en"].text("coach.harm-many", params) == "France and Austria lose 2 points a war each in India"
    assert "perdent chacune 2" in texts["fr"].text("coach.harm-many", params)
    assert (
        texts["de"].text("coach.harm-many", params)
        == "Frankreich und Österreich verlieren je 2 Punkte pro Krieg in Indien"
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("a", "b"), [("france", "austria"), ("france", None), (None, "austria")])
def test_a_proposal_names_whom_there_is(language: str, a: str | None, b: str | None) -> None:
    said = GAME.texts(language).text("coach.proposal", {"a": a, "b": b})
    assert ("A" in said.replace("Austria", "").replace("Autriche", "").replace("Österreich", "")) == (a is not None)
    assert said.endswith(" B") == (b is not None)
