"""Checks whose failure says in words what is missing or different."""

from collections.abc import Callable
from typing import TypeVar

import pygame
import pytest

Value = TypeVar("Value")
Error = TypeVar("Error", bound=Exception)


def present(value: Value | None, what: str) -> Value:
    """Return a value; where it is None, fail and say that there is no `what`."""
    assert value is not None, f"there is no {what}"
    return value


def error_of(kind: type[Error], call: Callable[..., object], *arguments: object) -> Error:
    """Return the error with which a call is refused, in a sentence that can be shown."""
    with pytest.raises(kind) as caught:
        call(*arguments)
    sentence = str(caught.value)
    assert sentence.endswith(".") and sentence.isprintable(), sentence
    return caught.value


def difference(one: pygame.Surface, other: pygame.Surface) -> pygame.Rect | None:
    """Return where two pictures of one size differ; None: nowhere."""
    if pygame.image.tobytes(one, "RGB") == pygame.image.tobytes(other, "RGB"):
        return None
    gap, back = one.copy(), other.copy()
    gap.blit(other, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    back.blit(one, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    gap.blit(back, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    same = pygame.mask.from_threshold(gap, (0, 0, 0), (1, 1, 1, 255))
    same.invert()
    rects = same.get_bounding_rects()
    return rects[0].unionall(rects[1:])


def check_alike(one: pygame.Surface, other: pygame.Surface, what: str) -> None:
    where = difference(one, other)
    assert where is None, f"{what} is painted differently in {where}"
