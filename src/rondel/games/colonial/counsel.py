"""What a coach says in Colonial: Prestige, Territories and Colonies, Treasury and Goods, Loans, ships, unrest, war."""

from __future__ import annotations

from rondel.games.colonial.actions import SURRENDER
from rondel.games.colonial.bot import outlook_of
from rondel.games.colonial.characters import CHARACTERS
from rondel.games.colonial.characters.cargo import CharterAnswer
from rondel.games.colonial.characters.conqueror import can_found, counters_for_colony
from rondel.games.colonial.characters.explorer import CHANCES, ExplorationRoll, Explore, Hopes
from rondel.games.colonial.characters.rebel import rebellion_dice
from rondel.games.colonial.characters.sovereign import Decree, can_abolish, slaves_spots, war_targets, war_worth
from rondel.games.colonial.components import (
    AMBASSADOR_DIPLOMACY,
    AREA,
    AREAS,
    CARD_CHARACTERS,
    CHARACTER,
    DIPLOMACY_MOST,
    ECONOMY,
    REVOLUTION,
    SEATS,
    SPOTS_OF,
    TRACK,
    TRACKS,
    VICTORY_PRESTIGE,
)
from rondel.games.colonial.odds import year_odds
from rondel.games.colonial.state import Table
from rondel.games.colonial.steps.card import ResolveCard
from rondel.games.colonial.steps.exchange import AfterCard
from rondel.games.colonial.steps.loans import OwnTurn
from rondel.games.colonial.steps.naval import BuyFleets, NavalForces
from rondel.games.colonial.steps.turn import LayCards, LayLast
from rondel.games.colonial.steps.war import AskSurrender, LandRoll, SeaRoll, War
from rondel.kernel import flow
from rondel.kernel.counsel import Counsel, Remark, amount
from rondel.kernel.data import bits
from rondel.kernel.flow import NOBODY

BETWEEN = (LayCards, LayLast, ResolveCard, AfterCard, BuyFleets, NavalForces)
"""Where one of these is to be decided, what came before is over."""
NO_REASON = 0.03
"""A character who brings no more than this, in Prestige, is no reason to lay his card."""


class Chancellor(Counsel[Table]):
    ASIDE = ("trade",)
    ANSWERS = (
        "accept", "refuse", "raid", "hold", "escort", "no-escort", "fee", "surrender", "fight-on", "sell",
        "bring-goods", "take-spot", "yield-spot", "strike", "strike-spot",
    )  # fmt: skip

    def is_settled(self, table: Table, seat: int) -> bool:
        """A year of war is over for the attacker when the defender is asked: whether he gives in, nobody knows."""
        return isinstance(table.pending[-1], BETWEEN) or undecided_war(table, seat) is not None

    def is_another(self, before: Table, table: Table, seat: int) -> bool:
        """What a repayment left to be decided, or whether the next year of a war is the last."""
        asked, step = before.pending[-1], table.pending[-1]
        if type(asked) is not type(step) or seat not in flow.to_act(table):
            return False
        repaid = isinstance(step, OwnTurn) and table.debt(seat) < before.debt(seat)
        return repaid or isinstance(step, AskSurrender)

    def remarks(self, before: Table, after: Table, seat: int) -> list[Remark]:
        found: list[Remark] = []
        if after.over():
            won = after.winner == seat
            found.append(Remark("wins" if won else "loses", 100.0 if won else -100.0))
        prestige = after.prestige[seat] - before.prestige[seat]
        missing = max(0, VICTORY_PRESTIGE - after.prestige[seat])
        amount(found, "prestige", "prestige-lost", prestige, 5.0, missing=missing)
        on_map(found, before, after, seat)
        on_purse(found, before, after, seat)
        on_ships(found, before, after, seat)
        on_cards(found, before, after, seat)
        for other in range(after.seats):
            if other != seat:
                on_other(found, before, after, other)
        asked = before.pending[-1]
        if isinstance(asked, CharterAnswer):  # what a charter is to him who asks for it
            shipped = after.goods[asked.merchant] - before.goods[asked.merchant]
            amount(found, "", "others-goods", -shipped, 0.3, seat=asked.merchant)
        war = undecided_war(after, seat)
        if war is not None:
            odds = year_odds(after, seat, war.defender, war)
            found.append(Remark("war-open", 2.5 * (odds["won"] - odds["lost"]), {"seat": war.defender}))
        for area in range(AREAS):
            if after.area_unrest[area] > before.area_unrest[area]:
                on_unrest(found, after, seat, area)
        return found

    def on_choice(self, table: Table, seat: int, action: int) -> list[Remark]:
        free = action == SURRENDER and not table.prestige[seat]
        return [Remark("surrender-free", 0.5)] if free else []

    def odds(self, table: Table, seat: int) -> float:
        """Of an exploration, or of a war's next year; where it is not chosen yet, of the one that promises most."""
        step = table.pending[-1]
        if isinstance(step, ExplorationRoll) and step.seat == seat:
            return CHANCES[step.required]
        if isinstance(step, Explore) and step.seat == seat:
            hopes = Hopes(table, seat)
            return hopes.chance(max((area for area in range(AREAS) if table.tokens[area]), key=hopes.worth))
        if isinstance(step, Decree) and step.seat == seat and not can_abolish(table, seat):
            enemy = max(war_targets(table, seat), key=lambda other: war_worth(table, seat, other))
            return war_odds(table, seat, enemy, None)
        if isinstance(step, (LandRoll, SeaRoll)) and step.attacker == seat and step.hits < 0:
            for war in table.pending:
                if isinstance(war, War) and not (war.shared and isinstance(step, SeaRoll)):  # else half of it is over
                    return war_odds(table, seat, war.defender, war)
        return -1.0


def war_odds(table: Table, seat: int, enemy: int, war: War | None) -> float:
    """The chance to win a war's next year; -1: there is no Prestige to be won."""
    return year_odds(table, seat, enemy, war)["won"] if table.prestige[enemy] else -1.0


def undecided_war(table: Table, seat: int) -> War | None:
    """The war of the seat after a year that did not decide it: the defender says whether he surrenders."""
    step = table.pending[-1] if table.pending else None
    if not isinstance(step, AskSurrender) or step.last or step.enemy != seat:
        return None
    war = table.pending[-2]
    assert isinstance(war, War)
    return war


def on_other(found: list[Remark], before: Table, after: Table, other: int) -> None:
    lost = before.prestige[other] - after.prestige[other]
    if lost > 0:
        found.append(Remark("harm", 1.2 * lost, {"seat": other}, float(lost)))
    stirred = after.unrest[other] - before.unrest[other]
    if stirred > 0:
        if after.unrest[other] >= REVOLUTION > before.unrest[other]:
            found.append(Remark("others-revolution", 2.5, {"seat": other}, float(after.unrest[other])))
        else:
            found.append(Remark("stirred", 0.5 * stirred, {"seat": other}, float(stirred)))
    struck = sum(before.counter[other::SEATS]) - sum(after.counter[other::SEATS])
    if struck > 0:
        found.append(Remark("struck", 0.6 * struck, {"seat": other}, float(struck)))
    amount(found, "", "fleets-sunk", after.fleets[other] - before.fleets[other], -0.5, seat=other)
    amount(found, "", "squadrons-sunk", after.squadrons[other] - before.squadrons[other], -0.7, seat=other)


def on_unrest(found: list[Remark], after: Table, seat: int, area: int) -> None:
    """Unrest where others have more to lose is a gain; where they have less, somebody else may make use of it."""
    dice = rebellion_dice(after, area)
    mine = after.counters(seat, area)
    counters = sum(after.counters(other, area) for other in range(after.seats))
    spots = [after.spot[spot] for spot in SPOTS_OF[area] if after.spot[spot] != NOBODY]
    own, every = mine + spots.count(seat), counters + len(spots)
    weight = 0.2 * dice * (every - 2 * own) / max(1, every)
    if mine:
        params = {"area": AREA.ids[area], "mine": mine, "all": counters}
        found.append(Remark("restless-own", weight, params, float(dice)))
    else:
        found.append(Remark("restless", weight, {"area": AREA.ids[area]}, float(dice)))


def on_map(found: list[Remark], before: Table, after: Table, seat: int) -> None:
    for area in bits(after.explored & ~before.explored & after.present[seat]):
        found.append(Remark("explored", 2.0, {"area": AREA.ids[area]}))
    for area in bits(after.colonies_at | before.colonies_at):
        where = {"area": AREA.ids[area]}
        if after.colony[area] == seat != before.colony[area]:
            found.append(Remark("colony", 2.0, where))
        elif before.colony[area] == seat != after.colony[area]:
            found.append(Remark("colony-lost", -5.0, where))
    if after.abolished and not before.abolished:
        given_up = slaves_spots(before, seat)
        found.append(Remark("abolishes", -0.3 * given_up, {}, float(given_up)))
    amount(found, "city", "", float((after.city & ~before.city).bit_count()), 1.0)
    spots = len(after.owned_spots(seat)) - len(before.owned_spots(seat))
    amount(found, "spots", "spots-lost", spots, 0.8)
    counters = sum(after.counter[seat::SEATS]) - sum(before.counter[seat::SEATS])
    amount(found, "", "counters-lost", counters, 0.5)
    for area in bits(after.present[seat] & after.explored & ~after.colonies_at):
        if after.counters(seat, area) > before.counters(seat, area):
            on_settled(found, before, after, seat, area)
    amount(found, "unrest", "calm", after.unrest[seat] - before.unrest[seat], -1.2)
    if after.unrest[seat] >= REVOLUTION > before.unrest[seat]:
        found.append(Remark("revolution", -6.0, {}, float(after.unrest[seat])))
    elif after.unrest[seat] == REVOLUTION - 1 and before.unrest[seat] < after.unrest[seat]:
        found.append(Remark("revolution-near", -3.0))


def on_settled(found: list[Remark], before: Table, after: Table, seat: int, area: int) -> None:
    """A Territory with more counters than before: how far from a Colony. How far where it is new is no gain yet."""
    where = {"area": AREA.ids[area]}
    missing, were = counters_missing(after, seat, area), counters_missing(before, seat, area)
    if can_found(after, seat, area):
        found.append(Remark("settled", 0.6, where))
    elif missing > 0 and not before.explored >> area & 1:
        found.append(Remark("settled-new", 0.0, {**where, "missing": missing}))
    elif 0 < missing < were:
        found.append(Remark("settled-nearer", 0.3 * (were - missing), {**where, "missing": missing}, were - missing))


def counters_missing(table: Table, seat: int, area: int) -> int:
    """How many counters more the Territory needs for a Colony, one for each spot at least; 0: others hold a spot."""
    if any(table.spot[spot] not in (seat, NOBODY) for spot in SPOTS_OF[area]):
        return 0
    return max(counters_for_colony(area), len(SPOTS_OF[area])) - table.counters(seat, area)


def on_purse(found: list[Remark], before: Table, after: Table, seat: int) -> None:
    amount(found, "treasury", "treasury-spent", after.treasury[seat] - before.treasury[seat], 0.7)
    amount(found, "goods", "goods-sold", after.goods[seat] - before.goods[seat], 0.5 * before.value(seat, ECONOMY))
    debt = after.debt(seat) - before.debt(seat)
    amount(found, "debt", "debt-repaid", debt, -0.9)
    amount(found, "diplomacy", "diplomacy-lost", after.diplomacy[seat] - before.diplomacy[seat], 0.7)
    for track in range(TRACKS):
        if after.track[seat * TRACKS + track] > before.track[seat * TRACKS + track]:
            level = after.track[seat * TRACKS + track]
            found.append(Remark("level", 1.5, {"track": TRACK.ids[track], "level": level}))


def on_ships(found: list[Remark], before: Table, after: Table, seat: int) -> None:
    amount(found, "fleets", "fleets-lost", after.fleets[seat] - before.fleets[seat], 0.8)
    amount(found, "squadrons", "squadrons-lost", after.squadrons[seat] - before.squadrons[seat], 1.2)
    sent = after.privateers_of(seat) - before.privateers_of(seat)
    amount(found, "privateers", "", sent, 0.6)
    threat = stronger_at_sea(after, seat)
    if threat >= 0 and stronger_at_sea(before, seat) < 0 and after.prestige[seat]:
        found.append(Remark("open", -1.5, {"seat": threat}))


def stronger_at_sea(table: Table, seat: int) -> int:
    """Who could make war on the seat, with more Squadrons and higher Diplomacy; -1: nobody."""
    for other in range(table.seats):
        stronger = table.squadrons[other] > table.squadrons[seat]
        if stronger and table.diplomacy[other] > table.diplomacy[seat]:
            return other
    return -1


def on_cards(found: list[Remark], before: Table, after: Table, seat: int) -> None:
    """A card that was laid face down: what its characters could do, as things stand."""
    if after.laid(seat) & ~before.laid(seat) == 0:
        return
    outlook = outlook_of(after, seat)
    for card in bits(after.laid(seat) & ~before.laid(seat)):
        useful: list[Remark] = []
        idle: list[str] = []
        for number in CARD_CHARACTERS[card]:
            character = CHARACTERS[number]
            worth = character.worth(after, seat, outlook)
            if character.why_not(after, seat) is not None or character.now(after, seat).key == "now.merchant-idle":
                idle.append(CHARACTER.ids[number])
            elif worth > NO_REASON:
                said = character.now(after, seat)
                level = after.diplomacy[seat] + AMBASSADOR_DIPLOMACY
                if said.key == "now.ambassador" and level > DIPLOMACY_MOST:
                    continue  # he could only help others
                params = {**said.params, "next": level if level <= DIPLOMACY_MOST else 0}
                useful.append(Remark(f"coach.may-{said.key.removeprefix('now.')}", max(0.1, worth), params))
        if idle and not useful:
            useful.append(Remark("idle", -0.3, {"characters": idle}))
        found += useful
