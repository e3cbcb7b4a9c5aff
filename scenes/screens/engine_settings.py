"""The part of the settings about an engine of somebody else's: which one is used, and a trial of another."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rules.common.quoting import cleaned
from scenes.app.app import App
from scenes.app.file_names import shown
from scenes.app.theme import INK, OXBLOOD, SOFT_INK
from scenes.screens.file_dialog import EngineFolderScene
from scenes.table.external_engines import EngineTrial, engine_name, sentence
from scenes.ui.base import Group
from scenes.ui.button import Button
from scenes.ui.label import Label


class EngineSettings:
    """An engine is kept once it has answered in a trial. `on_change` hears when other things are shown."""

    def __init__(self, app: App, on_change: Callable[[], object]) -> None:
        self._app = app
        self._on_change = on_change
        self._trial: EngineTrial | None = None

    def fill(self, page: Group) -> None:
        """Make the widgets."""
        words = self._app.words
        self._name = Label(page, "", "strong", INK, valign="top")
        self._told = Label(page, "", "small", SOFT_INK, valign="top")
        self._choose = Button(page, words("settings.engine_choose"), self._choose_program, icon="open")
        self._try = Button(page, words("settings.engine_try"), self._try_again, icon="rematch")
        self._forget = Button(page, words("settings.engine_forget"), self._forget_engine, icon="bin")
        self._show()

    @property
    def trying(self) -> bool:
        """Whether a trial is under way."""
        return self._trial is not None and not self._trial.over

    def look(self) -> None:
        """See how the trial goes; an engine that answered is kept."""
        trial = self._trial
        if trial is not None and trial.poll():
            if trial.name:
                self._keep(trial.path, trial.name)
            self._changed()

    def end_trial(self) -> None:
        """Give up the trial, if there is one."""
        if self._trial is not None:
            self._trial.close()
        self._trial = None

    def _choose_program(self) -> None:
        kept = self._app.settings.engine
        self._app.stack.push(EngineFolderScene(self._app, Path(kept).parent if kept else None), self._chosen)

    def _chosen(self, path: Path | None) -> None:
        if path is not None:
            self._begin_trial(str(path))

    def _try_again(self) -> None:
        self._begin_trial(self._app.settings.engine)

    def _begin_trial(self, path: str) -> None:
        self.end_trial()
        self._trial = EngineTrial(self._app, path)
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
        told = cleaned(settings.engine) if settings.engine else words("settings.engine_none")
        failed = trial is not None and trial.problem is not None
        if trial is not None and self.trying:
            told = words("settings.engine_trying", name=shown(Path(trial.path)))
        elif trial is not None and trial.problem is not None:
            told = sentence(words, *trial.problem)
        elif trial is not None:
            told = words("settings.engine_works", path=cleaned(trial.path))
        self._told.text, self._told.colour = told, OXBLOOD if failed else SOFT_INK
        self._name.text = engine_name(settings) if settings.engine else ""
        self._name.visible = self._try.visible = self._forget.visible = bool(settings.engine)
        self._choose.enabled = self._try.enabled = not self.trying
