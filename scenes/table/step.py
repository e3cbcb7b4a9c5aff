"""A step from one table model to the next: facts to read, fields to change, outputs to return. Pure."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any, Final, Protocol

from rules.match import Match
from scenes.table.events import ChanceEvent, Output
from scenes.table.facts import Chance, TableFacts
from scenes.table.model import TableModel

_COMPUTED: Final = tuple(name for name, value in vars(TableFacts).items() if isinstance(value, cached_property))


class ChangingChance(Chance, Protocol):
    """The chance rules of a game, which change a step (`scenes.table.chance.ChanceRules`)."""

    def update(self, step: Step, event: ChanceEvent) -> None: ...

    def uncover(self, step: Step) -> None: ...

    def update_seal(self, step: Step) -> None: ...

    def forget(self, step: Step) -> None: ...

    def schedule(self, step: Step) -> None: ...

    def tick(self, step: Step) -> None: ...


class Step(TableFacts):
    """The facts of a model while an event changes it. `scenes.table.chance.begin_step` makes one."""

    chance: ChangingChance

    def __init__(self, model: TableModel, now: float) -> None:
        super().__init__(model)
        self.now = now
        self.outputs: list[Output] = []
        self._is_match_copied = False

    def change(self, **fields: Any) -> None:
        """Replace fields of the model."""
        self.model = replace(self.model, **fields)
        self._forget_facts()

    def change_match(self) -> Match:
        """Return the match to change it: a copy, which is the model's from now on."""
        if not self._is_match_copied:
            self._is_match_copied = True
            self.change(record=replace(self.model.record, match=self.model.record.match.copy()))
        self._forget_facts()
        return self.model.record.match

    def emit(self, *outputs: Output) -> None:
        self.outputs.extend(outputs)

    def _forget_facts(self) -> None:
        for name in _COMPUTED:
            self.__dict__.pop(name, None)
