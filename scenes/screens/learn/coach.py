"""A coach at the table: shows what to do, judges each turn, takes a wrong one back, plays the moves of the others."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Final, Literal, NamedTuple, Protocol

from rules import abilities
from rules.contract import NATURE, Move, Position, Seat, Target
from rules.match import Change
from rules.teaching.exercise import Planned, Verdict, idle, nature_first, reading
from scenes.app.words import Words
from scenes.table import match_text
from scenes.table.controller import MatchController
from scenes.table.state import Said
from scenes.table.typed_turn import written

SQUARE: Final = re.compile(r"\b[a-h][1-8]\b")
LINGERS: Final = 1.1
"""Seconds for which a wrong turn is seen before it is taken back."""
ANSWERED: Final = 2.8
"""The same for a wrong turn with the answer of the others to it."""
LOOKS: Final = 0.015
"""Seconds between two looks whether the others may move yet."""


@dataclass(frozen=True, slots=True)
class Help:
    """A hint: a sentence, the moves with which to go on, and where on the table the sentence is shown."""

    say: str = ""
    moves: tuple[Move, ...] = ()
    at: Target | None = None


class NextStep(NamedTuple):
    """A button that leads on once an exercise is solved: its words, its icon, and what it does."""

    words: str
    icon: str
    go: Callable[[], object]


class Exercise(Protocol):
    """What is to be done at the table. Steps are counted from 0; words are in the language of the moment."""

    seat: Seat
    """Who the person is."""

    @property
    def before(self) -> Sequence[str]:
        """Moves of others that come before the first step, by their texts."""

    def head(self, step: int) -> str:
        """Which of how many it is, and which of its steps, in a line."""

    @property
    def title(self) -> str:
        """What it is called."""

    def match(self) -> Planned:
        """The match that it is played in, new."""

    def say(self, step: int) -> str:
        """What is to be done."""

    def judge(self, step: int, before: Position, moves: Sequence[Move]) -> Verdict:
        """What is to be said of all the moves made since a step began in the position `before`, Nature's too."""

    def help(self, step: int, before: Position, moves: Sequence[Move], asked: int) -> Help:
        """The hint after these moves, when there were `asked` hints in this step before."""

    def solved(self) -> None:
        """The last step was reached."""

    def next_steps(self) -> Sequence[NextStep]:
        """Where to go from there; the first is the usual one."""


Mood = Literal["", "wrong", "right", "hint"]


def verdict_word(words: Words, mood: Mood) -> str:
    """The word for a turn that was right or wrong; empty for everything else that is said."""
    return words(f"coach.{mood}") if mood in ("right", "wrong") else ""


class Coach:
    """How far an exercise is: it `follows` others, Nature or the table, `waits` for the person, is about to take a
    `wrong` turn back, or is `done`."""

    def __init__(self, table: CoachController, exercise: Exercise, match: Planned) -> None:
        self._table = table
        self.exercise = exercise
        self._match = match
        self.state: Literal["follows", "waits", "wrong", "done"] = "follows"
        self.step = 0
        self.told = 0
        """The step whose task is shown: the next task would give away what others, or dice, are about to do."""
        self.said = ""
        """What is said of what the person did last, or the hint."""
        self.mood: Mood = ""
        """How `said` is meant."""
        self.next_steps: Sequence[NextStep] = ()
        """Where to go once the exercise is done; the first is the usual one."""
        self._lead, self._base = tuple(exercise.before), 0
        """What the others play before the step begins, and the number of plies before that."""
        self._queue = list(self._lead)
        self._first = 0
        self._judged = self._asked = 0
        """Plies of the step that are judged, and hints given."""
        self._due: float | None = None
        self._lingers = LINGERS

    @property
    def moves(self) -> list[Move]:
        """All moves since the step began."""
        return [ply.move for ply in self._match.plies[self._first :]]

    # --- what happened

    def look(self) -> None:
        """Something was played or taken back: see how far it is now."""
        if self.state == "waits":
            self._judge()
        if self.state == "follows" and not self._queue and self._settled():
            self._begin()

    def _settled(self) -> bool:
        position = self._match.position
        if self._queue and nature_first(position, self._queue[0]):
            return False
        return idle(position, self.exercise.seat) is None

    def _begin(self) -> None:
        self.state, self._first, self._asked = "waits", len(self._match.plies), 0
        if self.told != self.step:  # what was said was said of the step before
            self.told, self.said, self.mood = self.step, "", ""
        self._judged = 0
        position = self._match.position
        if abilities.automatic_move(position) is None and position.to_move != NATURE:  # no dice are in the air
            self._base, self._lead = self._first, ()

    def _judge(self) -> None:
        moves, judged = self.moves, self._judged
        self._judged = len(moves)
        if not moves or len(moves) == judged:
            return
        verdict = self.exercise.judge(self.step, self._match.positions[self._first], moves)
        self.said, self.mood = verdict.say, ""
        if verdict.kind == "open":
            return
        self._queue, self._due = list(verdict.reply), None
        if verdict.kind == "wrong":
            self.state, self.mood = "wrong", "wrong"
            self._lingers = ANSWERED if verdict.reply else LINGERS
            self._table.app.sound.play("refuse")
        elif verdict.kind == "step":
            self.state, self.mood = "follows", "right"
            self.step += 1
            self._base, self._lead = len(self._match.plies), verdict.reply
        else:
            self.state, self.mood = "done", "right"
            self._table.app.sound.play("promote")
            self.exercise.solved()
            self.next_steps = self.exercise.next_steps()

    # --- time

    def update(self, now: float) -> None:
        """Do what is due: what the others play, or taking back."""
        if not self._table.settled or not self._busy:
            self._due = None
        elif self._due is None:
            self._due = inf if self.stays else now + (self._table.listener.breath if self._queue else self._lingers)
        elif now >= self._due:
            self.go_on()

    @property
    def stays(self) -> bool:
        """Whether a wrong turn is seen until the person goes on."""
        return self.state == "wrong" and not self._queue and self._table.settings.unhurried

    @property
    def _busy(self) -> bool:
        return self.state == "wrong" or (bool(self._queue) and self._settled())

    def pace(self, now: float) -> float | None:
        """Seconds until `update` is wanted."""
        if not self._busy:
            return None
        if self._due == inf:
            return None
        return LOOKS if self._due is None else max(0.0, self._due - now)

    def go_on(self) -> None:
        """Play the next move of the others, or take a wrong turn back, at once."""
        self._due = None
        if self._queue:
            move = reading(self._match.position, self._queue.pop(0))
            if move is None:
                raise ValueError("what the others should play can't be played")
            self._table.show([self._match.play(move, self._table.now())])
        elif self.state == "wrong":  # dice that were in the air when the step began are thrown again
            changes = self._match.rewind(self._base, self._table.now())
            self.state, self._queue = "follows", list(self._lead)
            if self._lead:  # it is told again as it was while that was played before
                self.told = max(0, self.step - 1)
            self._table.after_undo(changes)

    # --- the person

    def help(self) -> None:
        """Give a hint, if the person is to move."""
        if self.state != "waits":
            return
        helped = self.exercise.help(self.step, self._match.positions[self._first], self.moves, self._asked)
        self._asked += 1
        self.said, self.mood = helped.say, "hint"
        self._table.show_help(helped)


class CoachController(MatchController):
    """A match in which a coach answers. Whoever practises is asked nothing: what is wrong is taken back."""

    coach: Coach

    def begin(self, exercise: Exercise, match: Planned) -> Coach:
        """The exercise begins."""
        self.coach, self.confirming = Coach(self, exercise, match), None
        return self.coach

    @property
    def movers(self) -> frozenset[Seat]:
        return super().movers if self.coach.state == "waits" else frozenset()

    def go_on(self) -> None:
        self.coach.look()
        super().go_on()

    def after_undo(self, changes: Sequence[Change]) -> None:
        """A wrong turn was taken back: as a film where that shows nothing that was hidden, else at once."""
        open_to_all = (
            abilities.may_undo(one) and not abilities.sealed(one)
            for change in changes
            for one in (change.before, change.after)
        )
        if changes and all(open_to_all):
            self.change_course(changes)
            return
        self.drop_plans()
        self.chance.forget()
        self.listener.restart()
        self.listener.lay(self.chance.table(self.match.position))
        self.go_on()

    def show_help(self, helped: Help) -> None:
        """Show a hint; what it points at stays marked until something else is shown."""
        self.advice = helped.moves
        arrow = bool(helped.moves) and self.match.position.gesture(helped.moves[0]).drop is not None
        self.nudge = frozenset() if arrow or helped.at is None else frozenset((helped.at,))
        if helped.say and helped.at is not None:
            self.listener.say(helped.say, (helped.at,))
        self.refresh()

    @property
    def named(self) -> frozenset[Target]:
        """The squares that the coach names in what is said of the last turn, else those in a task to be done."""
        coach = self.coach
        told = coach.said, "" if coach.state == "done" else coach.exercise.say(coach.told)
        return frozenset(next(filter(None, map(SQUARE.findall, told)), ()))

    def said(self) -> Said:
        """The task, or what the coach says of the last turn; in mid-turn what a match says."""
        coach, words = self.coach, self.words
        if (self.put is not None or self.choosing) and coach.mood != "hint":
            return super().said()
        told = [verdict_word(words, coach.mood), coach.said]
        if coach.mood == "hint":
            told.append(self._marked())
        elif coach.state == "done" and coach.next_steps:
            told.append(words("coach.onward", to=coach.next_steps[0].words))
        elif coach.stays:
            told.append(words("coach.stays"))
        elif coach.mood == "wrong" and coach.state == "waits":
            told = [words("coach.again"), coach.exercise.say(coach.told)]
        status = "" if coach.mood else coach.exercise.title
        note = " ".join(filter(None, told)) or coach.exercise.say(coach.told)
        return Said(status, note, warning=coach.mood == "wrong", task=True)

    def _marked(self) -> str:
        """What a hint marks on the table, in words: a turn as it may be typed, or what lies there."""
        position, key = self.match.position, self.match.game.key
        if self.advice:
            spell = partial(match_text.spellings, self.words, self.session.game)
            return self.words("coach.typed", turn=written(position, self.advice, spell))
        table = self.chance.table(position)
        return " ".join(match_text.lying(self.words, key, table, target) for target in sorted(self.nudge))
