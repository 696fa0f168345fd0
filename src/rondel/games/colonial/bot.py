"""A player of Colonial who has read the advice.

It explores where the odds are good, settles what it finds until a Colony stands there, ships and sells, borrows when
that pays for Prestige now, and repays in time. For the cards it runs through every order in which four can be laid,
with a small model of its own nation: Treasury, Goods, what each character would bring. It knows nothing of the others'
cards: it works on a world that the seat cannot tell from the true one.
"""

from __future__ import annotations

from typing import Final

from rondel.games.colonial.actions import (
    ABOLISH,
    ACCEPT,
    BUY_FLEET,
    BUY_SQUADRON,
    DONE,
    ESCORT,
    FEE,
    FIGHT_ON,
    IGNORE,
    PLACE_OF,
    PRO_PIRATE,
    RAID,
    REFUSE,
    REPAY,
    REPAY_ALL,
    SURRENDER,
    USE,
    kind_of,
)
from rondel.games.colonial.advice import year_odds
from rondel.games.colonial.components import (
    AMBASSADOR,
    AMERICA,
    AREAS,
    CARD_CHARACTERS,
    CARDS,
    CITY_PRICE,
    CONQUEROR,
    CONTINENT_OF,
    CONTINENTS,
    ECONOMY,
    EXPLORE_DICE,
    EXPLORER,
    FINANCIER,
    GOVERNOR,
    LOGISTICS,
    MERCHANT,
    MISSIONARY,
    NATIVE_POWER,
    NAVIGATION,
    REBEL,
    REVOLUTION,
    SCIENTIST,
    SEATS,
    SLAVES_SPOTS,
    SOVEREIGN,
    SPOT_AREA,
    SPOT_MASK,
    SPOT_RESOURCE,
    SPOTS,
    SPOTS_OF,
    TRACKS,
    TRADER,
    VICEROY,
    VICTORY_PRESTIGE,
    chance_of,
)
from rondel.games.colonial.state import LAID, Table
from rondel.games.colonial.steps.control import TakeSpot, YieldSpot
from rondel.games.colonial.steps.exchange import AfterCard, TradeAnswer
from rondel.games.colonial.steps.explorer import required, research_price
from rondel.games.colonial.steps.loans import most_loan
from rondel.games.colonial.steps.losses import Casualties
from rondel.games.colonial.steps.merchant import CharterAnswer
from rondel.games.colonial.steps.naval import BuyFleets, NavalForces
from rondel.games.colonial.steps.rebel import domestic_targets
from rondel.games.colonial.steps.turn import LAST_CHANCE, LayCards, LayLast, ResolveCard
from rondel.games.colonial.steps.viceroy import (
    city_sites,
    colony_sites,
    counters_for_colony,
    pirates_would_hurt,
)
from rondel.games.colonial.steps.war import AskSurrender, War, can_abolish, war_targets
from rondel.kernel.bot import Policy
from rondel.kernel.data import bits
from rondel.kernel.flow import NOBODY

CHANCES: Final[list[float]] = [chance_of(EXPLORE_DICE, needed) for needed in range(EXPLORE_DICE + 1)]
TREASURY_WORTH: Final = (0.0, 0.34, 0.58, 0.76, 0.92, 1.06, 1.2, 1.3, 1.4, 1.48, 1.56, 1.62, 1.68)
"""What so much Treasury at the end of the turn is worth in Prestige; more adds little."""


def chance(state: Table, seat: int, area: int) -> float:
    return CHANCES[max(0, required(state, seat, area))]


def prize(state: Table, seat: int, area: int) -> float:
    """What discovering a Territory brings: its tokens, a first, and a place for a Colony."""
    worth = state.tokens[area] + 0.12 * len(SPOTS_OF[area]) - 0.04 * NATIVE_POWER[area]
    if state.options["achievements"]:
        if CONTINENT_OF[area] == AMERICA and state.new_world == NOBODY:
            worth += 1
        if state.circumnavigation == NOBODY and not state.present[seat] & continent_of(area):
            worth += 0.1 * state.continents(seat) if state.continents(seat) < CONTINENTS - 1 else 1
    if SPOT_MASK[area] & SLAVES_SPOTS and not state.abolished and state.options["achievements"]:
        worth += 0.2
    return worth


def continent_of(area: int) -> int:
    mask = 0
    for other in range(AREAS):
        if CONTINENT_OF[other] == CONTINENT_OF[area]:
            mask |= 1 << other
    return mask


def targets(state: Table, seat: int) -> list[tuple[float, float, int]]:
    """The explorations worth trying: (expected Prestige, chance, area), the best first."""
    found = []
    for area in range(AREAS):
        if state.tokens[area]:
            odds = chance(state, seat, area)
            found.append((odds * prize(state, seat, area), odds, area))
    found.sort(reverse=True)
    return found


def shortfall(state: Table, seat: int, area: int) -> int:
    """How many counters are still to be placed in an explored Territory before a Colony can be founded there."""
    mine = state.counter[area * SEATS + seat]
    needed = counters_for_colony(area)
    for other in range(state.seats):
        if other != seat and state.counter[area * SEATS + other] and SPOTS_OF[area]:
            needed = max(needed, state.counter[area * SEATS + other] + 1, len(SPOTS_OF[area]))
    return max(needed, len(SPOTS_OF[area])) - mine


def building_sites(state: Table, seat: int) -> list[tuple[float, int, int]]:
    """Where counters are best placed: (cost, counters missing, area), the best first."""
    found = []
    for area in bits(state.explored & ~state.colonies_at):
        missing = shortfall(state, seat, area)
        if missing <= 0:
            continue
        rivals = sum(1 for other in range(state.seats) if other != seat and state.counter[area * SEATS + other])
        cost = missing + 0.8 * rivals - 0.4 * len(SPOTS_OF[area])
        found.append((cost, missing, area))
    found.sort()
    return found


def cargo(state: Table, seat: int) -> int:
    """Goods that the Merchant could bring from own spots."""
    goods = types = 0
    for spot in range(SPOTS):
        if state.spot[spot] == seat and not (state.abolished and SLAVES_SPOTS >> spot & 1):
            bit = 1 << SPOT_RESOURCE[spot]
            if not types & bit or not state.options["one-good-per-type"]:
                types |= bit
                goods += 2 if state.city >> spot & 1 else 1
    return goods


def favours(state: Table, seat: int) -> int:
    """Types of Goods that others hold and might let the Merchant ship."""
    types = mine = 0
    if not charter_pays(state, seat):
        return 0
    for spot in range(SPOTS):
        holder = state.spot[spot]
        if holder == seat:
            mine |= 1 << SPOT_RESOURCE[spot]
        elif holder != NOBODY and not (state.abolished and SLAVES_SPOTS >> spot & 1):
            types |= 1 << SPOT_RESOURCE[spot]
    return (types & ~mine).bit_count()


def charter_fee(state: Table) -> int:
    """What to offer for a chartered Good: nothing where the owner gets one too, otherwise the least."""
    return 0 if state.options["charter-goods"] == "both" else 1


def charter_pays(state: Table, seat: int) -> bool:
    """Whether a chartered Good sells for more than it costs, and can be paid."""
    fee = charter_fee(state)
    return state.treasury[seat] >= fee and state.value(seat, ECONOMY) > fee


def danger(state: Table, seat: int) -> float:
    """How near the best opponent is to winning, from 0 to 1."""
    best = max(state.prestige[other] for other in range(state.seats) if other != seat)
    return max(0.0, (best - 5) / 5)


ECONOMY_WORTH: Final = 0.06
"""What a level of Economy brings for each Good and turn to come."""


class Outlook:
    """What a seat can expect of each card, for the model of its turn."""

    def __init__(self, state: Table, seat: int) -> None:
        self.explorations = targets(state, seat)
        self.late = state.prestige[seat] >= VICTORY_PRESTIGE - 3
        best = self.explorations[0] if self.explorations else (0.0, 0.0, -1)
        self.explore = best[0]
        self.navigation = self._navigation(state, seat)
        self.colonies = len(colony_sites(state, seat)) if state.colonies(seat) < 7 else 0
        self.sites = building_sites(state, seat)
        self.cities = len(city_sites(state, seat))
        self.fleets = state.fleets[seat]
        self.cargo = cargo(state, seat) + favours(state, seat)
        self.goods_out = min(self.fleets, self.cargo)
        self.explore_spots = best[1] if best[2] >= 0 and SPOTS_OF[best[2]] else 0.0
        self.free_spots = 0
        for spot in range(SPOTS):
            if state.spot[spot] == NOBODY and state.explored >> SPOT_AREA[spot] & 1:
                self.free_spots += 1
        self.price = state.value(seat, ECONOMY)
        self.limit = state.value(seat, LOGISTICS)
        self.loan = most_loan(state, seat)
        self.sovereign = sovereign_worth(state, seat)
        self.ambassador = ambassador_worth(state, seat)
        self.rebel = rebel_worth(state, seat)
        self.treasury = state.treasury[seat]
        self.goods = state.goods[seat]
        self.research, track = research(state, seat, self, 99)
        self.research_price = research_price(state, seat, track) if track >= 0 else 0
        self.loans = len(state.loans[seat])

    def _navigation(self, state: Table, seat: int) -> float:
        """What one more level would add to the explorations of the turns to come."""
        price = research_price(state, seat, NAVIGATION)
        if price < 0 or not self.explorations:
            return 0.0
        gain = 0.0
        for _, odds, area in self.explorations[:4]:
            needed = max(0, required(state, seat, area))
            gain += (CHANCES[max(0, needed - 1)] - odds) * prize(state, seat, area)
        return 0.45 * gain


def sovereign_worth(state: Table, seat: int) -> float:
    worth = 1.05 if can_abolish(state, seat) else 0.0
    for enemy in war_targets(state, seat):
        worth = max(worth, war_worth(state, seat, enemy))
    return worth


def war_worth(state: Table, seat: int, enemy: int) -> float:
    """The likely gain in Prestige, and what it hurts the enemy, if the first year is a guide to the war."""
    odds = year_odds(state, seat, enemy)
    gain = odds["won"] - odds["lost"] + 0.25 * odds["open"] * (1 if odds["won"] >= odds["lost"] else -1)
    stake = 1.0 if state.prestige[enemy] else 0.25
    return gain * (stake + 0.3 * danger(state, seat)) - 0.15


def unrest_worth(state: Table, seat: int, other: int) -> float:
    """What a marker on an opponent's Nation board is worth: most against a leader on the brink of revolution."""
    lead = state.prestige[other] - state.prestige[seat]
    near = 0.1 * min(state.unrest[other], REVOLUTION - 1)
    return max(0.0, 0.04 + 0.05 * lead + (near if lead >= 0 else 0.0)) + 0.05 * danger(state, seat) * max(0, lead)


def rebel_worth(state: Table, seat: int) -> float:
    """The best trouble at home; abroad there is always a little to stir."""
    worth = 0.04 + 0.2 * danger(state, seat)
    for other in domestic_targets(state, seat):
        worth = max(worth, unrest_worth(state, seat, other))
    return worth


def ambassador_worth(state: Table, seat: int) -> float:
    worth = 0.06 * (3 - min(3, state.diplomacy[seat]))
    if state.unrest[seat] >= REVOLUTION - 1:
        worth += 0.9
    elif state.unrest[seat]:
        worth += 0.1 * state.unrest[seat]
    return worth + 0.08


class Heuristic(Policy[Table]):
    def otherwise(self, table: Table, seat: int, choices: list[int]) -> int:
        world = table
        step = world.pending[-1]
        if isinstance(step, LayCards):
            return self._lay(world, seat, choices)
        if isinstance(step, LayLast):
            return self._lay_last(world, seat, choices)
        if isinstance(step, ResolveCard):
            return self._resolve(world, seat, step.card, choices)
        if isinstance(step, BuyFleets):
            return self._buy_fleets(world, seat, choices)
        if isinstance(step, NavalForces):
            return self._naval(world, seat, choices)
        if isinstance(step, AfterCard):
            repayment = self._repay(world, seat, choices)
            return repayment if repayment >= 0 else DONE
        choices = [action for action in choices if kind_of(action) not in ("repay", "repay-all")]
        return self._answer(world, seat, choices) if len(choices) > 1 else choices[0]

    # --- laying cards ---------------------------------------------------------------------------------------------

    def _lay(self, state: Table, seat: int, choices: list[int]) -> int:
        """The first card of the best order, given what already lies there."""
        outlook = Outlook(state, seat)
        laid = [state.program[seat * LAID + place] for place in range(LAST_CHANCE)]
        order = [card for card in laid if card >= 0]
        length = LAST_CHANCE + (1 if state.options["five-programmed"] else 0)
        if state.in_revolution(seat):
            length, order = 1, []
        best, most = choices[0], -1e9
        course = after(outlook, order)
        cards = [PLACE_OF[action] for action in choices]
        for action, card in zip(choices, cards, strict=True):
            rest = [other for other in cards if other != card]
            next_ = after_card(outlook, course, len(order), card)
            worth = best_total(outlook, next_, len(order) + 1, rest, length) + self.rng.random() * 0.02
            if worth > most:
                best, most = action, worth
        return best

    def _lay_last(self, state: Table, seat: int, choices: list[int]) -> int:
        outlook = Outlook(state, seat)
        return max(choices, key=lambda action: after(outlook, [PLACE_OF[action]]).total(outlook))

    # --- resolving a card -----------------------------------------------------------------------------------------

    def _resolve(self, state: Table, seat: int, card: int, choices: list[int]) -> int:
        repayment = self._repay(state, seat, choices)
        if repayment >= 0:
            return repayment
        outlook = Outlook(state, seat)
        best, most = IGNORE, 0.0
        for character in CARD_CHARACTERS[card]:
            if USE[character] in choices:
                worth = self._worth(state, seat, character, outlook)
                if worth > most:
                    best, most = USE[character], worth
        return best

    def _worth(self, state: Table, seat: int, character: int, outlook: Outlook) -> float:
        treasury = state.treasury[seat]
        to_come = self._cards_to_come(state, seat)
        if character == EXPLORER:
            return outlook.explore - 0.05
        if character == SCIENTIST:
            return research(state, seat, outlook, treasury)[0]
        if character == CONQUEROR:
            return 1.0 if outlook.colonies else 0.15 if pirates_would_hurt(state, seat) and danger(state, seat) else 0.0
        if character == VICEROY:
            return viceroy_worth(outlook, treasury)
        if character == GOVERNOR:
            return 1.0
        if character == MERCHANT:
            return 0.11 * outlook.price * outlook.goods_out + 0.01
        if character == TRADER:
            return 0.12 * outlook.price * state.goods[seat]
        if character == FINANCIER:
            return loan_worth(state, seat, outlook, to_come)
        if character == REBEL:
            return outlook.rebel
        if character == MISSIONARY:
            return 0.05 + 0.1 * sum(state.area_unrest[area] for area in bits(state.present[seat]))
        if character == AMBASSADOR:
            return outlook.ambassador
        return outlook.sovereign

    def _cards_to_come(self, state: Table, seat: int) -> int:
        """Bits of the own cards that are still face down this turn."""
        mask = 0
        for place in range(state.shown, LAID):
            card = state.program[seat * LAID + place]
            if card >= 0:
                mask |= 1 << card
        return mask

    def _repay(self, state: Table, seat: int, choices: list[int]) -> int:
        """Repay when victory is near, or when there is Treasury to spare; -1: not now."""
        stacks, treasury = state.loans[seat], state.treasury[seat]
        if not stacks or not treasury:
            return -1
        spare = treasury - (0 if state.prestige[seat] >= VICTORY_PRESTIGE else 2 if self._near(state, seat) else 5)
        smallest = stacks[-1]
        if spare >= smallest:
            return REPAY_ALL[smallest] if smallest > 1 else REPAY[1]
        return REPAY[smallest] if spare > 0 and self._near(state, seat) else -1

    def _near(self, state: Table, seat: int) -> bool:
        return state.prestige[seat] >= VICTORY_PRESTIGE - 3

    # --- ships ----------------------------------------------------------------------------------------------------

    def _buy_fleets(self, state: Table, seat: int, choices: list[int]) -> int:
        """A fleet for each Good to carry and two for charters, while Treasury for the next expedition is left.

        Three at least: who puts this off falls behind for good, whatever the place at the table.
        """
        wanted = max(3, min(7, cargo(state, seat) + min(2, favours(state, seat))))
        if BUY_FLEET in choices and state.fleets[seat] < wanted and state.treasury[seat] > 1:
            return BUY_FLEET
        repayment = self._repay(state, seat, choices)
        return repayment if repayment >= 0 else DONE

    def _naval(self, state: Table, seat: int, choices: list[int]) -> int:
        """A navy that is not the weakest, once there is Prestige to defend."""
        strongest = max(state.squadrons[other] for other in range(state.seats) if other != seat)
        wanted = min(strongest, 3) if state.prestige[seat] >= 4 else 1
        if BUY_SQUADRON in choices and state.squadrons[seat] < wanted and state.treasury[seat] > 4:
            return BUY_SQUADRON
        repayment = self._repay(state, seat, choices)
        return repayment if repayment >= 0 else DONE

    # --- everything else ------------------------------------------------------------------------------------------

    def _answer(self, state: Table, seat: int, choices: list[int]) -> int:
        """The smaller decisions, by what kind of action is on offer."""
        step = state.pending[-1]
        kind = kind_of(choices[0])
        if isinstance(step, TradeAnswer):
            return self._trade(state, seat, step)
        if isinstance(step, CharterAnswer):
            ahead = state.prestige[step.merchant] - state.prestige[seat]
            if state.options["charter-goods"] != "both" and not step.fee:
                return REFUSE
            return ACCEPT if ahead + 2 * danger(state, seat) < 4 else REFUSE
        if isinstance(step, AskSurrender):
            return self._surrender(state, seat)
        if isinstance(step, TakeSpot):
            return max(choices, key=lambda action: spot_worth(state, seat, PLACE_OF[action]))
        if isinstance(step, YieldSpot):
            return max(choices, key=lambda action: -spot_worth(state, seat, PLACE_OF[action]))
        if isinstance(step, Casualties):
            return self._casualties(state, seat, choices)
        if kind == "explore":
            return self._explore(state, seat, choices)
        if kind == "research":
            track = research(state, seat, Outlook(state, seat), state.treasury[seat])[1]
            return next((action for action in choices if PLACE_OF[action] == track), choices[0])
        if kind == "place" or kind == "march":
            return self._settle(state, seat, choices)
        if kind == "found-colony" or kind == "pro-pirate":
            return self._colony(state, choices)
        if kind == "build-city":
            return max(choices, key=lambda action: spot_worth(state, seat, PLACE_OF[action]))
        if kind == "borrow":
            return choices[-1]
        if kind == "sell" or kind == "bring-goods":
            return choices[-1]
        if kind == "ship" or kind == "charter" or choices[0] == DONE:
            return self._cargo(state, choices)
        if kind == "fee":
            return FEE[charter_fee(state)]
        if RAID in choices:
            return RAID
        if ESCORT in choices:
            return ESCORT
        if kind in ("sink-privateer", "lose-privateer"):
            return self._harm(state, seat, choices)
        if kind == "raise-diplomacy":
            return next((action for action in choices if PLACE_OF[action] == seat), choices[-1])
        if kind == "declare-war" or kind == "abolish":
            return self._decree(state, seat, choices)
        if kind in ("calm", "place-mission"):
            return max(choices, key=lambda action: self._mission(state, seat, PLACE_OF[action]))
        return self._rebel(state, seat, choices)

    def _trade(self, state: Table, seat: int, step: TradeAnswer) -> int:
        """Take an exchange that is good for us, unless it helps a leader to win."""
        price = state.value(seat, ECONOMY)
        gain = step.give + price * step.give_goods - step.ask - price * step.ask_goods
        rival = state.prestige[step.seat] >= VICTORY_PRESTIGE - 2 and state.prestige[step.seat] > state.prestige[seat]
        return ACCEPT if gain > (3 if rival else 0) else REFUSE

    def _surrender(self, state: Table, seat: int) -> int:
        """Defeat costs as much as surrender: give up only to save what is left, or when it costs nothing."""
        war = state.pending[-2]
        assert isinstance(war, War)
        odds = year_odds(state, war.attacker, war.defender, war)
        won, lost = (odds["won"], odds["lost"]) if seat == war.attacker else (odds["lost"], odds["won"])
        if not state.prestige[seat]:
            return SURRENDER if won < 0.5 else FIGHT_ON
        return SURRENDER if lost > 0.45 + won else FIGHT_ON

    def _explore(self, state: Table, seat: int, choices: list[int]) -> int:
        best, most = choices[0], -1.0
        for action in choices:
            area = PLACE_OF[action]
            worth = chance(state, seat, area) * prize(state, seat, area) + self.rng.random() * 0.03
            if worth > most:
                best, most = action, worth
        return best

    def _settle(self, state: Table, seat: int, choices: list[int]) -> int:
        """Place where a Colony is nearest; keep one Treasury for an Explorer still to come."""
        later = self._cards_to_come(state, seat)
        explorer = any(later >> card & 1 and EXPLORER in CARD_CHARACTERS[card] for card in range(CARDS))
        if state.treasury[seat] > (1 if explorer else 0):
            for _, _, area in building_sites(state, seat):
                for action in choices:
                    if kind_of(action) == "place" and PLACE_OF[action] == area:
                        return action
        for action in choices:
            if kind_of(action) == "march" and self._idle(state, seat, *divmod(PLACE_OF[action], AREAS)):
                return action
        if DONE in choices:
            return DONE
        return min(choices, key=lambda action: self._march_cost(state, seat, action))

    def _idle(self, state: Table, seat: int, start: int, area: int) -> bool:
        """A counter that nobody needs where it is, and that a Colony next door needs."""
        spare = -shortfall(state, seat, start) if state.colony[start] in (seat, NOBODY) else 0
        return spare > 0 and state.colony[area] == NOBODY and shortfall(state, seat, area) > 0

    def _march_cost(self, state: Table, seat: int, action: int) -> float:
        if kind_of(action) == "place":
            return shortfall(state, seat, PLACE_OF[action])
        start = PLACE_OF[action] // AREAS
        return 5 + (5 if state.colony[start] == seat else 0) - state.spare(seat, start)

    def _colony(self, state: Table, choices: list[int]) -> int:
        colonies = [action for action in choices if action != PRO_PIRATE]
        return max(colonies, key=lambda action: len(SPOTS_OF[PLACE_OF[action]])) if colonies else PRO_PIRATE

    def _cargo(self, state: Table, choices: list[int]) -> int:
        """Own Goods first, then those of the player with the least Prestige."""
        best, least = DONE, 99.0
        for action in choices:
            if kind_of(action) == "ship":
                return action
            if kind_of(action) == "charter" and charter_pays(state, state.pending[-1].seat):
                behind = state.prestige[state.spot[PLACE_OF[action]]] + self.rng.random()
                if behind < least:
                    best, least = action, behind
        return best

    def _harm(self, state: Table, seat: int, choices: list[int]) -> int:
        """Whoever has the most Prestige, and never ourselves; among equals nobody is always the first."""
        ahead = [-1 if PLACE_OF[action] == seat else state.prestige[PLACE_OF[action]] for action in choices]
        return self.rng.choice([action for action, each in zip(choices, ahead, strict=True) if each == max(ahead)])

    def _casualties(self, state: Table, seat: int, choices: list[int]) -> int:
        """Of whoever has the most Prestige, and never ourselves: rather the counter on his best Resource."""

        def harm(action: int) -> tuple[int, float, float]:
            place = PLACE_OF[action]
            on_spot = kind_of(action) == "strike-spot"
            owner = state.spot[place] if on_spot else place
            ahead = -1 if owner == seat else state.prestige[owner]
            worth = spot_worth(state, owner, place) if on_spot else 0.0
            return ahead, -worth if owner == seat else worth, self.rng.random()

        return max(choices, key=harm)

    def _decree(self, state: Table, seat: int, choices: list[int]) -> int:
        if ABOLISH in choices:
            return ABOLISH
        return max(choices, key=lambda action: war_worth(state, seat, PLACE_OF[action]) + 0.01 * self.rng.random())

    def _mission(self, state: Table, seat: int, area: int) -> float:
        return state.area_unrest[area] + (2 if state.colony[area] == seat else 0) + 0.1 * state.counters(seat, area)

    def _rebel(self, state: Table, seat: int, choices: list[int]) -> int:
        """Trouble for whoever is ahead: first at home, then in his Colonies."""
        best, most = choices[0], -1e9
        for action in choices:
            kind, place = kind_of(action), PLACE_OF[action]
            if kind == "domestic-unrest":
                worth = 6 * unrest_worth(state, seat, place) + self.rng.random() * 0.05
            elif kind in ("stir-unrest", "spark-rebellion", "strong-rebellion"):
                owner = state.colony[place]
                theirs = sum(
                    state.prestige[other] * state.counter[place * SEATS + other]
                    for other in range(state.seats)
                    if other != seat
                )
                worth = 0.05 * theirs - 0.6 * state.counters(seat, place) - (5 if owner == seat else 0)
                if kind != "stir-unrest":
                    worth += 0.6 * state.area_unrest[place] + (1.0 if owner not in (seat, NOBODY) else 0.0)
            else:
                worth = 0.1 if not state.present[seat] >> place & 1 else -2.0
            if worth > most:
                best, most = action, worth
        return best


def spot_worth(state: Table, seat: int, spot: int) -> float:
    """A new type is worth more than a second spot of one we ship already; a city is worth most."""
    worth = 1.0
    for other in range(SPOTS):
        if other != spot and state.spot[other] == seat and SPOT_RESOURCE[other] == SPOT_RESOURCE[spot]:
            worth -= 0.5
    if SLAVES_SPOTS >> spot & 1:
        worth += 0.3 if not state.abolished else -0.6
    return worth + (1.0 if state.city >> spot & 1 else 0.0) + 0.01 * SPOT_AREA[spot] / AREAS


def viceroy_worth(outlook: Outlook, treasury: int) -> float:
    """A Colony nearer, or complete."""
    if not outlook.sites or treasury <= 0:
        return 0.03
    able = min(outlook.limit, treasury)
    missing = outlook.sites[0][1]
    if missing <= able:
        return 0.75
    return 0.6 * able / missing


def research(state: Table, seat: int, outlook: Outlook, treasury: int) -> tuple[float, int]:
    """The best track to raise with so much Treasury, and what it is worth."""
    best, most = 0.0, -1
    turns = max(1, 7 - state.turn)
    for track in range(TRACKS):
        price = research_price(state, seat, track)
        if price < 0 or price > treasury:
            continue
        if track == NAVIGATION:
            worth = outlook.navigation
        elif track == ECONOMY:
            worth = ECONOMY_WORTH * turns * max(2, outlook.goods_out)
        elif track == LOGISTICS:
            worth = 0.06 * turns
        else:
            worth = 0.04 * turns
        worth -= 0.04 * price
        if worth > best:
            best, most = worth, track
    return best, most


def loan_worth(state: Table, seat: int, outlook: Outlook, to_come: int) -> float:
    """Borrow when the Treasury is empty, and not when victory is near."""
    if state.prestige[seat] >= VICTORY_PRESTIGE - 3 or len(state.loans[seat]) >= 2:
        return 0.0
    return 0.5 - 0.12 * state.treasury[seat] - 0.3 * len(state.loans[seat])


class Course:
    """A turn in the model: what is left and gained after the cards so far."""

    __slots__ = ("worth", "treasury", "goods", "borrowed", "spots")

    def __init__(self, worth: float, treasury: int, goods: float, borrowed: int, spots: float) -> None:
        self.worth = worth
        self.treasury = treasury
        self.goods = goods
        self.borrowed = borrowed
        self.spots = spots  # Resource spots gained this turn, on average

    def total(self, outlook: Outlook) -> float:
        worth = self.worth + TREASURY_WORTH[min(self.treasury, len(TREASURY_WORTH) - 1)] * (0.5 if outlook.late else 1)
        return worth + 0.08 * outlook.price * self.goods - (0.3 if outlook.late else LOAN_COST) * self.borrowed


LOAN_COST: Final = 0.17
"""What each Treasury borrowed costs in the end, in Prestige."""


def after(outlook: Outlook, order: list[int]) -> Course:
    """How the turn would stand once these cards have been played in this order: Prestige, and Treasury at the end."""
    course = Course(0.0, outlook.treasury, outlook.goods, 0, 0.0)
    for place, card in enumerate(order):
        course = after_card(outlook, course, place, card)
    return course


def after_card(outlook: Outlook, course: Course, place: int, card: int) -> Course:
    """The better of the two characters, or neither."""
    best, most = course, course.total(outlook)
    for character in CARD_CHARACTERS[card]:
        used = _use(outlook, character, course, place)
        if used is not None:
            total = used.total(outlook)
            if total > most:
                best, most = used, total
    return best


def best_total(outlook: Outlook, course: Course, place: int, rest: list[int], length: int) -> float:
    """What the best order of the cards still to be laid brings."""
    if place >= length:
        return course.total(outlook)
    most = -1e9
    for card in rest:
        others = [other for other in rest if other != card]
        most = max(most, best_total(outlook, after_card(outlook, course, place, card), place + 1, others, length))
    return most


def _use(outlook: Outlook, character: int, now: Course, place: int) -> Course | None:
    """How the turn stands after a character has acted; None if he could do nothing. Earlier is a little better."""
    worth, treasury, goods, borrowed, spots = now.worth, now.treasury, now.goods, now.borrowed, now.spots
    bonus = 0.01 * (4 - place)
    if character == EXPLORER:
        if treasury < 1 or not outlook.explorations:
            return None
        return Course(worth + outlook.explore + bonus, treasury - 1, goods, borrowed, spots + outlook.explore_spots)
    if character == SCIENTIST:
        if outlook.research <= 0 or treasury < outlook.research_price:
            return None
        return Course(worth + outlook.research, treasury - outlook.research_price, goods, borrowed, spots)
    if character == CONQUEROR:
        return Course(worth + 1 + bonus, treasury, goods, borrowed, spots) if outlook.colonies else None
    if character == VICEROY:
        if treasury < 1:
            return None
        spent = min(outlook.limit, treasury, outlook.sites[0][1] if outlook.sites else 1)
        gained = min(spent, outlook.free_spots)
        return Course(worth + viceroy_worth(outlook, treasury), treasury - spent, goods, borrowed, spots + gained)
    if character == GOVERNOR:
        if not outlook.cities or treasury < CITY_PRICE:
            return None
        return Course(worth + 1 + bonus, treasury - CITY_PRICE, goods, borrowed, spots)
    if character == MERCHANT:
        shipped = min(outlook.fleets, outlook.cargo + spots)
        return Course(worth + bonus, treasury, goods + shipped, borrowed, spots) if shipped else None
    if character == TRADER:
        return Course(worth + bonus, treasury + int(goods * outlook.price), 0, borrowed, spots) if goods else None
    if character == FINANCIER:
        if outlook.loan <= 0 or outlook.loans:
            return None
        return Course(worth, treasury + outlook.loan, goods, borrowed + outlook.loan, spots)
    if character == REBEL:
        return Course(worth + outlook.rebel, treasury, goods, borrowed, spots)
    if character == AMBASSADOR:
        return Course(worth + outlook.ambassador, treasury, goods, borrowed, spots)
    if character == SOVEREIGN and outlook.sovereign > 0:
        return Course(worth + outlook.sovereign, treasury, goods, borrowed, spots)
    return None
