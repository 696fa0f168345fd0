"""All commands. Each takes every game of the package, and options in one way: `-o name=value`."""

from __future__ import annotations

import json
import os
import random
import shlex
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as RichTable

import rondel
from rondel import games
from rondel.bots import Budget, analysis, coach, make, program, puzzles
from rondel.bots import names as bot_names
from rondel.cli import admin, league, plots, remote, terminal
from rondel.cli import arena as tournament
from rondel.cli import balance as balances
from rondel.cli.common import (
    Complaint,
    find_game,
    is_compiled,
    parse_options,
    read_match,
    read_text,
    replace_file,
    settle,
    write_match,
)
from rondel.cli.train import train
from rondel.kernel import chance, flow, record
from rondel.kernel.flow import CHANCE, SPECTATOR, IllegalAction
from rondel.kernel.game import Game, OptionError, random_play
from rondel.kernel.record import Match, RecordError
from rondel.kernel.report import report as look_back
from rondel.kernel.texts import LANGUAGES

app = typer.Typer(
    add_completion=False,
    no_args_is_help=False,
    help="The great board games of empire. Without a command: play.",
    pretty_exceptions_enable=False,
)
app.add_typer(admin.app)
app.command()(train)
out = Console(width=None if sys.stdout.isatty() else 1000)  # a script reads whole lines
errors = Console(stderr=True)

GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"One of: {', '.join(games.NAMES)}.")]
Players = Annotated[int | None, typer.Option("--players", "-p", help="How many players (4, if the game allows).")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="An option of the game, as name=value.")]
File = Annotated[Path, typer.Argument(metavar="FILE", help="A game file.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Seat = Annotated[int | None, typer.Option("--seat", "-s", help="The seat whose eyes to look with; none: a spectator.")]
Language = Annotated[str, typer.Option("--lang", help="en, fr or de.")]


def check_language(language: str) -> str:
    if language not in LANGUAGES:
        raise Complaint(f"no texts in {language!r}; there are {', '.join(LANGUAGES)}")
    return language


@app.callback(invoke_without_command=True)
def default(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        print(f"rondel {rondel.__version__}{' (compiled)' if is_compiled() else ''}")
    elif context.invoked_subcommand is None:
        play()


Port = Annotated[int | None, typer.Option(help="8000, or a free one if it is taken.")]
Database = Annotated[str | None, typer.Option(help="A file or a database URL; by default a file in your data folder.")]


@app.command()
def play(
    port: Port = None,
    database: Database = None,
    browser: Annotated[bool, typer.Option(help="Open a browser, if there is one.")] = True,
) -> None:
    """Play: a table of your own in the browser, with bots ready."""
    start_server(port, database, browser)


def start_server(port: int | None, database: str | None, browser: bool) -> None:
    try:
        from rondel.server.run import run
    except ImportError as error:
        raise Complaint(
            f"the table in the browser needs more packages ({error.name} is missing): pip install 'rondel[server]'; "
            "without them: rondel terminal"
        ) from None
    run("127.0.0.1", port, database, browser)


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen at; 0.0.0.0: every one of this machine.")
    ] = "127.0.0.1",
    port: Port = None,
    database: Database = None,
    url: Annotated[str, typer.Option(help="Where the site is found from outside, e.g. https://play.example.org.")] = "",
    mail: Annotated[
        str, typer.Option(envvar="RONDEL_MAIL", help="The mail server: smtp://user:password@host:port or smtps://.")
    ] = "",
    mail_from: Annotated[str, typer.Option(help="The sender of mails.")] = "",
    registration: Annotated[bool, typer.Option(help="Whether anybody may make an account.")] = True,
    administrator: Annotated[list[str] | None, typer.Option(help="The login of an administrator.")] = None,
) -> None:
    """A site for others: people with seats of their own, a lobby, invitations by link."""
    try:
        from rondel.server.run import run
        from rondel.server.settings import Settings
    except ImportError as error:
        raise Complaint(f"a site needs more packages ({error.name} is missing): pip install 'rondel[server]'") from None
    if url and not url.startswith(("http://", "https://")):
        raise Complaint(f"--url begins with http:// or https://, not {url!r}")
    if mail and not mail.startswith(("smtp://", "smtps://")):
        raise Complaint("--mail begins with smtp:// or smtps://")
    if mail and not url:
        raise Complaint("mails contain links: say with --url where the site is found from outside")
    settings = Settings(
        site=True,
        url=url.rstrip("/"),
        mail=mail,
        mail_from=mail_from,
        registration=registration,
        administrators=tuple(administrator or ()),
    )
    run(host, port, database, False, settings)


@app.command("terminal")
def start_terminal(
    game: Annotated[str | None, typer.Argument(help="By default that of --file, or imperial.")] = None,
    players: Players = None,
    seat: Annotated[int, typer.Option("--seat", "-s", help="Your seat, from 0.")] = 0,
    bot: Annotated[
        str | None, typer.Option(help="The bot in the other seats: a level, by default heuristic; or random.")
    ] = None,
    option: Options = None,
    lang: Language = "en",
    file: Annotated[
        Path | None, typer.Option(help="Keep the game in this file, and go on with it if it exists.")
    ] = None,
) -> None:
    """Play against bots in the terminal."""
    check_language(lang)
    before = read_match(file) if file is not None and file.exists() else None
    rules = before.game if before is not None else find_game(game or games.NAMES[0])
    if game not in (None, rules.name):
        raise Complaint(f"{file} holds a game of {rules.name}, not of {game}")
    bot = bot or bot_names(rules.name)[0]
    check_bots(rules, [bot], {})
    if before is not None:
        match = before
    else:
        options = parse_options(option or [])
        seats = settle(rules, players, options)
        names = [f"{bot if each != seat else 'player'} {each + 1}" for each in range(seats)]
        match = Match(rules, seats, options, names, seed=chance.new_seed())
    if not 0 <= seat < match.state.seats:
        raise Complaint(f"there is no seat {seat}; seats are 0 to {match.state.seats - 1}")
    match.plays_forced = True
    terminal.Session(match, seat, bot, lang, file, out).run()


@app.command()
def new(
    game: GameName,
    file: File,
    players: Players = None,
    option: Options = None,
    name: Annotated[list[str] | None, typer.Option("--name", "-n", help="A player's name, in seat order.")] = None,
    seed: Annotated[str, typer.Option(help="The secret seed; by default a new one.")] = "",
) -> None:
    """Begin a game in a file. Its seed is kept beside it, in FILE.seed, until the game is over."""
    rules = find_game(game)
    if file.exists():
        raise Complaint(f"{file} exists already")
    options = parse_options(option or [])
    seats = settle(rules, players if players is not None else (len(name) if name else None), options)
    try:
        match = Match(rules, seats, options, name or None, seed=seed or chance.new_seed())
    except OptionError as error:
        raise Complaint(str(error)) from None
    match.roll()
    write_match(file, match)
    out.print(f"{file}: {game}, {seats} players; {whose_turn(match)}", highlight=False)


def whose_turn(match: Match) -> str:
    if match.over:
        return "the game is over"
    return "to act: " + ", ".join(f"seat {seat} ({match.names[seat]})" for seat in flow.to_act(match.state))


def check_seat(match: Match, seat: int | None) -> int:
    if seat is None:
        return SPECTATOR
    if not 0 <= seat < match.state.seats:
        raise Complaint(f"there is no seat {seat}; seats are 0 to {match.state.seats - 1}")
    return seat


@app.command()
def show(file: File, seat: Seat = None, lang: Language = "en", as_json: Json = False) -> None:
    """Show a game as a seat sees it, with its choices and why others are not allowed."""
    match = read_match(file)
    viewer = check_seat(match, seat)
    if as_json:
        print(json.dumps(match.observe(viewer), ensure_ascii=False))
        return
    terminal.show_table(match, viewer, match.game.texts(check_language(lang)), out)


@app.command()
def move(
    file: File,
    action: Annotated[list[str], typer.Argument(metavar="ACTION", help="In notation, or the number of a choice.")],
    seat: Annotated[int | None, typer.Option("--seat", "-s", help="The seat that acts, if several may.")] = None,
) -> None:
    """Make a move in a game file; chance acts by itself from the seed beside it."""
    match = read_match(file)
    if match.over:
        raise Complaint("the game is over")
    acting = flow.to_act(match.state)
    if seat is None and len(acting) > 1:
        raise Complaint(f"several seats may act: say which with --seat ({', '.join(map(str, acting))})")
    who = check_seat(match, seat) if seat is not None else acting[0]
    try:
        events = match.play(who, terminal.read_action(match, who, " ".join(action)))
    except (IllegalAction, LookupError) as error:
        raise Complaint(str(error.args[0])) from None
    if CHANCE in flow.to_act(match.state) and not match.seed:
        raise Complaint(f"chance must act, and the seed is missing: {file}.seed")
    match.roll()
    write_match(file, match)
    texts = match.game.texts("en")
    for event in events:
        out.print("  " + texts.say("event." + event.kind.name, event.face(who)["params"], match.names), highlight=False)
    out.print(whose_turn(match), highlight=False)


@app.command()
def log(
    file: File,
    seat: Seat = None,
    lang: Language = "en",
    notation: Annotated[bool, typer.Option("--notation", help="The game file with its events, as it is.")] = False,
) -> None:
    """Tell what has happened, in words."""
    match = read_match(file)
    viewer = check_seat(match, seat)
    if notation:
        if not match.over:
            raise Complaint("the whole record can be seen once the game is over")
        print(match.text(events=True), end="")
        return
    texts = match.game.texts(check_language(lang))
    for line in terminal.log_lines(match, viewer, texts):
        out.print(line, highlight=False)


@app.command()
def report(file: File, lang: Language = "en", as_json: Json = False) -> None:
    """Look back at a finished game: how the scores came about, the standing by round, gains and losses, the dice."""
    match = read_match(file)
    if not match.over:
        raise Complaint("the game goes on; a look back comes when it is over")
    found = look_back(match, match.log(SPECTATOR))
    if as_json:
        print(json.dumps(found, ensure_ascii=False))
        return
    terminal.show_report(match, found, match.game.texts(check_language(lang)), out)


@app.command()
def verify(
    file: File,
    seed: Annotated[str, typer.Option(help="The seed that the game was committed to; checks every roll.")] = "",
) -> None:
    """Check a game file: every action is legal, the scores are right, and every roll follows from the seed."""
    match = read_match(file)
    state = "finished" if match.over else "unfinished"
    out.print(f"{file}: {match.game.name}, {match.position} actions, {state}: every action is legal", highlight=False)
    known = seed or (match.seed if match.over else "")
    if not known:
        out.print("rolls not checked: no seed (give it with --seed)", highlight=False)
        return
    if not match.over:
        raise Complaint("rolls are checked once the game is over")
    try:
        rolls = record.verify(match, known)
    except RecordError as error:
        raise Complaint(f"{file}: {error}") from None
    out.print(f"{rolls} {'roll' if rolls == 1 else 'rolls'}, all as the seed says", highlight=False)


@app.command()
def convert(
    file: File,
    to: Annotated[Path | None, typer.Option("--to", help="Write it here; by default FILE itself is replaced.")] = None,
) -> None:
    """Bring a game file of an earlier version of the rules up to the present one, if every action of it still holds."""
    text = read_text(file)
    try:
        match = record.parse(text, games.load, other_rules=True)
    except RecordError as error:
        raise Complaint(f"{file}: it does not replay under the present rules: {error}") from None
    target = to or file
    now = match.text(events=any(line.startswith("   ") for line in text.splitlines()))
    if to is None and now == text:
        out.print(f"{file}: nothing to convert: rules {match.game.rules} of {match.game.name}", highlight=False)
        return
    replace_file(target, now)
    out.print(
        f"{target}: {match.game.name}, {match.position} actions, now under rules {match.game.rules}", highlight=False
    )


@app.command()
def advise(
    file: File,
    position: Annotated[int | None, typer.Option(help="After so many actions; by default, as the game stands.")] = None,
    seat: Annotated[int | None, typer.Option("--seat", "-s", help="Who asks, if several may act.")] = None,
    simulations: Annotated[int, typer.Option(min=1, help="Games to play out.")] = 400,
    seed: Annotated[str, typer.Option(help="The same seed gives the same advice.")] = "1",
    lang: Language = "en",
    as_json: Json = False,
) -> None:
    """The best choices, how they are likely to end for every seat, what would follow, and why."""
    match = read_match(file)
    texts = match.game.texts(check_language(lang))
    if position is not None and not 0 <= position <= match.position:
        raise Complaint(f"there is no position {position}; the game has {match.position} actions")
    state = match.state if position is None else match.at(position)
    asking = [each for each in flow.to_act(state) if each != CHANCE]
    if not asking:
        if state.over():
            raise Complaint("the game is over there: name an earlier --position")
        raise Complaint("nobody has anything to decide there")
    who = asking[0] if seat is None else check_seat(match, seat)
    try:
        advice = coach.advise(match.game, state, who, seed, Budget(simulations))
    except ValueError as error:
        raise Complaint(str(error)) from None
    if as_json:
        print(json.dumps({"seat": who, "choices": [each.to_json(match.game) for each in advice]}, ensure_ascii=False))
        return
    prompt = state.pending[-1].prompt(state, who)
    asked = {"a": texts.seat(who, match.names), "b": texts.say(prompt.key, prompt.params, match.names)}
    out.print(texts.text("table.pair", asked), style="bold", highlight=False, markup=False)
    for line in terminal.advice_lines(match, advice, texts, who):
        out.print(line, highlight=False, markup=False)


ANALYSIS = 55.0
"""Seconds that a game is looked at for, unless something else is said."""


@app.command()
def analyse(
    file: File,
    seat: Annotated[
        list[int] | None, typer.Option("--seat", "-s", help="Whose decisions are judged; by default, everybody's.")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=0.5, help=f"To take no longer than that; {ANALYSIS:.0f} where no number of games is given."),
    ] = None,
    simulations: Annotated[int, typer.Option(min=0, help="Games to play out; 0: as many as there is time for.")] = 0,
    seed: Annotated[str, typer.Option(help="With --simulations alone, the same seed finds the same.")] = "1",
    lang: Language = "en",
    as_json: Json = False,
) -> None:
    """Look at a game again: chances over time, where it turned, what else could have been done, luck and play."""
    match = read_match(file)
    texts = match.game.texts(check_language(lang))
    seats = [check_seat(match, each) for each in seat] if seat else list(range(match.state.seats))
    budget = Budget(simulations, seconds if seconds is not None else 0.0 if simulations else ANALYSIS)
    viewer = seats[0] if len(set(seats)) == 1 else SPECTATOR
    if viewer == SPECTATOR and not match.over:
        errors.print("The game runs on: what is hidden in it is used as it lies. With one --seat it is dealt anew.")
    try:
        with Progress(console=errors, transient=True) as progress:
            task = progress.add_task("looking at the game", total=1.0)
            found = analysis.analyse(
                match, seats, budget, seed, viewer, lambda part: progress.update(task, completed=part)
            )
    except ValueError as error:
        raise Complaint(str(error)) from None
    if as_json:
        print(json.dumps(found.to_json(), ensure_ascii=False))
        return
    for line in terminal.analysis_lines(found, texts):
        out.print(line, highlight=False, markup=False)


@app.command("puzzles")
def solve_puzzles(
    game: Annotated[str | None, typer.Argument(help="Of one game; by default, of all.")] = None,
    bot: Annotated[
        list[str] | None, typer.Option("--bot", "-b", help="A level, or a bot as in the arena; several are compared.")
    ] = None,
    seed: Annotated[str, typer.Option(help="The same seed decides the same.")] = "1",
    as_json: Json = False,
) -> None:
    """How many positions with a known answer each level of bots solves, and which it does not."""
    found: list[dict[str, Any]] = []
    for name in [game] if game else games.NAMES:
        rules = find_game(name)
        for each in bot or ["heuristic", "medium", "hard"]:
            player = partial(program, rules, each, seed)
            try:
                player()  # the name may be unknown
            except LookupError as error:
                raise Complaint(str(error.args[0])) from None
            answers = puzzles.answers(rules, player)
            missed = [(puzzle, answer) for puzzle, answer in answers if not puzzle.is_right(answer)]
            found.append(
                {
                    "game": name,
                    "bot": each,
                    "solved": len(answers) - len(missed),
                    "of": len(answers),
                    "missed": [{"name": p.name, "mark": p.mark, "answer": answer} for p, answer in missed],
                }
            )
            if not as_json:
                out.print(f"{name:10} {each:10} {len(answers) - len(missed)} of {len(answers)}", highlight=False)
                for puzzle, answer in missed:
                    out.print(f"    {puzzle.mark} {puzzle.name}: {answer}", style="dim", highlight=False)
    if as_json:
        print(json.dumps(found, ensure_ascii=False))


@app.command("check-tables")
def check_stored(database: Database = None) -> None:
    """Replay every stored table, and name those that would not go on as they are. Do this before an update."""
    try:
        from rondel.server.checking import check_tables
        from rondel.server.settings import database_url
    except ImportError as error:
        raise Complaint(
            f"stored tables need more packages ({error.name} is missing): pip install 'rondel[server]'"
        ) from None
    url = database_url(database)
    try:
        with errors.status("replaying"):
            checked = check_tables(url)
    except (OSError, ValueError) as error:
        raise Complaint(str(error)) from None
    for finding in checked.findings:
        out.print(str(finding), highlight=False, markup=False)
    good = checked.tables - len(checked.findings)
    out.print(f"{good} of {checked.tables} tables go on as they are", highlight=False)
    if checked.findings:
        out.print(
            "To keep the others going, finish them with the version of Rondel they were begun with, or take their game "
            "files from it and try `rondel convert`.",
            highlight=False,
        )
        raise typer.Exit(1)


def bar(label: str, quiet: bool) -> Progress:
    return Progress(
        TextColumn(label), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=errors, disable=quiet
    )


@app.command()
def sim(
    game: GameName,
    players: Players = None,
    number: Annotated[int, typer.Option("--games", "-g", min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    option: Options = None,
    as_json: Json = False,
) -> None:
    """Random play, as fast as it goes."""
    rules = find_game(game)
    options = {**rules.sim_options, **parse_options(option or [])}
    seats = settle(rules, players, options)
    rng = random.Random(seed)
    finished = actions = 0
    begun = time.perf_counter()
    with bar(f"{game}, {seats} players", as_json) as progress:
        task = progress.add_task("", total=number)
        for _ in range(number):
            state = rules.setup(seats, options)
            actions += random_play(state, rng, 1_000_000)
            finished += state.over()
            progress.advance(task)
    seconds = time.perf_counter() - begun
    result = {
        "game": game,
        "players": seats,
        "games": number,
        "finished": finished,
        "actions": actions,
        "seconds": round(seconds, 4),
        "actions_per_second": round(actions / seconds),
        "compiled": is_compiled(),
    }
    if as_json:
        print(json.dumps(result))
    else:
        kind = "compiled" if is_compiled() else "pure Python"
        out.print(
            f"{finished} of {number} games finished, {actions} actions in {seconds:.2f} s: "
            f"{actions / seconds:,.0f} actions a second ({kind})",
            highlight=False,
        )


Workers = Annotated[int, typer.Option("--workers", "-w", min=0, help="Games at a time; 0: one a core.")]


def cores(workers: int, number: int) -> int:
    """As many processes as are asked for or there are cores, but none without work."""
    return min(workers or os.cpu_count() or 1, max(1, number // 4))


@app.command()
def arena(
    game: GameName,
    seats: Annotated[
        list[str],
        typer.Option("--seats", help="The bots, one a seat: --seats heuristic random, or --seats for each of them."),
    ],
    number: Annotated[int, typer.Option("--games", "-g", min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    option: Options = None,
    workers: Workers = 0,
    as_json: Json = False,
    all_pairs: Annotated[
        bool, typer.Option("--round-robin", help="Those named by --seats meet two by two, each with half the seats.")
    ] = False,
    climb: Annotated[
        bool, typer.Option("--ladder", help="One after the other climbs as long as it beats the next above.")
    ] = False,
    players: Annotated[
        int | None, typer.Option("--players", "-p", help="Seats at a table, for --round-robin and --ladder.")
    ] = None,
    program_: Annotated[
        list[str] | None,
        typer.Option(
            "--program", help='NAME=COMMAND: a program over the API, as robbie="python examples/remote_bot.py".'
        ),
    ] = None,
    picture: Annotated[Path | None, typer.Option("--plot", help="Draw it: FILE.svg or FILE.png.")] = None,
) -> None:
    """A tournament between bots, seats balanced; win shares with 95 % confidence intervals, and ratings.

    A bot is a level, or `package.module:Class` for one of your own; `search+N` plays N games out for each decision. A
    program that plays over the API is named with --program, and then like any other among the --seats.
    """
    rules = find_game(game)
    names = " ".join(seats).split()
    options = parse_options(option or [])
    programs = parse_programs(program_ or [])
    if picture is not None:
        plots.check(picture)
    in_pairs = all_pairs or climb
    if all_pairs and climb:
        raise Complaint("--round-robin or --ladder, not both")
    if in_pairs and (len(names) < 2 or len(set(names)) < len(names)):
        raise Complaint("--seats names those who meet: at least two, each once")
    if players is not None and not in_pairs:
        raise Complaint("--players is for --round-robin and --ladder; else as many play as --seats names")
    at_table = settle(rules, players if in_pairs else len(names), options)
    check_bots(rules, names, programs)
    if in_pairs:
        meet_in_pairs(rules, names, programs, at_table, number, seed, options, workers, climb, picture, as_json)
        return
    with bar(f"{game}: {' '.join(names)}", as_json) as progress:
        task = progress.add_task("", total=number)
        result = play_table(
            rules, names, programs, number, seed, options, lambda: progress.advance(task), cores(workers, number)
        )
    if picture is not None:
        plots.bars(picture, f"{game}, {number} games", result.standings())
    if as_json:
        print(json.dumps(result.to_json()))
        return
    print_result(f"{game}, {number} games", result, number)


def check_bots(rules: Game[Any], names: list[str], programs: dict[str, str]) -> None:
    """Whoever is named can play."""
    try:
        for name in names:
            if name not in programs:
                program(rules, name, "0")
    except LookupError as error:
        raise Complaint(str(error.args[0])) from None


def print_result(title: str, result: tournament.Result, number: int) -> None:
    table = RichTable("seat", "bot", "win share", "95 % interval", "mean score", title=title)
    for seat, row in enumerate(result.rows()):
        interval = f"{row['low']:.3f} to {row['high']:.3f}"
        table.add_row(str(seat), row["bot"], f"{row['win_share']:.3f}", interval, f"{result.mean_score(seat):.1f}")
    out.print(table)
    if len(set(result.bots)) > 1:
        out.print(standings(result))
    out.print(
        f"{result.finished} of {number} games finished in {result.seconds:.1f} s: {number / result.seconds:.2f} games "
        f"a second, mean length {result.actions / number:.0f} actions, {result.mean_milliseconds():.2f} ms a bot move",
        highlight=False,
    )


def parse_programs(given: list[str]) -> dict[str, str]:
    """NAME=COMMAND, as in robbie="python examples/remote_bot.py"."""
    found: dict[str, str] = {}
    for each in given:
        name, mark, command = each.partition("=")
        if not mark or not name.strip() or " " in name or not command.strip():
            raise Complaint(f"--program {each!r}: it should be NAME=COMMAND")
        try:
            shlex.split(command)
        except ValueError as error:
            raise Complaint(f"--program {each!r}: {str(error).lower()}") from None
        found[name] = command
    return found


def play_table(
    rules: Game[Any],
    names: list[str],
    programs: dict[str, str],
    number: int,
    seed: int,
    options: dict[str, Any],
    progress: Callable[[], None],
    workers: int,
) -> tournament.Result:
    """Here, or at tables of a site if a program plays over the API."""
    if any(name in programs for name in names):
        return remote.play(rules, names, programs, number, seed, options, progress)
    return tournament.play(rules, names, number, seed, options, progress, workers)


def meet_in_pairs(
    rules: Game[Any],
    names: list[str],
    programs: dict[str, str],
    players: int,
    number: int,
    seed: int,
    options: dict[str, Any],
    workers: int,
    climb: bool,
    picture: Path | None,
    as_json: bool,
) -> None:
    """A round robin or a ladder: so many games a pair."""
    title = f"{rules.name}, {players} players, {number} games a pair"
    with bar(title, as_json) as progress:
        task = progress.add_task("", total=number * len(names) * (len(names) - 1) // 2)

        def meet(one: str, other: str) -> league.Meeting:
            def play(table: list[str], games: int) -> tournament.Result:
                tell = lambda: progress.advance(task)  # noqa: E731
                return play_table(rules, table, programs, games, seed, options, tell, cores(workers, games))

            return league.meeting((one, other), players, number, play)

        found = (league.ladder if climb else league.round_robin)(rules.name, names, players, meet)
    result = found.to_json()
    if picture is not None:
        plots.crosstable(picture, title, result)
    if as_json:
        print(json.dumps(result))
        return
    table = RichTable("bot", "games", "won", "95 % interval", "rating", title=title)
    for row in result["standings"]:
        rating = f"{row['rating']['mu']:.1f} ± {row['rating']['sigma']:.1f}" if row["rating"] else "-"
        interval = f"{row['low']:.3f} to {row['high']:.3f}"
        table.add_row(row["bot"], str(row["games"]), f"{row['win_share']:.3f}", interval, rating)
    out.print(table)
    for each in result["meetings"]:
        out.print(
            f"{each['first']} won {each['win_share']:.0%} of {each['games']} games against {each['second']} "
            f"({each['low']:.0%} to {each['high']:.0%})",
            highlight=False,
        )


def standings(result: tournament.Result) -> RichTable:
    table = RichTable("bot", "seats", "win share", "of equals", "95 % interval", "rating", "ms a move", "slowest ms")
    for row in result.standings():
        rating = row["rating"]
        mean, slowest = result.milliseconds(row["bot"])
        table.add_row(
            row["bot"],
            str(row["seats"]),
            f"{row['win_share']:.3f}",
            f"{row['equal_share']:.3f}",
            f"{row['low']:.3f} to {row['high']:.3f}",
            f"{rating['mu']:.1f} ± {rating['sigma']:.1f}" if rating else "-",
            f"{mean:.1f}",
            f"{slowest:.0f}",
        )
    return table


@app.command()
def balance(
    game: GameName,
    players: Players = None,
    bot: Annotated[str, typer.Option(help="The bot that sits on every seat.")] = "heuristic",
    number: Annotated[int, typer.Option("--games", "-g", min=1, help="How many games.")] = 400,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    option: Options = None,
    most: Annotated[
        int, typer.Option("--most", min=1, help="So many rows of powers and of what winners use; --json has all.")
    ] = 24,
    workers: Workers = 0,
    as_json: Json = False,
) -> None:
    """Equals among themselves: what each seat, place and power wins, how long games last, how often the leader at
    half-time wins, and which tiles, cards, spaces and regions winners use."""
    rules = find_game(game)
    options = parse_options(option or [])
    seats = settle(rules, players, options)
    try:
        program(rules, bot, "0")
    except LookupError as error:
        raise Complaint(str(error.args[0])) from None
    with bar(f"{game}, {seats} players: {bot}", as_json) as progress:
        task = progress.add_task("", total=number)
        result = tournament.play(
            rules, [bot] * seats, number, seed, options, lambda: progress.advance(task), cores(workers, number), True
        )
    found = balances.to_json(result)
    if as_json:
        print(json.dumps(found))
        return
    table = RichTable("seat", "win share", "95 % interval", title=f"{game}, {seats} players, {number} games: {bot}")
    for row in found["by_seat"]:
        table.add_row(str(row["seat"]), f"{row['win_share']:.3f}", f"{row['low']:.3f} to {row['high']:.3f}")
    out.print(table)
    if found["by_place"]:
        table = RichTable("after who begins", "win share", "95 % interval")
        for row in found["by_place"]:
            table.add_row(str(row["place"]), f"{row['win_share']:.3f}", f"{row['low']:.3f} to {row['high']:.3f}")
        out.print(table)
    if found["powers"]:
        table = RichTable("power", "games", "won by who began with it", "95 % interval")
        for row in found["powers"][:most]:
            interval = f"{row['low']:.3f} to {row['high']:.3f}"
            table.add_row(row["power"], str(row["games"]), f"{row['win_share']:.3f}", interval)
        out.print(table)
    table = RichTable("what is done", "by seats", "they win", "95 % interval", "times: winners", "others")
    for row in found["uses"][:most]:
        interval = f"{row['low']:.3f} to {row['high']:.3f}"
        times = f"{row['by_winners']:.2f}", f"{row['by_others']:.2f}"
        table.add_row(row["use"], f"{row['seats']:.0%}", f"{row['win_share']:.3f}", interval, *times)
    out.print(table)
    actions, half = found["actions"], found["leader_at_half_time"]
    out.print(
        f"{actions['shortest']} to {actions['longest']} actions, {actions['mean']:.0f} on average; who led alone at "
        f"half-time won {half['won']:.0%} of {half['games']} games",
        highlight=False,
    )


@app.command("record")
def record_games(
    game: GameName,
    file: Annotated[Path, typer.Option("--out", help="FILE.parquet or FILE.jsonl; FILE.md describes it.")],
    number: Annotated[int, typer.Option("--games", "-g", min=1, help="How many games.")] = 100,
    seats: Annotated[list[str] | None, typer.Option("--seats", help="The bots, one a seat.")] = None,
    players: Players = None,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    option: Options = None,
    workers: Workers = 0,
) -> None:
    """Play games between bots and write them as a data set, for learning from them."""
    try:
        from rondel.research import data
    except ImportError as error:
        raise Complaint(
            f"data sets need more packages ({error.name} is missing): pip install 'rondel[research]'"
        ) from None
    rules = find_game(game)
    options = parse_options(option or [])
    names = " ".join(seats or []).split()
    if names and players not in (None, len(names)):
        raise Complaint(f"{len(names)} bots in --seats for --players {players}")
    chosen = names or [bot_names(game)[0]] * settle(rules, players, options)
    settle(rules, len(chosen), options)
    try:
        for name in chosen:
            make(game, name)
        with bar(f"{game}: {' '.join(chosen)}", False) as progress:
            task = progress.add_task("", total=number)
            advance = partial(progress.advance, task)
            data.record(file, game, number, chosen, seed, options, advance, cores(workers, number))
    except (LookupError, data.DataError) as error:
        raise Complaint(str(error.args[0])) from None
    except OSError as error:
        raise Complaint(f"{file}: {error.strerror}") from None
    out.print(f"{file}: {number} games; {file}.md describes them", highlight=False)


@app.command()
def benchmark(
    entrant: Annotated[
        str, typer.Argument(help="A bot of ours, search+N, or package.module:Class, a Policy or a Bot of your own.")
    ],
    task: Annotated[str, typer.Option(help="The tasks to play, as in 'imperial-*' or '*-4-heuristic'.")] = "*",
    number: Annotated[
        int | None, typer.Option("--games", "-g", min=1, help="Only the first so many games of each task.")
    ] = None,
    workers: Workers = 0,
    file: Annotated[Path | None, typer.Option("--out", help="A leaderboard, .jsonl, to write the rows into.")] = None,
    as_json: Json = False,
) -> None:
    """Let a bot take the benchmark: fixed tasks with fixed seeds, beside what our own bots reached."""
    try:
        from rondel.research import benchmark as board
    except ImportError as error:
        raise Complaint(
            f"the benchmark needs more packages ({error.name} is missing): pip install 'rondel[research]'"
        ) from None
    if file is not None and not file.parent.is_dir():
        raise Complaint(f"{file}: No such file or directory")
    table = RichTable("task", "games", "win share", "95 % interval", "of equals", "others in this task")
    sys.path.insert(0, "")  # a bot of one's own may lie in the current folder
    try:
        wanted = board.tasks(task)
        known = board.read()
        for each in wanted:
            if number is not None:
                each = each.first(number)
            with bar(f"{each.name}: {entrant}", as_json) as progress:
                counter = progress.add_task("", total=each.games)
                advance = partial(progress.advance, counter)
                entry = board.run(each, entrant, cores(workers, each.games), advance)
            if file is not None:
                board.enter(file, entry)
            if as_json:
                print(json.dumps(asdict(entry)), flush=True)
            others = [f"{row.entrant} {row.win_share:.3f}" for row in known if row.task == each.name]
            table.add_row(
                each.name,
                str(entry.games),
                f"{entry.win_share:.3f}",
                f"{entry.low:.3f} to {entry.high:.3f}",
                f"{entry.equal_share:.3f}",
                ", ".join(others),
            )
    except LookupError as error:
        raise Complaint(str(error.args[0])) from None
    except (ValueError, TypeError) as error:
        raise Complaint(str(error)) from None
    except OSError as error:
        raise Complaint(f"{error.filename}: {error.strerror}") from None
    if not as_json:
        out.print(table)


@app.command()
def bench(
    game: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="All by default.")] = None,
    seconds: Annotated[float, typer.Option(min=0.05, help="How long each measurement takes.")] = 2.0,
    as_json: Json = False,
) -> None:
    """Measure speed, pure and compiled side by side, and against python-chess in the same run."""
    from rondel.cli import bench as measurements

    names = game or list(games.NAMES)
    for name in names:
        find_game(name)
    results = measurements.run(names, seconds, errors)
    if as_json:
        print(json.dumps(results))
    else:
        measurements.report(results, out)
