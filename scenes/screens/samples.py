"""Sample pictures of the looks to choose from: a corner of a table, board or cloth with pieces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias

import pygame

import rules
from scenes.app.appearance import Looks
from scenes.app.assets import Assets
from scenes.app.game_card import card_of
from scenes.app.stack import AppContext
from scenes.app.theme import Theme
from scenes.surfaces import felt
from scenes.surfaces.squares import BOARD, FRAME

_SQUARES: Final = 2.45  # rows seen from the lower edge up
_FRAME: Final = 0.32  # part of the board's frame that is seen, in squares
_TABLIER: Final = (318.0, 352.0, 364.0, 273.0)  # the part that is seen: two points, the lower hinge, a little baize
_POINTS: Final = (368.0, 440.0)
_LIES: Final = (541.0, 72.0, 0.17)
"""Centre of the lowest checker, size of its cell, and offset of the next one up in cells."""


Sample: TypeAlias = Callable[[Assets, Looks, tuple[int, int]], pygame.Surface]


def sampler(app: AppContext, name: str) -> Callable[[str, tuple[int, int]], pygame.Surface]:
    """Return the painter of samples for the setting `name` of `Settings`: (value, size in pixels) -> picture."""
    samples: dict[str, Sample] = {
        "table": _table,
        "board": partial(_squares, choice="board"),
        "board_ducart": partial(_squares, choice="gnomes"),
        "tablier": _tablier,
        "cloth": partial(_cards, backs=False),
        "card_back": partial(_cards, backs=True),
    }

    def paint(value: str, size: tuple[int, int]) -> pygame.Surface:
        shown = replace(app.settings, table="walnut")
        setattr(shown, name, value)
        if name == "table":
            shown.board = "own"  # the checkers beside the paper show the table, and no choice of boards
        looks = shown.looks
        return samples[name](Assets(looks), looks, size)

    return paint


def _table(assets: Assets, looks: Looks, size: tuple[int, int]) -> pygame.Surface:
    wide, high = size
    theme = Theme((4 * wide, 4 * high), table=looks.table)
    theme.lay_table()
    picture = pygame.Surface(size).convert()
    theme.paint_table(picture)
    sheet = pygame.Rect(round(0.56 * wide), round(0.14 * high), wide, round(0.7 * high))
    theme.paper(picture, sheet)
    for row in range(4):
        line = pygame.Rect(sheet.left + wide // 12, sheet.top + round((0.13 + 0.13 * row) * high), wide, 0)
        pygame.draw.line(
            picture, "black" if looks.contrast else "#8A7C6E", line.topleft, line.topright, max(1, high // 40)
        )
    for number, look in enumerate(list_samples("board")[0][1]):
        side = round(0.4 * high)
        centre = (round((0.17 + 0.21 * number) * wide), round((0.32 + 0.34 * number) * high))
        _put(picture, assets, look, side, centre)
    return picture


def _put(
    picture: pygame.Surface, assets: Assets, look: str, size: int | tuple[int, int], centre: tuple[int, int]
) -> None:
    for one in (assets.shadow(look, size), assets.sprite(look, size)):
        picture.blit(one, one.get_rect(center=centre))


def list_samples(choice: str) -> list[tuple[str, tuple[str, ...]]]:
    cards = ((key, card_of(key)) for key in rules.KEYS)
    chosen = ((key, card) for key, card in cards if card.family is not None and card.family.choice == choice)
    return [(key, card.samples) for key, card in chosen if card.samples]


def _squares(assets: Assets, looks: Looks, size: tuple[int, int], choice: str) -> pygame.Surface:
    wide, high = size
    games = list_samples(choice)
    cell = high / (_SQUARES + _FRAME)
    picture = pygame.Surface(size).convert()
    for number, (key, (light, dark)) in enumerate(games):
        left, right = wide * number // len(games), wide * (number + 1) // len(games)
        picture.set_clip((left, 0, right - left, high))
        name = looks.board_of(key)
        board = assets.sprite(f"boards/board-{name}", round(BOARD * cell))
        corner = (left - (FRAME - _FRAME) * cell, high - board.get_height() + (FRAME - _FRAME) * cell)
        picture.blit(board, (round(corner[0]), round(corner[1])))
        for column in range(3):
            for row, look in enumerate((light, dark)):
                if (row + column) % 2 == 0 or len(games) > 1:
                    x, y = left + (_FRAME + column + 0.5) * cell, high - (_FRAME + row + 0.5) * cell
                    _put(picture, assets, look, round(cell), (round(x), round(y)))
    picture.set_clip(None)
    return picture


def _tablier(assets: Assets, looks: Looks, size: tuple[int, int]) -> pygame.Surface:
    ((_, (board, *men)),) = list_samples("tablier")
    left, top, width, _ = _TABLIER
    scale = size[0] / width
    picture = pygame.Surface(size).convert()
    whole = assets.sprite(board, (round(1000 * scale), round(625 * scale)))
    picture.blit(whole, (round(-left * scale), round(-top * scale)))
    y, cell, step = _LIES
    for x, look in zip(_POINTS, men, strict=True):
        for number in range(2):
            centre = (round((x - left) * scale), round((y - number * step * cell - top) * scale))
            _put(picture, assets, look, round(cell * scale), centre)
    return picture


def _cards(assets: Assets, looks: Looks, size: tuple[int, int], backs: bool) -> pygame.Surface:
    wide, high = size
    picture, faces = pygame.Surface(size).convert(), list_samples("back")[0][1]
    times, cards = (3, 2 * faces[2:]) if backs else (2, faces[:2])
    cloth = felt.lay((times * wide, times * high), high / 45, cloth=looks.cloth)
    picture.blit(cloth, (-wide, -high) if backs else (0, 0))
    tall = round(0.74 * high)
    box = (round(tall / 1.4), tall)
    for number, look in enumerate(cards):
        centre = (round((0.36 + 0.3 * number) * wide), round(0.54 * high))
        _put(picture, assets, look, box, centre)
    return picture
