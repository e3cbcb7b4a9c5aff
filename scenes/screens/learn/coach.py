"""The coach of lessons and puzzles: shows tasks, judges turns, takes wrong ones back, moves for other seats."""

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
from rules.teaching.exercise import PlannedMatch, Verdict, idle_seat, must_nature_move_first, read_other_move
from scenes.app.words import Words
from scenes.screens.constants import ANSWERED_TURN_SECONDS, COACH_POLL_SECONDS, WRONG_TURN_SECONDS
from scenes.table import match_text, turn_text
from scenes.table.engine_moves import move_delay_seconds
from scenes.table.events import LockPersons, PlayForOthers, RewindExercise, SetAdvice
from scenes.table.runtime import TableRuntime
from scenes.table.state import StatusLine
from scenes.table.typed_turn import write_for_typing

SQUARE: Final = re.compile(r"\b[a-h][1-8]\b")


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint: a sentence, the moves to play next, and the target beside which the sentence is shown."""

    text: str = ""
    moves: tuple[Move, ...] = ()
    target: Target | None = None
    is_solution: bool = False  # whether the moves are played, and the exercise is over without being solved


class NextStep(NamedTuple):
    """A button that is shown after an exercise is solved: its text, icon and action."""

    label: str
    icon: str
    on_press: Callable[[], object]


class Exercise(Protocol):
    """A task at the table. Steps are counted from 0; texts are in the current language."""

    seat: Seat  # of the person

    @property
    def lead_moves(self) -> Sequence[str]:
        """The texts of the moves that other seats make before the first step."""

    def heading(self, step: int) -> str:
        """Return a heading with the numbers of the exercise and of the step."""

    @property
    def title(self) -> str: ...

    def make_match(self) -> PlannedMatch: ...

    def task_text(self, step: int) -> str: ...

    def judge(self, step: int, before: Position, moves: Sequence[Move]) -> Verdict:
        """Judge `moves`: all moves, also by Nature, since the step began in the position `before`."""

    def find_hint(self, step: int, before: Position, moves: Sequence[Move], hint_count: int) -> Hint:
        """Return a hint after `moves`, played since `before`; `hint_count` hints were already given in this step."""

    def record_solved(self) -> None: ...

    def next_steps(self) -> Sequence[NextStep]:
        """Return the buttons to show once the exercise is solved; the first is the default."""


Feedback = Literal["", "wrong", "right", "hint"]


def verdict_word(words: Words, feedback: Feedback) -> str:
    return words(f"coach.{feedback}") if feedback in ("right", "wrong") else ""


class Coach:
    """The progress of an exercise.

    In the state `waits` it is the person's turn; in `follows` other seats, Nature or automatic moves are next; in
    `wrong` a wrong turn is shown before it is taken back; in `judging` the verdict isn't known yet; in `done` the
    exercise is solved, or its solution is shown.
    """

    def __init__(self, table: CoachRuntime, exercise: Exercise) -> None:
        self._table = table
        self.exercise = exercise
        self.state: Literal["follows", "waits", "judging", "wrong", "done"] = "follows"
        self.step = 0
        self.shown_step = 0
        """The step whose task is shown: the previous one while the moves that lead to the current one are played."""
        self.comment = ""  # the comment on the last turn, or the hint
        self.feedback: Feedback = ""
        self.next_steps: Sequence[NextStep] = ()  # the first is the default
        self._lead_moves, self._lead_start = tuple(exercise.lead_moves), 0
        """The moves of other seats before the step begins, and the number of plies before these moves."""
        self._pending_moves = list(self._lead_moves)
        self._step_start = 0  # number of plies before the step
        self._judged_count = self._hint_count = 0  # number of judged plies, and of hints, in this step
        self._due_at: float | None = None  # when `go_on` is due by `App.now`; inf: the person decides
        self._wrong_turn_seconds = WRONG_TURN_SECONDS

    @property
    def _match(self) -> Match:
        return self._table.facts.match

    @property
    def moves(self) -> list[Move]:
        """The moves since the beginning of the step."""
        return [ply.move for ply in self._match.plies[self._step_start :]]

    # --- what happened

    def follow_match(self) -> None:
        """Judge new moves, begin the next step if nothing is left to play before it, and lock or unlock the table."""
        if self.state in ("waits", "judging"):
            self._judge_moves()
        if self.state == "follows" and not self._pending_moves and self._is_settled():
            self._begin_step()
        self._table.lock(self.state != "waits")

    def _is_settled(self) -> bool:
        """Return whether the table waits for the person, or for the next pending move."""
        position = self._match.position
        if self._pending_moves and must_nature_move_first(position, self._pending_moves[0]):
            return False
        return idle_seat(position, self.exercise.seat) is None

    def _begin_step(self) -> None:
        self.state, self._step_start, self._hint_count = "waits", len(self._match.plies), 0
        if self.shown_step != self.step:  # the comment is about the previous step
            self.shown_step, self.comment, self.feedback = self.step, "", ""
        self._judged_count = 0
        position = self._match.position
        if abilities.automatic_move(position) is None and position.to_move != NATURE:  # no throw is expected
            self._lead_start, self._lead_moves = self._step_start, ()

    def _judge_moves(self) -> None:
        moves, judged_count = self.moves, self._judged_count
        self._judged_count = len(moves)
        if not moves or (len(moves) == judged_count and self.state == "waits"):
            return
        verdict = self.exercise.judge(self.step, self._match.positions[self._step_start], moves)
        self.comment, self.feedback = verdict.say, ""
        if verdict.kind in ("open", "judging"):
            self.state = "waits" if verdict.kind == "open" else "judging"
            return
        self._pending_moves, self._due_at = list(verdict.reply), None
        if verdict.kind == "wrong":
            self.state, self.feedback = "wrong", "wrong"
            self._wrong_turn_seconds = ANSWERED_TURN_SECONDS if verdict.reply else WRONG_TURN_SECONDS
            self._table.app.sound.play("refuse")
        elif verdict.kind == "step":
            self.state, self.feedback = "follows", "right"
            self.step += 1
            self._lead_start, self._lead_moves = len(self._match.plies), verdict.reply
        else:
            self.state, self.feedback = "done", "right"
            self._table.app.sound.play("promote")
            self.exercise.record_solved()
            self.next_steps = self.exercise.next_steps()

    # --- time

    def update(self, now: float) -> None:
        """Play the next move of the other seats, or take a wrong turn back, once it has been shown long enough."""
        facts = self._table.facts
        if self.state == "judging":
            self.follow_match()
            if self.feedback:
                self._table.refresh()
        if not facts.view.is_idle or not self._is_busy:
            self._due_at = None
        elif self._due_at is None:
            delay_seconds = move_delay_seconds(facts) if self._pending_moves else self._wrong_turn_seconds
            self._due_at = inf if self.stays_on_wrong_turn else now + delay_seconds
        elif now >= self._due_at:
            self.go_on()

    @property
    def stays_on_wrong_turn(self) -> bool:
        """Whether a wrong turn is shown until the person continues."""
        return self.state == "wrong" and not self._pending_moves and self._table.settings.unhurried

    @property
    def _is_busy(self) -> bool:
        """Whether the coach is to play a move or to take a wrong turn back."""
        return self.state == "wrong" or (bool(self._pending_moves) and self._is_settled())

    def wait_seconds(self, now: float) -> float | None:
        if self.state == "judging":
            return COACH_POLL_SECONDS
        if not self._is_busy or self._due_at == inf:
            return None
        return COACH_POLL_SECONDS if self._due_at is None else max(0.0, self._due_at - now)

    def go_on(self) -> None:
        """Play the next move of the other seats, or take a wrong turn back, at once."""
        self._due_at = None
        if self._pending_moves:
            move = read_other_move(self._match.position, self._pending_moves.pop(0))
            if move is None:
                raise ValueError("what the others should play can't be played")
            self._table.send(PlayForOthers(move))
        elif self.state == "wrong":  # throws before the step are repeated too
            self.state, self._pending_moves = "follows", list(self._lead_moves)
            if self._lead_moves:  # show the previous task meanwhile, as the first time
                self.shown_step = max(0, self.step - 1)
            self._table.send(RewindExercise(self._lead_start))

    # --- the person

    def give_hint(self) -> None:
        if self.state != "waits":
            return
        before = self._match.positions[self._step_start]
        hint = self.exercise.find_hint(self.step, before, self.moves, self._hint_count)
        self._hint_count += 1
        if hint.is_solution:
            self.state, self.comment, self.feedback = "done", hint.text, ""
            self.next_steps, self._pending_moves = self.exercise.next_steps(), list(map(str, hint.moves))
            self._table.send(RewindExercise(self._step_start))
            return
        self.comment, self.feedback = hint.text, "hint"
        self._table.show_hint(hint)


class CoachRuntime(TableRuntime):
    """The match of an exercise, with a coach. It asks for no confirmations, since wrong turns are taken back."""

    asks_before_mistakes: ClassVar[bool] = False
    coach: Coach

    def begin(self, exercise: Exercise) -> Coach:
        """Return a new coach for `exercise`; the coach's `follow_match` is called after each change of the match."""
        self.coach = Coach(self, exercise)
        self.on_queue_empty = self.coach.follow_match
        return self.coach

    def lock(self, is_locked: bool) -> None:
        if is_locked != self.facts.model.is_locked:
            self.send(LockPersons(is_locked))

    def show_hint(self, hint: Hint) -> None:
        is_arrow = bool(hint.moves) and self.facts.position.gesture(hint.moves[0]).drop is not None
        if hint.text and hint.target is not None:
            self.view.show_text(hint.text, (hint.target,))
        marked = () if is_arrow or hint.target is None else (hint.target,)
        self.send(SetAdvice(hint.moves, frozenset(marked)))
        self.refresh()

    @property
    def named_targets(self) -> frozenset[Target]:
        """The squares named in the comment on the last turn, or else in the task."""
        coach = self.coach
        texts = coach.comment, "" if coach.state == "done" else coach.exercise.task_text(coach.shown_step)
        return frozenset(next(filter(None, map(SQUARE.findall, texts)), ()))

    def read_status(self) -> StatusLine:
        """Return a status line with the task, the hint, or the comment on the last turn.

        While the person must place a token or make a choice, and no hint is shown, it is a match's usual status line.
        """
        coach, words, facts = self.coach, self.words, self.facts
        if (facts.token_to_put is not None or facts.view.is_choosing) and coach.feedback != "hint":
            return super().read_status()
        texts = [verdict_word(words, coach.feedback), coach.comment]
        if coach.feedback == "hint":
            texts.append(self._describe_hint())
        elif coach.state == "done" and coach.next_steps:
            texts.append(words("coach.onward", to=coach.next_steps[0].label))
        elif coach.stays_on_wrong_turn:
            texts.append(words("coach.stays"))
        elif coach.feedback == "wrong" and coach.state == "waits":
            texts = [words("coach.again"), coach.exercise.task_text(coach.shown_step)]
        status = "" if coach.feedback else coach.exercise.title
        note = " ".join(filter(None, texts)) or coach.exercise.task_text(coach.shown_step)
        return StatusLine(status, note, is_warning=coach.feedback == "wrong", is_task=True)

    def _describe_hint(self) -> str:
        facts, words = self.facts, self.words
        model, position, key = facts.model, facts.position, facts.match.game.key
        if model.advice:
            spell = partial(turn_text.list_spellings, words, self.session.game)
            return words("coach.typed", turn=write_for_typing(position, model.advice, spell))
        table = facts.chance.redact_table(position)
        return " ".join(match_text.contents_text(words, key, table, target) for target in sorted(model.nudge))
