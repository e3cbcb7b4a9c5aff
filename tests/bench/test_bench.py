"""The measuring bench, as far as it needs no screen and no time."""

import json
from pathlib import Path
from typing import Final

import pytest

from rules import GAMES, get
from rules.record import read
from scenes.app.game_card import card_of
from tests.bench import __main__ as bench
from tests.bench import fixtures, idle, memory, start
from tests.bench import frames as painting
from tests.bench.finding import Finding, lower_quartile, percentile_99
from tests.bench.fixtures import lay_match
from tests.bench.screen import Shot, completion_time

KEYS: Final = [game.key for game in GAMES]
TIMES: Final = [0.001 * number for number in range(1, 101)]


def starts(size: tuple[int, int]) -> start.Starts:
    later = {"source": [170.0, 160.0, 180.0], "executable": [151.0, 152.0, 153.0]}
    return start.Starts(
        size,
        [90.0, 100.0, 110.0],
        {name: [start.Moments(one, one) for one in values] for name, values in later.items()},
        {"source": [start.Moments(one, 2 * one) for one in later["source"]]},
    )


def frames() -> painting.Frames:
    return painting.Frames(
        still=0,
        full=[0.006, 0.006, 0.02, 0.02],
        bare=[0.003, 0.003, 0.003, 0.1],
        sprites=100,
        dragging=TIMES,
        thinking=TIMES,
        moving=TIMES,
        clicks=[0.017] * 50,
        yardstick=0.0005,
    )


def held() -> memory.Memory:
    whole = dict.fromkeys(KEYS, 250.0)
    kinds = ("source", "executable")
    return memory.Memory(
        bare=50.0,
        menu=dict.fromkeys(kinds, 80.0),
        tables=dict.fromkeys(kinds, whole),
        positions=dict.fromkeys(KEYS, 50.0),
    )


def everything() -> list[Finding]:
    rests = {key: idle.Idle(share=0.05, painted=0) for key in KEYS}
    found = idle.findings("source", rests)
    found += start.import_findings({"pygame": [50.0, 50.0], "app": [75.0, 75.0], "opponent": [40.0, 40.0]})
    for size in start.SIZES:
        found += start.findings(starts(size))
        moments = [start.Moments(30.0, 180.0), start.Moments(41.0, 200.0), start.Moments(35.5, None)]
        found += start.click_findings(size, {"ducart, table": moments})
    for key in KEYS:
        for size in painting.SIZES:
            found += painting.findings(key, size, frames())
    return [*found, *memory.findings(held())]


def named(name: str) -> Finding:
    (found,) = (one for one in everything() if one.name == name)
    return found


# What a finding is


def test_a_requirement_is_met_up_to_its_limit() -> None:
    assert Finding("start", 1.5, "1.50", 1.5).met
    assert not Finding("start", 1.51, "1.51", 1.5).met
    assert Finding("memory", 40.0, "40").met


def test_a_line_names_the_requirement() -> None:
    assert "NOT MET: at most 1.5" in Finding("start", 1.6, "1.60", 1.5).line()
    assert "met" not in Finding("memory", 40.0, "40").line()


def test_a_ratio_is_relative_to_the_reference_of_the_same_run() -> None:
    assert Finding("frame", 3.0, "3 ms", against=2.0).ratio == 1.5
    assert Finding("frame", 3.0, "3 ms").ratio is None


def test_the_99th_percentile_leaves_a_hundredth_of_the_values_above() -> None:
    values = [float(number) for number in range(1000)]
    assert sum(value > percentile_99(values) for value in values) == 10


def test_disturbing_every_second_value_leaves_the_lower_quartile_unchanged() -> None:
    assert lower_quartile([1.0, 9.0, 1.0, 9.0, 1.0, 9.0]) == 1.0


# What is made of the measurements


def test_every_figure_has_a_name_of_its_own() -> None:
    names = [one.name for one in everything()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("key", KEYS)
def test_every_game_is_measured_in_every_way(key: str) -> None:
    names = {one.name for one in everything() if key in one.name}
    for size in ("960x600", "1280x800", "2560x1440"):
        for kind in ("painted while still", "full / bare", "dragging, ms", "in motion, ms", "after a click, p99, ms"):
            assert f"frame, {key}, {size}, {kind}" in names
        assert f"frame, {key}, {size}, dragging, opponent thinking, ms" in names
    assert {f"still, source, {key}, % of a core", f"memory, source, {key} and opponent / bare window"} <= names


def test_starts_are_compared_with_a_bare_window() -> None:
    source = named("start, 1280x800, source, later, whole menu / bare window")
    executable = named("start, 1280x800, executable, later, whole menu / bare window")
    assert (source.value, source.most, source.met) == (1.7, 1.7, True)
    assert (executable.value, executable.most, executable.met) == (1.52, 1.5, False)
    assert named("start, 2560x1440, executable, later, first frame / bare window").met
    assert named("start, 1280x800, source, very first, first frame / bare window").met
    assert not named("start, 1280x800, source, very first, whole menu / bare window").met


def test_a_click_is_answered_and_the_screen_is_then_complete() -> None:
    first, last = (named(f"click, 1280x800, ducart, table, {what}, ms") for what in ("first change", "whole"))
    assert (first.value, first.met, last.value, last.met) == (35.5, True, 190.0, True)
    assert named("imports, app, ms").ratio == 1.5


def test_a_picture_is_complete_when_the_screen_stays_unchanged() -> None:
    def shot(at: int, *pixels: int) -> Shot:
        return Shot(at, b"".join(bytes((tone, tone, tone, 0)) for tone in pixels))

    size = (20, 10)
    shots = [shot(0, *[0] * 200), shot(5, *[7] * 195, *[0] * 5), shot(8, *[7] * 199, 0), shot(9, *[7] * 200)]
    assert completion_time(shots, size, size) == 8
    assert completion_time(shots[:2], size, size) == 5


def test_a_full_frame_is_compared_with_a_bare_frame() -> None:
    full = named("frame, ducart, 960x600, full / bare")
    assert full.value == pytest.approx(2.0)
    assert full.most == 2.0
    assert named("frame, ducart, 960x600, dragging, ms").ratio == pytest.approx(101.0)
    assert named("frame, ducart, 960x600, after a click, p99, ms").value == pytest.approx(17.0)


def test_the_engines_own_table_is_not_counted() -> None:
    assert named("memory, source, ducart and opponent / bare window").value == 4.0


def test_an_app_measured_from_outside_reports_no_frame_count() -> None:
    found = idle.findings("executable", {"ducart": idle.Idle(share=0.06, painted=None)})
    assert [one.name for one in found] == ["still, executable, ducart, % of a core"]
    assert not found[0].met


# What lies on the measured tables


@pytest.mark.parametrize("computer", [True, False])
@pytest.mark.parametrize("key", KEYS)
def test_the_prepared_match_can_be_resumed(tmp_path: Path, key: str, computer: bool) -> None:
    game = get(key)
    lay_match(tmp_path, game, computer)
    record = read((tmp_path / "matches" / "bench.tablier").read_text(encoding="utf-8"), GAMES)
    position = record.match.position
    assert fixtures.can_pick_up(record.match)
    assert (record.players[position.to_move].kind == "computer") is computer
    assert "person" in {player.kind for player in record.players}
    assert len(record.players) == (fixtures.CARD_PLAYERS if card_of(key).hidden_hands else 2)
    assert (tmp_path / "open.txt").read_text(encoding="utf-8") == "bench\n"
    assert json.loads((tmp_path / "settings.json").read_text(encoding="utf-8"))["language"] == "en"


# The command line


def test_a_missing_screen_is_reported_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with pytest.raises(SystemExit) as end:
        bench.main([])
    assert end.value.code == 2
    assert "finds no screen" in capsys.readouterr().err


def test_an_unknown_part_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        bench.main(["starts"])
    assert end.value.code == 2
    assert "there is no part starts" in capsys.readouterr().err


def test_parts_and_games_can_be_chosen_and_all_figures_are_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asked: list[tuple[str, tuple[int, int]]] = []

    def measure(home: Path, game: object, size: tuple[int, int]) -> painting.Frames:
        asked.append((home.name, size))
        return frames()

    monkeypatch.setattr("tests.bench.processes.driver", lambda: "x11")
    monkeypatch.setattr("tests.bench.frames.measure", measure)
    bench.main(["frames", "--games", "ducart", "ducale", "--quick", "--json", str(tmp_path / "found.json")])
    assert asked == [("ducart-1280", (1280, 800)), ("ducale-1280", (1280, 800))]
    told = json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))
    assert [one["name"] for one in told if one["name"].endswith("full / bare")] == [
        "frame, ducart, 1280x800, full / bare",
        "frame, ducale, 1280x800, full / bare",
    ]
    assert all(one["met"] for one in told)
    assert "met: at most 2" in capsys.readouterr().out


def test_an_unmet_requirement_ends_with_exit_code_1(monkeypatch: pytest.MonkeyPatch) -> None:
    late = {"ducart": idle.Idle(share=0.2, painted=1)}
    monkeypatch.setattr("tests.bench.processes.driver", lambda: "x11")
    monkeypatch.setattr("tests.bench.idle.measure", lambda folder, games, command: late)
    with pytest.raises(SystemExit) as end:
        bench.main(["still", "--games", "ducart"])
    assert end.value.code == 1
