"""The puzzles of a game as exercises, and the scenes that list them or lead to the game's attention trainer.

A turn is judged by the answers in the puzzle's file, or by the rules if it ends the match.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final

from rules import find
from rules.abilities import play_all
from rules.common.squares import INDEX
from rules.contract import Move, Position, Seat
from rules.errors import TurnError
from rules.teaching.exercise import OPEN, PlannedMatch, Verdict, is_turn_end, read_other_move
from rules.teaching.puzzles import Node, Puzzle, answer_to, replies_to
from scenes.app.game_card import card_of
from scenes.app.navigation import open_screen
from scenes.app.stack import AppContext
from scenes.app.theme import SOFT_INK
from scenes.screens.constants import HARDNESS_PERCENT
from scenes.screens.learn.coach import Hint, NextStep
from scenes.screens.learn.coach_scene import CoachScene
from scenes.screens.learn.mistakes import has_mistakes
from scenes.screens.learn.task_list import TaskListScene, TasksScene
from scenes.screens.learn.tasks import DAY, PUZZLES, Progress, daily_number, next_task, puzzles, today
from scenes.screens.requests import OpenMistakes
from scenes.table.game_parts import parts_of
from scenes.table.game_ui import view_of
from scenes.table.match_text import capitalize, seat_name
from scenes.ui.button import Button
from scenes.ui.label import Label
from scenes.ui.layout import Cell, Column, Fitting, Row, filler, fixed_size, space, stretch

UNTIMED: Final = "-calm"  # added to a day on which the trainer was passed without a clock


class PuzzleExercise:
    """The puzzle `number` of a game's collection, counted from 0, as an exercise at the table."""

    lead_moves: Sequence[str] = ()

    def __init__(self, app: AppContext, key: str, number: int) -> None:
        game = find(key)
        assert game is not None
        self._app, self._game, self._number = app, game, number
        self._puzzle = puzzles(key)[number]
        self._start: Position = game.text.read(self._puzzle.position)
        self._nodes: list[Node | None] = [self._puzzle.first]  # stored answers of each step so far, if any
        self.seat: Seat = self._start.to_move

    # --- texts

    def heading(self, step: int) -> str:
        words, key = self._app.words, self._game.key
        name = words.game_name(key)
        key_of_text = "puzzles.head_today" if daily_number(key) == self._number else "puzzles.head"
        return words(key_of_text, game=name, n=self._number + 1, of=len(puzzles(key)))

    @property
    def title(self) -> str:
        return capitalize(goal_text(self._app, self._game.key, self._number))

    def make_match(self) -> PlannedMatch:
        return PlannedMatch(self._game.play, self._start)

    def task_text(self, step: int) -> str:
        words, puzzle = self._app.words, self._puzzle
        if puzzle.goal == "points":
            return words("puzzles.say_points", n=puzzle.count)
        if puzzle.goal == "out":
            return words("puzzles.say_out")
        seat = seat_name(words, self._game.key, self.seat, 2)
        turns_left = puzzle.count - min(step, puzzle.count - 1)
        return words("puzzles.say_win" if turns_left > 1 else "puzzles.say_win_now", seat=seat, n=turns_left)

    # --- judging

    def judge(self, step: int, before: Position, moves: Sequence[Move]) -> Verdict:
        after = play_all(before, moves)
        if self._puzzle.goal != "win":
            return self._judge_hand(after)
        if not is_turn_end(after):
            return OPEN
        words, outcome = self._app.words, after.outcome()
        if outcome is not None:
            if self.seat in outcome.winners:
                return Verdict("done", self._solved_text(step + 1))
            return Verdict("wrong", words("puzzles.ends"))
        node = self._nodes[step]
        if node is None:
            return Verdict("wrong", words("puzzles.not_yet"))
        turn = self._game.text.write_turn(before, moves)
        answer = answer_to(node, turn)
        if answer is None:
            return Verdict(
                "wrong", words("puzzles.holds", n=self._puzzle.count - step), self._refutation(node, turn, after)
            )
        reply = self._game.text.read_turn(after, answer.reply)
        is_over = play_all(after, reply).outcome() is not None
        self._nodes[step + 1 :] = [answer.next_node]
        comment = self._solved_text(step + 1) if is_over else words("puzzles.right")
        return Verdict("done" if is_over else "step", comment, tuple(map(str, reply)))

    def _judge_hand(self, after: Position) -> Verdict:
        words, puzzle = self._app.words, self._puzzle
        if not after.turn_started:
            return OPEN
        assert self._game.facts.hand_points is not None
        points = self._game.facts.hand_points(after, self.seat)
        if points <= (puzzle.count if puzzle.goal == "points" else 0):
            return Verdict("done", self._solved_text(points))
        return Verdict("wrong", words("puzzles.keeps", n=points))

    def _solved_text(self, n: int) -> str:
        """Return the text for a puzzle solved with `n` turns or points, with the number of the next open puzzle."""
        words, key, number = self._app.words, self._game.key, self._number
        following, count = next_task(self._app, key, PUZZLES, number), len(puzzles(key))
        then_key = "puzzles.then_none" if following in (None, number) else "puzzles.then"
        then = words(then_key, n=(following or 0) + 1, of=count)
        return f"{words(f'puzzles.solved_{self._puzzle.goal}', n=n)} {then}"

    def _refutation(self, node: Node, turn: str, after: Position) -> tuple[str, ...]:
        """Return the moves of a legal reply that refutes a wrong turn; empty if none is known."""
        for text in replies_to(node, turn):
            try:
                return tuple(map(str, self._game.text.read_turn(after, text)))
            except TurnError:
                continue  # not legal after this turn, for example because the duck is in the way
        return ()

    # --- help

    def find_hint(self, step: int, before: Position, moves: Sequence[Move], hint_count: int) -> Hint:
        words, played = self._app.words, list(map(str, moves))
        turn = self._solution(step, before)
        if list(map(str, turn[: len(played)])) != played or len(played) >= len(turn):
            return Hint(words("puzzles.hint_back"))
        remaining_moves = turn[len(played) :]
        if hint_count:
            return Hint(words("puzzles.hint_move"), remaining_moves)
        gesture = play_all(before, moves).gesture(remaining_moves[0])
        return Hint(words("puzzles.hint_piece"), (), min(gesture.pick, default=gesture.drop))

    def _solution(self, step: int, before: Position) -> tuple[Move, ...]:
        node = self._nodes[step]
        if node is not None:
            return tuple(self._game.text.read_turn(before, node.answers[0].turns[0]))
        if self._puzzle.goal == "win":
            return find_winning_turn(before, self.seat)
        turn: list[Move] = []
        for text in self._puzzle.moves:
            move = read_other_move(before, text)
            assert move is not None
            turn.append(move)
            before = before.play(move)
        return tuple(turn)

    # --- after the solution

    def record_solved(self) -> None:
        Progress(self._app.storage, PUZZLES).mark_done(self._game.key, self._puzzle.id)

    def next_steps(self) -> Sequence[NextStep]:
        app, key = self._app, self._game.key
        following = next_task(app, key, PUZZLES, self._number)
        back = NextStep(app.words("puzzles.list"), "list", lambda: app.stack.pop())
        if following is None:
            return [back]
        puzzle = PuzzleExercise(app, key, following)
        return [NextStep(app.words("puzzles.next"), "next", lambda: app.stack.replace(CoachScene(app, puzzle))), back]


def goal_text(app: AppContext, key: str, number: int) -> str:
    puzzle = puzzles(key)[number]
    if puzzle.goal == "win" and puzzle.count == 1:
        return app.words("puzzles.win_now")
    return app.words(f"puzzles.{puzzle.goal}", n=puzzle.count)


def puzzle_title(app: AppContext, key: str, number: int) -> str:
    puzzle, words = puzzles(key)[number], app.words
    goal = capitalize(goal_text(app, key, number))
    seat, hands, count = _count_pieces(key, puzzle)
    if puzzle.goal == "win":
        return words("puzzles.title_win", goal=goal, seat=seat_name(words, key, seat, 2), n=count)
    return words("puzzles.title_hand", goal=goal, players=hands, n=count)


@lru_cache(maxsize=256)
def _count_pieces(key: str, puzzle: Puzzle) -> tuple[Seat, int, int]:
    """Return the seat to move, the number of hands, and that of pieces if the goal is a win, else of melded cards."""
    game = find(key)
    assert game is not None
    position: Position = game.text.read(puzzle.position)
    table = position.table()
    hands = {target.partition(":")[0] for target in table if target.startswith("h") and target not in INDEX}
    if puzzle.goal == "win":  # a stack counts as one piece, and the duck isn't counted
        living_looks = view_of(key).animations.living
        pieces = [target for target in table if target in INDEX and table[target][-1].look not in living_looks]
        return position.to_move, len(hands), len(pieces)
    return position.to_move, len(hands), sum(len(table[target]) for target in table if target.startswith("m"))


def find_winning_turn(position: Position, seat: Seat) -> tuple[Move, ...]:
    """Return one of the shortest turns by which `seat` wins at once; empty if there is none."""
    queue: deque[tuple[Position, tuple[Move, ...]]] = deque([(position, ())])
    while queue:
        position_before, moves = queue.popleft()
        for move in position_before.legal_moves(seat):
            after = position_before.play(move)
            outcome = after.outcome()
            if outcome is not None and seat in outcome.winners:
                return (*moves, move)
            if not is_turn_end(after):
                queue.append((after, (*moves, move)))
    return ()


class PuzzlesScene(TaskListScene):
    """The list of a game's puzzles. Enter opens today's puzzle."""

    def __init__(self, app: AppContext, key: str) -> None:
        """List the puzzles. Raises OSError if the game has none."""
        self._puzzles = puzzles(key)
        super().__init__(app, key, PUZZLES)

    def fill(self) -> None:
        super().fill()
        self._today_button = Button(self.sheet, "", self._open_today, "primary", icon="clock")
        self.form.default = self._today_button
        open_mistakes = partial(open_screen, self.app, OpenMistakes())
        self.mistakes_button = Button(self.sheet, self.app.words("mistakes.title"), open_mistakes, icon="review")
        self.mistakes_button.visible = has_mistakes(self.key)
        self.read()

    def _open_today(self) -> None:
        self.open(daily_number(self.key))

    def update_texts(self) -> None:
        words, done_count, today = self.app.words, len(self.done), daily_number(self.key)
        about_key = "puzzles.about" if self._puzzles[0].goal == "win" else "puzzles.about_hands"
        if done_count:
            about_key = "puzzles.all_done" if self.next_number is None else "puzzles.count"
        self.about.text = words(about_key, n=done_count, of=len(self._puzzles))
        is_solved = self._puzzles[today].id in self.done
        today_key = "puzzles.today_done" if is_solved else "puzzles.today"
        self._today_button.text = words(today_key, goal=goal_text(self.app, self.key, today))

    def line_texts(self, line: int) -> tuple[str, str]:
        return puzzle_title(self.app, self.key, line), self.app.words(
            f"puzzles.{difficulty_text(self._puzzles[line])}"
        )

    def exercise(self, line: int) -> PuzzleExercise:
        return PuzzleExercise(self.app, self.key, line)

    def content(self) -> Cell:
        theme = self.app.theme
        today = fixed_size(self._today_button, max(self._today_button.natural_width(), theme.px(40)))
        beside, below = Row(self.mistakes_button, filler(), today), Column(today, self.mistakes_button, gap=theme.gap)
        buttons = Fitting((beside, below))
        return Column(self.about, space(theme.px(1.4)), stretch(self.list), space(theme.px(1.6)), buttons)


def difficulty_text(puzzle: Puzzle) -> str:
    return next((word for word, max_percent in HARDNESS_PERCENT.items() if puzzle.missed < max_percent), "hard")


class TrainingScene(TasksScene):
    """The scene that leads to a game's trainer. Days with no mistake in the day's exercise are recorded."""

    def __init__(self, app: AppContext, key: str) -> None:
        """Lead to the trainer. Raises KeyError if the game has none."""
        super().__init__(app, key, PUZZLES)
        if not card_of(key).trains_attention:
            raise KeyError(key)
        self._game_parts = parts_of(key)

    def fill(self) -> None:
        super().fill()
        words = self.app.words
        self._about = Label(self.sheet, words("puzzles.rolls"), "body", SOFT_INK, valign="top")
        self._today_button = Button(self.sheet, "", self._practise_today, "primary", icon="clock")
        self._practise_button = Button(self.sheet, words("puzzles.rolls_any"), self._practise, icon="play")
        self._days_label = Label(self.sheet, "", "body", SOFT_INK, valign="top")
        self.form.default = self._today_button
        self.read()

    def read(self) -> None:
        words = self.app.words
        days, today_text = Progress(self.app.storage, PUZZLES).days_of_done(self.key), time.strftime(DAY)
        is_solved = bool(days.keys() & {today_text, today_text + UNTIMED})
        untimed_count = sum(one.endswith(UNTIMED) for one in days)
        counts = {"rolls_days": len(days) - untimed_count, "rolls_days_calm": untimed_count}
        self._today_button.text = words("puzzles.rolls_today_done" if is_solved else "puzzles.rolls_today")
        self._days_label.text = " ".join(words(f"puzzles.{text}", n=n) for text, n in counts.items() if n)

    def _practise_today(self) -> None:
        make_trainer = self._game_parts.make_trainer
        self.app.stack.push(make_trainer(self.app, self.key, seed=today(), on_perfect=self._mark_day))

    def _practise(self) -> None:
        self.app.stack.push(self._game_parts.make_trainer(self.app, self.key))

    def _mark_day(self, is_timed: bool) -> None:
        Progress(self.app.storage, PUZZLES).mark_done(self.key, time.strftime(DAY) + ("" if is_timed else UNTIMED))

    def content(self) -> Cell:
        theme = self.app.theme
        width = max(theme.px(34), self._today_button.natural_width(), self._practise_button.natural_width())
        buttons = [Row(fixed_size(button, width)) for button in (self._today_button, self._practise_button)]
        days = fixed_size(self._days_label, 2 * theme.line("body"))
        return Column(self._about, space(theme.px(2.4)), *buttons, space(theme.px(2.4)), days, gap=theme.px(1.2))


def puzzles_scene(app: AppContext, key: str) -> TasksScene:
    return TrainingScene(app, key) if card_of(key).trains_attention else PuzzlesScene(app, key)
