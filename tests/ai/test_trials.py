"""Trials on several processes, in parts, in files, and the line that tells how far they are."""

import io
from pathlib import Path

import pytest

from rules.lab.trials import ProgressLine, TrialShare, append, lines, results


def doubled(number: int) -> int:
    return 2 * number


def test_several_processes_do_the_same_work() -> None:
    assert list(results(doubled, [3, 1, 2])) == [6, 2, 4]
    assert sorted(results(doubled, [3, 1, 2], jobs=2)) == [2, 4, 6]


def test_the_parts_share_all_groups() -> None:
    parts = [TrialShare.of(f"{part}/3") for part in (1, 2, 3)]
    assert [[group for group in range(7) if part.has(group)] for part in parts] == [[0, 3, 6], [1, 4], [2, 5]]


@pytest.mark.parametrize("text", ["", "1", "0/2", "3/2", "1/0", "a/b", "1/-2", "1/2/3"])
def test_what_is_no_part_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no part"):
        TrialShare.of(text)


def test_a_line_that_was_broken_off_spoils_no_other(tmp_path: Path) -> None:
    file = tmp_path / "trials"
    assert list(lines(file)) == []
    append(file, {"number": 1})
    file.write_bytes(file.read_bytes() + b'[2]\n\xff\n{"number": 3')
    append(file, {"number": 4})
    assert list(lines(file)) == [{"number": 1}, {"number": 4}]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_one_line_on_a_terminal_and_seldom_a_line_in_a_file() -> None:
    terminal = Terminal()
    progress = ProgressLine(terminal)
    for text in ("10 of 20", "9", ""):
        progress.tell(text)
    progress.tell("20 of 20")
    progress.end()
    assert terminal.getvalue() == "\r10 of 20\r9       \r \r20 of 20\n"
    file, now = io.StringIO(), [0.0]
    progress = ProgressLine(file, lambda: now[0])
    for second in range(0, 200, 10):
        now[0] = second
        progress.tell(str(second))
    progress.end()
    assert file.getvalue().split() == ["60", "120", "180"]
