"""A turn that is typed: what it means among the legal moves, and how it may go on. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeAlias
from unicodedata import normalize

from rules.common.squares import INDEX
from rules.contract import NATURE, Gesture, Move, Position, Seat

Spelling: TypeAlias = Callable[[Position, Move], Sequence[str]]
"""Further ways to write a move of a position, the usual one first: the words of a game for it."""
_SIGNS: Final = re.compile(r"[\W_]+|(?<=[1-8])x(?=[a-h][1-8])")
_WORD: Final = re.compile(r"\W*(?:[a-h][1-8]|\w*)")
_SQUARES: Final = re.compile(r"[a-h][1-8]")


def squeezed(text: str) -> str:
    """A text without signs, spaces, accents and capitals, so that writing is lenient."""
    plain = normalize("NFD", text.replace("0-0", "O-O")).encode("ascii", "ignore").decode()
    return _SIGNS.sub("", plain).casefold()


def spellings(position: Position, move: Move, more: Spelling) -> list[str]:
    """How a move may be written, the fullest first."""
    text, gesture = str(move), position.gesture(move)
    found = list(more(position, move))
    if not found or text[0].isalnum():  # of "-8H" nothing would be left but a card
        found.append(text)
    if gesture.drop in INDEX and len(gesture.pick) == 1:
        start, turned = min(gesture.pick), text[-1] if text[-1].isalpha() else ""
        found.append(f"{start}{gesture.drop}{turned}")
    if gesture.drop in INDEX and not position.turn_started:
        found.append(gesture.drop or "")
    return found


def written(position: Position, moves: Iterable[Move], more: Spelling) -> str:
    """Moves of one seat that follow one another, as they may be typed, as far as chance has no part in them."""
    texts: list[str] = []
    seat: Seat | None = None
    for move in moves:
        if seat not in (None, move.seat) or (position.to_move == NATURE != move.seat and texts):
            break
        texts.append(spellings(position, move, more)[0])
        seat, position = move.seat, position.play(move)
    return " ".join(texts)


def readings(position: Position, seats: Iterable[int], typed: str, more: Spelling) -> Iterator[tuple[Move, ...]]:
    """The runs of moves that a typed text means: each as long as the same seat moves."""
    rest = squeezed(typed)
    for move in position.legal_moves():
        if move.seat not in seats:
            continue
        for spelling in dict.fromkeys(map(squeezed, spellings(position, move, more))):
            if not spelling or not rest.startswith(spelling):
                continue
            left, after = rest[len(spelling) :], position.play(move)
            if not left:
                yield (move,)
            elif after.to_move == position.to_move and after.outcome() is None:
                yield from ((move, *moves) for moves in readings(after, seats, left, more))
                if spelling[-2:] in INDEX:  # the square that is jumped from may be named again
                    again = spelling[-2:] + left
                    yield from ((move, *moves) for moves in readings(after, seats, again, more))


def means(position: Position, seats: Iterable[int], typed: str, more: Spelling) -> list[tuple[Move, ...]]:
    """The readings of a text, each once: those with these very signs, else those of the fewest moves."""
    plain = [move for move in position.legal_moves() if move.seat in seats and str(move) == typed.strip()]
    if plain:
        return [(move,) for move in plain]
    found = list(dict.fromkeys(readings(position, seats, typed, more)))
    exact = [moves for moves in found if "".join(map(str, moves)) == "".join(typed.split())]
    fewest = min(map(len, found), default=0)
    return exact or [moves for moves in found if len(moves) == fewest]


def goes_on(position: Position, seats: Iterable[int], typed: str, more: Spelling) -> list[str]:
    """Whole texts, as they may be written, that begin with what is typed and end with the move under way, those with
    its very letters first: by words, squares and numbers."""
    rest, done, now = squeezed(typed), "", position
    whole = next((moves for moves in means(position, seats, typed, more) if rest), None)
    if whole is not None:
        return [typed]
    for cut in range(len(rest) - 1, 0, -1):
        before = means(position, seats, rest[:cut], more)
        if len(before) == 1:
            for move in before[0]:
                now = now.play(move)
            if now.to_move == position.to_move:
                done, rest = rest[:cut] + " ", rest[cut:]
                break
            now = position
    ways = [spellings(now, move, more) for move in now.legal_moves() if move.seat in seats]
    shared = Counter(one for texts in ways for one in set(map(squeezed, texts)))
    found: list[str] = []
    for texts in ways:
        fit = [one for one in texts if squeezed(one).startswith(rest)]
        clear = [one for one in fit if shared[squeezed(one)] == 1]
        found += [done + one for one in (clear or fit)[:1]]
    return sorted(dict.fromkeys(found), key=lambda text: (not text.startswith(typed), _natural(text)))


def _natural(text: str) -> list[tuple[bool, int, str]]:
    """By what a text is sorted: 9 goes before 10, and numbers before letters."""
    parts = re.findall(r"\d+|\D+", text.casefold())
    return [(not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts]


def common(texts: Sequence[str]) -> str:
    """What all texts begin with."""
    first, last = min(texts), max(texts)
    alike = next((at for at, letter in enumerate(first) if last[at : at + 1] != letter), len(first))
    return first[:alike]


def openings(texts: Sequence[str], typed: str) -> list[str]:
    """The texts up to the first word, square or number that goes on from what is typed, each once."""
    return list(dict.fromkeys(_opening(text, typed) for text in texts))


def _opening(text: str, typed: str) -> str:
    at = len(typed) if text.casefold().startswith(typed.casefold()) else 0
    return text[: at + len(_WORD.match(text[at:])[0])]  # type: ignore[index]


def gesture_of(typed: str) -> Gesture | None:
    """The gesture that the squares in a text say, to ask the rules why it is no move."""
    squares = _SQUARES.findall(typed.casefold())
    return Gesture(frozenset(squares[:1]), squares[1] if len(squares) > 1 else None) if squares else None
