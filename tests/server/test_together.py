"""Several seats choose at the same time and in secret: nobody's choice makes another's stale."""

from __future__ import annotations

from tests.server.place import Guest, Place


def lay(table: Guest, seat: int, position: int, card: str) -> int:
    """Lay a card of Colonial, answering this position; the status of the answer."""
    [choice] = [each for each in table.see(seat)["choices"] if each["args"].get("card") == card]
    return table.post_move(seat, position, choice["id"]).status_code


def test_a_part_of_a_secret_choice_stands_though_others_have_chosen_meanwhile(place: Place) -> None:
    table = place.table(*["human"] * 3, game="colonial")
    start = table.see(0)["position"]
    assert lay(table, 1, start, "a") == 200
    assert lay(table, 2, start, "b") == 200
    assert lay(table, 0, start, "c") == 200
    assert table.see(0)["view"]["player"][0]["cards"][0] == "c"


def test_an_own_choice_answered_twice_is_stale_all_the_same(place: Place) -> None:
    table = place.table(*["human"] * 3, game="colonial")
    start = table.see(0)["position"]
    assert lay(table, 0, start, "a") == 200
    assert lay(table, 0, start, "b") == 409
    assert lay(table, 1, start + 2, "b") == 409
    assert table.see(0)["position"] == start + 1


def test_taking_back_and_looking_ahead_stand_as_well(place: Place) -> None:
    table = place.table(*["human"] * 3, game="colonial")
    start = table.see(0)["position"]
    lay(table, 0, start, "a")
    lay(table, 1, start, "b")
    [choice] = [each for each in table.see(0)["choices"] if each["args"].get("card") == "c"]
    table.get("/preview", seat=0, position=start + 1, action=choice["id"])
    assert table.take_back(0, start + 1).status_code == 200
    assert table.see(0)["view"]["player"][0]["cards"][0] is None
    assert table.see(1)["view"]["player"][1]["cards"][0] == "b"


def test_once_the_cards_are_shown_an_earlier_position_is_stale(place: Place) -> None:
    table = place.table(*["human"] * 3, game="colonial")
    for seat in range(3):
        for card in "abcde":
            assert lay(table, seat, table.see(seat)["position"], card) == 200
    seat, seen = table.acting()
    assert seen["view"]["round"] == 1
    assert table.post_move(seat, seen["position"] - 1, seen["choices"][0]["id"]).status_code == 409


def test_a_laid_card_may_be_taken_back_until_the_last_seat_has_laid_all_of_its_own(place: Place) -> None:
    """The entries of the last seat that still lays do not close those of the others."""
    table = place.table(*["human"] * 3, game="colonial")
    for seat, cards in ((0, "abcde"), (1, "abcde"), (2, "abcd")):
        for card in cards:
            assert lay(table, seat, table.see(seat)["position"], card) == 200
    assert [table.see(seat)["takeback"] for seat in range(3)] == [5, 5, 4]
    assert table.take_back(1, table.see(1)["position"], 2).status_code == 200
    assert table.see(1)["view"]["player"][1]["cards"] == ["a", "b", "c", None, None]
    assert table.see(0)["view"]["player"][0]["cards"] == ["a", "b", "c", "d", "e"]
    assert lay(table, 2, table.see(2)["position"], "e") == 200
    assert [table.see(seat)["takeback"] for seat in range(3)] == [5, 3, 5]
    assert lay(table, 1, table.see(1)["position"], "e") == 200
    assert lay(table, 1, table.see(1)["position"], "f") == 200
    assert [table.see(seat)["takeback"] for seat in range(3)] == [0, 0, 0]
