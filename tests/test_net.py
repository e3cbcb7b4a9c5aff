"""tests/net: differences of every kind between two snapshots are found."""

from pathlib import Path

import pygame
import pytest

from tests.net.differences import compare


def snapshot(folder: Path) -> Path:
    (folder / "menu").mkdir(parents=True)
    surface = pygame.Surface((8, 6))
    surface.fill((10, 20, 30))
    pygame.image.save(surface, folder / "menu" / "one.png")
    (folder / "nodes.txt").write_text("[1, 2]\n[3, 4]\n", encoding="utf-8", newline="\n")
    (folder / "00.tablier").write_text("Tablier: 1\n", encoding="utf-8")
    return folder


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    return snapshot(tmp_path / "before"), snapshot(tmp_path / "after")


def test_equal_snapshots_have_no_differences(pair: tuple[Path, Path]) -> None:
    assert compare(*pair) == (3, [])


def test_differing_pixels_are_counted_with_their_greatest_difference(pair: tuple[Path, Path]) -> None:
    picture = pair[1] / "menu" / "one.png"
    surface = pygame.image.load(picture)
    surface.set_at((0, 0), (10, 25, 29))
    surface.set_at((7, 5), (10, 20, 24))
    pygame.image.save(surface, picture)
    assert compare(*pair) == (3, ["menu/one.png: 2 pixels differ, by 6 of 255 at most"])


def test_equal_pixels_with_different_compression_are_equal(pair: tuple[Path, Path]) -> None:
    picture = pair[1] / "menu" / "one.png"
    picture.write_bytes(picture.read_bytes() + b"more")
    assert compare(*pair) == (3, [])


def test_a_picture_of_another_size_differs(pair: tuple[Path, Path]) -> None:
    pygame.image.save(pygame.Surface((6, 8)), pair[1] / "menu" / "one.png")
    assert compare(*pair) == (3, ["menu/one.png: 8x6 before, 6x8 after"])


def test_the_first_differing_line_of_texts_is_shown(pair: tuple[Path, Path]) -> None:
    (pair[1] / "nodes.txt").write_text("[1, 2]\n[3, 5]\n[6]\n", encoding="utf-8", newline="\n")
    assert compare(*pair) == (3, ["nodes.txt: line 2: '[3, 4]' before, '[3, 5]' after"])


def test_a_long_line_is_shown_from_shortly_before_the_difference(pair: tuple[Path, Path]) -> None:
    for folder, letter in zip(pair, "ab", strict=True):
        (folder / "nodes.txt").write_text(f"{'x' * 500}{letter}{'y' * 500}", encoding="utf-8")
    _, (line,) = compare(*pair)
    assert f"xa{'y' * 29}' before" in line
    assert f"xb{'y' * 29}' after" in line
    assert len(line) < 170


def test_a_text_that_ends_before_the_other_differs(pair: tuple[Path, Path]) -> None:
    (pair[0] / "nodes.txt").write_text("[1, 2]\n[3, 4]", encoding="utf-8", newline="\n")
    assert compare(*pair) == (3, ["nodes.txt: line 3: the text ends before"])


@pytest.mark.parametrize(("gone", "said"), [(0, "after"), (1, "before")])
def test_a_file_in_a_single_snapshot_differs(pair: tuple[Path, Path], gone: int, said: str) -> None:
    (pair[gone] / "00.tablier").unlink()
    assert compare(*pair) == (3, [f"00.tablier: only {said}"])
