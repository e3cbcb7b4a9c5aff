"""What the person may choose for all games. Every change is kept and takes effect at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

from rules.ai.opponents import compiled
from rules.common.quoting import cleaned
from scenes.app.file_names import shown
from scenes.app.looks import BACKS, BOARDS, CLOTHS, CONTRAST, TABLES, TABLIERS
from scenes.app.settings import MEMORIES
from scenes.app.theme import INK, OXBLOOD, SOFT_INK
from scenes.app.version import VERSION
from scenes.app.words import LANGUAGES
from scenes.screens.file_dialog import EngineFolderScene
from scenes.screens.samples import sampler
from scenes.table.external_engines import Trial, engine_name, playable, sentence
from scenes.ui.base import Widget
from scenes.ui.button import Button
from scenes.ui.choice import Choice
from scenes.ui.form_row import FormRow
from scenes.ui.label import Label
from scenes.ui.pictures import PictureChoice
from scenes.ui.slider import Slider
from scenes.ui.stepper import Stepper
from scenes.ui.switch import Switch
from scenes.ui.tabbed import BELOW_TABS, Tab, TabbedScene

if TYPE_CHECKING:
    from scenes.app.app import App

TABS: Final = ("screen", "looks", "table", "cards", "sound", "computer", "about")
_CHANCES: Final = ("usual", "on", "off")
_ANIMATIONS: Final = ("normal", "fast", "off")
_PACES: Final = ("slow", "normal", "instant")
_LOOK: Final = 0.05
"""Seconds between two looks at how an engine's trial goes."""


class SettingsScene(TabbedScene):
    """A sheet with tabs, so that never more than seven things to set are in sight."""

    widest = 108.0

    def __init__(self, app: App, tab: str = "screen") -> None:
        """`tab` is the one that lies open: one of `TABS`."""
        super().__init__(app, tab)
        self._volume_moved = False
        self._trial: Trial | None = None

    def title(self) -> str:
        return self.app.words("settings.title")

    def tabs(self) -> list[Tab]:
        fills = (
            self._fill_screen,
            self._fill_looks,
            self._fill_table,
            self._fill_cards,
            self._fill_sound,
            self._fill_computer,
            self._fill_about,
        )
        words = self.app.words
        return [Tab(tab, words(f"settings.tab_{tab}"), fill) for tab, fill in zip(TABS, fills, strict=True)]

    def fill(self) -> None:
        super().fill()
        self._tell_looks()

    def show(self) -> None:
        super().show()
        self._tell_engine()

    # --- the rows

    def _switch(self, page: list[Widget], name: str) -> Switch:
        """A switch for the setting `name`, whose words have the same name."""
        words = self.app.words(f"settings.{name}")
        switch = Switch(self.strip, words, getattr(self.app.settings, name), lambda on: self._set(name, on))
        page.append(switch)
        return switch

    def _fill_screen(self, page: list[Widget]) -> None:
        words, settings = self.app.words, self.app.settings
        languages = list(LANGUAGES.items())
        page.append(
            Choice(self.strip, words("settings.language"), languages, settings.language, self._setter("language"))
        )
        page.append(
            Stepper(
                self.strip,
                words("settings.text_scale"),
                settings.text_scale,
                100,
                150,
                lambda value: self._set("text_scale", value),
                step=10,
                format=self._per_cent,
            )
        )
        self._switch(page, "line_of_words")
        self._full_screen = self._switch(page, "full_screen")
        self.add_head(page, "settings.motion")
        speeds = [(name, words(f"settings.animation_{name}")) for name in _ANIMATIONS]
        label = words("settings.animation")
        page.append(Choice(self.strip, label, speeds, settings.animation, self._setter("animation")))
        self._switch(page, "reduced_motion")
        self._switch(page, "small_life")

    def _pictures(self, page: list[Widget], name: str, values: tuple[str, ...]) -> PictureChoice:
        """Pictures to choose the setting `name` from; where there are no words for a value, those of a board do."""
        words, known = self.app.words, ("table", "tablier", "cloth", "card_back")
        named = {"board_ducart": "games.ducart.name", "tablier": "games.unstacked-draughts.name"}
        kind = name if name in known else "board"
        options = [(value, words(f"settings.{kind}_{value}")) for value in values]
        if name == "board_ducart":
            options[0] = ("own", words("settings.board_oak"))
        label, chosen = words(named.get(name, f"settings.{name}")), getattr(self.app.settings, name)
        choice = PictureChoice(self.strip, label, options, chosen, self._setter(name), sampler(self.app, name))
        page.append(choice)
        return choice

    def _fill_looks(self, page: list[Widget]) -> None:
        self._pictures(page, "table", TABLES)
        self._of_wood = [
            self._pictures(page, name, values)
            for name, values in (("board", BOARDS), ("board_ducart", BOARDS), ("tablier", TABLIERS))
        ]
        self._told = Label(self.strip, "", "small", SOFT_INK, valign="top")
        page.append(self._told)

    def _fill_table(self, page: list[Widget]) -> None:
        words = self.app.words
        for name in ("legal_targets", "warnings", "dice_by_hand", "turn_board", "confirm_resign", "caution"):
            self._switch(page, name)
        told = [(name, words(f"settings.chances_{name}")) for name in _CHANCES]
        label = words("settings.chances")
        page.append(Choice(self.strip, label, told, self.app.settings.chances, self._setter("chances")))

    def _fill_cards(self, page: list[Widget]) -> None:
        words = self.app.words
        self._of_wood.append(self._pictures(page, "cloth", CLOTHS))
        self._backs = self._pictures(page, "card_back", BACKS)
        paces = [(name, words(f"settings.card_pace_{name}")) for name in _PACES]
        pace, chosen = words("settings.card_pace"), self.app.settings.card_pace
        page.append(Choice(self.strip, pace, paces, chosen, self._setter("card_pace")))
        page.append(Label(self.strip, words("settings.card_pace_about"), "small", SOFT_INK, valign="top"))
        self._switch(page, "four_colours")

    def _fill_sound(self, page: list[Widget]) -> None:
        words = self.app.words
        problem = self.app.sound.problem
        if problem is not None:
            page.append(Label(self.strip, words(problem), "italic", OXBLOOD))
        volume, now = words("settings.volume"), self.app.settings.volume
        page.append(Slider(self.strip, volume, now, 0, 100, self._set_volume, self._per_cent, step=5))
        self._switch(page, "muted")
        self._switch(page, "quack")
        self._switch(page, "ambience")

    def _fill_computer(self, page: list[Widget]) -> None:
        words, strip = self.app.words, self.strip
        self.add_head(page, "settings.own_engine")
        sizes = [(str(size), words("settings.megabytes", n=size)) for size in MEMORIES]
        memory = str(self.app.settings.memory)
        page.append(
            Choice(strip, words("settings.memory"), sizes, memory, lambda size: self._set("memory", int(size)))
        )
        page.append(Label(strip, words("settings.memory_about"), "small", SOFT_INK, valign="top"))
        self.add_head(page, "settings.engine")
        about = words("settings.engine_about", games=playable(words))
        self._engine = Label(strip, "", "strong", INK, valign="top")
        self._engine_told = Label(strip, "", "small", SOFT_INK, valign="top")
        page += [Label(strip, about, "small", SOFT_INK, valign="top"), self._engine, self._engine_told]
        self._engine_keys = {
            "choose": Button(strip, words("settings.engine_choose"), self._choose_engine, icon="open"),
            "try": Button(strip, words("settings.engine_try"), self._try_again, icon="rematch"),
            "forget": Button(strip, words("settings.engine_forget"), self._forget_engine, icon="bin"),
        }
        page += self._engine_keys.values()

    def _fill_about(self, page: list[Widget]) -> None:
        words = self.app.words
        for text in (
            words("settings.version", version=VERSION),
            words("settings.compiled" if compiled() else "settings.interpreted"),
            words("settings.fonts"),
            words("settings.parts"),
            words("settings.folder", folder=self.app.storage.data),
        ):
            page.append(Label(self.strip, text, "body", SOFT_INK, valign="top"))
        page.append(Button(self.strip, words("settings.licences"), self._show_licences, icon="list"))

    def _show_licences(self) -> None:
        from scenes.screens.licences import LicencesScene

        self.app.stack.push(LicencesScene(self.app))

    def _per_cent(self, value: int) -> str:
        return self.app.words("settings.per_cent", n=value)

    # --- what is set

    def _setter(self, name: str) -> Callable[[str], None]:
        return lambda value: self._set(name, value)

    def _set(self, name: str, value: object) -> None:
        """Keep a setting. A new language makes the sheet anew: the focus stays where it was."""
        order = list(self.form.walk())
        here = order.index(self.form.focus_on) if self.form.focus_on in order else None
        setattr(self.app.settings, name, value)
        self.app.settings_changed()
        if name in ("muted", "ambience"):
            self.app.sound.attend()
        if name in ("table", "cloth"):
            self._tell_looks()
            self._backs.renew()
        if name in ("muted", "quack"):
            self.app.sound.play("quack" if name == "quack" and value else "place")
        if name == "language" and here is not None:
            self.form.focus(list(self.form.walk())[here])

    def _tell_looks(self) -> None:
        """High contrast chooses for the person what is of wood or cloth."""
        contrast = self.app.settings.table == CONTRAST
        for choice in self._of_wood:
            choice.enabled = not contrast
        self._told.text = self.app.words("settings.contrast_about") if contrast else ""

    def _set_volume(self, value: int) -> None:
        self.app.settings.volume = value
        self._volume_moved = True

    def _keep_volume(self) -> None:
        """The knob was let go: keep the volume, and let it be heard."""
        if self._volume_moved:
            self._volume_moved = False
            self.app.settings_changed()
            self.app.sound.attend()
            self.app.sound.play("place")

    # --- an engine of somebody else's

    def _choose_engine(self) -> None:
        kept = self.app.settings.engine
        self.app.stack.push(EngineFolderScene(self.app, Path(kept).parent if kept else None))

    def resumed(self, result: object) -> None:
        """A program was chosen: try it."""
        if isinstance(result, Path):
            self._begin_trial(str(result))

    def _try_again(self) -> None:
        self._begin_trial(self.app.settings.engine)

    def _begin_trial(self, path: str) -> None:
        self._end_trial()
        self._trial = Trial(self.app, path)
        self._tell_engine()
        self.resize(self.app.size)

    def _end_trial(self) -> None:
        if self._trial is not None:
            self._trial.close()
        self._trial = None

    def _forget_engine(self) -> None:
        self._end_trial()
        self._keep_engine("", "")

    def _keep_engine(self, path: str, name: str) -> None:
        settings = self.app.settings
        settings.engine, settings.engine_name = path, name
        self.app.settings_changed()
        self._tell_engine()
        self.resize(self.app.size)

    def _tell_engine(self) -> None:
        """Say which engine there is, and how its trial goes."""
        words, settings, trial = self.app.words, self.app.settings, self._trial
        trying = trial is not None and not trial.over
        self._engine.text = engine_name(settings) if settings.engine else ""
        told = cleaned(settings.engine) if settings.engine else words("settings.engine_none")
        colour = SOFT_INK
        if trial is not None and trying:
            told = words("settings.engine_trying", name=shown(Path(trial.path)))
        elif trial is not None and trial.problem is not None:
            told, colour = sentence(words, *trial.problem), OXBLOOD
        elif trial is not None:
            told = words("settings.engine_works", path=cleaned(trial.path))
        self._engine_told.text, self._engine_told.colour = told, colour
        here = self.tab == "computer"
        self._engine.visible = here and bool(settings.engine)
        self._engine_keys["try"].visible = self._engine_keys["forget"].visible = here and bool(settings.engine)
        self._engine_keys["choose"].enabled = self._engine_keys["try"].enabled = not trying

    # --- the scene

    def leave(self) -> None:
        self._keep_volume()
        self._end_trial()

    def handle(self, event: pygame.event.Event) -> bool:
        used = super().handle(event)
        if event.type in (pygame.MOUSEBUTTONUP, pygame.KEYUP):
            self._keep_volume()
        return used

    def update(self, dt: float) -> None:
        super().update(dt)
        any(choice.update() for choice in self._shown())
        trial = self._trial
        if trial is not None and trial.poll():
            if trial.name:
                self._keep_engine(trial.path, trial.name)
            self._tell_engine()
            self.resize(self.app.size)

    def pace(self) -> float | None:
        pace = super().pace()
        if any(choice.unfinished() for choice in self._shown()):
            return 0.0
        trying = self._trial is not None and not self._trial.over
        return min(_LOOK, pace or _LOOK) if trying else pace

    def _shown(self) -> list[PictureChoice]:
        """The pictures on the open tab."""
        return [widget for widget in self.pages[self.tab] if isinstance(widget, PictureChoice)]

    # --- layout

    def around(self, size: tuple[int, int]) -> pygame.Rect:
        """As high as the longest tab needs, so that it stays the same from tab to tab."""
        theme = self.app.theme
        sheet = super().around(size)
        column = pygame.Rect(0, 0, sheet.width - 2 * theme.px(3), 0)
        longest = max(_bottom(self.laid_out(page, column)) for page in self.pages.values())
        head = 2 * theme.px(2.2) + theme.control + theme.px(2.6) + theme.control + theme.px(BELOW_TABS)
        sheet.height = min(sheet.height, head + longest)
        sheet.centery = size[1] // 2
        return sheet

    def place(self, inner: pygame.Rect) -> None:
        self._full_screen.on = self.app.settings.full_screen
        super().place(inner)

    def laid_out(self, page: list[Widget], column: pygame.Rect) -> list[tuple[Widget, pygame.Rect]]:
        """The widgets below one another from the top of `column`; keys stand side by side."""
        theme = self.app.theme
        places: list[tuple[Widget, pygame.Rect]] = []
        top = column.top + theme.px(0.6)  # room for the frame around a picture
        for widget in page:
            if isinstance(widget, Button):
                continue
            if isinstance(widget, Label):
                if widget.role == "subheading" and places:
                    top += theme.px(1.8)
                high = widget.natural_height(column.width) if widget.text else 0
                space = theme.px(0.7 if widget.role != "body" else 1.4) if widget.text else 0
            elif isinstance(widget, PictureChoice):
                high, space = widget.natural_height(column.width), theme.px(1.2)
            else:
                assert isinstance(widget, FormRow)
                high, space = widget.natural_height(column.width), theme.px(1.2)
            places.append((widget, pygame.Rect(column.left, top, column.width, high)))
            top += high + space
        return places + self._keys_laid_out([one for one in page if isinstance(one, Button)], column, top)

    def _keys_laid_out(self, keys: list[Button], column: pygame.Rect, top: int) -> list[tuple[Widget, pygame.Rect]]:
        theme = self.app.theme
        gap = theme.px(1.4)
        places: list[tuple[Widget, pygame.Rect]] = []
        left, top = column.left, top + theme.px(0.8)
        for key in keys:
            wide = key.natural_width()
            if left + wide > column.right and left > column.left:
                left, top = column.left, top + theme.control + gap
            places.append((key, pygame.Rect(left, top, wide, theme.control)))
            left += wide + gap
        return places


def _bottom(places: list[tuple[Widget, pygame.Rect]]) -> int:
    return max(rect.bottom for _, rect in places)
