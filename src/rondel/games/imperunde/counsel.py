"""What a coach says in ImpeRunde: posts and lands, income, debts, fleets, and colonies that would fall."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from rondel.games.imperunde.actions import (
    AGREE,
    AIM_SEAT,
    BALANCES,
    DONE,
    FIGHT,
    K_PEACE,
    K_PLAY,
    K_TAKE,
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
    CANAL_OF,
    CANAL_POSTS,
    CANALS,
    CARD,
    LAND_NEAR,
    LAND_VALUE,
    LANDS,
    PEACE_DIVIDEND,
    PIECES,
    POST,
    POST_COST,
    POST_TAX,
    SEA_NEAR,
    SEAS_BY,
)
from rondel.games.imperunde.fight import Fight, packed, unit_of
from rondel.games.imperunde.odds import chance_to_win, land_chance
from rondel.games.imperunde.state import DIVIDEND, LINES, Table
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
from rondel.games.imperunde.steps.secret_service import Aim, OnTable, Window
from rondel.games.imperunde.steps.setup import DealColonies, EquipColony, StationShips
from rondel.games.imperunde.steps.spying import ExposeSpies, LookAtHand
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
TURNS = (Speak, CloseTalks, Budget, Invest, Move, Embark)
"""When one of these is no longer on the table, what follows is the doing of others."""
CARDS = (Aim, OnTable, LookAtHand, ExposeSpies)
"""What is decided of a card that was played."""
SOLD = (Invest, EquipColony)
"""Here every choice names its price."""
ATTACKING = (Move, Gather)
"""Where an attack begins, and with what."""


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

    def is_another(self, before: Table, table: Table, seat: int) -> bool:
        """A turn, a talk or a card is over when its own step is: what others do then is no effect of it. Of a battle it
        is told how it stands before the dice.
        """
        asked = before.pending[-1]
        if table.fight is not None:
            return isinstance(asked, ATTACKING) and table.fight.attacker == seat
        if isinstance(asked, TURNS):
            return not any(isinstance(step, type(asked)) for step in table.pending)
        if before.fight is None and isinstance(asked, (Window, *CARDS)):
            return not any(isinstance(step, CARDS) for step in table.pending)
        return False

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
        asked = before.pending[-1]
        if isinstance(asked, ATTACKING) and after.fight is not None and after.fight.attacker == seat:
            on_battle(found, before, after, seat)
        if isinstance(asked, (Window, *CARDS)):
            on_victims(found, before, after, seat)
        units = forces(after, seat) - forces(before, seat)
        bought = isinstance(asked, SOLD)  # then the choice says so itself
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
        if KIND_OF[action] in (K_PLAY, K_TAKE):
            return [Remark("use-card", 1.0, {"card": CARD.ids[PLACE_OF[action]]})]
        if isinstance(step, Aim) and CARD.ids[step.card] == "expose-spies" and action in AIM_SEAT:
            cards = table.hand_size[PLACE_OF[action]]
            return [Remark("cards-held", 0.3 * cards, {"seat": PLACE_OF[action]}, float(cards))]
        if isinstance(step, Budget):
            return on_balance(table, seat, BALANCES[PLACE_OF[action]])
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
    twin.units = sorted(fight.units + reserves(table, fight), key=unit_of)[-MOST_COUNTED:]
    return twin


def reserves(table: Table, fight: Fight) -> list[int]:
    """The units that can still be brought up and are not needed where they stand."""
    found: list[int] = []
    for action in bringers(table, fight.attacker, fight.area):
        place = PLACE_OF[action]
        start, mover = place // (MOVERS * 2), place // 2 % MOVERS
        number = table.ready[place]
        if start < LANDS:
            number = min(number, spare(table, fight.attacker, start, mover))
        found += [packed(start, MOVER_UNIT[mover], 0)] * number
    return found


def on_battle(found: list[Remark], before: Table, after: Table, seat: int) -> None:
    """What a battle that the seat has begun may bring, with the exact chance; and what that chance counts on.

    Whoever fights does it with what is in the battle; until then all count that can still be brought up.
    """
    fight = after.fight
    assert fight is not None
    goes_on = before.fight is None or len(fight.units) > len(before.fight.units)
    goes_on = goes_on or any(isinstance(step, Gather) for step in after.pending)
    goes_on = goes_on and fight.reinforced
    full = with_reserves(after, fight) if goes_on else fight
    more = len(reserves(after, fight)) if goes_on else 0
    chance, alone = chance_to_win(after, full), chance_to_win(after, fight)
    area = {"area": AREA.ids[fight.area]}
    if fight.area < LANDS:
        value = LAND_VALUE[fight.area]
        found.append(Remark("land", 2.0 * value * chance, {**area, "value": value}, 0.0, chance))
        on_conquest(found, after, seat, fight.area, chance)
    else:
        found.append(Remark("battle", 2.0 * chance, area, 0.0, chance))
    if more > 0 and chance - alone >= RISES:
        found.append(Remark("brings-up", -0.5, {"alone": round(100 * alone)}, float(more)))
    lost = 1.0 - chance
    if lost > 0.0:
        units = len(fight.units) + more
        found.append(Remark("battle-lost", -units * lost, {"most": more > 0}, float(units), lost))


def on_conquest(found: list[Remark], table: Table, seat: int, land: int, chance: float) -> None:
    """The posts of a land that is conquered: those of another, or of a canal in a free one."""
    owner, canal = table.owner[land], CANAL_OF[land]
    posts = table.posts[land]
    if owner == NOBODY and canal >= 0 and table.canals >> canal & 1:
        posts = CANAL_POSTS[canal]
    if not posts:
        return
    missing = table.target - table.post_count[seat] - posts
    found.append(Remark("posts", 5.0 * posts * chance, {"missing": max(0, missing)}, float(posts), chance))
    if owner != NOBODY:
        found.append(Remark("harm", 1.5 * posts * chance, {"seat": owner}, float(posts), chance))
    if missing <= 0 and not table.debt[seat]:
        found.append(Remark("wins", 100.0 * chance, {}, 0.0, chance))


def on_victims(found: list[Remark], before: Table, after: Table, seat: int) -> None:
    """What a card costs others of what their seas and colonies bring."""
    for other in range(after.seats):
        if other == seat:
            continue
        was, now = (budget.sea_taxes(table, other) + budget.colonial_tax(table, other) for table in (before, after))
        posts = before.post_count[other] - after.post_count[other]  # told already
        amount(found, "", "others-income", now - was + POST_TAX * max(0, posts), -0.7, seat=other)


def on_balance(table: Table, seat: int, change: int) -> list[Remark]:
    """What a loan or a repayment does to the purse, and to the interest of the rounds to come."""
    found: list[Remark] = []
    amount(found, "money", "money-spent", change, 0.7)
    interest = budget.interest(table.debt[seat] + change) - budget.interest(table.debt[seat])
    amount(found, "interest", "interest-saved", interest, -1.5)
    return found


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
        return [Remark("peace-offered", 1.0, {"seat": other}, float(PEACE_DIVIDEND))]
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
        tax -= budget.sea_tax(before, seat, sea)
        if tax > 0:
            found.append(Remark("sea", 1.5 * tax, {"area": AREA.ids[LANDS + sea]}, float(tax)))
    for other in range(after.seats):
        lost = before.post_count[other] - after.post_count[other]
        if other != seat and lost > 0:
            found.append(Remark("harm", 1.5 * lost, {"seat": other}, float(lost)))


def on_money(found: list[Remark], before: Table, after: Table, seat: int) -> None:
    """Money and what a round brings; what ships and peace bring is told with these, a price with what is bought."""
    asked = before.pending[-1]
    if after.round == before.round and after.phase == before.phase and not isinstance(asked, Budget):
        money = after.money[seat] - before.money[seat] - collected(before, after, seat)
        amount(found, "money", "" if isinstance(asked, SOLD) else "money-spent", money, 0.7)
        was, now = budget.assess(before, seat), budget.assess(after, seat)
        income = budget.income(now) - budget.income(was) - now[DIVIDEND] + was[DIVIDEND]
        income -= sum(round(remark.number) for remark in found if remark.key == "sea")
        amount(found, "income", "income-lost", income, 1.5)
    amount(found, "debt", "debt-repaid", after.debt[seat] - before.debt[seat], -1.1)


def collected(before: Table, after: Table, seat: int) -> int:
    """What the budget has brought in between: no choice did."""
    was_due = any(isinstance(step, Collect) for step in before.pending)
    if not was_due or any(isinstance(step, Collect) for step in after.pending):
        return 0
    return budget.income(after.budget[seat * LINES : (seat + 1) * LINES])


def on_wars(found: list[Remark], before: Table, after: Table, seat: int) -> None:
    dividend = float(PEACE_DIVIDEND)
    for other in bits(after.war[seat] & ~before.war[seat]):
        found.append(Remark("war", -2.0 - 1.5 * dividend, {"seat": other}, dividend))
    for other in bits(before.war[seat] & ~after.war[seat]):
        found.append(Remark("peace", 2.5 + 1.5 * dividend, {"seat": other}, dividend))


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
    for sea in bits(after.cargo_at[seat]):
        if after.freighters(seat, sea) > before.freighters(seat, sea):
            on_target(found, before, after, seat, LAND_NEAR[LANDS + sea], WORTH_BUILDING_ON)
    for land in bits(after.lands_of[seat] & before.lands_of[seat]):
        if after.garrison(land) <= before.garrison(land):
            continue
        where = {"area": AREA.ids[land]}
        if land != after.home[seat] and border_threat(after, seat, land) > 0.0:  # nobody is attacked at home
            found.append(Remark("holds", 0.4 + 0.1 * after.posts[land], where, float(after.garrison(land))))
        elif not on_target(found, before, after, seat, LAND_NEAR[land], WORTH_BUILDING_ON):
            on_no_target(found, after, seat, land)


def on_no_target(found: list[Remark], table: Table, seat: int, land: int) -> None:
    """Armies that make no attack likelier: there is none, or it hardly needs them. From a coast they may go aboard."""
    target, chance = best_target(table, seat, LAND_NEAR[land])
    if chance >= WORTH_BUILDING_ON:
        found.append(Remark("hardly", -0.1, {"area": AREA.ids[target]}, percent(chance)))
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
    remark = Remark("target", 2.0 * LAND_VALUE[land] * rises, params, percent(chance))
    if all(each.key != remark.key or each.params != remark.params for each in found):
        found.append(remark)
    return True


def percent(chance: float) -> float:
    """A chance in per cent; one that is not quite sure is none of a hundred."""
    return float(min(99, round(100 * chance))) if chance < 1.0 else 100.0


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
