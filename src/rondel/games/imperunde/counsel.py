"""What a coach says in ImpeRunde: posts and lands, income, debts, fleets, and colonies that would fall."""

from __future__ import annotations

from typing import Final

from rondel.games.imperunde.actions import FIGHT, SEATS
from rondel.games.imperunde.bot.estimates import attack_targets, border_threat, garrison_strength, land_worth
from rondel.games.imperunde.components import ALL_LANDS, AREA, ARMIES, LAND_NEAR, LAND_VALUE, LANDS, SEA_NEAR
from rondel.games.imperunde.odds import chance_to_win, land_chance
from rondel.games.imperunde.state import Table
from rondel.games.imperunde.steps import budget
from rondel.games.imperunde.steps.budget import Budget
from rondel.games.imperunde.steps.diplomacy import CloseTalks, Speak, VoteTarget
from rondel.games.imperunde.steps.embarking import Embark
from rondel.games.imperunde.steps.events import SpinLand
from rondel.games.imperunde.steps.investments import Invest
from rondel.games.imperunde.steps.movement import Move
from rondel.games.imperunde.steps.round import RollStarter
from rondel.games.imperunde.steps.setup import EquipColony, StationShips
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

    def is_settled(self, table: Table, seat: int) -> bool:
        return isinstance(table.pending[-1], BETWEEN)

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
        on_lands(found, before, after, seat)
        on_money(found, before, after, seat)
        on_wars(found, before, after, seat)
        units = forces(after, seat) - forces(before, seat)
        bought = isinstance(before.pending[-1], (Invest, EquipColony))  # then the choice says so itself
        amount(found, "" if bought else "units", "units-lost", units, 1.0)
        amount(found, "card", "", after.hand_size[seat] - before.hand_size[seat], 3.0)
        on_danger(found, before, after, seat)
        on_marches(found, before, after, seat)
        return found

    def on_choice(self, table: Table, seat: int, action: int) -> list[Remark]:
        """Who fights on with what is in a battle has nothing to lose that is not lost already."""
        return [Remark("no-retreat", 0.5)] if action == FIGHT else []

    def odds(self, table: Table, seat: int) -> float:
        fight = table.fight
        if fight is None or seat not in (fight.attacker, fight.defender):
            return -1.0
        chance = chance_to_win(table, fight)
        return chance if fight.attacker == seat else 1.0 - chance


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
        amount(found, "money", "money-spent", after.money[seat] - before.money[seat], 0.7)
        income = budget.income(budget.assess(after, seat)) - budget.income(budget.assess(before, seat))
        amount(found, "income", "income-lost", income, 1.5)
    amount(found, "debt", "debt-repaid", after.debt[seat] - before.debt[seat], -1.1)


def on_wars(found: list[Remark], before: Table, after: Table, seat: int) -> None:
    for other in bits(after.war[seat] & ~before.war[seat]):
        found.append(Remark("war", -2.0, {"seat": other}))
    for other in bits(before.war[seat] & ~after.war[seat]):
        found.append(Remark("peace", 2.5, {"seat": other}))


def forces(table: Table, seat: int) -> int:
    """Armies and forts of a seat, afloat and on land; warships."""
    number = sum(table.garrison(land) for land in bits(table.lands_of[seat]))
    number += sum(table.freighters(seat, sea) for sea in bits(table.cargo_at[seat]))
    return number + sum(table.warships(seat, sea) for sea in bits(table.ships_at[seat]))


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
            found.append(Remark("idle", -0.1, where))


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
