"""8., 14.4 Investments: armies, forts, warships, trading posts, canals and cards, one player after the other."""

from __future__ import annotations

from typing import Final

from rondel.games.imperunde import events
from rondel.games.imperunde.actions import (
    BUILD_POST,
    BUY_ARMY,
    BUY_CARD,
    BUY_SHIP,
    DIG,
    DONE,
    K_BUILD_POST,
    K_BUY_ARMY,
    K_BUY_SHIP,
    K_DIG,
    K_PLAY,
    KIND_OF,
    PLACE_OF,
    SEATS,
    kind_of,
)
from rondel.games.imperunde.card import INVESTING, add_plays, explain_play, held_cards
from rondel.games.imperunde.components import (
    AREA,
    ARMIES,
    CANAL,
    CANAL_COST,
    CANAL_LAND,
    CANAL_POSTS,
    CANALS,
    CARD_COST,
    COASTS,
    FORT,
    FRIGATE,
    LAND_VALUE,
    LANDS,
    MILITARY_A_POST,
    MOST_CARDS,
    PIECES,
    POST,
    POST_COST,
    UNIT,
    UNIT_COST,
)
from rondel.games.imperunde.state import INVESTED, LINES, Table
from rondel.games.imperunde.steps.perils import roll_odd
from rondel.games.imperunde.steps.secret_service import DRAW_CARD, announce
from rondel.games.imperunde.steps.victory import check_victory
from rondel.kernel.data import bits
from rondel.kernel.events import NUMBER, SEAT, Message, Reason, many
from rondel.kernel.flow import BY_SEAT, NOBODY, SeatStep, Step

CHAPTER: Final = "investments"

COASTS_OF: Final[list[list[tuple[int, int]]]] = [
    [(coast, sea) for coast, (shore, sea) in enumerate(COASTS) if shore == land] for land in range(LANDS)
]
"""[land] its coasts: number and sea area."""
CHEAPEST: Final = min(*UNIT_COST, POST_COST, CARD_COST)


class InvestmentTurn(Step[Table]):
    """14.4 One player after the other, in turn order; a player finishes before the next begins."""

    __slots__ = ("waiting",)
    FIELDS = (("waiting", many(SEAT)),)
    CHAPTER = CHAPTER

    def __init__(self, waiting: tuple[int, ...]) -> None:
        self.waiting = waiting

    def run(self, state: Table) -> None:
        state.bought = 0
        if not self.waiting:
            state.pop()
            for land in range(LANDS):
                state.spent[land] = state.fresh[land] = 0
            return
        state.replace(InvestmentTurn(self.waiting[1:]))
        state.push(INVEST[self.waiting[0]])


def old_posts(state: Table, land: int) -> int:
    """14.4 Posts that stood there before this phase: only with them anything military may be invested."""
    return state.posts[land] - state.fresh[land]


def allowance(state: Table, land: int) -> int:
    """14.4 A colony may invest 3 doubloons in military for each post that stood there before this phase."""
    return MILITARY_A_POST * old_posts(state, land) - state.spent[land]


def is_barred(state: Table, land: int) -> bool:
    """14.8, 12. (14) Nothing may be invested in a land with a black disc: famine or plunder."""
    return bool(state.famine >> land & 1) or state.plunderer[land] != NOBODY


def add_military(state: Table, seat: int, land: int, money: int, posts: int, friends: int, offered: list[int]) -> None:
    """Armies, forts and warships that a land can raise for so much money, with so many posts for forts; no warships
    where friends have theirs."""
    stock, first = state.stock, seat * PIECES
    for army in range(ARMIES):
        if UNIT_COST[army] <= money and stock[first + army]:
            offered.append(BUY_ARMY[army * LANDS + land])
    if posts and UNIT_COST[FORT] <= money and may_fortify(state, seat, land, posts):
        offered.append(BUY_ARMY[FORT * LANDS + land])
    frigates = UNIT_COST[FRIGATE] <= money and stock[first + FRIGATE] > 0
    ships_of_the_line = UNIT_COST[FRIGATE + 1] <= money and stock[first + FRIGATE + 1] > 0
    if frigates or ships_of_the_line:
        for coast, sea in COASTS_OF[land]:
            if not friends >> sea & 1:
                if frigates:
                    offered.append(BUY_SHIP[coast * 2])
                if ships_of_the_line:
                    offered.append(BUY_SHIP[coast * 2 + 1])


def may_fortify(state: Table, seat: int, land: int, posts: int) -> bool:
    """6. One fort for each trading post, up to the value of the land."""
    return state.troops[land * 4 + FORT] < state.most_forts(land, posts) and state.stock[seat * PIECES + FORT] > 0


class Invest(SeatStep[Table]):
    """14.4 The player invests his free money, piece by piece."""

    __slots__ = ()
    OFFER_TELLS = True
    CHAPTER = CHAPTER

    def choices(self, state: Table, seat: int) -> list[int]:
        offered: list[int] = []
        money = state.money[seat]
        if money >= CHEAPEST:
            home = state.home[seat]
            friends = state.friend_seas(seat)
            add_military(state, seat, home, money, 0, friends, offered)
            may_build = money >= POST_COST and state.stock[seat * PIECES + POST] > 0
            for land in bits(state.lands_of[seat] & ~(1 << home)):
                if state.famine >> land & 1 or state.plunderer[land] != NOBODY:
                    continue
                if may_build and state.posts[land] < state.most_posts(land):
                    offered.append(BUILD_POST[land])
                limit = allowance(state, land)
                if limit > 0:
                    add_military(state, seat, land, min(money, limit), old_posts(state, land), friends, offered)
            for canal in range(len(CANALS)):
                if self.can_dig(state, seat, canal):
                    offered.append(DIG[canal])
            if money >= CARD_COST and state.bought < MOST_CARDS and any(state.deck):
                offered.append(BUY_CARD)
        add_plays(state, seat, INVESTING, offered)
        offered.append(DONE)
        return offered

    def can_dig(self, state: Table, seat: int, canal: int) -> bool:
        land = CANAL_LAND[canal]
        return (
            not state.canals >> canal & 1
            and state.owner[land] == seat
            and not state.is_home(land)
            and CANAL_COST[canal] <= state.money[seat]
            and not is_barred(state, land)
        )

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.invest", {"seat": seat, "money": state.money[seat]})

    def candidates(self, state: Table, seat: int) -> list[int]:
        offered: list[int] = []
        for land in bits(state.lands_of[seat]):
            offered += [BUY_ARMY[unit * LANDS + land] for unit in range(FORT + 1)]
            offered += [BUY_SHIP[coast * 2 + ship] for coast, _ in COASTS_OF[land] for ship in range(2)]
            offered.append(BUILD_POST[land])
        return [*offered, *DIG, BUY_CARD, *held_cards(state, seat)]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        kind = KIND_OF[action]
        if action == BUY_CARD:
            return explain_card(state, seat)
        if kind == K_DIG:
            return explain_canal(state, seat, PLACE_OF[action])
        if kind == K_BUILD_POST:
            return explain_post(state, seat, PLACE_OF[action])
        if kind in (K_BUY_ARMY, K_BUY_SHIP):
            return explain_military(state, seat, action, state.money[seat])
        return explain_play(state, seat, action, INVESTING)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        if action == DONE:
            state.pop()
            return
        kind = KIND_OF[action]
        place = PLACE_OF[action]
        if kind == K_PLAY:
            announce(state, seat, place)
        elif action == BUY_CARD:
            spend(state, seat, CARD_COST, "card")
            state.bought += 1
            # What is left in the deck shows what the others hold.
            state.reveal()
            state.push(DRAW_CARD[seat])
        elif kind == K_BUILD_POST:
            spend(state, seat, POST_COST, "post")
            build_posts(state, seat, place, 1)
        elif kind == K_DIG:
            spend(state, seat, CANAL_COST[place], "canal")
            state.canals |= 1 << place
            if state.events is not None:
                state.emit(events.CANAL_DUG, seat, place, CANAL_LAND[place])
            build_posts(state, seat, CANAL_LAND[place], CANAL_POSTS[place])
        else:
            land, cost = raise_military(state, seat, action)
            spend(state, seat, cost, "military")
            if land != state.home[seat]:
                state.spent[land] += cost


def spend(state: Table, seat: int, amount: int, why: str) -> None:
    state.pay(seat, amount, why)
    state.budget[seat * LINES + INVESTED] += amount


def build_posts(state: Table, seat: int, land: int, number: int) -> None:
    """8. A new post lies on its side: its land may use it for military investments only from the next round on."""
    before = state.posts[land]
    state.add_posts(seat, land, number)
    state.fresh[land] += state.posts[land] - before
    check_victory(state, seat)


def military_place(action: int) -> tuple[int, int, int]:
    """Unit, land that pays, sea area (or nobody) of an action that raises a unit."""
    place = PLACE_OF[action]
    if KIND_OF[action] == K_BUY_ARMY:
        return place // LANDS, place % LANDS, NOBODY
    land, sea = COASTS[place // 2]
    return FRIGATE + place % 2, land, sea


def raise_military(state: Table, seat: int, action: int) -> tuple[int, int]:
    """Place a new unit; return the land that pays for it, and what it costs."""
    unit, land, sea = military_place(action)
    if sea == NOBODY:
        state.add_troops(seat, unit, land, 1)
    else:
        launch(state, seat, unit - FRIGATE, sea)
    return land, UNIT_COST[unit]


def launch(state: Table, seat: int, ship: int, sea: int) -> None:
    """A new warship; in a storm it rolls at once. It fights only when the seas are cleared."""
    state.add_ships(seat, ship, sea, 1)
    if state.storm >> sea & 1:
        roll_odd(state, seat, FRIGATE + ship, LANDS + sea, 1, "storm")


# --- why not --------------------------------------------------------------------------------------------------------


def explain_card(state: Table, seat: int) -> Reason:
    if state.bought >= MOST_CARDS:
        return Reason("cards-bought", {"most": MOST_CARDS}, CHAPTER)
    if not any(state.deck):
        return Reason("deck-empty", {}, "secret-service")
    return too_poor(CARD_COST, state.money[seat])


def too_poor(needed: int, money: int) -> Reason:
    return Reason("too-little-money", {"needed": needed, "money": money}, CHAPTER)


def explain_canal(state: Table, seat: int, canal: int) -> Reason:
    land = CANAL_LAND[canal]
    where = {"canal": CANAL.ids[canal], "area": AREA.ids[land]}
    if state.canals >> canal & 1:
        return Reason("canal-dug", where, "canals")
    if state.owner[land] != seat:
        return Reason("not-your-colony", where, "canals")
    if is_barred(state, land):
        return Reason("black-disc", where, CHAPTER)
    return too_poor(CANAL_COST[canal], state.money[seat])


def explain_post(state: Table, seat: int, land: int) -> Reason:
    where = {"area": AREA.ids[land], "posts": state.posts[land]}
    if land == state.home[seat]:
        return Reason("no-posts-at-home", where, CHAPTER)
    if state.owner[land] != seat:
        return Reason("not-your-colony", where, CHAPTER)
    if is_barred(state, land):
        return Reason("black-disc", where, CHAPTER)
    if state.posts[land] >= state.most_posts(land):
        return Reason("land-full", where, "posts")
    if not state.stock[seat * PIECES + POST]:
        return Reason("no-pieces", {"unit": "post"}, "pieces")
    return too_poor(POST_COST, state.money[seat])


def explain_fort(state: Table, land: int, posts: int) -> Reason | None:
    forts = state.troops[land * 4 + FORT]
    if forts >= posts:
        return Reason("a-fort-a-post", {"area": AREA.ids[land], "posts": posts}, "forts")
    if forts >= state.most_forts(land, posts):
        return Reason("forts-up-to-value", {"area": AREA.ids[land], "value": LAND_VALUE[land]}, "forts")
    return None


def explain_military(state: Table, seat: int, action: int, money: int) -> Reason:
    unit, land, sea = military_place(action)
    where = {"area": AREA.ids[land], "unit": UNIT.ids[unit]}
    if state.owner[land] != seat:
        return Reason("not-your-colony", where, CHAPTER)
    if not state.stock[seat * PIECES + unit]:
        return Reason("no-pieces", where, "pieces")
    if sea != NOBODY and state.friend_seas(seat) >> sea & 1:
        return Reason("friend-holds", {"area": AREA.ids[LANDS + sea]}, CHAPTER)
    cost = UNIT_COST[unit]
    if land == state.home[seat]:
        return Reason("no-forts-at-home", where, CHAPTER) if unit == FORT else too_poor(cost, money)
    if is_barred(state, land):
        return Reason("black-disc", where, CHAPTER)
    if unit == FORT and old_posts(state, land) > 0:
        refused = explain_fort(state, land, old_posts(state, land))
        if refused is not None:
            return refused
    if allowance(state, land) < cost:
        limit = MILITARY_A_POST * old_posts(state, land)
        return Reason("colony-limit", {**where, "limit": limit, "spent": state.spent[land], "needed": cost}, CHAPTER)
    return too_poor(cost, money)


# --- smuggling ------------------------------------------------------------------------------------------------------


class Smuggle(Step[Table]):
    """12. (11) Five doubloons that must be invested at once in one own colony, whatever stands or lies there."""

    __slots__ = ("land", "money", "seat")
    FIELDS = (("seat", SEAT), ("land", AREA), ("money", NUMBER))
    CHAPTER = "secret-service"

    def __init__(self, seat: int, land: int, money: int) -> None:
        self.seat = seat
        self.land = land
        self.money = money

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[self.seat] if self.choices(state, self.seat) else ()

    def choices(self, state: Table, seat: int) -> list[int]:
        offered: list[int] = []
        add_military(state, seat, self.land, self.money, state.posts[self.land], state.friend_seas(seat), offered)
        return offered

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if kind_of(action) not in ("buy-army", "buy-ship"):
            return None
        unit, land, sea = military_place(action)
        if land != self.land:
            return Reason("smuggled-elsewhere", {"area": AREA.ids[self.land]}, self.CHAPTER)
        if unit == FORT:
            refused = explain_fort(state, land, state.posts[land])
            if refused is not None:
                return refused
        if sea != NOBODY and state.friend_seas(seat) >> sea & 1:
            return Reason("friend-holds", {"area": AREA.ids[LANDS + sea]}, CHAPTER)
        return too_poor(UNIT_COST[unit], self.money)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        unit, land, _ = military_place(action)
        state.replace(Smuggle(seat, land, self.money - UNIT_COST[unit]))
        raise_military(state, seat, action)

    def run(self, state: Table) -> None:
        state.pop()


# --- how many -------------------------------------------------------------------------------------------------------


def raises(state: Table) -> dict[int, dict[int, int]]:
    """[land][piece] How many of one kind alone whoever invests now can raise there; only what can be raised."""
    step = state.pending[-1] if state.pending else None
    if isinstance(step, Smuggle):
        land = step.land
        return {land: most_military(state, step.seat, land, step.money, state.posts[land])}
    if not isinstance(step, Invest):
        return {}
    seat = step.seat
    money, home = state.money[seat], state.home[seat]
    found = {home: most_military(state, seat, home, money, 0)}
    for land in bits(state.lands_of[seat] & ~(1 << home)):
        if is_barred(state, land):
            continue
        found[land] = most_military(state, seat, land, min(money, allowance(state, land)), old_posts(state, land))
        room = state.most_posts(land) - state.posts[land]
        posts = min(money // POST_COST, room, state.stock[seat * PIECES + POST])
        if posts > 0:
            found[land][POST] = posts
    return found


def most_military(state: Table, seat: int, land: int, money: int, posts: int) -> dict[int, int]:
    """As `add_military`, but how many of each."""
    friends = state.friend_seas(seat)
    by_sea = any(not friends >> sea & 1 for _, sea in COASTS_OF[land])
    found: dict[int, int] = {}
    for unit, cost in enumerate(UNIT_COST):
        most = min(money // cost, state.stock[seat * PIECES + unit])
        if unit == FORT:
            most = min(most, state.most_forts(land, posts) - state.troops[land * 4 + FORT])
        if most > 0 and (unit < FRIGATE or by_sea):
            found[unit] = most
    return found


INVEST: Final = [Invest(seat) for seat in range(SEATS)]
