"""A match from elsewhere is reviewed, its better turn tried and left again, by a real mouse; it stays as it was."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from scenes.app.app import App
from scenes.screens.pause import PauseScene
from scenes.screens.review.scene import ReviewScene
from scenes.screens.review.tryout import TryoutScene
from tests.hands import Pixel, pixel
from tests.journeys.driver import Person, laid_out, unseen, wait_for
from tests.journeys.places import ended
from tests.scenes.reviewed import LOST_BY_ONE_TURN

pytestmark = pytest.mark.journey


def review(app: App) -> ReviewScene:
    """The review that was kept, at the decision that cost most."""
    scene = ended(app)
    app.stack.push(scene)
    made = ReviewScene(app, scene.table, scene.stage)
    assert made.reviewer.open()
    made.picked = made.reviewer.review.dearest()[0]
    return made


def asks(app: App) -> TryoutScene:
    below = review(app)
    assert below.picked is not None
    match: Any = app.stack.top
    return TryoutScene(match.app, match.session, below.picked.ply, below.says.moves(below.picked))


menu = partial(PauseScene, actions=["go-on", "rules", "settings", "leave"])


def dearest(person: Person) -> Pixel:
    with unseen(person.home) as app:
        return pixel(laid_out(review(app)).entries[0].rect.center)


def test_a_better_turn_is_found_tried_and_left(person: Person, tmp_path: Path) -> None:
    given = tmp_path / "given.pgn"
    given.write_text(LOST_BY_ONE_TURN, encoding="utf-8")
    person.start(str(given))
    person.rest()
    (record,) = wait_for(lambda: list((person.home / "finished").glob("*.tablier")), "the match")
    before = record.read_bytes()

    person.press_key("v")
    (kept,) = wait_for(lambda: list((person.home / "reviews").glob("*.json")), "the review")
    person.rest()
    found = kept.read_bytes()
    person.click_at(dearest(person))
    person.rest("dearest")
    shown = person.see().get_buffer().raw
    person.press(review, "review.try_better")
    person.press(asks, "tryout.begin")
    person.rest("tried")
    assert person.see().get_buffer().raw != shown
    person.press_key("Escape")
    person.rest()
    person.press(menu, "pause.leave")
    person.rest("back")

    assert person.close() == 0
    assert record.read_bytes() == before and kept.read_bytes() == found
    assert not list((person.home / "matches").glob("*"))
