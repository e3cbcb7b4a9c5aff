"""The scene with the settings for all games; every change is saved and takes effect at once."""

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
from scenes.app.atomic_files import display_path
from scenes.app.navigation import open_screen
from scenes.app.settings import MEMORIES
from scenes.app.stack import AppContext
from scenes.app.theme import INK, OXBLOOD, SOFT_INK
from scenes.app.version import VERSION
from scenes.app.words import language_names
from scenes.screens import constants
from scenes.screens.file_dialog import EngineFolderScene
from scenes.screens.look_samples import sample_painter
from scenes.screens.requests import OpenLicences
from scenes.table.constants import TUTOR_LOSSES
from scenes.table.external_engines import EngineTrial, describe_problem, engine_name, list_playable_games
from scenes.ui.base import Group
from scenes.ui.button import Button
from scenes.ui.choice import Choice, PictureChoice
from scenes.ui.form_row import FormRow, Slider, Stepper, Switch
from scenes.ui.form_scene import Tab, TabbedScene
from scenes.ui.label import Label
from scenes.ui.layout import Cell, Column, Flow, Part, fixed_size, space

AnyRow = TypeVar("AnyRow", bound=FormRow)

TABS: Final = ("screen", "looks", "table", "cards", "sound", "computer", "about")


class EngineSettings:
    """The settings of the person's own engine, which is saved only once the engine has answered in a trial.

    `on_change` is called when the texts have changed, and must lay the page out anew.
    """

    def __init__(self, app: AppContext, on_change: Callable[[], object]) -> None:
        self._app, self._on_change = app, on_change
        self._trial: EngineTrial | None = None

    def fill(self, page: Group) -> None:
        words = self._app.words
        self._name_label = Label(page, "", "strong", INK, valign="top")
        self._status_label = Label(page, "", "small", SOFT_INK, valign="top")
        self._status_label.is_announced = True
        self._choose_button = Button(page, words("settings.engine_choose"), self._choose_program, icon="open")
        self._try_button = Button(page, words("settings.engine_try"), self._try_again, icon="rematch")
        self._forget_button = Button(page, words("settings.engine_forget"), self._forget_engine, icon="bin")
        self._update_texts()

    @property
    def is_trying(self) -> bool:
        return self._trial is not None and not self._trial.is_over

    def update_trial(self) -> None:
        """Read the answers of the trial; save the engine once it has told its name."""
        trial = self._trial
        if trial is not None and trial.poll():
            if trial.name:
                self._save_engine(trial.path, trial.name)
            self._update()

    def end_trial(self) -> None:
        if self._trial is not None:
            self._trial.close()
        self._trial = None

    def _choose_program(self) -> None:
        engine = self._app.settings.engine
        self._app.stack.push(EngineFolderScene(self._app, Path(engine).parent if engine else None), self._begin_trial)

    def _try_again(self) -> None:
        self._begin_trial(Path(self._app.settings.engine))

    def _begin_trial(self, path: Path | None) -> None:
        if path is not None:
            self.end_trial()
            self._trial = EngineTrial(self._app, str(path))
            self._update()

    def _forget_engine(self) -> None:
        self.end_trial()
        self._save_engine("", "")
        self._update()

    def _save_engine(self, path: str, name: str) -> None:
        settings = self._app.settings
        settings.engine, settings.engine_name = path, name
        self._app.apply_settings()

    def _update(self) -> None:
        self._update_texts()
        self._on_change()

    def _update_texts(self) -> None:
        words, settings, trial = self._app.words, self._app.settings, self._trial
        text = remove_controls(settings.engine) if settings.engine else words("settings.engine_none")
        has_failed = trial is not None and trial.problem is not None
        if trial is not None and self.is_trying:
            text = words("settings.engine_trying", name=display_path(Path(trial.path)))
        elif trial is not None and trial.problem is not None:
            text = describe_problem(words, *trial.problem)
        elif trial is not None:
            text = words("settings.engine_works", path=remove_controls(trial.path))
        self._status_label.text, self._status_label.colour = text, OXBLOOD if has_failed else SOFT_INK
        self._name_label.text = engine_name(settings) if settings.engine else ""
        self._name_label.visible = self._try_button.visible = self._forget_button.visible = bool(settings.engine)
        self._choose_button.enabled = self._try_button.enabled = not self.is_trying


class SettingsScene(TabbedScene):
    """The sheet with the settings, divided by tabs into pages of at most seven settings."""

    max_width = 108.0
    title_key = "settings.title"
    fits_content = True

    def __init__(self, app: AppContext, tab: str = "screen") -> None:
        super().__init__(app, tab)
        self._is_volume_unsaved = False
        self._sheet_offset = pygame.Vector2()  # in pixels, from the middle of the window
        self._engine = EngineSettings(app, lambda: self.resize(app.size))

    def tabs(self) -> list[Tab]:
        fill_tabs = (
            self._fill_screen,
            self._fill_looks,
            self._fill_table,
            self._fill_cards,
            self._fill_sound,
            self._fill_computer,
            self._fill_about,
        )
        words = self.app.words
        return [Tab(tab, words(f"settings.tab_{tab}"), fill) for tab, fill in zip(TABS, fill_tabs, strict=True)]

    def fill(self) -> None:
        super().fill()
        self._update_look_choices()

    # --- the rows

    def _add_switches(self, page: Group, *names: str) -> list[Switch]:
        words = self.app.words
        return [
            self._add_about(Switch(page, words(f"settings.{name}"), *self._value_and_setter(name)), name)
            for name in names
        ]

    def _add_choice(self, page: Group, name: str, options: Iterable[tuple[str, str]]) -> None:
        label = self.app.words(f"settings.{name}")
        self._add_about(Choice(page, label, list(options), *self._value_and_setter(name)), name)

    def _value_and_setter(self, name: str) -> tuple[Any, Callable[[object], None]]:
        return getattr(self.app.settings, name), partial(self._set_setting, name)

    def _add_about(self, row: AnyRow, name: str) -> AnyRow:
        """Give a row the explanation of the setting `name`; return the row."""
        row.about = self.app.words(f"settings.{name}_about")
        return row

    def _named_values(self, name: str, *values: str) -> list[tuple[str, str]]:
        return [(value, self.app.words(f"settings.{name}_{value}")) for value in values]

    def _add_picture_choice(self, page: Group, name: str, values: tuple[str, ...]) -> PictureChoice:
        """Add a choice with pictures for the setting `name`; if its values have no texts, use the texts of boards."""
        words, has_own_texts = self.app.words, name in ("table", "tablier", "cloth", "card_back")
        label_keys = {"board_ducart": "games.ducart.name", "tablier": "games.unstacked-draughts.name"}
        options = self._named_values(name if has_own_texts else "board", *values)
        if name == "board_ducart":
            options[0] = ("own", words("settings.board_oak"))
        label = words(label_keys.get(name, f"settings.{name}"))
        return PictureChoice(page, label, options, *self._value_and_setter(name), sample_painter(self.app, name))

    def _fill_screen(self, page: Group) -> None:
        words, settings = self.app.words, self.app.settings
        self._add_choice(page, "language", language_names().items())
        lowest = max(constants.MIN_TEXT_SCALE_PERCENT, self.app.theme.least_scale)
        percents = settings.text_scale, lowest, constants.MAX_TEXT_SCALE_PERCENT
        label, step, write = words("settings.text_scale"), constants.TEXT_SCALE_STEP_PERCENT, words.format_percent
        self._text_scale = Stepper(page, label, *percents, self._set_text_scale, step=step, format=write)
        self._add_about(self._text_scale, "text_scale")
        _, self._full_screen = self._add_switches(page, "line_of_words", "full_screen")
        self.add_head(page, "settings.motion")
        self._add_choice(page, "animation", self._named_values("animation", "normal", "fast", "off"))
        self._add_switches(page, "reduced_motion", "small_life")

    def _fill_looks(self, page: Group) -> None:
        self._add_about(self._add_picture_choice(page, "table", TABLES), "table")
        kinds = (("board", BOARDS), ("board_ducart", BOARDS), ("tablier", TABLIERS))
        self._look_choices = {name: self._add_picture_choice(page, name, values) for name, values in kinds}

    def _fill_table(self, page: Group) -> None:
        words = self.app.words
        self._add_switches(page, "legal_targets", "warnings", "turn_board", "confirm_resign", "caution")
        shares = [(share, words.format_percent(int(share))) for share in TUTOR_LOSSES]
        self._add_choice(page, "tutor", [("off", words("settings.tutor_off")), *shares])
        self._add_choice(page, "chances", self._named_values("chances", "usual", "on", "off"))

    def _fill_cards(self, page: Group) -> None:
        self._look_choices["cloth"] = self._add_picture_choice(page, "cloth", CLOTHS)
        self._card_back = self._add_about(self._add_picture_choice(page, "card_back", BACKS), "card_back")
        self._add_switches(page, "four_colours", "dice_by_hand")

    def _fill_sound(self, page: Group) -> None:
        words = self.app.words
        problem = self.app.sound.problem
        if problem is not None:
            Label(page, words(problem), "italic", OXBLOOD)
        label, percent, step = words("settings.volume"), self.app.settings.volume, constants.VOLUME_STEP_PERCENT
        volume = Slider(page, label, percent, 0, 100, self._set_volume, format=words.format_percent, step=step)
        self._add_about(volume, "volume")
        self._add_switches(page, "muted", "quack", "ambience")

    def _fill_computer(self, page: Group) -> None:
        words = self.app.words
        self._add_choice(page, "card_pace", self._named_values("card_pace", "slow", "normal", "quick", "instant"))
        self._add_switches(page, "unhurried")
        self.add_head(page, "settings.own_engine")
        sizes = [(str(size), words("settings.megabytes", n=size)) for size in MEMORIES]
        chosen = str(self.app.settings.memory)
        set_memory = partial(self._set_setting, "memory")
        self._add_about(
            Choice(page, words("settings.memory"), sizes, chosen, lambda size: set_memory(int(size))), "memory"
        )
        self.add_head(page, "settings.engine")
        Label(page, words("settings.engine_about", games=list_playable_games(words)), "small", SOFT_INK, valign="top")
        self._engine.fill(page)

    def _fill_about(self, page: Group) -> None:
        words = self.app.words
        texts = (
            words("settings.version", version=VERSION),
            words("settings.compiled" if has_compiled(self.app.storage.engines) else "settings.interpreted"),
            words("settings.fonts"),
            words("settings.parts"),
            words("settings.folder", folder=self.app.storage.data),
            words("settings.homepage", address=project_links.HOMEPAGE) if project_links.HOMEPAGE else "",
            words("settings.issues", address=project_links.ISSUES) if project_links.ISSUES else "",
        )
        for text in filter(None, texts):
            Label(page, text, "body", SOFT_INK, valign="top")
        Button(page, words("settings.licences"), lambda: open_screen(self.app, OpenLicences()), icon="list")

    # --- changes

    def _set_setting(self, name: str, value: object) -> None:
        """Save a setting and apply it; the focus stays in its place when a new language rebuilds the sheet."""
        widgets = list(self.form.iter_widgets())
        focus_index = widgets.index(self.form.focus_on) if self.form.focus_on in widgets else None
        setattr(self.app.settings, name, value)
        self.app.apply_settings()
        if name in ("muted", "ambience"):
            self.app.sound.update_ambience()
        if name in ("table", "cloth"):
            self._update_look_choices()
            self._card_back.renew()
        if name in ("muted", "quack"):
            self.app.sound.play("quack" if name == "quack" and value else "place")
        if name == "language" and focus_index is not None:
            self.form.focus(list(self.form.iter_widgets())[focus_index])

    def _set_text_scale(self, scale: int) -> None:
        """Set the size of text; move and scroll the sheet so that the pressed button stays under the pointer."""
        before, scroll = self._text_scale.pressed_point, self._scroll_group.scroll
        self._set_setting("text_scale", scale)
        self._sheet_offset += before - self._text_scale.pressed_point
        self.resize(self.app.size)
        self._sheet_offset = self.sheet.rect.center - pygame.Vector2(self.app.size) // 2
        if scroll.move(round(scroll.offset + self._text_scale.pressed_point.y - before.y)):
            self.resize(self.app.size)

    def place_paper(self, size: tuple[int, int]) -> pygame.Rect:
        margin = self.app.theme.margin
        return (
            super()
            .place_paper(size)
            .move(self._sheet_offset)
            .clamp(pygame.Rect((0, 0), size).inflate(-margin, -margin))
        )

    def _update_look_choices(self) -> None:
        """Disable the choices that have no effect in high contrast, and say so in their explanations."""
        has_contrast = self.app.settings.table == CONTRAST
        for name, choice in self._look_choices.items():
            choice.enabled = not has_contrast
            self._add_about(choice, name)
            if has_contrast:
                choice.about = self.app.words(f"settings.{'cloth' if name == 'cloth' else 'board'}_idle")

    def _set_volume(self, percent: int) -> None:
        self.app.settings.volume = percent  # saved when the mouse or key is released
        self._is_volume_unsaved = True

    def _save_volume(self) -> None:
        if self._is_volume_unsaved:
            self._is_volume_unsaved = False
            self.app.apply_settings()
            self.app.sound.update_ambience()
            self.app.sound.play("place")

    # --- the scene

    def leave(self) -> None:
        self._save_volume()
        self._engine.end_trial()

    def handle(self, event: pygame.event.Event) -> bool:
        is_used = super().handle(event)
        if event.type in (pygame.MOUSEBUTTONUP, pygame.KEYUP):
            self._save_volume()
        return is_used

    def update(self, dt: float) -> None:
        super().update(dt)
        any(choice.update() for choice in self._visible_picture_choices())  # at most one paints in a frame
        self._engine.update_trial()

    def wait_seconds(self) -> float | None:
        wait = super().wait_seconds()
        if any(choice.lacks_pictures() for choice in self._visible_picture_choices()):
            return 0.0  # they are painted in the next frame
        poll_seconds = constants.ENGINE_TRIAL_POLL_SECONDS
        return min(poll_seconds, wait or poll_seconds) if self._engine.is_trying else wait

    def _visible_picture_choices(self) -> list[PictureChoice]:
        return [widget for widget in self.pages[self.tab].children if isinstance(widget, PictureChoice)]

    def content(self) -> Cell:
        self._full_screen.value = self.app.settings.full_screen  # F11 may have changed it
        return super().content()

    def page_layout(self, page: Group) -> Cell:
        px = self.app.theme.px
        parts: list[Part] = []
        gap = 0.6  # room for the frame around a picture
        for widget in page.children:
            if widget.visible and not isinstance(widget, Button):
                if isinstance(widget, Label) and widget.role == "subheading" and parts:
                    gap += 1.8
                is_empty = isinstance(widget, Label) and not widget.text
                parts += [space(px(gap)), fixed_size(widget, 0) if is_empty else widget]
                gap = 1.2 if not isinstance(widget, Label) else 1.4 if widget.role == "body" else 0.7
        buttons = [widget for widget in page.children if isinstance(widget, Button)]
        return Column(*parts, space(px(gap + 0.8)), Flow(buttons, (px(1.4), px(1.4))))
