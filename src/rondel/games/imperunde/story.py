"""What happened, told: a line for each battle, each card with what it did, each event with what it struck."""

from __future__ import annotations

from typing import Any

from rondel.games.imperunde.components import COLOUR, DIE_LOW, UNIT, UNIT_DIE
from rondel.kernel.story import FOLDED, HEADLINE, NEWS, PLAIN, Affair, Camp, Item, Teller, message


def die(unit: str, shows: int) -> dict[str, Any]:
    """The die of a unit: the stronger it is, the higher its numbers."""
    colour = UNIT_DIE[UNIT.index[unit]]
    return {"shows": shows, "low": DIE_LOW[colour], "colour": COLOUR.ids[colour], "unit": unit}


class Battle(Affair):
    """A battle from the attack to its end: who came, every roll line against line, losses, who holds the place."""

    kind = "battle"
    ends = frozenset(("conquered", "land-freed", "repulsed", "sea-won", "withdrawn"))

    def __init__(self, teller: Teller, opening: Item, name: str, params: dict[str, Any]) -> None:
        self.party, self.enemy, self.area = params["party"], params["enemy"], params["area"]
        self.camps = {each: Camp(message("story.who.party", party=each)) for each in (params["party"], params["enemy"])}
        self.rounds: list[dict[str, Any]] = []
        self.lines: dict[str, dict[str, Any]] = {}
        self.result = ""
        super().__init__(teller, opening, name, params)

    def welcomes(self, entry: dict[str, Any]) -> bool:
        action = entry["action"]
        if action is not None and action["kind"] in ("march", "sail", "land", "station", "spin", "done", "close"):
            return False
        return super().welcomes(entry)

    def holds(self, name: str, params: dict[str, Any]) -> bool:
        return name not in ("attacked", "happened") and not (self.over and name == "card-played")

    def take(self, name: str, params: dict[str, Any]) -> None:
        super().take(name, params)
        if name == "moved":
            if f"seat-{params['seat']}" == self.party and params["area"] == self.area:
                self.camps[self.party].gain(params["unit"])
        elif name == "rolled":
            self.rolled(params)
        elif name in ("removed", "captured"):
            loser = params["party"] if name == "removed" else params["enemy"]
            if loser in self.camps and params["area"] == self.area:
                self.camps[loser].lose(params["unit"])
        elif name in self.ends:
            self.result = {"repulsed": "lost", "withdrawn": "off"}.get(name, "won")

    def rolled(self, params: dict[str, Any]) -> None:
        """A line of dice; with the second one the roll is complete."""
        party = params["party"]
        dice = [die(unit, number) for unit, number in zip(params["units"], params["numbers"], strict=True)]
        camp = self.camps.get(party)
        if camp is None:
            return
        if party != self.party and not self.rounds:
            for unit in params["units"]:
                camp.gain(unit)
        if party == self.party and not camp.forces:
            for unit in params["units"]:
                camp.gain(unit)
        self.lines[party] = {"dice": dice, "parts": [], "sum": None}
        if len(self.lines) == 2:
            sides = [self.lines[self.party], self.lines[self.enemy]]
            self.rounds.append({"title": message("story.roll", n=len(self.rounds) + 1), "sides": sides, "result": None})
            self.lines = {}

    def tell(self) -> None:
        item = self.item
        own, other = self.camps[self.party], self.camps[self.enemy]
        item.key = "story.battle." + (self.result or "open")
        item.params = {
            "party": self.party,
            "enemy": self.enemy,
            "area": self.area,
            "lost": sum(own.losses.values()),
            "beaten": sum(other.losses.values()),
        }
        item.figures = {
            "title": item.parts[0].said(),
            "sides": [own.to_json(), other.to_json()],
            "rounds": self.rounds,
            "result": message("outcome." + self.result) if self.result else None,
            "changes": [
                part.said()
                for part in item.parts[1:]
                if part.weight > FOLDED and part.key not in ("event.moved", "event.removed", "event.captured")
            ],
        }


def land(area: str | None) -> str:
    """How a land stands for the seat that holds it: whatever is aimed at it concerns that seat."""
    return f"land {area}"


AT_SEA = frozenset(("storm", "calm", "fair-winds", "pirates"))


class Happening(Affair):
    """An event of the disc, and what it changed."""

    actions = frozenset(("odd", "roll"))
    CHANGES = frozenset(("abandoned", "card-dealt", "debt-changed", "gained", "land-freed", "odd-rolled", "paid",
                         "placed", "removed"))  # fmt: skip

    def __init__(self, teller: Teller, opening: Item, name: str, params: dict[str, Any]) -> None:
        self.dice: list[dict[str, Any]] = []
        super().__init__(teller, opening, name, params)

    def holds(self, name: str, params: dict[str, Any]) -> bool:
        return name in self.CHANGES

    def tell(self) -> None:
        item = self.item
        item.weight = NEWS if len(item.parts) > 1 or item.params["holder"] is not None else PLAIN
        happening, holder = item.params["happening"], item.params["holder"]
        item.figures = {"title": item.said(), "icon": happening, "changes": self.changes()}
        if holder is not None or happening in AT_SEA:  # in a free land nothing comes of an event
            item.figures["meaning"] = {"key": f"happening-means.{happening}", "params": {}}


class CardPlayed(Affair):
    """A card: whom it was aimed at, who answered it, and what came of it."""

    actions = frozenset(("aim-area", "aim-seat", "aim-unit", "covertly", "draw", "openly", "pass", "play", "take"))
    ends = frozenset(("card-foiled", "card-worked"))

    def __init__(self, teller: Teller, opening: Item, name: str, params: dict[str, Any]) -> None:
        self.fate = ""
        self.card = params["card"]
        self.aim: dict[str, Any] = {"target": None, "area": None}
        super().__init__(teller, opening, name, params)

    def holds(self, name: str, params: dict[str, Any]) -> bool:
        if name == "card-played":
            return not self.over
        return name not in self.teller.affairs

    def take(self, name: str, params: dict[str, Any]) -> None:
        if name == "card-aimed" and params["card"] == self.card:
            self.aim = {"target": params["target"], "area": params["area"]}
            owner = self.teller.owners.get(land(params["area"]))
            self.item.concerns([] if owner is None else [owner])
        if name in self.ends and params["card"] == self.card:
            self.fate = name
            self.over = True

    def tell(self) -> None:
        item = self.item
        if self.fate:
            item.key = "story." + self.fate
        item.params = {**item.params, **self.aim}
        if self.fate:  # before that there is nothing to show yet: it is still being aimed, or may be answered
            item.figures = {"title": item.said(), "icon": "card", "changes": self.changes()}


class ImperundeTeller(Teller):
    headings = {"round-began": "round", "phase-began": "phase"}
    weights = {
        "boarded": FOLDED, "card-aimed": FOLDED, "card-worked": FOLDED, "card-dealt": FOLDED, "lined-up": FOLDED,
        "odd-rolled": FOLDED, "orders-given": FOLDED, "paid": FOLDED, "rolled": FOLDED, "stance-taken": FOLDED,
        "talks-opened": FOLDED, "talks-closed": FOLDED, "target-voted": FOLDED, "relation": NEWS,
        "target-changed": NEWS, "canal-dug": NEWS, "won": HEADLINE, "ended": HEADLINE,
    }  # fmt: skip
    alike = {
        "moved": ("", ""),
        "paid": ("", "amount"),
        "placed": ("area", "number"),
        "post-built": ("area", "number"),
        "removed": ("", ""),
    }
    chapters = frozenset(("round-began",))
    affairs = {"attacked": Battle, "happened": Happening, "card-played": CardPlayed}

    @classmethod
    def owners_in(cls, view: dict[str, Any]) -> dict[str, int]:
        held = {area: here.get("owner") for area, here in view["area"].items()}
        return {land(area): owner for area, owner in held.items() if owner is not None}

    @classmethod
    def powers_in(cls, view: dict[str, Any]) -> dict[str, int]:
        return {player["home"]: seat for seat, player in enumerate(view["player"]) if player["home"] is not None}

    @classmethod
    def first_in(cls, view: dict[str, Any]) -> int | None:
        starter: int | None = view["starter"]
        return starter
