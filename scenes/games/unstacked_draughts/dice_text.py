"""What is said of a game with dice: who throws, what was thrown, where it went; and the old names, called out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules import abilities
from rules.contract import NATURE, Options, Position, Seat
from rules.match import Match
from rules.unstacked_draughts.options import Options as DiceOptions
from rules.unstacked_draughts.position import Position as DicePosition
from scenes.app.words import Words
from scenes.table import match_text
from scenes.table.session import Session
from scenes.table.state import Said

if TYPE_CHECKING:
    from scenes.games.unstacked_draughts.dice_controller import DiceController
    from scenes.table.controller import MatchController

_PRESSING = ("lost", "covered", "false-alarm")


@dataclass(frozen=True, slots=True)
class Rolled:
    """The last dice that stood: who threw them, their faces, and who used which since."""

    thrower: Seat
    faces: str
    uses: tuple[tuple[Seat, str], ...]
    """Seat and face of each die used."""

    @property
    def unused(self) -> str:
        """The faces that nobody has used."""
        left = list(self.faces)
        for _, face in self.uses:
            left.remove(face)
        return "".join(left)

    def written(self, faces: str) -> str:
        """Faces as they are announced."""
        return "-".join(faces)


def last_roll(match: Match) -> Rolled | None:
    """The last two dice that were thrown and stood; None before the first, and while others fly."""
    uses: list[tuple[Seat, str]] = []
    for number in range(len(match.plies) - 1, -1, -1):
        move = match.plies[number].move
        if move.seat != NATURE and str(move)[1:2].isdigit():
            uses.insert(0, (move.seat, str(move)[1]))
        elif move.seat == NATURE:
            thrown = match.plies[number - 1].move.seat
            return Rolled(thrown, str(move), tuple(uses)) if len(str(move)) == 2 and str(move).isdigit() else None
        elif str(move) == "throw":
            return None
    return None


def said(host: MatchController, dice: DiceController) -> Said | None:
    """What the sidebar says while a match with dice goes on; None where the usual words do."""
    if host.match.outcome() is not None or not host.cursor.live:
        return None
    words, position, note = host.words, host.match.position, host.note
    if dice.pending:
        name = match_text.name_of(words, host.session, dice.thrower)
        status = words("dice.tell", name=name) if dice.told_by_players else words("dice.rolling")
        return Said(status, words("dice.cover_how") if host.movers else note or "")
    if dice.opening_move() is not None:
        winner = next(seat for seat in range(host.match.seats) if seat != position.to_move)
        return Said(words("dice.won", name=match_text.name_of(words, host.session, winner)), words("dice.next_how"))
    pressing = any(one.code in _PRESSING for one in abilities.remarks(position))
    return Said(_status(host), note or _note(host, dice), pressing)


def _status(host: MatchController) -> str:
    """Whose turn it is, and to do what."""
    words, position, persons = host.words, host.match.position, host.session.persons
    seat = position.to_move
    moves = [str(move) for move in position.legal_moves(seat)]
    what = "dice"
    if any(move[1:2] == "-" for move in moves):
        what = "word"
    elif "throw" in moves:
        what = "throw" if seat_begins(position) else "priority"
    if host.automatic_move is not None or seat not in persons:
        who = "their"
    else:
        who = "your" if len(persons) == 1 else "name"
    name = match_text.name_of(words, host.session, seat)
    return words(f"dice.{who}_{what}", **({} if who == "your" else {"name": name}))


def seat_begins(position: Position) -> bool:
    """Whether it is certain who begins: no throw of one die comes that decides it."""
    throw = next((move for move in position.legal_moves() if str(move) == "throw"), None)
    if throw is None:
        return True
    after = position.play(throw)
    return max(len(str(move)) for move in after.legal_moves(NATURE) if str(move).isdigit()) > 1


def _note(host: MatchController, dice: DiceController) -> str:
    """What came of the last throw, and how to go on."""
    words, match = host.words, host.match
    told = [match_text.remark(words, match.game.key, remark) for remark in abilities.remarks(match.position)]
    rolled, failed = last_roll(match), _failed(match)
    if failed:
        told.insert(0, words(f"dice.{failed}"))
    if rolled is not None:
        told.insert(0, _told(host, rolled))
    elif not any(ply.move.seat == NATURE for ply in match.plies):
        problem = trouble(words, dice.options)
        told.append(problem or words("dice.how_own" if dice.told_by_players else "dice.how"))
    return " ".join(told)


def _failed(match: Match) -> str:
    """Why the last throw was none, or what came of a test; the key of the words, or nothing."""
    if not match.plies:
        return ""
    word = str(match.plies[-1].move)
    if word in ("off", "rim"):
        return f"failed_{word}"
    if word.endswith("-test"):
        return "test_stays" if any("die-" in target for target in match.position.table()) else "test_slid"
    settled = not any(str(move)[1:2] == "-" for move in match.position.legal_moves())
    return "again" if settled and word.endswith(("-no", "-waive")) else ""


def _told(host: MatchController, rolled: Rolled) -> str:
    """The last throw in words. Nothing that would help somebody who has to see it for himself."""
    words, position = host.words, host.match.position
    name = match_text.name_of(words, host.session, rolled.thrower)
    told = [_threw(words, position, name, rolled.written(rolled.faces))]
    if not abilities.shows_hints(position):
        return told[0]
    for seat, face in rolled.uses:
        if seat != rolled.thrower:
            told.append(words("dice.went_over", die=face, name=match_text.name_of(words, host.session, seat)))
    if rolled.unused and host.automatic_move is None and abilities.automatic_move(position) is None:
        told.append(words("dice.nobody", dice=rolled.written(rolled.unused)))
    return " ".join(told)


def roll_name(position: Position) -> str | None:
    """The old name of the double that lies there, as a key of the words; None where there is none."""
    assert isinstance(position, DicePosition)
    return position.roll_name()


def _threw(words: Words, position: Position | None, name: str, dice: str) -> str:
    """Who threw what; `position` after it, where it may have been a double."""
    double = None if position is None else roll_name(position)
    if double is None:
        return words("dice.threw", name=name, dice=dice)
    return words("dice.threw_double", double=words(f"double.unstacked-draughts.{double}"), name=name, dice=dice)


def trouble(words: Words, options: Options) -> str:
    """Why dice can't be thrown as these options want it; empty if they can."""
    assert isinstance(options, DiceOptions)
    if options.dice != "real":
        return ""
    from scenes.games.unstacked_draughts.dice import real_dice  # needed for real dice alone

    try:
        real_dice.ready()
    except real_dice.PhysicsError as problem:
        return words(f"dice.{problem.code.lower()}")
    return ""


def said_dice(words: Words, faces: str) -> str:
    """Dice as they are called, the higher first."""
    return words("dice.faces", dice="-".join(sorted(faces, reverse=True)))


def roll_words(words: Words, session: Session, ply: int) -> str:
    """A throw of a match in words: Nature's move number `ply`, with the turn that it belongs to."""
    match = session.match
    number = next(number for number, span in enumerate(match.turns(), 1) if span.first <= ply < span.last)
    word = str(match.plies[ply].move)
    seat = next((one.move.seat for one in reversed(match.plies[:ply]) if one.move.seat != NATURE), 0)
    name, dice = match_text.name_of(words, session, seat), "-".join(filter(str.isdigit, word))
    return f"{number}. {_threw(words, match.positions[ply + 1] if len(word) == 2 else None, name, dice)}"
