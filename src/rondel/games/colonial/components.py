"""What is printed on the board, the cards and the tracks, as flat tables; no rules.

Much of it is reconstructed: every table of the data files says where its values come from, and ORIGINS keeps that.
"""

from __future__ import annotations

from math import comb, gcd
from pathlib import Path
from typing import Final

from rondel.kernel.data import DataError, Graph, Table, bits, read
from rondel.kernel.events import Kind

FOLDER: Final = Path(__file__).parent
_DATA: Final = FOLDER / "data"
SEATS: Final = 6
"""The places at the largest table; flat lists over players always have this width."""
PLAYER: Final = Kind("player", tuple(f"seat-{seat}" for seat in range(SEATS)))

ORIGIN_WORDS: Final = ("sheet", "public", "reconstructed", "owner")
ORIGINS: Final[dict[str, str]] = {}
"""Where each printed value comes from: `map.territories.congo.difficulty` -> reconstructed."""


def _load(name: str) -> Table:
    return read("colonial", _DATA, name, also=("origin", "origins", "note"))


def _note_origin(name: str, row: Table) -> None:
    """Write down where the values of a table come from; the table must say it."""
    origin = row.word("origin", ORIGIN_WORDS)
    single = row.table("origins") if row.has("origins") else None
    for key in row.content:
        if key not in ("origin", "origins", "note"):
            ORIGINS[f"{name}.{row.key}.{key}"] = origin
    if single is not None:
        for key in single.content:
            if key not in row.content:
                raise single.fail(key, "there is no such value in the table")
            ORIGINS[f"{name}.{row.key}.{key}"] = single.word(key, ORIGIN_WORDS)


# --- figures ------------------------------------------------------------------------------------------------------

_figures: Final = _load("figures.toml")


def _figure(group: str, key: str, low: int = 0, high: int = 1000) -> int:
    row = _figures.table(group).table(key)
    value = row.number("value", low, high)
    _note_origin("figures", row)
    row.only("note")
    return value


COUNTERS: Final = _figure("components", "counters", 10)
TRACK_COUNTERS: Final = _figure("components", "track-counters", 0, 10)
FREE_COUNTERS: Final = COUNTERS - TRACK_COUNTERS
MARKERS: Final = _figure("components", "markers", 1)
CITIES: Final = _figure("components", "cities", 1)
COLONIES: Final = _figure("components", "colonies", 1)
DICE: Final = _figure("components", "dice", 1, 20)
DICE_FIRST_EDITION: Final = _figure("components", "dice-first-edition", 1, 20)
DIE_FACES: Final = _figure("components", "die-faces", 2, 20)
DIE_SUCCESSES: Final = _figure("components", "die-successes", 1, DIE_FACES - 1)
START_TREASURY: Final = _figure("setup", "treasury")
START_FLEETS: Final = _figure("setup", "merchant-fleets")
START_SQUADRONS: Final = _figure("setup", "squadrons")
ROUNDS: Final = _figure("endeavour", "rounds", 1, 4)
REVOLUTION: Final = _figure("unrest", "revolution", 1)
AMBASSADOR_DIPLOMACY: Final = _figure("ambassador", "diplomacy", 1)
AMBASSADOR_UNREST: Final = _figure("ambassador", "unrest")
COLONY_PRESTIGE: Final = _figure("conqueror", "colony-prestige")
COLONY_LOST_PRESTIGE: Final = _figure("conqueror", "colony-lost-prestige")
PIRATE_FLEETS: Final = _figure("conqueror", "pirate-fleets", 1)
PIRATE_DIPLOMACY: Final = _figure("conqueror", "pirate-diplomacy")
EXPLORE_PRICE: Final = _figure("explorer", "price")
EXPLORE_DICE: Final = _figure("explorer", "dice", 1, 20)
ADJACENCY_BONUS: Final = _figure("explorer", "adjacency-bonus")
LOAN_BASE: Final = _figure("financier", "loan-base", 1, 20)
CITY_PRICE: Final = _figure("governor", "price")
CITY_PRESTIGE: Final = _figure("governor", "prestige")
ESCORT_DICE: Final = _figure("merchant", "escort-dice", 1, 20)
CITY_GOODS: Final = _figure("merchant", "city-goods", 1, 2)
BOOTY: Final = _figure("merchant", "privateer-booty")
REBEL_DICE: Final = _figure("rebel", "dice-most", 1, 20)
STRONG_REBEL_DIPLOMACY: Final = _figure("rebel", "strong-diplomacy")
PLACE_PRICE: Final = _figure("viceroy", "price")
TAKEOVER_DIPLOMACY: Final = _figure("viceroy", "takeover-diplomacy")
FLEET_PRICE: Final = _figure("build", "merchant-fleet", 1)
SQUADRON_PRICE: Final = _figure("build", "squadron", 1)
PRIVATEERS_MOST: Final = _figure("build", "privateers-most", 1)
PRIVATEER_DIPLOMACY: Final = _figure("build", "privateer-diplomacy")
INTEREST: Final = _figure("loans", "interest")
MISSING_UNREST: Final = _figure("loans", "missing-unrest")
WAR_DICE: Final = _figure("war", "dice-most", 1, 20)
WAR_PRESTIGE: Final = _figure("war", "prestige")
WAR_DIPLOMACY: Final = _figure("war", "diplomacy")
NEW_WORLD_PRESTIGE: Final = _figure("achievements", "new-world")
CIRCUMNAVIGATION_PRESTIGE: Final = _figure("achievements", "circumnavigation")
ABOLITION_PRESTIGE: Final = _figure("achievements", "abolition")
ABOLITION_SPOTS: Final = _figure("achievements", "abolition-spots", 1, 3)
OBJECTIVE_PRESTIGE: Final = _figure("achievements", "objective")
VICTORY_PRESTIGE: Final = _figure("victory", "prestige", 1)


def _seat_bonus() -> list[int]:
    row = _figures.table("setup").table("seat-bonus")
    _note_origin("figures", row)
    values = row.numbers("values")
    if len(values) != SEATS or min(values) < 0:
        raise row.fail("values", f"should be {SEATS} numbers from 0 on")
    return values


SEAT_BONUS: Final[list[int]] = _seat_bonus()
"""[places after the first player] -> Treasury on top at the start."""

# --- tracks -------------------------------------------------------------------------------------------------------

_tracks: Final = _load("tracks.toml")
TRACK: Final = Kind("track", ("navigation", "navy", "logistics", "economy"))
TRACKS: Final = len(TRACK)
NAVIGATION: Final = 0
NAVY: Final = 1
LOGISTICS: Final = 2
ECONOMY: Final = 3
LEVELS: Final = 4
TRACK_VALUE: Final[list[int]] = []
"""[track * LEVELS + level]"""
TRACK_START: Final[list[int]] = []
for _id in TRACK.ids:
    _row = _tracks.table("tracks").table(_id)
    _note_origin("tracks", _row)
    TRACK_START.append(_row.number("start", 0, LEVELS - 1))
    _values = _row.numbers("values")
    if len(_values) != LEVELS or _values != sorted(_values) or _values[0] < 0:
        raise _row.fail("values", f"should be {LEVELS} numbers that grow")
    TRACK_VALUE.extend(_values)
    _row.only()
_diplomacy: Final = _tracks.table("diplomacy")
_note_origin("tracks", _diplomacy)
DIPLOMACY_MOST: Final = _diplomacy.number("most", 1, 20)
DIPLOMACY_START: Final = _diplomacy.number("start", 0, DIPLOMACY_MOST)
_research: Final = _tracks.table("research")
_note_origin("tracks", _research)
RESEARCH_PRICE: Final[list[int]] = [0, *_research.numbers("prices")]
"""[level to be reached]"""
if len(RESEARCH_PRICE) != LEVELS or min(RESEARCH_PRICE) < 0:
    raise _research.fail("prices", f"should be {LEVELS - 1} numbers from 0 on")

# --- the board ----------------------------------------------------------------------------------------------------

_map: Final = _load("map.toml")
CONTINENT: Final = Kind("continent", tuple(_map.words("continents")))
CONTINENTS: Final = len(CONTINENT)
RESOURCE: Final = Kind("resource", tuple(_map.words("resources")))
RESOURCES: Final = len(RESOURCE)
OCEANS: Final = ("atlantic", "indian", "pacific")
_territories: Final = _map.table("territories")
MAP: Final = Graph(_territories)
AREA: Final = Kind("area", MAP.ids)
AREAS: Final = len(MAP.ids)
NEIGHBOURS: Final[list[int]] = MAP.mask  # [area] -> bits of the areas it borders
CONTINENT_OF: Final[list[int]] = []
DIFFICULTY: Final[list[int]] = []
NATIVE_POWER: Final[list[int]] = []
TOKENS: Final[list[int]] = []  # [area] -> Prestige tokens at the start
SPOTS_OF: Final[list[tuple[int, ...]]] = []  # [area] -> its Resource spots
SPOT_AREA: Final[list[int]] = []  # [spot]
SPOT_RESOURCE: Final[list[int]] = []  # [spot]
_spot_ids: list[str] = []
for _id, _row in _territories.tables():
    _note_origin("map", _row)
    CONTINENT_OF.append(CONTINENT.index[_row.word("continent", CONTINENT.ids)])
    DIFFICULTY.append(_row.number("difficulty", 1, 20))
    NATIVE_POWER.append(_row.number("native-power", 0, 10))
    TOKENS.append(_row.number("prestige", 0, 5))
    _row.words("oceans", OCEANS)
    _borders = _row.words("borders")
    for _other in _row.words("by-sea", AREA.ids):
        if _other not in _borders:
            raise _row.fail("by-sea", f"{_other} is not among the borders")
        if _id not in _territories.table(_other).words("by-sea"):
            raise _row.fail("by-sea", f"{_other} does not list {_id}")
    _spots = []
    for _resource in _row.words("resources", RESOURCE.ids):
        _name = f"{_id}-{_resource}"
        _spots.append(len(SPOT_AREA))
        _spot_ids.append(_name if _name not in _spot_ids else f"{_name}-{len(_spots)}")
        SPOT_AREA.append(len(SPOTS_OF))
        SPOT_RESOURCE.append(RESOURCE.index[_resource])
    SPOTS_OF.append(tuple(_spots))
    _row.only()
SPOT: Final = Kind("spot", tuple(_spot_ids))
SPOTS: Final = len(SPOT)
SPOT_MASK: Final[list[int]] = [sum(1 << spot for spot in spots) for spots in SPOTS_OF]
"""[area] -> bits of its spots"""
CONTINENT_AREAS: Final[list[int]] = [
    sum(1 << area for area in range(AREAS) if CONTINENT_OF[area] == continent) for continent in range(CONTINENTS)
]
SMALLEST_CONTINENT_FIRST: Final[list[int]] = sorted(CONTINENT_AREAS, key=int.bit_count)
"""The same, where it is soonest seen that a player is not on all of them."""
RESOURCE_SPOTS: Final[list[tuple[int, ...]]] = [
    tuple(spot for spot in range(SPOTS) if SPOT_RESOURCE[spot] == resource) for resource in range(RESOURCES)
]
TYPE_SPOTS: Final[list[int]] = [sum(1 << spot for spot in spots) for spots in RESOURCE_SPOTS]
"""[resource] -> bits of its spots"""
AMERICA: Final = CONTINENT.index["america"]
SLAVES: Final = RESOURCE.index["slaves"]
SLAVES_SPOTS: Final[int] = sum(1 << spot for spot in RESOURCE_SPOTS[SLAVES])


def _check_connected() -> None:
    reached = 1
    while True:
        wider = reached
        for area in bits(reached):
            wider |= NEIGHBOURS[area]
        if wider == reached:
            break
        reached = wider
    for area in range(AREAS):
        if not reached >> area & 1:
            raise DataError(_map.file, f"territories.{AREA.ids[area]}", "cannot be reached from the rest of the board")


_check_connected()

# --- cards --------------------------------------------------------------------------------------------------------

CHARACTER: Final = Kind(
    "character",
    (
        "scientist", "explorer", "viceroy", "conqueror", "governor", "merchant",
        "financier", "trader", "rebel", "missionary", "ambassador", "sovereign",
    ),
)  # fmt: skip
CHARACTERS: Final = len(CHARACTER)
SCIENTIST: Final = 0
EXPLORER: Final = 1
VICEROY: Final = 2
CONQUEROR: Final = 3
GOVERNOR: Final = 4
MERCHANT: Final = 5
FINANCIER: Final = 6
TRADER: Final = 7
REBEL: Final = 8
MISSIONARY: Final = 9
AMBASSADOR: Final = 10
SOVEREIGN: Final = 11
_cards: Final = _load("cards.toml").table("cards")
CARD: Final = Kind("card", tuple(id_ for id_, _ in _cards.tables()))
CARDS: Final = len(CARD)
CARD_CHARACTERS: Final[list[tuple[int, int]]] = []
CARD_OF: Final[list[int]] = [-1] * CHARACTERS
"""[character] -> its card"""
for _id, _row in _cards.tables():
    _note_origin("cards", _row)
    _pair = [CHARACTER.index[name] for name in _row.words("characters", CHARACTER.ids)]
    if len(_pair) != 2:
        raise _row.fail("characters", "a card has two characters")
    for _character in _pair:
        if CARD_OF[_character] >= 0:
            raise _row.fail("characters", f"{CHARACTER.ids[_character]} stands on two cards")
        CARD_OF[_character] = CARD.index[_id]
    CARD_CHARACTERS.append((_pair[0], _pair[1]))
    _row.only()
if CARDS != 6 or -1 in CARD_OF:
    raise DataError(_cards.file, "cards", "should be six cards with all twelve characters")

# --- nation cards -------------------------------------------------------------------------------------------------

_nation_file: Final = _load("nations.toml")
_nations: Final = _nation_file.table("nations").tables()
NATION: Final = Kind("nation", tuple(id_ for id_, _ in _nations))
NATIONS: Final = len(NATION)
NATION_TRACK: Final[list[int]] = []
"""[nation * TRACKS + track] -> level at the start"""
NATION_DIPLOMACY: Final[list[int]] = []
NATION_TREASURY: Final[list[int]] = []
GOAL_COUNTERS: Final = 0
GOAL_SPOTS: Final = 1
GOAL_COLONIES: Final = 2
GOAL_FLEET: Final = 3
GOAL_KIND: Final[list[int]] = []
GOAL_AREAS: Final[list[tuple[int, ...]]] = []  # counters: a set of areas each, one of which must hold a counter
GOAL_RESOURCE: Final[list[int]] = []  # spots
GOAL_NUMBER: Final[list[int]] = []  # spots, continents or Squadrons
GOAL_NUMBER_2: Final[list[int]] = []  # Colonies
for _id, _row in _nations:
    _note_origin("nations", _row)
    _row.word("colour")
    _start = _row.table("start")
    for _track, _name in enumerate(TRACK.ids):
        NATION_TRACK.append(_start.number(_name, 0, LEVELS - 1) if _start.has(_name) else TRACK_START[_track])
    NATION_DIPLOMACY.append(
        _start.number("diplomacy", 0, DIPLOMACY_MOST) if _start.has("diplomacy") else DIPLOMACY_START
    )
    NATION_TREASURY.append(_start.number("treasury", -START_TREASURY, 20) if _start.has("treasury") else 0)
    _start.only()
    _goal = _row.table("goal")
    _kind = _goal.word("kind", ("counters", "spots", "colonies", "fleet"))
    GOAL_KIND.append(("counters", "spots", "colonies", "fleet").index(_kind))
    _sets: list[int] = []
    if _kind == "counters":
        for _place in _goal.words("in", (*AREA.ids, *CONTINENT.ids)):
            _is_area = _place in AREA.index
            _sets.append(1 << AREA.index[_place] if _is_area else CONTINENT_AREAS[CONTINENT.index[_place]])
    GOAL_AREAS.append(tuple(_sets))
    GOAL_RESOURCE.append(RESOURCE.index[_goal.word("resource", RESOURCE.ids)] if _kind == "spots" else -1)
    _key = {"spots": "number", "colonies": "continents", "fleet": "squadrons"}.get(_kind, "")
    GOAL_NUMBER.append(_goal.number(_key, 1) if _key else 0)
    GOAL_NUMBER_2.append(_goal.number("colonies", 0) if _kind == "fleet" else 0)
    _goal.only()
    _row.only()

_rivals: Final = _nation_file.table("two-players")
_note_origin("nations", _rivals)
RIVALS: Final[list[int]] = [NATION.index[_name] for _name in _rivals.words("nations", NATION.ids)]
"""The nations of a game for two."""
if len(set(RIVALS)) != 2:
    raise _rivals.fail("nations", "should be two nations")
_rivals.only()

# --- dice ---------------------------------------------------------------------------------------------------------

MOST_DICE: Final = 20
_common: Final = gcd(DIE_FACES, DIE_SUCCESSES)
_HIT: Final = DIE_SUCCESSES // _common
_MISS: Final = (DIE_FACES - DIE_SUCCESSES) // _common
DICE_WEIGHTS: Final[list[list[int]]] = [
    [comb(dice, hits) * _HIT**hits * _MISS ** (dice - hits) for hits in range(dice + 1)]
    for dice in range(MOST_DICE + 1)
]
"""[dice][successes] -> weight, out of ROLL_TOTAL[dice]"""
ROLL_TOTAL: Final[list[int]] = [(_HIT + _MISS) ** dice for dice in range(MOST_DICE + 1)]


def chance_of(dice: int, needed: int) -> float:
    """The chance of at least so many successes."""
    if needed <= 0:
        return 1.0
    return sum(DICE_WEIGHTS[dice][needed:]) / ROLL_TOTAL[dice]
