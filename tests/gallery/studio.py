"""Tables without a screen for film strips, and a player whose actions take no time."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import pygame

from rules.record import Player
from tests.scenes import rummy
from tests.scenes.dice import dice_table
from tests.scenes.driver import Driver, Tables
from tests.scenes.gnomes import table as gnomes
from tests.scenes.matches import ANNA, BERT, COMPUTER

Filming: TypeAlias = Iterator[pygame.Rect]
"""Makes the next step and yields the filmed part of the window."""
MOTIONS: Final[dict[str, Callable[["Studio"], Filming]]] = {}


def motion(film: Callable[["Studio"], Filming]) -> Callable[["Studio"], Filming]:
    MOTIONS[film.__name__.replace("_", "-")] = film
    return film


class Still(Driver):
    """A driver whose actions take no time: the frames alone advance the clock."""

    def step(self, seconds: float = 0.0) -> None:
        super().step(seconds)

    def rest(self) -> None:
        self.until(lambda: not self.scene.stage.is_busy)

    def release_held(self) -> None:
        self.release_at(self.mouse)


@dataclass(frozen=True, slots=True)
class Studio:
    tables: Tables
    settings: dict[str, Any]

    def board(self, position: str | None = None, against: Player = BERT, **facts: Any) -> Still:
        return self._quiet(self.tables.table(ANNA, against, position=position, **{**self.settings, **facts}))

    def watched(self, position: str, **facts: Any) -> Still:
        """Return a table where the computer plays the first turn."""
        return self._quiet(self.tables.table(COMPUTER, ANNA, position=position, **{**self.settings, **facts}))

    def gnomes(self, position: str, against: Player = BERT) -> Still:
        return self._quiet(gnomes(self.tables, position, players=(ANNA, against), **self.settings))

    def dice(self, position: str | None = None, against: Player = BERT, **options: Any) -> Still:
        app = self.tables.app(**self.settings)
        options.setdefault("goal", 3)
        drive = self._quiet(dice_table(self.tables, ANNA, against, app=app, position=position, **options))
        drive.until(lambda: drive.chance_view.wait_seconds(drive.app.now()) is None)
        return drive

    def cards(self, position: str | None = None, players: int = 4) -> Still:
        seats = (ANNA, *[rummy.QUICK] * (players - 1))
        return self._quiet(
            self.tables.table(*seats, game=rummy.DUCALE, position=position, **self.settings), dealt=position is None
        )

    def _quiet(self, drive: Driver, dealt: bool = False) -> Still:
        drive.__class__ = Still
        assert isinstance(drive, Still)
        if not dealt:
            drive.rest()
        return drive


def around(drive: Driver, *targets: str, more: float = 0.5) -> pygame.Rect:
    """Return the part of the window with these targets and a margin given in cells."""
    spots = [drive.scene.stage.spots[target] for target in targets]
    rects = [pygame.Rect(spot.box.ints()) for spot in spots]
    wider = round(2 * more * max(spot.size for spot in spots))
    whole = rects[0].unionall(rects[1:]).inflate(wider, wider)
    return whole.clip(((0, 0), drive.app.size))


def table(drive: Driver) -> pygame.Rect:
    return pygame.Rect((0, 0), drive.app.size)


def run(drive: Driver, rect: pygame.Rect, more: int = 2) -> Filming:
    yield rect
    stage = drive.scene.stage
    while stage.is_busy or stage.is_animating or drive.facts.chance.is_pending:
        yield rect
    for _ in range(more):
        yield rect


def area(drive: Driver) -> pygame.Rect:
    """Return the part of the window with the table, without the parts beside it."""
    return pygame.Rect(drive.scene.stage.area.ints())


def clicks(drive: Still, rect: pygame.Rect, *targets: str, more: int = 2) -> Filming:
    yield rect
    drive.click(*targets)
    yield from run(drive, rect, more)
