"""Reading and checking of the position texts of Ducale (README.md, section 12)."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NoReturn

from rules.common.plain_data import is_texts
from rules.common.quoting import make_printable
from rules.ducale.cards import COPIES, HAND, TEXTS, Card, CardError, read
from rules.ducale.melds import MeldError, read_meld
from rules.ducale.options import read_options
from rules.ducale.position import Position
from rules.ducale.state import OnTable, Phase
from rules.ducale.text import SENTENCES, VERSION, play_tokens
from rules.errors import PositionError, TurnError

MAX_CHARACTERS: Final = 100_000  # of a text; a longer one is refused unread
SEATS: Final = range(2, 7)
MAX_NUMBER: Final = 1_000_000  # of a counter, or of points
_KEYS: Final = (
    *("v", "opts", "round", "lap", "dealer", "turn", "phase", "hands", "opened", "table", "stock", "discard"),
    *("owed", "fresh", "next_id", "rebuilds", "scores"),
)
_OPTIONAL_KEYS: Final = ("winner", "one_turn", "pending")
_PHASES: Final[tuple[Phase, ...]] = ("deal", "draw", "end", "blocked")


def read_position(text: str) -> Position:
    """Read the position of a state line. Raises PositionError with a sentence that names the wrong part."""
    if len(text) > MAX_CHARACTERS:
        _fail("", f"it has {len(text)} characters; {MAX_CHARACTERS} are the most")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as problem:
        place = f" at character {problem.pos + 1}" if isinstance(problem, json.JSONDecodeError) else ""
        _fail("", f"it is no line of JSON{place}")
    if not isinstance(data, dict):
        _fail("", "it must be a JSON object")
    missing = [key for key in _KEYS if key not in data]
    if missing:
        _fail(missing[0], "it is missing")
    unknown = [key for key in data if key not in (*_KEYS, *_OPTIONAL_KEYS)]
    if unknown:
        _fail(unknown[0], "there is no such part")
    if data["v"] != VERSION or type(data["v"]) is not int:
        _fail("v", f"this program reads version {VERSION}")
    return _with_pending(_make_position(data), data)


def _fail(part: str, problem: str, code: str = "part", targets: Sequence[str] = (), **facts: str) -> NoReturn:
    """Raise a PositionError about a part of the text, "" for the whole."""
    sentence = f"State{f', {make_printable(part)}' if part else ''}: {problem}."
    if code == "part":
        raise PositionError(sentence, "part" if part else "text", part=make_printable(part))
    raise PositionError(sentence, code, targets, **facts)


def _make_position(data: dict[str, object]) -> Position:
    try:
        options = read_options(data["opts"])
    except ValueError as problem:
        _fail("opts", str(problem).removeprefix("opts: ").rstrip("."))
    phase = data["phase"]
    if phase not in _PHASES:
        _fail("phase", f"it is one of {', '.join(_PHASES)}")
    hands = tuple(_read_cards(hand, f"hands[{seat}]") for seat, hand in enumerate(_list(data["hands"], "hands")))
    seats = len(hands)
    if seats not in SEATS:
        _fail("hands", f"there are {seats} seats; 2 to 6 can play")
    melds = _read_melds(data["table"], seats)
    next_id = _number(data["next_id"], "next_id", 1)
    if any(one.id >= next_id for one in melds):
        _fail("next_id", "it must be higher than every meld's")
    for part in ("owed", "fresh"):
        if data[part] != []:
            _fail(part, "it is empty at the start of a turn")
    position = Position(
        hands,
        options,
        phase,
        _number(data["round"], "round", 1),
        _number(data["lap"], "lap", 1),
        _number(data["dealer"], "dealer", 0, seats - 1),
        _number(data["turn"], "turn", 0, seats - 1),
        _read_opened(data["opened"], seats, phase),
        melds,
        _read_cards(data["stock"], "stock"),
        _read_cards(data["discard"], "discard"),
        next_id=next_id,
        rebuilds=_number(data["rebuilds"], "rebuilds", 0),
        scores=_read_scores(data["scores"], seats),
    )
    position = _with_winner(position, data)
    _check_cards(position)
    return position


def _list(value: object, part: str) -> list[object]:
    if not isinstance(value, list):
        _fail(part, "it must be a list")
    return value


def _number(value: object, part: str, least: int, most: int = MAX_NUMBER) -> int:
    if type(value) is not int or not least <= value <= most:
        _fail(part, f"it must be a whole number from {least} to {most}")
    return value


def _read_cards(value: object, part: str) -> tuple[Card, ...]:
    cards = []
    for number, word in enumerate(_list(value, part)):
        if not isinstance(word, str):
            _fail(f"{part}[{number}]", "it must be a card")
        try:
            cards.append(read(word))
        except CardError as problem:
            _fail(f"{part}[{number}]", str(problem).rstrip("."))
    return tuple(cards)


def _read_opened(value: object, seats: int, phase: str) -> tuple[bool, ...]:
    wanted, flags = 0 if phase == "deal" else seats, _list(value, "opened")
    if len(flags) != wanted or not all(isinstance(flag, bool) for flag in flags):
        _fail("opened", f"it must be {wanted} times true or false")
    return tuple(map(bool, flags))


def _read_melds(value: object, seats: int) -> tuple[OnTable, ...]:
    found: list[OnTable] = []
    for number, entry in enumerate(_list(value, "table")):
        part = f"table[{number}]"
        if not isinstance(entry, dict) or sorted(entry) != ["by", "cards", "id"]:
            _fail(part, "it must have id, by and cards")
        words = _list(entry["cards"], f"{part} cards")
        if not is_texts(words):
            _fail(f"{part} cards", "they must be cards")
        try:
            meld = read_meld(" ".join(words))
        except MeldError as problem:
            sentence = SENTENCES[problem.code].format(**{"card": "a card", **problem.facts})
            code = f"meld-{problem.code.lower().replace('_', '-')}"
            targets = (f"m{entry['id']}",) if type(entry["id"]) is int else ()
            _fail(f"{part} cards", f"{problem.code}: {sentence.rstrip('.')}", code, targets, **problem.facts)
        meld_id = _number(entry["id"], f"{part} id", found[-1].id + 1 if found else 1)
        found.append(OnTable(meld_id, _number(entry["by"], f"{part} by", 0, seats - 1), meld))
    return tuple(found)


def _read_scores(value: object, seats: int) -> tuple[tuple[int, ...], ...]:
    rows = []
    for number, row in enumerate(_list(value, "scores")):
        part = f"scores[{number}]"
        points = _list(row, part)
        if len(points) != seats:
            _fail(part, f"it must have {seats} numbers")
        rows.append(tuple(_number(entry, part, 0) for entry in points))
    return tuple(rows)


def _with_winner(position: Position, data: dict[str, object]) -> Position:
    if position.phase != "end":
        if "winner" in data or "one_turn" in data:
            _fail("winner", "it is told in phase end only")
        return position
    winner = _number(data.get("winner"), "winner", 0, position.seats - 1)
    if position.hands[winner] or not position.opened[winner]:
        _fail("winner", "who won has opened and has no card left")
    one_turn = data.get("one_turn")
    if not isinstance(one_turn, bool):
        _fail("one_turn", "it must be true or false")
    return replace(position, winner=winner, one_turn=one_turn)


def _check_cards(position: Position) -> None:
    """Raise PositionError for a wrong number of any card, a hand of wrong size or two empty piles (section 14)."""
    if position.phase == "deal":
        if any(position.hands) or position.melds or position.stock or position.discard:
            _fail("phase", "before the deal there are no cards")
        return
    for seat, hand in enumerate(position.hands):
        if len(hand) > HAND:
            problem = f"it has {len(hand)} cards; {HAND} are the most"
            facts = {"seat": str(seat), "count": str(len(hand)), "most": str(HAND)}
            _fail(f"hands[{seat}]", problem, "hand-large", (f"h{seat}",), **facts)
        if not hand and seat != position.winner:
            _fail(f"hands[{seat}]", "it has no card", "hand-empty", (f"h{seat}",), seat=str(seat))
    if not position.discard and position.phase == "draw" and not position.stock:
        _fail("discard", "stock and discard pile are both empty", "both-empty", ("stock", "discard"))
    counts = Counter([*position.stock, *position.discard])
    for cards in (*position.hands, *(one.meld.cards for one in position.melds)):
        counts.update(cards)
    for card, wanted in enumerate(COPIES):
        if counts[card] != wanted:
            problem = f"{TEXTS[card]} is there {counts[card]} times in hands, table, stock and discard, not {wanted}"
            _fail("cards", problem, "cards", card=TEXTS[card], count=str(counts[card]), wanted=str(wanted))


def _with_pending(position: Position, data: dict[str, object]) -> Position:
    if "pending" not in data:
        return position
    words = _list(data["pending"], "pending")
    if position.phase != "draw" or not is_texts(words):
        _fail("pending", "it must be the beginning of a turn, a list of tokens")
    try:
        return play_tokens(position, words)
    except TurnError as problem:
        _fail("pending", f"{problem.code}: {str(problem).rstrip('.')}")
