"""Parser of typed turns: their readings among the legal moves, and their completions; without pygame."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeAlias
from unicodedata import normalize

from rules.common.squares import INDEX
from rules.contract import NATURE, Gesture, Move, Position, Seat

Spelling: TypeAlias = Callable[[Position, Move], Sequence[str]]
"""Returns further spellings of a move in a position, the usual one first, in the game's words."""
_SIGNS: Final = re.compile(r"[\W_]+|(?<=[1-8])x(?=[a-h][1-8])")
_WORD: Final = re.compile(r"\W*(?:[a-h][1-8]|\w*)")
_SQUARES: Final = re.compile(r"[a-h][1-8]")


def normalize_text(text: str) -> str:
    """Return a text without punctuation, spaces, accents and capitals, for lenient comparisons."""
    plain = normalize("NFD", text.replace("0-0", "O-O")).encode("ascii", "ignore").decode()
    return _SIGNS.sub("", plain).casefold()


def spellings(position: Position, move: Move, more: Spelling) -> list[str]:
    """Return the spellings of a move, the fullest first."""
    text, gesture = str(move), position.gesture(move)
    found = list(more(position, move))
    if not found or text[0].isalnum():  # of "-8H" only a card would be left
        found.append(text)
    if gesture.drop in INDEX and len(gesture.pick) == 1:
        start, turned = min(gesture.pick), text[-1] if text[-1].isalpha() else ""
        found.append(f"{start}{gesture.drop}{turned}")
    if gesture.drop in INDEX and not position.turn_started:
        found.append(gesture.drop or "")
    return found


def write_for_typing(position: Position, moves: Iterable[Move], more: Spelling) -> str:
    """Return the text for typing successive moves of one seat, up to the first move of chance."""
    texts: list[str] = []
    seat: Seat | None = None
    for move in moves:
        if seat not in (None, move.seat) or (position.to_move == NATURE != move.seat and texts):
            break
        texts.append(spellings(position, move, more)[0])
        seat, position = move.seat, position.play(move)
    return " ".join(texts)


def list_runs(position: Position, seats: Iterable[int], typed: str, more: Spelling) -> Iterator[tuple[Move, ...]]:
    """Yield the runs of moves of one seat that a typed text may mean."""
    rest = normalize_text(typed)
    for move in position.legal_moves():
        if move.seat not in seats:
            continue
        for spelling in dict.fromkeys(map(normalize_text, spellings(position, move, more))):
            if not spelling or not rest.startswith(spelling):
                continue
            left, after = rest[len(spelling) :], position.play(move)
            if not left:
                yield (move,)
            elif after.to_move == position.to_move and after.outcome() is None:
                yield from ((move, *moves) for moves in list_runs(after, seats, left, more))
                if spelling[-2:] in INDEX:  # the square that is jumped from may be repeated
                    again = spelling[-2:] + left
                    yield from ((move, *moves) for moves in list_runs(after, seats, again, more))


def list_readings(position: Position, seats: Iterable[int], typed: str, more: Spelling) -> list[tuple[Move, ...]]:
    """Return the distinct readings of a text: exact ones, else those of the fewest moves."""
    plain = [move for move in position.legal_moves() if move.seat in seats and str(move) == typed.strip()]
    if plain:
        return [(move,) for move in plain]
    found = list(dict.fromkeys(list_runs(position, seats, typed, more)))
    exact = [moves for moves in found if "".join(map(str, moves)) == "".join(typed.split())]
    fewest = min(map(len, found), default=0)
    return exact or [moves for moves in found if len(moves) == fewest]


def can_continue(position: Position, seats: Iterable[int], typed: str, more: Spelling) -> list[str]:
    """Return the completions of a typed text up to the end of the current move, in natural order.

    Those that begin with the same letters come first.
    """
    rest, done, now = normalize_text(typed), "", position
    whole = next((moves for moves in list_readings(position, seats, typed, more) if rest), None)
    if whole is not None:
        return [typed]
    for cut in range(len(rest) - 1, 0, -1):
        before = list_readings(position, seats, rest[:cut], more)
        if len(before) == 1:
            for move in before[0]:
                now = now.play(move)
            if now.to_move == position.to_move:
                done, rest = rest[:cut] + " ", rest[cut:]
                break
            now = position
    ways = [spellings(now, move, more) for move in now.legal_moves() if move.seat in seats]
    shared = Counter(one for texts in ways for one in set(map(normalize_text, texts)))
    found: list[str] = []
    for texts in ways:
        fit = [one for one in texts if normalize_text(one).startswith(rest)]
        clear = [one for one in fit if shared[normalize_text(one)] == 1]
        found += [done + one for one in (clear or fit)[:1]]
    return sorted(dict.fromkeys(found), key=lambda text: (not text.startswith(typed), _natural(text)))


def _natural(text: str) -> list[tuple[bool, int, str]]:
    """Return a sort key: 9 before 10, and numbers before letters."""
    parts = re.findall(r"\d+|\D+", text.casefold())
    return [(not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts]


def common_start(texts: Sequence[str]) -> str:
    first, last = min(texts), max(texts)
    alike = next((at for at, letter in enumerate(first) if last[at : at + 1] != letter), len(first))
    return first[:alike]


def list_next_words(texts: Sequence[str], typed: str) -> list[str]:
    """Return the texts up to the first word, square or number after what is typed, without duplicates."""
    return list(dict.fromkeys(_opening(text, typed) for text in texts))


def _opening(text: str, typed: str) -> str:
    at = len(typed) if text.casefold().startswith(typed.casefold()) else 0
    return text[: at + len(_WORD.match(text[at:])[0])]  # type: ignore[index]


def gesture_of(typed: str) -> Gesture | None:
    """Return the gesture of the squares in a text, to ask the rules why it is illegal."""
    squares = _SQUARES.findall(typed.casefold())
    return Gesture(frozenset(squares[:1]), squares[1] if len(squares) > 1 else None) if squares else None
