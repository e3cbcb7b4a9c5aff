"""Ducart by mail at the table: copying the own turn, pasting the other's, two tables that stay alike."""

from typing import Any

import pygame
import pytest

from rules import get
from rules.ducart.options import Options
from rules.game import Game
from rules.record import Player
from scenes.app.words import Words
from scenes.screens.pause import PauseScene
from scenes.screens.rulebook.scene import RulebookScene
from scenes.table.scene import MatchScene
from scenes.ui.dialog import Dialog
from tests.checks import present
from tests.rows import rows_and
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import ANNA, DUCK
from tests.scenes.opened import refused

DUCART = get("ducart")
BERT_AWAY = Player("mail", "Bert")
ANNA_AWAY = Player("mail", "Anna")
BERT = Player("person", "Bert")
USUAL = Options(hundred="counted")


class Clipboard:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.text = ""
        monkeypatch.setattr("scenes.table.mail.clipboard_text", lambda: self.text)
        monkeypatch.setattr("scenes.table.mail.set_clipboard_text", self._put)

    def _put(self, text: str) -> bool:
        self.text = text
        return True


@pytest.fixture
def clipboard(monkeypatch: pytest.MonkeyPatch) -> Clipboard:
    return Clipboard(monkeypatch)


@pytest.fixture
def drive(tables: Tables) -> Driver:
    return with_bert(tables)


def with_bert(tables: Tables, **facts: Any) -> Driver:
    return tables.table(ANNA, BERT_AWAY, game=DUCART, **{"options": USUAL, **facts})


@pytest.fixture
def after_turn(drive: Driver) -> Driver:
    drive.click("d2", "d3")
    drive.settle()
    return drive


def paste(drive: Driver) -> None:
    drive.strike(pygame.K_v, pygame.KMOD_LCTRL)


def told(drive: Driver) -> str:
    above = drive.above
    assert isinstance(above, Dialog)
    return above.detail.label


def asked(drive: Driver) -> tuple[str, list[str]]:
    question = drive.scene.question
    return (question.label, [key.label for key in question.buttons]) if question.visible else ("", [])


def test_line_of_a_turn_is_offered_and_copied(drive: Driver, clipboard: Clipboard) -> None:
    paste(drive)
    assert drive.toast == "There is no text on the clipboard."
    drive.scene.act("copy-turn")
    assert drive.toast == "Nothing has been played yet." and asked(drive) == ("", [])
    drive.click("d2", "d3")
    assert asked(drive) == ("For Bert: 1g:Wd2-d3#5ccf", ["Copy", "Paste the answer"])
    assert drive.status == "Waiting for Bert’s turn by mail"
    drive.click(drive.scene.question.buttons[0])
    assert clipboard.text == "1g:Wd2-d3#5ccf"
    assert asked(drive)[0] == "Copied: 1g:Wd2-d3#5ccf. Now it is Bert’s turn."
    assert drive.toast == "1g:Wd2-d3#5ccf is on the clipboard."
    drive.click("e7")
    assert drive.toast == "Waiting for Bert’s turn by mail"
    drive.click("e6")
    assert drive.played() == ["Wd2-d3"], "the other side can't be moved here"


def test_two_tables_play_a_match_by_mail(tables: Tables, drive: Driver, clipboard: Clipboard) -> None:
    there = tables.table(ANNA_AWAY, BERT, game=DUCART, options=USUAL)
    assert asked(there) == ("Anna begins. Copy the line from the letter, then paste it here.", ["Paste the answer"])
    turns = [(drive, ("d2", "d3")), (there, ("e7", "e6")), (drive, ("d3", "d4")), (there, ("b8", "c6"))]
    for player, clicks in turns:
        other = there if player is drive else drive
        player.click(*clicks)
        player.settle()
        player.click(player.scene.question.buttons[0])
        paste(other)
        assert other.scene.stage.has_film, "a pasted turn is seen to happen"
        other.settle()
        assert other.match.position == player.match.position
    assert drive.played() == ["Wd2-d3", "We7-e6", "Wd3-d4", "Cb8-c6"]
    assert asked(drive) == ("", []) and drive.status == "Your turn" and "1 Cb8-c6" in drive.scene.session.text()


def test_menu_copies_and_pastes_lines_of_mail(after_turn: Driver, clipboard: Clipboard) -> None:
    for action in ("copy-turn", "paste-turn"):
        after_turn.escape()
        assert isinstance(after_turn.above, PauseScene)
        after_turn.app.stack.pop(action)
        assert clipboard.text == "1g:Wd2-d3#5ccf"
    assert told(after_turn).startswith("All of it up to turn 1g has been played here already.")


@pytest.mark.parametrize(
    ("game", "options", "played"),
    [(DUCART, None, ["Wd2-d3"]), (DUCART, Options(timed=True), []), (DUCK, None, [])],
    ids=["two at one table", "while clocks run", "a game without mail"],
)
def test_line_is_pasted_only_in_games_with_mail_and_without_clocks(
    tables: Tables, clipboard: Clipboard, game: Game, options: Any, played: list[str]
) -> None:
    drive = tables.table(game=game, options=options)
    if drive.scene.board_cover.visible:
        drive.click(drive.scene.board_cover.button)
    clipboard.text = "1g:Wd2-d3#cdab"
    paste(drive)
    assert drive.played() == played and asked(drive) == ("", []) and drive.above is None


def test_pasted_record_is_replayed_to_its_end(tables: Tables, drive: Driver, clipboard: Clipboard) -> None:
    there = tables.table(ANNA_AWAY, BERT, game=DUCART, options=USUAL)
    for turn in ("Wd2-d3", "We7-e6", "Wd3-d4", "Cb8-c6", "Wa2-a3", "Wh7-h6", "Wa3-a4"):
        drive.match.play(*DUCART.text.read_turn(drive.match.position, turn))
    clipboard.text = drive.scene.session.record_writers()[".mail"]()
    assert clipboard.text.count("\n") == 7
    paste(there)
    there.settle()
    assert there.match.position == drive.match.position
    assert there.status == "Your turn"


def test_line_of_the_last_turn_is_offered_after_the_end(tables: Tables) -> None:
    drive = with_bert(tables, options=Options(), position="2h5/8/w7/1W6/8/8/8/7H g - g 0 0 -")
    drive.click("b5", "a6")
    drive.settle()
    assert drive.match.outcome().winners == (0,)
    drive.escape()
    drive.step()
    assert asked(drive)[0].startswith("For Bert: 1g:Wb5xa6#")
    assert asked(drive)[1] == ["Copy"]


@rows_and(("1g:" + "W" * 5000, ""))
def test_wrong_line_is_refused_with_its_reason_and_changes_nothing(
    after_turn: Driver, clipboard: Clipboard, text: str, said: str
) -> None:
    clipboard.text = text
    paste(after_turn)
    assert told(after_turn).startswith(said) and len(told(after_turn)) < 500, "an endless line is shown short"
    after_turn.escape()
    assert after_turn.above is None and after_turn.played() == ["Wd2-d3"]


def test_refused_mail_turn_has_a_button_to_its_rule(after_turn: Driver, clipboard: Clipboard) -> None:
    """Bug: on the table a refusal led to its rule, in a letter it didn't."""
    for text, keys in (("1b:Hello", ["Close"]), ("1b:We7-e4#0000", ["The rule", "Close"])):
        if after_turn.above is not None:
            after_turn.escape()
        clipboard.text = text
        paste(after_turn)
        above: Any = after_turn.above
        assert [button.label for button in above.buttons] == keys
    after_turn.click(above.buttons[0])
    after_turn.run(0.5)
    book: Any = after_turn.above
    assert isinstance(book, RulebookScene) and book.page_title == "The Sweeper"
    assert after_turn.played() == ["Wd2-d3"]


def test_refusal_of_a_mail_turn_is_in_french(tables: Tables, clipboard: Clipboard) -> None:
    drive = with_bert(tables, language="fr")
    clipboard.text = "1g:We7-e4#0000"
    paste(drive)
    assert told(drive).startswith("Le coup 1g, We7-e4, ne peut pas se jouer.")
    assert "Sweeper" not in told(drive)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_mail_error_has_words(language: str) -> None:
    words = Words(language)
    codes = ("none", "head", "check", "code-form", "turn", "number", "starter", "known", "over", "differs", "code")
    for code in (*codes, "syntax", "spelling", "refused", "many"):
        assert words.has(f"mail.{code}")


def test_different_starting_sides_of_two_tables_are_reported(
    tables: Tables, after_turn: Driver, clipboard: Clipboard
) -> None:
    away = tables.table(ANNA_AWAY, BERT, game=DUCART, options=Options(first="blue", hundred="counted"))
    after_turn.scene.act("copy-turn")
    paste(away)
    assert told(away).startswith("In the letter the match begins with turn 1g, and here with 1b.")
    assert away.played() == []


def test_resignation_of_the_mail_opponent_ends_the_match(after_turn: Driver) -> None:
    after_turn.scene.act("resign")
    assert isinstance(after_turn.above, Dialog)
    assert [button.label for button in after_turn.above.buttons] == ["Bert resigned", "Resign", "Keep playing"]
    after_turn.click(after_turn.above.buttons[0])
    assert after_turn.match.ending == ("resigned", 1)


def test_first_letter_opens_the_match(tables: Tables) -> None:
    here = with_bert(tables, options=Options(hundred="counted", swap=True, near_steal=True))
    here.click("d2", "d3")
    here.settle()
    app = tables.app()
    assert refused(app, f"Dear Bert,\n{present(here.scene.mail, 'mail').line()}\n") is None
    scene = app.stack.top
    assert isinstance(scene, MatchScene)
    assert scene.match.options == here.match.options
    assert scene.match.position == here.match.position
    assert [player.kind for player in scene.session.players] == ["mail", "person"]
    assert scene.table.facts.model.bottom_seat == 1 and scene.table.facts.can_move
    app = tables.app()
    assert "check code of turn 1b" in str(refused(app, "1g:Wd2-d3#cdab\n1b:We7-e6#0000"))
    assert app.stack.top is None, "a wrong record of letters opens nothing"


def test_mail_opponent_is_saved_in_the_record(tables: Tables, after_turn: Driver) -> None:
    again = tables.again(after_turn.scene.session.text())
    assert again.scene.session.players == (ANNA, BERT_AWAY)
    assert asked(again)[0] == "For Bert: 1g:Wd2-d3#5ccf"
    assert again.mind.asked == [], "nobody thinks for somebody who writes letters"
