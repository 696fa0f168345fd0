"""12. The secret service: when cards may be played, at what, how they are answered, and what they do.

"At any time" is a few named windows (see RULINGS.md). Everybody who holds a card, and whose standing orders ask for
it, is
asked in turn order; the first to play a card plays it, then all are asked again. Whoever is at turn may also play
cards in
between his own choices.
"""

from __future__ import annotations

from typing import Final

from rondel.games.imperunde import events
from rondel.games.imperunde.actions import (
    AIM_AREA,
    AIM_SEAT,
    AIM_UNIT,
    ALWAYS,
    DONE,
    DRAW,
    IN_BATTLES,
    K_PASS_ORDERS,
    KIND_OF,
    NEVER,
    PASS,
    PASS_UNTIL,
    PLACE_OF,
    PLAY,
    SEATS,
    TAKE,
    WHEN_ATTACKED,
    kind_of,
)
from rondel.games.imperunde.components import (
    AMBUSH,
    AREA,
    ARMIES,
    ARMISTICE,
    CAPTURE,
    CARD,
    CARD_WHEN,
    CARDS,
    CAVALRY,
    COUNTER,
    DECLARATION,
    EXPOSE,
    FORGED_LAND,
    FORGED_SEA,
    FORT,
    FREEBOOTERS,
    FRIGATE,
    HUSSAR_RAID,
    LAND_NEAR,
    LANDS,
    PIECES,
    PIRATES_CARD,
    PIRATES_OF_CARD,
    PLUNDER,
    REBELLION,
    REBELS_OF_CARD,
    SABOTAGE,
    SEA_NEAR,
    SHIP_MOVES,
    SMUGGLED,
    SMUGGLING,
    SURPRISE,
    TREASON,
    TREATY,
)
from rondel.games.imperunde.state import (
    CLEARING,
    CODES,
    DIPLOMACY,
    INCOME,
    MOVEMENT,
    PARTIES,
    PIRATES,
    Table,
)
from rondel.games.imperunde.steps.perils import roll_odd
from rondel.kernel.data import bits
from rondel.kernel.events import NUMBER, SEAT, Kind, Message, Reason
from rondel.kernel.flow import BY_SEAT, NOBODY, ChanceStep, Step

CHAPTER: Final = "secret-service"

WINDOW: Final = Kind(
    "window", ("talks", "income", "investments", "clearing", "turn", "embarking", "events", "battle", "roll")
)
W_TALKS, W_INCOME, W_INVESTMENTS, W_CLEARING, W_TURN, W_EMBARKING, W_EVENTS, W_BATTLE, W_ROLL = range(9)

ANYTIME: Final = 0
BEFORE_BATTLE: Final = 1
BEFORE_ROLL: Final = 2
INVESTING: Final = 3
"""Where a card would be played: a window outside battles or an own turn, before a battle's first roll, before a later
roll, in the own investments."""

# --- drawing -------------------------------------------------------------------------------------------------------


class DrawCard(ChanceStep[Table]):
    """12., 14.2 A card is drawn face down from the shuffled deck."""

    __slots__ = ("seat",)
    FIELDS = (("seat", SEAT),)
    CHAPTER = CHAPTER
    SECRET = True

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def odds(self, state: Table) -> list[tuple[int, int]]:
        deck = state.deck
        return [(DRAW[card], deck[card]) for card in range(CARDS) if deck[card]]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        state.draw_card(self.seat, PLACE_OF[action])


DRAW_CARD: Final = [DrawCard(seat) for seat in range(SEATS)]

# --- windows -------------------------------------------------------------------------------------------------------


def is_asked(state: Table, window: int, seat: int) -> bool:
    """Whether a seat is asked in a window: it holds a card, and its standing orders want it. Both are public."""
    if not state.hand_size[seat]:
        return False
    order = state.orders[seat]
    if window == W_INCOME and order == IN_BATTLES:
        return state.hostile(seat) != 0  # the only moment for Plunder, which needs a war
    if window < W_BATTLE:
        return order == ALWAYS
    if seat != state.b_attacker and seat != state.b_defender:
        return order == ALWAYS and window == W_BATTLE
    if order < (IN_BATTLES if seat == state.b_attacker else WHEN_ATTACKED):
        return False
    if window == W_BATTLE:
        return True
    # Before later rolls only an armistice or a hussar raid can matter.
    enemy = state.b_defender if seat == state.b_attacker else state.b_attacker
    return enemy < SEATS or has_cavalry(state, seat)


def open_window(state: Table, window: int, first: int) -> None:
    """Ask in turn order, beginning with the player at turn."""
    for seat in range(state.seats):
        if state.hand_size[seat] and is_asked(state, window, seat):
            waiting = asked(state, window, first)
            if waiting:
                state.push(Window(window, waiting, first))
            return


def asked(state: Table, window: int, first: int) -> tuple[int, ...]:
    order = state.order_from(first)
    if window == W_TURN:
        del order[0]  # he may play his cards in his own turn
    return tuple([seat for seat in order if is_asked(state, window, seat)])


class Window(Step[Table]):
    """12. Cards may be played at any time: here, until everybody who is asked has passed."""

    __slots__ = ("first", "waiting", "window")
    FIELDS = (("window", WINDOW), ("waiting", SEAT), ("first", SEAT))
    CHAPTER = CHAPTER

    def __init__(self, window: int, waiting: tuple[int, ...], first: int) -> None:
        self.window = window
        self.waiting = waiting
        self.first = first

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[self.waiting[0]] if self.waiting else ()

    def prompt(self, state: Table, seat: int) -> Message:
        return Message(
            f"prompt.window-{WINDOW.ids[self.window]}", {"area": AREA.show(state.b_area), "seat": self.first}
        )

    def awaited(self, state: Table) -> Message:
        return Message("waiting.window", {"window": WINDOW.ids[self.window], "waiting": list(self.waiting)})

    def where(self) -> int:
        return BEFORE_BATTLE if self.window == W_BATTLE else BEFORE_ROLL if self.window == W_ROLL else ANYTIME

    def choices(self, state: Table, seat: int) -> list[int]:
        offered = [PASS, *PASS_UNTIL[: state.orders[seat]]]
        add_plays(state, seat, self.where(), offered)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        return held_cards(state, seat)

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        return explain_play(state, seat, action, self.where())

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if action == PASS:
            state.replace(Window(self.window, self.waiting[1:], self.first))
        elif KIND_OF[action] == K_PASS_ORDERS:
            give_orders(state, seat, PLACE_OF[action])
            state.replace(Window(self.window, self.waiting[1:], self.first))
        else:
            state.replace(Reopen(self.window, self.first))
            announce(state, seat, PLACE_OF[action])

    def run(self, state: Table) -> None:
        state.pop()


class Reopen(Step[Table]):
    """After a card, all are asked again, until all pass."""

    __slots__ = ("first", "window")
    FIELDS = (("window", WINDOW), ("first", SEAT))
    CHAPTER = CHAPTER

    def __init__(self, window: int, first: int) -> None:
        self.window = window
        self.first = first

    def run(self, state: Table) -> None:
        state.pop()
        if self.window < W_BATTLE or state.b_area != NOBODY:
            open_window(state, self.window, self.first)


def give_orders(state: Table, seat: int, order: int) -> None:
    state.orders[seat] = order
    if state.events is not None:
        state.emit(events.ORDERS_GIVEN, seat, order)


# --- what may be played, and at what ----------------------------------------------------------------------------------


def add_plays(state: Table, seat: int, where: int, offered: list[int]) -> None:
    """The cards of a hand that can be played here."""
    if state.hand_size[seat]:
        first = seat * CARDS
        hand = state.hand
        for card in range(CARDS):
            if hand[first + card] and can_play(state, seat, card, where):
                offered.append(PLAY[card])


def held_cards(state: Table, seat: int) -> list[int]:
    return [PLAY[card] for card in range(CARDS) if state.hand[seat * CARDS + card]]


def explain_play(state: Table, seat: int, action: int, where: int) -> Reason | None:
    if kind_of(action) != "play":
        return None
    card = PLACE_OF[action]
    name = {"card": CARD.ids[card]}
    if not state.hand[seat * CARDS + card]:
        return Reason("card-not-held", name, CHAPTER)
    when = CARD_WHEN[card]
    if when == "answer":
        return Reason("card-only-answers", name, CHAPTER)
    if when == "battle" and where not in (BEFORE_BATTLE, BEFORE_ROLL):
        return Reason("card-only-in-battle", name, CHAPTER)
    if where in (BEFORE_BATTLE, BEFORE_ROLL) and when != "battle":
        return Reason("card-not-in-battle", name, CHAPTER)
    if when == "diplomacy" and state.phase != DIPLOMACY:
        return Reason("card-only-in-diplomacy", name, CHAPTER)
    if when == "income" and state.phase != INCOME:
        return Reason("card-only-in-income", name, CHAPTER)
    if when == "investments" and where != INVESTING:
        return Reason("card-only-in-investments", name, CHAPTER)
    return Reason("card-no-target", name, CHAPTER)


def has_cavalry(state: Table, seat: int) -> bool:
    """Whether a side of the battle has cavalry in it."""
    if seat == state.b_attacker:
        return any(packed % CODES // 4 == CAVALRY for packed in state.attackers)
    return state.b_area < LANDS and state.troops[state.b_area * 4 + CAVALRY] > 0


def enemy_in_battle(state: Table, seat: int) -> int:
    """The other side, for one who takes part in the battle; else nobody."""
    if seat == state.b_attacker:
        return state.b_defender
    if seat == state.b_defender:
        return state.b_attacker
    return NOBODY


def may_capture(state: Table, seat: int) -> bool:
    """Card 18: an own attack on an enemy player in his sea area, before the first roll, and he has a frigate there."""
    enemy = enemy_in_battle(state, seat)
    if state.b_area < LANDS or not 0 <= enemy < SEATS or not state.war[seat] >> enemy & 1:
        return False
    sea = state.b_area - LANDS
    if state.phase == CLEARING:
        if state.held[sea] != enemy:
            return False
    elif seat != state.b_attacker:
        return False
    return enemy_frigate(state, seat) >= 0


def enemy_frigate(state: Table, seat: int) -> int:
    """A frigate of the other side: 0 if it defends, the place among the attackers + 1 if it attacks; -1 if none."""
    if seat == state.b_attacker:
        sea = state.b_area - LANDS
        return 0 if state.fleet[(sea * PARTIES + state.b_defender) * 2] else -1
    for place, packed in enumerate(state.attackers):
        if packed % CODES // 4 == FRIGATE:
            return place + 1
    return -1


def can_play(state: Table, seat: int, card: int, where: int) -> bool:
    """12. Whether a card can be played here: the right moment, and something to aim at."""
    when = CARD_WHEN[card]
    if when == "battle":
        if where != BEFORE_BATTLE and (where != BEFORE_ROLL or card != HUSSAR_RAID):
            return False
        land = state.b_area
        if card == CAPTURE:
            return may_capture(state, seat)
        if land >= LANDS:
            return False
        if card == HUSSAR_RAID:
            side = 1 if seat == state.b_attacker else 2 if seat == state.b_defender else 0
            return side > 0 and not state.hussar & side and has_cavalry(state, seat)
        if card == TREASON:
            return seat != state.b_defender < SEATS and state.troops[land * 4 + FORT] > 0
        if card == AMBUSH:
            return seat == state.b_defender and not state.ambush
        return seat == state.b_attacker and not state.surprise
    if where in (BEFORE_BATTLE, BEFORE_ROLL):
        enemy = enemy_in_battle(state, seat)
        return card == ARMISTICE and 0 <= enemy < SEATS and bool(state.hostile(seat) >> enemy & 1)
    if when == "answer" or (when == "investments" and where != INVESTING):
        return False
    if (when == "diplomacy" and state.phase != DIPLOMACY) or (when == "income" and state.phase != INCOME):
        return False
    return bool(aims(state, card, seat, ()))


def others(state: Table, seat: int) -> list[int]:
    return [other for other in range(state.seats) if other != seat]


def foreign_warships(state: Table, seat: int) -> int:
    """Bits of the sea areas with warships of anybody but this seat, pirates included."""
    found = 0
    for party in range(PARTIES):
        if party != seat:
            found |= state.ships_at[party]
    return found


def forged_courses(state: Table, seat: int, sea: int) -> int:
    """Card 9: where forged orders can send the ships of a seat from a sea area."""
    if state.calm >> sea & 1:
        return 0
    return state.near_seas(seat, sea) & ~foreign_warships(state, seat) & ~state.storm & ~state.calm


def forged_marches(state: Table, land: int) -> int:
    """Card 10: the colonies to which forged orders can send armies from a colony; one army or fort must stay."""
    seat = state.owner[land]
    first = land * 4
    troops = state.troops
    if not troops[first] + troops[first + 1] + troops[first + 2] or state.garrison(land) < 2:
        return 0
    return LAND_NEAR[land] & state.colonies(seat)


def forged_colonies(state: Table, seat: int) -> list[int]:
    return [
        land for other in others(state, seat) for land in bits(state.colonies(other)) if forged_marches(state, land)
    ]


def plunder_lands(state: Table, seat: int) -> list[int]:
    """Card 14: coastal colonies of enemies."""
    hostile = state.hostile(seat)
    return [
        land
        for other in range(state.seats)
        if hostile >> other & 1
        for land in bits(state.colonies(other))
        if SEA_NEAR[land] and state.plunderer[land] == NOBODY
    ]


def freebooter_seas(state: Table, seat: int) -> int:
    """Card 4: sea areas with pirates, and without warships of a friend."""
    return state.ships_at[PIRATES] & ~state.friend_seas(seat)


def aims(state: Table, card: int, by: int, args: tuple[int, ...]) -> list[int]:
    """The next targets to choose from, once `args` have been chosen."""
    stage = len(args)
    if card == ARMISTICE:
        return [AIM_SEAT[other] for other in bits(state.hostile(by))]
    if card == DECLARATION:
        return [AIM_SEAT[other] for other in others(state, by) if not state.hostile(by) >> other & 1]
    if card == EXPOSE:
        return [AIM_SEAT[other] for other in others(state, by) if state.hand_size[other]]
    if card == TREATY:
        if stage == 0:
            return [AIM_SEAT[seat] for seat in range(state.seats) if state.war[seat]]
        return [AIM_SEAT[seat] for seat in bits(state.war[args[0]])]
    if card == PIRATES_CARD:
        return AIM_AREA[LANDS:] if state.stock[PIRATES * PIECES + FRIGATE] else []
    if card == FREEBOOTERS:
        return [AIM_AREA[LANDS + sea] for sea in bits(freebooter_seas(state, by))]
    if card == SMUGGLING:
        return [AIM_AREA[land] for land in bits(state.colonies(by))]
    if card == PLUNDER:
        return [AIM_AREA[land] for land in plunder_lands(state, by)]
    if card == REBELLION:
        return [AIM_AREA[land] for other in others(state, by) for land in bits(state.colonies(other))]
    if card == FORGED_LAND:
        if stage == 0:
            return [AIM_AREA[land] for land in forged_colonies(state, by)]
        if stage == 1:
            return [AIM_AREA[land] for land in bits(forged_marches(state, args[0]))]
        return forged_armies(state, args)
    if card == FORGED_SEA:
        if stage == 0:
            return [
                AIM_SEAT[other]
                for other in others(state, by)
                if any(forged_courses(state, other, sea) for sea in bits(state.ships_at[other] | state.cargo_at[other]))
            ]
        if stage == 1:
            there = state.ships_at[args[0]] | state.cargo_at[args[0]]
            return [AIM_AREA[LANDS + sea] for sea in bits(there) if forged_courses(state, args[0], sea)]
        return [AIM_AREA[LANDS + sea] for sea in bits(forged_courses(state, args[0], args[1] - LANDS))]
    if card == SABOTAGE:
        if stage == 0:
            return [AIM_SEAT[other] for other in others(state, by) if state.ships_at[other] | state.cargo_at[other]]
        if stage == 1:
            return [AIM_AREA[LANDS + sea] for sea in bits(state.ships_at[args[0]] | state.cargo_at[args[0]])]
        return ships_to_sabotage(state, args[0], args[1] - LANDS)
    return []


def forged_armies(state: Table, args: tuple[int, ...]) -> list[int]:
    """Up to three armies, at least one; one army or fort stays."""
    land, chosen = args[0], args[2:]
    offered = []
    if len(chosen) < state.garrison(land) - 1:
        for army in range(ARMIES):
            if state.troops[land * 4 + army] > chosen.count(army):
                offered.append(AIM_UNIT[army])
    if chosen:
        offered.append(DONE)
    return offered


def ships_to_sabotage(state: Table, seat: int, sea: int) -> list[int]:
    offered = [AIM_UNIT[army] for army in range(ARMIES) if state.cargo[(sea * SEATS + seat) * ARMIES + army]]
    return offered + [AIM_UNIT[ARMIES + ship] for ship in range(2) if state.fleet[(sea * PARTIES + seat) * 2 + ship]]


AIMS_NEEDED: Final[list[int]] = [0] * CARDS
"""[card] how many targets it takes; forged orders on land also name the armies."""
for _card, _needed in (
    (ARMISTICE, 1), (DECLARATION, 1), (EXPOSE, 1), (TREATY, 2), (PIRATES_CARD, 1), (FREEBOOTERS, 1), (SMUGGLING, 1),
    (PLUNDER, 1), (REBELLION, 1), (FORGED_LAND, 5), (FORGED_SEA, 3), (SABOTAGE, 3),
):  # fmt: skip
    AIMS_NEEDED[_card] = _needed


def announce(state: Table, seat: int, card: int) -> None:
    """12. Whoever announces a card must play it, at once."""
    state.lay_card(seat, card)
    if AIMS_NEEDED[card]:
        state.push(Aim(card, seat, ()))
    else:
        lay_on_table(state, card, seat, ())


class Aim(Step[Table]):
    """12. Whoever plays a card names its targets."""

    __slots__ = ("args", "by", "card")
    FIELDS = (("card", CARD), ("by", SEAT), ("args", NUMBER))
    CHAPTER = CHAPTER

    def __init__(self, card: int, by: int, args: tuple[int, ...]) -> None:
        self.card = card
        self.by = by
        self.args = args

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[self.by]

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.aim", {"card": CARD.ids[self.card], "stage": self.stage()})

    def stage(self) -> str:
        """What is to be named next, as a key of the texts."""
        return f"{CARD.ids[self.card]}-{min(len(self.args), 2)}"

    def choices(self, state: Table, seat: int) -> list[int]:
        return aims(state, self.card, self.by, self.args)

    def candidates(self, state: Table, seat: int) -> list[int]:
        """Colonies and sea areas of the others: a homeland is never a target."""
        if self.card in (REBELLION, PLUNDER, FORGED_LAND) and not self.args:
            return [AIM_AREA[land] for land in range(LANDS) if state.owner[land] != NOBODY]
        return []

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if action >= AIM_AREA[0] and action <= AIM_AREA[LANDS - 1]:
            land = PLACE_OF[action]
            where = {"area": AREA.ids[land], "card": CARD.ids[self.card]}
            if state.is_home(land):
                return Reason("home-is-safe", where, "homelands")
            if state.owner[land] == seat:
                return Reason("own-colony", where, CHAPTER)
            return Reason("no-target", where, CHAPTER)
        if kind_of(action) in ("aim-seat", "aim-area", "aim-unit"):
            return Reason("card-no-target", {"card": CARD.ids[self.card]}, CHAPTER)
        return None

    def chosen(self, state: Table, seat: int, action: int) -> None:
        args = self.args
        if action != DONE:
            args = (*args, PLACE_OF[action])
        following = [] if len(args) >= AIMS_NEEDED[self.card] else aims(state, self.card, self.by, args)
        if action == DONE or not following or following == [DONE]:
            state.pop()
            lay_on_table(state, self.card, self.by, args)
        else:
            state.replace(Aim(self.card, self.by, args))


# --- answers --------------------------------------------------------------------------------------------------------


def concerned(state: Table, card: int, by: int, args: tuple[int, ...]) -> int:
    """Bits of the seats a card is aimed at, or that it hurts."""
    if card in (ARMISTICE, DECLARATION, EXPOSE, FORGED_SEA, SABOTAGE):
        return 1 << args[0]
    if card == TREATY:
        return 1 << args[0] | 1 << args[1]
    if card in (FORGED_LAND, PLUNDER, REBELLION):
        return 1 << state.owner[args[0]]
    if card == PIRATES_CARD:
        found = 0
        for seat in range(state.seats):
            if (state.ships_at[seat] | state.cargo_at[seat]) >> args[0] - LANDS & 1:
                found |= 1 << seat
        return found
    if card == TREASON:
        return 1 << state.b_defender
    if card in (HUSSAR_RAID, AMBUSH, SURPRISE, CAPTURE):
        enemy = enemy_in_battle(state, by)
        return 1 << enemy if enemy < SEATS else 0
    return 0


def lay_on_table(state: Table, card: int, by: int, args: tuple[int, ...]) -> None:
    """The card lies on the table with its targets; the others may answer before it takes effect."""
    if state.events is not None and args:
        seat, area = NOBODY, NOBODY
        if card in (ARMISTICE, DECLARATION, EXPOSE, FORGED_SEA, SABOTAGE, TREATY):
            seat = args[0]
        if card in (PIRATES_CARD, FREEBOOTERS, SMUGGLING, PLUNDER, REBELLION, FORGED_LAND):
            area = args[0]
        if card in (FORGED_SEA, SABOTAGE):
            area = args[1]
        state.emit(events.CARD_AIMED, by, card, seat, area)
    mask = concerned(state, card, by, args)
    state.push(OnTable(card, by, args, answerers(state, by, mask), mask, 0))


def answerers(state: Table, by: int, mask: int) -> tuple[int, ...]:
    """Everybody else who holds a card: always, or if the card concerns him, by his standing orders."""
    found = []
    for seat in state.order_from(by):
        if seat != by and state.hand_size[seat]:
            order = state.orders[seat]
            if order == ALWAYS or (order != NEVER and mask >> seat & 1):
                found.append(seat)
    return tuple(found)


class OnTable(Step[Table]):
    """12. A card takes effect unless somebody answers it with counter-espionage, which may itself be answered."""

    __slots__ = ("args", "by", "card", "foiled", "mask", "waiting")
    FIELDS = (
        ("card", CARD), ("by", SEAT), ("args", NUMBER), ("waiting", SEAT), ("mask", NUMBER), ("foiled", NUMBER),
    )  # fmt: skip
    CHAPTER = CHAPTER

    def __init__(
        self, card: int, by: int, args: tuple[int, ...], waiting: tuple[int, ...], mask: int, foiled: int
    ) -> None:
        self.card = card
        self.by = by
        self.args = args
        self.waiting = waiting
        self.mask = mask
        self.foiled = foiled

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[self.waiting[0]] if self.waiting else ()

    def choices(self, state: Table, seat: int) -> list[int]:
        offered = [PASS, *PASS_UNTIL[: state.orders[seat]]]
        if state.hand[seat * CARDS + COUNTER]:
            offered.append(PLAY[COUNTER])
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [PLAY[COUNTER]]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) != "play":
            return None
        card = {"card": CARD.ids[PLACE_OF[action]]}
        if action == PLAY[COUNTER]:
            return Reason("card-not-held", card, CHAPTER)
        return Reason("only-counter-espionage", card, CHAPTER)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if action == PLAY[COUNTER]:
            state.lay_card(seat, COUNTER)
            # Should the counter-espionage itself be foiled, everybody is asked afresh.
            waiting = answerers(state, self.by, self.mask)
            state.replace(OnTable(self.card, self.by, self.args, waiting, self.mask, 0))
            state.push(OnTable(COUNTER, seat, (), answerers(state, seat, 1 << self.by), 1 << self.by, 0))
            return
        if action != PASS:
            give_orders(state, seat, PLACE_OF[action])
        state.replace(OnTable(self.card, self.by, self.args, self.waiting[1:], self.mask, 0))

    def run(self, state: Table) -> None:
        state.pop()
        if self.foiled:
            if state.events is not None:
                state.emit(events.CARD_FOILED, self.by, self.card)
        elif self.card == COUNTER:
            answered = state.pending[-1]
            assert isinstance(answered, OnTable)
            state.replace(OnTable(answered.card, answered.by, answered.args, (), answered.mask, 1))
        else:
            if state.events is not None:
                state.emit(events.CARD_WORKED, self.by, self.card)
            take_effect(state, self.card, self.by, self.args)


# --- effects --------------------------------------------------------------------------------------------------------


def tell_relation(state: Table, one: int, other: int, relation: str) -> None:
    if state.events is not None:
        state.emit(events.RELATION, one, other, relation)


def take_effect(state: Table, card: int, by: int, args: tuple[int, ...]) -> None:
    """What each card does. Cards that need a battle or a choice push it."""
    from rondel.games.imperunde.steps import combat, investments, seas

    if card == ARMISTICE:
        state.join(state.truce, by, args[0])
        tell_relation(state, by, args[0], "armistice")
        combat.stop_battle(state, by, args[0])
    elif card == DECLARATION:
        declare(state, by, args[0])
    elif card == TREATY:
        state.part(state.declared, args[0], args[1])
        state.join(state.treaty, args[0], args[1])
        state.relate()
        tell_relation(state, args[0], args[1], "peace")
    elif card == TREASON:
        state.drop_troops(FORT, state.b_area, 1, "treason")
    elif card == PIRATES_CARD:
        sea = args[0] - LANDS
        placed = state.add_ships(PIRATES, 0, sea, PIRATES_OF_CARD)
        seas.pirates_attack(state, sea)
        if state.storm >> sea & 1:
            roll_odd(state, PIRATES, FRIGATE, args[0], placed, "storm")
    elif card == FREEBOOTERS:
        hire_pirates(state, by, args[0] - LANDS)
    elif card == HUSSAR_RAID:
        state.hussar |= 1 if by == state.b_attacker else 2
    elif card == AMBUSH:
        state.ambush = 1
    elif card == SURPRISE:
        state.surprise = 1
    elif card == FORGED_SEA:
        forge_course(state, args[0], args[1] - LANDS, args[2] - LANDS)
    elif card == FORGED_LAND:
        forge_march(state, args[0], args[1], args[2:])
    elif card == SMUGGLING:
        if state.owner[args[0]] == by:
            state.push(investments.Smuggle(by, args[0], SMUGGLED))
    elif card == SABOTAGE:
        sabotage(state, args[0], args[1] - LANDS, args[2])
    elif card == PLUNDER:
        state.plunderer[args[0]] = by
    elif card == REBELLION:
        combat.begin_rebellion(state, args[0], REBELS_OF_CARD)
    elif card == EXPOSE:
        expose(state, by, args[0])
    else:
        assert card == CAPTURE
        combat.capture_frigate(state, by)


def declare(state: Table, one: int, other: int) -> None:
    """Card 6: war at once, also against an armistice or a forced peace."""
    state.part(state.truce, one, other)
    state.part(state.treaty, one, other)
    state.join(state.declared, one, other)
    state.relate()
    tell_relation(state, one, other, "war")


def hire_pirates(state: Table, seat: int, sea: int) -> None:
    """Card 4: pirates become own ships; in phase 6 they may be moved at once if it is the player's turn."""
    for ship in range(2):
        number = state.fleet[(sea * PARTIES + PIRATES) * 2 + ship]
        if number:
            state.drop_ships(PIRATES, ship, sea, number, "hired")
            hired = state.add_ships(seat, ship, sea, number)
            if seat == state.mover and state.phase == MOVEMENT:
                state.add_ready(LANDS + sea, ARMIES + ship, SHIP_MOVES, hired)


def forge_course(state: Table, seat: int, start: int, goal: int) -> None:
    """Card 9: all ships of a player go from one sea area to another; their own moves are not used up."""
    for ship in range(2):
        for _ in range(state.fleet[(start * PARTIES + seat) * 2 + ship]):
            state.lift_ship(seat, ship, start)
            state.put_ship(seat, ship, goal)
            state.told_move(seat, FRIGATE + ship, LANDS + start, LANDS + goal)
        state.prize[(goal * SEATS + seat) * 2 + ship] += state.prize[(start * SEATS + seat) * 2 + ship]
        state.prize[(start * SEATS + seat) * 2 + ship] = 0
    for army in range(ARMIES):
        for _ in range(state.cargo[(start * SEATS + seat) * ARMIES + army]):
            state.lift_cargo(seat, army, start)
            state.put_cargo(seat, army, goal)
            state.told_move(seat, army, LANDS + start, LANDS + goal)


def forge_march(state: Table, start: int, goal: int, chosen: tuple[int, ...]) -> None:
    """Card 10: up to three armies go to a neighbouring colony of the same owner."""
    seat = state.owner[start]
    for army in chosen:
        state.troops[start * 4 + army] -= 1
        state.troops[goal * 4 + army] += 1
        state.told_move(seat, army, start, goal)


def sabotage(state: Table, seat: int, sea: int, mover: int) -> None:
    """Card 12: one ship sinks, with the army aboard."""
    if mover < ARMIES:
        state.drop_cargo(seat, mover, sea, 1, "sabotage")
    else:
        state.drop_ships(seat, mover - ARMIES, sea, 1, "sabotage")


def expose(state: Table, seat: int, other: int) -> None:
    """Card 16: look at a whole hand and put one card of it back into the deck."""
    state.reveal()
    if state.events is not None:
        cards = [card for card in range(CARDS) for _ in range(state.hand[other * CARDS + card])]
        state.emit(events.HAND_SHOWN, seat, other, tuple(cards))
    if state.hand_size[other]:
        state.push(ExposeSpies(seat, other))


class ExposeSpies(Step[Table]):
    """12. (16) The player who looks at a hand takes one card from it, which is shuffled into the deck."""

    __slots__ = ("other", "seat")
    FIELDS = (("seat", SEAT), ("other", SEAT))
    CHAPTER = CHAPTER
    SECRET = True

    def __init__(self, seat: int, other: int) -> None:
        self.seat = seat
        self.other = other

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[self.seat]

    def choices(self, state: Table, seat: int) -> list[int]:
        return [TAKE[card] for card in range(CARDS) if state.hand[self.other * CARDS + card]]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) != "take":
            return None
        return Reason("card-not-there", {"card": CARD.ids[PLACE_OF[action]], "seat": self.other}, CHAPTER)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        if state.events is not None:
            state.emit(events.CARD_TAKEN, seat, self.other)
        state.return_card(self.other, PLACE_OF[action])
