"""12. All eighteen cards, their windows, their targets and their answers."""

import random

from rondel.games.imperunde import GAME
from rondel.games.imperunde.components import AREA, CARD, CARD_COUNT
from rondel.games.imperunde.state import INCOME, INVESTMENTS, Table
from rondel.games.imperunde.steps import budget, investments, round
from rondel.games.imperunde.steps.secret_service import W_EVENTS, W_TURN, Window, asked
from rondel.kernel import flow
from tests.games.imperunde.positions import (
    hand,
    names,
    offered,
    owner,
    play,
    position,
    posts,
    reason,
    step,
    units,
)


def test_e22_the_deck() -> None:
    """2., 12.: 48 cards, 18 kinds."""
    assert sum(CARD_COUNT) == 48
    assert len(CARD) == 18
    assert dict(zip(CARD.ids, CARD_COUNT, strict=True)) == {
        "armistice": 2, "treason": 2, "pirates": 2, "freebooters": 2, "hussar-raid": 2, "declaration-of-war": 2,
        "ambush": 2, "surprise-attack": 2, "forged-orders-sea": 2, "forged-orders-land": 2, "smuggling": 2,
        "sabotage": 2, "peace-treaty": 2, "plunder": 2, "rebellion": 4, "expose-spies": 6, "counter-espionage": 8,
        "capture": 2,
    }  # fmt: skip


# --- 1. armistice -------------------------------------------------------------------------------------------------


def test_armistice() -> None:
    state = position(
        "war 0 1\nwar 0 2\n0 persia infantry 1\n1 arabia infantry 1\nhand 0 armistice declaration-of-war", "movement"
    )
    play(state, "play armistice")
    assert offered(state) == ["at seat 1", "at seat 2"]
    play(state, "at seat 1")
    assert reason(state, "infantry persia - arabia") == "land-of-a-friend"
    play(state, "play declaration-of-war", "at seat 1")
    assert "infantry persia - arabia" in offered(state)


def test_armistice_in_the_middle_of_a_battle() -> None:
    """FAQ: the attackers return to where they came from, which costs no move."""
    state = position(
        "war 0 1\n0 persia cavalry 2 infantry 1\n0 arabian-sea infantry 1\n1 arabia infantry 2\nhand 1 armistice\n"
        "orders 1 attacked",
        "movement",
    )
    play(state, "cavalry persia - arabia", "bring infantry from arabian-sea", "fight")
    assert step(state) == "Window"
    assert flow.to_act(state) == (1,)
    play(state, "pass", "yellow 2", "white 6", "white 3", "white 2", "fight")
    happened = play(state, "play armistice", "at seat 0")
    assert "withdrawn" in names(happened)
    assert owner(state, "arabia") == 1
    assert units(state, "arabian-sea") == {"infantry": 1}
    assert units(state, "persia") == {"cavalry": 1, "infantry": 1}
    assert step(state) == "Move"


def test_withdrawn_ships_go_back_with_their_prize() -> None:
    state = position(
        "war 0 1\n0 north-sea frigate 2\n1 north-atlantic frigate 3\nhand 1 armistice\norders 1 attacked", "movement"
    )
    play(state, "frigate north-sea - north-atlantic", "bring frigate from north-sea", "pass")
    play(state, "white 6", "white 5", "white 5", "white 5", "white 1", "white 6", "white 2")
    assert len(state.battle().units) == 3
    play(state, "play armistice", "at seat 0")
    assert units(state, "north-sea") == {"frigate": 3}
    assert not [move for move in offered(state) if move.startswith("frigate")], "no move was given back"


# --- 2., 5., 7., 8.: cards before a battle
# -----------------------------------------------------------------------------


def test_treason_removes_a_fort_whoever_attacks() -> None:
    state = position(
        "0 persia infantry 1\n1 arabia infantry 1 fort 1 posts 1\nhand 0 rebellion\nhand 2 treason\norders 2 always",
        "movement",
    )
    play(state, "play rebellion", "at arabia")
    assert step(state) == "OnTable"
    play(state, "pass")
    assert step(state) == "Window"
    play(state, "play treason")
    assert units(state, "arabia") == {"infantry": 1}


def test_treason_is_not_for_the_defender_nor_after_the_first_roll() -> None:
    state = position(
        "war 0 1\n0 persia infantry 2 cavalry 1\n1 arabia infantry 3 fort 1 posts 1\nhand 0 treason\nhand 1 treason\n"
        "orders 0 battles\norders 1 attacked",
        "movement",
    )
    play(state, "infantry persia - arabia", "bring infantry from persia", "bring cavalry from persia")
    assert "play treason" in offered(state)
    play(state, "pass")
    assert flow.to_act(state) == (1,)
    assert reason(state, "play treason") == "card-no-target"
    play(state, "pass", "line up infantry infantry infantry")
    play(state, "white 6", "white 6", "yellow 7", "white 1", "white 1", "white 1", "pass")
    assert step(state) == "Window"
    assert "play treason" not in offered(state)
    assert reason(state, "play treason") == "card-no-target"


def test_hussar_raid_lasts_for_the_battle() -> None:
    state = position(
        "0 persia cavalry 1 infantry 1\nhand 0 hussar-raid\norders 0 battles\n0 turkestan posts 1", "movement"
    )
    play(state, "cavalry persia - arabia", "fight", "play hussar-raid")
    happened = play(state, "yellow 3", "white 3")
    assert next(event.values[2] for event in happened if event.kind.name == "rolled") == (4,)
    assert owner(state, "arabia") == 0


def test_hussar_raid_needs_cavalry_and_ends_with_the_battle() -> None:
    state = position(
        "0 persia cavalry 1 infantry 2\nhand 0 hussar-raid hussar-raid\norders 0 battles\n0 turkestan posts 1",
        "movement",
    )
    play(state, "infantry persia - arabia", "fight")
    assert "play hussar-raid" not in offered(state)
    play(state, "pass", "white 1", "white 6", "bring cavalry from persia", "fight", "play hussar-raid", "pass")
    play(state, "yellow 2", "white 6", "end the battle")
    assert state.fight is None


def test_ambush_and_surprise_attack_count_for_the_first_roll_only() -> None:
    state = position(
        "war 0 1\n0 persia infantry 1\n1 arabia infantry 2 posts 1\nhand 0 surprise-attack\nhand 1 ambush\n"
        "orders 0 battles\norders 1 attacked",
        "movement",
    )
    play(state, "infantry persia - arabia", "play surprise-attack")
    assert step(state) == "OnTable", "the defender may answer the card"
    play(state, "pass", "play ambush")
    happened = play(state, "white 6", "white 5", "white 1")
    rolls = [event.values[2] for event in happened if event.kind.name == "rolled"]
    assert rolls == [(8,), (7, 3)]
    assert not state.battle().ambush
    assert not state.battle().surprise
    assert units(state, "arabia") == {"infantry": 1}


# --- 3., 4.: pirates and freebooters
# ------------------------------------------------------------------------------------


def test_pirates_appear_and_fight_at_once() -> None:
    state = position("1 north-sea infantry 1\nhand 0 pirates", "movement")
    play(state, "play pirates", "at north-sea")
    assert units(state, "north-sea", 6) == {"frigate": 2}
    assert units(state, "north-sea", 1) == {}


def test_freebooters_change_colour_and_may_move_at_once() -> None:
    state = position("pirates north-sea frigate 2 ship-of-the-line 1\nhand 0 freebooters", "movement")
    play(state, "play freebooters", "at north-sea")
    assert units(state, "north-sea", 0) == {"frigate": 2, "ship-of-the-line": 1}
    assert "ship-of-the-line north-sea - norwegian-sea" in offered(state)


def test_freebooters_are_not_hired_among_friends() -> None:
    state = position("pirates north-sea frigate 1\n1 north-sea frigate 1\nhand 0 freebooters", "movement")
    assert reason(state, "play freebooters") == "card-no-target"


def test_freebooters_beyond_the_own_pieces_are_lost() -> None:
    state = position("pirates north-sea frigate 2\n0 arabian-sea frigate 14\nhand 0 freebooters", "movement")
    play(state, "play freebooters", "at north-sea")
    assert units(state, "north-sea", 0) == {"frigate": 1}
    assert units(state, "north-sea", 6) == {}


# --- 6., 13.: war and peace
# ----------------------------------------------------------------------------------------------


def test_declaration_of_war_works_at_once() -> None:
    state = position("0 persia infantry 1\n1 arabia infantry 1\nhand 0 declaration-of-war", "movement")
    assert reason(state, "infantry persia - arabia") == "land-of-a-friend"
    play(state, "play declaration-of-war", "at seat 1")
    assert "infantry persia - arabia" in offered(state)
    assert state.war[1] == 1


def test_peace_treaty_between_any_two_in_the_talks_only() -> None:
    state = position("war 2 3\nhand 1 peace-treaty", "diplomacy")
    play(state, "play peace-treaty")
    play(state, "at seat 2", "at seat 3")
    assert not state.war[2]
    assert state.stance[2] == 1 << 3
    state = position("war 2 3\nhand 1 peace-treaty", "movement", turn=1)
    assert reason(state, "play peace-treaty") == "card-only-in-diplomacy"


def test_a_declaration_ends_a_forced_peace() -> None:
    state = position("war 1 2\nhand 1 peace-treaty declaration-of-war", "diplomacy")
    play(state, "play peace-treaty", "at seat 1", "at seat 2", "play declaration-of-war", "at seat 2")
    assert state.hostile(1) == 1 << 2


# --- 9., 10.: forged orders
# ------------------------------------------------------------------------------------------------


def test_forged_orders_at_sea() -> None:
    """All ships of one player; not to pirates, others' warships, storm or calm; their moves are not used up."""
    state = position(
        """hand 0 forged-orders-sea
        1 north-atlantic frigate 1 infantry 2
        pirates central-atlantic frigate 1
        2 grand-banks frigate 1
        storm labrador-sea
        calm north-sea""",
        "movement",
    )
    play(state, "play forged-orders-sea", "at seat 1", "at north-atlantic")
    assert offered(state) == ["at norwegian-sea", "at sargasso-sea", "at gulf-of-biscay"]
    play(state, "at norwegian-sea")
    assert units(state, "norwegian-sea", 1) == {"frigate": 1, "infantry": 2}
    state.make_ready(1)
    assert state.ready_at == 1 << AREA.index["norwegian-sea"]


def test_forged_orders_on_land() -> None:
    """Up to three armies to a neighbouring colony of the same owner; one army or fort must stay."""
    state = position(
        "hand 0 forged-orders-land\n1 persia infantry 3 posts 1\n1 arabia posts 1\n1 japan infantry 1\nhome 1 japan",
        "movement",
    )
    play(state, "play forged-orders-land")
    assert offered(state) == ["at persia"]
    play(state, "at persia", "at arabia", "at infantry", "at infantry")
    assert units(state, "arabia") == {"infantry": 2}
    assert units(state, "persia") == {"infantry": 1}


def test_a_fort_may_be_what_stays() -> None:
    state = position(
        "hand 0 forged-orders-land\n1 persia infantry 3 cavalry 1 fort 1 posts 1\n1 arabia posts 1", "movement"
    )
    play(state, "play forged-orders-land", "at persia", "at arabia", "at cavalry", "at infantry", "at infantry")
    assert units(state, "persia") == {"infantry": 1, "fort": 1}
    assert step(state) == "Move"


# --- 11. smuggling
# ------------------------------------------------------------------------------------------------------------


def test_smuggling() -> None:
    """Five doubloons in an own colony, without posts and despite a black disc; all must be spent."""
    state = position("0 china infantry 1\nfamine china\nhand 0 smuggling", "investments")
    play(state, "play smuggling", "at china")
    assert "done" not in offered(state)
    assert reason(state, "raise fort in china") == "a-fort-a-post"
    assert reason(state, "raise infantry in great-britain") == "smuggled-elsewhere"
    play(state, "launch frigate from china in china-sea", "raise cavalry in china")
    assert step(state) == "Invest"
    assert units(state, "china") == {"infantry": 1, "cavalry": 1}
    assert state.money[0] == 0


def test_smuggling_only_in_the_own_investments() -> None:
    state = position("0 china infantry 1\nhand 0 smuggling", "movement")
    assert reason(state, "play smuggling") == "card-only-in-investments"


# --- 12., 14., 15.
# -------------------------------------------------------------------------------------------------------------


def test_sabotage_sinks_a_ship_or_freighter() -> None:
    state = position("1 north-sea frigate 1 cavalry 1\nhand 0 sabotage sabotage", "movement")
    play(state, "play sabotage", "at seat 1", "at north-sea")
    assert offered(state) == ["at cavalry", "at frigate"]
    play(state, "at cavalry", "play sabotage", "at seat 1", "at north-sea", "at frigate")
    assert units(state, "north-sea", 1) == {}


def plundering() -> Table:
    state = position(
        "war 0 1\n1 siam posts 2\n1 mongolia posts 1\n2 spain posts 3\nhand 0 plunder\norders 0 always", "events"
    )
    state.pending[1:] = []
    state.phase = INCOME
    round.begin_phase(state, INCOME)
    flow.advance(state)
    return state


def test_plunder_takes_the_colonial_tax_of_a_coastal_colony_of_an_enemy() -> None:
    state = plundering()
    play(state, "play plunder")
    assert offered(state) == ["at siam"], "Mongolia has no coast, Spain is a friend's"
    play(state, "at siam")
    assert budget.colonial_tax(state, 0) == 2
    assert budget.colonial_tax(state, 1) == 1
    state.phase = INVESTMENTS
    state.pending[1:] = []
    state.push(investments.INVEST[1])
    state.money[1] = 9
    assert reason(state, "raise infantry in siam") == "black-disc"


def test_plunder_and_famine_bring_nobody_anything() -> None:
    state = plundering()
    play(state, "play plunder", "at siam")
    state.famine = 1 << AREA.index["siam"]
    assert budget.colonial_tax(state, 0) == 0


def test_rebellion_against_another_players_colony() -> None:
    state = position("0 china posts 1\n1 mongolia infantry 1 posts 1\nhand 0 rebellion", "movement")
    play(state, "play rebellion")
    assert offered(state) == ["at mongolia"]
    assert reason(state, "at china") == "own-colony"
    assert reason(state, "at japan") == "home-is-safe"
    play(state, "at mongolia")
    assert state.battle().rebels == 5
    play(state, "white 6", "white 6", "white 6", "white 1")
    assert (owner(state, "mongolia"), posts(state, "mongolia")) == (-1, 0)


# --- 16., 17.: spies
# ----------------------------------------------------------------------------------------------------------


def test_expose_spies_shows_a_hand_to_one_player_only() -> None:
    state = position("hand 0 expose-spies\nhand 1 ambush treason", "movement")
    happened = play(state, "play expose-spies", "at seat 1", "look covertly")
    shown = next(event for event in happened if event.kind.name == "hand-shown")
    assert shown.face(0)["params"]["cards"] == ["treason", "ambush"]
    assert shown.face(2)["params"]["cards"] is None
    assert GAME.view(state, 0)["exposed"]["hand"] == {"treason": 1, "ambush": 1}
    assert GAME.view(state, 2)["exposed"]["hand"] is None
    world = GAME.imagine(state, 0, random.Random(1))
    assert isinstance(world, Table)
    assert hand(world, 1) == ["treason", "ambush"]
    play(state, "take ambush")
    assert hand(state, 1) == ["treason"]
    assert state.deck[CARD.index["ambush"]] == 2


def test_expose_spies_needs_a_hand_to_look_at() -> None:
    state = position("hand 0 expose-spies", "movement")
    assert reason(state, "play expose-spies") == "card-no-target"


def test_counter_espionage_and_its_answers() -> None:
    """A card is foiled; the counter-espionage itself can be foiled; then all are asked afresh."""
    text = """0 persia infantry 1\n1 arabia posts 1
        hand 0 rebellion counter-espionage\nhand 1 counter-espionage\nhand 2 counter-espionage
        orders 0 battles\norders 1 attacked\norders 2 always"""
    state = position(text, "movement")
    play(state, "play rebellion", "at arabia")
    assert flow.to_act(state) == (1,)
    play(state, "play counter-espionage")
    assert flow.to_act(state) == (2,), "always asked"
    play(state, "pass")
    assert flow.to_act(state) == (0,), "its own card is foiled"
    play(state, "play counter-espionage")
    play(state, "pass", "pass")  # seat 2, about this card and then afresh about the rebellion
    assert owner(state, "arabia") == -1

    state = position(text, "movement")
    play(state, "play rebellion", "at arabia", "play counter-espionage", "pass", "pass")
    assert owner(state, "arabia") == 1
    assert step(state) == "Move"
    assert hand(state, 0) == ["counter-espionage"]


def test_only_counter_espionage_answers() -> None:
    state = position("1 arabia posts 1\nhand 0 rebellion\nhand 1 expose-spies\norders 1 attacked", "movement")
    play(state, "play rebellion", "at arabia")
    assert reason(state, "play expose-spies") == "only-counter-espionage"
    assert reason(state, "play counter-espionage") == "card-not-held"


# --- 18. capture
# ----------------------------------------------------------------------------------------------------------------


def test_capture_takes_a_frigate_before_the_first_roll() -> None:
    state = position(
        "war 0 1\n0 north-sea frigate 1\n1 north-atlantic frigate 1 ship-of-the-line 1\nhand 0 capture\n"
        "orders 0 battles",
        "movement",
    )
    play(state, "frigate north-sea - north-atlantic", "play capture")
    assert units(state, "north-atlantic", 1) == {"ship-of-the-line": 1}
    assert len(state.battle().units) == 2
    play(state, "white 6", "white 5", "green 3")
    assert units(state, "north-atlantic", 0) == {"frigate": 2}
    assert len(offered(state, "sail")) > 0
    assert all(move.startswith("tired frigate") for move in offered(state, "sail")), "the prize stays"


def test_capture_of_the_only_ship_wins_without_a_roll() -> None:
    state = position(
        "war 0 1\n0 north-sea frigate 1\n1 north-atlantic frigate 1 infantry 1\nhand 0 capture\norders 0 battles",
        "movement",
    )
    happened = play(state, "frigate north-sea - north-atlantic", "play capture")
    assert "rolled" not in names(happened)
    assert units(state, "north-atlantic", 0) == {"frigate": 2}
    assert units(state, "north-atlantic", 1) == {}


# --- windows
# ----------------------------------------------------------------------------------------------------------------------


def test_windows_ask_by_what_everybody_knows() -> None:
    """Who is asked depends on the number of cards and the standing orders, never on the cards."""
    text = "hand 0 ambush\nhand 1 rebellion\nhand 2 treason\norders 0 always\norders 1 always\n"
    text += "orders 2 battles\norders 3 always"
    state = position(text, "movement")
    assert asked(state, W_EVENTS, 0) == (0, 1)
    assert asked(state, W_TURN, 0) == (1,), "the player at turn may play in his turn"
    for seat in range(4):
        world = GAME.imagine(state, seat, random.Random(seat))
        assert isinstance(world, Table)
        assert asked(world, W_EVENTS, 0) == (0, 1)


def test_a_pass_can_lower_the_standing_orders() -> None:
    state = position("hand 1 ambush\norders 1 always", "movement")
    state.push(Window(W_EVENTS, (1,), 0))
    assert offered(state) == ["pass", "pass, orders never", "pass, orders attacked", "pass, orders battles"]
    play(state, "pass, orders attacked")
    assert state.orders[1] == 1
    assert step(state) == "Move"


def test_after_a_card_all_are_asked_again() -> None:
    state = position("hand 1 pirates\nhand 2 pirates\norders 1 always\norders 2 always", "movement")
    state.push(Window(W_EVENTS, (1, 2), 0))
    play(state, "pass", "play pirates", "at north-sea")
    assert step(state) == "OnTable"
    play(state, "pass")
    assert step(state) == "Window"
    assert flow.to_act(state) == (1,)


def test_cards_against_friends_are_allowed() -> None:
    """10."""
    state = position("1 north-sea frigate 1\nhand 0 sabotage", "movement")
    assert not state.war[0]
    assert "play sabotage" in offered(state)


def test_the_deck_is_hidden() -> None:
    state = position("hand 0 ambush\nhand 1 treason treason", "movement")
    seen = GAME.view(state, 0)
    assert seen["player"][0]["hand"] == {"ambush": 1}
    assert seen["player"][1]["hand"] is None
    assert seen["player"][1]["cards"] == 2
    assert seen["deck"] == 45


def test_a_colony_without_posts_can_be_plundered_too() -> None:
    """12. (14) Only war and a coast are asked for: nothing is earned, but nothing may be invested there."""
    text = """
        war 0 1
        hand 0 plunder
        orders 0 always
        1 siam infantry 1
        1 tibet infantry 1
    """
    state = position(text, "income")
    play(state, "play plunder")
    assert offered(state, "aim-area") == ["at siam"]
    play(state, "at siam")
    assert investments.is_barred(state, AREA.index["siam"])


def test_pirates_of_the_card_roll_in_a_storm() -> None:
    """14.8 The storm is for all ships that are placed or moved there."""
    state = position("hand 0 pirates\n storm caribbean\n 1 caribbean frigate 1", "movement")
    play(state, "play pirates", "at caribbean")
    assert step(state) == "RollOdd"
    play(state, "2 of them odd")
    assert units(state, "caribbean", 6) == {}
    assert step(state) == "Move", "there is nobody left to fight"


def test_who_is_at_war_is_asked_before_the_income() -> None:
    """Plunder can be played nowhere else: orders for battles are enough, by what everybody knows."""
    text = """
        war 0 1
        hand 0 expose-spies
        hand 1 expose-spies
        hand 2 expose-spies
        orders 0 battles
        orders 1 attacked
        orders 2 battles
        1 siam infantry 1
    """
    state = position(text, "income")
    assert step(state) == "Window"
    assert flow.to_act(state) == (0,)
    play(state, "pass")
    assert step(state) == "Budget"
