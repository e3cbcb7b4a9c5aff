"""A diagram that is played: its turns as films on the small board, one after the other, as in a match."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import pygame

from rules.contract import NATURE, Move, Position, Target
from scenes.surfaces.motion import Film, Frame

if TYPE_CHECKING:
    from scenes.app.app import App
    from scenes.surfaces.view import TableView

BETWEEN: Final = 0.45
"""Seconds from one turn to the next, and in which dice are read."""

Paint: TypeAlias = Callable[[int, Frame], pygame.Surface]
"""(how many moves are over, what lies and what is on its way) -> what is to be seen."""


@dataclass(frozen=True, slots=True)
class Clip:
    """The film of a move, and for how many seconds it is to be seen afterwards what came of it."""

    film: Film
    rest: float = 0.0


class DiagramAnimation:
    """Films that run one after the other; the first begins at once."""

    def __init__(self, app: App, view: TableView, clips: Sequence[Clip], paint: Paint, x: int) -> None:
        """`paint` paints a moment; what is heard comes from `x` in the window."""
        self._app, self._view, self._clips, self._paint, self._x = app, view, clips, paint, x
        self._begins: list[float] = []
        """The second at which each film begins."""
        self._seconds = 0.0
        for clip in clips:
            self._begins.append(self._seconds)
            self._seconds += clip.film.seconds + clip.rest
        self._seconds -= clips[-1].rest
        self._begun = app.now()
        self._time = -1.0
        """Seconds since it began; -1 before its first frame."""

    def update(self) -> bool:
        """Go on to now; whether anything still moves."""
        before, self._time = self._time, min(self._seconds, self._app.now() - self._begun)
        for begins, clip in zip(self._begins, self._clips, strict=True):
            for cue in clip.film.cues:
                if before < begins + cue.time <= self._time:
                    pan = 2 * self._x / max(1, self._app.size[0]) - 1
                    name = cue.sound or self._view.sound(cue.manner)
                    self._app.sound.play(name, pan=pan, volume=cue.loud)
        return self._time < self._seconds

    def finish(self) -> None:
        """Come to the end at once."""
        self._begun = self._app.now() - self._seconds - 1

    def picture(self) -> pygame.Surface:
        """What is to be seen now."""
        if self._time >= self._seconds:
            return self._paint(len(self._clips), Frame(self._clips[-1].film.last))
        number = max(0, bisect_right(self._begins, self._time) - 1)
        film, time = self._clips[number].film, self._time - self._begins[number]
        if time >= film.seconds:
            return self._paint(number + 1, Frame(film.last))
        return self._paint(number, film.at(time))


def rests(turns: Sequence[Sequence[Move]], speed: float) -> list[float]:
    """For each move of these turns: how long to wait after it. The last one of a turn is waited for, and Nature's."""
    waits = [move is turn[-1] or move.seat == NATURE for turn in turns for move in turn]
    return [BETWEEN * (speed > 0) * wait for wait in waits]


def touched(view: TableView, lying: Sequence[Position], moves: Sequence[Move]) -> frozenset[Target]:
    """What a turn has changed on the positions from which its moves were played, as far as it is marked."""
    found: set[Target] = set()
    for position, move in zip(lying, moves, strict=True):
        for beat in position.effects(move):
            found |= {target for slide in view.slides(beat) for target in (slide.start, slide.end)}
        found |= view.touched(position, move)
    return frozenset(found)
