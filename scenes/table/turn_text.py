"""Turns as texts: in words, in the notation of the screen, and in the list of turns beside the board."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rules.contract import NATURE, Move, Position, Remark
from rules.match import Match, Span
from scenes.app.game_card import card_of
from scenes.app.words import Words
from scenes.table.game_phrases import phrases_of
from scenes.table.match_text import capitalize, name_looks, you_or_name
from scenes.table.session import Session

if TYPE_CHECKING:
    from rules.game import Game

_MAX_NOTATIONS: Final = 50_000
_NOTATIONS: Final[dict[tuple[str, str, Position, tuple[Move, ...]], str]] = {}
"""A cache of notations by (language, game, position, moves), as writing one may take a while on a full board."""
_LAST_LIST: Final[list[tuple[list[Span], tuple[str, bool], list[str]]]] = []
"""The last list of turns, if any: (spans, (language, whether the match is over), notations)."""


# --- in words


def describe_actions(words: Words, match: Match, span: Span) -> str:
    """Return what was done in a turn, in words; empty if its notation suffices."""
    return describe_moves(words, match.game.key, match.positions[span.first], match.moves(span))


def describe_moves(words: Words, key: str, position: Position, moves: Sequence[Move]) -> str:
    """Return what successive moves from `position` on do, in words; empty if their notation suffices."""
    remarks: list[Remark] = []
    for move in moves:
        remarks += phrases_of(key).remarks.describe_move(position, move)
        position = position.play(move)
    return " ".join(filter(None, (_describe_action(words, key, remark) for remark in remarks)))


def plain_turn_text(words: Words, key: str, position: Position, moves: Sequence[Move]) -> str:
    """Return moves in words where the notation has letters for pieces, which beginners can't read; else empty."""
    return describe_moves(words, key, position, moves) if words.words_below(f"written.{key}") else ""


def _describe_action(words: Words, key: str, remark: Remark) -> str:
    """Return one action of a turn in words; empty if the game has no words for it."""
    name = f"turn.{key}.{remark.code}"
    if not words.has(name):
        return ""
    keys = {fact: f"called.{key}.{look}" for fact, look in remark.facts.items()}
    with_articles = {fact: words(key) for fact, key in keys.items() if words.has(key)}
    return capitalize(words(name, **name_looks(words, key, remark) | with_articles))


def explain_turn(words: Words, session: Session, span: Span) -> str:
    """Return a turn in words, as the explanation of its notation."""
    phrases = phrases_of(session.match.game.key)
    explain = phrases.explain_turn or phrases.describe_turn
    if explain is not None:
        return explain(words, session, span) if span.seat != NATURE or phrases.explain_turn is not None else ""
    return describe_actions(words, session.match, span)


def describe_turn(words: Words, session: Session, turn: int) -> str:
    """Return turn number `turn`, counted from 0, in a sentence with the player's name."""
    match = session.match
    span, phrases = match.turns()[turn], phrases_of(match.game.key)
    text = explain_turn(words, session, span)
    has_own_texts = phrases.explain_turn is not None or phrases.describe_turn is not None
    if text and has_own_texts:
        return text
    if span.seat == NATURE:
        dealt = f"line.{match.game.key}.dealt"
        return words(dealt) if words.has(dealt) else _notate_span(words, session, span)
    name = you_or_name(words, session, span.seat)
    text = words("line.begun") if has_own_texts else text
    return words("line.turn", name=name, turn=text or _notate_span(words, session, span))


# --- in the notation of the screen, which may differ from the one in files, the clipboard and the console


def notate_turn(words: Words, game: Game, position: Position, moves: Sequence[Move]) -> str:
    """Return the moves of a turn in the notation of the screen, with all squares of a series of jumps."""
    text = game.text
    return render_notation(words, game.play.key, (text.notate_in_full or text.notate)(position, moves))


def render_notation(words: Words, key: str, notation: str) -> str:
    """Return the notation of a turn in a record as it is written on the screen."""
    notation, letters = phrases_of(key).turns.write_turn(notation), words.words_below(f"written.{key}")
    return re.sub("|".join(map(re.escape, letters)), lambda hit: letters[hit[0]], notation) if letters else notation


def list_spellings(words: Words, game: Game, position: Position, move: Move) -> Sequence[str]:
    """Return the ways to type a move other than by its squares: in the game's words, or in notation."""
    key, text, gesture = game.play.key, str(move), position.gesture(move)
    spell_move, notes = phrases_of(key).spell_move, [text]
    if spell_move is not None:
        return spell_move(words, move)
    if text[0].isupper():  # the letter of the piece may be left out, or the start be added
        notes += [text[1:], f"{text[0]}{min(gesture.pick)}-{gesture.drop}"] if gesture.drop else [text[1:]]
    if position.turn_started:
        notes.append(game.text.notate(position, [move]))
    return [*notes, *(render_notation(words, key, notation) for notation in notes)]


# --- the list of turns


def empty_cell_count(session: Session) -> int:
    """Return the number of empty cells before the first turn in the list of turns."""
    key = session.match.game.key
    is_paired_by_start = phrases_of(key).turns.is_paired_by_start
    return 0 if is_paired_by_start or card_of(key).columns == 1 else session.match.start.to_move


def number_turn(words: Words, session: Session, turn: int) -> str:
    """Return a turn with its number in the list: "11. d6-c5", or "11… d1-c2" for a later seat."""
    match = session.match
    row, seat = divmod(turn + empty_cell_count(session), card_of(match.game.key).columns)
    return f"{row + 1}{'…' if seat else '.'} {_notate_span(words, session, match.turns()[turn])}"


def list_turns(words: Words, session: Session, is_unfinished: bool = False) -> list[str]:
    """Return the texts of the list of turns. `is_unfinished`: a token must still be placed in the last turn."""
    match = session.match
    spans = match.turns()
    empty_cells = ["…"] * empty_cell_count(session) if spans else []
    state = words.language, match.outcome() is not None
    if not _LAST_LIST or _LAST_LIST[0][0] is not spans or _LAST_LIST[0][1] != state:
        _LAST_LIST[:] = [(spans, state, [_notate_span(words, session, span) for span in spans])]
    cells = empty_cells + _LAST_LIST[0][2]
    if is_unfinished and spans:
        cells[-1] = f"{cells[-1]} …"
    return cells


def _notate_span(words: Words, session: Session, span: Span) -> str:
    """Return a turn of the match in the notation of the screen, from the cache if possible."""
    match = session.match
    before, moves = match.positions[span.first], tuple(match.moves(span))
    text = session.game.text
    if text.notate_unfinished is not None and span.last == len(match.plies) and match.outcome() is None:
        return render_notation(words, match.game.key, text.notation(match, span))
    key = (words.language, match.game.key, before, moves)
    notation = _NOTATIONS.get(key)
    if notation is None:
        if len(_NOTATIONS) >= _MAX_NOTATIONS:
            _NOTATIONS.clear()
        notation = _NOTATIONS[key] = notate_turn(words, session.game, before, moves)
    return notation


def turn_of_cell(session: Session, cell: int) -> int | None:
    """Return the number of the turn in a cell of the list; None for the empty cells before the first turn."""
    number = cell - empty_cell_count(session)
    return number if number >= 0 else None


def span_of_cell(session: Session, cell: int) -> Span | None:
    """Return the turn in a cell of the list; None for the empty cells before the first turn."""
    number = turn_of_cell(session, cell)
    return None if number is None else session.match.turns()[number]


def explain_cell(words: Words, session: Session, cell: int) -> str:
    """Return the turn in a cell of the list in words; empty in a cell without a turn."""
    span = span_of_cell(session, cell)
    return "" if span is None else explain_turn(words, session, span)


def describe_cell(words: Words, session: Session, cell: int) -> str:
    """Return the turn in a cell of the list in a sentence with its player; empty in a cell without a turn."""
    number = turn_of_cell(session, cell)
    return "" if number is None else describe_turn(words, session, number)


def list_cell_sprites(words: Words, session: Session, cell: int) -> dict[str, str]:
    match, span = session.match, span_of_cell(session, cell)
    if span is None:
        return {}
    key, last = match.game.key, span.last - 1
    letters = words.words_below(f"written.{key}")
    sprites = phrases_of(key).turns.letter_sprites(match.positions[last], match.plies[last].move)
    return {letters[letter]: sprite for letter, sprite in sprites.items()}


def list_seen_turns(words: Words, session: Session, listed: list[str], plies: int) -> list[str]:
    """Return the cells of the turns that end within the first `plies` plies, which have been animated.

    `listed` are all cells. In games that list a turn while it is under way, add the part of the next turn that has
    been animated.
    """
    match, notate_unfinished = session.match, session.game.text.notate_unfinished
    # The slice has the last n turns for n plies not animated yet, which are enough; if n is 0, all turns.
    pending = [span for span in match.turns()[plies - len(match.plies) :] if span.last > plies]
    found = listed[: len(listed) - len(pending)]
    if pending and notate_unfinished is not None and pending[0].first < plies:
        span = pending[0]
        notation = notate_unfinished(match.positions[span.first], match.moves(span)[: plies - span.first])
        return [*found, render_notation(words, match.game.key, notation)]
    return found if len(found) > empty_cell_count(session) else []
