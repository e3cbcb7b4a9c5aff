"""The environment of every test but the journeys: no window, no sound, no files of the user, and no missing words."""

import gc
import os
import re
import secrets
import signal
import time
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Final

import pytest
from hypothesis import settings

from tests.clean_tree import CleanTree

# The same examples on every run; TABLIER_EXAMPLES=long tries many, and others each time.
settings.register_profile("gate", derandomize=True, database=None, deadline=None)
settings.register_profile("long", max_examples=2000, deadline=None)
settings.load_profile(os.environ.get("TABLIER_EXAMPLES", "gate"))

_OF_THE_MACHINE: Final = re.compile(
    r"LANG|LC_|TZ$|TABLIER_HOME|SDL_|XDG_|XCURSOR_|GDK_|DBUS_|WAYLAND_|APPIMAGE|APPDIR|CC$|COLUMNS|PYTHONPROFILE|PYTHONDONTWRITE"
)
"""The beginnings of variables that influence the app or a library below it."""
for _name in filter(_OF_THE_MACHINE.match, list(os.environ)):
    del os.environ[_name]
os.environ |= {"LANG": "C.UTF-8", "TZ": "UTC", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
if hasattr(time, "tzset"):
    time.tzset()
# A job in the background of a shell ignores some signals, and so would the app.
for _name in {"SIGHUP", "SIGINT", "SIGQUIT"} & set(dir(signal)):
    if signal.getsignal(getattr(signal, _name)) is signal.SIG_IGN:
        signal.signal(getattr(signal, _name), signal.SIG_DFL)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Run tests named with :: in this process, where they start at once and can be debugged."""
    return 0 if config.args and all("::" in name for name in config.args) else None


def pytest_configure(config: pytest.Config) -> None:
    """Watch the checkout in the process that the user started."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(CleanTree(Path(__file__).parents[1]))


def pytest_collection_finish() -> None:
    """Leave the many objects of pytest out of each search for garbage."""
    gc.collect()
    gc.freeze()


LATE = "not begun, since the time of --within is over"
_end = float("inf")


def pytest_addoption(parser: pytest.Parser) -> None:
    explanation = "begin no test after these seconds of a processor (python -m tests.near)"
    parser.addoption("--within", type=float, default=float("inf"), metavar="SECONDS", help=explanation)


def _processor_time() -> float:
    return sum(os.times()[:4])


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> None:
    global _end
    _end = _processor_time() + session.config.getoption("--within")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    if _processor_time() > _end:
        pytest.skip(LATE)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    late = [report.nodeid for report in terminalreporter.stats.get("skipped", ()) if LATE in str(report.longrepr)]
    if late:
        files = dict.fromkeys(node.partition("::")[0] for node in late)
        terminalreporter.write_line(f"{len(late)} tests were {LATE}: {', '.join(files)}")


@pytest.fixture(autouse=True, scope="session")
def _same_machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Give every test an empty home, a system without fonts and the priority of others; parse and paint once."""
    import pygame

    from rules.common.toml import parse_toml
    from tests import pictures

    with pytest.MonkeyPatch.context() as patch:
        for name in ("HOME", "USERPROFILE"):  # the latter on Windows
            patch.setenv(name, str(tmp_path_factory.mktemp("person")))
        patch.setattr(pygame.font, "get_fonts", list)
        patch.setattr(os, "nice", lambda step: step, raising=False)
        # Pages that go back to the system have to be cleared before they are used again.
        patch.setattr("scenes.app.idle.return_memory", lambda: None)
        patch.setattr("scenes.app.words.parse_toml", lru_cache(maxsize=1000)(parse_toml))
        pictures.keep()
        yield


@pytest.fixture(autouse=True)
def _alone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import scenes.start  # noqa: F401 - it registers the screens

    if request.node.get_closest_marker("journey"):
        return
    from scenes.app.words import Words

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setenv("TABLIER_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(Words, "strict", True)
    # Temporary folders lie below one to which everybody may write.
    monkeypatch.setattr("rules.ai.ownership.is_private", lambda found, owners: True)
    monkeypatch.setattr(os, "fsync", lambda file: None)  # the power doesn't fail here
    dice = Random(request.node.nodeid)  # the seeds of dice and cards are the same on every run
    monkeypatch.setattr(secrets, "token_bytes", lambda count: dice.randbytes(count))
