"""Positions in text, for tests and puzzles."""

from __future__ import annotations

from typing import Any

from rondel.games.colonial import GAME
from rondel.games.colonial.components import AREA, CARD, NATION, RESOURCE, SEATS, SPOT, SPOTS_OF, TRACK, TRACKS
from rondel.games.colonial.state import Table, stacked
from rondel.games.colonial.steps.card import CARD_DONE, ResolveCard
from rondel.games.colonial.steps.turn import FLEETS, LOANS, NAVAL, PHASE, ROUND, TURN_BEGINS
from rondel.kernel import flow
from rondel.kernel.flow import NOBODY, Step

NUMBERS = ("treasury", "prestige", "diplomacy", "fleets", "squadrons", "goods", "unrest")
SEAT_KEYS = (*NUMBERS, *TRACK.ids, "loans", "privateers", "nation")
AREA_KEYS = ("counters", "spots", "colony", "city", "unrest", "mission")


def position(text: str = "", at: str = "", seats: int = 3, **options: Any) -> Table:
    """A table in the first turn.

    `seat 0 treasury 7 loans 5 2 navigation 1 privateers 1 2` (two Privateers among the fleets of seat 1);
    `congo counters 0 3 1 2 spots ivory 0 slaves 1 colony 0 city ivory unrest 2 mission` (three counters of seat 0, two
    of seat 1); `explored brazil guinea`; `first 1`; `merchants 1 2`; `revolution 0`. A Territory with counters is
    explored; spots that are not named go to whoever has the most counters to spare.

    `at`: `0 plays a` (seat 0 is to resolve card a), `turn`, `fleets`, `naval`, `loans`. Unless told otherwise four
    cards are laid in advance, so that the table stops at the Last Chance card when the card has been resolved.
    """
    state = GAME.new_state(seats, GAME.settle(seats, {"five-programmed": False, **options}))
    assert isinstance(state, Table)
    state.turn, state.first, state.shown = 1, 0, 1
    for line in text.strip().splitlines():
        _line(state, line.split())
    state.refresh()
    _cover(state)
    words = at.split()
    state.pending = _pending(state, words)
    flow.advance(state)
    GAME.check(state)
    return state


def _pending(state: Table, words: list[str]) -> list[Step[Any]]:
    if words[1:2] == ["plays"]:
        seat, card = int(words[0]), CARD.index[words[2]]
        state.program[seat * 5] = card
        return [ROUND[state.seats], CARD_DONE[seat], ResolveCard(seat, 0, card)]
    phase = {"fleets": FLEETS, "naval": NAVAL, "loans": LOANS}.get(words[0] if words else "turn")
    return [TURN_BEGINS] if phase is None else [PHASE[phase * (SEATS + 1)]]


def _line(state: Table, words: list[str]) -> None:
    key, words = words[0], words[1:]
    if key == "seat":
        _seat(state, int(words[0]), _split(words[1:], SEAT_KEYS))
    elif key == "explored":
        for area in words:
            state.tokens[AREA.index[area]] = 0
    elif key == "first":
        state.first = int(words[0])
    elif key == "turn":
        state.turn = int(words[0])
    elif key == "merchants":
        state.merchants = sum(1 << int(seat) for seat in words)
    elif key == "revolution":
        state.revolt = sum(1 << int(seat) for seat in words)
    elif key == "abolished":
        state.abolished = True
    elif key == "new-world":
        state.new_world = int(words[0])
    elif key == "circumnavigation":
        state.circumnavigation = int(words[0])
    else:
        _area(state, AREA.index[key], _split(words, AREA_KEYS))


def _split(words: list[str], keys: tuple[str, ...]) -> list[tuple[str, list[str]]]:
    found: list[tuple[str, list[str]]] = []
    for word in words:
        if word in keys:
            found.append((word, []))
        else:
            found[-1][1].append(word)
    return found


def _seat(state: Table, seat: int, values: list[tuple[str, list[str]]]) -> None:
    for key, words in values:
        if key == "nation":
            state.nation[seat] = NATION.index[words[0]]
            continue
        numbers = [int(word) for word in words]
        if key in NUMBERS:
            getattr(state, key)[seat] = numbers[0]
        elif key == "loans":
            state.loans[seat] = stacked(tuple(numbers))
        elif key == "privateers":
            for victim, number in zip(numbers[::2], numbers[1::2], strict=True):
                state.privateer[victim * SEATS + seat] = number
        else:
            state.track[seat * TRACKS + TRACK.index[key]] = numbers[0]


def _area(state: Table, area: int, values: list[tuple[str, list[str]]]) -> None:
    state.tokens[area] = 0
    for key, words in values:
        if key == "counters":
            for seat, number in zip(words[::2], words[1::2], strict=True):
                state.counter[area * SEATS + int(seat)] = int(number)
        elif key == "spots":
            for resource, seat in zip(words[::2], words[1::2], strict=True):
                state.spot[spot_in(area, resource)] = int(seat)
        elif key == "colony":
            state.colony[area] = int(words[0])
        elif key == "city":
            state.city |= 1 << spot_in(area, words[0])
        elif key == "unrest":
            state.area_unrest[area] = int(words[0])
        else:
            state.mission |= 1 << area


def spot_in(area: int, resource: str) -> int:
    assert resource in RESOURCE.index
    return SPOT.index[f"{AREA.ids[area]}-{resource}"]


def _cover(state: Table) -> None:
    for area, spots in enumerate(SPOTS_OF):
        for spot in spots:
            ready = [seat for seat in range(state.seats) if state.spare(seat, area) > 0]
            if state.spot[spot] == NOBODY and ready:
                most = max(state.counters(seat, area) for seat in ready)
                state.give_spot(spot, next(seat for seat in ready if state.counters(seat, area) == most))
