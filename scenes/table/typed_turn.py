"""The parser of typed turns: which legal moves a text means, and how it can be completed. No pygame."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeAlias
from unicodedata import normalize

from rules.common.squares import INDEX
from rules.contract import NATURE, Gesture, Move, Position, Seat

Speller: TypeAlias = Callable[[Position, Move], Sequence[str]]
"""The type of functions that return the ways to type a move other than by its squares, the usual one first."""
_IGNORED: Final = re.compile(r"[\W_]+|(?<=[1-8])x(?=[a-h][1-8])")  # punctuation, and an x between squares
_WORD: Final = re.compile(r"\W*(?:[a-h][1-8]|\w*)")  # a square or a word, and the punctuation before it
_SQUARES: Final = re.compile(r"[a-h][1-8]")


def normalize_text(text: str) -> str:
    """Return a text without punctuation, spaces, accents and capitals, for lenient comparisons."""
    plain = normalize("NFD", text.replace("0-0", "O-O")).encode("ascii", "ignore").decode()
    return _IGNORED.sub("", plain).casefold()


def spellings(position: Position, move: Move, spell_move: Speller) -> list[str]:
    """Return the spellings of a move, the fullest first."""
    text, gesture = str(move), position.gesture(move)
    found = list(spell_move(position, move))
    if not found or text[0].isalnum():  # a text such as "-8H" would be mistaken for the card alone
        found.append(text)
    if gesture.drop in INDEX and len(gesture.pick) == 1:
        promotion = text[-1] if text[-1].isalpha() else ""
        found.append(f"{min(gesture.pick)}{gesture.drop}{promotion}")
    if gesture.drop in INDEX and not position.turn_started:
        found.append(gesture.drop or "")
    return found


def write_for_typing(position: Position, moves: Iterable[Move], spell_move: Speller) -> str:
    """Return the text to type for the first moves of one seat, up to another seat's or chance's move."""
    texts: list[str] = []
    seat: Seat | None = None
    for move in moves:
        if seat not in (None, move.seat) or (position.to_move == NATURE != move.seat and texts):
            break
        texts.append(_write_unambiguously(position, move, spell_move))
        seat, position = move.seat, position.play(move)
    return " ".join(texts)


def _write_unambiguously(position: Position, move: Move, spell_move: Speller) -> str:
    """Return the first spelling of a move that no other legal move of its seat has, or else its first one."""
    others = [other for other in position.legal_moves() if other.seat == move.seat and other != move]
    taken = {normalize_text(text) for other in others for text in spellings(position, other, spell_move)}
    texts = spellings(position, move, spell_move)
    return next((text for text in texts if normalize_text(text) not in taken), texts[0])


def _list_move_sequences(
    position: Position, seats: Iterable[int], typed: str, spell_move: Speller
) -> Iterator[tuple[Move, ...]]:
    """Yield the sequences of moves, each of one of `seats`, that a typed text may mean."""
    rest = normalize_text(typed)
    for move in position.legal_moves():
        if move.seat not in seats:
            continue
        for spelling in dict.fromkeys(map(normalize_text, spellings(position, move, spell_move))):
            if not spelling or not rest.startswith(spelling):
                continue
            remaining, after = rest[len(spelling) :], position.play(move)
            if not remaining:
                yield (move,)
            elif after.to_move == position.to_move and after.outcome() is None:
                yield from ((move, *moves) for moves in _list_move_sequences(after, seats, remaining, spell_move))
                if spelling[-2:] in INDEX:  # the next jump may be typed without its start
                    with_start = spelling[-2:] + remaining
                    yield from (
                        (move, *moves) for moves in _list_move_sequences(after, seats, with_start, spell_move)
                    )


def list_readings(
    position: Position, seats: Iterable[int], typed: str, spell_move: Speller
) -> list[tuple[Move, ...]]:
    """Return the sequences of moves that a text means: those with exactly this text, else the shortest ones."""
    exact_moves = [move for move in position.legal_moves() if move.seat in seats and str(move) == typed.strip()]
    if exact_moves:
        return [(move,) for move in exact_moves]
    found = list(dict.fromkeys(_list_move_sequences(position, seats, typed, spell_move)))
    exact = [moves for moves in found if "".join(map(str, moves)) == "".join(typed.split())]
    fewest = min(map(len, found), default=0)
    return exact or [moves for moves in found if len(moves) == fewest]


def list_completions(position: Position, seats: Iterable[int], typed: str, spell_move: Speller) -> list[str]:
    """Return the completions of a typed text up to the end of the current move, in natural order.

    Those that begin with `typed` come first.
    """
    rest, whole_moves, next_position = normalize_text(typed), "", position
    if rest and list_readings(position, seats, typed, spell_move):
        return [typed]
    for length in range(len(rest) - 1, 0, -1):  # a beginning that means whole moves and leaves the turn unfinished
        readings = list_readings(position, seats, rest[:length], spell_move)
        if len(readings) == 1:
            for move in readings[0]:
                next_position = next_position.play(move)
            if next_position.to_move == position.to_move:
                whole_moves, rest = rest[:length] + " ", rest[length:]
                break
            next_position = position
    moves = [move for move in next_position.legal_moves() if move.seat in seats]
    all_texts = [spellings(next_position, move, spell_move) for move in moves]
    move_counts = Counter(text for texts in all_texts for text in set(map(normalize_text, texts)))
    found: list[str] = []
    for texts in all_texts:
        fitting = [text for text in texts if normalize_text(text).startswith(rest)]
        unambiguous = [text for text in fitting if move_counts[normalize_text(text)] == 1]
        found += [whole_moves + text for text in (unambiguous or fitting)[:1]]
    return sorted(dict.fromkeys(found), key=lambda text: (not text.startswith(typed), _natural_sort_key(text)))


def _natural_sort_key(text: str) -> list[tuple[bool, int, str]]:
    """Return a sort key by which 9 comes before 10, and numbers before letters."""
    parts = re.findall(r"\d+|\D+", text.casefold())
    return [(not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts]


def common_start(texts: Sequence[str]) -> str:
    first, last = min(texts), max(texts)
    length = next((n for n, letter in enumerate(first) if last[n : n + 1] != letter), len(first))
    return first[:length]


def list_next_words(texts: Sequence[str], typed: str) -> list[str]:
    """Return the distinct beginnings of texts up to the first word, square or number after what is typed."""
    return list(dict.fromkeys(_cut_after_next_word(text, typed) for text in texts))


def _cut_after_next_word(text: str, typed: str) -> str:
    start = len(typed) if text.casefold().startswith(typed.casefold()) else 0
    return text[: start + len(_WORD.match(text[start:])[0])]  # type: ignore[index]


def gesture_of(typed: str) -> Gesture | None:
    """Return the gesture of the first two squares in a text; None if the text has none."""
    squares = _SQUARES.findall(typed.casefold())
    return Gesture(frozenset(squares[:1]), squares[1] if len(squares) > 1 else None) if squares else None
