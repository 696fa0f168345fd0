"""Standing orders at a table: the server makes the choice as if the player had, at once, in the transaction of the move
that asks for it. The record shows a choice like any other. An order ends by itself: when it has answered as often as it
should, when the event happens that it waits for, when its decision comes and its answer is not on offer, and when the
seat is another's.
"""

from __future__ import annotations

from collections.abc import Callable

from rondel.kernel import flow
from rondel.kernel.deals import OPEN, SILENT, after, judge, rounds_heard, scenes_after
from rondel.kernel.orders import OVER, OrderKind
from rondel.kernel.record import Match
from rondel.server.weeks.pace import Standing

MOST = 200
"""So many choices in a row are made by orders; then people play again."""


def kind_of(match: Match, order: Standing) -> OrderKind | None:
    return next((kind for kind in match.game.orders if kind.name == order.kind), None)


def obey(
    draft: Match, given: list[Standing], people: list[str | None], first: int, carry_on: Callable[[Match], None]
) -> list[Standing]:
    """Play on as ordered, from what has happened since position `first`; the orders that are left."""
    orders = [order for order in given if (people[order.seat] or "") == order.person]
    for _ in range(MOST):
        orders = [left for order in orders if (left := _after(draft, order, first)) is not None]
        happened = {event.kind.name for entry in draft.entries[first:] for event in entry.events or ()}
        orders = [order for order in orders if not order.until or order.until not in happened]
        first = draft.position
        answered = _answer(draft, orders)
        if answered is None or draft.over:
            break
        order, action = answered
        if action == OVER:
            orders.remove(order)
            continue
        draft.play(order.seat, action)
        if order.promise is None:
            orders[orders.index(order)] = used = _used(order)
            if used.times <= 0:
                orders.remove(used)
        carry_on(draft)
    return [] if draft.over else orders


def _answer(draft: Match, orders: list[Standing]) -> tuple[Standing, int] | None:
    """The first order that has something to say to the decision of its seat."""
    asked = flow.to_act(draft.state)
    for order in orders:
        if order.seat not in asked:
            continue
        if order.promise is not None:
            action = _fulfil(draft, order)
            if action >= 0:
                return order, action
            continue
        kind = kind_of(draft, order)
        if kind is None:
            continue
        action = kind.answer(draft.game, draft.state, order.seat, order.answer, order.limit, order.towards)
        if action >= 0 or action == OVER:
            return order, action
    return None


def _fulfil(draft: Match, order: Standing) -> int:
    """What a seat does now for a promise that binds; below zero: nothing."""
    vocabulary, promise = draft.game.deals, order.promise
    if vocabulary is None or promise is None or order.heard // vocabulary.round_length < after(promise):
        return SILENT
    choices = flow.legal(draft.state, order.seat)
    return vocabulary.fulfil(draft.state, order.seat, promise, choices)


def _after(draft: Match, order: Standing, first: int) -> Standing | None:
    """A promise after what has happened since a position; None: it is kept, or broken. Other orders stay."""
    promise, vocabulary, game = order.promise, draft.game.deals, draft.game
    if promise is None or vocabulary is None:
        return order if promise is None else None
    told = [
        {"position": first + place + 1, "events": [event.face(flow.SPECTATOR) for event in entry.events or ()]}
        for place, entry in enumerate(draft.entries[first:])
    ]
    if not told:
        return order
    owners = game.teller.owners_in(game.view(draft.state, flow.SPECTATOR))
    (judged,) = judge(vocabulary, [promise], told, owners, order.heard, order.scenes)
    if judged.state != OPEN:
        return None
    left = {**promise, "amount": promise["amount"] - judged.done} if judged.done else promise
    heard = order.heard + rounds_heard(vocabulary, told)
    scenes = scenes_after(vocabulary, told, order.scenes)
    return Standing(order.id, order.seat, order.person, order.kind, "", promise=left, heard=heard, scenes=scenes)


def _used(order: Standing) -> Standing:
    about = (order.id, order.seat, order.person, order.kind, order.answer, order.limit, order.until)
    return Standing(*about, order.times - 1, order.towards)
