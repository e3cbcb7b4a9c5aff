"""External UCI engines: every question ends with a legal turn or an error that names the engine."""

import contextlib
import os
import signal
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest

from rules import get
from rules.ai import uci_client
from rules.ai.program import LONGEST_LINE, ProcessTree, Program, clean_environment
from rules.ai.uci_client import EngineError, External, ExternalEngine, UciHistory, can_play
from rules.search.budget import Budget
from rules.search.iterative_deepening import WIN
from rules.search.opponent import BestPlay
from tests.ai.fakes import Fakes
from tests.checks import present
from tests.patience import LONGEST, sooner_or_later, within_reason

KEY = "duck-chess"
FIRST = "e2e4,e4e6"
SECOND = "d7d5,d5e5"


def history_after(*turns: str, begun: int = 0) -> UciHistory:
    """Return the history of a match after `turns`; of the last turn only `begun` moves if given."""
    game = get(KEY)
    start = position = game.play.start(game.play.options(), 2)
    moves = []
    for number, text in enumerate(turns):
        read = game.text.read_turn(position, text)
        if begun and number == len(turns) - 1:
            read = read[:begun]
        for move in read:
            position = position.play(move)
            moves.append(move)
    return UciHistory.of(game, start, moves)


@contextlib.contextmanager
def running(external: External) -> Iterator[ExternalEngine]:
    engine = ExternalEngine(external, KEY)
    try:
        yield engine
    finally:
        engine.close()


def error_from(external: External, seconds: float | None = None) -> EngineError:
    with running(external) as engine, within_reason(), pytest.raises(EngineError) as error:
        engine.choose(history_after(), Budget(5, seconds))
    return error.value


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in (("GREETING", 0.5), ("GRACE", 0.3), ("PATIENCE", 0.5)):
        monkeypatch.setattr(uci_client, name, seconds)


# What it should be


def test_an_engine_plays_a_legal_turn_and_reports_its_thinking(fakes: Fakes) -> None:
    with running(fakes.engine("good", FIRST)) as engine:
        choice = engine.choose(history_after(), Budget(nodes=5))
        assert engine.name == "Fake 1"
    assert isinstance(choice, BestPlay)
    assert [str(move) for move in choice.moves] == ["e2e4", "@e6"]
    assert (choice.score, choice.depth, choice.nodes) == (-31, 7, 1234)


def test_only_the_first_of_an_engines_lines_counts(fakes: Fakes) -> None:
    with running(fakes.engine("two-lines", FIRST)) as engine:
        choice = engine.choose(history_after(), Budget(nodes=5))
    assert (choice.score, choice.depth, choice.nodes) == (-31, 7, 1234)


def test_an_engine_gets_the_game_its_options_and_the_whole_match(fakes: Fakes) -> None:
    start = history_after().start
    with running(fakes.engine("good", FIRST, "g1f3,f3e6", options=(("Skill Level", "3"),))) as engine:
        engine.choose(history_after(), Budget(nodes=55, seconds=0.25))
        engine.choose(history_after(FIRST, SECOND), Budget(depth=4))
    said = fakes.heard
    assert said[0] == "uci"
    assert {"setoption name UCI_Variant value duck", "setoption name Threads value 1"} < set(said)
    assert {"setoption name Hash value 64", "setoption name Skill Level value 3"} < set(said)
    assert f"position fen {start}" in said
    assert f"position fen {start} moves {FIRST} {SECOND}" in said
    assert "go nodes 55 movetime 250" in said
    assert "go depth 4" in said
    assert "ucinewgame" not in said
    assert said[-1] == "quit"


def test_options_of_an_engine_are_set_in_its_own_spelling(fakes: Fakes) -> None:
    with running(fakes.engine("shouts", FIRST, options=(("skill level", "3"),))) as engine:
        assert [str(move) for move in engine.choose(history_after(), Budget(nodes=5)).moves] == ["e2e4", "@e6"]
    assert {"setoption name UCI_VARIANT value DUCK", "setoption name SKILL LEVEL value 3"} < set(fakes.heard)


def test_another_match_starts_a_new_game_in_the_engine(fakes: Fakes) -> None:
    with running(fakes.engine("good", SECOND, "d2d4,d4d6")) as engine:
        engine.choose(history_after(FIRST), Budget(nodes=5))
        engine.choose(history_after("a2a3,a3a4", "a7a6,a6a5"), Budget(nodes=5))
    said = fakes.heard
    assert said.count("ucinewgame") == 1
    assert said[said.index("ucinewgame") :][1] == "isready"


def test_a_started_turn_is_only_completed(fakes: Fakes) -> None:
    with running(fakes.engine("good", FIRST)) as engine:
        choice = engine.choose(history_after(FIRST, begun=1), Budget(nodes=5))
    assert [str(move) for move in choice.moves] == ["@e6"]
    (order,) = (line for line in fakes.heard if line.startswith("go "))
    turns = order.partition(" searchmoves ")[2].split()
    assert len(turns) == 32
    assert all(turn.startswith("e2e4,e4") for turn in turns)


def test_an_answer_that_contradicts_the_started_turn_is_refused(fakes: Fakes) -> None:
    with running(fakes.engine("good", "d2d4,d4d6")) as engine, pytest.raises(EngineError) as error:
        engine.choose(history_after(FIRST, begun=1), Budget(nodes=5))
    assert error.value.code == "illegal"


def test_a_stopped_engine_gives_its_best_turn_so_far(fakes: Fakes) -> None:
    with running(fakes.engine("thinks", FIRST)) as engine:
        engine.start()
        looks = iter([False, False, True])
        choice = engine.choose(history_after(), Budget(seconds=30.0), lambda: next(looks, True))
    assert choice.moves
    assert choice.score == 4 - WIN
    assert "stop" in fakes.heard


def test_an_engine_that_writes_slowly_or_writes_garbage_is_read_to_the_end(fakes: Fakes) -> None:
    for mode in ("huge", "halves", "binary", "drips", "gushes"):
        with running(fakes.engine(mode, FIRST)) as engine, within_reason():
            assert engine.choose(history_after(), Budget(nodes=5)).moves, mode


def test_a_game_that_no_engine_knows_is_named() -> None:
    assert can_play(KEY)
    assert not can_play("double-draughts")
    with pytest.raises(ValueError, match="double-draughts"):
        ExternalEngine(External("any"), "double-draughts")


# What goes wrong


def test_a_program_that_cannot_be_run_is_named_with_the_reason(tmp_path: Path) -> None:
    names = ("script", "folder", "loop", "empty", "nowhere")
    script, folder, loop, empty, nowhere = (tmp_path / name for name in names)
    script.write_text("#!/bin/sh\n")
    folder.mkdir()
    loop.symlink_to(loop)
    empty.touch()
    empty.chmod(0o755)
    for path in (script, folder, loop, empty, nowhere):
        error = error_from(External(str(path)))
        assert error.code == "missing" and error.facts == {"engine": path.name}
        assert str(error).startswith(f"{path} can't be run: ") and str(error).endswith(".")
    assert error_from(External("")).code == error_from(External("a\0b")).code == "missing"


def test_an_engine_that_answers_for_another_position_is_named(fakes: Fakes) -> None:
    with running(fakes.engine("good", FIRST, FIRST)) as engine:
        engine.choose(history_after(), Budget(nodes=5))
        with pytest.raises(EngineError) as error:
            engine.choose(history_after(FIRST), Budget(nodes=5))
    assert (error.value.code, error.value.facts["turn"]) == ("illegal", FIRST)


@pytest.mark.parametrize("mode", ["silent", "flood", "never-ready", "many-options"])
def test_a_program_that_is_no_uci_engine_is_recognised_in_time(fakes: Fakes, hasty: None, mode: str) -> None:
    assert error_from(fakes.engine(mode)).code == "silent"
    assert fakes.all_ended()


@pytest.mark.parametrize(
    ("mode", "answers", "code", "facts", "words"),
    [
        *((mode, (), "died", {}, "ended by itself") for mode in ("exits", "leaves", "dies", "half-dies")),
        ("chess", (), "variant", {"variant": "duck"}, ""),
        ("good", (), "resigned", {}, ""),
        ("good", ("e2e5,e5e6",), "illegal", {"turn": "e2e5,e5e6"}, "wants to play e2e5,e5e6, which is no legal turn"),
        ("babbles", (), "illegal", {}, "Fake 1 wants to play"),
    ],
)
def test_an_engine_that_dies_or_answers_wrongly_or_endlessly_is_named(
    fakes: Fakes, mode: str, answers: tuple[str, ...], code: str, facts: dict[str, str], words: str
) -> None:
    error = error_from(fakes.engine(mode, *answers))
    assert error.code == code and error.facts.items() >= facts.items() and words in str(error)
    assert fakes.all_ended()


def test_the_greeting_is_bounded_in_bytes(fakes: Fakes) -> None:
    with running(fakes.engine("many-options")) as engine, within_reason():
        tracemalloc.start()
        try:
            with pytest.raises(EngineError, match="no end"):
                engine.choose(history_after(), Budget(5))
            assert tracemalloc.get_traced_memory()[1] < 10_000_000
        finally:
            tracemalloc.stop()


def test_engines_do_not_inherit_the_library_paths_of_the_app(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/ours")
    assert clean_environment()["LD_LIBRARY_PATH"] == "/ours", "from a checkout it is the person's"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert "LD_LIBRARY_PATH" not in clean_environment()
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/theirs")
    assert clean_environment()["LD_LIBRARY_PATH"] == "/theirs"


def test_an_option_that_the_engine_lacks_is_named(fakes: Fakes) -> None:
    error = error_from(fakes.engine("good", options=(("Contempt", "5"),)))
    assert (error.code, error.facts["option"]) == ("option", "Contempt")


@pytest.mark.parametrize("mode", ["thinks", "deaf", "half-turn", "chatters"])
def test_an_engine_that_ignores_quit_is_killed(fakes: Fakes, hasty: None, mode: str) -> None:
    with running(fakes.engine(mode)) as engine:
        with pytest.MonkeyPatch.context() as patient:
            patient.setattr(uci_client, "GREETING", LONGEST)
            engine.start()
        with within_reason(), pytest.raises(EngineError) as error:
            engine.choose(history_after(), Budget(5, seconds=0.1))
    assert error.value.code == "late"
    assert fakes.all_ended()


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return a list that collects the seconds of each wait in which an engine wrote nothing."""
    waited: list[float] = []
    read_line = Program.read_line

    def noted(program: Program, seconds: float) -> str | None:
        line = read_line(program, seconds)
        if line is None:
            waited.append(seconds)
        return line

    monkeypatch.setattr(Program, "read_line", noted)
    return waited


def test_an_engine_that_ignores_stop_is_killed(fakes: Fakes, waits: list[float]) -> None:
    with running(fakes.engine("deaf")) as engine:
        engine.start()
        waits.clear()
        with within_reason(), pytest.raises(EngineError) as error:
            engine.choose(history_after(), Budget(seconds=3600.0), lambda: True)
    assert error.value.code == "late"
    assert sum(waits) <= uci_client._STOP_SECONDS


def test_an_engine_can_be_stopped_during_its_greeting(fakes: Fakes, waits: list[float]) -> None:
    with running(fakes.engine("silent")) as engine, pytest.raises(EngineError) as error:
        engine.choose(history_after(), Budget(seconds=30.0), lambda: len(waits) == 5)
    assert error.value.code == "silent" and len(waits) == 5


def test_after_an_error_the_engine_is_restarted(fakes: Fakes) -> None:
    with running(fakes.engine("good", "e2e5,e5e6", FIRST)) as engine:
        for _ in range(2):
            with pytest.raises(EngineError):
                engine.choose(history_after(), Budget(nodes=5))
    assert len(fakes.processes) == 2


def test_closing_leaves_no_process_behind(fakes: Fakes) -> None:
    for mode in ("good", "stubborn"):
        with running(fakes.engine(mode)) as engine:
            engine.start()
    assert len(fakes.processes) == 2
    assert fakes.all_ended()


def test_an_engine_that_never_reads_its_input_does_not_block_the_caller(fakes: Fakes) -> None:
    deaf = fakes.engine("deaf")
    program = Program([deaf.path, *deaf.arguments])
    try:
        program.send_line("go")
        with within_reason(), pytest.raises(EOFError):
            for _ in range(100):
                program.send_line("x" * LONGEST_LINE)
    finally:
        program.end()


@pytest.mark.skipif(sys.platform == "win32", reason="all that an engine starts ends with it there")
def test_a_pipe_held_by_another_process_is_not_closed_under_its_reader(tmp_path: Path) -> None:
    """Bug: closing a pipe may wait for whoever reads from it, and here that would be for ever."""
    (tmp_path / "leaves.py").write_text(
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'], start_new_session=True)\n"
        "print(child.pid, flush=True)\n",
        encoding="utf-8",
    )
    program = Program([sys.executable, str(tmp_path / "leaves.py")])
    output = present(program._process.stdout, "pipe from the program")
    child = int(program.read_line(60) or "")
    try:
        with within_reason():
            program.end()
        assert program._reader.is_alive() and not output.closed
    finally:
        os.kill(child, signal.SIGTERM)
    program._reader.join(60)
    output.close()


def test_on_windows_a_process_runs_only_once_it_is_in_a_job(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: what a process started before it was in the job, as the launcher of an environment does, wasn't ended."""
    libraries, handles, process = Mock(), Mock(), Mock(_handle=7)
    libraries.CreateJobObjectW.return_value = 8
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setattr("ctypes.WinDLL", lambda name: libraries, raising=False)
    monkeypatch.setitem(sys.modules, "_winapi", handles)
    monkeypatch.setattr("subprocess.Popen", lambda *command, **options: process)
    tree = ProcessTree(["engine"])
    order = ["CreateJobObjectW", "SetInformationJobObject", "AssignProcessToJobObject", "NtResumeProcess"]
    assert [call[0] for call in libraries.mock_calls] == order
    tree.end()
    tree.end()
    handles.CloseHandle.assert_called_once_with(8)


def test_unread_output_of_an_engine_takes_little_memory(tmp_path: Path) -> None:
    """Bug: ten thousand lines of 64 KB each were kept for whoever might want to hear them."""
    (tmp_path / "pours.py").write_text(f"while True: print('x' * {LONGEST_LINE - 1})\n", encoding="utf-8")
    program = Program([sys.executable, str(tmp_path / "pours.py")])
    try:
        assert sooner_or_later(program._lines.full)
        assert program._lines.qsize() * LONGEST_LINE <= 4_000_000
    finally:
        program.end()
