"""Carries out the steps of a monkey's script: events of mouse, keyboard and window, and changes of files."""

import warnings
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

import pygame

from scenes.app.appearance import BACKS, BOARDS, CLOTHS, TABLES, TABLIERS
from scenes.app.settings import MEMORIES
from scenes.app.words import LANGUAGES
from scenes.table.scene import MatchScene
from scenes.ui.base import Widget
from scenes.ui.form import Form
from tests.hands import NUDGE, EventHands, Pixel, spot_of
from tests.scenes.driver import Timed, leaves
from tests.soak.monkey import places
from tests.soak.monkey.cage import Cage
from tests.soak.monkey.sample_texts import texts
from tests.soak.monkey.scripts import KEYS, MODIFIERS, WINDOW, Step

SWITCH: Final = (False, True)
VALUES: Final[dict[str, tuple[Any, ...]]] = {
    "language": tuple(LANGUAGES),
    "animation": ("normal", "fast", "off"),
    "text_scale": (100, 125, 150),
    "table": TABLES,
    "board": BOARDS,
    "board_ducart": BOARDS,
    "tablier": TABLIERS,
    "cloth": CLOTHS,
    "card_back": BACKS,
    "card_pace": ("slow", "normal", "quick", "instant"),
    "chances": ("usual", "on", "off"),
    "volume": (0, 30, 100),
    "memory": MEMORIES,
}
"""Setting -> the values to choose; settings not listed are switches."""
TIP: Final = 0.6
"""Seconds until a tip is shown."""

T = TypeVar("T")


def picked(things: Sequence[T], part: float) -> T | None:
    """Return the item at this fraction of a sequence; None if it is empty."""
    return things[min(len(things) - 1, int(part * len(things)))] if things else None


def form_of(scene: Any) -> Form | None:
    for holder in (scene, getattr(scene, "sidebar", None)):
        for name in ("form", "_form"):
            found = getattr(holder, name, None)
            if isinstance(found, Form):
                return found
    return None


class Hands(EventHands):
    """Carries out steps on an app: posts events and counts them; `frame` is called to let time pass."""

    def __init__(self, app: Timed, cage: Cage, frame: Callable[[float], None]) -> None:
        self.app = app
        self._cage = cage
        self._frame = frame
        self.events = 0
        self._down = False

    def do(self, step: Step) -> None:
        """Carry out one step; without its intended target it acts on another target, or does nothing."""
        kind, *facts = step
        getattr(self, f"_{kind}")(*facts)

    # --- what there is

    def _table(self) -> MatchScene | None:
        top = self.app.stack.top
        return top if isinstance(top, MatchScene) else None

    def _spots(self) -> dict[str, Pixel]:
        stage = getattr(self.app.stack.top, "stage", None)
        if stage is None:
            return {}
        return {target: spot_of(stage, target) for target in sorted(stage.spots)}

    def _widgets(self) -> list[Widget]:
        form = form_of(self.app.stack.top)
        if form is None:
            return []
        if form.overlay is not None:
            return [form.overlay]
        return [one for one in leaves(form) if one.focusable and one.rect.clip(one.visible_area()).width]

    def _at(self, x: float, y: float) -> Pixel:
        return round(x * self.app.window_size[0]), round(y * self.app.window_size[1])

    # --- events

    def sent(self) -> None:
        self.events += 1

    def _to(self, pos: Pixel) -> None:
        self.move(pos, self._down)

    def _click(self, pos: Pixel, button: int = 1) -> None:
        self._to(pos)
        self.press_at(pos, button)
        self.release_at(pos, button)

    def _carry(self, start: Pixel, end: Pixel) -> None:
        self._to(start)
        self.press_at(start)
        self._down = True
        self._to((start[0] + NUDGE[0], start[1] + NUDGE[1]))
        self._frame(0.02)
        self._to(end)
        self._frame(0.02)
        self._down = False
        self.release_at(end)

    # --- the mouse

    def _widget(self, part: float, button: int) -> None:
        one = picked(self._widgets(), part)
        if one is not None:
            # A list, a choice or a page has many places: the part says which, too.
            seen = one.rect.clip(one.visible_area())
            across, down = (part * 97) % 1, (part * 89) % 1
            middle = seen.width < 3 * seen.height and seen.height < 80
            pos = (
                seen.center if middle else (seen.left + int(across * seen.width), seen.top + int(down * seen.height))
            )
            self._click(pos, button)
        else:
            self._click(self._at(part, (part * 97) % 1), button)

    def _turn(self, part: float, manner: str) -> None:
        table = self._table()
        gestures = list(table.board_input.gestures) if table is not None else []
        gestures.sort(key=lambda one: (sorted(one.pick), one.drop or ""))
        gesture = picked(gestures, part)
        spots = self._spots()
        if gesture is None or not {*gesture.pick, *filter(None, (gesture.drop,))} <= spots.keys():
            self._widget(part, 1)
            return
        pick = [spots[target] for target in sorted(gesture.pick)]
        drop = None if gesture.drop is None else spots[gesture.drop]
        if manner == "click" or not pick or drop is None:
            for place in (*pick, *([] if drop is None else [drop])):
                self._click(place)
                self._frame(0.02)
            return
        for place in pick[:-1]:
            self._click(place)
        self._carry(pick[-1], drop if manner == "drag" else self._at(part, (part * 97) % 1))

    def _target(self, part: float, button: int) -> None:
        place = picked(list(self._spots().values()), part)
        if place is None:
            self._widget(part, button)
        else:
            self._click(place, button)

    def _haul(self, start: float, end: float) -> None:
        spots = list(self._spots().values())
        one, other = picked(spots, start), picked(spots, end)
        self._carry(one or self._at(start, end), other or self._at(end, start))

    def _point(self, x: float, y: float, button: int) -> None:
        self._click(self._at(x, y), button)

    def _move(self, x: float, y: float) -> None:
        self._to(self._at(x, y))

    def _press(self, x: float, y: float) -> None:
        self._down = True
        self.press_at(self._at(x, y))

    def _release(self, x: float, y: float) -> None:
        self._down = False
        self.release_at(self._at(x, y))

    def _rest(self, part: float) -> None:
        one = picked(self._widgets(), part)
        if one is not None:
            self._to(one.rect.clip(one.visible_area()).center)
            self._frame(0.02)
            self._frame(TIP)

    def _wheel(self, y: int) -> None:
        self.post(pygame.MOUSEWHEEL, x=0, y=y, precise_x=0.0, precise_y=float(y), flipped=False, touch=False)

    # --- the keyboard

    def _key(self, name: str, modifiers: str) -> None:
        key, mod = KEYS[name], MODIFIERS[modifiers]
        letter = chr(key) if 32 <= key < 127 and not mod else ""
        self.post(pygame.KEYDOWN, key=key, mod=mod, unicode=letter, scancode=0)
        if letter:
            self.write(letter)
        self.post(pygame.KEYUP, key=key, mod=mod, unicode=letter, scancode=0)

    def _text(self, letters: str) -> None:
        self.write(letters)

    # --- the window, and what is round it

    def _size(self, wide: int, high: int) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # in full screen the system knows better
            pygame.display.set_mode((wide, high), pygame.RESIZABLE)
        self.post(pygame.WINDOWSIZECHANGED, x=wide, y=high)
        self.post(pygame.WINDOWEXPOSED)

    def _window(self, what: str) -> None:
        self.post(WINDOW[what])

    def _set(self, name: str, part: float) -> None:
        setattr(self.app.settings, name, picked(VALUES.get(name, SWITCH), part))
        self.app.apply_settings()
        self.events += 1

    def _clipboard(self, number: int) -> None:
        self._cage.clipboard = texts()[number]
        self.events += 1

    def _drop(self, number: int) -> None:
        path = self._cage.person / f"found-{number}.tablier"
        path.write_bytes(texts()[number].encode("utf-8", "surrogatepass"))
        self.post(pygame.DROPFILE, file=str(path))

    def _damage(self, part: float, number: int) -> None:
        path = picked(sorted(path for path in self._cage.home.rglob("*") if path.is_file()), part)
        if path is not None and not path.name.startswith("."):
            path.write_bytes(texts()[number].encode("utf-8", "surrogatepass"))
            self._cage.note_damaged(path)
        self.events += 1

    def _lay(self, place: str, seed: int) -> None:
        places.lay(self.app, place, seed)
        self.events += 1

    def _close(self) -> None:
        self.post(pygame.QUIT)

    def _wait(self, seconds: float) -> None:
        """Let the time pass in two frames, as on a busy machine."""
        self._frame(seconds / 2)
        self._frame(seconds / 2)
