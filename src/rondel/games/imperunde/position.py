"""Positions in text, for tests and puzzles."""

from __future__ import annotations

from typing import Any

from rondel.games.imperunde import GAME
from rondel.games.imperunde.actions import NEVER, ORDER, SEATS
from rondel.games.imperunde.components import AREA, ARMIES, CANAL, CARD, CARDS, HOMES, LANDS, UNIT
from rondel.games.imperunde.state import PARTIES, PHASE, PIRATES, Table
from rondel.games.imperunde.steps import diplomacy, embarking, events, investments, movement, round, seas
from rondel.kernel import flow


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
