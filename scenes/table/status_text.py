"""What the paper beside the table says about a match at the moment."""

from __future__ import annotations

from typing import Any, Final
from weakref import WeakKeyDictionary

import rules
from rules import abilities
from rules.contract import Position, Seat
from rules.match import Match, Span
from scenes.app.words import Words
from scenes.table import match_text
from scenes.table.notation_display import rendered, view_of
from scenes.table.ply_cursor import PlyCursor
from scenes.table.session import Session
from scenes.table.state import PlayerStrip, Said

_NOTED: Final[WeakKeyDictionary[Match, dict[tuple[str, Position, tuple[Any, ...]], str]]] = WeakKeyDictionary()
"""Turns in short by language, position and moves, for as long as there is the match: where much lies on the board it
may take a while to see what is clear."""
_LISTED: Final[WeakKeyDictionary[Match, tuple[list[Span], tuple[str, bool], list[str]]]] = WeakKeyDictionary()
"""All turns of a match in short, with its list of turns, the language and whether it is over: they may be many."""


def plates(words: Words, sitting: Session, now: float, shown: Position | None = None) -> list[PlayerStrip]:
    """The players' strips, by seat; what there is to be counted is that of the position `shown` on the board."""
    match = sitting.match
    over = match.outcome() is not None
    strips = []
    for seat in range(match.seats):
        side = match_text.seat_word(words, sitting, seat)
        name = sitting.players[seat].name or side
        seconds = match.clock.left(seat, now) if match.clock.control.minutes else None
        detail = [
            "" if name == side else side,
            _points(words, match.position, seat),
            _tally(words, match, shown, seat),
        ]
        running = not over and match.position.to_move == seat
        strips.append(PlayerStrip(name, " · ".join(filter(None, detail)), seconds, running))
    return strips


def _tally(words: Words, match: Match, shown: Position | None, seat: Seat) -> str:
    """How many a seat has of what decides the game, where they are to be counted."""
    key = match.game.key
    count = view_of(key).tally(shown or match.position, seat)
    return "" if count is None else words(f"games.{key}.tally", n=count)


def _points(words: Words, position: Position, seat: Seat) -> str:
    """The points of a seat, where there are any to be won more than one."""
    points, goal = abilities.score(position) or ((), 1)
    if goal == 1:
        return ""
    return words("table.points", n=points[seat], goal=goal)


def said(
    words: Words,
    sitting: Session,
    course: PlyCursor,
    computer: bool,
    note: str | None,
    *,
    put: bool = False,
    choosing: bool = False,
    aided: bool = True,
) -> Said:
    """What to read first. `computer`: the match waits for the computer; `note`: something that must be said.

    `put`: something is to be put somewhere before the turn is over; `choosing`: it is asked what a piece shall
    become; `aided`: remarks that are an aid are wanted.
    """
    match = sitting.match
    outcome = match.outcome()
    if not course.live and (outcome is None or not course.at_end):
        turn = course.turn()
        return Said(
            words("table.shows_start") if turn is None else words("table.shows", turn=written(words, sitting, turn))
        )
    if outcome is not None:
        score = match_text.score(words, sitting) if sitting.series.played > 1 else ""
        return Said(
            match_text.headline(words, sitting, outcome),
            f"{match_text.reason(words, sitting, outcome)} {score}".strip(),
        )
    name = match_text.name_of(words, sitting, match.position.to_move)
    if computer:
        mail = sitting.players[match.position.to_move].kind == "mail"
        thinks = "table.waits" if mail else "table.thinks"
        told = note or match_text.standstill(words, sitting) or match_text.coin(words, sitting)
        return Said(words("table.their_turn" if note else thinks, name=name), told, bool(note))
    return _for_a_person(words, sitting, note, put, choosing, aided)


def _for_a_person(words: Words, sitting: Session, note: str | None, put: bool, choosing: bool, aided: bool) -> Said:
    """What to read first by whoever is to move here."""
    match = sitting.match
    key, position = match.game.key, match.position
    if choosing:
        return Said(words(f"remark.{key}.choose"), words(f"remark.{key}.choose-how"))
    aids = [match_text.remark(words, key, one) for one in abilities.remarks(position) if one.aid and aided]
    if put:
        return Said(words(f"remark.{key}.put"), note or " ".join(aids or [words(f"remark.{key}.go-on")]), bool(aids))
    alone = len(sitting.persons) == 1
    name = match_text.name_of(words, sitting, position.to_move)
    status = words("table.your_turn") if alone else words("table.you_think", name=name)
    if note:
        return Said(status, note)
    if not position.turn_started:
        return Said(status, words(f"remark.{key}.go-on"), warning=True)
    forced = len(abilities.forced(position))
    stood, coin = match_text.standstill(words, sitting), match_text.coin(words, sitting)
    notes = [stood] if stood else []
    notes += [words(f"remark.{key}.forced", n=forced)] if forced else []
    notes += aids + [match_text.remark(words, key, one) for one in abilities.remarks(position) if not one.aid]
    if not notes and not any(span.seat == position.to_move for span in match.turns()):
        return Said(status, f"{coin} {first_help(words, match)}".strip())
    moved = match.plies and not match_text.stood_still(words, sitting, len(match.plies) - 1)
    if moved and notes in ([], [stood]):
        notes.append(match_text.turn(words, match, view_of(key), match.turns()[-1]))
    return Said(status, " ".join(notes).strip(), bool(forced or aids or stood))


def first_help(words: Words, match: Match) -> str:
    """What a newcomer should know in the first turn; first what is peculiar to the game, as it usually begins."""
    aim, own = (f"games.{match.game.key}.{name}" for name in ("aim", "first_help"))
    told = [aim] if words.has(aim) else []
    told += [own] if words.has(own) and not match.plies and not match.set_up else []
    return " ".join(words(key) for key in (*told, "table.first_help"))


def written(words: Words, sitting: Session, turn: int) -> str:
    """A turn with its number in the list: "11. d6-c5", or "11… d1-c2" for a seat that is not the first."""
    match = sitting.match
    row, seat = divmod(turn + offset(sitting), view_of(match.game.key).columns)
    return f"{row + 1}{'…' if seat else '.'} {_turn(words, match, match.turns()[turn])}"


def turns(words: Words, sitting: Session, unfinished: bool = False) -> list[str]:
    """The turns as people write them, with a gap where the first seat didn't begin.

    `unfinished`: it shall be seen that the last turn still lacks something.
    """
    match = sitting.match
    spans = match.turns()
    gap = ["…"] * offset(sitting) if spans else []
    now = words.language, match.outcome() is not None
    listed = _LISTED.get(match)
    if listed is None or listed[0] is not spans or listed[1] != now:
        listed = spans, now, [_turn(words, match, span) for span in spans]
        _LISTED[match] = listed
    written = gap + listed[2]
    if unfinished and spans:
        written[-1] = f"{written[-1]} …"
    return written


def _turn(words: Words, match: Match, span: Span) -> str:
    """A turn as people write it."""
    before, moves = match.positions[span.first], tuple(match.moves(span))
    text = rules.get(match.game.key).text
    if text.notate_unfinished is not None and span.last == len(match.plies) and match.outcome() is None:
        return rendered(words, match.game.key, text.notation(match, span))
    noted = _NOTED.setdefault(match, {})
    note = noted.get((words.language, before, moves))
    if note is None:
        note = rendered(words, match.game.key, text.notate(before, moves))
        noted[words.language, before, moves] = note
    return note


def offset(sitting: Session) -> int:
    """How many cells are empty before the first turn: none where turns stand one below the other."""
    view = view_of(sitting.match.game.key)
    return sitting.match.start.to_move if view.columns > 1 and not view.paired_by_start else 0
