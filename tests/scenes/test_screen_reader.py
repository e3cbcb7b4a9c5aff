"""Screen readers are told the screen in front as a tree, in the words of the line; and what they ask for is done."""

import re
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pygame
import pytest

from rules import KEYS, get
from rules.contract import NATURE
from scenes.app import screen_reader
from scenes.app.game_card import card_of
from scenes.app.screen_reader import NEWS_TEXT, SCREEN, WINDOW, Reader, find_reader
from scenes.table.scene import MatchScene
from scenes.ui.form_row import Switch
from scenes.ui.move_list import MoveList
from tests.scenes.catalogue import A_FEW, SCENES
from tests.scenes.driver import Driver, Tables, form_of, visit
from tests.scenes.matches import ANNA, BERT, ONE_CAPTURE, session
from tests.scenes.rummy import alone

INPUTS = ("CHECK_BOX", "SLIDER", "SPIN_BUTTON", "TEXT_INPUT")


class Names:
    def __getattr__(self, name: str) -> str:
        return name


class Kit:
    Role, Live, Action, Toggled, TextDirection, HasPopup = (Names() for _ in range(6))

    class Node:
        def __init__(self, role: str) -> None:
            self.said: dict[str, Any] = {"role": role, "actions": []}

        def add_action(self, action: str) -> None:
            self.said["actions"].append(action)

        def __getattr__(self, name: str) -> Any:
            return lambda *value: self.said.__setitem__(name.removeprefix("set_"), *(value or (True,)))

    class TreeUpdate:
        def __init__(self, focus: int) -> None:
            self.focus, self.nodes, self.tree = focus, list[Any](), None

    def __init__(self) -> None:
        self.unix = SimpleNamespace(Adapter=self._adapter)
        self.Tree = lambda root: SimpleNamespace(root=root)
        self.Rect = self.TextPosition = self.TextSelection = lambda *parts: parts
        self.trees: list[Any] = []
        self.focused: list[bool] = []

    def _adapter(self, begin: Any, act: Any, end: Any) -> Any:
        self.comes, self.act, self.goes = begin, act, end
        return SimpleNamespace(
            update_if_active=lambda make: self.trees.append(make()),
            update_window_focus_state=self.focused.append,
            set_root_window_bounds=lambda outer, inner: None,
        )

    @property
    def nodes(self) -> dict[int, dict[str, Any]]:
        return {number: node.said for number, node in self.trees[-1].nodes}

    @property
    def focus(self) -> dict[str, Any]:
        return self.nodes[self.trees[-1].focus]

    def ask(self, action: str, name: str) -> None:
        number = next(number for number, said in self.nodes.items() if said.get("label") == name and said["actions"])
        self.act(SimpleNamespace(action=action, target=number))


def read(driver: Driver) -> Kit:
    kit = Kit()
    driver.app.spoken_line.reader = Reader(driver.app.spoken_line, "Tablier", kit)
    kit.comes()
    driver.step()
    return kit


@pytest.fixture
def driver() -> Iterator[Driver]:
    one = visit()
    yield one
    one.app.close()


def test_tree_is_built_only_while_a_reader_is_active(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    driver, kit = tables.table(), Kit()
    driver.app.spoken_line.reader = Reader(driver.app.spoken_line, "Tablier", kit)
    made = Mock()
    monkeypatch.setattr(driver.scene, "nodes", made)
    driver.strike(pygame.K_RIGHT)
    assert kit.trees == [] and not driver.app.spoken_line.is_wanted and driver.app.spoken_line.wait_seconds() is None
    assert not made.called
    made.return_value = []
    kit.comes()
    driver.step()
    assert kit.trees[-1].tree.root == WINDOW and kit.nodes[WINDOW]["children"][0] == SCREEN
    kit.goes()
    count = len(kit.trees)
    driver.strike(pygame.K_RIGHT)
    assert len(kit.trees) == count


@pytest.mark.parametrize("name", A_FEW)
def test_tree_and_line_have_the_same_words_on_every_screen(driver: Driver, name: str) -> None:
    driver.open(SCENES[name](driver.app))
    kit = read(driver)
    form, screen = form_of(driver.top), driver.top
    for _ in range(min(40, len([one for one in form.iter_widgets() if one.is_tab_stop]))):
        driver.strike(pygame.K_TAB)
        if driver.top is not screen or form.overlay or form.marked is None:
            return
        said, told = kit.focus, form.marked.describe()
        assert said["role"] not in ("WINDOW", "PANE", "DIALOG"), type(form.marked).__name__
        words = [str(said.get(part) or "") for part in ("label", "value", "description")]
        assert any(words) and all(word.strip(". ") in told or said["role"] in INPUTS for word in words), (words, told)
    children = {child for said in kit.nodes.values() for child in said.get("children", [])}
    assert children | {WINDOW} == set(kit.nodes), "every node hangs in the tree"


def test_settings_widgets_have_their_roles(driver: Driver) -> None:
    driver.open(SCENES["settings, screen"](driver.app))
    kit = read(driver)
    switch = next(one for one in form_of(driver.top).iter_widgets() if isinstance(one, Switch) and one.enabled)
    kit.ask("FOCUS", switch.label)
    driver.step()
    assert kit.focus["role"] == "CHECK_BOX" and kit.focus["toggled"] == ("TRUE" if switch.value else "FALSE")
    before = switch.value
    kit.ask("CLICK", switch.label)
    driver.step()
    assert switch.value is not before and kit.focus["toggled"] == ("TRUE" if switch.value else "FALSE")
    assert {"RADIO_GROUP", "RADIO_BUTTON", "CHECK_BOX", "HEADING", "BUTTON"} <= {
        said["role"] for said in kit.nodes.values()
    }


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("key", KEYS)
def test_list_of_turns_has_sentences(key: str, language: str) -> None:
    driver = visit(language=language)
    played = session(driver.app.storage, 20, game=get(key), seed=2)
    driver.open(MatchScene(driver.app, played))
    turns = next(one for one in form_of(driver.top).iter_widgets() if isinstance(one, MoveList))
    rounds = [cell for span, cell in zip(played.match.turns(), turns.cells, strict=False) if span.seat == NATURE]
    (whole,) = turns.nodes()
    assert len(whole.children) > 3
    for name in [turn.name for turn in whole.children]:
        assert name.endswith(".") or (key == "ducale" and name in rounds), name
        assert not re.search(r"[△▲↓↑♠♥♦♣→·×]|\+[PD]|deal 0", name), name


@pytest.mark.parametrize("key", KEYS)
def test_board_is_a_grid_of_named_places(tables: Tables, rummy: Tables, key: str) -> None:
    driver = alone(rummy) if card_of(key).hidden_hands else tables.table(ANNA, BERT, game=get(key))
    kit = read(driver)
    driver.strike(pygame.K_RIGHT)
    grid = next(said for said in kit.nodes.values() if said["role"] == "GRID")
    cells = [kit.nodes[cell] for row in grid["children"] for cell in kit.nodes[row]["children"]]
    lying = {one for one in driver.scene.stage.table if one in driver.scene.stage.spots}
    assert len(cells) >= len(lying) > 5 and all(cell["label"] for cell in cells)
    assert not any("?" in cell["label"] for cell in cells), "what is covered isn't named"
    assert kit.focus["role"] == "CELL" and kit.focus["label"] == driver.app.spoken_line.focus_text


def test_typed_turn_is_a_text_input_with_its_letters(tables: Tables) -> None:
    driver = tables.table(position=ONE_CAPTURE)
    kit = read(driver)
    driver.strike(pygame.K_RIGHT)
    driver.strike(pygame.K_i)
    driver.write("c5 x")
    assert kit.focus["role"] == "TEXT_INPUT" and kit.focus["label"] == "Type a turn" and kit.focus["value"] == "c5 x"
    (number,) = kit.focus["children"]
    run = kit.nodes[number]
    assert (run["role"], run["value"], run["word_lengths"]) == ("TEXT_RUN", "c5 x", [3, 1])
    assert kit.focus["text_selection"] == ((number, 4), (number, 4))
    driver.strike(pygame.K_ESCAPE)
    assert kit.focus["role"] == "CELL"


def test_heading_and_popup_list_have_one_node_each(driver: Driver) -> None:
    driver.open(SCENES["setup"](driver.app))
    kit = read(driver)
    for said in list(kit.nodes.values()):
        if said["role"] == "HEADING":
            (words,) = (kit.nodes[child] for child in said["children"])
            assert words["role"] == "LABEL" and words["label"] == said["label"]
    buttons = [said for said in kit.nodes.values() if said.get("has_popup")]
    assert any(said["label"] == "Clock: None" and "How long" in said["description"] for said in buttons)


def test_only_the_focus_is_selected_and_a_failing_bridge_is_closed(tables: Tables) -> None:
    driver = tables.table()
    kit = read(driver)
    driver.play_turn()
    assert not any(said.get("selected") for said in kit.nodes.values())
    kit.Rect = Mock(side_effect=ValueError)
    driver.strike(pygame.K_RIGHT)
    assert driver.app.spoken_line.reader is None


def test_turn_is_played_by_reader_actions(tables: Tables) -> None:
    driver = tables.table(position=ONE_CAPTURE)
    kit = read(driver)
    for start in ("c5: ", "a7: "):
        name = next(said["label"] for said in kit.nodes.values() if said.get("label", "").startswith(start))
        kit.ask("CLICK", name)
        driver.frames()
    assert driver.played() == ["c5xa7"]
    driver.settle()
    assert kit.nodes[NEWS_TEXT]["label"].startswith("Bert: 1… c5xa7.") and kit.nodes[NEWS_TEXT]["live"] == "POLITE"


def test_refusal_is_assertive_and_a_renamed_focus_is_a_new_node(tables: Tables) -> None:
    driver = tables.table(position=ONE_CAPTURE)
    kit = read(driver)
    driver.click("b6")
    alarm = kit.nodes[screen_reader.URGENT_TEXT]
    assert alarm["live"] == "ASSERTIVE" and alarm["label"] == "The Man on b6 belongs to the other side."
    assert kit.nodes[NEWS_TEXT]["label"] == ""
    driver.strike(pygame.K_RIGHT)
    driver.scene.board_input.set_cursor("c5")
    driver.step()
    first = kit.trees[-1].focus
    driver.strike(pygame.K_RETURN)
    assert kit.focus["label"].startswith("c5: White Man. Picked up.") and kit.trees[-1].focus != first
    driver.post(pygame.WINDOWFOCUSLOST)
    driver.post(pygame.WINDOWFOCUSGAINED)
    assert kit.focused == [False, True]


@pytest.mark.skipif(sys.platform == "win32", reason="AccessKit is used on Linux alone")
def test_reader_needs_a_working_accesskit_on_linux(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    line = tables.table().app.spoken_line
    for platform, imported, found in (
        ("linux", Mock(side_effect=ImportError), False),
        ("linux", lambda name: SimpleNamespace(), False),  # one that is broken
        ("win32", lambda name: Kit(), False),  # it was never tried there
        ("linux", lambda name: Kit(), True),
    ):
        monkeypatch.setattr("sys.platform", platform)
        monkeypatch.setattr(screen_reader, "import_module", imported)
        assert (find_reader(line, "Tablier") is not None) == found
