"""Our engine as other people's programs see it: whole conversations with the real process."""

import contextlib
import queue
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import rules
from rules import get
from rules.ai.uci_limits import NO_LIMIT, SearchLimits, read_limits
from rules.ai.uci_server import LONGEST_LINE, score_text
from rules.search.iterative_deepening import WIN
from tests.checks import present
from tests.patience import LONGEST as PATIENCE
from tests.rows import rows

ROOT: Final = Path(rules.__file__).parents[1]
WON: Final = "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1"
"""White can take the king."""


class Talk:
    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rules", "uci"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.decode().rstrip("\r\n"))

    def say(self, *lines: str) -> None:
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def until(self, start: str, seconds: float = PATIENCE) -> list[str]:
        heard: list[str] = []
        while not heard or not heard[-1].startswith(start):
            heard.append(self._lines.get(timeout=seconds))
        return heard

    def nothing(self, seconds: float) -> bool:
        """Whether nothing is said for so long."""
        time.sleep(seconds)
        return self._lines.empty()

    def ask(self, *lines: str) -> list[str]:
        """Return the answers to `lines` up to the following `readyok`, while no search is running."""
        self.say(*lines, "isready")
        return self.until("readyok")[:-1]

    def end(self) -> None:
        with self.process, contextlib.suppress(OSError):
            assert self.process.stdin is not None
            self.process.stdin.close()
            try:
                self.process.wait(PATIENCE)
            finally:
                self.process.kill()


@pytest.fixture(scope="module")
def shared() -> Iterator[Talk]:
    talk = Talk()
    yield talk
    talk.end()
    assert talk.process.returncode == 0


@pytest.fixture
def talk(shared: Talk) -> Talk:
    """Provide the engine in its state after the start."""
    shared.ask("setoption name Hash value 4", "setoption name MultiPV value 1", "ucinewgame")
    return shared


def best(lines: list[str]) -> str:
    return lines[-1].split()[1]


def legal(turn: str, *turns: str) -> bool:
    game = get("duck-chess")
    position = game.play.start(game.play.options(), 2)
    for text in turns:
        for move in game.text.read_turn(position, text):
            position = position.play(move)
    return turn in set(game.play.turns(position))


def test_uci_answers_with_the_id_and_the_options(talk: Talk) -> None:
    talk.say("uci")
    lines = talk.until("uciok")
    assert "id name Tablier" in lines
    assert "option name UCI_Variant type combo default duck var duck" in lines
    assert "option name Hash type spin default 64 min 1 max 4096" in lines
    assert "option name MultiPV type spin default 1 min 1 max 5" in lines


def test_go_searches_and_reports_progress(talk: Talk) -> None:
    talk.say("position startpos moves e2e4,e4e6 d7d5,d5e5", "go nodes 3000")
    lines = talk.until("bestmove")
    told = [line for line in lines if line.startswith("info depth")]
    turn = "[a-h][1-8][a-h][1-8][qrbn]?,[a-h][1-8][a-h][1-8]"
    shape = rf"info depth \d+ multipv 1 score (cp|mate) -?\d+ nodes \d+ nps \d+ time \d+ pv( {turn})+"
    assert told
    assert all(re.fullmatch(shape, line) for line in told)
    assert legal(best(lines), "e2e4,e4e6", "d7d5,d5e5")
    assert lines[-1].split()[2] == "ponder"
    assert legal(lines[-1].split()[3], "e2e4,e4e6", "d7d5,d5e5", best(lines))


def test_three_lines_of_each_depth_are_reported_with_multipv(talk: Talk) -> None:
    talk.say("setoption name MultiPV value 3", "position startpos", "go depth 2")
    lines = talk.until("bestmove")
    told = [re.match(r"info depth (\d) multipv (\d) score cp (-?\d+) .* pv (\S+)", line) for line in lines[:-1]]
    found = [present(line, "line").groups() for line in told]
    assert [line[:2] for line in found] == [(depth, number) for depth in "122" for number in "123"]
    assert [int(line[2]) for line in found[-3:]] == sorted((int(line[2]) for line in found[-3:]), reverse=True)
    assert len({line[3][:4] for line in found[-3:]}) == 3
    assert best(lines) == found[-3][3]


def test_a_capturable_king_is_a_mate_in_one(talk: Talk) -> None:
    talk.say(f"position fen {WON}", "go depth 2")
    lines = talk.until("bestmove")
    assert any(" score mate 1 " in line for line in lines)
    assert best(lines) == "e1e8,e8e1"


def test_commands_are_answered_during_a_search(talk: Talk) -> None:
    talk.say("position startpos", "go infinite")
    talk.until("info depth 1 ")
    talk.say("isready")
    assert talk.until("readyok")
    talk.say("go nodes 5")
    told = talk.until("bestmove")
    assert any("under way" in line for line in told) and legal(best(told))
    assert legal(best(talk.until("bestmove"))), "each go has its answer"


def test_an_infinite_search_gives_no_move_before_stop(talk: Talk) -> None:
    talk.say(f"position fen {WON}", "go infinite")
    talk.until("info depth")
    time.sleep(0.3)
    while not talk.nothing(0.2):
        assert not talk.until("")[-1].startswith("bestmove")
    talk.say("stop")
    assert best(talk.until("bestmove")) == "e1e8,e8e1"


def test_an_immediate_stop_gives_a_turn_and_the_next_search_its_own_turn(talk: Talk) -> None:
    talk.say("position startpos", "go infinite", "stop", "position startpos moves e2e4,e4e6", "go nodes 200")
    assert legal(best(talk.until("bestmove")))
    assert legal(best(talk.until("bestmove")), "e2e4,e4e6")
    assert talk.ask("stop") == []


@rows
def test_a_bad_line_is_answered_and_changes_nothing(talk: Talk, line: str, words: str) -> None:
    talk.ask("position startpos moves e2e4,e4e6")
    (told,) = talk.ask(line)
    assert told.startswith("info string ")
    assert words in told
    talk.say("go depth 1")
    assert legal(best(talk.until("bestmove")), "e2e4,e4e6")


@rows
def test_after_a_bad_position_there_is_nothing_to_search(talk: Talk, line: str, words: str) -> None:
    talk.ask("position startpos moves e2e4,e4e6")
    (told,) = talk.ask(line)
    assert told.startswith("info string ") and words in told
    talk.say("go depth 1")
    told, last = talk.until("bestmove")
    assert "could not be read" in told and last == "bestmove (none)"
    talk.say("position startpos moves E2E4,E4E6", "go depth 1")
    assert legal(best(talk.until("bestmove")), "e2e4,e4e6")


@rows
def test_every_go_is_answered(talk: Talk, line: str) -> None:
    talk.say("position startpos", line)
    assert legal(best(talk.until("bestmove")))


@pytest.mark.parametrize("line", ["setoption name UCI_Variant value Duck", "SetOption NAME uci_variant VALUE DUCK"])
def test_names_and_values_are_read_in_any_case(talk: Talk, line: str) -> None:
    assert talk.ask(line) == []
    talk.say("POSITION StartPos", "GO Nodes 20")
    assert legal(best(talk.until("bestmove")))


def test_blank_lines_arbitrary_bytes_and_endless_lines_are_skipped(talk: Talk) -> None:
    assert talk.process.stdin is not None
    talk.process.stdin.write(b"\n  \r\n\xff\xfe\x00\n" + b"x" * (LONGEST_LINE + 10) + b"\n")
    told = talk.ask("")
    assert [line.startswith("info string ") for line in told] == [True, True]


def test_a_game_that_is_over_has_no_move(talk: Talk) -> None:
    talk.say(f"position fen {WON} moves e1e8,e8e1", "go nodes 50")
    assert talk.until("bestmove")[-1] == "bestmove (none)"


def test_a_drawn_game_without_a_claim_is_played_on(talk: Talk) -> None:
    talk.say("position fen 4k3/8/8/8/8/8/8/4R1K1 b - - 100 90", "go nodes 200")
    assert best(talk.until("bestmove")).startswith("e8")


@pytest.mark.parametrize("quits", [True, False], ids=["quit", "end of input"])
def test_quit_ends_a_running_search(quits: bool) -> None:
    talk = Talk()
    try:
        talk.say("position startpos", "go infinite")
        talk.until("info depth 1 ")
        if quits:
            talk.say("quit")
            assert talk.process.wait(PATIENCE) == 0
    finally:
        talk.end()
    assert talk.process.returncode == 0


@pytest.mark.parametrize("last", ["quit\n", ""])
def test_pending_questions_are_answered_before_the_end(last: str) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "rules", "uci"],
        cwd=ROOT,
        input=f"uci\nisready\nposition startpos\ngo infinite\n{last}",
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    assert "readyok" in told.stdout.splitlines()
    assert legal(best(told.stdout.splitlines()))
    assert told.stderr == ""


def test_scores_are_written_in_moves_of_the_winner() -> None:
    assert score_text(-17) == "cp -17"
    assert [score_text(WIN - plies) for plies in (1, 3, 5)] == ["mate 1", "mate 2", "mate 3"]
    assert [score_text(plies - WIN) for plies in (2, 4)] == ["mate -1", "mate -2"]


# --- What `go` allows a search


def limits(text: str, seat: int = 0) -> SearchLimits:
    return read_limits(text.split(), seat)


def test_each_limit_is_read() -> None:
    assert limits("nodes 5000") == SearchLimits(nodes=5000)
    assert limits("movetime 250") == SearchLimits(seconds=0.25)
    assert limits("depth 6 nodes 9") == SearchLimits(nodes=9, depth=6)
    assert limits("mate 2") == SearchLimits(depth=3)
    assert limits("infinite") == limits("ponder") == limits("") == SearchLimits(infinite=True)
    assert limits("depth 3 searchmoves e2e4,e4e5 d2d4,d4d5").searchmoves == ("e2e4,e4e5", "d2d4,d4d5")


def test_the_time_limit_comes_from_the_clock_of_the_side_to_move() -> None:
    white, black = (limits("wtime 60000 btime 6000 winc 1000 binc 0", seat).seconds for seat in (0, 1))
    assert white is not None and black is not None, "both sides have a limit"
    assert 2.0 < white < 4.0
    assert 0.1 < black < 0.5
    assert limits("btime 100").seconds == limits("wtime 100", 1).seconds is not None, "the only clock there is"


def test_more_turns_until_the_time_control_leave_less_time_for_each() -> None:
    few, many = (limits(f"wtime 60000 movestogo {turns}").seconds for turns in (1, 40))
    assert few is not None and many is not None, "both have a limit"
    assert many < few < 60


@pytest.mark.parametrize("left", ["0", "-300", "1", "40", "100"])
def test_an_expired_clock_still_allows_a_moment(left: str) -> None:
    seconds = present(limits(f"wtime {left} winc 5000").seconds, "limit of time")
    assert 0 < seconds <= max(int(left), 1) / 1000
    assert limits("").nodes == NO_LIMIT


@pytest.mark.parametrize(
    ("text", "passed_over"), [("nodes", "nodes"), ("nodes x", "nodes x"), ("wtime", "wtime"), ("fast", "fast")]
)
def test_nonsensical_limits_are_skipped_and_the_search_ends(text: str, passed_over: str) -> None:
    assert " ".join(limits(text).passed_over) == passed_over and limits(text).seconds == 1.0


@pytest.mark.parametrize("text", ["nodes 0", "depth -1", "movetime 0", "mate 0", "nodes 999999999999999999999"])
def test_a_number_out_of_range_counts_as_the_nearest_allowed(text: str) -> None:
    found = limits(text)
    assert not found.passed_over and not found.infinite
    assert (found.nodes, found.depth, found.seconds) != (NO_LIMIT, None, None)
