"""Reading and writing of positions (DFEN) and turns (Standard Ducart Notation) of Ducart (README.md, section 11)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from rules.board_game import make_field_error, read_board, read_count, read_letter
from rules.common.quoting import quote
from rules.common.squares import INDEX, NAMES
from rules.contract import Refusal
from rules.ducart import refusals
from rules.ducart.effects import KINDS, keeper_above, piece
from rules.ducart.engine.mailbox import (
    BLUE_ON,
    CREEPER,
    GOLD_ON,
    HEAL,
    HEALER,
    KEEPER,
    KEPT,
    LEAPER,
    LETTERS,
    MOVE,
    PUSH,
    SLEEP,
    SLEEPER,
    SLEPT,
    STEAL,
    STEALER,
    SWEEPER,
    TRANSFER,
)
from rules.ducart.moves import Act, ClockEvent, Move
from rules.ducart.options import FLAGS, Options
from rules.ducart.position import Position, square_text
from rules.errors import PositionError, TurnError

HOME_ROWS: Final = ("KCZHTZCK", "kczthzck")  # home rows of Gold and Blue, a to h (section 2)
SWAPPED_HOME_ROWS: Final = ("KCZTHZCK", "kczhtzck")  # home rows of the first mover with the option `swap`
SIDE_NAMES: Final = ("Gold", "Blue")
MAX_COUNTS: Final = {KEEPER: 2, CREEPER: 2, SLEEPER: 2, HEALER: 1, STEALER: 1}
"""Maximum number of a side's pieces of each kind."""
MAX_SWEEPERS: Final = 8  # maximum number of a side's Sweepers and Leapers together
MAX_LENGTH: Final = 400
_CONTENT: Final = re.compile(r"\(([Kk])([KCZWHTLkczwhtl])(~?)\)|([KCZWHTLkczwhtl])(~?)")
_COUNT: Final = re.compile(r"0|[1-9][0-9]{0,8}")


def start(options: Options, seats: int = 2) -> Position:
    first = int(options.first == "blue")
    rows = list(HOME_ROWS)
    if options.swap:
        rows[first] = SWAPPED_HOME_ROWS[first]
    side = "gb"[first]
    text = f"{rows[1]}/wwwwwwww/8/8/8/8/WWWWWWWW/{rows[0]} {side} - {side} 0 0 {options.flags or '-'}"
    return with_options(read(text), options)


def with_options(position: Position, options: Options) -> Position:
    """Return a position read from a text, with `late`, the only option that the text doesn't contain."""
    return replace(position, forfeits=position.is_timed and options.late == "loses")


def read(text: str) -> Position:
    """Read a DFEN as a position. Raises PositionError, which names the field and the square."""
    if len(text) > MAX_LENGTH:
        raise PositionError(f"A DFEN is no longer than {MAX_LENGTH} characters; this one has {len(text)}.")
    fields = text.split(" ")
    if fields == [""]:
        raise PositionError("The position is empty; a DFEN has seven fields.")
    if len(fields) != 7 or "" in fields:
        raise PositionError(f"A DFEN has seven fields with single spaces between them; here are {len(fields)}.")
    cells = _read_board(fields[0])
    side = read_letter(2, "side to move", "gb", fields[1])
    return Position(
        cells,
        side,
        _read_fresh(fields[2], cells, side),
        read_letter(4, "first mover", "gb", fields[3]),
        read_count(5, "turns since the last kill or promotion", _COUNT, fields[4]),
        read_count(6, "turns completed", _COUNT, fields[5]),
        _read_flags(fields[6]),
    )


def _read_board(text: str) -> bytes:
    cells = read_board(text, _CONTENT, _read_code, " has {rest}, which is no piece, no stack and no empty run.")
    for at, code in enumerate(cells):
        _check_square(at, code)
    for seat, name in enumerate(SIDE_NAMES):
        _check_counts(cells, seat, name)
    return cells


def _read_code(found: re.Match[str]) -> int:
    keeper, kept, kept_sleeps, alone, sleeps = found.groups()
    letter = kept or alone
    kind = LETTERS.index(letter.upper()) + (0 if letter.isupper() else 8) | (SLEPT if kept_sleeps or sleeps else 0)
    return kind | (0 if not keeper else GOLD_ON if keeper == "K" else BLUE_ON)


def _check_square(at: int, code: int) -> None:
    name, content = NAMES[at], square_text(code)
    if code & 7 == LEAPER and code & KEPT:
        problem = f"Field 1 (board) has {content} on {name}, but a Leaper is never kept."
        raise PositionError(problem, "leaper-kept", (name,), square=name)
    if code & 7 == LEAPER and code & SLEPT:
        problem = f"Field 1 (board) has {content} on {name}, but a Leaper is never slept."
        raise PositionError(problem, "leaper-slept", (name,), square=name)
    if code & 7 == SWEEPER and at // 8 == (0 if code & 8 else 7):
        seat = code >> 3 & 1
        problem = (
            f"Field 1 (board) has a Sweeper of {SIDE_NAMES[seat]} on {name}, its far row, where it would be a Leaper."
        )
        raise PositionError(problem, "sweeper-far", (name,), square=name, seat=str(seat))


def _check_counts(cells: bytes, seat: int, name: str) -> None:
    kinds = [code & 7 for code in cells if code & 15 and code >> 3 & 1 == seat]
    keepers_on_top = sum(code & KEPT == (GOLD_ON, BLUE_ON)[seat] for code in cells)
    for kind, most in MAX_COUNTS.items():
        count = kinds.count(kind) + (keepers_on_top if kind == KEEPER else 0)
        if count > most:
            raise PositionError(
                f"Field 1 (board) has {count} {KINDS[kind].capitalize()}s of {name}; a side has at most {most}.",
                "too-many",
                look=piece(kind + 8 * seat).look,
                count=str(count),
                most=str(most),
            )
    count = kinds.count(SWEEPER) + kinds.count(LEAPER)
    if count > MAX_SWEEPERS:
        raise PositionError(
            f"Field 1 (board) has {count} Sweepers and Leapers of {name}; "
            f"a side has at most {MAX_SWEEPERS} of both together.",
            "sweepers",
            seat=str(seat),
            count=str(count),
            most=str(MAX_SWEEPERS),
        )


def _read_fresh(text: str, cells: bytes, side: int) -> int:
    """Return the square of field 3, or -1. The fresh Creeper there must be plain and of the side not to move."""
    if text == "-":
        return -1
    if text not in INDEX:
        raise make_field_error(3, "fresh Creeper", "a square or -", text)
    at = INDEX[text]
    if cells[at] != CREEPER + 8 * (1 - side):
        owner = SIDE_NAMES[1 - side]
        problem = f"Field 3 (fresh Creeper) is {text}, but no plain Creeper of {owner} stands there."
        raise PositionError(problem, "fresh", (text,), square=text, seat=str(1 - side))
    return at


def _read_flags(text: str) -> str:
    if text == "-":
        return ""
    unknown = next((flag for flag in text if flag not in FLAGS), None)
    if unknown is not None:
        problem = f"Field 7 (flags) has {quote(unknown)}; there are {', '.join(FLAGS)}, or - for none."
        raise PositionError(problem, "field", n="7")
    if "".join(sorted(set(text))) != text:
        raise make_field_error(7, "flags", "in the order of the alphabet, each once", text)
    if "o" in text and "t" not in text:
        raise PositionError("Field 7 (flags) has o, sudden death, without t, the clocks that lead to it.", "clocks")
    return text


# Turns (section 11.1)

LONGEST_TURN: Final = 40
_SQUARE: Final = "([a-h][1-8])"
_TURN: Final = re.compile(
    rf"([WKCZHTL]){_SQUARE}"
    rf"(?:([-x^]){_SQUARE}(?:-{_SQUARE})?|(>){_SQUARE}-{_SQUARE}|(\+)|(~|<>|<){_SQUARE})(=L)?"
)
_KINDS: Final = {"-": MOVE, "x": MOVE, "^": MOVE, ">": PUSH, "~": SLEEP, "+": HEAL, "<>": STEAL, "<": TRANSFER}
_ACTORS: Final = {PUSH: "C", SLEEP: "Z", HEAL: "H", STEAL: "T", TRANSFER: "T"}


def list_turns(position: Position) -> Iterator[str]:
    """Return the texts of all legal turns, sorted by character code; a draw by repetition is ignored."""
    return map(str, position.legal_moves())


def read_turn(position: Position, text: str) -> tuple[Move, ...]:
    """Read a turn, or an event of the clock and perhaps the turn after it, as moves.

    A leap by any waypoint is read as the legal move to the same end. Raises TurnError, with section 13's codes.
    """
    text = text.strip()
    if text.startswith("hour "):
        (hour,) = read_turn(position, "hour")
        return (hour, *read_turn(position.play(hour), text.removeprefix("hour ")))
    if text in ("time", "hour"):
        return (_read_event(position, text),)
    moves = position.legal_moves()
    listed = next((move for move in moves if str(move) == text), None)
    if listed is not None:
        return (listed,)
    found = _TURN.fullmatch(text) if len(text) <= LONGEST_TURN else None
    if found is None and text != "pass":
        raise TurnError("SYNTAX", f"{quote(text)} is no turn: write Wd2-d3, Wd4xe5, Kd4^d7, Cd4>d5-d6 or the like.")
    if not moves:
        raise _make_turn_error(position, Refusal("over"))
    if found is None:
        raise _make_turn_error(position, Refusal("act"))
    return (_read_act(position, found),)


def _read_event(position: Position, word: str) -> ClockEvent:
    event = next((event for event in position.clock_events() if str(event) == word), None)
    if event is not None:
        return event
    if position.outcome() is not None:
        raise _make_turn_error(position, Refusal("over"))
    explanation = "the hour is over already" if position.is_timed else "this game is played without clocks"
    raise TurnError("SYNTAX", f'"{word}" has no meaning here: {explanation}.')


def _read_act(position: Position, found: re.Match[str]) -> Act:
    letter, start, sign, first, second, push, pushed, _end, heal, ability, target, _ = found.groups()
    kind = _KINDS[sign or push or heal or ability]
    if letter != _ACTORS.get(kind, letter) or (second and letter != LETTERS[LEAPER]):
        raise TurnError("SYNTAX", f"{quote(found[0])} is no turn: no {_kind_name(letter)} does that.")
    actor = INDEX[start]
    refused = _refuse_actor(position, actor, letter)
    if refused is not None:
        raise _make_turn_error(position, refused)
    aimed = INDEX[second or first or pushed or target or start]
    if letter == LETTERS[LEAPER]:
        refused = refusals.refuse_leap(position, actor, INDEX[first] if second else None, aimed)
        if refused is not None:
            raise _make_turn_error(position, refused)
    acts = position.acts()
    act = next((act for act in acts if (act.kind, act.actor, act.target) == (kind, actor, aimed)), None)
    if act is None:
        raise _make_turn_error(position, refusals.refuse_turn(position, kind, actor, aimed))
    if letter == LETTERS[LEAPER] and not found[0].endswith("=L") and sign == "-":
        return act
    raise TurnError("SPELLING", f"{quote(found[0])} is written {act}.")


def _refuse_actor(position: Position, square: int, letter: str) -> Refusal | None:
    kind = LETTERS.index(letter)
    if refusals.acting_kind(position, square) == kind:
        return refusals.refuse_unable(position, square, kind)
    code = position.cells[square]
    if code == 0:
        return Refusal("nobody", (NAMES[square],), {"square": NAMES[square]})
    if keeper_above(code) and code & 7 == kind and code >> 3 & 1 == position.side:
        return Refusal("held", (NAMES[square],), {"square": NAMES[square]})
    facts = {"square": NAMES[square], "piece": _kind_name(letter), "side": SIDE_NAMES[position.side]}
    return Refusal("nobody-kind", (NAMES[square],), facts)


def _kind_name(letter: str) -> str:
    return KINDS[LETTERS.index(letter)].capitalize()


def _make_turn_error(position: Position, refusal: Refusal) -> TurnError:
    refusal = refusals.name_pieces(position, refusal)
    code = refusal.code.partition("-")[0].upper()
    return TurnError(code, refusals.SENTENCES[refusal.code].format(**refusal.facts), refusal)


def write_turn(position: Position, moves: Sequence[Move]) -> str:
    """Return a turn as text, in the form of `list_turns`, with an `hour` before the turn that follows it."""
    return " ".join(map(str, moves))


def turn_starts(positions: Sequence[Position], moves: Sequence[Move]) -> list[int]:
    """Return the indices of the moves that begin a turn: a move after an `hour` belongs to the same turn."""
    return [at for at in range(len(moves)) if at == 0 or str(moves[at - 1]) != "hour"]
