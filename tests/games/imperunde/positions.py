"""Positions of ImpeRunde in text, and moves in notation, so that tests read like the rulebook."""

from __future__ import annotations

from typing import Any

from rondel.games.imperunde import GAME
from rondel.games.imperunde.actions import NEVER, ORDER, SEATS
from rondel.games.imperunde.components import AREA, ARMIES, CANAL, CARD, CARDS, HOMES, LANDS, UNIT
from rondel.games.imperunde.state import PARTIES, PHASE, PIRATES, Table
from rondel.games.imperunde.steps import diplomacy, embarking, events, investments, movement, round, seas
from rondel.kernel import flow
from rondel.kernel.events import Event


def position(text: str, phase: str, turn: int = 0, seats: int = 4, **options: Any) -> Table:
    """A table in a phase, with a seat at turn.

    `0 congo infantry 2 fort 1 posts 1` puts pieces of seat 0 into an area (armies at sea are aboard freighters),
    `pirates
    caribbean frigate 2` pirates. Directives: `home 0 japan`, `war 0 1`, `truce 0 1`, `money 0 9`, `debt 0 5`, `hand 0
    ambush treason`, `orders 0 always`, `storm X`, `calm X`, `famine X`, `canal suez`, `target 9`, `round 2`, `starter
    1`.
    What is not named: homelands in the order of the board, nobody is asked for cards, all cards in the deck.
    """
    state = GAME.new_state(seats, GAME.settle(seats, options))
    GAME.start(state)
    assert isinstance(state, Table)
    state.pending.clear()
    state.round, state.starter, state.phase = 1, 0, PHASE.index[phase]
    state.orders = [NEVER] * SEATS
    lines = [line.split() for line in text.strip().splitlines() if line.strip()]
    homes = {int(words[1]): AREA.index[words[2]] for words in lines if words[0] == "home"}
    spare = [home for home in range(HOMES) if home not in homes.values()]
    for seat in range(seats):
        state.home[seat] = homes[seat] if seat in homes else spare.pop(0)
        state.own(seat, state.home[seat])
    for words in lines:
        if words[0] == "pirates" or words[0].isdecimal():
            _place(state, PIRATES if words[0] == "pirates" else int(words[0]), AREA.index[words[1]], words[2:])
        elif words[0] != "home":
            _direct(state, words[0], words[1:])
    state.refresh()
    state.relate()
    state.pending.append(round.PHASES)
    _begin(state, phase, turn)
    flow.advance(state)
    GAME.check(state)
    return state


def _place(state: Table, party: int, area: int, words: list[str]) -> None:
    for piece, number in zip(words[::2], map(int, words[1::2]), strict=True):
        if area >= LANDS:
            unit, sea = UNIT.index[piece], area - LANDS
            if unit < ARMIES:
                state.cargo[(sea * SEATS + party) * ARMIES + unit] += number
            else:
                state.fleet[(sea * PARTIES + party) * 2 + unit - 4] += number
            continue
        state.owner[area] = party
        if piece == "posts":
            state.posts[area] = number
        else:
            state.troops[area * 4 + UNIT.index[piece]] += number


def _direct(state: Table, key: str, words: list[str]) -> None:
    if key == "war":
        state.stance[int(words[0])] |= 1 << int(words[1])
        state.relate()
    elif key == "truce":
        state.join(state.truce, int(words[0]), int(words[1]))
    elif key == "money":
        state.money[int(words[0])] = int(words[1])
    elif key == "debt":
        state.debt[int(words[0])] = int(words[1])
    elif key == "hand":
        for card in words[1:]:
            state.hand[int(words[0]) * CARDS + CARD.index[card]] += 1
            state.deck[CARD.index[card]] -= 1
    elif key == "orders":
        state.orders[int(words[0])] = ORDER.index[words[1]]
    elif key == "storm":
        state.storm |= 1 << AREA.index[words[0]] - LANDS
    elif key == "calm":
        state.calm |= 1 << AREA.index[words[0]] - LANDS
    elif key == "famine":
        state.famine |= 1 << AREA.index[words[0]]
    elif key == "canal":
        state.canals |= 1 << CANAL.index[words[0]]
    elif key == "target":
        state.target = int(words[0])
    elif key == "round":
        state.round = int(words[0])
    else:
        assert key == "starter", key
        state.starter = int(words[0])


def _begin(state: Table, phase: str, turn: int) -> None:
    """What is pending: the turn of one player, after which the phase ends; or the whole phase."""
    if phase == "movement":
        state.push(movement.MovementTurn(()))
        state.make_ready(turn)
        state.push(movement.MOVE[turn])
    elif phase == "investments":
        round.note_holders(state)
        state.push(investments.InvestmentTurn(()))
        state.push(investments.INVEST[turn])
    elif phase == "embarking":
        state.push(embarking.EmbarkationTurn(()))
        state.push(embarking.EMBARK_STEP[turn])
    elif phase == "income":
        round.begin_phase(state, state.phase)
    elif phase == "clearing":
        round.note_holders(state)
        state.push(seas.ClearSeas(0))
    elif phase == "diplomacy":
        state.unsettled = (1 << state.seats) - 1
        state.push(diplomacy.Talks(tuple(diplomacy.british_last(state))))
    else:
        assert phase == "events"
        state.push(events.EventTurn(0))


def play(state: Table, *moves: str) -> list[Event]:
    """Play moves in notation, each by the first seat that is to act (or chance); return all events."""
    happened = []
    for move in moves:
        happened += GAME.apply(state, flow.to_act(state)[0], GAME.catalogue.parse(move))
        GAME.check(state)
    return happened


def play_as(state: Table, seat: int, *moves: str) -> list[Event]:
    happened = []
    for move in moves:
        happened += GAME.apply(state, seat, GAME.catalogue.parse(move))
        GAME.check(state)
    return happened


def offered(state: Table, kind: str = "") -> list[str]:
    """The legal actions of the seat to act in notation; of one kind, if it is named."""
    actions = [GAME.catalogue[action] for action in flow.legal(state, flow.to_act(state)[0])]
    return [action.notation for action in actions if not kind or action.kind == kind]


def reason(state: Table, move: str) -> str:
    """The code of why a move is not allowed; "" if it is."""
    why = GAME.explain(state, flow.to_act(state)[0], GAME.catalogue.parse(move))
    return why.code if why else ""


def step(state: Table) -> str:
    return type(state.pending[-1]).__name__


def units(state: Table, area: str, seat: int = 0) -> dict[str, int]:
    """What stands in a land, or what ships and freighters of a seat (6: pirates) lie in a sea area."""
    place = AREA.index[area]
    if place < LANDS:
        return {UNIT.ids[unit]: n for unit in range(4) if (n := state.troops[place * 4 + unit])}
    sea = place - LANDS
    found = {UNIT.ids[4 + ship]: n for ship in range(2) if (n := state.fleet[(sea * PARTIES + seat) * 2 + ship])}
    if seat < SEATS:
        for army in range(ARMIES):
            if n := state.cargo[(sea * SEATS + seat) * ARMIES + army]:
                found[UNIT.ids[army]] = n
    return found


def owner(state: Table, land: str) -> int:
    return state.owner[AREA.index[land]]


def posts(state: Table, land: str) -> int:
    return state.posts[AREA.index[land]]


def hand(state: Table, seat: int) -> list[str]:
    return [CARD.ids[card] for card in range(CARDS) for _ in range(state.hand[seat * CARDS + card])]


def names(happened: list[Event]) -> list[str]:
    return [event.kind.name for event in happened]
