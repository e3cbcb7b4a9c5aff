"""Numbers in texts, in figures or in words: the same in every language, and in English those of the rules.

One is no number here, for in French and German it is an article, too: whoever makes two of one adds a number, and
whoever makes one of two takes a number away.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from itertools import chain, count
from math import prod
from typing import Any, Final

import pytest

from rules import KEYS, get
from rules.ai.opponents import levels_of
from rules.common.options import choices
from rules.common.squares import FILES, INDEX
from rules.double_draughts.engine.board import QUIET_LIMIT as DRAUGHTS_QUIET
from rules.double_draughts.engine.endgames import MAX_PIECES as MOST_IN_TABLE
from rules.ducale.cards import CARD_POINTS, COPIES, HAND, JOKER, PACK, SUITS
from rules.ducale.melds import HIGH_ACE, LONGEST_RUN, MeldError, place_points, read_meld
from rules.ducale.options import Options as DucaleOptions
from rules.ducale.scores import RAMI_SEC, UNOPENED
from rules.ducart.engine.no_progress import QUIET_LIMIT as DUCART_QUIET
from rules.ducart.geometry import are_straight_neighbours, neighbours
from rules.ducart.position import HOUR, MINUTE, QUIET_WARNING, SUDDEN_DEATH_SECONDS
from rules.duck_chess.engine.board import QUIET_LIMIT as DUCK_QUIET
from rules.search.level import Level
from rules.unstacked_draughts.engine.board import FACES, START
from rules.unstacked_draughts.engine.chance import chance
from rules.unstacked_draughts.options import Options as UnstackedOptions
from scenes.app.words import ENGLISH, LANGUAGES
from scenes.screens.rulebook.pages import pages_of, read_pages
from tests.rows import cases_of
from tests.scenes.test_lang import own

DATA: Final = cases_of("numbers")
"""`words` of numbers, by language; texts that are `different` on purpose, by the numbers that they have more or fewer
than in English, as "les deux" for "they"; codes of refusals whose number is `not_from_rules`, and what it counts."""
NUMBERS: Final[dict[str, dict[str, int]]] = {
    language: {word: int(number) for number, words in table.items() for word in words.split()}
    for language, table in DATA["words"].items()
}
STEMS: Final = {
    language: re.compile("|".join(sorted(words, key=len, reverse=True))) for language, words in NUMBERS.items()
}
TOKEN: Final = re.compile(r"(?<![^\W_])\d+(?:[.,\u00a0\u202f ]\d{3}\b)*(?:[.,]\d+)?(?![^\W_])|[^\W\d_]+")
"""A number in figures, but none within a name such as e4, or a word."""
PLACE: Final = re.compile(r"\{\w+\}")


def numbers_in(text: str, language: str) -> "Counter[str]":
    """Return the numbers of a text but for one; 51.6 is “516” in every language."""
    found: list[str] = []
    for token in TOKEN.findall(PLACE.sub("", text)):
        if token[0].isdigit():
            found.append(re.sub(r"\D", "", token))
        else:
            parts = STEMS[language].findall(token.lower())
            found += [str(NUMBERS[language][part]) for part in parts if "".join(parts) == token.lower()]
    return Counter(number for number in found if number != "1")


@cache
def texts(language: str) -> dict[str, str]:
    """Return all that a language says, the rulebooks block by block: "rules of ducart @ 1.3 !held", then "… (2)"."""
    found = {key: text for key, text in own(language).items() if not key.startswith("language.")}
    for key in KEYS:
        blocks = [block for page in pages_of("\n".join(read_pages(key, language)), key) for block in page.blocks]
        there: Counter[str] = Counter()
        for block in blocks:
            name = f"rules of {key} @ {' '.join(block.anchors)}"
            there[name] += 1
            found[f"{name} ({there[name]})" if there[name] > 1 else name] = block.words
    return found


@pytest.mark.parametrize("language", [language for language in NUMBERS if language != ENGLISH])
def test_texts_have_the_same_numbers_in_every_language(language: str) -> None:
    wrong = []
    for key, text in texts(language).items():
        english = texts("en").get(key, "")
        there, here = numbers_in(english, "en"), numbers_in(text, language)
        signed = [*(f"+{n}" for n in (here - there).elements()), *(f"-{n}" for n in (there - here).elements())]
        if signed and key not in DATA["different"].get(f"{language} {' '.join(signed)}", ()):
            how = " ".join(signed)
            wrong.append(f"{key}: the numbers differ from English by {how}\n  en: {english}\n  {language}: {text}")
    assert not wrong, "\n".join(wrong)


# --- the numbers of the rules


def start(key: str, **options: Any) -> Any:
    play = get(key).play
    return play.start(play.options(**options), play.seats[0])


def tokens(key: str, **options: Any) -> Counter[str]:
    return Counter(token.look for there in start(key, **options).table().values() for token in there)


def reach(key: str, text: str, square: str, *, taking: bool = False) -> tuple[int, int]:
    """Return how many squares the piece on a square goes, or takes: along the longer way, then along the other."""
    position = get(key).text.read(text)
    asked = [position.gesture(move) for move in position.legal_moves()]
    ends = [
        one.drop for one in asked if one.pick == {square} and one.drop and (one.drop in position.table()) == taking
    ]
    ways = [(abs(ord(end[0]) - ord(square[0])), abs(int(end[1]) - int(square[1]))) for end in ends]
    return max((max(way), min(way)) for way in ways)


def repeats(key: str) -> int:
    first = start(key)
    return next(n for n in count(1) if replace(first, keys=first.keys * n).outcome() is not None)


def is_meld(words: str) -> bool:
    try:
        return bool(read_meld(words))
    except MeldError:
        return False


def double_draughts() -> dict[str, tuple[float, ...]]:
    key, man, king = "double-draughts", "7m/8/8/8/8/2M5/8/8 w 2 0 1", "7m/8/8/8/3K4/8/8/8 w 2 0 1"
    men, few = tokens(key)["ivory"], tokens(key, setup="twelve")["ivory"]
    table = get(key).text.read("7m/8/8/8/3K1T2/8/8/8 w 3 0 1").table()
    return {
        r"(?:its one|steps|moves|goes) # squares?,? (?:diag|in any)": reach(key, man, "c3")[:1],
        r"jump goes # squares": reach(key, "7m/8/8/8/3m4/2M5/8/8 w 2 0 1", "c3")[:1],
        r"# directions": (len(get(key).text.read(king).legal_moves()),),
        r"all # squares": (len(INDEX),),
        r"side has # Men|than # pieces a side|standard: # a side": (men,),
        r"game has #, on|twelve: # a side|third_level: # a side": (few,),
        r"for # or for # a side|squares of the # and of the #": (men, few),
        r"the # nearest rows|the # rows nearest|its first # rows": (men / len(FILES),),
        r"# turns each": (DRAUGHTS_QUIET / 2,),
        r"at the # the match is drawn|came up # times|the # time(?:, with|:)": (repeats(key),),
        r"A Man is # checker, a King #": (1, len(table["d4"])),
        r"King, # checkers high|King is # checkers high": (len(table["d4"]),),
        r"Triple , # checkers high|Triple, # checkers high": (len(table["f4"]),),
        r"with # or # pieces": (2, MOST_IN_TABLE),
        r"game has # levels": (start(key).levels,),
        r"game of # levels": (start(key, third_level=True).levels,),
    }


def duck_chess() -> dict[str, tuple[float, ...]]:
    key, board = "duck-chess", "4k3/8/8/8/3N4/8/4P3/R3K2R w KQ - 0 1"
    king = reach(key, "4k3/8/8/8/3K4/8/8/8 w - - 0 1", "d4")
    later = reach(key, "4k3/8/8/8/3p1p2/4P3/8/4K3 w - - 0 1", "e3")
    pawn, castling = reach(key, board, "e2"), reach(key, board, "e1")
    takes = reach(key, "4k3/8/8/8/3p1p2/4P3/8/4K3 w - - 0 1", "e3", taking=True)
    return {
        r"# squares straight and # to the side": reach(key, board, "d4"),
        r"# squares?,? in any direction": king[:1],
        r"# squares? straight ahead, or # from": (later[0], pawn[0]),
        r"goes # squares? straight ahead, never|Pawn: # square|# square at a time": later[:1],
        r"# squares? diagonally ahead": takes[:1],
        r"goes # squares only|may go # squares|just gone # squares|can’t move # squares|e2 # squares": pawn[:1],
        r"king goes # squares|king # squares": castling[:1],
        r"# turns? (?:each|and threefold)|the # turn captures": (DUCK_QUIET / 2,),
        r"at the # the match is drawn|came up # times|the # time(?:, with|:)": (repeats(key),),
    }


def ducart() -> dict[str, tuple[float, ...]]:
    key, board = "ducart", "8/7w/8/8/3W4/1C4T1/8/8 g - g 0 0 -"
    men, middle = tokens(key), INDEX["d4"]
    around = neighbours(middle)
    sweeper, stealer, creeper = reach(key, board, "d4"), reach(key, board, "g3"), reach(key, board, "b3")
    return {
        r"# squares? ahead": sweeper[:1],
        r"# squares? in any direction|goes # squares?[,.]": stealer[:1],
        r"# squares straight and # to the side|# squares up and # to the right": creeper,
        r"has # Sweepers, # Keepers, # Creepers, # Sleepers": tuple(
            men[f"gold-{kind}"] for kind in ("sweeper", "keeper", "creeper", "sleeper")
        ),
        r"the # Sweepers": (men["gold-sweeper"],),
        r"the # squares around|its # neighbours": (len(around),),
        r"the # of them on the same": (sum(are_straight_neighbours(middle, at) for at in around),),
        r"# turns (?:in|with)|# quiet turns|[Tt]he # turns": (DUCART_QUIET,),
        r"when # or fewer of the # turns": (DUCART_QUIET - QUIET_WARNING, DUCART_QUIET),
        r"# seconds": (SUDDEN_DEATH_SECONDS,),
        r"last # minute|# minute a turn|longer than # minute": (MINUTE / 60,),
        r"# hour (?:runs|a game)": (HOUR / 3600,),
        r"came up # times|at the # the match is drawn|the # time, with|position # times over": (repeats(key),),
    }


def unstacked_draughts() -> dict[str, tuple[float, ...]]:
    key = "unstacked-draughts"
    stacks = [int(left) + 1 for left in START[1:]]
    goals = choices(UnstackedOptions)["goal"]
    seen = [level.attention for level in levels_of(key)]
    return {
        r"has # checkers in # stacks: # each on 1, 2 and 3, # each": (
            sum(stacks),
            len(stacks),
            stacks[0],
            stacks[-1],
        ),
        r"bear off all #": (sum(stacks),),
        r"[Aa] stack of # needs # die, (?:and )?a stack of # needs #": (
            stacks[0],
            stacks[0] - 1,
            stacks[-1],
            stacks[-1] - 1,
        ),
        r"# dice in all": (sum(stacks) - len(stacks),),
        r"has # points there": (len(FACES),),
        r"from # to #\.": (goals[0], goals[-1]),
        r"first thrower wins #%": (round(100 * chance(START, START), 1),),
        r"Dreamer # and #%, the Casual # and #, the Attentive # and #": tuple(
            100 * part for one in seen[:3] for part in (one.miss_probability, one.misses_double)
        ),
    }


def ducale() -> dict[str, tuple[float, ...]]:
    least = next(n for n in count(1) if is_meld(" ".join(f"{rank}H" for rank in range(2, 2 + n))))
    seats, ace, king, joker = get("ducale").play.seats, CARD_POINTS[0], CARD_POINTS[12], CARD_POINTS[JOKER]
    options = choices(DucaleOptions)
    return {
        r"# to # play|rummy for # to #": (seats.start, seats.stop - 1),
        r"With # only # cards": (seats.stop, len(PACK) - seats.stop * HAND - 1),
        r"# packs of # cards and # jokers make #": (COPIES[0], 52, COPIES[JOKER], len(PACK)),
        r"# packs and # jokers": (COPIES[0], COPIES[JOKER]),
        r"[Ee]very card exists #": (COPIES[0],),
        r"gets # cards|for a hand of #": (HAND,),
        r"expected: #": (round(HAND * COPIES[JOKER] / len(PACK), 2),),
        r"needs # cards or more|lay # or more|table, # or more|run is # (?:cards )?or more|has # cards at least": (
            least,
        ),
        r"set is # or # cards": (least, len(SUITS)),
        r"longest has # cards": (LONGEST_RUN,),
        r"# joker at most": (1 + is_meld("JK=6H JK=7H 8H"),),
        r"all # suits": (len(SUITS),),
        r"king #, the ace #, a joker #\.": (king, ace, joker),
        r"cost # \+ # \+ # \+ # = #": (joker, CARD_POINTS[4], ace, king, joker + CARD_POINTS[4] + ace + king),
        r"king costs? # points, a 2 costs? #|a king #, a 2 only #": (king, CARD_POINTS[1]),
        r"would cost # points": (joker,),
        r"low ace #, other aces #": (place_points(0), place_points(HIGH_ACE)),
        r"count #, an ace # or #": (king, place_points(0), place_points(HIGH_ACE)),
        r"(?:everybody else|all others|no meld always) scores? #|the others score # points": (RAMI_SEC,),
        r"the others score #[;.]|laid a meld scores? #|no longer costs #": (UNOPENED,),
        r"has # or more the match|ends at # points": (DucaleOptions().target,),
        r"none, #, # or #": options["open_min"][1:],
        r"the # lap": (options["discard_from_lap"][1],),
    }


PHRASES: Final = {
    numbers_of.__name__.replace("_", "-"): numbers_of
    for numbers_of in (double_draughts, duck_chess, ducart, unstacked_draughts, ducale)
}
"""By game: what English texts say of its rules, "#" for each number, and the numbers of the rules. A text is looked
at with its key: "games.ducart.name: Ducart"."""
SPELLED: Final = NUMBERS["en"] | {"one": 1, "once": 1, "a": 1, "an": 1}
NUMBER: Final = rf"(?:\d[\d,.]*\d|\d|{'|'.join(sorted(SPELLED, key=len, reverse=True))})(?: hundred| thousand)*"


def value(number: str) -> float:
    return prod(SPELLED.get(part) or float(part.replace(",", "")) for part in number.lower().split())


@cache
def english(key: str) -> dict[str, str]:
    found = {name: text for name, text in texts("en").items() if key in re.split(r"[. ]", name)}
    for module in (f"rules.{key.replace('-', '_')}.{name}" for name in ("refusals", "text")):
        sentences = getattr(import_module(module), "SENTENCES", {})
        found |= {f"refusal.{module}.{code.lower().replace('_', '-')}": text for code, text in sentences.items()}
    return {name: PLACE.sub("…", text).replace("\u00a0", " ") for name, text in found.items()}


def pattern(phrase: str) -> "re.Pattern[str]":
    return re.compile(phrase.replace("#", rf"(?<![\w.])({NUMBER})"), re.IGNORECASE)


def faults(match: "re.Match[str]", expected: Sequence[float]) -> list[str]:
    told = [value(number) for number in match.groups() if number]
    return [f"“{match[0]}” says {told}, the rules say {[*expected]}: {match.string}"] * (told != [*expected])


@pytest.mark.parametrize("key", KEYS)
def test_english_texts_have_the_numbers_of_the_rules(key: str) -> None:
    wrong, checked = [], set[tuple[str, int]]()
    lines = [f"{name}: {text}" for name, text in english(key).items()]
    for phrase, expected in PHRASES[key]().items():
        found = [match for line in lines for match in pattern(phrase).finditer(line)]
        wrong += [fault for match in found for fault in faults(match, expected)]
        wrong += [f"no text says “{phrase}” any more"] * (not found)
        checked |= {(match.string, match.start(group + 1)) for match in found for group in range(len(match.groups()))}
    wrong += [
        f"“{match[0]}” has no rule in PHRASES and no reason in tests/cases/numbers.json: {line}"
        for line in lines
        if line.startswith("refusal.") and line.partition(":")[0].rpartition(".")[2] not in DATA["not_from_rules"]
        for match in re.finditer(rf"(?<![\w-])(?!an? ){NUMBER}(?![\w-])", line)
        if (line, match.start()) not in checked
    ]
    assert not wrong, "\n".join(wrong)


LEVELS: Final[dict[str, Callable[[Level], float | None]]] = {
    "up to # positions": lambda level: level.nodes,
    "(?:time in|every) #": lambda level: round(256 / level.blind),
    "# turns ahead": lambda level: level.depth,
    "# seconds a turn": lambda level: level.seconds,
}
"""The English words about levels; other languages have the same numbers."""
QUALITIES: Final[dict[str, Callable[[Level], bool]]] = {
    "own move alone|own turn alone|propre coup|nur den eigenen": lambda level: level.depth == 1,
    "your answer|votre réponse|Ihre Antwort": lambda level: level.depth == 2,
    "mostly|plus souvent|la plupart|meistens": lambda level: 0.6 < level.blind / 256 < 0.9,
    "sometimes|parfois": lambda level: 0.1 < level.blind / 256 < 0.2,
    "rarely|rarement|selten": lambda level: 0.05 < level.blind / 256 < 0.1,
    "almost never|presque jamais": lambda level: 0.01 < level.blind / 256 < 0.05,
}
"""Words without a number, in any language, for how far a level looks and how much it overlooks."""


def test_english_texts_have_the_numbers_of_the_levels() -> None:
    found = [
        faults(match, [number(level) or 0])
        for key in KEYS
        for level in levels_of(key)
        for phrase, number in LEVELS.items()
        for match in pattern(phrase).finditer(english(key)[f"level.{key}.{level.number}.about"])
    ]
    assert len(found) > 15, "the levels have their phrases"
    assert not any(found), "\n".join(chain.from_iterable(found))


def test_words_about_levels_without_numbers_are_true() -> None:
    wrong = [
        f"{key}, level {level.number}, isn’t so: {about}"
        for key in ("double-draughts", "duck-chess", "ducart")
        for level in levels_of(key)
        for about in (texts(language).get(f"level.{key}.{level.number}.about", "") for language in LANGUAGES)
        for said, is_so in QUALITIES.items()
        if re.search(said, about, re.IGNORECASE) and not is_so(level)
    ]
    assert not wrong, "\n".join(wrong)
