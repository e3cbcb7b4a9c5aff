"""Short runs of `tests.soak painted`, and the losses that it finds."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from rules import KEYS, get
from rules.contract import NATURE
from scenes.app.app import App
from scenes.app.atomic_files import read_whole
from scenes.table.scene import MatchScene
from scenes.table.session import Session
from tests.bench.screen import Screen
from tests.checks import present
from tests.effort import by_effort
from tests.journeys.driver import unseen
from tests.scenes.matches import session
from tests.soak import painted
from tests.soak.painted import Film, Shot, match_file, own_screen
from tests.soak.painted_list import Turns, read_turns

SEED: Final = 3
LENGTHS: Final = by_effort((1, 2, 3, 7, 41, 43), *[(1, 2, 3, 6, 7, 40, 41, 43, 90)] * 2)
"""Plies of matches whose lists are read: some end in mid-turn, some lists are scrolled."""


@pytest.mark.journey
def test_every_ply_shown_on_the_screen_survives_a_kill() -> None:
    told = painted.kill_apps(len(KEYS), SEED)
    assert [fault for tally in told.values() for fault in tally.faults] == []
    assert [tally.kills for tally in told.values()] == [1] * len(KEYS)


@pytest.mark.journey
@pytest.mark.parametrize("key", ["double-draughts", "ducale"])
def test_plies_missing_after_a_kill_are_found(key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file loses half of its plies between the kill and the next start."""
    running = painted.running

    @contextmanager
    def forgetful(home: Path, screen: Screen, words: Path) -> Iterator[object]:
        with running(home, screen, words) as app:
            yield app
        head, blank, plies = read_whole(match_file(home)).partition("\n\n")
        kept = plies.splitlines(keepends=True)[: plies.count("\n") // 2]
        match_file(home).write_text("".join((head, blank, *kept)), encoding="utf-8")

    monkeypatch.setattr(painted, "running", forgetful)
    monkeypatch.setattr(painted, "VAR", tmp_path)
    (fault,) = painted.kill(key, SEED, 0, 1).faults
    assert "lost" in fault
    assert sorted(path.name.rpartition("-")[2] for path in tmp_path.iterdir()) == ["after.png", "before.png"]


def lists(key: str, home: Path) -> list[Turns]:
    game = get(key)
    home.mkdir()
    (home / "settings.json").write_text(json.dumps({"language": "en", "animation": "off"}), encoding="utf-8")
    found = []
    for plies in LENGTHS:
        with unseen(home) as app:
            begun = session(app.storage, 0, game=game)
            for ply in session(app.storage, max(LENGTHS), game=game).match.plies[:plies]:
                begun.match.play_chance(ply.move) if ply.move.seat == NATURE else begun.match.play(ply.move)
            found.append(_painted(app, begun))
    return found


def _painted(app: App, match: Session) -> Turns:
    app.theme.lay_table()
    app.stack.push(MatchScene(app, match))
    app.paint()
    return present(read_turns(app.surface), "list of turns")


@pytest.mark.parametrize("key", KEYS)
def test_a_turn_list_contains_earlier_lists_and_no_later_list(key: str, tmp_path: Path) -> None:
    found = lists(key, tmp_path / "home")
    for number, turns in enumerate(found):
        for other, before in enumerate(found):
            assert turns.same(before) == (number == other)
            near = len(turns.rows) >= len(before.rows) and LENGTHS[number] - LENGTHS[other] < 7
            if near or number <= other:
                assert turns.holds(before) == (number >= other), (LENGTHS[number], LENGTHS[other])


def test_a_covered_turn_list_is_not_read(tmp_path: Path) -> None:
    with unseen(tmp_path) as app:
        _painted(app, session(app.storage, 20))
        app.surface.fill("white", (880, 280, 50, 60))
        assert read_turns(app.surface) is None


def test_a_window_without_a_match_has_no_turn_list(tmp_path: Path) -> None:
    from scenes.screens.menu.scene import MenuScene

    with unseen(tmp_path) as app:
        session(app.storage, 5).save(app.storage)
        app.stack.push(MenuScene(app))
        app.paint()
        assert read_turns(app.surface) is None


@pytest.mark.skipif(sys.platform == "win32", reason="there is no Xvfb")
def test_settled_turns_count_and_passing_turns_may_be_missing(tmp_path: Path) -> None:
    first, second, third, fourth, *_ = lists("double-draughts", tmp_path / "home")
    with own_screen() as screen:
        film = Film(screen)
    times = (0.0, 1.0, 1.05, 1.12)
    film.shots = [Shot(turns, times[at], times[at + 1], b"") for at, turns in enumerate((first, second, third))]

    def judged(turns: Turns) -> str:
        return film.judge(Shot(turns, 9.0, 9.1, b""))

    told = [judged(turns) for turns in (first, second, third, fourth)]
    assert told == ["same", "later", "later", "further"]
    film.shots[2].until = 1.2
    assert [judged(turns) for turns in (third, fourth)] == ["same", "further"]
    assert judged(second) == "lost: it is as it was 1 changes before"
    assert judged(first) == "lost: it is as it was 2 changes before"
    film.shots = film.shots[2:]
    assert judged(second) == "lost: it shows something else"
