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
from scenes.table.match_text import address_of, capitalize, name_looks
from scenes.table.session import Session

if TYPE_CHECKING:
    from rules.game import Game

_MAX_NOTATIONS: Final = 50_000
_NOTATIONS: Final[dict[tuple[str, str, Position, tuple[Move, ...]], str]] = {}
"""A cache of notations of turns by language, game, position and moves: on a full board one may take a while."""
_LAST_LIST: Final[list[tuple[list[Span], tuple[str, bool], list[str]]]] = []
"""The last listing: the spans of the match, (language, whether it is over), and the notations, which may be many."""


# --- in words


def describe_actions(words: Words, match: Match, span: Span) -> str:
    """Return the actions of a turn in words; empty if its notation suffices."""
    return describe_moves(words, match.game.key, match.positions[span.first], match.moves(span))


def describe_moves(words: Words, key: str, position: Position, moves: Sequence[Move]) -> str:
    """Return the actions of successive moves from `position` on, in words; empty if their notation suffices."""
    told: list[Remark] = []
    for move in moves:
        told += phrases_of(key).remarks.describe_move(position, move)
        position = position.play(move)
    return " ".join(filter(None, (_describe_action(words, key, one) for one in told)))


def plain_turn_text(words: Words, key: str, position: Position, moves: Sequence[Move]) -> str:
    """Return `in_words` for games with piece letters in their notation, which beginners can't read; else empty."""
    return describe_moves(words, key, position, moves) if words.words_below(f"written.{key}") else ""


def _describe_action(words: Words, key: str, said: Remark) -> str:
    """Return one action of a turn in words; empty where the game has none for it."""
    name = f"turn.{key}.{said.code}"
    if not words.has(name):
        return ""
    called = {fact: f"called.{key}.{look}" for fact, look in said.facts.items()}
    articled = {fact: words(one) for fact, one in called.items() if words.has(one)}
    return capitalize(words(name, **name_looks(words, key, said) | articled))


def explain_turn(words: Words, session: Session, span: Span) -> str:
    """Return an explanation of a turn's notation."""
    phrases = phrases_of(session.match.game.key)
    tell = phrases.explain_turn or phrases.describe_turn
    if tell is not None:
        return tell(words, session, span) if span.seat != NATURE or phrases.explain_turn is not None else ""
    return describe_actions(words, session.match, span)


def describe_turn(words: Words, session: Session, turn: int) -> str:
    """Return a turn in a sentence with the player's name."""
    match = session.match
    span, phrases = match.turns()[turn], phrases_of(match.game.key)
    told = explain_turn(words, session, span)
    signs = phrases.explain_turn is not None or phrases.describe_turn is not None
    if told and signs:
        return told
    if span.seat == NATURE:
        dealt = f"line.{match.game.key}.dealt"
        return words(dealt) if words.has(dealt) else _notate_span(words, session, span)
    name = address_of(words, session, span.seat)
    told = words("line.begun") if signs else told
    return words("line.turn", name=name, turn=told or _notate_span(words, session, span))


# --- in the notation of the screen; files, the clipboard and the console use the game's own notation


def notate_turn(words: Words, session: Session, position: Position, moves: Sequence[Move]) -> str:
    """Return the moves of a turn in the notation of the screen, with all squares passed."""
    text = session.game.text
    return render_notation(words, session.match.game.key, (text.notate_in_full or text.notate)(position, moves))


def render_notation(words: Words, key: str, note: str) -> str:
    """Return the screen notation of a turn from its record notation."""
    note, signs = phrases_of(key).turns.write_turn(note), words.words_below(f"written.{key}")
    return re.sub("|".join(map(re.escape, signs)), lambda sign: signs[sign[0]], note) if signs else note


def list_spellings(words: Words, game: Game, position: Position, move: Move) -> Sequence[str]:
    """Return the ways to type a move other than by its squares: the game's words, or the list's notation."""
    key, text, gesture = game.play.key, str(move), position.gesture(move)
    spell, notes = phrases_of(key).spell_move, [text]
    if spell is not None:
        return spell(words, move)
    if text[0].isupper():
        notes += [text[1:], f"{text[0]}{min(gesture.pick)}-{gesture.drop}"] if gesture.drop else [text[1:]]
    if position.turn_started:
        notes.append(game.text.notate(position, [move]))
    return [*notes, *(render_notation(words, key, note) for note in notes)]


def notation_sprites(words: Words, match: Match, span: Span) -> dict[str, str]:
    """Return words of a written turn -> the sprites that the list of turns shows for them."""
    key, last = match.game.key, span.last - 1
    signs = words.words_below(f"written.{key}")
    looks = phrases_of(key).turns.letter_sprites(match.positions[last], match.plies[last].move)
    return {signs[letter]: look for letter, look in looks.items()}


# --- the list of turns


def empty_cell_count(session: Session) -> int:
    """Return the number of empty cells before the first turn in the move list: 0 with a single column."""
    key = session.match.game.key
    is_paired_by_start = phrases_of(key).turns.is_paired_by_start
    return 0 if is_paired_by_start or card_of(key).columns == 1 else session.match.start.to_move


def number_turn(words: Words, session: Session, turn: int) -> str:
    """Return a turn with its number in the list: "11. d6-c5", or "11… d1-c2" for a later seat."""
    match = session.match
    row, seat = divmod(turn + empty_cell_count(session), card_of(match.game.key).columns)
    return f"{row + 1}{'…' if seat else '.'} {_notate_span(words, session, match.turns()[turn])}"


def list_turns(words: Words, session: Session, unfinished: bool = False) -> list[str]:
    """Return the cells of the list of turns. `unfinished`: a token of the last is still to be put."""
    match = session.match
    spans = match.turns()
    gap = ["…"] * empty_cell_count(session) if spans else []
    now = words.language, match.outcome() is not None
    if not _LAST_LIST or _LAST_LIST[0][0] is not spans or _LAST_LIST[0][1] != now:
        _LAST_LIST[:] = [(spans, now, [_notate_span(words, session, span) for span in spans])]
    written = gap + _LAST_LIST[0][2]
    if unfinished and spans:
        written[-1] = f"{written[-1]} …"
    return written


def _notate_span(words: Words, session: Session, span: Span) -> str:
    match = session.match
    before, moves = match.positions[span.first], tuple(match.moves(span))
    text = session.game.text
    if text.notate_unfinished is not None and span.last == len(match.plies) and match.outcome() is None:
        return render_notation(words, match.game.key, text.notation(match, span))
    key = (words.language, match.game.key, before, moves)
    note = _NOTATIONS.get(key)
    if note is None:
        if len(_NOTATIONS) >= _MAX_NOTATIONS:
            _NOTATIONS.clear()
        note = _NOTATIONS[key] = notate_turn(words, session, before, moves)
    return note


def turn_of_cell(session: Session, cell: int) -> int | None:
    """Return the number of the turn in a cell of the list; None in those before the first."""
    number = cell - empty_cell_count(session)
    return number if number >= 0 else None


def span_of_cell(session: Session, cell: int) -> Span | None:
    """Return the turn in a cell of the list; None in those before the first."""
    number = turn_of_cell(session, cell)
    return None if number is None else session.match.turns()[number]


def explain_cell(words: Words, session: Session, cell: int) -> str:
    """Return what was done in the turn in a cell of the list, in words."""
    span = span_of_cell(session, cell)
    return "" if span is None else explain_turn(words, session, span)


def describe_cell(words: Words, session: Session, cell: int) -> str:
    """Return the turn in a cell of the list in a sentence."""
    number = turn_of_cell(session, cell)
    return "" if number is None else describe_turn(words, session, number)


def list_cell_sprites(words: Words, session: Session, cell: int) -> dict[str, str]:
    """Return the sprites that stand for words in a cell of the list of turns."""
    span = span_of_cell(session, cell)
    return {} if span is None else notation_sprites(words, session.match, span)


def list_seen_turns(words: Words, session: Session, listed: list[str], plies: int) -> list[str]:
    """Return the cells of the turns of which all plies have been seen.

    A turn that is written while it is under way is listed as far as it has been seen.
    """
    match, write = session.match, session.game.text.notate_unfinished
    late = [span for span in match.turns()[plies - len(match.plies) :] if span.last > plies]
    found = listed[: len(listed) - len(late)]
    if late and write is not None and late[0].first < plies:
        span = late[0]
        note = write(match.positions[span.first], match.moves(span)[: plies - span.first])
        return [*found, render_notation(words, match.game.key, note)]
    return found if len(found) > empty_cell_count(session) else []
