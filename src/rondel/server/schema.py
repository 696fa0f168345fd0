"""What server and client say to each other, for the OpenAPI description and the client's types."""

from __future__ import annotations

from typing import Any, Literal
from zoneinfo import available_timezones

from pydantic import BaseModel, ConfigDict, Field, field_validator

Value = str | int | bool | None
Params = dict[str, Any]


class Said(BaseModel):
    """What the server says."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)


class Asked(BaseModel):
    """What the client says: nothing unknown, nothing of the wrong type."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Reason(Said):
    code: str
    params: Params
    chapter: str


class Problem(Said):
    where: str
    problem: str


class Error(Said):
    """Every refusal: nothing was changed. What does not belong to the kind of refusal is left out."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=False)

    error: str
    message: str
    reason: Reason | None = Field(default=None, description="why an action is not allowed; with illegal and not-to-act")
    position: int | None = Field(default=None, description="where the table stands; with stale-position")
    line: int | None = Field(default=None, description="the line of the file; with corrupt-file")
    seat: int | None = Field(default=None, description="with bots-seat")
    seats: int | None = Field(default=None, description="how many the table has; with unknown-seat")
    takeback: int | None = Field(default=None, description="how many actions may be taken back; with no-takeback")
    rules: int | None = Field(default=None, description="the rules that the table was begun under; with other-rules")
    limit: int | None = Field(default=None, description="bytes; with too-large")
    most: int | None = Field(default=None, description="characters; with line-too-long")
    wait: float | None = Field(default=None, description="seconds; with too-fast and too-many-requests")
    problems: list[Problem] | None = Field(default=None, description="with invalid")


class Message(Said):
    key: str
    params: Params


class Prompt(Message):
    chapter: str


class Choice(Said):
    id: int
    kind: str
    args: Params
    notation: str


class Refused(Choice):
    reason: Reason


class Event(Said):
    kind: str
    params: Params


class Observation(Said):
    """Everything one seat, or a spectator, needs to show the table and to decide."""

    game: str
    position: int
    seat: int | None
    over: bool
    scores: list[int] | None
    ranks: list[int] | None
    to_act: list[int] = Field(description="seats that must decide; -1 is chance")
    prompt: Prompt | None
    waiting: Message | None
    goal: Message | None = Field(description="what wins the game, and the way to it")
    near_end: list[Message] = Field(description="who is near to victory, and that the game may soon be over")
    choices: list[Choice]
    refused: list[Choice] = Field(description="what a player might look for and may not do; /refused tells why")
    takeback: int
    view: dict[str, Any] = Field(description="the game's own")


class Odd(Said):
    action: int
    weight: int


class Roll(Said):
    """A chance action: picked by sha256("<source>/<position>") modulo the sum of the weights."""

    position: int
    odds: int = Field(description="which of the lists of what could come")
    action: int
    notation: str


class Rolls(Said):
    """All that is needed to check the dice of a finished game: see rondel.kernel.chance."""

    seed: str
    commitment: str = Field(description="sha256 of the seed, published when the table was opened; empty: there is none")
    shares: list[str] = Field(description="what the players gave to the dice afterwards")
    since: int = Field(description="actions before the commitment was made")
    odds: list[list[Odd]]
    rolls: list[Roll]


class LogEntry(Said):
    position: int
    seat: int = Field(description="-1 is chance")
    action: Choice | None
    events: list[Event]


class Item(Message):
    """One thing that happened, told in few words; `figures` is what a card of its own shows of it."""

    kind: Literal["round", "phase", "turn", "battle", "move", "event", "note"]
    first: int = Field(description="the positions it went from and to")
    last: int
    seats: list[int] = Field(description="whom it concerns")
    weight: int = Field(description="0: folded away, 1: a line, 2: news, 3: a headline")
    parts: list[Item]
    figures: dict[str, Any] | None
    areas: list[str]
    moves: list[tuple[str, str]] = Field(description="from where to where something went")


class Part(Message):
    """A part of a score."""

    points: int


class ChartPoint(Said):
    """How the seats stood when a round began, and in the end."""

    position: int
    title: Message
    standing: list[int]


class TurningPoint(Item):
    """Something that brought or cost somebody much; what it is made of is left out."""

    change: list[int] = Field(description="by seat")
    leader: int | None = Field(description="who took the lead with it")


class Luck(Said):
    """The throws of a seat, of one kind."""

    seat: int
    kind: str
    throws: int
    rolled: int
    expected: float
    percent: int | None = Field(description="of 100 players with the same throws so many would have had less luck")


class Report(Said):
    """A look back at a finished game."""

    parts: list[list[Part]] = Field(description="by seat: what its score is made of")
    chart: list[ChartPoint]
    turns: list[TurningPoint]
    luck: list[Luck]


class Figure(Said):
    name: str
    params: Params
    before: Value
    after: Value


class Odds(Said):
    action: Choice
    weight: int


class Preview(Said):
    known: bool = Field(description="false: the outcome hangs on something hidden from the seat")
    final: bool = Field(description="afterwards others decide, or chance: the seat's series of choices is at its end")
    events: list[Event]
    figures: list[Figure]
    odds: list[Odds] | None
    total: int | None


class Option(Said):
    name: str
    values: list[Value]
    default: Value


class Game(Said):
    name: str
    ready: bool
    players: tuple[int, int]
    bots: list[str]
    options: list[Option]


class SeatSaid(Said):
    name: str
    kind: Literal["human", "bot"]
    bot: str | None


class Origin(Said):
    """From where a table was played on."""

    table: str
    position: int
    where: Message | None = Field(description="the round, or whatever the game counts by")


class Table(Said):
    id: str
    game: str
    rules: int
    seats: list[SeatSaid]
    options: dict[str, Value]
    position: int
    to_act: list[int]
    over: bool
    winners: list[int] = Field(description="of a finished table, in the list of tables: the seats that came first")
    mine: list[int] = Field(description="the seats that are yours to play")
    free: list[int] = Field(description="seats for people that are nobody's yet")
    hosting: bool = Field(description="you decide about the table itself")
    visible: bool = Field(description="anybody may find it and look on")
    talk: bool = Field(description="players may talk in private")
    hints: bool = Field(description="a coach may be asked what to do")
    due: str | None = Field(description="when the clock of a seat of yours runs out")
    paced: bool = Field(description="there are clocks")
    away: bool = Field(description="a bot plays for you")
    commitment: str = Field(description="sha256 of the seed of the dice, from the start")
    origin: Origin | None = Field(description="the game that it was played on from, if it was")
    created: str
    updated: str


class Position(Said):
    position: int


class Ground(Message):
    """One reason for a choice, or against it; neither where `good` is null."""

    good: bool | None
    chance: Literal["sure", "rough", "likely", "even", "unlikely", "known"] = Field(
        description="how likely it is, in a word; rough: sure, but not how much; known: in the table’s own figure"
    )
    percent: int


class Expected(Said):
    seat: int
    action: Choice


class AdviceSaid(Said):
    """A choice that a coach thinks of."""

    action: Choice
    games: int = Field(description="that were played out")
    chances: list[float] | None = Field(description="of every seat to win; null: too few games tell")
    scores: list[float] | None = Field(description="that every seat has at the end, on average")
    line: list[Expected] = Field(description="what is likely to follow")
    reasons: list[Ground]


class Counsel(Said):
    """What a coach says to a seat at a position, the best choice first."""

    seat: int
    position: int
    choices: list[AdviceSaid]


class MomentSaid(Said):
    position: int
    chances: list[float]


class ToldSaid(Said):
    """A choice of a turn."""

    action: Choice
    asked: Message | None = Field(description="what was asked, where the choice only ends something")
    times: int


class LineSaid(Said):
    choices: list[ToldSaid]
    more: bool = Field(description="there were others")
    skips: bool = Field(description="there were others after the first")


class TurningSaid(Said):
    """A turn that changed the chances much."""

    first: int
    last: int
    seat: int = Field(description="who did most of it; below 0: dice and cards")
    turn: int = Field(description="whose turn it was; below 0: nobody's")
    where: Message | None = Field(description="the round, or whatever the game counts by")
    change: list[float]
    luck: list[float] | None
    items: list[Item]
    line: LineSaid | None = Field(description="what was chosen, where nothing happened yet")
    question: Message | None = Field(description="to which that was an answer that says nothing by itself")


class JudgementSaid(Said):
    """A turn that could have been played better."""

    position: int = Field(description="of the decision that it hangs on")
    first: int
    last: int
    seat: int
    where: Message | None
    question: Message | None = Field(description="to which both ways are answers that say nothing by themselves")
    played: LineSaid
    better: LineSaid
    against: list[Ground] = Field(description="what is to be said of what was done")
    reasons: list[Ground] = Field(description="what is to be said of what would have been better")
    cost: Literal["chance", "points"] = Field(
        description="what was lost: a chance to win, or points of the final score"
    )
    loss: float
    range: list[float] = Field(description="between what the loss is likely to lie")
    games: int = Field(description="that were played out either way")
    chances: list[float] = Field(description="of the seat to win: with what was done, with what could have been")
    chart: list[float] | None = Field(description="before and after, where that is not what the two ways brought")
    thrown: bool = Field(description="dice or cards had a say in the turn")
    overlooked: bool = Field(description="the chart before it is lower, as bots hardly come by the better way")


class ChapterSaid(Said):
    position: int
    title: Message


class AnalysisSaid(Said):
    seats: list[str]
    position: int = Field(description="how far the record went")
    games: int
    moments: list[MomentSaid]
    turnings: list[TurningSaid]
    luck: list[float]
    play: list[float]
    uncounted: list[int] = Field(description="turning points, from 1, that are in neither: there was no time for it")
    decisions: list[int] = Field(description="[seat] that were looked at")
    unsettled: int = Field(description="places where the chances seem to have changed much, for lack of games not told")
    untried: int = Field(description="decisions for which there was no time")
    unsure: int = Field(description="turns that looked doubtful, and of which the games do not tell enough")
    over: bool
    chapters: list[ChapterSaid] = Field(description="where each round begins, or whatever the game counts by")
    judgements: list[JudgementSaid]


class AnalysisState(Said):
    """How far a look at a whole game has come."""

    progress: float
    analysis: AnalysisSaid | None


class ChatLine(Said):
    """What a player said."""

    number: int
    at: int = Field(description="milliseconds since 1970, UTC")
    seat: int
    to: list[int] = Field(description="the seats it is meant for; empty: everybody")
    text: str = Field(description="plain text, one line")


class Chapter(Said):
    id: str
    title: str
    html: str


class Rules(Said):
    language: str
    chapters: list[Chapter]
    aid: str


class StepSaid(Said):
    name: str
    at: int = Field(description="its position in the record")
    point: list[str] = Field(description="where to look: `slot taxation`, `area rome`, `tab bonds`, `part strip`")


class Lesson(Said):
    name: str
    steps: list[StepSaid]


class Course(Said):
    """Lessons in a recorded game; `texts` by key: `title`, `win.title`, `win.tax.say`."""

    name: str
    seat: int
    chance: bool = Field(description="dice or draws decide something in these lessons")
    texts: dict[str, str]
    lessons: list[Lesson]


class Verdict(Said):
    """How a learner stands at a step of a course."""

    position: int
    stands: Literal["open", "done", "off", "elsewhere"]
    text: str = Field(description="the key, below that of the step, of what to say; empty: nothing in particular")
    next: Choice | None = Field(description="what the step expects now")
    ahead: list[Choice] = Field(description="what it expects afterwards and could be chosen now")
    chosen: Choice | None = Field(description="what decided")


class LessonPlace(Said):
    position: int
    shown: bool = Field(description="the way there is told move by move; else at once")


class Health(Said):
    rondel: str
    database: str = Field(description="tells two servers of the same database")


class Me(Said):
    """Who asks, and where."""

    site: bool = Field(description="people have seats of their own; false: a house, whose user plays them all")
    id: str | None = Field(description="null: a stranger")
    name: str
    login: str | None = Field(description="null: a guest, known in this browser alone")
    mail: str | None
    admin: bool
    registration: bool = Field(description="whether accounts may be made")
    mails: bool = Field(description="whether the server can send mails")
    passkeys: bool = Field(description="whether there can be passkeys: the site must have a name")
    program: bool = Field(description="this is somebody's program")


class SessionSaid(Said):
    id: str
    created: str
    seen: str
    device: str
    current: bool


class Link(Said):
    """A link, and the same as a picture."""

    url: str
    qr: str = Field(description="SVG")


class PlaceSaid(Said):
    name: str
    kind: Literal["human", "bot"]
    bot: str | None
    free: bool
    mine: bool
    here: bool
    share: str | None = Field(description="what the player gave to the dice")
    program: bool = Field(description="somebody's program sits here")


class OnLooker(Said):
    id: str
    name: str
    seat: int | None


class OfferSaid(Said):
    id: str
    kind: Literal["give", "swap"]
    seat: int
    by: str
    to: str
    mine: bool = Field(description="you made it")
    for_me: bool


class PaceSaid(Said):
    """How fast a table plays, as was agreed."""

    kind: Literal["days", "live"]
    days: int
    weekends: bool
    zone: str
    off: int
    move: int
    bank: int
    mandate: Literal["hold", "play"]


class Company(Said):
    """Who is at a table, before and after the game has begun."""

    id: str
    game: str
    options: dict[str, Value]
    begun: bool
    over: bool
    host: str
    hosting: bool
    visible: bool
    talk: bool
    hints: bool = Field(description="a coach may be asked")
    pace: PaceSaid | None
    when_full: bool
    commitment: str
    seats: list[PlaceSaid]
    people: list[OnLooker] = Field(description="players and others, as far as they can be offered something")
    offers: list[OfferSaid]
    waiting_for: list[int]
    member: bool = Field(description="you sit here, or were invited")
    rematch: str | None
    deals: int = Field(description="proposals of deals that wait for your answer")


class PasskeySaid(Said):
    id: str
    name: str
    created: str
    used: str | None


class ProgramSaid(Said):
    id: str
    name: str
    created: str
    seen: str | None


class ProgramToken(Said):
    id: str
    name: str
    token: str = Field(description="to be sent as `Authorization: Bearer`; it is never shown again")


class LobbySaid(Said):
    gatherings: list[Company]
    tables: list[Table]


# --- what the client asks ---------------------------------------------------------------------------------------------


class SeatAsked(Asked):
    name: str = Field(default="", max_length=80)
    kind: Literal["human", "bot"] = "human"
    bot: str | None = Field(default=None, max_length=40)


class NewTable(Asked):
    game: str = Field(max_length=40)
    seats: list[SeatAsked] = Field(max_length=16)
    options: dict[str, str | int | bool] = Field(default_factory=dict, max_length=100)
    hints: bool | None = Field(default=None, description="a coach may be asked; null: if only one person plays")


class Move(Asked):
    seat: int
    position: int = Field(description="the position that this move answers")
    action: int | None = Field(default=None, description="the id of a choice")
    notation: str | None = Field(default=None, description="instead of `action`")
    key: str | None = Field(
        default=None,
        pattern=r"^[^\x00-\x1f\x7f]{8,40}$",
        description="of your choice: a move that comes again is made once",
    )


class TakeBack(Asked):
    seat: int
    position: int
    count: int = 1


class Learner(Asked):
    name: str = Field(default="", max_length=80)
    game: bool = Field(default=False, description="not the lessons, but the game that they end in")


class LessonStep(Asked):
    lesson: str = Field(max_length=80)
    step: str = Field(max_length=80)


class Branch(Asked):
    position: int = Field(description="where the new table begins")


class Line(Asked):
    seat: int
    to: list[int] = Field(default_factory=list, max_length=16, description="seats; empty: everybody")
    text: str = Field(max_length=4000)


class GuestAsked(Asked):
    name: str = Field(max_length=80)


class AccountAsked(Asked):
    login: str = Field(max_length=80)
    password: str = Field(max_length=400)
    mail: str | None = Field(default=None, max_length=300)
    name: str | None = Field(default=None, max_length=80)


class SignIn(Asked):
    login: str = Field(max_length=300)
    password: str = Field(max_length=400)


class ChangeMe(Asked):
    name: str | None = Field(default=None, max_length=80)
    mail: str | None = Field(default=None, max_length=300, description="empty: none any more")
    password: str | None = Field(default=None, max_length=400, description="the present one, to change it or the mail")
    new_password: str | None = Field(default=None, max_length=400)


class DeleteMe(Asked):
    password: str | None = Field(default=None, max_length=400)


class ResetAsked(Asked):
    who: str = Field(max_length=300, description="login or mail address")
    language: Literal["en", "fr", "de"] = "en"


class NewPassword(Asked):
    token: str = Field(max_length=80)
    password: str = Field(max_length=400)


class PasskeyAsked(Asked):
    password: str | None = Field(default=None, max_length=400)


class Credential(Asked):
    credential: dict[str, Any] = Field(description="what the browser made of the options, as JSON")


class NewPasskey(Credential):
    name: str = Field(max_length=80)


class Token(Asked):
    token: str = Field(max_length=80)


class PlaceAsked(Asked):
    kind: Literal["human", "bot"] = "human"
    bot: str | None = Field(default=None, max_length=40)
    name: str = Field(default="", max_length=80, description="of a bot; people bring their own")


class PaceAsked(Asked):
    """How fast a table plays: some days for a turn, or clocks."""

    kind: Literal["days", "live"]
    days: int = Field(default=1, ge=1, le=14)
    weekends: bool = True
    zone: str = Field(default="UTC", max_length=64)
    off: int = Field(default=14, ge=0, le=60)
    move: int = Field(default=60, ge=5, le=3600)
    bank: int = Field(default=600, ge=0, le=24 * 3600)
    mandate: Literal["hold", "play"] = "play"

    @field_validator("zone")
    @classmethod
    def is_zone(cls, zone: str) -> str:
        if zone not in available_timezones():
            raise ValueError("a zone is a name such as Europe/Berlin")
        return zone


class NewGathering(Asked):
    game: str = Field(max_length=40)
    seats: list[PlaceAsked] = Field(max_length=16)
    options: dict[str, str | int | bool] = Field(default_factory=dict, max_length=100)
    visible: bool = False
    talk: bool = True
    hints: bool | None = Field(default=None, description="a coach may be asked; null: if only one person plays")
    when_full: bool = True
    pace: PaceAsked | None = None


class SeatWish(Asked):
    do: Literal["take", "leave", "bot", "open", "give", "swap", "accept", "decline", "withdraw"]
    seat: int | None = Field(default=None, ge=0, le=15)
    to: str | None = Field(default=None, max_length=16, description="a person; with give and swap")
    offer: str | None = Field(default=None, max_length=16)
    bot: str | None = Field(default=None, max_length=40)
    share: str | None = Field(
        default=None, max_length=64, description="for the dice, hexadecimal; before the beginning"
    )


class Invited(Asked):
    table: str = Field(max_length=16)
    code: str = Field(max_length=40)


class Invite(Asked):
    fresh: bool = Field(default=False, description="all earlier links end")


# --- the live line ----------------------------------------------------------------------------------------------------


class Moved(Said):
    n: int
    type: Literal["moved"]
    position: int
    seat: int
    action: Choice | None
    events: list[Event]
    observation: Observation | None = Field(default=None, description="without patch=1, and first after coming back")
    patch: list[list[Any]] | None = Field(default=None, description="[path, value] sets, [path] removes")


class TakenBack(Said):
    n: int
    type: Literal["takenback"]
    position: int
    seat: int
    count: int
    observation: Observation | None = None
    patch: list[list[Any]] | None = None


class Reset(Said):
    n: int
    type: Literal["reset"]
    observation: Observation


class BotThinking(Said):
    type: Literal["bot-thinking"]
    seat: int


class Typing(Said):
    """A player is writing. A watcher of a seat says the same, without the seat, on its line."""

    type: Literal["typing"]
    seat: int


class Chatted(ChatLine):
    """Not numbered with the moves: who comes back asks for the talk as a whole."""

    type: Literal["chat"]


class Deleted(Said):
    type: Literal["deleted"]


class Seated(Said):
    """Others sit at the table now: ask for the company."""

    n: int
    type: Literal["seated"]
    position: int
    observation: Observation | None = None
    patch: list[list[Any]] | None = None


class Unseated(Said):
    """The seat of this line is another's now: the line ends. Ask for the table, and look on from where you are."""

    type: Literal["unseated"]


class CompanyChanged(Said):
    """Somebody came or went, or something was offered: ask for the company."""

    type: Literal["company"]


class RematchCalled(Said):
    type: Literal["rematch"]
    table: str


Told = BotThinking | Typing | Chatted | Unseated | CompanyChanged | RematchCalled | Deleted
LiveMessage = Moved | TakenBack | Seated | Reset | Told
