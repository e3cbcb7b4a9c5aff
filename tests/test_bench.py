"""The measuring bench, as far as it needs no screen and no time."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Final

import pytest

from rules import GAMES, find
from rules.record import read, write_options
from scenes.app.game_card import card_of
from scenes.bench import __main__ as bench
from scenes.bench import dragging, judging, laying, painting, remembering, resting, sizing, starting, throwing
from scenes.bench.finding import Finding, above, hundredth, quarter, works
from scenes.bench.laying import lay_dice, lay_match, with_dice

KEYS: Final = [game.key for game in GAMES]
TIMES: Final = [0.001 * number for number in range(1, 101)]


def starts() -> starting.Starts:
    kinds = {"source": [120.0, 110.0, 130.0], "executable": [139.0, 140.0, 141.0]}
    return starting.Starts(
        imports={"pygame": [50.0, 50.0], "app": [75.0, 75.0], "opponent": [40.0, 40.0]},
        bare=[90.0, 100.0, 110.0],
        slow=[80.0, 80.0],
        first=kinds,
        whole=kinds,
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


def drag() -> dragging.Drag:
    return dragging.Drag(
        work=[0.001] * 995 + [0.009] * 5,
        interval=[0.011] * 50,
        follower=[0.02] * 50,
        idle=[0.01] * 50,
        yardstick=0.0005,
    )


def reviewed() -> judging.Review:
    return judging.Review(
        seconds=9.5, processor=8.8, work=[0.002] * 100, interval=[0.0165] * 100, idle=[0.0167] * 100
    )


def memory() -> remembering.Memory:
    whole = dict.fromkeys(KEYS, 250.0)
    kinds = ("source", "executable")
    return remembering.Memory(
        bare=50.0,
        menu=dict.fromkeys(kinds, 80.0),
        tables=dict.fromkeys(kinds, whole),
        positions=dict.fromkeys(KEYS, 50.0),
    )


def everything() -> list[Finding]:
    """All that the bench finds, of made-up measurements."""
    rests = {key: resting.Rest(share=0.05, painted=0) for key in KEYS}
    played = remembering.Played(
        matches=50,
        first=dict.fromkeys(KEYS, 140.0),
        last=dict.fromkeys(KEYS, 145.0),
        whole=dict.fromkeys(KEYS, 245.0),
    )
    found = [*starting.findings(starts()), *resting.findings("source", rests)]
    for key in KEYS:
        for size in painting.SIZES:
            found += painting.findings(key, size, frames())
        found += dragging.findings(key, drag())
        found += judging.findings(key, reviewed())
    for kind in throwing.KINDS:
        found += throwing.findings(kind, throwing.Throws(work=[0.01, 0.033], yardstick=0.0005))
    return [*found, *remembering.findings(memory()), *remembering.after(memory(), played)]


def named(name: str) -> Finding:
    (found,) = (one for one in everything() if one.name == name)
    return found


# What a finding is


def test_a_requirement_is_met_up_to_its_limit() -> None:
    assert Finding("start", 1.5, "1.50", 1.5).met
    assert not Finding("start", 1.51, "1.51", 1.5).met
    assert Finding("memory", 40.0, "40").met


def test_a_line_says_what_is_required() -> None:
    assert "NOT MET: at most 1.5" in Finding("start", 1.6, "1.60", 1.5).line()
    assert "met" not in Finding("memory", 40.0, "40").line()


def test_a_ratio_is_to_what_was_measured_beside_it() -> None:
    assert Finding("frame", 3.0, "3 ms", against=2.0).ratio == 1.5
    assert Finding("frame", 3.0, "3 ms").ratio is None


def test_the_99th_percentile_leaves_one_in_a_hundred_above() -> None:
    values = [float(number) for number in range(1000)]
    assert sum(value > hundredth(values) for value in values) == 10


def test_a_disturbance_of_every_other_value_leaves_the_lower_quartile_as_it_is() -> None:
    assert quarter([1.0, 9.0, 1.0, 9.0, 1.0, 9.0]) == 1.0


def test_shares_and_times_are_told_in_per_cent_and_milliseconds() -> None:
    assert above([0.001, 0.009, 0.008, 0.02], 0.008) == 50.0
    assert works([0.002] * 4) == "p50 2.00, p99 2.00 ms, 4 frames"


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
    assert {f"still, source, {key}, % of a core", f"drag, {key}, frames over 8 ms, %"} <= names
    assert {f"memory, growth, {key}, MB", f"memory, source, {key} and opponent / bare window"} <= names


def test_the_first_frame_is_measured_in_bare_windows() -> None:
    source, executable = named("start, source / bare window"), named("start, executable / bare window")
    assert (source.value, source.most, source.met) == (1.2, 1.2, True)
    assert (executable.value, executable.most, executable.met) == (1.4, 1.4, True)
    assert named("imports, app, ms").ratio == 1.5


def test_a_full_frame_is_measured_in_bare_ones() -> None:
    full = named("frame, ducart, 960x600, full / bare")
    assert full.value == pytest.approx(2.0)
    assert full.most == 2.0
    assert named("frame, ducart, 960x600, dragging, ms").ratio == pytest.approx(101.0)
    assert named("frame, ducart, 960x600, after a click, p99, ms").value == pytest.approx(17.0)


def test_a_drag_may_be_slow_in_one_of_two_hundred_frames() -> None:
    assert named("drag, ducale, frames over 8 ms, %").value == 0.5
    assert named("drag, ducale, frames over 8 ms, %").met
    assert named("drag, ducale, interval p99 / idle bare loop").value == pytest.approx(1.1)
    assert named("drag, ducale, interval p99 / bare loop on the mouse").value == pytest.approx(0.55)


def test_a_review_is_measured_by_its_processor_time_and_the_window_by_a_bare_loop() -> None:
    taken = named("review, ducart, 120 turns, processor time, s")
    assert (taken.value, taken.text, taken.met) == (8.8, "8.8 (in 9.5 s)", True)
    assert named("review, ducart, interval p99 / idle bare loop").value == pytest.approx(0.99, abs=0.01)


def test_the_match_that_is_reviewed_is_as_long_as_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "TURNS", 12)
    monkeypatch.setattr(judging, "LEVEL", 1)
    game = find("double-draughts")
    assert game is not None
    match = judging.long_match(game)
    assert len(match.turns()) == 12 and match.outcome() is None


def test_the_engines_own_table_is_not_counted() -> None:
    assert named("memory, source, ducart and opponent / bare window").value == 4.0
    assert named("memory, growth, ducart, MB").value == 5.0
    assert named("memory, ducart after the matches / bare window").value == pytest.approx(3.9)


def test_a_table_that_nobody_watched_from_inside_has_no_number_of_frames() -> None:
    found = resting.findings("executable", {"ducart": resting.Rest(share=0.06, painted=None)})
    assert [one.name for one in found] == ["still, executable, ducart, % of a core"]
    assert not found[0].met


# What lies on the measured tables


@pytest.mark.parametrize("computer", [True, False])
@pytest.mark.parametrize("key", KEYS)
def test_the_match_on_the_table_can_be_gone_on_with(tmp_path: Path, key: str, computer: bool) -> None:
    game = find(key)
    assert game is not None
    lay_match(tmp_path, game, computer)
    record = read((tmp_path / "matches" / "bench.tablier").read_text(encoding="utf-8"), GAMES)
    position = record.match.position
    assert laying.movable(record.match)
    assert (record.players[position.to_move].kind == "computer") is computer
    assert "person" in {player.kind for player in record.players}
    assert len(record.players) == (laying.CARD_PLAYERS if card_of(key).hidden_hands else 2)
    assert (tmp_path / "open.txt").read_text(encoding="utf-8") == "bench\n"
    assert json.loads((tmp_path / "settings.json").read_text(encoding="utf-8"))["language"] == "en"


@pytest.mark.parametrize("kind", throwing.KINDS)
def test_the_dice_on_the_table_are_ready_to_be_thrown(tmp_path: Path, kind: str) -> None:
    (game,) = filter(with_dice, GAMES)
    lay_dice(tmp_path, game, kind, (960, 600))
    record = read((tmp_path / "matches" / "bench.tablier").read_text(encoding="utf-8"), GAMES)
    assert f"dice={kind}" in write_options(record.match.options)
    assert [str(move) for move in record.match.position.legal_moves()] == ["throw"]


# The command line


def test_without_a_screen_a_sentence_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with pytest.raises(SystemExit) as end:
        bench.main([])
    assert end.value.code == 2
    assert "finds no screen" in capsys.readouterr().err


def test_a_part_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        bench.main(["starts"])
    assert end.value.code == 2
    assert "there is no part starts" in capsys.readouterr().err


def test_parts_and_games_can_be_chosen_and_all_is_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asked: list[tuple[str, tuple[int, int]]] = []

    def measure(home: Path, game: object, size: tuple[int, int]) -> painting.Frames:
        asked.append((home.name, size))
        return frames()

    monkeypatch.setattr("scenes.bench.running.driver", lambda: "x11")
    monkeypatch.setattr("scenes.bench.painting.measure", measure)
    bench.main(["frames", "--games", "ducart", "ducale", "--quick", "--json", str(tmp_path / "found.json")])
    assert asked == [("ducart-1280", (1280, 800)), ("ducale-1280", (1280, 800))]
    told = json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))
    assert [one["name"] for one in told if one["name"].endswith("full / bare")] == [
        "frame, ducart, 1280x800, full / bare",
        "frame, ducale, 1280x800, full / bare",
    ]
    assert all(one["met"] for one in told)
    assert "met: at most 2" in capsys.readouterr().out


def test_what_is_not_met_ends_with_code_1(monkeypatch: pytest.MonkeyPatch) -> None:
    late = {"ducart": resting.Rest(share=0.2, painted=1)}
    monkeypatch.setattr("scenes.bench.running.driver", lambda: "x11")
    monkeypatch.setattr("scenes.bench.resting.measure", lambda folder, games, command: late)
    with pytest.raises(SystemExit) as end:
        bench.main(["still", "--games", "ducart"])
    assert end.value.code == 1


def test_sizes_are_those_of_the_folder_and_of_the_newest_files_beside_it(tmp_path: Path) -> None:
    folder = tmp_path / "tablier"
    (folder / "_internal").mkdir(parents=True)
    (folder / "tablier").write_bytes(b"x" * 2_000_000)
    (folder / "_internal" / "library").write_bytes(b"x" * 44_000_000)
    (folder / "_internal" / "link").symlink_to("library")
    for name, size, age in (("tablier_0.deb", 9, 1), ("tablier_1.deb", 5_000_000, 2), ("tablier-1-linux-x", 7, 3)):
        (tmp_path / name).write_bytes(b"x" * size)
        os.utime(tmp_path / name, (age, age))
    found = sizing.findings(folder / "tablier")
    assert [(one.name, one.value, one.met) for one in found] == [
        ("size, tablier, MB", 46.0, False),
        ("size, deb, MB", 5.0, True),
        ("size, linux, MB", 7e-6, True),
    ]
