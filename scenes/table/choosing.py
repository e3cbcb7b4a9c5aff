"""Several moves share one gesture: the person is asked, by pictures over the board, what a piece shall become."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pygame

from rules.contract import Beat, Gesture, Slide, Table, Turn
from scenes.surfaces.move_paths import landed
from scenes.ui.chooser import Strip

if TYPE_CHECKING:
    from scenes.table.scene import MatchScene


def turned(table: Table, beats: Sequence[Beat]) -> tuple[Table, list[Beat]]:
    """`table` with every piece that turns into another as what it becomes, and the beats without its turning.

    So a choice that has been made over the board isn't seen to be made once more.
    """
    after = {effect.at: effect.after for beat in beats for effect in beat if isinstance(effect, Turn)}
    starts = {
        effect.start: after[effect.end] for effect in beats[0] if isinstance(effect, Slide) and effect.end in after
    }
    table = {target: (starts[target],) if target in starts else tokens for target, tokens in table.items()}
    kept = [tuple(effect for effect in beat if not isinstance(effect, Turn)) for beat in beats]
    return table, [beat for beat in kept if beat]


class Choosing:
    """The question that lies on the board, if there is one. Meanwhile the piece is off its square."""

    def __init__(self, scene: MatchScene) -> None:
        self._scene = scene
        self.strip: Strip[Any] | None = None

    def ask(self, gesture: Gesture, moves: Sequence[Any]) -> None:
        """Ask which of `moves`, all of this gesture, is meant, and play it."""
        scene, drop = self._scene, gesture.drop
        assert drop is not None
        stage, words, key = scene.stage, scene.app.words, scene.match.game.key
        options = []
        for move in moves:
            token = landed(scene.match.position, move)
            assert token is not None
            name = words(f"token.{key}.{token.look}")
            options.append((stage.view.choice(token), move, name, stage.view.look(token)))
        options.sort(key=lambda option: option[0])
        spot = stage.spots[drop]
        step = 1 if spot.y < stage.area.centre[1] else -1
        places = [
            pygame.Rect(spot.box._replace(y=spot.box.y + step * n * spot.box.h).ints()) for n in range(len(moves))
        ]
        stage.lay_aside(min(gesture.pick))
        self.strip = Strip(
            scene.sidebar.form,
            places,
            [(move, name, look) for _, move, name, look in options],
            lambda move: scene.play(move, dict.fromkeys(gesture.pick, (spot.x, spot.y)), chosen=True),
            self._cancel,
            [f"{str(move)[-1]}{name[0]}".lower() for _, move, name, _ in options],
            pygame.Rect(stage.area.ints()),
        )

    def _cancel(self) -> None:
        self.close()
        self._scene.hand.let_go()
        self._scene.refresh()

    def close(self) -> None:
        """Take the question off the board, if it lies there still."""
        strip, self.strip = self.strip, None
        self._scene.stage.lay_aside(None)
        if strip is not None and strip.lies:
            self._scene.sidebar.form.lay_over(None)
