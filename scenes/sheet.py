"""What the paper beside the table says about a match at the moment."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rules.contract import AnyGame, AnyPosition
from rules.match import Match, Span
from scenes import telling
from scenes.course import Course
from scenes.lang import Words
from scenes.sidebar import Plate
from scenes.sitting import Sitting


@dataclass(frozen=True, slots=True)
class Said:
    """What is going on, and what to be aware of; `warning`: it is pressing."""

    status: str
    note: str = ""
    warning: bool = False


def plates(words: Words, sitting: Sitting, now: float) -> list[Plate]:
    """The players' strips, by seat."""
    match = sitting.match
    over = match.outcome() is not None
    shown = []
    for seat in range(match.seats):
        side = telling.seat_word(words, sitting, seat)
        name = sitting.players[seat].name or side
        seconds = match.clock.left(seat, now) if match.clock.control.minutes else None
        shown.append(Plate(name, "" if name == side else side, seconds, not over and match.position.to_move == seat))
    return shown


def said(
    words: Words,
    sitting: Sitting,
    course: Course,
    computer: bool,
    note: str | None,
    *,
    put: bool = False,
    aided: bool = True,
) -> Said:
    """What to read first. `computer`: the match waits for the computer; `note`: something that must be said.

    `put`: something is to be put somewhere before the turn is over; `aided`: remarks that are an aid are wanted.
    """
    match = sitting.match
    outcome = match.outcome()
    if not course.live and (outcome is None or not course.at_end):
        turn = course.turn()
        return Said(words("table.shows_start") if turn is None else words("table.shows", turn=written(sitting, turn)))
    if outcome is not None:
        score = telling.score(words, sitting) if sitting.series.played > 1 else ""
        return Said(
            telling.headline(words, sitting, outcome), f"{telling.reason(words, sitting, outcome)} {score}".strip()
        )
    name = telling.name_of(words, sitting, match.position.to_move)
    if computer:
        return Said(words("table.their_turn" if note else "table.thinks", name=name), note or "", bool(note))
    alone = len(sitting.persons) == 1
    status = words("table.your_turn") if alone else words("table.you_think", name=name)
    key, position = match.game.key, match.position
    aids = [telling.remark(words, key, one) for one in position.remarks() if one.aid and aided]
    if put:
        return Said(words(f"remark.{key}.put"), note or " ".join(aids or [words(f"remark.{key}.go-on")]), bool(aids))
    if note:
        return Said(status, note)
    if not position.turn_started:
        return Said(status, words(f"remark.{key}.go-on"), warning=True)
    forced = len(position.forced())
    notes = [words(f"remark.{key}.forced", n=forced)] if forced else []
    notes += aids + [telling.remark(words, key, one) for one in position.remarks() if not one.aid]
    if not match.plies and not notes:
        return Said(status, words("table.first_help"))
    return Said(status, " ".join(notes), bool(forced or aids))


def written(sitting: Sitting, turn: int) -> str:
    """A turn with its number in the list: "11. d6-c5", or "11… d1-c2" for a seat that is not the first."""
    match = sitting.match
    row, seat = divmod(turn + offset(sitting), match.seats)
    return f"{row + 1}{'…' if seat else '.'} {_turn(match, match.turns()[turn])}"


def turns(sitting: Sitting, unfinished: bool = False) -> list[str]:
    """The turns as people write them, with a gap where the first seat didn't begin.

    `unfinished`: it shall be seen that the last turn still lacks something.
    """
    match = sitting.match
    spans = match.turns()
    gap = ["…"] * offset(sitting) if spans else []
    written = [_turn(match, span) for span in spans]
    if unfinished and written:
        written[-1] = f"{written[-1]} …"
    return gap + written


def _turn(match: Match, span: Span) -> str:
    """A turn as people write it."""
    before: Any = match.positions[span.first]
    return _notation(match.game, before, tuple(ply.move for ply in match.plies[span.first : span.last]))


@lru_cache(maxsize=2000)
def _notation(game: AnyGame, position: AnyPosition, moves: tuple[Any, ...]) -> str:
    """A turn in short. Kept, because on a crowded board it may take a while to see what is clear."""
    return game.notate(position, moves)


def offset(sitting: Sitting) -> int:
    """How many cells are empty before the first turn."""
    return sitting.match.start.to_move
