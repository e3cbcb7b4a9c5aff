"""The attention trainer, and the exercises that it sets."""

import re
from random import Random
from typing import Any
from unittest.mock import Mock

import pygame
import pytest

from scenes.games.unstacked_draughts.trainer import (
    LOOK_SECONDS,
    ROUNDS,
    BoardText,
    TrainerScene,
    list_claimable,
    make_exercise,
)
from scenes.screens.rulebook.scene import RulebookScene
from scenes.screens.setup.scene import SetupScene
from scenes.surfaces.view import animations_of
from scenes.ui.choice import Choice
from tests.checks import present
from tests.scenes.dice import UNSTACKED
from tests.scenes.driver import Driver, Tables, Timed

YOU = 1


class Practice(Driver):
    def __init__(self, app: Timed, seed: int = 4) -> None:
        super().__init__(app)
        self.open(TrainerScene(app, UNSTACKED.key, Random(seed)))

    def next(self, wanted: int | None = None) -> Any:
        """The dice of the next exercise lie there, so many of which can be claimed."""
        while True:
            self.strike(pygame.K_SPACE)
            self.run(LOOK_SECONDS + 0.06)
            assert self.top.state == "claim" and self.top.position is not None
            if wanted is None or len(self.top.position.unclaimed_dice()) == wanted:
                return self.top
            self.run(2.1)

    def strike_number(self, face: str) -> None:
        self.strike(pygame.key.key_code(face))


@pytest.fixture
def practice(tables: Tables) -> Practice:
    return Practice(tables.app())


def test_drills_are_of_all_kinds_with_legal_claims() -> None:
    found = [make_exercise(YOU, Random(seed)) for seed in range(60)]
    for position in found:
        assert position.roll is not None and position.roll.thrower != YOU
        assert sum("die-" in target for target in position.table()) == 2
        assert set(position.claims()) <= set(position.legal_moves(YOU))
    assert {len(one.unclaimed_dice()) for one in found} == {0, 1, 2}
    assert {bool(one.own_uses()) for one in found} == {True, False}
    assert 5 <= sum(not one.unclaimed_dice() for one in found) <= 30


def test_dice_appear_after_a_look_and_lie_for_two_seconds(practice: Practice) -> None:
    practice.strike(pygame.K_SPACE)
    assert practice.top.state == "look" and "die-0" not in practice.top.stage.table
    practice.run(LOOK_SECONDS + 0.06)
    assert practice.top.state == "claim" and "die-0" in practice.top.stage.table
    practice.run(1.8)
    assert practice.top.state == "claim"
    practice.run(0.2)
    assert practice.top.state == "told"


def test_false_claim_ends_claiming_for_the_throw(practice: Practice) -> None:
    scene = practice.next(wanted=1)
    right = min(list_claimable(scene.position))[1]
    practice.strike_number(
        min(set("123456") - {*map(str, (*scene.position.unclaimed_dice(), *scene.position.roll.dice))})
    )
    assert "nothing more on this throw" in practice.words()
    practice.strike_number(right)
    assert len(scene.position.unclaimed_dice()) == 1 and scene.mistake_count == 2
    practice.run(2.1)
    assert scene.stage.marks.danger == list_claimable(scene.position) != frozenset(), "it is told what was missed"


@pytest.mark.parametrize("still", [False, True])
def test_timely_claim_counts_and_is_animated_by_the_motion_setting(
    practice: Practice, monkeypatch: pytest.MonkeyPatch, still: bool
) -> None:
    asked = Mock(wraps=animations_of)
    monkeypatch.setattr("scenes.games.unstacked_draughts.trainer.animations_of", asked)
    practice.app.settings.reduced_motion = still
    scene = practice.next(wanted=1)
    right = scene.right_count
    practice.click(min(list_claimable(scene.position)))
    assert [given.args[1] for given in asked.call_args_list] == [still]
    assert len(scene.position.unclaimed_dice()) == 0
    practice.run(2.1)
    assert "Right." in practice.words() and scene.right_count == right + 1
    assert not scene.stage.marks.danger


def test_missed_die_is_marked_and_reported_and_late_clicks_are_ignored(practice: Practice) -> None:
    scene = practice.next(wanted=1)
    assert practice.top.wait_seconds() is not None
    practice.run(2.1)
    assert practice.top.wait_seconds() is None, "it sleeps between the exercises"
    assert "You missed 1 die" in practice.words()
    assert scene.stage.marks.danger == list_claimable(scene.position)
    assert f"Right: {scene.right_count} of {scene.round}." in practice.words()
    left = scene.position.unclaimed_dice()
    practice.click(min(list_claimable(scene.position)))
    assert scene.position.unclaimed_dice() == left


def test_number_of_claimable_dice_is_not_revealed_and_ten_drills_make_a_round(practice: Practice) -> None:
    """Sometimes there is none, and that is the point."""
    told = ""
    for _ in range(ROUNDS):
        practice.next()
        seen = [line for line in practice.words().splitlines() if line.startswith("Right: ") and " of " in line]
        assert seen == ([told] if told else [])
        practice.run(2.1)
        told = f"Right: {practice.top.right_count} of {practice.top.round}."
        assert told in practice.words()
    assert practice.top.right_count > 0, "a roll of which nothing was to be claimed counts, too"
    assert practice.top.round == ROUNDS and practice.labelled("Once more").enabled
    practice.next()
    assert practice.top.round == 1 and practice.top.right_count == 0


def test_dice_without_a_clock_stay_until_the_person_ends_the_drill(practice: Practice) -> None:
    practice.choose(practice.the(Choice), "0")
    practice.form.focus(None)
    practice.strike(pygame.K_SPACE)
    practice.run(LOOK_SECONDS + 0.06)
    scene = practice.top
    assert scene.wait_seconds() is None and practice.labelled("That is all").enabled
    practice.run(60)
    assert scene.state == "claim"
    for target in sorted(list_claimable(scene.position)):
        practice.click(target)
    practice.strike(pygame.K_SPACE)
    assert scene.state == "told" and "Right: there was nothing for you." in practice.words()
    practice.strike(pygame.K_SPACE)
    assert scene.round == 2 and scene.state == "look"


def test_wrong_click_counts_as_a_mistake(practice: Practice) -> None:
    practice.next(wanted=0)
    scene = practice.top
    asked = practice.words()
    practice.click(next(target for target in ("b1", "b2", "b3", "b4-down", "w1") if target in scene.stage.table))
    assert (
        scene.mistake_count == 1 and "What may you claim?" in asked and "What may you claim?" not in practice.words()
    )
    practice.run(2.1)
    assert "wasn’t yours" in practice.words()


def test_trainer_opens_from_setup_and_rules(tables: Tables) -> None:
    app = tables.app()
    drive = Driver(app)
    for scene, label in ((SetupScene, "setup.trainer"), (RulebookScene, "rulebook.trainer")):
        app.stack.push(scene(app, UNSTACKED.key))
        drive.step()
        drive.click(app.words(label))
        assert isinstance(app.stack.top, TrainerScene)
        app.stack.pop()
        app.stack.pop()
    app.stack.push(SetupScene(app, "duck-chess"))
    assert not any(
        widget.visible for widget in drive.form.iter_widgets() if widget.label == app.words("setup.trainer")
    )


def uses_left(lying: str, die: str) -> int:
    """Return how often a side can use a die, by the words for what lies there."""
    found = (re.search(rf"{place} {die}: (\w+)", lying) for place in ("’s stack", "in front of stack"))
    at_the_edge, in_front = (int(one[1].replace("one", "1")) if one else 0 for one in found)
    return at_the_edge - 1 if re.search(r"’s stack \d: \d", lying) else at_the_edge + in_front


def test_trainer_can_be_completed_by_spoken_words_alone(practice: Practice) -> None:
    """Bug: who hears it was told neither what had been thrown nor which checkers lie where."""
    trainer = practice.top
    assert isinstance(trainer, TrainerScene)
    practice.choose(practice.the(Choice), "0")
    practice.form.focus(practice.the(BoardText))  # digits are for a choice that has the focus
    for _ in range(ROUNDS):
        trainer.advance()
        practice.run(LOOK_SECONDS + 0.06)
        board = practice.the(BoardText).describe()
        thrown = present(re.search(r"(\d)-(\d)\.(.*) What may you claim", practice.words()), "throw in these words")
        dice = list(thrown.groups()[:2])
        for die in re.findall(r"(\d) has been used", thrown[3]):
            dice.remove(die)
        own, others = board.split("The other side")
        for die in dict.fromkeys(dice):
            left = dice.count(die) - min(uses_left(others, die), dice.count(die))
            for _ in range(min(left, uses_left(own, die))):
                practice.strike(getattr(pygame, f"K_{die}"))
        trainer.advance()
        assert trainer.state == "told" and trainer.position is not None and not trainer.position.unclaimed_dice()
