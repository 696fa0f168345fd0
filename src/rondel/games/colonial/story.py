"""What happened, told: a line for each expedition and each war, with the dice that decided it."""

from __future__ import annotations

from typing import Any

from rondel.kernel.story import FOLDED, HEADLINE, NEWS, Affair, Camp, Item, Teller, message


class Throw(Affair):
    """Dice for something, and what came of it: an expedition, a rebellion, a raid."""

    actions = frozenset(("roll",))
    OUTCOMES = ("explored", "exploration-failed", "privateer-sunk", "ships-lost", "removed")

    def __init__(self, teller: Teller, opening: Item, name: str, params: dict[str, Any]) -> None:
        self.rolls: list[dict[str, Any]] = []
        self.outcome = ""
        super().__init__(teller, opening, name, params)

    def welcomes(self, entry: dict[str, Any]) -> bool:
        return False  # what comes of a throw stands in the entry of the throw

    def holds(self, name: str, params: dict[str, Any]) -> bool:
        return name != "rolled" and name not in self.teller.affairs

    def take(self, name: str, params: dict[str, Any]) -> None:
        if name == "rolled":
            self.rolls.append(params)
        elif name in self.OUTCOMES and not self.outcome:
            self.outcome = name
            self.item.key, self.item.params = "event." + name, params

    def tell(self) -> None:
        item = self.item
        rolled = self.rolls[0]
        if not self.changes():
            item.weight = FOLDED
        needed = item.params.get("required")
        parts = [message("story.needed", n=needed)] if needed is not None else []
        item.figures = {
            "title": item.said(),
            "throw": {"dice": rolled["dice"], "hits": rolled["hits"], "parts": parts},
            "said": item.parts[0].said(),
            "changes": self.changes(),
        }


class War(Affair):
    """A war from its declaration to its end, year by year."""

    kind = "battle"
    ends = frozenset(("defeated", "neutralised", "surrendered"))

    def __init__(self, teller: Teller, opening: Item, name: str, params: dict[str, Any]) -> None:
        self.sides = (params["seat"], params["enemy"])
        self.camps = {seat: Camp(message("story.who.seat", seat=seat)) for seat in self.sides}
        self.rounds: list[dict[str, Any]] = []
        self.result = ""
        self.thrown = 0  # the position after the last dice
        super().__init__(teller, opening, name, params)

    def holds(self, name: str, params: dict[str, Any]) -> bool:
        return (name not in ("war-declared",) and not self.over) or name in ("prestige-lost", "prestige-gained")

    def take(self, name: str, params: dict[str, Any]) -> None:
        super().take(name, params)
        if name == "war-year":
            title = message("story.year", n=params["year"])
            sides: list[dict[str, Any]] = [{"throws": []}, {"throws": []}]
            self.rounds.append({"title": title, "sides": sides, "result": None})
        elif name == "rolled" and self.rounds and params["seat"] in self.sides:
            throw = {"dice": params["dice"], "hits": params["hits"], "parts": [message("story.front." + params["why"])]}
            self.rounds[-1]["sides"][self.sides.index(params["seat"])]["throws"].append(throw)
            self.thrown = self.teller.position
        elif name == "ships-lost" and params["seat"] in self.camps:
            self.camps[params["seat"]].lose(params["ship"], params["n"])
        elif name == "removed" and params["seat"] in self.camps:
            self.camps[params["seat"]].lose("counter", params["n"])
        elif name in ("defeated", "surrendered"):
            self.result = "won" if params["winner"] == self.sides[0] else "lost"
        elif name == "neutralised":
            self.result = "tie"

    def tell(self) -> None:
        item = self.item
        first, second = self.sides
        item.key = "story.war." + (self.result or "open")
        item.params = {"seat": first, "enemy": second, "years": len(self.rounds)}
        item.figures = {
            "title": item.parts[0].said(),
            "sides": [self.camps[seat].to_json() for seat in self.sides],
            "rounds": self.rounds,
            "result": message("outcome." + self.result) if self.result else None,
            "thrown": self.thrown,
            "changes": [part.said() for part in item.parts[1:] if part.weight > FOLDED],
        }


class ColonialTeller(Teller):
    headings = {"turn-began": "round", "round-began": "phase", "used": "turn"}
    opening = frozenset(("used",))
    weights = {
        "card-laid": FOLDED, "card-shown": FOLDED, "diplomacy": FOLDED, "fought-on": FOLDED, "ignored": FOLDED,
        "paid": FOLDED, "earned": FOLDED, "rolled": FOLDED, "war-year": FOLDED, "trade-offered": FOLDED,
        "charter-asked": FOLDED, "first-player": FOLDED, "explored": NEWS, "exploration-failed": NEWS,
        "colony-founded": NEWS, "colony-lost": NEWS, "city-built": NEWS, "city-lost": NEWS, "revolution": HEADLINE,
        "won": HEADLINE,
    }  # fmt: skip
    alike = {
        "earned": ("", "amount"),
        "interest-added": ("", "amount"),
        "paid": ("", "amount"),
        "placed": ("", ""),
        "repaid": ("loan", "amount"),
        "shipped": ("resource", ""),
    }
    affairs = {"rolled": Throw, "war-declared": War}
    moving = frozenset(("marched",))
    chapters = frozenset(("turn-began",))

    @classmethod
    def powers_in(cls, view: dict[str, Any]) -> dict[str, int]:
        return {player["nation"]: seat for seat, player in enumerate(view["player"]) if player["nation"] is not None}

    @classmethod
    def first_in(cls, view: dict[str, Any]) -> int | None:
        first: int | None = view["first"]
        return first
