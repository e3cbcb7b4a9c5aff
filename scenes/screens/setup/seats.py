"""The lines of the set-up sheet that say who sits on a seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from scenes.app.theme import SOFT_INK
from scenes.screens.setup.agreement import LONGEST_NAME, Agreement, Chair
from scenes.screens.setup.option_rows import one_of
from scenes.table.engine_limits import LIMITS
from scenes.ui.base import Group
from scenes.ui.field import TextField
from scenes.ui.label import Label, Picture
from scenes.ui.layout import Cell, Column, Row, fixed, share, space, spring

_NARROW: Final = 58.0
"""In a column narrower than this, in u, the seat's name stands above what is chosen for it."""
_NAMES: Final = 0.29
_MOST_NAMES: Final = 0.32
"""The share of a row that emblem and name usually have, and the most that they get to stand on one line."""
_AFTER_NAME: Final = 2.0
"""Space between the name and what is chosen, in u."""


class Seat:
    """The widgets of one seat: its emblem and name, who sits there, and that one's name, level or time."""

    def __init__(
        self,
        strip: Group,
        agreed: Agreement,
        seat: int,
        emblem: str,
        key: str,
        levels: Sequence[int],
        engine: str | None,
        on_change: Callable[[], object],
        mail: bool = False,
    ) -> None:
        """They write into `agreed`. `emblem` is a sprite's look; `on_change` hears when somebody else sits there.

        `levels` are those of the game `key`; `engine` names the engine that may sit there, None without one; `mail`:
        turns may come by mail.
        """
        words = strip.form.scene.app.words
        self._strip, self._agreed, self._seat, self._key, self._engine = strip, agreed, seat, key, engine or ""
        self._levels = len(levels)
        sorts = ["person", "computer", *(["mail"] if mail else []), *([] if engine is None else ["engine"])]
        kinds = {kind: words(f"setup.{kind}") for kind in sorts}
        named = {level: words(f"level.{key}.{level}.name") for level in levels}
        limits = {limit: limit.told(words) for limit in LIMITS}
        self._emblem = Picture(strip, emblem)
        self._label = Label(strip, "", "strong")
        self._kind = one_of(strip, "", self._chair, "kind", kinds, on_change)
        self._name = TextField(strip, "", "", self._set_name, LONGEST_NAME, hint=words("setup.name"))
        self._level = one_of(strip, "", self._chair, "level", named, on_change)
        self._limit = one_of(strip, "", lambda: agreed, "limit", limits, on_change)
        self._about = Label(strip, "", "small", SOFT_INK, valign="top")

    def _chair(self) -> Chair:
        return self._agreed.chairs[self._seat]

    def _set_name(self, name: str) -> None:
        self._chair().name = name

    def tell(self, name: str, alike: bool = False) -> None:
        """Show who sits here now, and `name` for the seat; `alike`: all levels play alike in the match."""
        words, chair, agreed = self._strip.form.scene.app.words, self._chair(), self._agreed
        self._label.text = name
        self._emblem.visible = not agreed.by_lot
        self._kind.value, self._level.value, self._limit.value = chair.kind, str(chair.level), str(agreed.limit)
        self._name.visible = chair.kind in ("person", "mail")
        self._level.visible = chair.kind == "computer"
        self._limit.visible = chair.kind == "engine"
        if self._name.value != chair.name:
            self._name.value = chair.name
        told = words("setup.levels_alike" if alike else f"level.{self._key}.{chair.level}.about")
        about = {
            "computer": words("setup.level", n=chair.level, of=self._levels, about=told),
            "engine": words("setup.engine_about", name=self._engine),
            "mail": words("setup.mail_about"),
        }
        self._about.text = about.get(chair.kind, "")

    def label_width(self, width: int) -> int:
        """Pixels for emblem and name in a row: the name may stand on two lines, but no word of it is broken."""
        theme, name = self._strip.theme, self._label.text
        around = self._lead() + theme.px(_AFTER_NAME)
        whole = around + theme.width(name, "strong") + 1
        if whole <= round(width * _MOST_NAMES):
            return max(whole, round(width * _NAMES))
        return max(round(width * _NAMES), around + max(theme.width(word, "strong") for word in name.split(" ")) + 1)

    def _lead(self) -> int:
        theme = self._strip.theme
        return min(theme.control, theme.px(4.4)) + theme.px(0.8)

    def arranged(self, width: int, label: int) -> Cell:
        """Its layout in a column; `label`: pixels for emblem and name, where what is chosen stands beside them."""
        theme, px = self._strip.theme, self._strip.theme.px
        side, lead, after = min(theme.control, px(4.4)), self._lead(), px(_AFTER_NAME)
        emblem = fixed(Column(spring(), fixed(self._emblem, side), spring()), side)
        named = Row(emblem, space(lead - side), share(self._label), space(after))
        if not self._emblem.visible:
            named = Row(space(lead), share(self._label), space(after))
        given = Row(*(share(one) for one in (self._name, self._level, self._limit)))
        about = fixed(self._about, max(theme.line("small"), self._about.natural_height(width - lead)))
        below = Row(space(lead), share(Column(about)))
        if width < px(_NARROW):
            chosen = Row(fixed(self._kind, width // 2), space(px(1.4)), share(given))
            line = Column(fixed(named, theme.control), space(px(0.4)), fixed(chosen, theme.control))
        else:
            kind = fixed(self._kind, round(width * 0.37))
            line = Column(fixed(Row(fixed(named, label), kind, space(px(1.4)), share(given)), theme.control))
        return Column(line, space(px(0.4)), below)
