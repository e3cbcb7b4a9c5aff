"""What the monkey does, as plain values: a script says it without looking at the app, so that any part of it can go.

A step is a tuple of its kind and of facts about it. A number between 0 and 1 picks one of what is there when its turn
comes: a widget, a target, a legal move.

    ("lay", PLACE, SEED)          begin at a place of places.py
    ("widget", PART, BUTTON)      click on a widget that can be focused
    ("turn", PART, MANNER)        a legal move where there is a table, else a widget; "click", "drag" or "drop"
    ("target", PART, BUTTON)      click on anything of the table, rightly or wrongly; else a widget
    ("haul", PART, PART)          drag from one target to another
    ("point", X, Y, BUTTON)       click anywhere; parts of the window's size, also a little outside
    ("move", X, Y)                the mouse moves there
    ("press", X, Y)  ("release", X, Y)     half a click
    ("rest", PART)                the mouse comes to a widget and stays until its tip is out
    ("key", NAME, MODIFIERS)      ("text", LETTERS)        ("wheel", LINES)
    ("size", WIDTH, HEIGHT)       ("window", WHAT)         ("set", SETTING, PART)
    ("clipboard", NUMBER)         ("drop", NUMBER)         ("damage", PART, NUMBER)
    ("wait", SECONDS)             ("still",)               ("close",)
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final, TypeAlias

import pygame

Step: TypeAlias = tuple[Any, ...]
Script: TypeAlias = tuple[Step, ...]

KEYS: Final[dict[str, int]] = {
    **{letter: ord(letter) for letter in "abcdefghijklmnopqrstuvwxyz0123456789"},
    "return": pygame.K_RETURN,
    "escape": pygame.K_ESCAPE,
    "space": pygame.K_SPACE,
    "tab": pygame.K_TAB,
    "delete": pygame.K_DELETE,
    "backspace": pygame.K_BACKSPACE,
    "shift": pygame.K_LSHIFT,
    "f1": pygame.K_F1,
    "left": pygame.K_LEFT,
    "right": pygame.K_RIGHT,
    "up": pygame.K_UP,
    "down": pygame.K_DOWN,
    "home": pygame.K_HOME,
    "end": pygame.K_END,
    "page up": pygame.K_PAGEUP,
    "page down": pygame.K_PAGEDOWN,
    "f11": pygame.K_F11,
    "enter": pygame.K_KP_ENTER,
}
FREQUENT_KEYS: Final = (
    "tab",
    "tab",
    "return",
    "space",
    "left",
    "right",
    "up",
    "down",
    "page up",
    "page down",
    "escape",
)
MODIFIERS: Final[dict[str, int]] = {
    "": 0,
    "ctrl": pygame.KMOD_LCTRL,
    "shift": pygame.KMOD_LSHIFT,
    "alt": pygame.KMOD_LALT,
    "ctrl shift": pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT,
}
TEXTS: Final = ("a", "Z", "é", "œ", "~", "/", "..", "8/8", "x" * 300, "\u202e", "\0", "\t", "😀", "كلمة", "\ufeff")
SIZES: Final = ((960, 600),) * 6 + ((1000, 700), (700, 400), (960, 1100), (1280, 800), (1280, 800), (1900, 1000))
WINDOW: Final = {
    "focus lost": pygame.WINDOWFOCUSLOST,
    "focus gained": pygame.WINDOWFOCUSGAINED,
    "leave": pygame.WINDOWLEAVE,
    "enter": pygame.WINDOWENTER,
    "minimised": pygame.WINDOWMINIMIZED,
    "restored": pygame.WINDOWRESTORED,
    "hidden": pygame.WINDOWHIDDEN,
    "shown": pygame.WINDOWSHOWN,
    "exposed": pygame.WINDOWEXPOSED,
    "moved": pygame.WINDOWMOVED,
}
TEXT_COUNT: Final = 20
"""The number of sample texts to be dropped, pasted, or put in the place of a file."""
SETTING_NAMES: Final = (
    *("language", "language", "animation", "reduced_motion", "small_life", "text_scale", "line_of_words", "table"),
    *("board", "board_ducart", "tablier", "cloth", "card_back", "legal_targets", "turn_board", "confirm_resign"),
    *("caution", "warnings", "four_colours", "card_pace", "dice_by_hand", "chances", "quack", "muted", "ambience"),
    *("volume", "full_screen", "tutor"),
)
STEPS_PER_PLACE: Final = 26
"""Steps from one place to the next."""
SLOW_PLACES: Final = ("ended", "try-out begun")
"""Places whose screen opens by itself after a while."""
PLACES_PER_LIFE: Final = 7
"""Places at which a life begins in turn."""


def make_script(seed: int, number: int, places: Sequence[str]) -> Script:
    """Return the script of life `number` of a run: random steps from each of `VISITS` places on.

    The places come in an order that depends on the seed, so that `len(places) / VISITS` lives visit all of them.
    """
    order = sorted(places)
    Random(f"{seed} places").shuffle(order)
    rng = Random(f"{seed} {number}")
    steps: list[Step] = []
    for visit in range(PLACES_PER_LIFE):
        place = order[(number * PLACES_PER_LIFE + visit) % len(order)]
        steps += [("lay", place, rng.randrange(1_000_000)), *([("still",)] if place.startswith(SLOW_PLACES) else [])]
        steps += [random_step(rng) for _ in range(STEPS_PER_PLACE)]
    return tuple(steps)


def count_lives(places: Sequence[str]) -> int:
    return -(-len(places) // PLACES_PER_LIFE)


def random_step(rng: Random) -> Step:
    kinds = [kind for kind, _ in STEP_WEIGHTS]
    (kind,) = rng.choices(kinds, [weight for _, weight in STEP_WEIGHTS])
    return (kind, *_facts(kind, rng))


STEP_WEIGHTS: Final = (
    *(("widget", 26), ("turn", 36), ("target", 12), ("haul", 3), ("point", 6), ("move", 5), ("press", 2)),
    *(("release", 2), ("rest", 2), ("key", 22), ("text", 4), ("wheel", 3), ("size", 0.7), ("window", 2), ("set", 2)),
    *(("clipboard", 1), ("drop", 0.5), ("damage", 0.5), ("wait", 20), ("still", 3), ("close", 0.7)),
)
"""The kinds of steps and their weights."""


def _facts(kind: str, rng: Random) -> Iterator[Any]:
    match kind:
        case "widget" | "target":
            yield from (_part(rng), rng.choice((1,) * 12 + (2, 3)))
        case "turn":
            yield from (_part(rng), rng.choice(("click", "click", "click", "drag", "drop")))
        case "haul":
            yield from (_part(rng), _part(rng))
        case "point":
            yield from (*_place(rng), rng.choice((1, 1, 1, 2, 3)))
        case "move" | "press" | "release":
            yield from _place(rng)
        case "rest":
            yield _part(rng)
        case "key":
            often = rng.random() < 0.5
            yield from (rng.choice(FREQUENT_KEYS if often else tuple(KEYS)), rng.choice(("",) * 6 + tuple(MODIFIERS)))
        case "text":
            yield rng.choice(TEXTS)
        case "wheel":
            yield rng.choice((-9, -1, 1, 9))
        case "size":
            yield from rng.choice(SIZES)
        case "window":
            yield rng.choice(tuple(WINDOW))
        case "set":
            yield from (rng.choice(SETTING_NAMES), _part(rng))
        case "clipboard" | "drop":
            yield rng.randrange(TEXT_COUNT)
        case "damage":
            yield from (_part(rng), rng.randrange(TEXT_COUNT))
        case "wait":
            yield rng.choice((0.1, 0.4, 0.4, 1.0, 3.0))


def _part(rng: Random) -> float:
    return round(rng.random(), 4)


def _place(rng: Random) -> tuple[float, float]:
    return round(rng.uniform(-0.02, 1.02), 3), round(rng.uniform(-0.02, 1.02), 3)
