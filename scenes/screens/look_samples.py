"""Sample pictures of the looks in the settings: a corner of a table, a board or a cloth, with pieces."""

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

_ROWS_SHOWN: Final = 2.45  # number of visible rows of squares
_FRAME_SHOWN: Final = 0.32  # visible part of the board's frame, in squares
_TABLIER_SIZE: Final = (1000, 625)  # of the board's sprite, in the unit of this and the next three constants
_TABLIER_DETAIL: Final = (318.0, 352.0, 364.0, 273.0)  # left, top, width and height of the part that is shown
_POINTS_X: Final = (368.0, 440.0)  # centres of the two points with checkers
_CHECKER_PLACE: Final = (541.0, 72.0, 0.17)
"""The y of the lowest checker's centre, the size of its cell, and the distance between two checkers in cells."""


Sample: TypeAlias = Callable[[Assets, Looks, tuple[int, int]], pygame.Surface]


def sample_painter(app: AppContext, name: str) -> Callable[[str, tuple[int, int]], pygame.Surface]:
    """Return a function that paints a sample for a value of the setting `name` and a size in pixels."""
    samples: dict[str, Sample] = {
        "table": _paint_table,
        "board": partial(_paint_board, choice="board"),
        "board_ducart": partial(_paint_board, choice="gnomes"),
        "tablier": _paint_tablier,
        "cloth": partial(_paint_cards, shows_backs=False),
        "card_back": partial(_paint_cards, shows_backs=True),
    }

    def paint(value: str, size: tuple[int, int]) -> pygame.Surface:
        settings = replace(app.settings, table="walnut")
        setattr(settings, name, value)
        if name == "table":
            settings.board = "own"  # so that the men beside the sheet don't depend on the chosen board
        looks = settings.looks
        return samples[name](Assets(looks), looks, size)

    return paint


def _paint_table(assets: Assets, looks: Looks, size: tuple[int, int]) -> pygame.Surface:
    width, height = size
    theme = Theme((4 * width, 4 * height), table=looks.table)  # the sample shows a corner of this window
    theme.lay_table()
    picture = pygame.Surface(size).convert()
    theme.paint_table(picture)
    sheet = pygame.Rect(round(0.56 * width), round(0.14 * height), width, round(0.7 * height))
    theme.paint_paper(picture, sheet)
    for row in range(4):
        line = pygame.Rect(sheet.left + width // 12, sheet.top + round((0.13 + 0.13 * row) * height), width, 0)
        pygame.draw.line(
            picture, "black" if looks.contrast else "#8A7C6E", line.topleft, line.topright, max(1, height // 40)
        )
    for number, look in enumerate(list_samples("board")[0][1]):
        side = round(0.4 * height)
        centre = (round((0.17 + 0.21 * number) * width), round((0.32 + 0.34 * number) * height))
        _paint_piece(picture, assets, look, side, centre)
    return picture


def _paint_piece(
    picture: pygame.Surface, assets: Assets, look: str, size: int | tuple[int, int], centre: tuple[int, int]
) -> None:
    for one in (assets.shadow(look, size), assets.sprite(look, size)):
        picture.blit(one, one.get_rect(center=centre))


def list_samples(choice: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the keys of the games whose looks `choice` sets, each with the sprites of its sample."""
    cards = ((key, card_of(key)) for key in rules.KEYS)
    affected = ((key, card) for key, card in cards if card.family is not None and card.family.choice == choice)
    return [(key, card.samples) for key, card in affected if card.samples]


def _paint_board(assets: Assets, looks: Looks, size: tuple[int, int], choice: str) -> pygame.Surface:
    width, height = size
    games = list_samples(choice)
    cell = height / (_ROWS_SHOWN + _FRAME_SHOWN)
    picture = pygame.Surface(size).convert()
    for number, (key, (light, dark)) in enumerate(games):
        left, right = width * number // len(games), width * (number + 1) // len(games)
        picture.set_clip((left, 0, right - left, height))
        name = looks.board_of(key)
        board = assets.sprite(f"boards/board-{name}", round(BOARD * cell))
        corner = (left - (FRAME - _FRAME_SHOWN) * cell, height - board.get_height() + (FRAME - _FRAME_SHOWN) * cell)
        picture.blit(board, (round(corner[0]), round(corner[1])))
        for column in range(3):
            for row, look in enumerate((light, dark)):
                if (row + column) % 2 == 0 or len(games) > 1:
                    x, y = left + (_FRAME_SHOWN + column + 0.5) * cell, height - (_FRAME_SHOWN + row + 0.5) * cell
                    _paint_piece(picture, assets, look, round(cell), (round(x), round(y)))
    picture.set_clip(None)
    return picture


def _paint_tablier(assets: Assets, looks: Looks, size: tuple[int, int]) -> pygame.Surface:
    ((_, (board, *men)),) = list_samples("tablier")
    left, top, width, _ = _TABLIER_DETAIL
    scale = size[0] / width
    picture = pygame.Surface(size).convert()
    whole = assets.sprite(board, (round(_TABLIER_SIZE[0] * scale), round(_TABLIER_SIZE[1] * scale)))
    picture.blit(whole, (round(-left * scale), round(-top * scale)))
    y, cell, step = _CHECKER_PLACE
    for x, look in zip(_POINTS_X, men, strict=True):
        for number in range(2):
            centre = (round((x - left) * scale), round((y - number * step * cell - top) * scale))
            _paint_piece(picture, assets, look, round(cell * scale), centre)
    return picture


def _paint_cards(assets: Assets, looks: Looks, size: tuple[int, int], shows_backs: bool) -> pygame.Surface:
    width, height = size
    picture, samples = pygame.Surface(size).convert(), list_samples("back")[0][1]
    # The samples are two faces and a back; shown are both faces, or the back twice.
    scale, looks_shown = (3, 2 * samples[2:]) if shows_backs else (2, samples[:2])
    cloth = felt.render_card_table((scale * width, scale * height), height / 45, cloth=looks.cloth)
    picture.blit(cloth, (-width, -height) if shows_backs else (0, 0))
    card_height = round(0.74 * height)
    card_size = (round(card_height / 1.4), card_height)
    for number, look in enumerate(looks_shown):
        centre = (round((0.36 + 0.3 * number) * width), round(0.54 * height))
        _paint_piece(picture, assets, look, card_size, centre)
    return picture
