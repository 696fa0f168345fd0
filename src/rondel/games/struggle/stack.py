"""The steps of the game, and on what each may lie when it is pending."""

from __future__ import annotations

from typing import Final

from rondel.games.struggle.steps.alliances import Alliances, Bidding, Proposing, SecretOrder
from rondel.games.struggle.steps.attack import ChooseAttack
from rondel.games.struggle.steps.battle import (
    LandStage,
    NavalChoice,
    NavalStage,
    Reserves,
    RollDice,
    SeaBattle,
    UseBlockade,
)
from rondel.games.struggle.steps.losses import Outcome, TakeLoss, Withdrawal
from rondel.games.struggle.steps.movement import (
    Militia,
    MoveNatives,
    MoveTo,
    MoveUnits,
    PlaceUnit,
    RaiseNatives,
    SeaRoll,
)
from rondel.games.struggle.steps.setup import (
    ChooseCountry,
    ChooseFirst,
    DealCountry,
    DraftControl,
    DrawControl,
    DrawPool,
    PlaceUnits,
)
from rondel.games.struggle.steps.strike import Strike
from rondel.games.struggle.steps.support import AllianceTiles, Answer, CallAllies, ChooseSymbol, OfferGold, Surprise
from rondel.games.struggle.steps.turn import TakeTurn
from rondel.games.struggle.steps.war import BeginWar, DrawCounters, EndOfWar, Rounds
from rondel.kernel.flow import BOTTOM, LiesOn

STAGES: Final = (TakeTurn, LandStage)
"""Beneath a battle: at sea, that on land comes after it."""
AFTERWARDS: Final = (Outcome, LandStage)
"""Beneath the losses of a battle."""

LIES_ON: Final[LiesOn] = {
    ChooseFirst: (ChooseCountry, DealCountry),
    ChooseCountry: (DrawControl, DrawPool),
    DealCountry: (DrawControl, DrawPool),
    DrawControl: (PlaceUnits,),
    DrawPool: (PlaceUnits,),
    DraftControl: (PlaceUnits,),
    PlaceUnits: (BeginWar,),
    DrawCounters: (ChooseFirst, Alliances),
    BeginWar: (BOTTOM,),
    Rounds: (EndOfWar,),
    EndOfWar: (BOTTOM,),
    Alliances: (Rounds,),
    Bidding: (Alliances,),
    SecretOrder: (Alliances,),
    Proposing: (Alliances,),
    TakeTurn: (Rounds,),
    PlaceUnit: (TakeTurn, Militia),
    Militia: (TakeTurn,),
    MoveUnits: (TakeTurn,),
    MoveTo: (MoveUnits,),
    SeaRoll: (TakeTurn, Militia, MoveUnits),
    RaiseNatives: (TakeTurn,),
    MoveNatives: (TakeTurn,),
    Strike: (TakeTurn,),
    ChooseAttack: (TakeTurn,),
    Surprise: (CallAllies,),
    CallAllies: (AllianceTiles, CallAllies),
    OfferGold: (CallAllies,),
    Answer: (CallAllies,),
    AllianceTiles: (NavalStage, SeaBattle),
    ChooseSymbol: (NavalStage, SeaBattle, ChooseSymbol),
    NavalStage: (LandStage,),
    NavalChoice: (LandStage,),
    SeaBattle: STAGES,
    LandStage: (TakeTurn,),
    UseBlockade: (TakeTurn,),
    RollDice: STAGES,
    Reserves: STAGES,
    TakeLoss: (*AFTERWARDS, TakeLoss, Withdrawal),
    Withdrawal: AFTERWARDS,
    Outcome: (TakeTurn,),
}
