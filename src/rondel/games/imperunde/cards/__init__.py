"""12. The eighteen cards of the secret service, one class each, in the order of the rulebook."""

from rondel.games.imperunde.card import DECK
from rondel.games.imperunde.cards.battles import Ambush, Capture, HussarRaid, SurpriseAttack, Treason
from rondel.games.imperunde.cards.colonies import ForgedOrdersOnLand, Plunder, Rebellion, Smuggling
from rondel.games.imperunde.cards.relations import Armistice, DeclarationOfWar, PeaceTreaty
from rondel.games.imperunde.cards.ships import ForgedOrdersAtSea, Freebooters, Pirates, Sabotage
from rondel.games.imperunde.cards.spies import CounterEspionage, ExposeSpies
from rondel.games.imperunde.components import CARD

DECK.extend(
    [
        Armistice(),
        Treason(),
        Pirates(),
        Freebooters(),
        HussarRaid(),
        DeclarationOfWar(),
        Ambush(),
        SurpriseAttack(),
        ForgedOrdersAtSea(),
        ForgedOrdersOnLand(),
        Smuggling(),
        Sabotage(),
        PeaceTreaty(),
        Plunder(),
        Rebellion(),
        ExposeSpies(),
        CounterEspionage(),
        Capture(),
    ]
)

assert [card.ID for card in DECK] == list(CARD.ids), "the cards lie in the order of data/cards.toml"
