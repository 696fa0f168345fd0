"""Ferry: a tiny game that shows how a game is written, and proves that the kernel knows no game.

1. Each player has five coins and a hand of three cards, drawn from a deck of cargo, inspectors and bribes.
2. A round begins with everybody secretly choosing a harbour, north or south; then the choices are shown.
3. In seat order each player may ship one cargo card from his harbour.
4. The others in the same harbour are asked, clockwise, whether they send an inspector.
5. The shipper may answer an inspector with a bribe: it costs a coin, and the inspector looks away.
6. A cargo that an inspector finds is lost, and the inspector's owner gains a coin.
7. Any other cargo sails: a die is rolled, and on 1 or 2 a storm takes all but one coin of its worth.
8. At the end of a round all hands are filled up to three cards while the deck lasts.
9. After four rounds (or as agreed) the player with the most coins wins.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Annotated, Any, TypedDict

from rondel.kernel.catalogue import Catalogue
from rondel.kernel.codec import Field
from rondel.kernel.events import NUMBER, SEAT, Events, Kind, Reason, many
from rondel.kernel.flow import BY_SEAT, ChanceStep, SeatStep, State, Step
from rondel.kernel.game import Game, Option

# --- what is printed on the components: cards and harbours ---------------------------------------------------------

CARD = Kind("card", ("silk", "grain", "tea", "inspector", "bribe"))
WORTH = [5, 2, 3]
INSPECTOR, BRIBE = 3, 4
DECK = [6, 8, 8, 8, 6]  # how many of each there are
HARBOUR = Kind("harbour", ("north", "south"))
HAND = 3

# --- every action, once ---------------------------------------------------------------------------------------------

CATALOGUE = Catalogue()
DRAW = CATALOGUE.family("draw", "draw {card}", card=CARD)
GO = CATALOGUE.family("go", "go {harbour}", harbour=HARBOUR)
SHIP = CATALOGUE.family("ship", "ship {card}", card=CARD.ids[:3])
ROLL = CATALOGUE.family("roll", "roll {n}", n=range(1, 7))
INSPECT = CATALOGUE.add("inspect", "inspect")
PAY_BRIBE = CATALOGUE.add("bribe", "bribe")
PASS = CATALOGUE.add("pass", "pass")
PLACE_OF = CATALOGUE.places  # the place of an action in its family: what `chosen` reads its argument from

# --- everything that can happen, and what of it each seat may see --------------------------------------------------

EVENTS = Events()
DREW = EVENTS.add("drew", secret=("card",), seat=SEAT, card=CARD)
MOORED = EVENTS.add("moored", seat=SEAT, harbour=HARBOUR)
SHIPPED = EVENTS.add("shipped", seat=SEAT, card=CARD)
INSPECTED = EVENTS.add("inspected", seat=SEAT, shipper=SEAT)
BRIBED = EVENTS.add("bribed", seat=SEAT, inspector=SEAT)
LOST = EVENTS.add("lost", seat=SEAT, card=CARD)
SOLD = EVENTS.add("sold", seat=SEAT, card=CARD, coins=NUMBER)


class Table(State):
    """What lies on the table: flat lists of ints, with a copy written out by hand."""

    __slots__ = ("coins", "deck", "hand", "harbour", "round")

    coins: list[int]  # [seat]
    deck: list[int]  # [card] -> how many are left
    hand: list[int]  # [seat * len(CARD) + card] -> how many; hidden from the others
    harbour: list[int]  # [seat] -> harbour, or -1; hidden while some still choose
    round: int

    def __init__(self, seats: int, options: dict[str, Any], source: Table | None = None) -> None:
        super().__init__(seats, options, source)
        if source is not None:
            self.coins, self.deck, self.hand = source.coins[:], source.deck[:], source.hand[:]
            self.harbour, self.round = source.harbour[:], source.round
            return
        self.coins = [5] * seats
        self.deck = DECK[:]
        self.hand = [0] * (seats * len(CARD))
        self.harbour = [-1] * seats
        self.round = 0

    def copy(self) -> Table:
        return Table(self.seats, self.options, self)

    def holds(self, seat: int, card: int) -> int:
        return self.hand[seat * len(CARD) + card]

    def cards(self, seat: int) -> int:
        return sum(self.hand[seat * len(CARD) : (seat + 1) * len(CARD)])

    def choosing(self) -> bool:
        return any(isinstance(step, ChooseHarbour) for step in self.pending)

    # Verbs: cards move in no other way, and every verb writes down what happened.

    def draw(self, seat: int, card: int) -> None:
        self.deck[card] -= 1
        self.hand[seat * len(CARD) + card] += 1
        self.emit(DREW, seat, card)

    def discard(self, seat: int, card: int) -> None:
        self.hand[seat * len(CARD) + card] -= 1


class FillHands(Step[Table]):
    """8. Hands are filled up to three cards, seat by seat, while the deck lasts; then the next round begins."""

    __slots__ = ()

    def run(self, state: Table) -> None:
        for seat in range(state.seats):
            if state.cards(seat) < HAND and any(state.deck):
                state.push(DrawCard(seat))
                return
        if state.round == state.options["rounds"]:
            state.pending.clear()  # 9. nothing is pending: the game is over
            return
        state.round += 1
        state.harbour = [-1] * state.seats
        state.replace(Ship(0))
        state.push(ChooseHarbour())


class DrawCard(ChanceStep[Table]):
    """A card is drawn when it is needed, so the order of the deck exists nowhere and cannot leak."""

    __slots__ = ("seat",)
    FIELDS = (("seat", SEAT),)
    SECRET = True

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return [(DRAW[card], left) for card, left in enumerate(state.deck) if left]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        state.draw(self.seat, PLACE_OF[action])


class ChooseHarbour(Step[Table]):
    """2. All choose at once and in secret; `run` shows the choices."""

    __slots__ = ()
    SECRET = True

    def to_act(self, state: Table) -> tuple[int, ...]:
        return tuple(seat for seat in range(state.seats) if state.harbour[seat] < 0)

    def choices(self, state: Table, seat: int) -> list[int]:
        return GO

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.harbour[seat] = PLACE_OF[action]

    def run(self, state: Table) -> None:
        state.pop()
        state.reveal()
        for seat in range(state.seats):
            state.emit(MOORED, seat, state.harbour[seat])


class Ship(SeatStep[Table]):
    """3. In seat order each player may ship one cargo."""

    __slots__ = ()
    OFFER_TELLS = True

    def choices(self, state: Table, seat: int) -> list[int]:
        return [PASS, *(SHIP[card] for card in range(3) if state.holds(seat, card))]

    def candidates(self, state: Table, seat: int) -> list[int]:
        return SHIP

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        if action in SHIP:
            return Reason("no-such-card", {"card": CARD.ids[PLACE_OF[action]]})
        return None

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.replace(Ship(self.seat + 1) if self.seat + 1 < state.seats else FillHands())
        if action != PASS:
            card = PLACE_OF[action]
            state.discard(seat, card)
            state.emit(SHIPPED, seat, card)
            here = state.harbour[seat]
            others = [(seat + step) % state.seats for step in range(1, state.seats)]
            state.push(Sail(seat, card))
            state.push(Inspection(seat, card, tuple(other for other in others if state.harbour[other] == here)))


class Inspection(Step[Table]):
    """4. All in the harbour are asked, whether they hold an inspector or not: asking only those who do would tell."""

    __slots__ = ("shipper", "card", "waiting")
    OFFER_TELLS = True
    FIELDS = (("shipper", SEAT), ("card", CARD), ("waiting", many(SEAT)))

    def __init__(self, shipper: int, card: int, waiting: tuple[int, ...]) -> None:
        self.shipper = shipper
        self.card = card
        self.waiting = waiting

    def to_act(self, state: Table) -> tuple[int, ...]:
        return self.waiting[:1]

    def choices(self, state: Table, seat: int) -> list[int]:
        return [PASS, INSPECT] if state.holds(seat, INSPECTOR) else [PASS]

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [INSPECT]

    def explain(self, state: Table, seat: int, action: int) -> Reason | None:
        return Reason("no-such-card", {"card": "inspector"}) if action == INSPECT else None

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.replace(Inspection(self.shipper, self.card, self.waiting[1:]))
        if action == INSPECT:
            state.discard(seat, INSPECTOR)
            state.emit(INSPECTED, seat, self.shipper)
            state.push(Answer(self.shipper, seat, self.card))

    def run(self, state: Table) -> None:
        state.pop()


class Answer(Step[Table]):
    """5. The inspector can be answered with a bribe; 6. otherwise the cargo is lost."""

    __slots__ = ("shipper", "inspector", "card")
    OFFER_TELLS = True
    FIELDS = (("shipper", SEAT), ("inspector", SEAT), ("card", CARD))

    def __init__(self, shipper: int, inspector: int, card: int) -> None:
        self.shipper = shipper
        self.inspector = inspector
        self.card = card

    def to_act(self, state: Table) -> tuple[int, ...]:
        return BY_SEAT[self.shipper]

    def choices(self, state: Table, seat: int) -> list[int]:
        return [PASS, PAY_BRIBE] if state.holds(seat, BRIBE) and state.coins[seat] else [PASS]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        if action == PAY_BRIBE:
            state.discard(seat, BRIBE)
            state.coins[seat] -= 1
            state.emit(BRIBED, seat, self.inspector)
        else:
            state.pop()  # the inspection
            state.pop()  # the voyage
            state.coins[self.inspector] += 1
            state.emit(LOST, seat, self.card)


class Sail(ChanceStep[Table]):
    """7. A die is rolled for the weather."""

    __slots__ = ("seat", "card")
    FIELDS = (("seat", SEAT), ("card", CARD))

    def __init__(self, seat: int, card: int) -> None:
        self.seat = seat
        self.card = card

    def odds(self, state: Table) -> list[tuple[int, int]]:
        return [(action, 1) for action in ROLL]

    def chosen(self, state: Table, seat: int, action: int) -> None:
        state.pop()
        coins = 1 if action in ROLL[:2] else WORTH[self.card]
        state.coins[self.seat] += coins
        state.emit(SOLD, self.seat, self.card, coins)


class View(TypedDict):
    """What a seat may see. What is not declared here cannot be shown."""

    round: int
    coins: list[int]
    deck: int
    cards: list[int]
    hand: dict[Annotated[str, CARD], int] | None
    harbours: list[Annotated[str, HARBOUR] | None]


class Ferry(Game[Table]):
    name = "ferry"
    players = range(2, 5)
    options = (Option("rounds", (4, 2), 4),)
    folder = Path(__file__).parent
    catalogue = CATALOGUE
    steps = (FillHands, DrawCard, ChooseHarbour, Ship, Inspection, Answer, Sail)
    events = EVENTS
    table = Table
    view_type = View
    fields = {
        "coins": Field(SEAT),
        "deck": Field(CARD),
        "hand": Field(SEAT, CARD),
        "harbour": Field(SEAT, value=HARBOUR, default=-1),
        "round": Field(),
    }

    def start(self, state: Table) -> None:
        state.push(FillHands())

    def view(self, state: Table, seat: int) -> dict[str, Any]:
        """Built up from nothing: what nobody writes down here, nobody sees."""
        hidden = state.choosing()
        return {
            "round": state.round,
            "coins": state.coins[:],
            "deck": sum(state.deck),
            "cards": [state.cards(player) for player in range(state.seats)],
            "hand": {id_: state.holds(seat, card) for card, id_ in enumerate(CARD.ids)} if seat >= 0 else None,
            "harbours": [
                HARBOUR.show(state.harbour[player]) if not hidden or player == seat else None
                for player in range(state.seats)
            ],
        }

    def imagine(self, state: Table, seat: int, rng: random.Random) -> Table:
        """The cards of the others and of the deck are dealt anew; so are harbours that were chosen in secret."""
        twin = state.copy()
        others = [player for player in range(state.seats) if player != seat]
        unseen = state.deck[:]
        for player in others:
            for card in range(len(CARD)):
                unseen[card] += state.holds(player, card)
        pile = [card for card, count in enumerate(unseen) for _ in range(count)]
        rng.shuffle(pile)
        for player in others:
            count = state.cards(player)
            for card in range(len(CARD)):
                twin.hand[player * len(CARD) + card] = pile[:count].count(card)
            del pile[:count]
            if state.choosing() and state.harbour[player] >= 0:
                twin.harbour[player] = rng.randrange(2)
        twin.deck = [pile.count(card) for card in range(len(CARD))]
        return twin

    def scores(self, state: Table) -> list[int]:
        return state.coins[:]

    def figures(self, state: Table, seat: int) -> list[tuple[str, dict[str, Any], int]]:
        return [("figure.coins", {"seat": player}, coins) for player, coins in enumerate(state.coins)]

    def check(self, state: Table) -> None:
        assert min(state.coins + state.deck + state.hand) >= 0
        assert sum(state.deck) + sum(state.hand) <= sum(DECK)


GAME = Ferry()
