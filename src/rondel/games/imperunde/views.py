"""What each seat may see: everything but the cards in the other hands and in the deck."""

from __future__ import annotations

import random
from typing import Any, cast

from rondel.games.imperunde.actions import MOVER, MOVERS, ORDER, SEATS
from rondel.games.imperunde.components import (
    AREA,
    ARMIES,
    CANAL,
    CARD,
    CARDS,
    COLOUR,
    FORT,
    LAND_VALUE,
    LANDS,
    PIECE,
    PIECES,
    SEA_VALUE,
    UNIT,
    UNIT_DIE,
)
from rondel.games.imperunde.events import PARTY
from rondel.games.imperunde.fight import (
    ATTACKING,
    CODES,
    DEFENDING,
    PRIZE,
    Fight,
    mark_of,
    moves_left,
    origin_of,
    unit_of,
)
from rondel.games.imperunde.odds import chance_to_win, next_losses, sides
from rondel.games.imperunde.state import COLUMN, DIPLOMACY, LINES, NOTHING_SEEN, PARTIES, PHASE, Table, is_clockwise
from rondel.games.imperunde.steps import budget
from rondel.games.imperunde.steps.diplomacy import CloseTalks, Talks
from rondel.games.imperunde.steps.investments import allowance, raises
from rondel.games.imperunde.steps.rolling import die_of, number_of
from rondel.games.imperunde.steps.round import scores
from rondel.games.imperunde.steps.secret_service import Aim, OnTable
from rondel.games.imperunde.steps.spying import ExposeOpenly, ExposeSpies
from rondel.games.imperunde.view import (
    AttackerView,
    BattleView,
    CardView,
    DieView,
    ExposedView,
    ForecastView,
    ImperundeView,
    LandView,
    MovesView,
    PlayerView,
    Relation,
    RollView,
    RoundView,
    SeaView,
)
from rondel.kernel.data import bits
from rondel.kernel.events import SEAT
from rondel.kernel.flow import NOBODY, SPECTATOR
from rondel.kernel.game import Game

SHIP_IDS = UNIT.ids[4:]


class Views(Game[Table]):
    """What is seen of ImpeRunde, watched and imagined."""

    view_type = ImperundeView

    def view(self, state: Table, seat: int) -> dict[str, Any]:
        return self.views(state, [seat])[0]

    def views(self, state: Table, seats: list[int]) -> list[dict[str, Any]]:
        """Seats differ only in the hands they see, so everything else is shared."""
        common = public_view(state)
        seen = []
        for seat in seats:
            view = common.copy()
            view["player"] = common["player"][:]
            if 0 <= seat < state.seats and not state.over():
                own = view["player"][seat].copy()
                own["hand"] = hand_view(state, seat)
                view["player"][seat] = own
            view["exposed"] = exposed_view(state, seat)
            seen.append(cast("dict[str, Any]", view))
        return seen

    def imagine(self, state: Table, seat: int, rng: random.Random) -> Table:
        """The cards that the seat cannot see, in the other hands and in the deck, are shuffled and dealt anew."""
        return self.deal_anew(state, seat, rng, NOTHING_SEEN)

    def surmise(self, state: Table, seat: int, rng: random.Random) -> Table:
        """Who was shown a hand remembers what is left of it."""
        return self.deal_anew(state, seat, rng, state.seen)

    def deal_anew(self, state: Table, seat: int, rng: random.Random, seen: bytearray) -> Table:
        """`seen`: what is known of hands besides what lies open, and stays where it is."""
        twin = state.copy()
        if state.over():
            return twin
        twin.seen = NOTHING_SEEN
        step = state.pending[-1]
        open_to = {seat}
        if isinstance(step, ExposeOpenly) or (isinstance(step, ExposeSpies) and step.seat == seat):
            open_to.add(step.other)
        hidden = [player for player in range(state.seats) if player not in open_to]
        unknown = list(state.deck)
        for player in hidden:
            known = (seat * SEATS + player) * CARDS if seat >= 0 else -1
            for card in range(CARDS):
                kept = seen[known + card] if known >= 0 else 0
                unknown[card] += state.hand[player * CARDS + card] - kept
                twin.hand[player * CARDS + card] = kept
        pool = [card for card in range(CARDS) for _ in range(unknown[card])]
        rng.shuffle(pool)
        for player in hidden:
            held = sum(twin.hand[player * CARDS : (player + 1) * CARDS])
            for _ in range(state.hand_size[player] - held):
                twin.hand[player * CARDS + pool.pop()] += 1
        for card in range(CARDS):
            twin.deck[card] = pool.count(card)
        return twin

    def figures(self, state: Table, seat: int) -> list[tuple[str, dict[str, Any], int]]:
        """What a player watches: the chance in a battle, posts, money, debt, income, colonies and cards."""
        numbers: list[tuple[str, dict[str, Any], int]] = []
        # Without a battle 0, so that the preview of an attack has something to compare with.
        chance = round(100 * chance_to_win(state, state.fight)) if state.fight is not None else 0
        numbers.append(("figure.chance", {}, chance))
        for player in range(state.seats):
            if state.home[player] == NOBODY:
                continue
            who = {"seat": player}
            numbers.append(("figure.posts", who, state.post_count[player]))
            numbers.append(("figure.money", who, state.money[player]))
            numbers.append(("figure.debt", who, state.debt[player]))
            numbers.append(("figure.income", who, budget.income(budget.assess(state, player))))
            numbers.append(("figure.colonies", who, state.colonies(player).bit_count()))
            numbers.append(("figure.cards", who, state.hand_size[player]))
        return numbers


def public_view(state: Table) -> ImperundeView:
    """What everybody sees; when the game is over, all hands too."""
    points = scores(state)
    raised = raises(state)
    return {
        "seats": state.seats,
        "round": state.round,
        "phase": PHASE.ids[state.phase],
        "order": state.order() if state.starter != NOBODY else [],
        "starter": SEAT.show(state.starter),
        "clockwise": is_clockwise(state.round),
        "mover": SEAT.show(state.mover),
        "target": state.target,
        "winner": SEAT.show(state.winner),
        "player": [player_view(state, player, points[player]) for player in range(state.seats)],
        "relation": [[relation(state, one, other) for other in range(state.seats)] for one in range(state.seats)],
        "antarctica": list(range(state.seats)) if are_talking(state) else [],
        "area": {id_: area_view(state, area, raised) for area, id_ in enumerate(AREA.ids)},
        "canals": [id_ for canal, id_ in enumerate(CANAL.ids) if state.canals >> canal & 1],
        "deck": sum(state.deck),
        "played": {id_: state.discard[card] for card, id_ in enumerate(CARD.ids) if state.discard[card]},
        "ready": ready_view(state),
        "battle": battle_view(state, state.fight) if state.fight is not None else None,
        "card": card_view(state),
        "exposed": exposed_view(state, SPECTATOR),
    }


def relation(state: Table, one: int, other: int) -> Relation | None:
    """War, armistice, peace, or peace by a treaty that a card forced; `wanted` wars show in the stances."""
    if one == other:
        return None
    if state.war[one] >> other & 1:
        return "armistice" if state.truce[one] >> other & 1 else "war"
    return "treaty" if state.treaty[one] >> other & 1 else "peace"


def are_talking(state: Table) -> bool:
    """14.2 From the invitation until the talks are closed, the homelands' tokens lie on Antarctica."""
    return state.phase == DIPLOMACY and any(isinstance(step, (Talks, CloseTalks)) for step in state.pending)


# --- players ----------------------------------------------------------------------------------------------------------


def hand_view(state: Table, player: int) -> dict[str, int]:
    return {id_: n for card, id_ in enumerate(CARD.ids) if (n := state.hand[player * CARDS + card])}


def player_view(state: Table, player: int, points: int) -> PlayerView:
    return {
        "home": AREA.ids[state.home[player]] if state.home[player] != NOBODY else None,
        "posts": state.post_count[player],
        "to_win": max(0, state.target - state.post_count[player]),
        "money": state.money[player],
        "debt": state.debt[player],
        "score": points,
        "form": form_view(state, player),
        "forecast": forecast(state, player) if state.home[player] != NOBODY else None,
        "wants_war": bits(state.stance[player]),
        "orders": ORDER.ids[state.orders[player]],
        "stock": dict(zip(PIECE.ids, state.stock[player * PIECES : (player + 1) * PIECES], strict=True)),
        "cards": state.hand_size[player],
        "hand": hand_view(state, player) if state.over() else None,
    }


def form_view(state: Table, player: int) -> list[RoundView]:
    """9. The budget form of a player: a column for every round that is over, and the present one."""
    first = player * COLUMN
    columns = [list(column[first : first + COLUMN]) for column in state.past]
    if state.round > len(state.past):
        now = state.budget[player * LINES : (player + 1) * LINES]
        columns.append([*now, state.money[player], state.debt[player]])
    return [round_view(round_, column) for round_, column in enumerate(columns, 1)]


def round_view(round_: int, column: list[int]) -> RoundView:
    carried, home, dividend, colonial, sea, interest, repaid, borrowed, invested, surplus, debt = column
    return {
        "clockwise": is_clockwise(round_),
        "carried": carried,
        "home": home,
        "dividend": dividend,
        "colonial": colonial,
        "sea": sea,
        "interest": interest,
        "repaid": repaid,
        "borrowed": borrowed,
        "free": budget.free_money(column),
        "invested": invested,
        "surplus": surplus,
        "debt": debt,
    }


def forecast(state: Table, player: int) -> ForecastView:
    """What the budget would bring if income were due now."""
    lines = budget.assess(state, player)
    _, home, dividend, colonial, sea, interest = lines
    return {
        "home": home,
        "dividend": dividend,
        "colonial": colonial,
        "sea": sea,
        "interest": interest,
        "total": budget.income(lines),
    }


# --- the board --------------------------------------------------------------------------------------------------------


def area_view(state: Table, area: int, raised: dict[int, dict[int, int]]) -> LandView | SeaView:
    return land_view(state, area, raised.get(area, {})) if area < LANDS else sea_view(state, area - LANDS)


def land_view(state: Table, land: int, raised: dict[int, int]) -> LandView:
    first = land * 4
    most = state.most_posts(land)
    return {
        "value": LAND_VALUE[land],
        "owner": SEAT.show(state.owner[land]),
        "home": state.is_home(land),
        "units": {UNIT.ids[unit]: n for unit in range(FORT + 1) if (n := state.troops[first + unit])},
        "posts": state.posts[land],
        "new_posts": state.fresh[land],
        "most_posts": most,
        "most_forts": state.most_forts(land, most),
        "spent": state.spent[land],
        "allowance": None if state.is_home(land) else allowance(state, land),
        "raises": {PIECE.ids[piece]: most for piece, most in raised.items()},
        "famine": bool(state.famine >> land & 1),
        "plunderer": SEAT.show(state.plunderer[land]),
        "event": bool(state.happened >> land & 1),
    }


def sea_view(state: Table, sea: int) -> SeaView:
    return {
        "value": SEA_VALUE[sea],
        "ships": {
            PARTY.ids[party]: {
                SHIP_IDS[ship]: n for ship in range(2) if (n := state.fleet[(sea * PARTIES + party) * 2 + ship])
            }
            for party in range(PARTIES)
            if state.ships_at[party] >> sea & 1
        },
        "freighters": {
            PARTY.ids[player]: {
                UNIT.ids[army]: n
                for army in range(ARMIES)
                if (n := state.cargo[(sea * SEATS + player) * ARMIES + army])
            }
            for player in range(state.seats)
            if state.cargo_at[player] >> sea & 1
        },
        "prizes": {
            PARTY.ids[player]: n
            for player in range(state.seats)
            if (n := sum(state.prize[(sea * SEATS + player) * 2 : (sea * SEATS + player) * 2 + 2]))
        },
        "storm": bool(state.storm >> sea & 1),
        "calm": bool(state.calm >> sea & 1),
        "event": bool(state.happened >> LANDS + sea & 1),
    }


def ready_view(state: Table) -> dict[str, dict[str, MovesView]]:
    """Units of the moving player with moves left."""
    seen: dict[str, dict[str, MovesView]] = {}
    for area in bits(state.ready_at):
        here: dict[str, MovesView] = {}
        for mover in range(MOVERS):
            place = (area * MOVERS + mover) * 2
            if state.ready[place] or state.ready[place + 1]:
                here[MOVER.ids[mover]] = {"one": state.ready[place], "two": state.ready[place + 1]}
        seen[AREA.ids[area]] = here
    return seen


# --- the battle and the cards -----------------------------------------------------------------------------------------


def battle_view(state: Table, fight: Fight) -> BattleView:
    count = len(fight.attack)
    attacking, defending = sides(state, fight)
    losses = next_losses(state, fight)
    seen: dict[str, Any] = {
        "area": AREA.ids[fight.area],
        "attacker": PARTY.ids[fight.attacker],
        "defender": PARTY.ids[fight.defender],
        "roll": fight.rolls + 1,
        "attackers": [attacker_view(each) for each in fight.units],
        "attacking": [UNIT.ids[unit] for unit in attacking],
        "defending": [UNIT.ids[unit] for unit in defending],
        "attack": line_view(fight.attack, fight.dice[:count]),
        "defence": line_view(fight.defence, fight.dice[count:]),
        "last": last_view(fight),
        "boarding": [[UNIT.ids[pair // CODES // 4], UNIT.ids[pair % CODES // 4]] for pair in fight.boardings],
        "hussar": [side for side, bit in (("attacker", ATTACKING), ("defender", DEFENDING)) if fight.hussars & bit],
        "ambush": fight.ambush,
        "surprise": fight.surprise,
        "chance": round(chance_to_win(state, fight), 4),
        "losses": [round(each, 2) for each in losses],
    }
    return cast("BattleView", seen)


def attacker_view(each: int) -> AttackerView:
    return {
        "unit": UNIT.ids[unit_of(each)],
        "origin": AREA.ids[origin_of(each)],
        "moves": moves_left(each),
        "prize": mark_of(each) == PRIZE,
    }


def line_view(line: list[int], dice: list[int]) -> list[DieView]:
    return [die_view(code // 4, dice[at] if at < len(dice) else None) for at, code in enumerate(line)]


def die_view(unit: int, number: int | None) -> DieView:
    return {"unit": UNIT.ids[unit], "colour": COLOUR.ids[UNIT_DIE[unit]], "number": number}


def last_view(fight: Fight) -> RollView | None:
    if not fight.rolls:
        return None
    return {
        "attack": [die_view(die_of(die), number_of(die)) for die in fight.last_attack],
        "defence": [die_view(die_of(die), number_of(die)) for die in fight.last_defence],
    }


def card_view(state: Table) -> CardView | None:
    """The card that lies on the table now."""
    for step in state.pending[::-1]:
        if isinstance(step, (OnTable, Aim)):
            return {"card": CARD.ids[step.card], "by": step.by}
    return None


def exposed_view(state: Table, seat: int) -> ExposedView | None:
    """The hand that is being looked at."""
    step = state.pending[-1] if state.pending else None
    if not isinstance(step, ExposeSpies):
        return None
    openly = isinstance(step, ExposeOpenly)
    hand = hand_view(state, step.other) if openly or step.seat == seat else None
    return {"seat": step.seat, "other": step.other, "openly": openly, "hand": hand}
