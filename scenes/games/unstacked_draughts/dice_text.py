"""What is said of a game with dice: who throws, what was thrown, where it went; and the old names, called out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rules import abilities
from rules.contract import NATURE, Position, Seat
from rules.match import Match
from scenes.app.words import Words
from scenes.games.unstacked_draughts.dice_options import trouble
from scenes.table import match_text
from scenes.table.session import Session
from scenes.table.state import Said

if TYPE_CHECKING:
    from scenes.table.scene import MatchScene


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


def said(scene: MatchScene) -> Said | None:
    """What the paper says while a match with dice goes on; None where the usual words do."""
    if scene.fate.cup is None or scene.match.outcome() is not None or not scene.course.live:
        return None
    words, position, note = scene.app.words, scene.match.position, scene.note
    if scene.fate.flying:
        watches = bool(scene.movers)
        name = match_text.name_of(words, scene.sitting, scene.fate.flyer)
        status = words("dice.tell", name=name) if scene.fate.asks_for_dice else words("dice.rolling")
        return Said(status, words("dice.cover_how") if watches else note or "")
    if scene.fate.begins() is not None:
        winner = next(seat for seat in range(scene.match.seats) if seat != position.to_move)
        return Said(words("dice.won", name=match_text.name_of(words, scene.sitting, winner)), words("dice.next_how"))
    return Said(
        _status(scene), note or _note(scene), any(one.code in _PRESSING for one in abilities.remarks(position))
    )


_PRESSING = ("lost", "covered", "false-alarm")


def _status(scene: MatchScene) -> str:
    """Whose turn it is, and to do what."""
    position = scene.match.position
    seat = position.to_move
    throws = any(str(move) == "throw" for move in position.legal_moves(seat))
    asked = any(str(move)[1:2] == "-" for move in position.legal_moves(seat))
    what = "word" if asked else "throw" if throws else "dice"
    if what == "throw" and for_priority(position):
        what = "priority"
    itself = scene.fate.itself() is not None
    return _to(scene, "their" if itself else "", what, seat)


def _to(scene: MatchScene, who: str, what: str, seat: Seat) -> str:
    words = scene.app.words
    if not who:
        alone = len(scene.sitting.persons) == 1
        who = ("your" if alone else "name") if seat in scene.sitting.persons else "their"
    name = match_text.name_of(words, scene.sitting, seat)
    return words(f"dice.{who}_{what}", **({} if who == "your" else {"name": name}))


def for_priority(position: Position) -> bool:
    """Whether a throw comes, of one die, for who begins."""
    throw = next((move for move in position.legal_moves() if str(move) == "throw"), None)
    if throw is None:
        return False
    after = position.play(throw)
    return max(len(str(move)) for move in after.legal_moves(NATURE) if str(move).isdigit()) == 1


def _note(scene: MatchScene) -> str:
    """What came of the last throw, and how to go on."""
    words, match = scene.app.words, scene.match
    key, position = match.game.key, match.position
    told = [match_text.remark(words, key, remark) for remark in abilities.remarks(position)]
    rolled, failed = last_roll(match), _failed(match)
    if failed:
        told.insert(0, words(f"dice.{failed}"))
    if rolled is not None:
        told.insert(0, _told(scene, rolled))
    elif _thrown(match) == 0:
        failure = trouble(words, scene.fate.dice)
        told.append(failure or words("dice.how_own" if scene.fate.asks_for_dice else "dice.how"))
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


def _thrown(match: Match) -> int:
    return sum(ply.move.seat == NATURE for ply in match.plies)


def _told(scene: MatchScene, rolled: Rolled) -> str:
    """The last throw in words. Nothing that would help somebody who has to see it for himself."""
    words, match = scene.app.words, scene.match
    position: Any = match.position
    name = match_text.name_of(words, scene.sitting, rolled.thrower)
    double = position.roll_name()
    facts = {"name": name, "dice": rolled.written(rolled.faces)}
    if double is not None:
        told = [words("dice.threw_double", double=words(f"double.{match.game.key}.{double}"), **facts)]
    else:
        told = [words("dice.threw", **facts)]
    if not abilities.shows_hints(position):
        return told[0]
    for seat, face in rolled.uses:
        if seat != rolled.thrower:
            told.append(words("dice.went_over", die=face, name=match_text.name_of(words, scene.sitting, seat)))
    if rolled.unused and scene.fate.itself() is None and abilities.automatic_move(position) is None:
        told.append(words("dice.nobody", dice=rolled.written(rolled.unused)))
    return " ".join(told)


def said_dice(words: Words, faces: str) -> str:
    """Dice as they are called, the higher first."""
    return words("dice.faces", dice="-".join(sorted(faces, reverse=True)))


def roll_words(words: Words, sitting: Session, ply: int) -> str:
    """A throw of a match in words: Nature's move number `ply`, with the turn that it belongs to."""
    match = sitting.match
    turns = match.turns()
    number = next(number for number, span in enumerate(turns, 1) if span.first <= ply < span.last)
    word = str(match.plies[ply].move)
    after: Any = match.positions[ply + 1]
    double = after.roll_name() if len(word) == 2 else None
    seat = next((one.move.seat for one in reversed(match.plies[:ply]) if one.move.seat != NATURE), 0)
    facts = {"name": match_text.name_of(words, sitting, seat), "dice": "-".join(filter(str.isdigit, word))}
    if double is not None:
        named = words(f"double.{match.game.key}.{double}")
        return f"{number}. {words('dice.threw_double', double=named, **facts)}"
    return f"{number}. {words('dice.threw', **facts)}"


def call_out(scene: MatchScene, position: Any) -> None:
    """Stamp the old name of what has just come to lie, if it has one."""
    name = position.roll_name() if scene.fate.cup is not None else None
    if name is not None:
        scene.stage.stamp(scene.app.words(f"double.{scene.match.game.key}.{name}"))
        scene.app.sound.play("stamp")
