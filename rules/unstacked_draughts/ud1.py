"""Positions of Unstacked Draughts as text (UD1, section 10), both ways, and the one that a match begins with."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Final

from rules.common.quoting import quoted
from rules.errors import PositionError
from rules.unstacked_draughts.engine.board import OFF, problem, undone
from rules.unstacked_draughts.looks import DICE
from rules.unstacked_draughts.lying import FREE, Lying
from rules.unstacked_draughts.moves import LETTERS, SIDES, Use, other_than
from rules.unstacked_draughts.phase import Phase
from rules.unstacked_draughts.position import Options, Position

MOST_POINTS: Final = 15

_SCORE: Final = r"(0|[1-9][0-9]?)-(0|[1-9][0-9]?)/([1-9][0-9]?)"
_DIE: Final = r"([1-6])(-|[wb][v^])"
_COVERS: Final = r"c([1-9][0-9]?)"


def start(options: Options, seats: int = 2) -> Position:
    """The position that a match begins with."""
    if options.first == "priority":
        return Position(next=None, options=options, phase=Phase.PRIORITY)
    return Position(next=0 if options.first == "white" else 1, options=options)


def under(position: Position, options: Options) -> Position:
    """A position from a text under the options that the text doesn't carry. A lying roll is attentive play."""
    mode = position.options.mode if position.roll is not None else options.mode
    return replace(position, options=replace(options, mode=mode, goal=position.options.goal))


def read(text: str) -> Position:
    """A UD1 text as a position. Raises PositionError with a sentence that names the field."""
    head, bracket, roll = text.partition(" [")
    fields = head.split(" ")
    if not text:
        raise PositionError("The position is empty; a UD1 text has five fields.")
    if fields[0] != "UD1":
        raise PositionError(f"A position begins with UD1, not with {quoted(fields[0])}.")
    if len(fields) != 5 or "" in fields:
        found = sum(1 for word in fields if word)
        raise PositionError(f"A UD1 text has five fields with single spaces between them; here are {found}.")
    for number, (side, state) in enumerate(zip(SIDES, fields[1:3], strict=True), 2):
        wrong = problem(state)
        if wrong is not None:
            raise PositionError(f"Field {number} ({side}) {wrong}: {quoted(state)}.", "field", n=str(number))
    white, black, side, score = fields[1:]
    if side not in ("w", "b", "-"):
        raise PositionError(f"Field 4 (next to throw) must be w, b or -, not {quoted(side)}.", "field", n="4")
    position = _with_score(Position((white, black), None if side == "-" else LETTERS.index(side)), score)
    if position.next is None:
        return _before_priority(position, bool(bracket))
    return _with_roll(position, f"[{roll}") if bracket else position


def _with_score(position: Position, text: str) -> Position:
    """Field 5, and whether the game or the match is over by it."""
    found = re.fullmatch(_SCORE, text)
    if found is None:
        raise PositionError(f"Field 5 (score) must be like 0-0/3, not {quoted(text)}.", "field", n="5")
    white, black = int(found[1]), int(found[2])
    goal: Any = int(found[3])
    if goal > MOST_POINTS:
        problem = f"Field 5 (score): a match goes to {MOST_POINTS} points at most, not {goal}."
        raise PositionError(problem, "goal", most=str(MOST_POINTS))
    if white > goal or black > goal or white == black == goal:
        problem = f"Field 5 (score): {white}-{black} can't be in a match to {goal}."
        raise PositionError(problem, "score", white=str(white), black=str(black), goal=str(goal))
    if position.sides == (OFF, OFF):
        raise PositionError("Fields 2 and 3: both can't have borne off everything.", "both-off")
    scored = replace(position, points=(white, black), options=Options(goal=goal))
    winner = scored.winner
    for seat, points in enumerate(scored.points):
        if points == goal and seat != winner:
            problem = f"Field 5 (score): {SIDES[seat]} has all {goal} points but has not borne off all."
            raise PositionError(problem, "not-off", seat=str(seat), goal=str(goal))
    if winner is None:
        return scored
    if scored.points[winner] == 0:
        problem = f"Field 5 (score): {SIDES[winner]} has borne off all and must have a point."
        raise PositionError(problem, "no-point", seat=str(winner))
    return replace(scored, phase=Phase.OVER if scored.points[winner] == goal else Phase.WON)


def _before_priority(position: Position, lying: bool) -> Position:
    """Nobody is next to throw only before a game."""
    if position.sides != Position().sides or lying:
        problem = "Field 4 (next to throw) can be - only before a game, when who begins is thrown for."
        raise PositionError(problem, "before-a-game")
    return replace(position, phase=Phase.PRIORITY)


def _with_roll(position: Position, text: str) -> Position:
    """The lying roll at the end of a text, which is attentive play."""
    words = text.removeprefix("[").removesuffix("]").split(" ")
    if not text.endswith("]") or len(words) < 3 or "" in words:
        raise PositionError(f"The lying roll must be like [b 1bv 1-], not {quoted(text)}.", "field", n="6")
    thrower, *dice = words[:3]
    if thrower not in ("w", "b"):
        raise PositionError(f"The lying roll was thrown by w or b, not by {quoted(thrower)}.", "field", n="6")
    found = [re.fullmatch(_DIE, word) for word in dice]
    for word, die in zip(dice, found, strict=True):
        if die is None:
            raise PositionError(f"A lying die is like 4-, 4wv or 4b^, not {quoted(word)}.", "field", n="6")
    one, two = (die for die in found if die is not None)
    lying = Lying(LETTERS.index(thrower), (int(one[1]), int(two[1])), (one[2], two[2]))
    rest = words[3:]
    if rest and (covers := re.fullmatch(_COVERS, rest[0])):
        lying = replace(lying, covers=int(covers[1]))
        rest = rest[1:]
    if rest and rest[0] == "!":
        lying = replace(lying, locked=True)
        rest = rest[1:]
    if rest:
        raise PositionError(f"{quoted(rest[0])} has no meaning in a lying roll.", "field", n="6")
    options = replace(position.options, mode="attentive")
    return _checked(replace(position, options=options, phase=Phase.REST, roll=lying))


def _checked(position: Position) -> Position:
    """A position with a lying roll, if it can have come about."""
    roll = position.roll
    assert roll is not None
    if position.winner is not None:
        raise PositionError("No roll can lie when somebody has borne off all.", "roll-over", DICE)
    if position.next != (roll.thrower if roll.double else other_than(roll.thrower)):
        thrower = SIDES[roll.thrower]
        again = f"{thrower} throws again after a double" if roll.double else f"{thrower} doesn't throw twice"
        code = "roll-double" if roll.double else "roll-next"
        raise PositionError(f"Field 4 (next to throw): {again}.", code, DICE, seat=str(roll.thrower))
    if roll.covers and (not roll.double or position.own_uses()):
        problem = "The lying roll: only a throw after a double, played by its thrower, can be covered."
        raise PositionError(problem, "roll-covers", DICE)
    if roll.locked and not (roll.covers and position.claims()):
        problem = "The lying roll: ! stands after a cover, as long as there is something to claim."
        raise PositionError(problem, "roll-locked", DICE)
    if not _came_about(position, roll):
        problem = f"The lying roll: those uses can't have led to {' '.join(position.sides)}."
        raise PositionError(problem, "roll-uses", DICE)
    return position


def _came_about(position: Position, roll: Lying) -> bool:
    """Whether the uses marked at the dice can have been made: they are taken back and made again."""
    sides = list(position.sides)
    marked = [
        Use(LETTERS.index(mark[0]), die, mark[1])
        for die, mark in zip(roll.dice, roll.marks, strict=True)
        if mark != FREE
    ]
    for use in sorted(marked, key=lambda use: use.kind == "v"):
        before = undone(sides[use.seat], use.die, use.kind)
        if before is None:
            return False
        sides[use.seat] = before
    bare = replace(roll, marks=(FREE, FREE), covers=0, locked=False)
    now = replace(position, sides=(sides[0], sides[1]), roll=bare)
    for use in sorted(marked, key=lambda use: (use.seat != roll.thrower, use.kind == "^")):
        if use not in now.legal_moves():
            return False
        now = now.play(use)
    return now.sides == position.sides
