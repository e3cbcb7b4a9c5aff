"""The coach at the table: shows a task, judges each turn, takes wrong ones back, plays the moves of the others."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import ClassVar, Final, Literal, NamedTuple, Protocol

from rules import abilities
from rules.contract import NATURE, Move, Position, Seat, Target
from rules.match import Match
from rules.teaching.exercise import PlannedMatch, Verdict, idle_seat, nature_first, read_other_move
from scenes.app.words import Words
from scenes.screens.constants import ANSWERED_TURN_SECONDS, COACH_POLL_SECONDS, WRONG_TURN_SECONDS
from scenes.table import match_text, turn_text
from scenes.table.events import LockPersons, PlayForOthers, RewindExercise, SetAdvice
from scenes.table.runtime import TableRuntime
from scenes.table.state import StatusLine
from scenes.table.typed_turn import write_for_typing

SQUARE: Final = re.compile(r"\b[a-h][1-8]\b")


@dataclass(frozen=True, slots=True)
class Help:
    """A hint: a sentence, the moves that go on, and the place on the table of the sentence."""

    say: str = ""
    moves: tuple[Move, ...] = ()
    at: Target | None = None


class NextStep(NamedTuple):
    """A button that leads on from a solved exercise: its text, icon and action."""

    words: str
    icon: str
    go: Callable[[], object]


class Exercise(Protocol):
    """A task at the table. Steps are counted from 0; texts are in the current language."""

    seat: Seat  # of the person

    @property
    def before(self) -> Sequence[str]:
        """Texts of the moves by others before the first step."""

    def heading(self, step: int) -> str:
        """Return a line with the numbers of the exercise and of the step."""

    @property
    def title(self) -> str: ...

    def match(self) -> PlannedMatch: ...

    def task_text(self, step: int) -> str:
        """Return the task of a step."""

    def judge(self, step: int, before: Position, moves: Sequence[Move]) -> Verdict:
        """Judge all moves, Nature's too, made since the step began in the position `before`."""

    def help(self, step: int, before: Position, moves: Sequence[Move], asked: int) -> Help:
        """Return a hint after these moves; `asked` hints were given in this step already."""

    def record_solved(self) -> None:
        """Record that the exercise is solved."""

    def next_steps(self) -> Sequence[NextStep]:
        """Return the buttons that lead on; the first is the usual one."""


Mood = Literal["", "wrong", "right", "hint"]


def verdict_word(words: Words, mood: Mood) -> str:
    return words(f"coach.{mood}") if mood in ("right", "wrong") else ""


class Coach:
    """The progress of an exercise.

    In state `follows`, others, Nature or the table move; in `waits`, the person does; in `wrong`, a wrong turn is
    about to be taken back.
    """

    def __init__(self, table: CoachRuntime, exercise: Exercise) -> None:
        self._table = table
        self.exercise = exercise
        self.state: Literal["follows", "waits", "wrong", "done"] = "follows"
        self.step = 0
        self.told = 0
        """The step whose task is shown: the next task would reveal what others, or dice, are about to do."""
        self.said = ""  # the comment on the last turn, or the hint
        self.mood: Mood = ""
        self.next_steps: Sequence[NextStep] = ()  # the first is the usual one
        self._lead, self._base = tuple(exercise.before), 0
        """The moves of others before the step begins, and the number of plies before those."""
        self._queue = list(self._lead)
        self._first = 0
        self._judged = self._asked = 0  # plies of the step that are judged, and hints given
        self._due: float | None = None
        self._seconds_shown = WRONG_TURN_SECONDS

    @property
    def _match(self) -> Match:
        return self._table.facts.match

    @property
    def moves(self) -> list[Move]:
        return [ply.move for ply in self._match.plies[self._first :]]

    # --- what happened

    def follow_match(self) -> None:
        """Judge what was played or taken back, and begin the next step when it is time."""
        if self.state == "waits":
            self._judge()
        if self.state == "follows" and not self._queue and self._is_settled():
            self._begin()
        self._table.lock(self.state != "waits")

    def _is_settled(self) -> bool:
        position = self._match.position
        if self._queue and nature_first(position, self._queue[0]):
            return False
        return idle_seat(position, self.exercise.seat) is None

    def _begin(self) -> None:
        self.state, self._first, self._asked = "waits", len(self._match.plies), 0
        if self.told != self.step:  # the comment was on the step before
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
            self._seconds_shown = ANSWERED_TURN_SECONDS if verdict.reply else WRONG_TURN_SECONDS
            self._table.app.sound.play("refuse")
        elif verdict.kind == "step":
            self.state, self.mood = "follows", "right"
            self.step += 1
            self._base, self._lead = len(self._match.plies), verdict.reply
        else:
            self.state, self.mood = "done", "right"
            self._table.app.sound.play("promote")
            self.exercise.record_solved()
            self.next_steps = self.exercise.next_steps()

    # --- time

    def update(self, now: float) -> None:
        """Do what is due: play for the others, or take a wrong turn back."""
        view = self._table.facts.view
        if not view.is_idle or not self._is_busy:
            self._due = None
        elif self._due is None:
            self._due = (
                inf if self.stays_on_wrong_turn else now + (view.move_delay if self._queue else self._seconds_shown)
            )
        elif now >= self._due:
            self.go_on()

    @property
    def stays_on_wrong_turn(self) -> bool:
        """Whether a wrong turn is shown until the person continues."""
        return self.state == "wrong" and not self._queue and self._table.settings.unhurried

    @property
    def _is_busy(self) -> bool:
        return self.state == "wrong" or (bool(self._queue) and self._is_settled())

    def pace(self, now: float) -> float | None:
        if not self._is_busy or self._due == inf:
            return None
        return COACH_POLL_SECONDS if self._due is None else max(0.0, self._due - now)

    def go_on(self) -> None:
        """Play the next move of the others, or take a wrong turn back, at once."""
        self._due = None
        if self._queue:
            move = read_other_move(self._match.position, self._queue.pop(0))
            if move is None:
                raise ValueError("what the others should play can't be played")
            self._table.send(PlayForOthers(move))
        elif self.state == "wrong":  # dice that were in the air when the step began are thrown again
            self.state, self._queue = "follows", list(self._lead)
            if self._lead:  # the task is told again as it was while that was played before
                self.told = max(0, self.step - 1)
            self._table.send(RewindExercise(self._base))

    # --- the person

    def help(self) -> None:
        if self.state != "waits":
            return
        helped = self.exercise.help(self.step, self._match.positions[self._first], self.moves, self._asked)
        self._asked += 1
        self.said, self.mood = helped.say, "hint"
        self._table.show_help(helped)


class CoachRuntime(TableRuntime):
    """A match with a coach. It asks for no confirmations: a wrong turn is taken back."""

    asks_before_mistakes: ClassVar[bool] = False
    coach: Coach

    def begin(self, exercise: Exercise) -> Coach:
        self.coach = Coach(self, exercise)
        self.before_showing = self.coach.follow_match
        return self.coach

    def lock(self, is_locked: bool) -> None:
        if is_locked != self.facts.model.is_locked:
            self.send(LockPersons(is_locked))

    def show_help(self, helped: Help) -> None:
        """Show a hint; its place stays marked until something else is shown."""
        is_arrow = bool(helped.moves) and self.facts.position.gesture(helped.moves[0]).drop is not None
        if helped.say and helped.at is not None:
            self.view.show_text(helped.say, (helped.at,))
        self.send(SetAdvice(helped.moves, frozenset() if is_arrow or helped.at is None else frozenset((helped.at,))))
        self.refresh()

    @property
    def named_targets(self) -> frozenset[Target]:
        """The squares named in the comment on the last turn, or in the task."""
        coach = self.coach
        texts = coach.said, "" if coach.state == "done" else coach.exercise.task_text(coach.told)
        return frozenset(next(filter(None, map(SQUARE.findall, texts)), ()))

    def read_status(self) -> StatusLine:
        """Return the task or the comment on the last turn; in mid-turn the status of a match."""
        coach, words, facts = self.coach, self.words, self.facts
        if (facts.token_to_put is not None or facts.view.is_choosing) and coach.mood != "hint":
            return super().read_status()
        texts = [verdict_word(words, coach.mood), coach.said]
        if coach.mood == "hint":
            texts.append(self._describe_marks())
        elif coach.state == "done" and coach.next_steps:
            texts.append(words("coach.onward", to=coach.next_steps[0].words))
        elif coach.stays_on_wrong_turn:
            texts.append(words("coach.stays"))
        elif coach.mood == "wrong" and coach.state == "waits":
            texts = [words("coach.again"), coach.exercise.task_text(coach.told)]
        status = "" if coach.mood else coach.exercise.title
        note = " ".join(filter(None, texts)) or coach.exercise.task_text(coach.told)
        return StatusLine(status, note, is_warning=coach.mood == "wrong", is_task=True)

    def _describe_marks(self) -> str:
        facts, words = self.facts, self.words
        model, position, key = facts.model, facts.position, facts.match.game.key
        if model.advice:
            spell = partial(turn_text.list_spellings, words, self.session.game)
            return words("coach.typed", turn=write_for_typing(position, model.advice, spell))
        table = facts.chance.redact_table(position)
        return " ".join(match_text.contents_text(words, key, table, target) for target in sorted(model.nudge))
