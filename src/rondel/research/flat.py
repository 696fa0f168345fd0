"""Observations straight from the fields of a state: whole numbers, much faster than by way of a view.

What a flat observation holds: the seat, who must act, the decision at hand, and every field of the state that lies open
on the table, in the order of the state; of fields with secrets, what the seat may know of them. It holds the raw
position, and none of the figures that a view works out from it (forecasts, ranks, prices). That it tells nothing hidden
is shown in the same way as for views: `rondel.research.secrecy` deals all that is hidden anew and compares.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rondel import games
from rondel.kernel.codec import Field
from rondel.kernel.events import SEAT, SetKind
from rondel.kernel.flow import CHANCE
from rondel.kernel.game import Game
from rondel.research.layout import layout

Secrets = Callable[[Any, int], list[int]]
HIDDEN = -2
"""Stands for a number that there is and that the seat may not know."""
KEPT = 4096
"""So many combinations of sets are remembered."""


@dataclass(frozen=True)
class Plan:
    """What of a game's fields is observed."""

    small: tuple[str, ...]
    """Bytearrays."""
    lists: tuple[str, ...]
    """Lists of whole numbers."""
    numbers: tuple[str, ...]
    sets: tuple[str, ...]
    """Sets of ids, as bits."""
    set_lists: tuple[str, ...]
    """Lists of such sets."""
    secrets: Secrets
    secret_names: tuple[str, ...]
    """What they are called; `hand.*` stands for every id of the last axis of the field `hand`."""


def imperial_secrets(state: Any, seat: int) -> list[int]:
    """The money of the players and the nations, and the seat's own standing orders."""
    money: list[int] = state.money[:12]
    if state.pending and not state.options["open-money"]:
        own = money[seat]
        money[: state.seats] = [HIDDEN] * state.seats
        money[seat] = own
    orders: list[int] = state.orders[2 * seat : 2 * seat + 2]
    return money + orders


def struggle_secrets(state: Any, seat: int) -> list[int]:
    """Unrest, as far as it may be seen; how many counters are in the bag; the seat's own order in the auction."""
    own = state.power_of[seat]
    unrest = list(state.unrest)
    if state.pending:
        for power, holder in enumerate(state.seat_of):
            if holder >= 0 and power != own:
                unrest[power] = HIDDEN
    order = [state.ceiling[own], state.order_a[own], state.order_b[own]] if own >= 0 else [-1, -1, -1]
    return [*unrest, sum(state.bag), *order]


def imperunde_secrets(state: Any, seat: int) -> list[int]:
    """The seat's own hand, and how many cards are in the deck."""
    cards = len(state.deck)
    return [*state.hand[seat * cards : (seat + 1) * cards], sum(state.deck)]


def colonial_secrets(state: Any, seat: int) -> list[int]:
    """The cards that are laid: the seat's own, and those of the others that lie face up; the debts of all."""
    program: list[int] = state.program[:]
    if state.pending:
        for place in range(len(program)):
            if place // 5 != seat and place % 5 >= state.shown and program[place] >= 0:
                program[place] = HIDDEN
    debts = [sum(stacks) for stacks in state.loans]
    return [*program, *debts, *([0] * (6 - len(debts)))]


def by_seat(name: str) -> tuple[str, ...]:
    return tuple(f"{name}[{seat}]" for seat in range(6))


PLANS: dict[str, Plan] = {
    "imperial": Plan(
        small=("army", "friendly", "fleet", "unmoved", "carried"),
        lists=("bond", "flag", "marker", "tax", "power", "armies_left", "fleets_left"),
        numbers=("investor", "chip_limit", "bonds", "answered"),
        sets=("factories",),
        set_lists=("chips",),
        secrets=imperial_secrets,
        secret_names=(
            *by_seat("money"),
            *(f"treasury[{nation}]" for nation in range(6)),
            "orders.entering",
            "orders.entered",
        ),
    ),
    "struggle": Plan(
        small=("unit", "control", "board", "market", "owned", "used", "moved"),
        lists=(
            "seat_of",
            "row",
            "slot",
            "gold",
            "unrest_war",
            "population",
            "points",
            "held_at",
            "held",
            "control_left",
        ),
        numbers=("first", "war", "round", "rounds", "actions", "bought", "settled", "blockade_at", "blockade_by"),
        sets=("in_play",),
        set_lists=("barred",),
        secrets=struggle_secrets,
        secret_names=(
            *(f"unrest[{power}]" for power in range(7)),
            "bag",
            "order.ceiling",
            "order.a",
            "order.b",
        ),
    ),
    "imperunde": Plan(
        small=("troops", "posts", "fresh", "fleet", "cargo", "prize", "ready", "discard", "spent"),
        lists=("home", "owner", "money", "debt", "plunderer", "post_count", "hand_size"),
        numbers=("target", "round", "phase", "starter", "mover", "winner"),
        sets=("canals", "famine", "storm", "calm", "happened"),
        set_lists=("war", "truce", "treaty"),
        secrets=imperunde_secrets,
        secret_names=("hand.*", "deck"),
    ),
    "colonial": Plan(
        small=(),
        lists=(
            "nation",
            "treasury",
            "prestige",
            "diplomacy",
            "track",
            "fleets",
            "squadrons",
            "privateer",
            "goods",
            "unrest",
            "counter",
            "spot",
            "tokens",
            "colony",
            "area_unrest",
            "free",
        ),
        numbers=("turn", "first", "shown", "new_world", "circumnavigation", "winner", "markers", "abolished"),
        sets=("revolt", "merchants", "embargo", "city", "mission", "objectives"),
        set_lists=(),
        secrets=colonial_secrets,
        secret_names=(
            *(f"program[{seat}][{place}]" for seat in range(6) for place in range(5)),
            *by_seat("debt"),
        ),
    ),
}


class Flat:
    """The order of the numbers in a flat observation of one game, the same for every number of players."""

    def __init__(self, game: Game[Any], plan: Plan) -> None:
        self.game = game
        self.plan = plan
        long = layout(game.name)
        self._blank = [-1 if number.kind == "id" else 0 for number in long.fields]
        self._steps = {step: (place, long._by_step[step]) for step, place in long.steps.items()}
        self._padded: dict[int, bool] = {}
        self._known_bits: dict[tuple[int, ...], bytes] = {}
        most = game.players[-1]
        self._most = most
        sample = game.setup(most)
        self._lists = _several(plan.lists)
        self._numbers = _several(plan.numbers)
        self._small = _several(plan.small)
        self._sets = _several(plan.sets)
        self._set_lists = _several(plan.set_lists)
        self._list_sizes = [len(getattr(sample, name)) for name in plan.lists]
        self._pads = [[-1] * size for size in self._list_sizes]
        head = ["seat", *(f"acts[{seat}]" for seat in range(most)), *_decision_names(game)]
        head += [*plan.numbers, *chain.from_iterable(_spelt_out(game, name) for name in plan.secret_names)]
        for name, size in zip(plan.lists, self._list_sizes, strict=True):
            head += _names(game, name, size)
        small = [each for name in plan.small for each in _names(game, name, len(getattr(sample, name)))]
        sets: list[str] = [f"{name}.{bit}" for name in plan.sets for bit in _bits(game, name)]
        for name in plan.set_lists:
            outer = _names(game, name, len(getattr(sample, name)))
            sets += [f"{each}.{bit}" for each in outer for bit in _bits(game, name)]
        self.names: tuple[str, ...] = (*head, *small, *sets)
        assert len(set(self.names)) == len(self.names), "a name stands for two numbers"
        self._struct = struct.Struct(f"={len(head)}h")
        self._head = len(head)
        self._end_small = self._head + len(small)
        smallest = game.setup(game.players[0])
        for name in (*plan.small, *plan.set_lists):
            assert len(getattr(smallest, name)) == len(getattr(sample, name)), f"{name} depends on the number of seats"
        widths = [_width(game, name) for name in plan.sets]
        widths += [_width(game, name) for name in plan.set_lists for _ in getattr(sample, name)]
        self._bytes = [(width + 7) // 8 for width in widths]
        firsts = [8 * sum(self._bytes[:place]) for place in range(len(widths))]
        self._used = np.array(
            [first + bit for first, width in zip(firsts, widths, strict=True) for bit in range(width)], dtype=np.intp
        )
        self.size = len(self.names)

    def __len__(self) -> int:
        return self.size

    def observe(self, state: Any, seat: int) -> NDArray[np.int16]:
        """What a seat may know, as a new vector."""
        rows = np.zeros((1, self.size), dtype=np.int16)
        self.write([state], [seat], rows)
        vector: NDArray[np.int16] = rows[0]
        return vector

    def write(self, states: list[Any], seats: list[int], rows: NDArray[np.int16]) -> None:
        """Fill the rows of an array, one for each state: numpy is called once for all, as each call of it is dear."""
        number, head, small = len(states), self._head, self._end_small
        heads = b"".join([self._packed(state, seat) for state, seat in zip(states, seats, strict=True)])
        rows[:, :head] = np.frombuffer(heads, dtype=np.int16).reshape(number, head)
        if head < small:
            pieces = b"".join(chain.from_iterable(map(self._small, states)))
            rows[:, head:small] = np.frombuffer(pieces, dtype=np.uint8).reshape(number, small - head)
        if small < self.size:
            bits = b"".join([self._spread(state) for state in states])
            rows[:, small:] = np.frombuffer(bits, dtype=np.uint8).reshape(number, self.size - small)

    def _packed(self, state: Any, seat: int) -> bytes:
        """The numbers of a row that lie in no bytearray and are no sets."""
        decision, acts, about = self._asked(state)
        lists: tuple[list[int], ...] = self._lists(state)
        if self._is_padded(state.seats, lists):
            lists = tuple(
                [
                    part if len(part) == size else [*part, *pad[len(part) :]]
                    for part, size, pad in zip(lists, self._list_sizes, self._pads, strict=True)
                ]
            )
        numbers = [seat, *acts, decision, *about, *self._numbers(state), *self.plan.secrets(state, seat)]
        for part in lists:
            numbers += part
        return self._struct.pack(*numbers)

    def _asked(self, state: Any) -> tuple[int, list[int], list[int]]:
        """The decision at hand, who must take it, and what it is about."""
        acts = [0] * self._most
        pending = state.pending
        if not pending:
            return -1, acts, self._blank
        step = pending[-1]
        for each in step.to_act(state):
            if each != CHANCE:
                acts[each] = 1
        decision, fields = self._steps[type(step)]
        about = self._blank[:]
        for name, place in fields:
            value = getattr(step, name)
            if isinstance(value, int):
                about[place] = value
        return decision, acts, about

    def _spread(self, state: Any) -> bytes:
        """The bits of all sets, a byte each. Sets change seldom: the last ones are kept."""
        sets = (*self._sets(state), *chain.from_iterable(self._set_lists(state)))
        known = self._known_bits.get(sets)
        if known is not None:
            return known
        packed = b"".join([each.to_bytes(width, "little") for each, width in zip(sets, self._bytes, strict=True)])
        bits = np.unpackbits(np.frombuffer(packed, dtype=np.uint8), bitorder="little")[self._used].tobytes()
        if len(self._known_bits) >= KEPT:
            self._known_bits.clear()
        self._known_bits[sets] = bits
        return bits

    def _is_padded(self, seats: int, lists: tuple[list[int], ...]) -> bool:
        """Whether a list is shorter with so many seats than with the most."""
        if seats not in self._padded:
            self._padded[seats] = any(len(part) < size for part, size in zip(lists, self._list_sizes, strict=True))
        return self._padded[seats]


def _several(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """The fields of a state, always as a tuple."""
    if not names:
        return lambda state: ()
    if len(names) == 1:
        getter = attrgetter(names[0])
        return lambda state: (getter(state),)
    return attrgetter(*names)


def _spelt_out(game: Game[Any], name: str) -> list[str]:
    """A name, or as many as its `*` stands for."""
    field, mark, _ = name.partition(".*")
    return [f"{field}.{id_}" for id_ in game.fields[field].axes[-1].ids] if mark else [name]


def _decision_names(game: Game[Any]) -> list[str]:
    return ["decision", *(number.name for number in layout(game.name).fields)]


def _names(game: Game[Any], name: str, size: int) -> list[str]:
    """What the numbers of a list are called: by the ids of its axes where the field declares them."""
    field = game.fields.get(name)
    axes = field.axes if isinstance(field, Field) else ()
    sizes = [game.players[-1] if axis is SEAT else len(axis.ids) for axis in axes]
    if len(axes) == 1 and sizes[0] == size:
        return [f"{name}.{_id(axes[0], place)}" for place in range(size)]
    if len(axes) == 2 and sizes[0] * sizes[1] == size:
        width = sizes[1]
        return [f"{name}.{_id(axes[0], place // width)}.{_id(axes[1], place % width)}" for place in range(size)]
    return [f"{name}[{place}]" for place in range(size)]


def _id(axis: Any, place: int) -> str:
    return str(place) if axis is SEAT else str(axis.ids[place])


def _bits(game: Game[Any], name: str) -> list[str]:
    """The names of the bits of a set."""
    kind = game.fields[name].value
    assert isinstance(kind, SetKind)
    return list(kind.ids)


def _width(game: Game[Any], name: str) -> int:
    return len(_bits(game, name))


@cache
def flat(name: str) -> Flat:
    """The flat layout of one of the four games."""
    return Flat(games.load(name), PLANS[name])
