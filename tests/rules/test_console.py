"""The console: `python -m rules` (plain text out, one sentence on stderr and exit code 2, JSON lines in and out)."""

import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from rules import GAMES, console
from rules.__main__ import main
from tests.patience import LONGEST
from tests.rows import rows

RING = "7k/8/8/8/3m1m2/2K5/3m1m2/8 w 2 0 1"
WON = "8/8/8/8/3k4/2M5/8/8 w 2 0 1"


def run(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "rules", *arguments], input=given, capture_output=True, check=False)


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    main(list(arguments))
    out, err = capsys.readouterr()
    assert err == ""
    return out.splitlines()


def failed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as caught:
        main(list(arguments))
    out, err = capsys.readouterr()
    assert caught.value.code == 2
    assert out == ""
    assert err.count("\n") == 1
    return err.rstrip("\n")


def answers(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *lines: bytes) -> list[Any]:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\n".join(lines)), encoding="utf-8"))
    return [json.loads(line) for line in printed(capsys, "batch")]


def ask(**question: Any) -> dict[str, Any]:
    return console.answer({"game": "double-draughts", **question})


# Commands.


def test_games_lists_the_keys(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "games") == [game.key for game in GAMES]


@rows
def test_a_command_prints_the_lines_of_the_case(
    capsys: pytest.CaptureFixture[str], law: str, arguments: list[str], lines: list[str]
) -> None:
    assert printed(capsys, *arguments) == lines, law


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_analyse_prints_the_best_lines_with_their_values(capsys: pytest.CaptureFixture[str], game: str) -> None:
    if game == "ducale":
        assert "being dealt" in failed(capsys, "analyse", game)
        return
    lines = printed(capsys, "analyse", game, "--nodes", "500", "--lines", "2")
    assert len(lines) == (1 if game == "unstacked-draughts" else 2)
    for line in lines:
        assert re.fullmatch(r"chance 0\.\d{3} score -?\d+ depth \d+ line( \S+)+", line)


def test_analyse_prints_certain_wins_and_refuses_a_finished_game(capsys: pytest.CaptureFixture[str]) -> None:
    best, *_ = printed(capsys, "analyse", "double-draughts", "--position", "8/8/5m2/8/3m4/2K1M3/8/8 w 2 0 1")
    assert re.fullmatch(r"chance 1.000 score 29999 depth \d+ line c3xe5xg7", best)
    over = failed(capsys, "analyse", "double-draughts", "--position", "8/8/8/8/8/8/8/K7 b 2 0 1")
    assert over == "The game is over."


def test_chance_prints_the_chance_of_the_side_next_to_throw(capsys: pytest.CaptureFixture[str]) -> None:
    assert float(*printed(capsys, "chance")) == pytest.approx(0.516277, abs=1e-5)
    text = "UD1 d000010 d010011 w 0-0/1"
    assert float(*printed(capsys, "chance", "--position", text)) == pytest.approx(0.619535, abs=1e-5)
    won = "UD1 o000000 d010011 b 1-0/3"
    assert float(*printed(capsys, "chance", "--position", won)) == 0.0


@rows
def test_an_error_is_one_line_on_stderr_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    sentence = failed(capsys, *arguments)
    assert words in sentence
    assert sentence.endswith(".")


def test_a_reader_that_closes_the_pipe_causes_no_error() -> None:
    """Bug: `turns … | head` complained of a broken pipe at the exit."""
    command = [sys.executable, "-m", "rules", "turns", "double-draughts"]
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=buffered) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there is no /bin/sh")
@pytest.mark.parametrize(
    ("shell", "code", "words"),
    [
        ("play double-draughts a6-a5", 2, b"a6"),
        ("turns double-draughts >/dev/full", 2, b"could not be written"),
        ("turns double-draughts >&-", 0, b""),
        ("batch <&-", 2, b"no standard input"),
        ("perft double-draughts 1 --position 'a\n\n8'", 2, b"five fields"),
    ],
)
def test_broken_pipes_cause_at_most_a_single_sentence(shell: str, code: int, words: bytes) -> None:
    """Bugs: a full disk, a closed output and a closed input ended in tracebacks; a sentence took several lines."""
    line = f"{shlex.quote(sys.executable)} -m rules {shell}"
    process = subprocess.run(["/bin/sh", "-c", line], capture_output=True, check=False)
    assert (process.returncode, process.stdout) == (code, b"")
    assert words in process.stderr and process.stderr.count(b"\n") == (code != 0)


@contextmanager
def ended(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """Kill the process at the end, so that a failing test doesn't wait for it."""
    try:
        yield
    finally:
        process.kill()


@pytest.mark.skipif(sys.platform == "win32", reason="no process can send another one Ctrl+C alone there")
def test_ctrl_c_ends_a_long_count_silently() -> None:
    """Bug: it ended in a traceback."""
    command = [sys.executable, "-m", "rules", "batch"]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    # What was started in the background has the signal ignored, and would hand that on.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        process = subprocess.Popen(command, **pipes)
    finally:
        signal.signal(signal.SIGINT, before)
    with process, ended(process):
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        # A signal during an import may be lost: Python ignores exceptions in its callbacks. So all is imported first.
        process.stdin.write(b'{"game": "double-draughts", "ask": "perft", "depth": 1}\n')
        process.stdin.write(b'{"game": "double-draughts", "ask": "perft", "depth": 60}\n')
        process.stdin.flush()
        assert b"perft" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        # Python itself ends by the signal if that came in a text that `exec` ran, as in the making of a dataclass:
        # 130 to a shell, too.
        assert process.wait(timeout=LONGEST) in (130, -signal.SIGINT)
        assert process.stderr.read() == b""


def test_a_file_that_cannot_be_written_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Bug: it ended in a traceback."""
    monkeypatch.setattr("rules.lab.bench.figures", dict)
    with pytest.raises(SystemExit) as caught:
        main(["bench", "--json", str(tmp_path / "nowhere" / "figures.json")])
    assert caught.value.code == 2
    assert "figures.json can't be used: " in capsys.readouterr().err


# Batch.


def test_each_question_of_a_batch_has_its_answer(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = "double-draughts"
    questions = [
        {"id": 1, "game": game, "ask": "turns", "position": RING},
        {"id": "two", "game": game, "ask": "play", "position": WON, "turns": ["c3xe5"]},
        {"id": 3, "game": game, "ask": "perft", "depth": 3, "options": "setup=twelve"},
        {"id": 4, "game": game, "ask": "outcome"},
        {"id": 5, "game": game, "ask": "text", "position": WON},
        {"id": 6, "game": game, "ask": "notate", "position": RING, "turn": "c3xe1xg3xe5xc3"},
    ]
    assert answers(capsys, monkeypatch, *(json.dumps(question).encode() for question in questions)) == [
        {"id": 1, "turns": ["c3xe1xg3xe5xc3", "c3xe5xg3xe1xc3"]},
        {"id": "two", "position": "8/8/8/4M3/8/8/8/8 b 2 0 2", "outcome": {"reason": "no-pieces", "winners": [1]}},
        {"id": 3, "perft": [7, 49, 302]},
        {"id": 4, "outcome": None},
        {"id": 5, "position": WON},
        {"id": 6, "text": "c3xe1xg3xe5xc3"},
    ]


def test_a_bad_line_is_answered_with_an_error_and_the_next_is_read() -> None:
    lines = [
        b"{",
        b"",
        b"\xff\xfe",
        b"[1, 2]",
        b"null",
        b"[" * 5000,
        b'{"id": 6, "game": "double-draughts", "ask": "fly"}',
        b'{"id": 7, "game": "double-draughts", "ask": "perft", "depth": 1}',
    ]
    process = run("batch", given=b"\n".join(lines))
    replies = [json.loads(line) for line in process.stdout.splitlines()]
    assert [reply.get("code") for reply in replies] == ["JSON", "JSON", "JSON", "JSON", "JSON", "ASK", None]
    assert all(reply["error"].endswith(".") for reply in replies[:-1])
    assert replies[-1] == {"id": 7, "perft": [14]}
    assert (process.returncode, process.stderr) == (0, b"")


def test_an_unencodable_id_is_returned() -> None:
    """Bug: half a surrogate pair in an `id` ended the whole batch with a traceback."""
    process = run("batch", given=b'{"id": "\\ud800", "game": "double-draughts", "ask": "outcome"}\n')
    assert process.returncode == 0
    assert json.loads(process.stdout) == {"id": "\ud800", "outcome": None}


def test_an_id_that_is_not_valid_json_is_answered_in_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: NaN was answered with NaN, which no other reader of JSON takes."""
    lines = [
        b'{"id": %s, "game": "double-draughts", "ask": "outcome"}' % name
        for name in (b"NaN", b"1e999", b"[-Infinity]")
    ]
    replies = answers(capsys, monkeypatch, *lines)
    assert [(reply["id"], reply["code"]) for reply in replies] == [(None, "JSON")] * 3


@rows
def test_a_question_without_an_answer_gets_a_code(question: dict[str, Any], code: str) -> None:
    answer = ask(id="q", **question)
    assert (answer["id"], answer["code"]) == ("q", code)
    assert answer["error"].endswith(".")


def test_options_that_are_not_text_are_refused() -> None:
    """Bug: options given as an object were passed over, and the standard game was played."""
    assert ask(ask="turns", options={"setup": "twelve"})["code"] == "OPTIONS"


def test_playing_no_turn_gives_the_position_itself() -> None:
    assert ask(ask="play", position=WON, turns=[]) == {"id": None, "position": WON, "outcome": None}


@pytest.mark.parametrize("name", ["tablier-console", "python -m rules"])
def test_the_help_names_the_started_program(capsys: pytest.CaptureFixture[str], name: str) -> None:
    with pytest.raises(SystemExit):
        main(["--help"], name)
    assert capsys.readouterr().out.startswith(f"usage: {name} [-h]"), "whoever copies that line gets nowhere"
