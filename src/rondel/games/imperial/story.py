"""What happened, told: a heading for each nation's turn, its production and its march in one line each."""

from __future__ import annotations

from typing import Any

from rondel.games.imperial.components import NATION
from rondel.kernel.events import Events
from rondel.kernel.story import FOLDED, HEADLINE, NEWS, PLAIN, Affair, Camp, Item, Teller, message


class Battle(Affair):
    """Units of two nations that destroy each other in an area, one for one."""

    kind = "battle"
    actions = frozenset(("fight", "fight-all", "let-pass", "peace"))

    def __init__(self, teller: Teller, opening: Item, name: str, params: dict[str, Any]) -> None:
        self.nation, self.enemy, self.area = params["nation"], params["enemy"], params["area"]
        self.camps = {
            each: Camp(message("story.who.nation", nation=each)) for each in (params["nation"], params["enemy"])
        }
        self.fights = 0
        super().__init__(teller, opening, name, params)

    def holds(self, name: str, params: dict[str, Any]) -> bool:
        if name == "fought":
            return {params["nation"], params["enemy"]} == set(self.camps) and params["area"] == self.area
        return name == "removed" and params["area"] == self.area

    def take(self, name: str, params: dict[str, Any]) -> None:
        if name == "fought":
            self.fights += 1
        elif params["nation"] in self.camps:
            self.camps[params["nation"]].lose(params["unit"])

    def tell(self) -> None:
        item = self.item
        item.key = "story.fought"
        item.params = {"nation": self.nation, "enemy": self.enemy, "area": self.area, "n": self.fights}
        item.figures = {
            "title": item.said(),
            "sides": [camp.to_json() for camp in self.camps.values()],
            "rounds": [],
            "result": message("outcome.tie"),
            "changes": [],
        }


class ImperialTeller(Teller):
    headings = {"advanced": "turn"}
    opening = frozenset(("advanced",))
    weights = {
        "answered": FOLDED, "convoyed": FOLDED, "entered": FOLDED, "ordered": FOLDED, "turned": FOLDED,
        "removed": FOLDED, "card-passed": FOLDED, "bond-taken": NEWS, "factory-built": NEWS,
        "factory-destroyed": NEWS, "stopped": NEWS, "taxed": NEWS, "power-gained": NEWS, "flag-taken": HEADLINE,
        "game-ended": HEADLINE,
    }  # fmt: skip
    alike = {
        "chip-placed": ("area", ""),
        "moved": ("", ""),
        "paid": ("", "amount"),
        "placed": ("area", ""),
    }
    affairs = {"fought": Battle}

    def __init__(self, events: Events, owners: dict[str, int]) -> None:
        super().__init__(events, owners)
        self.rounds = 0
        self.turn = len(NATION)  # the nation that had the last turn

    def chapter(self, name: str, params: dict[str, Any]) -> dict[str, Any] | None:
        """A round begins when the turn comes back to a nation before the last one."""
        if name not in ("advanced", "skipped"):
            return None
        before, self.turn = self.turn, NATION.index[params["nation"]]
        if self.turn > before:
            return None
        self.rounds += 1
        return message("chapter.round", n=self.rounds)

    @classmethod
    def owners_in(cls, view: dict[str, Any]) -> dict[str, int]:
        """A nation stands for its government."""
        nations = view["nation"]
        return {id_: each["government"] for id_, each in nations.items() if each["government"] is not None}

    def tell(self, entries: list[dict[str, Any]]) -> list[Item]:
        if entries and entries[0]["position"] == 1:
            self.owners = {}  # the whole game is told: governments come and go as it goes on
        return super().tell(entries)

    def event(self, name: str, params: dict[str, Any]) -> None:
        if name == "flag-taken" and params["seat"] is not None:
            self.owners = {**self.owners, params["nation"]: params["seat"]}
        super().event(name, params)

    def line(self, name: str, params: dict[str, Any]) -> Item:
        item = super().line(name, params)
        if name == "flag-taken" and params["before"] is not None:  # somebody has lost a nation: nobody misses that
            item.kind = "event"
            item.figures = {"title": item.said(), "meaning": message("story.outbid"), "changes": []}
        return item

    def weight(self, name: str, params: dict[str, Any]) -> int:
        if name == "paid":  # what reaches a player, other than the price of a thing
            return PLAIN if params["why"] in ("interest", "success-bonus", "gift") else FOLDED
        return super().weight(name, params)
