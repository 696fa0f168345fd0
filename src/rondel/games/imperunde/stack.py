"""The steps of the game, and on what each may lie when it is pending."""

from __future__ import annotations

from typing import Final

from rondel.games.imperunde.steps.budget import Budget, Collect
from rondel.games.imperunde.steps.combat import Battle, Gather, PassThrough, StormEntry
from rondel.games.imperunde.steps.diplomacy import CloseTalks, DealCards, Speak, Talks, VoteTarget
from rondel.games.imperunde.steps.embarking import Embark, EmbarkationTurn
from rondel.games.imperunde.steps.events import (
    DrawLandEvent,
    DrawSeaEvent,
    EventTurn,
    FairWinds,
    SpinLand,
    SpinSea,
)
from rondel.games.imperunde.steps.investments import Invest, InvestmentTurn, Smuggle
from rondel.games.imperunde.steps.lining_up import LineUp, LineUpEqual
from rondel.games.imperunde.steps.movement import Move, MovementTurn, ReadyToMove
from rondel.games.imperunde.steps.perils import RollOdd
from rondel.games.imperunde.steps.rolling import Board, RollDice
from rondel.games.imperunde.steps.round import BeginEvents, Phases, RollStarter
from rondel.games.imperunde.steps.seas import Clear, ClearSeas, GiveWay
from rondel.games.imperunde.steps.secret_service import Aim, DrawCard, OnTable, Reopen, Window
from rondel.games.imperunde.steps.setup import DealBritain, DealColonies, DealHomes, EquipColony, StationShips
from rondel.games.imperunde.steps.spying import ExposeOpenly, ExposeSpies, LookAtHand
from rondel.games.imperunde.steps.victory import Finish
from rondel.kernel.flow import BOTTOM, LiesOn

PHASE: Final = (Phases,)
CARDS: Final = (Speak, Invest, Move, Embark, Reopen)
"""Beneath a card and what it brings: who plays one goes on afterwards with what he did before."""
WINDOWS: Final = (Phases, Collect, InvestmentTurn, ClearSeas, ReadyToMove, EmbarkationTurn, BeginEvents, Battle)
"""Before these, cards may be played."""
IN_BATTLE: Final = (Battle,)

LIES_ON: Final[LiesOn] = {
    Finish: (),  # nothing is decided any more
    DealBritain: (BOTTOM,),
    DealHomes: (BOTTOM,),
    StationShips: (DealColonies, StationShips),
    DealColonies: (BOTTOM,),
    EquipColony: (DealColonies,),
    Phases: (BOTTOM,),
    RollStarter: PHASE,
    BeginEvents: PHASE,
    DealCards: PHASE,
    Talks: PHASE,
    Speak: (Talks,),
    VoteTarget: (Speak,),
    CloseTalks: PHASE,
    Collect: PHASE,
    Budget: PHASE,
    InvestmentTurn: PHASE,
    Invest: (InvestmentTurn,),
    Smuggle: (Invest,),
    ClearSeas: PHASE,
    Clear: (ClearSeas, StormEntry, EventTurn, *CARDS),
    GiveWay: (ClearSeas, StormEntry),
    MovementTurn: PHASE,
    ReadyToMove: (MovementTurn,),
    Move: (MovementTurn, FairWinds),
    Battle: (Clear, EventTurn, *CARDS),
    LineUp: IN_BATTLE,
    LineUpEqual: IN_BATTLE,
    RollDice: IN_BATTLE,
    Board: IN_BATTLE,
    Gather: IN_BATTLE,
    StormEntry: (Move, Gather, ClearSeas, StormEntry),
    PassThrough: (Move,),
    RollOdd: (EventTurn, Clear, Smuggle, RollOdd, *CARDS),
    EmbarkationTurn: PHASE,
    Embark: (EmbarkationTurn,),
    EventTurn: PHASE,
    SpinLand: (EventTurn,),
    DrawLandEvent: (EventTurn,),
    SpinSea: (EventTurn,),
    DrawSeaEvent: (EventTurn,),
    FairWinds: (EventTurn,),
    DrawCard: (DealCards, Invest),
    Window: WINDOWS,
    Reopen: WINDOWS,
    Aim: CARDS,
    OnTable: (*CARDS, OnTable),
    LookAtHand: CARDS,
    ExposeSpies: CARDS,
    ExposeOpenly: CARDS,
}
