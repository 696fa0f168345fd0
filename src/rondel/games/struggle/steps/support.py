"""Help in an attack: surprise, the support of allies, and alliance tiles with two symbols."""

from __future__ import annotations

from typing import Final

from rondel.games.struggle import events
from rondel.games.struggle.actions import (
    ACCEPT,
    ARMY_COUNTS,
    ASK,
    DO_NOT_ASK,
    IN_JOIN,
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
from rondel.games.struggle.components import ARMY, NAVY, PIECES, POWER, SURPRISE_ATTACK, TILE, ZONE
from rondel.games.struggle.fight import ATTACKER, DEFENDER, ON_PIRATES, ON_POWER, SIDE
from rondel.games.struggle.state import Table
from rondel.games.struggle.steps.deciding import SideStep, words
from rondel.games.struggle.strength import count_tiles
from rondel.kernel.events import NUMBER, Kind, Message, Reason, many
from rondel.kernel.flow import BY_SEAT, Step

CHAPTER: Final = "support"
WANTED_KIND: Final = Kind("wanted", WANTED)


class Surprise(Step[Table]):
    """Surprise Attack: the attacker may use the tile so that the defender cannot call on allies."""

    __slots__ = ()
    CHAPTER = "tiles"

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[state.seat_of[state.fight.actor]]

    def choices(self, state: Table, seat: int) -> list[int]:
        return [USE[SURPRISE_ATTACK], KEEP]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        if action != KEEP:
            state.spend(state.fight.actor, SURPRISE_ATTACK)
            state.fight.surprise = 1

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.surprise", words(state, ATTACKER))

    def awaited(self, state: Table) -> Message:
        return Message("waiting.surprise", words(state, ATTACKER))


SURPRISE_CHOICE: Final = Surprise()


def force_key(key: str, navies: int, armies: int) -> str:
    """The text for navies and armies, or the one for the kind that there is."""
    return key if navies and armies else f"{key}-navies" if navies else f"{key}-armies"


# --- allies ---------------------------------------------------------------------------------------------------------


def available(state: Table, ally: int) -> tuple[int, int]:
    """The navies and armies an ally could send into the attack in progress."""
    fight = state.fight
    kind, region = fight.kind, fight.region
    zone = ZONE[region]
    navies = state.units(NAVY, ally, zone) if zone >= 0 and (kind in (ON_POWER, ON_PIRATES)) else 0
    armies = state.units(ARMY, ally, region) if kind != ON_PIRATES else 0
    return navies, armies


def push_call(state: Table, side: int) -> bool:
    """Let the main power of a side ask its allies who have units there, in turn order after it; whether it has any."""
    main = state.fight.side(side).power
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


class CallAllies(SideStep):
    """First the attacker, then the defender asks his allies for help, once the attack is declared and paid."""

    __slots__ = ("waiting",)
    FIELDS = (("side", SIDE), ("waiting", many(POWER)))
    CHAPTER = CHAPTER

    def __init__(self, side: int, waiting: tuple[int, ...]) -> None:
        super().__init__(side)
        self.waiting = waiting

    def to_act(self, state: Table) -> tuple[int, ...]:
        if not self.waiting or (self.side == DEFENDER and state.fight.surprise):
            return ()
        return super().to_act(state)

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
        if state.gold[state.fight.side(self.side).power] > 0:
            state.push(OfferGold(self.side, ally, wanted))
        else:
            ask(state, self.side, ally, wanted, 0)

    def run(self, state: Table) -> None:
        state.pop()

    def prompt(self, state: Table, seat: int) -> Message:
        navies, armies = available(state, self.waiting[0])
        units = {"ally": POWER.show(self.waiting[0]), "navies": navies, "armies": armies}
        return Message(force_key("prompt.call-allies", navies, armies), {**words(state, self.side), **units})

    def awaited(self, state: Table) -> Message:
        return Message("waiting.call-allies", {**words(state, self.side), "ally": POWER.show(self.waiting[0])})


class OfferGold(SideStep):
    """Only gold may be offered for help, and only gold that one has."""

    __slots__ = ("ally", "wanted")
    FIELDS = (("side", SIDE), ("ally", POWER), ("wanted", WANTED_KIND))
    CHAPTER = CHAPTER

    def __init__(self, side: int, ally: int, wanted: int) -> None:
        super().__init__(side)
        self.ally = ally
        self.wanted = wanted

    def choices(self, state: Table, seat: int) -> list[int]:
        return OFFER[: state.gold[state.fight.side(self.side).power] + 1]

    def candidates(self, state: Table, seat: int) -> list[int]:
        return OFFER[: state.gold[state.fight.side(self.side).power] + 2]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if TABLE_OF[action] != IN_OFFER:
            return None
        gold = state.gold[state.fight.side(self.side).power]
        return Reason("no-loans-for-offers", {"gold": gold}, "support")

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        ask(state, self.side, self.ally, self.wanted, PLACE_OF[action])

    def awaited(self, state: Table) -> Message:
        return Message("waiting.call-allies", {**words(state, self.side), "ally": POWER.show(self.ally)})


def ask(state: Table, side: int, ally: int, wanted: int, gold: int) -> None:
    if state.events is not None:
        state.emit(events.HELP_ASKED, state.fight.side(side).power, ally, WANTED[wanted], gold)
    state.push(Answer(side, ally, wanted, gold))


class Answer(Step[Table]):
    """The ally says what joins: what was asked, for the gold that was offered; or other units, for nothing; or none.

    Forts never help an ally.
    """

    __slots__ = ("side", "ally", "wanted", "gold")
    FIELDS = (("side", SIDE), ("ally", POWER), ("wanted", WANTED_KIND), ("gold", NUMBER))
    CHAPTER = CHAPTER

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

    def candidates(self, state: Table, seat: int) -> list[int]:
        """One navy and one army more than there are: to say why not."""
        navies, armies = available(state, self.ally)
        more = [(navies + 1, armies), (navies, armies + 1)]
        return [JOIN[n * ARMY_COUNTS + a] for n, a in more if n <= PIECES[NAVY] and a <= PIECES[ARMY]]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if TABLE_OF[action] != IN_JOIN:
            return None
        wished_navies, wished_armies = divmod(PLACE_OF[action], ARMY_COUNTS)
        navies, armies = available(state, self.ally)
        units = {"ally": POWER.ids[self.ally], "navies": navies, "armies": armies}
        if wished_navies > navies or wished_armies > armies:
            return Reason("ally-has-not", units, CHAPTER)
        return Reason("that-is-accepting", units, CHAPTER)

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        main = state.fight.side(self.side).power
        if action == REFUSE:
            state.emit(events.HELP_REFUSED, main, self.ally)
            return
        if action == ACCEPT:
            navies, armies = self.asked(state)
            state.transfer(main, self.ally, self.gold, "help")
        else:
            navies, armies = divmod(PLACE_OF[action], ARMY_COUNTS)
        state.fight.join(self.side, self.ally, navies, armies)
        if state.events is not None:
            state.emit(events.HELP_GIVEN, main, self.ally, navies, armies)

    def prompt(self, state: Table, seat: int) -> Message:
        navies, armies = self.asked(state)
        deal = {"gold": self.gold, "navies": navies, "armies": armies, "side": SIDE.ids[self.side]}
        return Message(force_key("prompt.answer", navies, armies), {**words(state, self.side), **deal})

    def awaited(self, state: Table) -> Message:
        return Message("waiting.answer", {**words(state, self.side), "ally": POWER.show(self.ally)})


# --- alliance tiles -------------------------------------------------------------------------------------------------


class AllianceTiles(Step[Table]):
    """Each alliance tile of the two main powers that names the region adds an army or a navy to their units there.

    Of two symbols the owner chooses one for the whole attack, the attacker first; where only one can count, it does.
    """

    __slots__ = ()
    CHAPTER = CHAPTER

    def run(self, state: Table) -> None:
        state.pop()
        fight = state.fight
        fight.tiles = 1
        for side in (DEFENDER, ATTACKER):
            choices = count_tiles(state, fight, side)
            if choices:
                fight.side(side).undecided = len(choices)
                state.push(ChooseSymbol(side, tuple(choices)))


ALLIANCE_TILES: Final = AllianceTiles()


class ChooseSymbol(SideStep):
    """An alliance tile with both symbols: the owner chooses, after allies have joined and before dice, army or navy."""

    __slots__ = ("tiles",)
    FIELDS = (("side", SIDE), ("tiles", many(TILE)))
    CHAPTER = CHAPTER

    def __init__(self, side: int, tiles: tuple[int, ...]) -> None:
        super().__init__(side)
        self.tiles = tiles

    def choices(self, state: Table, seat: int) -> list[int]:
        return SYMBOL[2 * self.tiles[0] : 2 * self.tiles[0] + 2]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        tile, unit = divmod(PLACE_OF[action], 2)
        this = state.fight.side(self.side)
        this.undecided -= 1
        if unit == NAVY:
            this.tile_navies += 1
        else:
            this.tile_armies += 1
        if state.events is not None:
            state.emit(events.SYMBOL_CHOSEN, state.fight.side(self.side).power, tile, unit)
        if len(self.tiles) > 1:
            state.replace(ChooseSymbol(self.side, self.tiles[1:]))
        else:
            state.pop()

    def prompt(self, state: Table, seat: int) -> Message:
        return Message("prompt.choose-symbol", {**words(state, self.side), "tile": TILE.ids[self.tiles[0]]})

    def awaited(self, state: Table) -> Message:
        return Message("waiting.choose-symbol", {**words(state, self.side), "tile": TILE.ids[self.tiles[0]]})
