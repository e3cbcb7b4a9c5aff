"""Turns of Ducart as text: Standard Ducart Notation, both ways (README.md, section 11.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from rules.common.quoting import quoted
from rules.common.squares import INDEX, NAMES
from rules.contract import Refusal
from rules.ducart import refusals
from rules.ducart.dfen import SIDES
from rules.ducart.effects import KINDS, rider
from rules.ducart.engine.mailbox import HEAL, LEAPER, LETTERS, MOVE, PUSH, SLEEP, STEAL, TRANSFER
from rules.ducart.moves import Act, Bell, Move
from rules.ducart.position import QUIET_LIMIT, Position
from rules.errors import TurnError

LONGEST: Final = 40
"""No turn is longer."""
_SQUARE: Final = "([a-h][1-8])"
_TURN: Final = re.compile(
    rf"([WKCZHTL]){_SQUARE}"
    rf"(?:([-x^]){_SQUARE}(?:-{_SQUARE})?|(>){_SQUARE}-{_SQUARE}|(\+)|(~|<>|<){_SQUARE})(=L)?"
)
_KINDS: Final = {"-": MOVE, "x": MOVE, "^": MOVE, ">": PUSH, "~": SLEEP, "+": HEAL, "<>": STEAL, "<": TRANSFER}
_ACTORS: Final = {PUSH: "C", SLEEP: "Z", HEAL: "H", STEAL: "T", TRANSFER: "T"}
"""Who has an Ability."""

SENTENCES: Final = {
    "over": "The game is over.",
    "act": "Only who can do nothing passes, and here is a turn to play.",
    "nobody": "Nothing stands on {square}.",
    "nobody-theirs": "What stands on {square} is the other side's.",
    "nobody-kind": "No {piece} of {side} stands on {square}.",
    "asleep": "The piece on {square} is slept.",
    "held": "The piece on {square} is kept.",
    "locked": "The Keeper on {square} is locked on a Stealer.",
    "locked-transfer": "The Keeper on {target} is locked on a Stealer.",
    "pattern-sweeper": "A Sweeper goes one square ahead, straight or aslant, and so not from {square} to {target}.",
    "pattern-keeper": "A Keeper goes along rows and columns, and so not from {square} to {target}.",
    "pattern-creeper": "A Creeper goes like a chess knight, and so not from {square} to {target}.",
    "pattern-sleeper": "A Sleeper goes diagonally, and so not from {square} to {target}.",
    "pattern-healer": "A Healer goes straight or diagonally, and so not from {square} to {target}.",
    "pattern-stealer": "A Stealer goes one square, and so not from {square} to {target}.",
    "pattern-leaper": "A Leaper goes along rows and columns, and so not from {square} to {target}.",
    "blocked": "The way from {square} to {target} is blocked on {blocker}.",
    "blocked-push": "The piece on {target} can't be pushed, for {blocker} isn't empty.",
    "blocked-leap": "No leap of one or two steps leads from {square} to {target}.",
    "blocked-all": "The piece on {square} can't do anything now.",
    "occupied": "The square {target} must be empty.",
    "vacant": "There is nothing on {target} to act on.",
    "leaper": "A Leaper stands on {target}: it can be neither killed, kept, slept nor stolen.",
    "guarded": "A Keeper keeps a piece on {target}: neither of the two can be killed, kept or stolen.",
    "fresh": "The Creeper on {target} has just moved: it can't be pushed, slept, kept or stolen this turn.",
    "already": "The piece on {target} is slept already.",
    "flank": "No Sweeper may come to {entered}, beside the Leaper on {leaper}.",
    "edge": "The piece on {target} would be pushed off the board.",
    "far-push": "A Creeper pushes what is straight beside it, and {target} isn't straight beside {square}.",
    "far-sleep": "A Sleeper reaches the squares around it, and {target} isn't next to {square}.",
    "far-steal": "Only neighbours are stolen in this game, and {target} isn't next to {square}.",
    "far-transfer": "A Keeper is taken over from a square around the Stealer, and {target} isn't next to {square}.",
    "idle-heal": "No piece around {square} is slept.",
    "idle-leap": "A leap must not end where it began, on {square}.",
    "idle-steal": "A Stealer can't change places with itself, on {square}.",
}
"""The refusals of `refusals.py`, and one that only text can have, as the console says them."""


def list_turns(position: Position) -> Iterator[str]:
    """All legal turns by character code; a draw by repetition is not looked at."""
    return map(str, position.legal_moves())


def perft(position: Position, depth: int) -> list[int]:
    """The number of sequences of 1 … `depth` turns. The board counts where no counter can end the game."""
    plain = not position.sudden and (position.endless or position.quiet + depth <= QUIET_LIMIT)
    if plain and position.ended() is None:
        board = position.board()
        return [board.perft(length) for length in range(1, depth + 1)]
    return [_count(position, length) for length in range(1, depth + 1)]


def _count(position: Position, depth: int) -> int:
    moves = position.legal_moves()
    return len(moves) if depth == 1 else sum(_count(position.play(move), depth - 1) for move in moves)


def read_turn(position: Position, text: str) -> tuple[Move, ...]:
    """A turn, or an event of the clock and perhaps the turn after it, as moves. Any path of a leap is taken for the
    listed one. Raises TurnError with a code of section 13 in capitals."""
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
    found = _TURN.fullmatch(text) if len(text) <= LONGEST else None
    if found is None and text != "pass":
        raise TurnError("SYNTAX", f"{quoted(text)} is no turn: write Wd2-d3, Wd4xe5, Kd4^d7, Cd4>d5-d6 or the like.")
    if not moves:
        raise _refused(Refusal("over"))
    if found is None:
        raise _refused(Refusal("act"))
    return (_read_act(position, found),)


def _read_event(position: Position, word: str) -> Bell:
    """An event of the clock."""
    event = next((event for event in position.clock_events() if str(event) == word), None)
    if event is not None:
        return event
    if position.outcome() is not None:
        raise _refused(Refusal("over"))
    why = "the hour is over already" if position.timed else "this game is played without clocks"
    raise TurnError("SYNTAX", f'"{word}" has no meaning here: {why}.')


def _read_act(position: Position, found: re.Match[str]) -> Act:
    """What a text of the right form means. The position lists it otherwise, or not at all."""
    letter, start, sign, first, second, push, pushed, _end, heal, ability, target, _ = found.groups()
    kind = _KINDS[sign or push or heal or ability]
    if letter != _ACTORS.get(kind, letter) or (second and letter != LETTERS[LEAPER]):
        raise TurnError("SYNTAX", f"{quoted(found[0])} is no turn: no {_name(letter)} does that.")
    actor = INDEX[start]
    refused = _why_no_actor(position, actor, letter)
    if refused is not None:
        raise _refused(refused)
    aimed = INDEX[second or first or pushed or target or start]
    if letter == LETTERS[LEAPER]:
        refused = refusals.why_no_leap(position, actor, INDEX[first] if second else None, aimed)
        if refused is not None:
            raise _refused(refused)
    acts = position.acts()
    act = next((act for act in acts if (act.kind, act.actor, act.target) == (kind, actor, aimed)), None)
    if act is None:
        raise _refused(refusals.why_not(position, kind, actor, aimed))
    if letter == LETTERS[LEAPER] and not found[0].endswith("=L") and sign == "-":
        return act
    raise TurnError("SPELLING", f"{quoted(found[0])} is written {act}.")


def _why_no_actor(position: Position, square: int, letter: str) -> Refusal | None:
    """Why no piece with this letter can act there."""
    kind = LETTERS.index(letter)
    if refusals.acting(position, square) == kind:
        return refusals.why_unable(position, square, kind)
    code = position.cells[square]
    if code == 0:
        return Refusal("nobody", (NAMES[square],), {"square": NAMES[square]})
    if rider(code) and code & 7 == kind and code >> 3 & 1 == position.side:
        return Refusal("held", (NAMES[square],), {"square": NAMES[square]})
    facts = {"square": NAMES[square], "piece": _name(letter), "side": SIDES[position.side]}
    return Refusal("nobody-kind", (NAMES[square],), facts)


def _name(letter: str) -> str:
    return KINDS[LETTERS.index(letter)].capitalize()


def _refused(refusal: Refusal) -> TurnError:
    """Why a turn is none, by the same reasons that the table gives."""
    code = refusal.code.partition("-")[0].upper()
    return TurnError(code, SENTENCES[refusal.code].format(**refusal.facts), refusal)


def write_turn(position: Position, moves: Sequence[Move]) -> str:
    """A turn as it is listed; an hour that is over stands before the turn that follows it."""
    return " ".join(map(str, moves))


def starts(positions: Sequence[Position], moves: Sequence[Move]) -> list[int]:
    """Where turns begin: with every move but one that follows the hour's bell, which takes no turn."""
    return [at for at in range(len(moves)) if at == 0 or str(moves[at - 1]) != "hour"]
