"""What happened, told: a line for each attack, whatever was thrown and asked in it, and one for each voyage."""

from __future__ import annotations

from typing import Any

from rondel.kernel.story import FOLDED, HEADLINE, NEWS, Affair, Camp, Item, Teller, message

PARTS = ("armies", "navies", "forts", "allies", "tiles", "training", "support", "printed", "dice")
"""What a total is made of, in the order in which it is told."""


class Attack(Affair):
    """An attack from its declaration to its outcome: help, the battle at sea, the battle on land, losses."""

    kind = "battle"
    actions = frozenset(
        ("accept", "ask", "decline", "do-not-ask", "fight", "give", "join", "join-armies", "join-navies", "keep",
         "lose", "lose-ally", "militia", "offer", "refuse", "roll", "symbol", "use", "withdraw")
    )  # fmt: skip

    def __init__(self, teller: Teller, opening: Item, name: str, params: dict[str, Any]) -> None:
        self.name = name
        self.power = params["power"]
        self.foe = params.get("target")
        attacker, defender = message("story.who.power", power=self.power), self.defender(name, params)
        if name == "struck":
            attacker = message("story.who.tile", tile=params["tile"])
        self.camps = {"attacker": Camp(attacker), "defender": Camp(defender)}
        self.rounds: list[dict[str, Any]] = []
        self.dice: dict[str | None, list[int]] = {}
        self.sides: list[dict[str, Any]] = []
        super().__init__(teller, opening, name, params)

    def defender(self, name: str, params: dict[str, Any]) -> dict[str, Any]:
        if name == "attacked-neutral":
            return message("story.who.counter", counter=params["counter"])
        if name == "attacked-tile":
            return message("story.who.tile", tile=params["tile"])
        return message("story.who.power", power=params["target"])

    def welcomes(self, entry: dict[str, Any]) -> bool:
        if self.rounds and entry["action"] is not None and entry["action"]["kind"] == "use":
            return False  # the next action of the turn; a tile of the battle itself is used before it is decided
        return super().welcomes(entry)

    def take(self, name: str, params: dict[str, Any]) -> None:
        super().take(name, params)
        if name == "dice-rolled":
            self.dice[params["power"]] = [params["low"], params["high"]]
        elif name == "strength":
            parts = [message("story.part." + part, n=params[part]) for part in PARTS if params[part] or part == "dice"]
            dice = [{"shows": pips, "low": 1} for pips in self.dice.get(params["power"], ())]
            self.sides.append({"dice": dice, "parts": parts, "sum": params["total"]})
        elif name == "battle":
            result = outcome(params["attack"], params["defence"])
            title = message("story.stage." + params["stage"])
            self.rounds.append({"title": title, "sides": self.sides[-2:], "result": result, "params": params})
            self.dice = {}
        elif name == "unit-lost":
            side = "attacker" if params["power"] == self.power and self.foe != self.power else "defender"
            if params["power"] in (self.power, self.foe):
                self.camps[side].lose(params["unit"])
        elif name == "help-given":
            camp = self.camps["attacker" if params["power"] == self.power else "defender"]
            for unit, units in (("navy", "navies"), ("army", "armies")):
                if params[units]:
                    camp.gain(unit, params[units])

    def tell(self) -> None:
        item = self.item
        last = self.rounds[-1] if self.rounds else None
        result = last["result"] if last else None
        if last is not None:
            item.key = "story." + self.name
            numbers = {"attack": last["params"]["attack"], "defence": last["params"]["defence"]}
            item.params = {**item.params, **numbers, "result": result}
        item.figures = {
            "title": item.parts[0].said(),
            "sides": [self.camps["attacker"].to_json(), self.camps["defender"].to_json()],
            "rounds": [{key: each[key] for key in ("title", "sides", "result")} for each in self.rounds],
            "result": message("outcome." + result) if result else None,
            "changes": self.changes(),
        }


def outcome(attack: int, defence: int) -> str:
    return "won" if attack > defence else "lost" if attack < defence else "tie"


class Voyage(Affair):
    """A unit that goes by sea: the die, perhaps a second one, and where it ends."""

    kind = "move"
    actions = frozenset(("die",))

    def __init__(self, teller: Teller, opening: Item, name: str, params: dict[str, Any]) -> None:
        self.dice: list[dict[str, Any]] = []
        super().__init__(teller, opening, name, params)

    def holds(self, name: str, params: dict[str, Any]) -> bool:
        return name in ("second-sea-die", "unit-moved", "turned-back", "lost-at-sea", "unrest-taken")

    def take(self, name: str, params: dict[str, Any]) -> None:
        if "pips" in params:
            self.dice.append({"shows": params["pips"], "low": 1})
        elif name != "unrest-taken":
            self.item.key, self.item.params = "event." + name, params
            self.over = True

    def tell(self) -> None:
        item = self.item
        item.weight = NEWS if len(self.dice) > 1 else item.parts[-1].weight
        if len(self.dice) > 1:
            item.kind = "event"
            item.figures = {"title": item.parts[0].said(), "dice": self.dice, "changes": self.changes()}


class StruggleTeller(Teller):
    headings = {"war-began": "round", "round-began": "phase", "turn-began": "turn"}
    weights = {
        "battle": FOLDED, "bid": FOLDED, "counter-drawn": FOLDED, "counter-removed": FOLDED,
        "dice-rolled": FOLDED, "help-asked": FOLDED,
        "help-given": FOLDED, "help-refused": FOLDED, "order-left": FOLDED, "paid": FOLDED, "passed": FOLDED,
        "population": FOLDED, "sea-declined": FOLDED, "sea-die": FOLDED, "second-sea-die": FOLDED,
        "strength": FOLDED, "support-won": FOLDED, "symbol-chosen": FOLDED, "turn-ended": FOLDED,
        "auction-won": NEWS, "country-taken": NEWS, "freed": NEWS, "revolution": HEADLINE, "war-ended": HEADLINE,
        "game-ended": HEADLINE,
    }  # fmt: skip
    alike = {
        "control-placed": ("area", ""),
        "scored": ("area", "points"),
        "unit-moved": ("", ""),
        "unit-placed": ("area", ""),
    }
    affairs = {
        "attacked": Attack,
        "attacked-neutral": Attack,
        "attacked-tile": Attack,
        "struck": Attack,
        "sea-die": Voyage,
    }
    moving = frozenset(("unit-moved",))
    chapters = frozenset(("round-began",))
    preludes = frozenset(("war-began",))

    @classmethod
    def owners_in(cls, view: dict[str, Any]) -> dict[str, int]:
        return {power: each["seat"] for power, each in view["power"].items() if each["seat"] is not None}
