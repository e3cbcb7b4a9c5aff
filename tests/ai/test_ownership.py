"""Files that other users may have replaced are neither run nor loaded: compiled engines and users' own engines."""

import os
import shutil
import stat
import sys
from pathlib import Path
from typing import Final

import pytest

from rules.ai import compiled_engines, ownership
from rules.ai.compiled_engines import SUMS, has_compiled, import_compiled

IS_PRIVATE: Final = ownership.is_private
ANNA, BEN, ROOT = 1000, 1001, 0

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="modes tell nothing there")


@pytest.fixture(autouse=True)
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder above which permissions aren't checked."""
    above = [path.stat() for path in tmp_path.parents]

    def is_private(found: os.stat_result, owners: tuple[int, ...]) -> bool:
        return any(os.path.samestat(found, one) for one in above) or IS_PRIVATE(found, owners)

    monkeypatch.setattr(ownership, "is_private", is_private)
    tmp_path.chmod(0o700)
    return tmp_path


def owned(user: int, mode: int) -> os.stat_result:
    return os.stat_result((mode, 0, 0, 1, user, user, 0, 0, 0, 0))


@pytest.mark.parametrize(
    ("user", "mode", "owners", "private"),
    [
        (ANNA, stat.S_IFREG | 0o644, {ANNA}, True),
        (ANNA, stat.S_IFDIR | 0o755, {ANNA}, True),
        (ANNA, stat.S_IFREG | 0o664, {ANNA}, False),
        (ANNA, stat.S_IFREG | 0o646, {ANNA}, False),
        (BEN, stat.S_IFREG | 0o600, {ANNA}, False),
        (BEN, stat.S_IFDIR | 0o700, {ANNA, ROOT}, False),
        (ROOT, stat.S_IFREG | 0o755, {ANNA}, False),
        (ROOT, stat.S_IFDIR | 0o755, {ANNA, ROOT}, True),
        (ROOT, stat.S_IFDIR | 0o1777, {ANNA, ROOT}, False),
        (ROOT, stat.S_IFDIR | 0o2775, {ANNA, ROOT}, False),
    ],
)
def test_only_files_writable_by_an_allowed_owner_alone_are_private(
    user: int, mode: int, owners: set[int], private: bool
) -> None:
    assert IS_PRIVATE(owned(user, mode), owners) is private


def lay(path: Path) -> Path:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(0o600)
    return path


@pytest.mark.parametrize(
    ("shared", "mode"), [("a", 0o777), ("a/b", 0o770), ("a/b", 0o1777), ("a/b/file", 0o666), ("a/b/file", 0o620)]
)
def test_a_file_is_shared_where_others_may_write_to_it_or_above(house: Path, shared: str, mode: int) -> None:
    file = lay(house / "a" / "b" / "file")
    assert ownership.first_shared([file, house / "none"]) is None
    (house / shared).chmod(mode)
    assert ownership.first_shared([file]) == house / shared


def test_every_link_on_the_path_is_followed(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = lay(house / "private" / "file")
    between = house / "between"
    between.mkdir()
    (between / "link").symlink_to("../private")
    (house / "link").symlink_to(between / "link")
    (house / "loop").symlink_to("loop")
    monkeypatch.chdir(house)
    found = [Path("link/file"), file, Path("loop/file")]
    assert ownership.first_shared(found) is None
    between.chmod(0o777)
    assert ownership.first_shared(found) == between


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give a file away")
def test_files_of_other_users_are_shared_and_files_of_root_if_so_allowed(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = lay(house / "given" / "file")
    monkeypatch.setattr(os, "getuid", lambda: ANNA)
    for path in (house, file.parent):
        shutil.chown(path, ANNA)
    assert ownership.first_shared([file]) == file
    assert ownership.first_shared([file], of_root=True) is None
    shutil.chown(file.parent, BEN)
    assert ownership.first_shared([file], of_root=True) == file.parent


@pytest.mark.parametrize(
    ("shared", "is_ready"), [(".", False), (SUMS, False), ("rules/engine.so", True), ("rules", True)]
)
def test_engines_that_other_users_may_have_placed_are_not_loaded(
    house: Path, monkeypatch: pytest.MonkeyPatch, shared: str, is_ready: bool
) -> None:
    monkeypatch.setattr(compiled_engines, "is_checkout", lambda: True)
    monkeypatch.setattr(compiled_engines, "are_engines_compiled", lambda: False)
    monkeypatch.setattr(compiled_engines, "compute_folder_name", lambda: "0.1.0")
    monkeypatch.setattr(compiled_engines, "load", lambda place: loaded.append(place))
    loaded: list[Path] = []
    place = house / "engines" / "0.1.0"
    lay(place / "rules" / "engine.so")
    lay(place / SUMS).write_text('{"rules/engine.so": ""}', encoding="utf-8")
    assert has_compiled(place.parent) and import_compiled(place.parent) is None and loaded.pop() == place
    (place / shared).chmod(0o777)
    assert (
        import_compiled(place.parent)
        == f"The compiled engines can't be used: other people may change {place / shared}"
    )
    assert has_compiled(place.parent) == is_ready and loaded == [] and (place / SUMS).exists()
