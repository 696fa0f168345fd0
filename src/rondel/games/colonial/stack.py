"""The steps of the game, and on what each may lie when it is pending."""

from __future__ import annotations

from typing import Final

from rondel.games.colonial.characters.ambassador import BringGoods, Negotiate
from rondel.games.colonial.characters.cargo import Cargo, CharterAnswer, CharterFee
from rondel.games.colonial.characters.conqueror import Conquer
from rondel.games.colonial.characters.explorer import ExplorationRoll, Explore
from rondel.games.colonial.characters.financier import TakeLoan
from rondel.games.colonial.characters.governor import BuildCity
from rondel.games.colonial.characters.merchant import Escort, EscortRoll, Raid, RaidRoll, SinkPrivateers, Voyage
from rondel.games.colonial.characters.missionary import Convert
from rondel.games.colonial.characters.rebel import RebellionOver, RebellionRoll, Stir
from rondel.games.colonial.characters.scientist import Research
from rondel.games.colonial.characters.sovereign import Decree
from rondel.games.colonial.characters.trader import SellGoods
from rondel.games.colonial.characters.viceroy import Settle
from rondel.games.colonial.steps.card import CardDone, ResolveCard
from rondel.games.colonial.steps.control import ControlCheck, TakeSpot, YieldSpot
from rondel.games.colonial.steps.exchange import AfterCard, TradeAnswer, TradePartner, TradeTerms
from rondel.games.colonial.steps.losses import Casualties
from rondel.games.colonial.steps.naval import BuyFleets, NavalForces
from rondel.games.colonial.steps.setup import DealNations, DrawFirstPlayer
from rondel.games.colonial.steps.turn import LayCards, LayLast, PartDone, Phase, Round, TurnBegins
from rondel.games.colonial.steps.war import AskSurrender, LandBattles, LandRoll, LosePrivateers, SeaRoll, War
from rondel.kernel.flow import BOTTOM, LiesOn

CARD: Final = (CardDone,)
"""After a card it is looked whether somebody has won."""
TALKING: Final = (ResolveCard, AfterCard, BuyFleets, NavalForces)
"""Beneath an exchange: who exchanges goes on afterwards with what he did before."""

LIES_ON: Final[LiesOn] = {
    DrawFirstPlayer: (BOTTOM,),
    DealNations: (DrawFirstPlayer,),
    TurnBegins: (BOTTOM,),
    LayCards: (Round,),
    LayLast: (Round,),
    Round: (BOTTOM,),
    ResolveCard: CARD,
    CardDone: (Round,),
    Phase: (BOTTOM,),
    PartDone: (Phase,),
    AfterCard: (Round,),
    TradePartner: TALKING,
    TradeTerms: TALKING,
    TradeAnswer: TALKING,
    Research: CARD,
    Explore: CARD,
    ExplorationRoll: CARD,
    Settle: CARD,
    Conquer: CARD,
    BuildCity: CARD,
    Voyage: CARD,
    Raid: (Voyage,),
    RaidRoll: (Voyage,),
    Escort: (Cargo,),
    EscortRoll: (Cargo,),
    SinkPrivateers: (Cargo,),
    Cargo: CARD,
    CharterFee: (Cargo,),
    CharterAnswer: (Cargo,),
    TakeLoan: CARD,
    SellGoods: CARD,
    Stir: CARD,
    RebellionRoll: CARD,
    RebellionOver: CARD,
    Convert: CARD,
    Negotiate: CARD,
    BringGoods: CARD,
    Decree: CARD,
    ControlCheck: (CardDone, War),
    TakeSpot: (ControlCheck,),
    YieldSpot: (ControlCheck,),
    Casualties: (RebellionOver, LandBattles, LandRoll, Casualties),
    War: CARD,
    LandBattles: (ControlCheck,),
    LandRoll: (LandBattles,),
    SeaRoll: (War,),
    LosePrivateers: (War, LosePrivateers),
    AskSurrender: (War,),
    BuyFleets: (PartDone,),
    NavalForces: (PartDone,),
}
