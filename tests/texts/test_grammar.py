"""Every template with every name: elisions, contractions, cases, numbers, spaces, and words for the reader."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from rondel import games
from rondel.kernel.texts import LANGUAGES, NOBODY, Hole, Texts, holes, reader, typeset

NAMES = ["Anna", "Bruno", "Élise", "Hugo", "Igor", "player 6"]
SEATS = range(len(NAMES))
NUMBERS = (0, 1, 2, 5, -1)
ACCOUNTS = ("account", "party")  # kinds that a player may belong to

VOWEL = "[aeiouàâéèêëîïôûœAEIOUÀÂÉÈÊÎÔŒ]"
WRONG = {
    "en": (
        r"\ba [aeio]",
        r"\bthe the\b",
        r"[a-z]'[a-z]",
        rf"\b(?:[Tt]he|[Aa]n?|[Ww]hich) (?:\w+ )+of (?:you|{'|'.join(NAMES)})\b",  # Anna's cards, not the cards of Anna
    ),
    "fr": (
        rf"(?<![\w’-])(?:[dlnst]e|la|que|jusque|lorsque|puisque)\s{VOWEL}",
        r"(?<![\w’])(?:de les?|à les?)\b(?! \w+(?:er|ir|re)\b)",
        r"\b[dlnstqu]+’[bcdfgjklmnpqrstvwxz]",
        r" [:;!?»]|(?<=\d) %|[a-zà-ÿ)][;?!»](?:\s|$)",
        r"« ",
        r"\bde vous\b",
    ),
    "de": (
        r"\b(?:in|an|von|zu|bei) dem (?!Sie\b)[A-ZÄÖÜ]",
        r"\b(?:mit|von|bei|aus|zu|nach|außer) (?:die|das|eine|ein|einen|Sie)\b",
        r"\b(?:für|gegen|durch|ohne|um|über) (?:dem|der|einer|einem|Ihnen)\b",
        # A whole sentence after a colon begins with a capital.
        (
            r": (?:der|die|das|eine?|er|sie|es|niemand|wer|keine?) [^,;:()]*?"
            r"\b(?:ist|hat|sind|haben|kann|darf|wird|geling\w+|scheitert)\b"
        ),
        # These ask whither, unless a prefix follows.
        r"\b(?:legt|legen|setzt|setzen) (?:in|im|auf|am|an) (?!.*\b(?:aus|auf|ein|fest|fort|über)\b)",
    ),
}
"""What must not be found in a sentence."""
SECOND_PERSON = {
    "en": r"^You (?!pass\b)(?:\w+s)\b",
    "fr": r"^Vous (?!et\b|(?:ne |n’|vous )?(?:êtes|faites|\w+ez)\b)\w+|(?<!C’est )\bà vous\b(?! de)",
    "de": r"^Sie (?!und\b|sind\b|\w+n\b)\w+",
}
"""What must not be found in a line of the log: `you` with the verb of somebody else."""

LOG = ("event.", "did.", "story.")
"""The keys of what the log tells."""


@pytest.fixture(params=games.NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@cache
def texts_of(name: str, language: str) -> Texts:
    return games.load(name).texts(language)


def values(texts: Texts, spec: str | None) -> list[Any]:
    """All that a hole may be filled with."""
    if spec is None or spec[0] in "+.-":
        return list(NUMBERS)
    kind = spec.partition(".")[0]
    if kind == "seat":
        return list(SEATS)
    found = [key[len(spec) + 1 :] for key in texts.catalogue if key.startswith(spec + ".")]
    found = [value for value in found if "." not in value and value != "none"]
    return found + [f"seat-{seat}" for seat in SEATS if kind in ACCOUNTS]


def choices(texts: Texts, template: str) -> dict[str, list[Any]]:
    """For each parameter of a template, the values that all its holes have words for."""
    found: dict[str, list[Any]] = {}
    for hole in holes(template):
        if not hole.sign:
            fits = values(texts, hole.spec)
            found[hole.name] = [value for value in found.get(hole.name, fits) if value in fits]
        if hole.spec and hole.spec[0] == "-":
            found[hole.spec[1:]] = list(NUMBERS)
    for hole in holes(template):
        found.setdefault(hole.name, list(SEATS) if hole.sign == "!" else list(NUMBERS))
    return found


def sentences(texts: Texts) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Each template with each of its names in turn, for a spectator and for the players it speaks of."""
    for key, template in texts.catalogue.items():
        if "{" not in template:
            yield key, {}, template
            continue
        fits = choices(texts, template)
        assert all(fits.values()), f"{key}: nothing fits {[name for name in fits if not fits[name]]}"
        first = {name: found[index % len(found)] for index, (name, found) in enumerate(fits.items())}
        players = players_of(template)
        for hole, found in fits.items():
            for value in found:
                params = {**first, hole: value}
                if len({params[one] for one in players}) < len(players):
                    continue  # nobody does it to himself
                for me in readers(template, params):
                    yield key, params, texts.say(key, params, NAMES, me)


def players_of(template: str) -> list[str]:
    """The parameters that name a player."""
    kinds = {hole.name: hole.spec.partition(".")[0] for hole in holes(template) if hole.spec}
    return [name for name, kind in kinds.items() if kind in ("seat", "power", *ACCOUNTS)]


def readers(template: str, params: dict[str, Any]) -> list[frozenset[int | str]]:
    """A spectator, and every player that the template speaks of."""
    told = {hole.name for hole in holes(template) if hole.own or hole.sign == "!"}
    whose = [params[name] for name in sorted(told) if name in players_of(template)]
    return [NOBODY, *(frozenset((value,)) for value in whose if value not in ("bank", "pirates", "natives"))]


def test_every_sentence_is_grammatical(name: str, language: str) -> None:
    texts = texts_of(name, language)
    wrong = [re.compile(pattern) for pattern in WRONG[language]]
    bad: dict[str, str] = {}
    for key, params, said in sentences(texts):
        found = next((match for match in (pattern.search(said) for pattern in wrong) if match), None)
        if key.startswith(LOG):
            found = found or re.search(SECOND_PERSON[language], said)
        if found or re.search(r"  |[{}|]| [.,]|\.\.(?!\.)|\bNone\b", said):
            bad.setdefault(key, f"{key} {params}: {said!r} ({found and found.group(0)!r})")
    assert not texts.missing
    assert not bad, "\n" + "\n".join(bad.values())


# --- numbers ------------------------------------------------------------------------------------------------------

ONE_AND_MANY = {
    "Gold", "Bevölkerung", "Prestige", "Unruhe", "Handelsposten", "Posten", "Marker", "Kontrollmarker", "Koloniemarker",
    "Unruhemarker", "Sklavenvorkommen", "Kaperer", "Spieler", "Würfel", "Mio", "Mal", "Dukaten", "Sold",
}  # fmt: skip
"""German nouns that are the same for one and for many."""
ALWAYS_MANY = {
    "action.buy", "action.raise", "event.bond-taken", "event.bond-returned", "reason.no-such-bond", "reason.too-far",
    "reason.too-few-armies", "reason.bid-too-high", "table.struggle.if-ended-note", "prompt.lay-cards",
    "reason.no-city-site", "action.repay", "action.borrow", "goal.short", "goal.way", "score.debt", "near.taxation",
    "near.power", "table.odds-many", "table.analysis.likely", "table.analysis.points",
}  # fmt: skip
"""Texts whose number is never one."""


def test_german_nouns_agree_with_their_numbers(name: str) -> None:
    for key, template in texts_of(name, "de").catalogue.items():
        for noun in re.findall(r"\{[a-z_0-9]+\} ([A-ZÄÖÜ]\w+)", re.sub(r"\{[a-z_]+\|[^{}]*\}", "", template)):
            if noun not in ONE_AND_MANY and noun not in ("Ihrer",):
                assert key in ALWAYS_MANY, f"{key}: {template}"


ENGLISH_NO_PLURALS = {"allies", "begins", "besides", "freighters", "is", "less", "offers", "this", "was"}
"""Words that may follow a number and are not counted by it."""
ENGLISH_ALWAYS_MANY = {
    "table.start.players", "table.site.seats-taken", "event.game-ended", "prompt.import-units", "reason.too-far",
    "reason.too-few-armies", "story.chip-placed", "reason.bid-too-high", "table.struggle.if-ended-note",
    "story.control-placed", "option.target.posts", "option.target.short-for", "option.target.normal-for",
    "option.target.long-for", "action.repay", "action.borrow", "prompt.vote-target", "prompt.lay-cards",
    "reason.no-city-site", "reason.too-few-slaves-spots", "reason.enough-privateers", "story.placed", "story.repaid",
    "waiting.vote-target", "goal.short", "goal.way", "near.taxation", "near.power", "near.posts",
    "table.odds-many", "table.analysis.likely", "table.analysis.points",
}  # fmt: skip
"""Texts whose number is never one."""


COUNTED = re.compile(
    r"\{(?!name\}|seat\}|units\})[a-z_0-9]+\} (?:(?!(?:to|of|in|from|is|that|with) )[a-z]+ )?([a-zA-Z]+s)\b"
)
"""A number, perhaps an adjective, and a word that looks like many."""


def test_english_nouns_agree_with_their_numbers(name: str) -> None:
    """A word for many stands after a number only in a choice between one and many."""
    for key, template in texts_of(name, "en").catalogue.items():
        bare = re.sub(r"\{[a-z_]+\|(?:[^{}]|\{[^{}]*\})*\}", "", template)
        for noun in COUNTED.findall(bare):
            assert noun in ENGLISH_NO_PLURALS or key in ENGLISH_ALWAYS_MANY, f"{key}: {template}"


def test_the_log_counts_in_words(name: str, language: str) -> None:
    """Three armies move, not 3 × army: whatever can be counted has a form for many."""
    for key, template in texts_of(name, language).catalogue.items():
        if key.startswith(LOG):
            assert "×" not in template, f"{key}: {template}"


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_number_and_its_word_agree_in_french(number: int) -> None:
    texts = texts_of("struggle", "fr")
    said = texts.say("action.offer", {"gold": number})
    assert said == f"Offrir {number}\u00a0{'pièces' if number > 1 else 'pièce'} d’or"


@pytest.mark.parametrize(("language", "said"), [("en", "0.75"), ("fr", "0,75"), ("de", "0,75")])
def test_decimals_are_written_as_the_language_has_them(language: str, said: str) -> None:
    assert said in texts_of("imperunde", language).say("table.imperunde.dice-odds", {"a": 0.75, "d": 1})
    assert texts_of("imperunde", language).number(-0.75) == "−" + said


# --- the reader's own seat ----------------------------------------------------------------------------------------

YOU = {"en": r"\byou", "fr": r"\bvous|\bvo(?:tre|s)\b", "de": r"\b(?:Sie|Ihr|Ihne)"}


PLAYED = ("power", "power.the", "power.of", "power.to", "power.dat")
"""What a seat plays: it means the reader as well."""
NAMED_AS_SUCH = {"event.country-taken", "event.turn-order", "did.propose"}
"""Where a power is spoken of, and not whoever plays it."""


def seats_named(template: str) -> set[str]:
    return {hole.name for hole in holes(template) if is_player(hole)}


def is_player(hole: Hole) -> bool:
    return hole.spec is not None and (
        hole.spec in PLAYED or hole.spec.startswith(("seat", "party", "account")) or hole.own
    )


def test_what_happens_to_the_reader_is_told_to_the_reader(name: str, language: str) -> None:
    """Every line of the log that names a player says `you` where it is the reader."""
    texts = texts_of(name, language)
    lines = [(key, text) for key, text in texts.catalogue.items() if key.startswith(LOG) and key not in NAMED_AS_SUCH]
    for key, template in lines:
        for seat in seats_named(template):
            fits = choices(texts, template)
            params = {hole: found[0] for hole, found in fits.items()}
            params[seat] = next((value for value in fits[seat] if value == 1 or value == "seat-1"), fits[seat][-1])
            told = texts.say(key, params, NAMES, frozenset((params[seat],)))
            assert re.search(YOU[language], told, re.IGNORECASE), f"{key}: {told}"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "You send the pirates against yourself in India."),
        ("fr", "Vous lancez les pirates contre vous-même en Inde."),
        ("de", "Sie schicken die Piraten in Indien gegen sich selbst."),
    ],
)
def test_pirates_may_be_sent_against_oneself(language: str, said: str) -> None:
    params = {"power": "spain", "tile": "pirates", "target": "spain", "area": "india"}
    assert texts_of("struggle", language).say("event.struck", params, NAMES, frozenset(("spain",))) == said


def test_the_reader_is_a_seat_its_account_and_what_it_plays() -> None:
    assert reader(2) == {2, "seat-2"}
    assert reader(2, {"own": "prussia"}) == {2, "seat-2", "prussia"}
    assert reader(2, {"own": None}) == {2, "seat-2"}
    assert reader(-1, {"own": "prussia"}) == NOBODY


# --- spaces -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "set_"),
    [
        ("Un instant : attendez ; puis « oui » !", "Un instant_: attendez~; puis «_oui_»~!"),
        ("Combien ?", "Combien~?"),
        ("{n} {n|point|points}, 70 %, 5 millions", "{n}_{n|point|points}, 70_%, 5_millions"),
        ("une carte{card? : |}{card:card}", "une carte{card?_: |}{card:card}"),
        ("{seat:seat!} {seat!prenez|prend}", "{seat:seat!} {seat!prenez|prend}"),
        ("| --- | :---: |", "| --- | :---: |"),
    ],
)
def test_french_spaces_do_not_break(text: str, set_: str) -> None:
    assert typeset("fr", text) == set_.replace("_", "\u00a0").replace("~", "\u202f")


def test_other_languages_keep_a_number_and_its_sign_together() -> None:
    assert typeset("de", "70 % : ja ?") == "70\u00a0% : ja ?"


# --- work ---------------------------------------------------------------------------------------------------------


def test_a_template_is_read_once_however_long_the_log_is() -> None:
    texts = games.load("colonial").texts("fr")
    params = {"seat": 0, "before": 1, "resource": "coffee", "area": "brazil"}
    for me in (NOBODY, reader(0), reader(1)):
        texts.say("event.spot-seized", params, NAMES, me)
    read = len(texts._read)
    for _ in range(2000):
        texts.say("event.spot-seized", params, NAMES, reader(0))
    assert len(texts._read) == read <= 10
