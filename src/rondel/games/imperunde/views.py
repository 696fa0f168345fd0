"""What each seat may see: everything but the cards in the other hands and in the deck."""

from __future__ import annotations

import random
from typing import Any

from rondel.games.imperunde.actions import MOVER, MOVERS, ORDER, SEATS
from rondel.games.imperunde.components import (
    AREA,
    ARMIES,
    CANAL,
    CARD,
    CARDS,
    COLOUR,
    FORT,
    LAND_VALUE,
    LANDS,
    PIECE,
    PIECES,
    SEA_VALUE,
    UNIT,
    UNIT_DIE,
)
from rondel.games.imperunde.events import PARTY
from rondel.games.imperunde.fight import ATTACKING, CODES, DEFENDING, PRIZE, moves_left, origin_of, unit_of
from rondel.games.imperunde.odds import chance_to_win, next_losses
from rondel.games.imperunde.state import LEDGER, LINES, PARTIES, PHASE, Table
from rondel.games.imperunde.steps import budget
from rondel.games.imperunde.steps.round import scores
from rondel.games.imperunde.steps.secret_service import Aim, OnTable
from rondel.games.imperunde.steps.spying import ExposeSpies
from rondel.kernel.data import bits
from rondel.kernel.events import SEAT
from rondel.kernel.flow import NOBODY

SHIP_IDS = UNIT.ids[4:]


def view(state: Table, seat: int) -> dict[str, Any]:
    return {
        "seats": state.seats,
        "round": state.round,
        "phase": PHASE.ids[state.phase],
        "order": state.order() if state.starter != NOBODY else [],
        "starter": SEAT.show(state.starter),
        "clockwise": bool(state.round % 2),
        "mover": SEAT.show(state.mover),
        "target": state.target,
        "winner": SEAT.show(state.winner),
        "player": [player_view(state, player, seat) for player in range(state.seats)],
        "relation": [[relation(state, one, other) for other in range(state.seats)] for one in range(state.seats)],
        "area": {id_: area_view(state, area) for area, id_ in enumerate(AREA.ids)},
        "canals": [id_ for canal, id_ in enumerate(CANAL.ids) if state.canals >> canal & 1],
        "deck": sum(state.deck),
        "played": {id_: state.discard[card] for card, id_ in enumerate(CARD.ids) if state.discard[card]},
        "ready": ready_view(state),
        "battle": battle_view(state),
        "card": card_view(state),
        "exposed": exposed_view(state, seat),
    }


def relation(state: Table, one: int, other: int) -> str | None:
    """War, armistice or peace; `wanted` wars show in the stances."""
    if one == other:
        return None
    if state.war[one] >> other & 1:
        return "armistice" if state.truce[one] >> other & 1 else "war"
    return "peace"


def hand_view(state: Table, player: int) -> dict[str, int]:
    return {id_: n for card, id_ in enumerate(CARD.ids) if (n := state.hand[player * CARDS + card])}


def player_view(state: Table, player: int, seat: int) -> dict[str, Any]:
    form = player * LINES
    return {
        "home": AREA.ids[state.home[player]] if state.home[player] != NOBODY else None,
        "posts": state.post_count[player],
        "to_win": max(0, state.target - state.post_count[player]),
        "money": state.money[player],
        "debt": state.debt[player],
        "score": scores(state)[player],
        "budget": dict(zip(LEDGER.ids, state.budget[form : form + LINES], strict=True)),
        "forecast": forecast(state, player),
        "wants_war": bits(state.stance[player]),
        "orders": ORDER.ids[state.orders[player]],
        "stock": dict(zip(PIECE.ids, state.stock[player * PIECES : (player + 1) * PIECES], strict=True)),
        "cards": state.hand_size[player],
        "hand": hand_view(state, player) if player == seat or state.over() else None,
    }


def forecast(state: Table, player: int) -> dict[str, int]:
    """What the budget would bring if income were due now."""
    if state.home[player] == NOBODY:
        return {}
    return dict(zip(LEDGER.ids[1:], budget.assess(state, player)[1:], strict=False))


def area_view(state: Table, area: int) -> dict[str, Any]:
    if area < LANDS:
        first = area * 4
        return {
            "value": LAND_VALUE[area],
            "owner": SEAT.show(state.owner[area]),
            "home": state.is_home(area),
            "units": {UNIT.ids[unit]: n for unit in range(FORT + 1) if (n := state.troops[first + unit])},
            "posts": state.posts[area],
            "new_posts": state.fresh[area],
            "most_posts": state.most_posts(area),
            "spent": state.spent[area],
            "famine": bool(state.famine >> area & 1),
            "plunderer": SEAT.show(state.plunderer[area]),
            "event": bool(state.happened >> area & 1),
        }
    sea = area - LANDS
    return {
        "value": SEA_VALUE[sea],
        "ships": {
            PARTY.ids[party]: {
                SHIP_IDS[ship]: n for ship in range(2) if (n := state.fleet[(sea * PARTIES + party) * 2 + ship])
            }
            for party in range(PARTIES)
            if state.ships_at[party] >> sea & 1
        },
        "freighters": {
            PARTY.ids[player]: {
                UNIT.ids[army]: n
                for army in range(ARMIES)
                if (n := state.cargo[(sea * SEATS + player) * ARMIES + army])
            }
            for player in range(state.seats)
            if state.cargo_at[player] >> sea & 1
        },
        "prizes": {
            PARTY.ids[player]: n
            for player in range(state.seats)
            if (n := sum(state.prize[(sea * SEATS + player) * 2 : (sea * SEATS + player) * 2 + 2]))
        },
        "storm": bool(state.storm >> sea & 1),
        "calm": bool(state.calm >> sea & 1),
        "event": bool(state.happened >> area & 1),
    }


def ready_view(state: Table) -> dict[str, dict[str, list[int]]]:
    """Units of the moving player with moves left: [with one, with two]."""
    seen: dict[str, dict[str, list[int]]] = {}
    for area in bits(state.ready_at):
        here = {}
        for mover in range(MOVERS):
            place = (area * MOVERS + mover) * 2
            if state.ready[place] or state.ready[place + 1]:
                here[MOVER.ids[mover]] = list(state.ready[place : place + 2])
        seen[AREA.ids[area]] = here
    return seen


def battle_view(state: Table) -> dict[str, Any] | None:
    fight = state.fight
    if fight is None:
        return None
    count = len(fight.attack)
    return {
        "area": AREA.ids[fight.area],
        "attacker": PARTY.ids[fight.attacker],
        "defender": PARTY.ids[fight.defender],
        "roll": fight.rolls + 1,
        "attackers": [
            {
                "unit": UNIT.ids[unit_of(each)],
                "from": AREA.ids[origin_of(each)],
                "moves": moves_left(each),
                "prize": each % 4 == PRIZE,
            }
            for each in fight.units
        ],
        "rebels": fight.rebels,
        "natives": fight.natives,
        "attack": line_view(fight.attack, fight.dice[:count]),
        "defence": line_view(fight.defence, fight.dice[count:]),
        "boarding": [[UNIT.ids[pair // CODES // 4], UNIT.ids[pair % CODES // 4]] for pair in fight.boardings],
        "hussar": [side for side, bit in (("attacker", ATTACKING), ("defender", DEFENDING)) if fight.hussars & bit],
        "ambush": fight.ambush,
        "surprise": fight.surprise,
        "chance": round(chance_to_win(state, fight), 4),
        "losses": [round(each, 2) for each in next_losses(state, fight)],
    }


def line_view(line: list[int], dice: list[int]) -> list[dict[str, Any]]:
    return [
        {
            "unit": UNIT.ids[code // 4],
            "colour": COLOUR.ids[UNIT_DIE[code // 4]],
            "number": dice[at] if at < len(dice) else None,
        }
        for at, code in enumerate(line)
    ]


def card_view(state: Table) -> dict[str, Any] | None:
    """The card that lies on the table now."""
    for step in state.pending[::-1]:
        if isinstance(step, OnTable):
            return {"card": CARD.ids[step.card], "by": step.by}
        if isinstance(step, Aim):
            return {"card": CARD.ids[step.card], "by": step.by}
    return None


def exposed_view(state: Table, seat: int) -> dict[str, Any] | None:
    """The hand that this seat is looking at."""
    step = state.pending[-1] if state.pending else None
    if isinstance(step, ExposeSpies):
        hand = hand_view(state, step.other) if step.seat == seat else None
        return {"seat": step.seat, "other": step.other, "hand": hand}
    return None


def imagine(state: Table, seat: int, rng: random.Random) -> Table:
    """The cards that the seat cannot see, in the other hands and in the deck, are shuffled and dealt anew."""
    twin = state.copy()
    if state.over():
        return twin
    step = state.pending[-1]
    seen = {seat}
    if isinstance(step, ExposeSpies) and step.seat == seat:
        seen.add(step.other)
    hidden = [player for player in range(state.seats) if player not in seen]
    pool = [card for card in range(CARDS) for _ in range(state.deck[card])]
    for player in hidden:
        for card in range(CARDS):
            pool += [card] * state.hand[player * CARDS + card]
    rng.shuffle(pool)
    for player in hidden:
        for card in range(CARDS):
            twin.hand[player * CARDS + card] = 0
        for _ in range(state.hand_size[player]):
            twin.hand[player * CARDS + pool.pop()] += 1
    for card in range(CARDS):
        twin.deck[card] = pool.count(card)
    return twin


def figures(state: Table, seat: int) -> list[tuple[str, dict[str, Any], int]]:
    """What a player watches: the chance in a battle, posts, money, debt, income, colonies and cards."""
    numbers: list[tuple[str, dict[str, Any], int]] = []
    # Without a battle 0, so that the preview of an attack has something to compare with.
    numbers.append(
        ("figure.chance", {}, round(100 * chance_to_win(state, state.fight)) if state.fight is not None else 0)
    )
    for player in range(state.seats):
        if state.home[player] == NOBODY:
            continue
        who = {"seat": player}
        numbers.append(("figure.posts", who, state.post_count[player]))
        numbers.append(("figure.money", who, state.money[player]))
        numbers.append(("figure.debt", who, state.debt[player]))
        numbers.append(("figure.income", who, budget.income(budget.assess(state, player))))
        numbers.append(("figure.colonies", who, state.colonies(player).bit_count()))
        numbers.append(("figure.cards", who, state.hand_size[player]))
    return numbers
