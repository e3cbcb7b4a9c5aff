"""What `go` allows a search."""

import pytest

from rules.ai.limits import NO_LIMIT, LineError, SearchLimits, read_limits


def limits(text: str, seat: int = 0) -> SearchLimits:
    return read_limits(text.split(), seat)


def test_each_limit_is_read() -> None:
    assert limits("nodes 5000") == SearchLimits(nodes=5000)
    assert limits("movetime 250") == SearchLimits(seconds=0.25)
    assert limits("depth 6 nodes 9") == SearchLimits(nodes=9, depth=6)
    assert limits("mate 2") == SearchLimits(depth=3)
    assert limits("infinite") == limits("ponder") == limits("") == SearchLimits(infinite=True)
    assert limits("depth 3 searchmoves e2e4,e4e5 d2d4,d4d5").searchmoves == ("e2e4,e4e5", "d2d4,d4d5")


def test_time_is_the_own_clock_s() -> None:
    white, black = (limits("wtime 60000 btime 6000 winc 1000 binc 0", seat).seconds for seat in (0, 1))
    assert white is not None
    assert black is not None
    assert 2.0 < white < 4.0
    assert 0.1 < black < 0.5
    assert limits("btime 100").seconds is None


def test_more_turns_to_come_leave_less_for_each() -> None:
    few, many = (limits(f"wtime 60000 movestogo {turns}").seconds for turns in (1, 40))
    assert few is not None
    assert many is not None
    assert many < few < 60


@pytest.mark.parametrize("left", ["0", "-300", "1", "40", "100"])
def test_a_clock_that_has_run_out_still_allows_a_moment(left: str) -> None:
    seconds = limits(f"wtime {left} winc 5000").seconds
    assert seconds is not None
    assert 0 < seconds <= max(int(left), 1) / 1000
    assert limits("").nodes == NO_LIMIT


@pytest.mark.parametrize(
    "text", ["nodes", "nodes x", "nodes 0", "depth -1", "movetime 1.5", "wtime", "fast", "mate 0"]
)
def test_what_makes_no_sense_is_named(text: str) -> None:
    with pytest.raises(LineError, match=text.split()[0]):
        limits(text)
