"""The steps of the game, and on what each may lie when it is pending."""

from __future__ import annotations

from typing import Final

from rondel.games.imperial.steps.battles import Challenge, Encounter
from rondel.games.imperial.steps.chips import ChooseChips, PlaceChips
from rondel.games.imperial.steps.decisions import GiveOrders, GivePurse
from rondel.games.imperial.steps.factory import BuildFactory, ImportUnits, Produce
from rondel.games.imperial.steps.investor import Invest
from rondel.games.imperial.steps.maneuver import (
    ChooseArmy,
    ChooseRoute,
    EnterProvince,
    MoveArmies,
    MoveFleets,
    ReadyArmies,
)
from rondel.games.imperial.steps.setup import ChooseFirst, ChooseFlag, DealFlags, OfferBonds
from rondel.games.imperial.steps.turn import ChooseSlot, EndOfTurn, NationTurn, PassedInvestor, SwissBank
from rondel.kernel.flow import BOTTOM, LiesOn

SPACE: Final = (EndOfTurn, PassedInvestor)
"""Beneath what a space of the wheel brings."""
DECISIONS: Final = (
    ChooseSlot, SwissBank, BuildFactory, Produce, ImportUnits, MoveFleets, MoveArmies, ChooseArmy, ChooseRoute,
    EnterProvince, Encounter, Challenge, ChooseChips, Invest,
)  # fmt: skip
"""Beside these the purse may be opened, and orders given."""

LIES_ON: Final[LiesOn] = {
    DealFlags: (BOTTOM,),
    ChooseFirst: (BOTTOM,),
    ChooseFlag: (BOTTOM,),
    OfferBonds: (BOTTOM,),
    NationTurn: (BOTTOM,),
    EndOfTurn: (BOTTOM,),
    ChooseSlot: (EndOfTurn,),
    PassedInvestor: (EndOfTurn,),
    SwissBank: (EndOfTurn,),
    BuildFactory: SPACE,
    Produce: SPACE,
    ImportUnits: SPACE,
    MoveFleets: (PlaceChips, ReadyArmies),
    ReadyArmies: (PlaceChips,),
    MoveArmies: (PlaceChips,),
    ChooseArmy: (MoveArmies,),
    ChooseRoute: (MoveArmies,),
    EnterProvince: (MoveArmies,),
    Encounter: (MoveFleets, MoveArmies),
    Challenge: (MoveFleets, MoveArmies),
    PlaceChips: SPACE,
    ChooseChips: (*SPACE, ChooseChips),
    Invest: (EndOfTurn, NationTurn),
    GivePurse: DECISIONS,
    GiveOrders: DECISIONS,
}
