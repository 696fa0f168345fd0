"""14.7 Embarking."""

from tests.games.imperunde.positions import offered, owner, play, position, reason, units


def test_e02_embarked_force_in_the_arabian_sea() -> None:
    """7.: three infantry, a cavalry and an artillery go aboard; the escort lies there; they sail on next round."""
    state = position(
        "0 west-india infantry 3 cavalry 1 artillery 1 posts 1\n0 arabian-sea frigate 1 ship-of-the-line 1", "embarking"
    )
    play(state, *["infantry embarks west-india - arabian-sea"] * 3)
    play(state, "cavalry embarks west-india - arabian-sea", "artillery embarks west-india - arabian-sea")
    assert units(state, "arabian-sea") == {
        "infantry": 3, "cavalry": 1, "artillery": 1, "frigate": 1, "ship-of-the-line": 1,
    }  # fmt: skip
    assert owner(state, "west-india") == 0, "the post keeps the colony"
    assert offered(state) == ["done"]
    state.make_ready(0)
    assert state.ready[(state.ready_at.bit_length() - 1) * 10 + 1] == 3, "two moves each in the next phase 6"


def test_not_among_enemy_warships_or_pirates() -> None:
    state = position("war 0 1\n0 west-india infantry 1\n1 arabian-sea frigate 1", "embarking")
    assert reason(state, "infantry embarks west-india - arabian-sea") == "enemies-at-sea"
    state = position("pirates arabian-sea frigate 1\n0 west-india infantry 1", "embarking")
    assert reason(state, "infantry embarks west-india - arabian-sea") == "enemies-at-sea"


def test_among_friends_and_enemy_freighters() -> None:
    state = position("war 0 2\n0 west-india infantry 1\n1 arabian-sea frigate 1\n2 arabian-sea infantry 1", "embarking")
    play(state, "infantry embarks west-india - arabian-sea")
    assert units(state, "arabian-sea", 0) == {"infantry": 1}


def test_the_last_army_leaves_a_colony_without_posts() -> None:
    state = position("0 west-india infantry 1", "embarking")
    play(state, "infantry embarks west-india - arabian-sea")
    assert owner(state, "west-india") == -1


def test_embarking_into_a_storm_rolls() -> None:
    state = position("storm arabian-sea\n0 west-india infantry 2", "embarking")
    play(state, "infantry embarks west-india - arabian-sea", "1 of them odd")
    play(state, "infantry embarks west-india - arabian-sea", "0 of them odd")
    assert units(state, "arabian-sea") == {"infantry": 1}
