"""5.5, 6., 8., 14.4 Investments, posts and canals."""

from rondel.games.imperunde import GAME
from rondel.games.imperunde.components import AREA, INFANTRY, LAND_VALUE, PIECES
from rondel.games.imperunde.state import Table
from rondel.games.imperunde.steps import investments, movement
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


def allowance(state: Table, land: str) -> int | None:
    """What is shown of what may still be invested in military there."""
    shown: int | None = GAME.view(state, 0)["area"][land]["allowance"]
    return shown


def test_e01_fort_and_post_limits() -> None:
    """6.: China 3, Siam 2, Mongolia 1 posts, and as many forts."""
    for land, most in (("china", 3), ("siam", 2), ("mongolia", 1)):
        assert LAND_VALUE[AREA.index[land]] == most
        state = position(f"money 0 99\n0 {land} infantry 1", "investments")
        play(state, *[f"build a post in {land}"] * most)
        assert reason(state, f"build a post in {land}") == "land-full"
        state = position(f"money 0 99\n0 {land} posts {most}", "investments")
        play(state, *[f"raise fort in {land}"] * most)
        assert reason(state, f"raise fort in {land}") == "a-fort-a-post"


def test_e18_new_posts_and_military_in_east_india() -> None:
    """14.4: two new posts allow nothing in the same round; in the next 6 doubloons, and the third post besides."""
    state = position("money 0 20\n0 east-india infantry 1", "investments")
    assert reason(state, "raise infantry in east-india") == "colony-limit"
    play(state, "build a post in east-india", "build a post in east-india")
    assert state.money[0] == 16
    assert reason(state, "raise infantry in east-india") == "colony-limit"
    assert allowance(state, "east-india") == 0
    investments.InvestmentTurn(()).run(state)  # the posts are stood up
    state.pending.append(investments.INVEST[0])
    assert allowance(state, "east-india") == 6
    play(state, "launch frigate from east-india in gulf-of-bengal", *["raise infantry in east-india"] * 3)
    assert allowance(state, "east-india") == 0
    assert reason(state, "raise infantry in east-india") == "colony-limit"
    play(state, "build a post in east-india")
    assert state.money[0] == 16 - 8
    assert posts(state, "east-india") == 3
    assert state.fresh[AREA.index["east-india"]] == 1
    assert units(state, "gulf-of-bengal") == {"frigate": 1}


def test_the_homeland_invests_without_limit_but_no_forts_or_posts() -> None:
    state = position("money 0 40", "investments")
    assert allowance(state, "great-britain") is None
    play(state, *["raise artillery in great-britain"] * 10)
    assert units(state, "great-britain") == {"artillery": 10}
    assert reason(state, "raise fort in great-britain") == "no-forts-at-home"
    assert reason(state, "build a post in great-britain") == "no-posts-at-home"
    play(state, "launch ship-of-the-line from great-britain in north-sea")
    assert state.money[0] == 5


def test_spending_more_than_there_is_is_refused() -> None:
    state = position("money 0 2", "investments")
    assert reason(state, "raise artillery in great-britain") == "too-little-money"
    assert reason(state, "buy a card") == "too-little-money"


def test_pieces_are_limits() -> None:
    """2., 14.4: all infantry is on the board, so something else must be bought."""
    state = position("money 0 9\n0 great-britain infantry 40", "investments")
    assert reason(state, "raise infantry in great-britain") == "no-pieces"
    assert "raise cavalry in great-britain" in offered(state)
    assert state.stock[0 * PIECES + INFANTRY] == 0


def test_three_cards_a_round() -> None:
    state = position("money 0 30", "investments")
    for card in ("draws ambush", "draws ambush", "draws rebellion"):
        play(state, "buy a card", card)
    assert hand(state, 0) == ["ambush", "ambush", "rebellion"]
    assert state.money[0] == 30 - 3 * 5
    assert reason(state, "buy a card") == "cards-bought"


def test_a_black_disc_bars_investments() -> None:
    state = position("money 0 30\n0 china posts 1 infantry 1\nfamine china", "investments")
    for move in ("raise infantry in china", "build a post in china", "launch frigate from china in china-sea"):
        assert reason(state, move) == "black-disc"


def test_warships_not_into_friends_areas() -> None:
    """14.4: but among enemies, pirates and freighters."""
    text = "money 0 30\n1 north-sea frigate 1\n2 north-atlantic infantry 1"
    state = position(text, "investments")
    assert reason(state, "launch frigate from great-britain in north-sea") == "friend-holds"
    play(state, "launch frigate from great-britain in north-atlantic")
    for hostile in ("war 0 1\n" + text, text.replace("1 north-sea", "pirates north-sea")):
        state = position(hostile, "investments")
        play(state, "launch frigate from great-britain in north-sea")
        assert units(state, "north-sea", 0) == {"frigate": 1}
    state = position("war 0 1\ntruce 0 1\n" + text, "investments")
    assert reason(state, "launch frigate from great-britain in north-sea") == "friend-holds"


def test_a_new_ship_in_a_storm_rolls() -> None:
    """14.8"""
    for odd, left in (("1 of them odd", {}), ("0 of them odd", {"frigate": 1})):
        state = position("money 0 3\nstorm north-sea", "investments")
        play(state, "launch frigate from great-britain in north-sea", odd)
        assert units(state, "north-sea") == left
        assert state.money[0] == 0


def test_suez_canal() -> None:
    """5.5: 8 doubloons, two posts above the value of Egypt, new in this round."""
    state = position("money 0 30\n0 egypt infantry 1", "investments")
    assert reason(state, "dig the panama canal") == "not-your-colony"
    play(state, "dig the suez canal")
    assert (state.money[0], posts(state, "egypt"), state.fresh[AREA.index["egypt"]]) == (22, 2, 2)
    play(state, "build a post in egypt", "build a post in egypt")
    assert posts(state, "egypt") == 4
    assert reason(state, "build a post in egypt") == "land-full"
    assert reason(state, "dig the suez canal") == "canal-dug"
    assert state.most_posts(AREA.index["egypt"]) == 4


def test_e21_canal_land_lost_to_rebels_and_taken_again() -> None:
    """5.5: the posts burn, the canal stays and is open to all; the conqueror gets its two posts free."""
    state = position(
        """canal suez
        0 egypt posts 4
        0 congo infantry 3 posts 1
        1 mediterranean frigate 1
        war 0 1
        hand 1 rebellion""",
        "movement",
        turn=1,
    )
    assert "frigate mediterranean - arabian-sea" not in offered(state)
    assert reason(state, "frigate mediterranean - arabian-sea") == "canal-closed"
    happened = play(state, "play rebellion", "at egypt")
    assert "land-freed" in names(happened)
    assert (owner(state, "egypt"), posts(state, "egypt"), state.canals) == (-1, 0, 1)
    assert "frigate mediterranean - arabian-sea" in offered(state)
    state.make_ready(0)
    state.pending[-1] = movement.MOVE[0]
    play(state, "infantry congo - egypt", "bring infantry from congo", "bring infantry from congo")
    assert state.battle().natives == 2
    play(state, "white 6", "white 6", "white 6", "white 1", "white 1")
    assert (owner(state, "egypt"), posts(state, "egypt")) == (0, 2)
    assert state.most_posts(AREA.index["egypt"]) - posts(state, "egypt") == 2


def test_a_friend_passes_the_canal() -> None:
    state = position("canal suez\n0 egypt posts 4\n1 mediterranean frigate 1", "movement", turn=1)
    play(state, "frigate mediterranean - arabian-sea")
    assert units(state, "arabian-sea", 1) == {"frigate": 1}


def test_the_last_post_wins_at_once() -> None:
    state = position("target 3\nmoney 0 9\n0 china posts 2", "investments")
    play(state, "build a post in china")
    assert state.over()
    assert state.winner == 0


def test_players_invest_one_after_the_other() -> None:
    state = position("", "investments")
    state.pending[-2] = investments.InvestmentTurn((1, 2))
    play(state, "done")
    assert step(state) == "Invest"
    assert flow.to_act(state) == (1,)


def test_a_fort_stands_at_a_post_of_an_earlier_round() -> None:
    """14.4 At a new post nothing military may be invested before the next round, and that is a fort too."""
    state = position("0 siam infantry 1 fort 1 posts 1\n money 0 20", "investments")
    play(state, "build a post in siam")
    assert "raise fort in siam" not in offered(state)
    assert reason(state, "raise fort in siam") == "a-fort-a-post"
    assert "raise infantry in siam" in offered(state)


def raised(state: Table) -> dict[str, dict[str, int]]:
    """What is shown of how many of each kind can be raised, land by land."""
    areas = GAME.view(state, 0)["area"]
    return {land: seen["raises"] for land, seen in areas.items() if seen.get("raises")}


def can_be_repeated(state: Table, notation: str) -> int:
    """How often a choice can be made, one after the other."""
    twin, times = state.copy(), 0
    while notation in offered(twin):
        play(twin, notation)
        times += 1
    return times


def test_how_many_can_be_raised_is_how_often_it_is_offered() -> None:
    """Money, the allowance of a colony, what is left in stock, posts and forts: each of them bounds something here."""
    lands = "0 siam posts 1 infantry 1\n0 china posts 3\n0 tibet infantry 1\n0 great-britain infantry 34"
    state = position(f"money 0 13\n{lands}", "investments")
    shown = raised(state)
    assert shown["siam"] == {"infantry": 3, "cavalry": 1, "artillery": 1, "fort": 1, "frigate": 1, "post": 1}
    assert shown["great-britain"]["infantry"] == 4  # no more are left, though 13 doubloons would buy more
    assert "fort" not in shown["great-britain"]
    assert set(shown["tibet"]) == {"post"}  # no post there yet, and no coast
    told = {
        **{f"raise {unit} in {land}": n for land, each in shown.items() for unit, n in each.items()},
        **{f"build a post in {land}": each["post"] for land, each in shown.items() if "post" in each},
    }
    made = [choice for choice in offered(state) if choice in told]
    assert len(made) > 10
    assert {choice: can_be_repeated(state, choice) for choice in made} == {choice: told[choice] for choice in made}


def test_only_whoever_invests_raises_anything() -> None:
    assert raised(position("money 0 13\n0 siam posts 1", "movement")) == {}
