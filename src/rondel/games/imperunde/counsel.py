"""What a coach says in ImpeRunde: posts and lands, income, debts, fleets, and colonies that would fall."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from rondel.games.imperunde.actions import (
    AGREE,
    DONE,
    FIGHT,
    K_PEACE,
    K_WAR,
    KIND_OF,
    MOVER_UNIT,
    MOVERS,
    PLACE_OF,
    REJECT,
    SEATS,
)
from rondel.games.imperunde.bot.estimates import attack_targets, border_threat, garrison_strength, land_worth, spare
from rondel.games.imperunde.components import (
    ALL_LANDS,
    AREA,
    ARMIES,
    CANAL_COST,
    CANAL_POSTS,
    CANALS,
    LAND_NEAR,
    LAND_VALUE,
    LANDS,
    PIECES,
    POST,
    POST_COST,
    SEA_NEAR,
    SEAS_BY,
)
from rondel.games.imperunde.fight import Fight, packed, unit_of
from rondel.games.imperunde.odds import chance_to_win, land_chance
from rondel.games.imperunde.state import LINES, Table
from rondel.games.imperunde.steps import budget
from rondel.games.imperunde.steps.budget import Budget, Collect
from rondel.games.imperunde.steps.combat import Gather
from rondel.games.imperunde.steps.diplomacy import CloseTalks, Speak, VoteTarget
from rondel.games.imperunde.steps.embarking import Embark
from rondel.games.imperunde.steps.events import SpinLand, SpinSea
from rondel.games.imperunde.steps.investments import INVEST, Invest, is_barred
from rondel.games.imperunde.steps.movement import Move
from rondel.games.imperunde.steps.reach import bringers
from rondel.games.imperunde.steps.round import RollStarter
from rondel.games.imperunde.steps.setup import DealColonies, EquipColony, StationShips
from rondel.kernel.counsel import Counsel, Remark, amount
from rondel.kernel.data import bits
from rondel.kernel.flow import NOBODY

WORTH_A_WORD: Final = 0.3
"""An attack with a smaller chance is no reason for anything."""
RISES: Final = 0.05
"""A chance that rises by less is none either."""
WORTH_BUILDING_ON: Final = 0.1
"""But armies may come together for an attack that has no better chance yet."""
MOST_COUNTED: Final = 8
"""Of larger armies only the strongest so many are counted."""
BETWEEN = (
    Speak, VoteTarget, CloseTalks, Budget, Invest, Move, Embark, SpinLand, RollStarter, StationShips, EquipColony
)  # fmt: skip
"""Where one of these is to be decided, what came before is over."""


class Governor(Counsel[Table]):
    ASIDE = ("orders", "pass-orders", "propose")
    CHANCES = ("target", "hardly")
    ANSWERS = (
        "agree", "reject", "close", "go-on", "bring", "fight", "give-up", "line-up", "moved-first", "fresh-first",
        "pass", "pass-orders", "aim-seat", "aim-area", "aim-unit", "openly", "covertly", "take",
    )  # fmt: skip

    def is_idle(self, table: Table, seat: int, action: int) -> bool:
        """Who declares a war that the other side has begun only stands by it."""
        return KIND_OF[action] == K_WAR and bool(table.war[seat] >> PLACE_OF[action] & 1)

    def is_settled(self, table: Table, seat: int) -> bool:
        return isinstance(table.pending[-1], BETWEEN)

    def ends_turn(self, table: Table, seat: int) -> bool:
        """What the discs bring is nobody's turn."""
        return isinstance(table.pending[-1], (*BETWEEN, SpinSea, DealColonies))

    def remarks(self, before: Table, after: Table, seat: int) -> list[Remark]:
        if before.home[seat] == NOBODY:
            return []
        found: list[Remark] = []
        if after.over():
            won = after.winner == seat
            found.append(Remark("wins" if won else "loses", 100.0 if won else -100.0))
        posts = after.post_count[seat] - before.post_count[seat]
        missing = after.target - after.post_count[seat]
        amount(found, "posts", "posts-lost", posts, 5.0, missing=max(0, missing))
        on_victory(found, before, after, seat)
        on_lands(found, before, after, seat)
        on_money(found, before, after, seat)
        on_wars(found, before, after, seat)
        units = forces(after, seat) - forces(before, seat)
        bought = isinstance(before.pending[-1], (Invest, EquipColony))  # then the choice says so itself
        amount(found, "" if bought else "units", "units-lost", units, 1.0)
        for other in bits(before.war[seat]):
            amount(found, "enemy-units", "", forces(before, other) - forces(after, other), 0.7, seat=other)
        amount(found, "card", "", after.hand_size[seat] - before.hand_size[seat], 3.0)
        on_danger(found, before, after, seat)
        on_marches(found, before, after, seat)
        return found

    def on_choice(self, table: Table, seat: int, action: int) -> list[Remark]:
        step = table.pending[-1]
        if action == FIGHT:  # with what is in a battle there is nothing to lose that is not lost already
            return [Remark("no-retreat", 0.5)]
        if isinstance(step, VoteTarget):
            return on_vote(table, seat, action, step.target)
        return on_stance(table, seat, action) if isinstance(step, Speak) else []

    def odds(self, table: Table, seat: int) -> float:
        fight = table.fight
        if fight is None or seat not in (fight.attacker, fight.defender):
            return -1.0
        if isinstance(table.pending[-1], Gather):
            fight = with_reserves(table, fight)
        chance = chance_to_win(table, fight)
        return chance if fight.attacker == seat else 1.0 - chance


def with_reserves(table: Table, fight: Fight) -> Fight:
    """The battle as it would be with all that can still be brought up and is not needed where it stands."""
    twin = fight.copy()
    for action in bringers(table, fight.attacker, fight.area):
        place = PLACE_OF[action]
        start, mover = place // (MOVERS * 2), place // 2 % MOVERS
        number = table.ready[place]
        if start < LANDS:
            number = min(number, spare(table, fight.attacker, start, mover))
        twin.units += [packed(start, MOVER_UNIT[mover], 0)] * number
    twin.units = sorted(twin.units, key=unit_of)[-MOST_COUNTED:]
    return twin


def on_vote(table: Table, seat: int, action: int, target: int) -> list[Remark]:
    """A lower target is good for whoever is nearest to it, a higher one for the others."""
    posts = table.post_count[: table.seats]
    nearest = [other for other in range(table.seats) if posts[other] == max(posts) > min(posts)]
    gain = 0.0 if not nearest else 1.0 if (seat in nearest) == (target < table.target) else -1.0
    if action == AGREE:
        return [Remark("new-target", gain, {"was": table.target, "nearest": nearest}, float(target))]
    return [Remark("old-target", -gain, {"nearest": nearest}, float(table.target))] if action == REJECT else []


def on_stance(table: Table, seat: int, action: int) -> list[Remark]:
    """Peace needs both sides: what is offered hangs on the other, and where nothing is, a war goes on."""
    other = PLACE_OF[action]
    if KIND_OF[action] == K_PEACE and table.stance[other] >> seat & 1:
        return [Remark("peace-offered", 1.0, {"seat": other})]
    return [Remark("war-goes-on", -1.0, {"seat": enemy}) for enemy in bits(table.war[seat])] if action == DONE else []


def on_victory(found: list[Remark], before: Table, after: Table, seat: int) -> None:
    """A victory in this very turn: a post that brings it nearer, and what gives it away."""
    missing = after.target - after.post_count[seat]
    if wins_now(after, seat):
        if after.post_count[seat] > before.post_count[seat]:
            found.append(Remark("in-reach", 20.0, {}, float(missing)))
    elif wins_now(before, seat) and not after.over():
        found.append(Remark("out-of-reach", -20.0))


def wins_now(table: Table, seat: int) -> bool:
    """Whether the seat invests, and can pay for all the posts that it still lacks."""
    step = table.pending[-1] if table.pending else None
    if not isinstance(step, Invest) or step.seat != seat or table.debt[seat]:
        return False
    return table.post_count[seat] + payable_posts(table, seat) >= table.target


def payable_posts(table: Table, seat: int) -> int:
    """How many posts whoever invests could still build, those of canals included."""
    lands = [land for land in bits(table.colonies(seat)) if not is_barred(table, land)]
    room = sum(table.most_posts(land) - table.posts[land] for land in lands)
    open_canals = [canal for canal in range(len(CANALS)) if INVEST[seat].can_dig(table, seat, canal)]
    most = 0
    for number in range(len(open_canals) + 1):
        for canals in combinations(open_canals, number):
            money = table.money[seat] - sum(CANAL_COST[canal] for canal in canals)
            if money >= 0:
                most = max(most, sum(CANAL_POSTS[canal] for canal in canals) + min(room, money // POST_COST))
    return min(most, table.stock[seat * PIECES + POST])


def on_lands(found: list[Remark], before: Table, after: Table, seat: int) -> None:
    for land in bits(after.lands_of[seat] & ~before.lands_of[seat]):
        value = LAND_VALUE[land]
        found.append(Remark("land", 2.0 * value, {"area": AREA.ids[land], "value": value}))
    for land in bits(before.lands_of[seat] & ~after.lands_of[seat]):
        found.append(Remark("land-lost", -2.0 * LAND_VALUE[land], {"area": AREA.ids[land]}))
    for sea in bits(after.ships_at[seat] & ~before.ships_at[seat]):
        tax = budget.sea_tax(after, seat, sea)
        if tax:
            found.append(Remark("sea", 1.5 * tax, {"area": AREA.ids[LANDS + sea]}, float(tax)))
    for other in range(after.seats):
        lost = before.post_count[other] - after.post_count[other]
        if other != seat and lost > 0:
            found.append(Remark("harm", 1.5 * lost, {"seat": other}, float(lost)))


def on_money(found: list[Remark], before: Table, after: Table, seat: int) -> None:
    if after.round == before.round and after.phase == before.phase:
        money = after.money[seat] - before.money[seat] - collected(before, after, seat)
        amount(found, "money", "money-spent", money, 0.7)
        income = budget.income(budget.assess(after, seat)) - budget.income(budget.assess(before, seat))
        amount(found, "income", "income-lost", income, 1.5)
    amount(found, "debt", "debt-repaid", after.debt[seat] - before.debt[seat], -1.1)


def collected(before: Table, after: Table, seat: int) -> int:
    """What the budget has brought in between: no choice did."""
    was_due = any(isinstance(step, Collect) for step in before.pending)
    if not was_due or any(isinstance(step, Collect) for step in after.pending):
        return 0
    return budget.income(after.budget[seat * LINES : (seat + 1) * LINES])


def on_wars(found: list[Remark], before: Table, after: Table, seat: int) -> None:
    for other in bits(after.war[seat] & ~before.war[seat]):
        found.append(Remark("war", -2.0, {"seat": other}))
    for other in bits(before.war[seat] & ~after.war[seat]):
        found.append(Remark("peace", 2.5, {"seat": other}))


def forces(table: Table, seat: int) -> int:
    """Armies and forts of a seat, afloat, on land and in the battle that it began; warships."""
    number = sum(table.garrison(land) for land in bits(table.lands_of[seat]))
    number += sum(table.freighters(seat, sea) for sea in bits(table.cargo_at[seat]))
    number += sum(table.warships(seat, sea) for sea in bits(table.ships_at[seat]))
    fight = table.fight
    return number + len(fight.units) if fight is not None and fight.attacker == seat else number


def on_marches(found: list[Remark], before: Table, after: Table, seat: int) -> None:
    """Where armies have come together, and for what; those that have gone aboard."""
    aboard = afloat(after, seat) - afloat(before, seat)
    amount(found, "aboard", "", aboard, 0.6)
    for land in bits(after.lands_of[seat] & before.lands_of[seat]):
        if after.garrison(land) <= before.garrison(land):
            continue
        where = {"area": AREA.ids[land]}
        if border_threat(after, seat, land) > 0.0:
            found.append(Remark("holds", 0.4 + 0.1 * after.posts[land], where, float(after.garrison(land))))
        elif not on_target(found, before, after, seat, LAND_NEAR[land], WORTH_BUILDING_ON):
            on_no_target(found, after, seat, land)


def on_no_target(found: list[Remark], table: Table, seat: int, land: int) -> None:
    """Armies that make no attack likelier: there is none, or it hardly needs them. From a coast they may go aboard."""
    target, chance = best_target(table, seat, LAND_NEAR[land])
    if chance >= WORTH_BUILDING_ON:
        found.append(Remark("hardly", -0.1, {"area": AREA.ids[target]}, float(round(100 * chance))))
        return
    shores = 0
    for sea in SEAS_BY[land]:
        shores |= LAND_NEAR[LANDS + sea]
    if not attack_targets(table, seat) & shores:
        found.append(Remark("idle", -0.1, {"area": AREA.ids[land]}))


def on_target(
    found: list[Remark], before: Table, after: Table, seat: int, lands: int, least: float = WORTH_A_WORD
) -> bool:
    """Of these lands the one that promises most, if the chance to take it has risen by enough; whether it has."""
    land, chance = best_target(after, seat, lands)
    was = chance_at(before, seat, land) if chance >= least else chance
    rises = chance - was
    if rises < RISES:
        return False
    params = {"area": AREA.ids[land], "was": round(100 * was)}
    remark = Remark("target", 2.0 * LAND_VALUE[land] * rises, params, float(round(100 * chance)))
    if all(each.key != remark.key or each.params != remark.params for each in found):
        found.append(remark)
    return True


def afloat(table: Table, seat: int) -> int:
    return sum(table.freighters(seat, sea) for sea in bits(table.cargo_at[seat]))


def on_danger(found: list[Remark], before: Table, after: Table, seat: int) -> None:
    for land in bits(after.colonies(seat)):
        posts = after.posts[land]
        was = before.owner[land] == seat and is_open(before, seat, land)
        now = is_open(after, seat, land)
        if posts and now and not was:
            found.append(Remark("open", -2.0 * posts, {"area": AREA.ids[land]}, float(posts)))
        elif posts and was and not now:
            found.append(Remark("guarded", 1.5 * posts, {"area": AREA.ids[land]}, float(posts)))
    on_target(found, before, after, seat, ALL_LANDS)


def is_open(table: Table, seat: int, land: int) -> bool:
    """Whether enemies next door are stronger than the garrison."""
    return border_threat(table, seat, land) > garrison_strength(table, land)


def best_target(table: Table, seat: int, lands: int) -> tuple[int, float]:
    """Of these lands the one whose attack promises most, and the chance to take it; (-1, 0) if there is none."""
    best, most, chance = -1, 0.0, 0.0
    for land in bits(attack_targets(table, seat) & lands):
        odds = chance_at(table, seat, land)
        worth = odds * land_worth(table, seat, land)
        if worth > most:
            best, most, chance = land, worth, odds
    return best, chance


def chance_at(table: Table, seat: int, land: int) -> float:
    """The chance to take a land with the armies that stand next to it, or lie at sea before it."""
    attack: list[int] = []
    for near in bits(LAND_NEAR[land] & table.lands_of[seat]):
        for unit in range(ARMIES):
            attack += [unit] * table.troops[near * 4 + unit]
    for sea in bits(SEA_NEAR[land] & table.cargo_at[seat]):
        for unit in range(ARMIES):
            attack += [unit] * table.cargo[(sea * SEATS + seat) * ARMIES + unit]
    if not attack:
        return 0.0
    defence = [unit for unit in range(4) for _ in range(table.troops[land * 4 + unit])]
    if table.owner[land] == NOBODY:
        defence = [0] * LAND_VALUE[land]
    attack.sort(reverse=True)
    defence.sort(reverse=True)
    return land_chance(tuple(attack[:MOST_COUNTED]), tuple(defence[:MOST_COUNTED]), (0, 0))
