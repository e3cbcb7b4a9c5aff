"""A driver of lessons and exercises at the table, and an exercise made for tests."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rules import get
from rules.contract import Position, Seat
from rules.game import Game
from rules.teaching.exercise import PlannedMatch, Verdict
from scenes.screens.learn.coach import Exercise, Hint, NextStep
from scenes.screens.learn.coach_scene import CoachScene
from tests.scenes.driver import Driver, Tables, Timed

DUCART: Final = get("ducart")
SWEEP: Final = "8/w7/8/4c3/3W4/8/8/7W g - g 0 0 -"


@dataclass
class Drill:
    """An exercise whose judge, help and dice are given."""

    game: Game
    position: Position
    verdict: Callable[[int, Position, Sequence[Any]], Verdict]
    seat: Seat = 0
    lead_moves: Sequence[str] = ()
    chance: Sequence[str] = ()
    options: Any = None
    helps: Hint = field(default_factory=Hint)
    title: str = "Drill"
    solutions: int = 0
    left: list[str] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)

    def make_match(self) -> PlannedMatch:
        return PlannedMatch(self.game.play, self.position, self.options, self.chance)

    def heading(self, step: int) -> str:
        return "One of one"

    def task_text(self, step: int) -> str:
        return f"Step {step}"

    def judge(self, step: int, before: Position, moves: Sequence[Any]) -> Verdict:
        return self.verdict(step, before, moves)

    def find_hint(self, step: int, before: Position, moves: Sequence[Any], hint_count: int) -> Hint:
        self.asked.append(hint_count)
        return self.helps

    def record_solved(self) -> None:
        self.solutions += 1

    def next_steps(self) -> Sequence[NextStep]:
        return [
            NextStep("On", "next", lambda: self.left.append("on")),
            NextStep("Off", "back", lambda: self.left.append("off")),
        ]


class CoachDriver(Driver):
    scene: CoachScene

    def __init__(self, app: Timed, exercise: Exercise) -> None:
        self.app = app
        self.scene = CoachScene(app, exercise)
        self.mouse = (1, 1)
        app.stack.push(self.scene)
        self.step()

    @property
    def state(self) -> str:
        return self.scene.coach.state

    @property
    def told(self) -> str:
        paper: Any = self.scene.coach_panel
        return "\n".join(widget.label for widget in paper.iter_widgets() if widget.label)

    def waits(self, step: int = 0) -> None:
        self.until(lambda: (self.state, self.scene.coach.step) == ("waits", step))


def accept_only(*right: str, reply: tuple[str, ...] = (), shown: tuple[str, ...] = ()) -> Any:
    """Return a judge that accepts the n-th of these turns in step n and refuses all others."""

    def judge(step: int, before: Position, moves: Sequence[Any]) -> Verdict:
        if " ".join(map(str, moves)) != right[step]:
            return Verdict("wrong", "No.", shown)
        return Verdict("done", "Yes.") if step == len(right) - 1 else Verdict("step", "Go on.", reply)

    return judge


def open_drill(tables: Tables, judge: Any = None, position: str = SWEEP, **settings: Any) -> CoachDriver:
    start = DUCART.text.read(position)
    return CoachDriver(tables.app(**settings), Drill(DUCART, start, judge or accept_only("Wd4xe5")))
