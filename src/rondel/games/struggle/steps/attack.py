"""Launching an attack: declaration and payment, surprise, support of allies, and alliance tiles with two symbols."""

from __future__ import annotations

from typing import Final

from rondel.games.struggle import events
from rondel.games.struggle.actions import (
    ACCEPT,
    ARMY_COUNTS,
    ASK,
    ATTACK,
    ATTACK_COUNTER,
    ATTACK_PIRATES,
    ATTACK_REVOLT,
    DO_NOT_ASK,
    IN_ATTACK,
    IN_ATTACK_COUNTER,
    IN_ATTACK_PIRATES,
    IN_ATTACK_REVOLT,
    IN_OFFER,
    JOIN,
    KEEP,
    OFFER,
    PLACE_OF,
    REFUSE,
    SYMBOL,
    TABLE_OF,
    USE,
    WANTED,
)
from rondel.games.struggle.components import (
    ALLIANCES,
    AREA,
    ARMY,
    ATTACK_PRICE,
    COUNTER_PRINT,
    COUNTER_REGION,
    COUNTERS_IN,
    HOME_BIT,
    NAVY,
    NEUTRALS,
    PIRATES,
    POWER,
    POWERS,
    REGIONS,
    SLAVE_REVOLT,
    SURPRISE_ATTACK,
    TILE,
    TILE_ADDS,
    TILE_REGIONS,
    ZONE,
)
from rondel.games.struggle.state import (
    ACTOR,
    ATTACKER,
    BY_PIRATES,
    COUNTER_AT,
    DEFENDER,
    JOIN_ARMY,
    JOIN_NAVY,
    KIND,
    MAIN,
    NO_FIGHT,
    ON_NEUTRAL,
    ON_PIRATES,
    ON_POWER,
    ON_REVOLT,
    REGION,
    SURPRISE,
    TILES_ARMY,
    TILES_NAVY,
    Table,
)
from rondel.games.struggle.steps.battle import LAND_STAGE, NAVAL_STAGE, SEA_BATTLE, able
from rondel.kernel.data import bits
from rondel.kernel.events import NUMBER, Kind, Message, Reason, many
from rondel.kernel.flow import BY_SEAT, Step

CHAPTER: Final = "attacking"
WANTED_KIND: Final = Kind("wanted", WANTED)
SIDE: Final = Kind("side", ("attacker", "defender"))


# --- what can be attacked -------------------------------------------------------------------------------------------

_on_power: Final[list[list[int] | None]] = [None] * (POWERS << REGIONS)
_on_counters: Final[dict[int, list[int]]] = {}


def attack_regions(state: Table, power: int) -> int:
    """Where a power can attack on land: where it has an army; by option, where it has any unit, or a navy in the
    zone.
    """
    if state.options["army-needed"]:
        return state.army_at[power] & ~HOME_BIT
    where = (state.army_at[power] | state.navy_at[power] | state.fort_at[power]) & ~HOME_BIT
    for region in range(REGIONS):
        if ZONE[region] >= 0 and state.navy_at[power] >> ZONE[region] & 1:
            where |= 1 << region
    return where


def add_attacks(state: Table, power: int, offered: list[int]) -> None:
    """Every attack open to a power: on enemies with a counter or unit there, neutral countries, Pirates, a Slave
    Revolt.
    """
    where = attack_regions(state, power)
    if where:
        row = state.row[power]
        for enemy in range(POWERS):
            if state.row[enemy] != row and state.in_play >> enemy & 1:
                here = state.presence(enemy) & where
                if here:
                    key = enemy << REGIONS | here
                    attacks = _on_power[key]
                    if attacks is None:
                        attacks = [ATTACK[enemy * REGIONS + region] for region in bits(here)]
                        _on_power[key] = attacks
                    offered += attacks
        neutrals = state.board_at & NEUTRALS
        if neutrals:
            there = 0
            for region in bits(where):
                there |= COUNTERS_IN[region]
            neutrals &= there
            if neutrals:
                found = _on_counters.get(neutrals)
                if found is None:
                    if len(_on_counters) > 100_000:
                        _on_counters.clear()
                    found = [ATTACK_COUNTER[counter] for counter in bits(neutrals)]
                    _on_counters[neutrals] = found
                offered += found
    region = state.held_at[0]
    if region >= 0 and state.navy_at[power] >> region & 1:
        offered.append(ATTACK_PIRATES[region])
    region = state.held_at[1]
    if region >= 0 and where >> region & 1:
        offered.append(ATTACK_REVOLT[region])


def attack_candidates(state: Table, power: int) -> list[int]:
    """Every attack a player might think of: on whoever is where he has units, and on all counters and tiles on the
    board.
    """
    offered: list[int] = []
    here = state.presence(power)
    for other in bits(state.in_play):
        if other != power:
            offered += [ATTACK[other * REGIONS + region] for region in bits(state.presence(other) & here)]
    offered += [ATTACK_COUNTER[counter] for counter in bits(state.board_at & NEUTRALS)]
    if state.held_at[0] >= 0:
        offered.append(ATTACK_PIRATES[state.held_at[0]])
    if state.held_at[1] >= 0:
        offered.append(ATTACK_REVOLT[state.held_at[1]])
    return offered


def explain_attack(state: Table, power: int, action: int) -> Reason | None:
    table, place = TABLE_OF[action], PLACE_OF[action]
    if table == IN_ATTACK:
        target, region = divmod(place, REGIONS)
        where = {"power": POWER.ids[target], "area": AREA.ids[region]}
        if not state.in_play >> target & 1:
            return Reason("not-in-play", where, CHAPTER)
        if target == power:
            return Reason("not-yourself", where, CHAPTER)
        if state.allied(power, target):
            return Reason("is-ally", where, CHAPTER)
        if not attack_regions(state, power) >> region & 1:
            return Reason(army_or_unit(state), where, CHAPTER)
        return Reason("nobody-there", where, CHAPTER)
    if table == IN_ATTACK_COUNTER:
        region = COUNTER_REGION[place]
        where = {"counter": COUNTER_PRINT[place], "area": AREA.ids[region]}
        if not state.board[place]:
            return Reason("no-such-counter", where, CHAPTER)
        return Reason(army_or_unit(state), where, CHAPTER)
    if table in (IN_ATTACK_PIRATES, IN_ATTACK_REVOLT):
        pirates = table == IN_ATTACK_PIRATES
        where = {"tile": TILE.ids[PIRATES if pirates else SLAVE_REVOLT], "area": AREA.ids[place]}
        if state.held_at[0 if pirates else 1] != place:
            return Reason("tile-not-there", where, "pirates")
        return Reason("needs-navy-to-attack" if pirates else army_or_unit(state), where, "pirates")
    return None


def army_or_unit(state: Table) -> str:
    """The reason for an attack refused for want of units."""
    return "needs-army" if state.options["army-needed"] else "needs-unit"


# --- declaration ----------------------------------------------------------------------------------------------------


def begin_attack(state: Table, power: int, action: int, price: int) -> None:
    """Declare and pay; then surprise, the attacker's allies, the defender's allies, alliance tiles, sea, land."""
    state.pay(power, price, "attack")
    table, place = TABLE_OF[action], PLACE_OF[action]
    state.fight = fight = NO_FIGHT[:]
    state.joined = [0] * (2 * POWERS)
    fight[ACTOR] = fight[MAIN] = power
    if table == IN_ATTACK:
        defender, region = divmod(place, REGIONS)
        fight[KIND], fight[REGION], fight[MAIN + DEFENDER] = ON_POWER, region, defender
        if state.events is not None:
            state.emit(events.ATTACKED, power, defender, region)
        state.push(LAND_STAGE)
        state.push(NAVAL_STAGE)
        state.push(ALLIANCE_TILES)
        could_be_helped = state.seat_of[defender] >= 0 and push_call(state, DEFENDER)
        push_call(state, ATTACKER)
        if could_be_helped and state.ready(power, SURPRISE_ATTACK):
            state.push(SURPRISE_CHOICE)
    elif table == IN_ATTACK_COUNTER:
        region = COUNTER_REGION[place]
        fight[KIND], fight[REGION], fight[COUNTER_AT] = ON_NEUTRAL, region, place
        if state.events is not None:
            state.emit(events.ATTACKED_NEUTRAL, power, COUNTER_PRINT[place], region)
        state.push(LAND_STAGE)
        state.push(NAVAL_STAGE)
        state.push(ALLIANCE_TILES)
        push_call(state, ATTACKER)
    elif table == IN_ATTACK_PIRATES:
        fight[KIND], fight[REGION] = ON_PIRATES, place
        state.emit(events.ATTACKED_TILE, power, PIRATES, place)
        state.push(SEA_BATTLE)
        state.push(ALLIANCE_TILES)
        push_call(state, ATTACKER)
    else:
        fight[KIND], fight[REGION] = ON_REVOLT, place
        state.emit(events.ATTACKED_TILE, power, SLAVE_REVOLT, place)
        state.push(LAND_STAGE)
        state.push(NAVAL_STAGE)
        state.push(ALLIANCE_TILES)
        push_call(state, ATTACKER)


class ChooseAttack(Step[Table]):
    """War Office: one attack a war as a free action."""

    __slots__ = ("power",)
    FIELDS = (("power", POWER),)
    CHAPTER = "tiles"

    def __init__(self, power: int) -> None:
        self.power = power

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[state.seat_of[self.power]]

    def choices(self, state: Table, seat: int) -> list[int]:
        offered: list[int] = []
        add_attacks(state, self.power, offered)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        return attack_candidates(state, self.power)

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        return explain_attack(state, self.power, action)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        begin_attack(state, self.power, action, ATTACK_PRICE if state.options["war-office-pays"] else 0)


class Surprise(Step[Table]):
    """Surprise Attack: the attacker may use the tile so that the defender cannot call on allies."""

    __slots__ = ()
    CHAPTER = "tiles"

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[state.seat_of[state.fight[ACTOR]]]

    def choices(self, state: Table, seat: int) -> list[int]:
        return [USE[SURPRISE_ATTACK], KEEP]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        if action != KEEP:
            state.spend(state.fight[ACTOR], SURPRISE_ATTACK)
            state.fight[SURPRISE] = 1

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.surprise", fight_words(state))

    def awaited(self, state: Table) -> Message:
        return Message("waiting.surprise", fight_words(state))


SURPRISE_CHOICE: Final = Surprise()


def fight_words(state: Table) -> dict[str, object]:
    """What prompts say about the attack in progress."""
    fight = state.fight
    return {
        "area": AREA.show(fight[REGION]),
        "attacker": POWER.show(fight[MAIN]),
        "defender": POWER.show(fight[MAIN + DEFENDER]),
        "power": POWER.show(fight[ACTOR]),
    }


def force_key(key: str, navies: int, armies: int) -> str:
    """The text for navies and armies, or the one for the kind that there is."""
    return key if navies and armies else f"{key}-navies" if navies else f"{key}-armies"


# --- allies ---------------------------------------------------------------------------------------------------------


def available(state: Table, ally: int) -> tuple[int, int]:
    """The navies and armies an ally could send into the attack in progress."""
    fight = state.fight
    kind, region = fight[KIND], fight[REGION]
    zone = ZONE[region]
    navies = state.units(NAVY, ally, zone) if zone >= 0 and (kind in (ON_POWER, ON_PIRATES)) else 0
    armies = state.units(ARMY, ally, region) if kind != ON_PIRATES else 0
    return navies, armies


def push_call(state: Table, side: int) -> bool:
    """Let the main power of a side ask its allies who have units there, in turn order after it; whether it has any."""
    main = state.fight[MAIN + side]
    allies: list[int] = []
    for ally in state.after(main):
        if state.row[ally] == state.row[main]:
            navies, armies = available(state, ally)
            if navies or armies:
                allies.append(ally)
    if not allies:
        return False
    state.push(CallAllies(side, tuple(allies)))
    return True


class CallAllies(Step[Table]):
    """First the attacker, then the defender asks his allies for help, once the attack is declared and paid."""

    __slots__ = ("side", "waiting")
    FIELDS = (("side", SIDE), ("waiting", many(POWER)))
    CHAPTER = "support"

    def __init__(self, side: int, waiting: tuple[int, ...]) -> None:
        self.side = side
        self.waiting = waiting

    def to_act(self, state: Table) -> tuple[int, ...]:
        if not self.waiting or (self.side == DEFENDER and state.fight[SURPRISE]):
            return ()
        return BY_SEAT[state.seat_of[state.fight[MAIN + self.side]]]

    def choices(self, state: Table, seat: int) -> list[int]:
        navies, armies = available(state, self.waiting[0])
        offered = ASK[:] if navies and armies else [ASK[1] if navies else ASK[2]]
        offered.append(DO_NOT_ASK)
        return offered

    def candidates(self, state: Table, seat: int) -> list[int]:
        return ASK

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if action not in ASK:
            return None
        navies, armies = available(state, self.waiting[0])
        return Reason(
            "ally-has-not", {"ally": POWER.ids[self.waiting[0]], "navies": navies, "armies": armies}, "support"
        )

    def chosen(self, state: Table, seat: int, action: int) -> None:
        ally = self.waiting[0]
        state.replace(CallAllies(self.side, self.waiting[1:]))
        if action == DO_NOT_ASK:
            return
        wanted = PLACE_OF[action]
        if state.gold[state.fight[MAIN + self.side]] > 0:
            state.push(OfferGold(self.side, ally, wanted))
        else:
            ask(state, self.side, ally, wanted, 0)

    def run(self, state: Table) -> None:
        state.pop()

    def prompt(self, state: Table, seat: int) -> Message:
        navies, armies = available(state, self.waiting[0])
        words = {**fight_words(state), "ally": POWER.show(self.waiting[0]), "navies": navies, "armies": armies}
        return Message(force_key("prompt.call-allies", navies, armies), words)

    def awaited(self, state: Table) -> Message:
        words = {**fight_words(state), "ally": POWER.show(self.waiting[0])}
        words["power"] = POWER.show(state.fight[MAIN + self.side])
        return Message("waiting.call-allies", words)


class OfferGold(Step[Table]):
    """Only gold may be offered for help, and only gold that one has."""

    __slots__ = ("side", "ally", "wanted")
    FIELDS = (("side", SIDE), ("ally", POWER), ("wanted", WANTED_KIND))
    CHAPTER = "support"

    def __init__(self, side: int, ally: int, wanted: int) -> None:
        self.side = side
        self.ally = ally
        self.wanted = wanted

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[state.seat_of[state.fight[MAIN + self.side]]]

    def choices(self, state: Table, seat: int) -> list[int]:
        return OFFER[: state.gold[state.fight[MAIN + self.side]] + 1]

    def candidates(self, state: Table, seat: int) -> list[int]:
        return OFFER[: state.gold[state.fight[MAIN + self.side]] + 2]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if TABLE_OF[action] != IN_OFFER:
            return None
        gold = state.gold[state.fight[MAIN + self.side]]
        return Reason("no-loans-for-offers", {"gold": gold}, "support")

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        ask(state, self.side, self.ally, self.wanted, PLACE_OF[action])

    def awaited(self, state: Table) -> Message:
        words = {**fight_words(state), "ally": POWER.show(self.ally)}
        words["power"] = POWER.show(state.fight[MAIN + self.side])
        return Message("waiting.call-allies", words)


def ask(state: Table, side: int, ally: int, wanted: int, gold: int) -> None:
    if state.events is not None:
        state.emit(events.HELP_ASKED, state.fight[MAIN + side], ally, WANTED[wanted], gold)
    state.push(Answer(side, ally, wanted, gold))


class Answer(Step[Table]):
    """The ally says what joins: what was asked, for the gold that was offered; or other units, for nothing; or none.

    Forts never help an ally.
    """

    __slots__ = ("side", "ally", "wanted", "gold")
    FIELDS = (("side", SIDE), ("ally", POWER), ("wanted", WANTED_KIND), ("gold", NUMBER))
    CHAPTER = "support"

    def __init__(self, side: int, ally: int, wanted: int, gold: int) -> None:
        self.side = side
        self.ally = ally
        self.wanted = wanted
        self.gold = gold

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[state.seat_of[self.ally]]

    def asked(self, state: Table) -> tuple[int, int]:
        navies, armies = available(state, self.ally)
        return (navies if self.wanted != 2 else 0), (armies if self.wanted != 1 else 0)

    def choices(self, state: Table, seat: int) -> list[int]:
        navies, armies = available(state, self.ally)
        asked_navies, asked_armies = self.asked(state)
        asked = asked_navies * ARMY_COUNTS + asked_armies
        offered = [ACCEPT]
        for ships in range(navies + 1):
            first = ships * ARMY_COUNTS
            for place in range(first, first + armies + 1):
                if place and place != asked:
                    offered.append(JOIN[place])
        offered.append(REFUSE)
        return offered

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        main = state.fight[MAIN + self.side]
        if action == REFUSE:
            state.emit(events.HELP_REFUSED, main, self.ally)
            return
        if action == ACCEPT:
            navies, armies = self.asked(state)
            state.transfer(main, self.ally, self.gold, "help")
        else:
            navies, armies = divmod(PLACE_OF[action], ARMY_COUNTS)
        state.joined[NAVY * POWERS + self.ally] = navies
        state.joined[ARMY * POWERS + self.ally] = armies
        state.fight[JOIN_NAVY + self.side] += navies
        state.fight[JOIN_ARMY + self.side] += armies
        if state.events is not None:
            state.emit(events.HELP_GIVEN, main, self.ally, navies, armies)

    def prompt(self, state: Table, seat: int) -> Message:
        navies, armies = self.asked(state)
        words = {
            **fight_words(state),
            "gold": self.gold,
            "navies": navies,
            "armies": armies,
            "side": SIDE.ids[self.side],
        }
        words["power"] = POWER.show(state.fight[MAIN + self.side])
        return Message(force_key("prompt.answer", navies, armies), words)

    def awaited(self, state: Table) -> Message:
        words = {**fight_words(state), "ally": POWER.show(self.ally)}
        words["power"] = POWER.show(state.fight[MAIN + self.side])
        return Message("waiting.answer", words)


# --- alliance tiles -------------------------------------------------------------------------------------------------


class AllianceTiles(Step[Table]):
    """Each alliance tile of the two main powers that names the region adds an army or a navy.

    Of two symbols the owner chooses one for the whole attack, the attacker first; where only one can count, it does.
    """

    __slots__ = ()
    CHAPTER = "support"

    def run(self, state: Table) -> None:
        state.pop()
        fight = state.fight
        naval_battle = fight[KIND] == ON_POWER and able(state, ATTACKER) and able(state, DEFENDER)
        at_sea_only = fight[KIND] == ON_PIRATES or fight[KIND] == BY_PIRATES
        for side in (DEFENDER, ATTACKER):
            main = fight[MAIN + side]
            if main < 0:
                continue
            mine = REGION_TILES[fight[REGION]] & state.ready_at[main]
            choices: list[int] = []
            while mine:
                low = mine & -mine
                mine ^= low
                tile = low.bit_length() - 1
                adds = TILE_ADDS[tile]
                if adds == 3 and naval_battle:
                    choices.append(tile)
                elif at_sea_only:
                    fight[TILES_NAVY + side] += adds >> NAVY & 1
                elif adds >> ARMY & 1:
                    fight[TILES_ARMY + side] += 1
                else:
                    fight[TILES_NAVY + side] += 1
            if choices:
                state.push(ChooseSymbol(side, tuple(choices)))


ALLIANCE_TILES: Final = AllianceTiles()
REGION_TILES: Final[list[int]] = [
    sum(1 << tile for tile in ALLIANCES if TILE_REGIONS[tile] >> region & 1) for region in range(REGIONS)
]
"""[region] -> bits of the alliance tiles that name it."""


class ChooseSymbol(Step[Table]):
    """An alliance tile with both symbols: the owner chooses, after allies have joined and before dice, army or navy."""

    __slots__ = ("side", "tiles")
    FIELDS = (("side", SIDE), ("tiles", many(TILE)))
    CHAPTER = "support"

    def __init__(self, side: int, tiles: tuple[int, ...]) -> None:
        self.side = side
        self.tiles = tiles

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[state.seat_of[state.fight[MAIN + self.side]]]

    def choices(self, state: Table, seat: int) -> list[int]:
        return SYMBOL[2 * self.tiles[0] : 2 * self.tiles[0] + 2]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        tile, unit = divmod(PLACE_OF[action], 2)
        state.fight[(TILES_NAVY if unit == NAVY else TILES_ARMY) + self.side] += 1
        if state.events is not None:
            state.emit(events.SYMBOL_CHOSEN, state.fight[MAIN + self.side], tile, unit)
        if len(self.tiles) > 1:
            state.replace(ChooseSymbol(self.side, self.tiles[1:]))
        else:
            state.pop()

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.choose-symbol", {**fight_words(state), "tile": TILE.ids[self.tiles[0]]})

    def awaited(self, state: Table) -> Message:
        words = {**fight_words(state), "tile": TILE.ids[self.tiles[0]]}
        words["power"] = POWER.show(state.fight[MAIN + self.side])
        return Message("waiting.choose-symbol", words)
