"""The settings for all games. Every change is saved and takes effect at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import pygame

from rules.ai.compiled_engines import has_compiled
from rules.common.quoting import remove_controls
from scenes.app import project_links
from scenes.app.appearance import BACKS, BOARDS, CLOTHS, CONTRAST, TABLES, TABLIERS
from scenes.app.files import display_path
from scenes.app.navigation import open_screen
from scenes.app.settings import MEMORIES
from scenes.app.stack import AppContext
from scenes.app.theme import INK, OXBLOOD, SOFT_INK
from scenes.app.version import VERSION
from scenes.app.words import language_names
from scenes.screens import constants
from scenes.screens.file_dialog import EngineFolderScene
from scenes.screens.requests import OpenLicences
from scenes.screens.samples import sampler
from scenes.table.external_engines import EngineTrial, describe_problem, engine_name, list_playable_games
from scenes.ui.base import Group
from scenes.ui.button import Button
from scenes.ui.choice import Choice, PictureChoice
from scenes.ui.form_row import FormRow, Slider, Stepper, Switch
from scenes.ui.form_scene import Tab, TabbedScene
from scenes.ui.label import Label
from scenes.ui.layout import Cell, Column, Flow, Part, fixed_size, space

Row = TypeVar("Row", bound=FormRow)

TABS: Final = ("screen", "looks", "table", "cards", "sound", "computer", "about")


class EngineSettings:
    """The settings of an own engine, saved once it has answered in a trial. `on_change` renews the layout."""

    def __init__(self, app: AppContext, on_change: Callable[[], object]) -> None:
        self._app, self._on_change = app, on_change
        self._trial: EngineTrial | None = None

    def fill(self, page: Group) -> None:
        words = self._app.words
        self._name = Label(page, "", "strong", INK, valign="top")
        self._told = Label(page, "", "small", SOFT_INK, valign="top")
        self._told.noted = True
        self._choose = Button(page, words("settings.engine_choose"), self._choose_program, icon="open")
        self._try = Button(page, words("settings.engine_try"), self._try_again, icon="rematch")
        self._forget = Button(page, words("settings.engine_forget"), self._forget_engine, icon="bin")
        self._show()

    @property
    def is_trying(self) -> bool:
        return self._trial is not None and not self._trial.is_over

    def update_trial(self) -> None:
        trial = self._trial
        if trial is not None and trial.poll():
            if trial.name:
                self._keep(trial.path, trial.name)
            self._changed()

    def end_trial(self) -> None:
        if self._trial is not None:
            self._trial.close()
        self._trial = None

    def _choose_program(self) -> None:
        kept = self._app.settings.engine
        self._app.stack.push(EngineFolderScene(self._app, Path(kept).parent if kept else None), self._begin_trial)

    def _try_again(self) -> None:
        self._begin_trial(Path(self._app.settings.engine))

    def _begin_trial(self, path: Path | None) -> None:
        if path is not None:
            self.end_trial()
            self._trial = EngineTrial(self._app, str(path))
            self._changed()

    def _forget_engine(self) -> None:
        self.end_trial()
        self._keep("", "")
        self._changed()

    def _keep(self, path: str, name: str) -> None:
        settings = self._app.settings
        settings.engine, settings.engine_name = path, name
        self._app.settings_changed()

    def _changed(self) -> None:
        self._show()
        self._on_change()

    def _show(self) -> None:
        words, settings, trial = self._app.words, self._app.settings, self._trial
        told = remove_controls(settings.engine) if settings.engine else words("settings.engine_none")
        failed = trial is not None and trial.problem is not None
        if trial is not None and self.is_trying:
            told = words("settings.engine_trying", name=display_path(Path(trial.path)))
        elif trial is not None and trial.problem is not None:
            told = describe_problem(words, *trial.problem)
        elif trial is not None:
            told = words("settings.engine_works", path=remove_controls(trial.path))
        self._told.text, self._told.colour = told, OXBLOOD if failed else SOFT_INK
        self._name.text = engine_name(settings) if settings.engine else ""
        self._name.visible = self._try.visible = self._forget.visible = bool(settings.engine)
        self._choose.enabled = self._try.enabled = not self.is_trying


class SettingsScene(TabbedScene):
    """A sheet with tabs, so that never more than seven things to set are in sight."""

    widest = 108.0
    titled = "settings.title"
    snug = True

    def __init__(self, app: AppContext, tab: str = "screen") -> None:
        super().__init__(app, tab)
        self._volume_moved = False
        self._aside = pygame.Vector2()  # from the middle of the window to that of the sheet, in pixels
        self._engine = EngineSettings(app, lambda: self.resize(app.size))

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
        self._update_look_choices()

    # --- the rows

    def _switches(self, page: Group, *names: str) -> list[Switch]:
        words = self.app.words
        return [self._tell(Switch(page, words(f"settings.{one}"), *self._bound(one)), one) for one in names]

    def _one_of(self, page: Group, name: str, options: Iterable[tuple[str, str]]) -> None:
        label = self.app.words(f"settings.{name}")
        self._tell(Choice(page, label, list(options), *self._bound(name)), name)

    def _bound(self, name: str) -> tuple[Any, Callable[[object], None]]:
        """Return the value of a setting, and what sets it."""
        return getattr(self.app.settings, name), partial(self._set, name)

    def _tell(self, row: Row, name: str) -> Row:
        row.about = self.app.words(f"settings.{name}_about")
        return row

    def _named(self, name: str, *values: str) -> list[tuple[str, str]]:
        return [(value, self.app.words(f"settings.{name}_{value}")) for value in values]

    def _pictures(self, page: Group, name: str, values: tuple[str, ...]) -> PictureChoice:
        """Add pictures for the setting `name`; a value without words of its own has those of a board."""
        words, known = self.app.words, ("table", "tablier", "cloth", "card_back")
        named = {"board_ducart": "games.ducart.name", "tablier": "games.unstacked-draughts.name"}
        options = self._named(name if name in known else "board", *values)
        if name == "board_ducart":
            options[0] = ("own", words("settings.board_oak"))
        label = words(named.get(name, f"settings.{name}"))
        return PictureChoice(page, label, options, *self._bound(name), sampler(self.app, name))

    def _fill_screen(self, page: Group) -> None:
        words, settings = self.app.words, self.app.settings
        self._one_of(page, "language", language_names().items())
        least = max(constants.MIN_TEXT_SCALE_PERCENT, self.app.theme.least_scale)
        scale = words("settings.text_scale"), settings.text_scale, least, constants.MAX_TEXT_SCALE_PERCENT
        step = constants.TEXT_SCALE_STEP_PERCENT
        self._scale = Stepper(page, *scale, self._scale_text, step=step, format=words.percent)
        self._tell(self._scale, "text_scale")
        _, self._full_screen = self._switches(page, "line_of_words", "full_screen")
        self.add_head(page, "settings.motion")
        self._one_of(page, "animation", self._named("animation", "normal", "fast", "off"))
        self._switches(page, "reduced_motion", "small_life")

    def _fill_looks(self, page: Group) -> None:
        self._tell(self._pictures(page, "table", TABLES), "table")
        kinds = (("board", BOARDS), ("board_ducart", BOARDS), ("tablier", TABLIERS))
        self._look_choices = {name: self._pictures(page, name, values) for name, values in kinds}

    def _fill_table(self, page: Group) -> None:
        self._switches(page, "legal_targets", "warnings", "dice_by_hand", "turn_board", "confirm_resign", "caution")
        self._one_of(page, "chances", self._named("chances", "usual", "on", "off"))

    def _fill_cards(self, page: Group) -> None:
        self._look_choices["cloth"] = self._pictures(page, "cloth", CLOTHS)
        self._backs = self._tell(self._pictures(page, "card_back", BACKS), "card_back")
        self._switches(page, "four_colours")

    def _fill_sound(self, page: Group) -> None:
        words = self.app.words
        problem = self.app.sound.problem
        if problem is not None:
            Label(page, words(problem), "italic", OXBLOOD)
        label, now, step = words("settings.volume"), self.app.settings.volume, constants.VOLUME_STEP_PERCENT
        volume = Slider(page, label, now, 0, 100, self._set_volume, format=words.percent, step=step)
        self._tell(volume, "volume")
        self._switches(page, "muted", "quack", "ambience")

    def _fill_computer(self, page: Group) -> None:
        words = self.app.words
        self._one_of(page, "card_pace", self._named("card_pace", "slow", "normal", "quick", "instant"))
        self._switches(page, "unhurried")
        self.add_head(page, "settings.own_engine")
        sizes = [(str(size), words("settings.megabytes", n=size)) for size in MEMORIES]
        chosen = str(self.app.settings.memory)
        take = partial(self._set, "memory")
        self._tell(Choice(page, words("settings.memory"), sizes, chosen, lambda size: take(int(size))), "memory")
        self.add_head(page, "settings.engine")
        Label(page, words("settings.engine_about", games=list_playable_games(words)), "small", SOFT_INK, valign="top")
        self._engine.fill(page)

    def _fill_about(self, page: Group) -> None:
        words = self.app.words
        told = (
            words("settings.version", version=VERSION),
            words("settings.compiled" if has_compiled(self.app.storage.engines) else "settings.interpreted"),
            words("settings.fonts"),
            words("settings.parts"),
            words("settings.folder", folder=self.app.storage.data),
            words("settings.homepage", address=project_links.HOMEPAGE) if project_links.HOMEPAGE else "",
            words("settings.issues", address=project_links.ISSUES) if project_links.ISSUES else "",
        )
        for text in filter(None, told):
            Label(page, text, "body", SOFT_INK, valign="top")
        Button(page, words("settings.licences"), lambda: open_screen(self.app, OpenLicences()), icon="list")

    # --- what is set

    def _set(self, name: str, value: object) -> None:
        """Save a setting. A new language rebuilds the sheet; the focus stays in its place."""
        order = list(self.form.iter_widgets())
        here = order.index(self.form.focus_on) if self.form.focus_on in order else None
        setattr(self.app.settings, name, value)
        self.app.settings_changed()
        if name in ("muted", "ambience"):
            self.app.sound.update_ambience()
        if name in ("table", "cloth"):
            self._update_look_choices()
            self._backs.renew()
        if name in ("muted", "quack"):
            self.app.sound.play("quack" if name == "quack" and value else "place")
        if name == "language" and here is not None:
            self.form.focus(list(self.form.iter_widgets())[here])

    def _scale_text(self, scale: int) -> None:
        """Set the size of text; move and scroll the sheet so that the button stays under the pointer."""
        before, scroll = self._scale.pressed_point, self._strip.scroll
        self._set("text_scale", scale)
        self._aside += before - self._scale.pressed_point
        self.resize(self.app.size)
        self._aside = self.sheet.rect.center - pygame.Vector2(self.app.size) // 2
        if scroll.move(round(scroll.offset + self._scale.pressed_point.y - before.y)):
            self.resize(self.app.size)

    def place_paper(self, size: tuple[int, int]) -> pygame.Rect:
        margin = self.app.theme.margin
        return super().place_paper(size).move(self._aside).clamp(pygame.Rect((0, 0), size).inflate(-margin, -margin))

    def _update_look_choices(self) -> None:
        contrast = self.app.settings.table == CONTRAST
        for name, choice in self._look_choices.items():
            choice.enabled = not contrast
            self._tell(choice, name)
            if contrast:
                choice.about = self.app.words(f"settings.{'cloth' if name == 'cloth' else 'board'}_idle")

    def _set_volume(self, value: int) -> None:
        self.app.settings.volume = value
        self._volume_moved = True

    def _keep_volume(self) -> None:
        if self._volume_moved:
            self._volume_moved = False
            self.app.settings_changed()
            self.app.sound.update_ambience()
            self.app.sound.play("place")

    # --- the scene

    def leave(self) -> None:
        self._keep_volume()
        self._engine.end_trial()

    def handle(self, event: pygame.event.Event) -> bool:
        used = super().handle(event)
        if event.type in (pygame.MOUSEBUTTONUP, pygame.KEYUP):
            self._keep_volume()
        return used

    def update(self, dt: float) -> None:
        super().update(dt)
        any(choice.update() for choice in self._shown())
        self._engine.update_trial()

    def pace(self) -> float | None:
        pace = super().pace()
        if any(choice.is_unfinished() for choice in self._shown()):
            return 0.0
        poll = constants.ENGINE_TRIAL_POLL_SECONDS
        return min(poll, pace or poll) if self._engine.is_trying else pace

    def _shown(self) -> list[PictureChoice]:
        return [widget for widget in self.pages[self.tab].children if isinstance(widget, PictureChoice)]

    def content(self) -> Cell:
        self._full_screen.value = self.app.settings.full_screen
        return super().content()

    def page_layout(self, page: Group) -> Cell:
        px = self.app.theme.px
        parts: list[Part] = []
        above = 0.6  # room for the frame around a picture
        for widget in page.children:
            if widget.visible and not isinstance(widget, Button):
                if isinstance(widget, Label) and widget.role == "subheading" and parts:
                    above += 1.8
                silent = isinstance(widget, Label) and not widget.text
                parts += [space(px(above)), fixed_size(widget, 0) if silent else widget]
                above = 1.2 if not isinstance(widget, Label) else 1.4 if widget.role == "body" else 0.7
        keys = [widget for widget in page.children if isinstance(widget, Button)]
        return Column(*parts, space(px(above + 0.8)), Flow(keys, (px(1.4), px(1.4))))
