"""Ducart by mail at the table: copying the own turn, pasting the other's, two tables that stay alike."""

from typing import Any

import pygame
import pytest

from rules import get
from rules.ducart import mail
from rules.ducart.options import Options
from rules.record import Player
from scenes.app.words import Words
from scenes.screens.pause import PauseScene
from scenes.screens.rulebook.scene import RulebookScene
from scenes.table.scene import MatchScene
from scenes.ui.sheet import Dialog
from tests.checks import present
from tests.rows import rows
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


def with_bert(tables: Tables, **facts: object) -> Driver:
    return tables.table(ANNA, BERT_AWAY, game=DUCART, options=USUAL, **facts)  # type: ignore[arg-type]


def written(tables: Tables, **facts: object) -> Driver:
    drive = with_bert(tables, **facts)
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


# --- the way of a turn


def test_after_a_turn_its_line_is_offered_and_copied(tables: Tables, clipboard: Clipboard) -> None:
    drive = with_bert(tables)
    assert asked(drive) == ("", [])
    drive.click("d2", "d3")
    assert asked(drive) == ("For Bert: 1g:Wd2-d3#5ccf", ["Copy", "Paste the answer"])
    assert drive.status == "Waiting for Bert’s turn by mail"
    drive.click(drive.scene.question.buttons[0])
    assert clipboard.text == "1g:Wd2-d3#5ccf"
    assert asked(drive)[0] == "Copied: 1g:Wd2-d3#5ccf. Now it is Bert’s turn."
    assert drive.toast == "1g:Wd2-d3#5ccf is on the clipboard."


def test_two_tables_play_a_match_by_their_lines_alone(tables: Tables, clipboard: Clipboard) -> None:
    here = with_bert(tables)
    there = tables.table(ANNA_AWAY, BERT, game=DUCART, options=USUAL)
    assert asked(there) == ("Anna begins. Copy the line from the letter, then paste it here.", ["Paste the answer"])
    turns = [(here, ("d2", "d3")), (there, ("e7", "e6")), (here, ("d3", "d4")), (there, ("b8", "c6"))]
    for player, clicks in turns:
        other = there if player is here else here
        player.click(*clicks)
        player.settle()
        player.click(player.scene.question.buttons[0])
        paste(other)
        other.settle()
        assert other.match.position == player.match.position
    assert here.played() == ["Wd2-d3", "We7-e6", "Wd3-d4", "Cb8-c6"]
    assert asked(here) == ("", []) and here.status == "Your turn"


def test_a_pasted_turn_is_seen_to_happen_and_kept(tables: Tables, clipboard: Clipboard) -> None:
    drive = written(tables)
    clipboard.text = line_after(drive, "We7-e6")
    paste(drive)
    assert drive.scene.stage.moving
    drive.settle()
    assert "0 Wd2-d3" in drive.scene.session.text() and "1 We7-e6" in drive.scene.session.text()


def line_after(drive: Driver, turn: str) -> str:
    match = drive.match
    after = match.position
    for move in get(match.game.key).text.read_turn(after, turn):
        after = after.play(move)
    return f"{mail.label(match.start.to_move, len(match.plies))}:{turn}#{mail.check_code(after)}"


def test_the_other_side_can_not_be_moved_here(tables: Tables, clipboard: Clipboard) -> None:
    drive = written(tables)
    drive.click("e7")
    assert drive.toast == "Waiting for Bert’s turn by mail"
    drive.click("e6")
    assert drive.played() == ["Wd2-d3"]


def test_the_line_can_be_had_from_the_menu_too(tables: Tables, clipboard: Clipboard) -> None:
    drive = written(tables)
    drive.escape()
    assert isinstance(drive.above, PauseScene)
    drive.app.stack.pop("copy-turn")
    assert clipboard.text == "1g:Wd2-d3#5ccf"
    clipboard.text = line_after(drive, "We7-e6")
    drive.escape()
    drive.app.stack.pop("paste-turn")
    assert drive.played() == ["Wd2-d3", "We7-e6"]


def test_two_at_one_table_can_paste_too(tables: Tables, clipboard: Clipboard) -> None:
    drive = tables.table(game=DUCART)
    clipboard.text = "1g:Wd2-d3#cdab"
    paste(drive)
    assert drive.played() == ["Wd2-d3"] and asked(drive) == ("", [])


def test_a_whole_record_is_replayed_up_to_where_it_goes_on(tables: Tables, clipboard: Clipboard) -> None:
    here = with_bert(tables)
    there = tables.table(ANNA_AWAY, BERT, game=DUCART, options=USUAL)
    for turn in ("Wd2-d3", "We7-e6", "Wd3-d4", "Cb8-c6", "Wa2-a3", "Wh7-h6", "Wa3-a4"):
        (move,) = get(here.match.game.key).text.read_turn(here.match.position, turn)
        here.match.play(move)
    clipboard.text = here.scene.session.texts()[".mail"]()
    assert clipboard.text.count("\n") == 7
    paste(there)
    there.settle()
    assert there.match.position == here.match.position
    assert there.status == "Your turn"


def test_after_the_last_turn_its_line_is_still_to_be_sent(tables: Tables, clipboard: Clipboard) -> None:
    drive = tables.table(ANNA, BERT_AWAY, game=DUCART, position="2h5/8/w7/1W6/8/8/8/7H g - g 0 0 -")
    drive.click("b5", "a6")
    drive.settle()
    assert drive.match.outcome().winners == (0,)
    drive.escape()
    drive.step()
    assert asked(drive)[0].startswith("For Bert: 1g:Wb5xa6#")
    assert asked(drive)[1] == ["Copy"]


# --- what goes wrong


@rows
def test_a_wrong_line_says_what_is_wrong_and_changes_nothing(
    tables: Tables, clipboard: Clipboard, text: str, said: str
) -> None:
    drive = written(tables)
    clipboard.text = text
    paste(drive)
    assert told(drive).startswith(said)
    drive.escape()
    assert drive.above is None and drive.played() == ["Wd2-d3"]


def test_from_a_turn_that_cannot_be_played_a_key_leads_to_its_rule(tables: Tables, clipboard: Clipboard) -> None:
    """Bug: on the table a refusal led to its rule, in a letter it didn't."""
    drive = written(tables)
    clipboard.text = "1b:Hello"
    paste(drive)
    above: Any = drive.above
    assert [button.label for button in above.buttons] == ["Close"]
    drive.escape()
    clipboard.text = "1b:We7-e4#0000"
    paste(drive)
    above = drive.above
    assert [button.label for button in above.buttons] == ["The rule", "Close"]
    drive.click(above.buttons[0])
    drive.run(0.5)
    book: Any = drive.above
    assert isinstance(book, RulebookScene) and book.page_title == "The Sweeper"
    assert drive.played() == ["Wd2-d3"]


def test_it_is_said_in_french_why_a_turn_can_not_be_played(tables: Tables, clipboard: Clipboard) -> None:
    drive = written(tables, language="fr")
    clipboard.text = "1b:We7-e4#0000"
    paste(drive)
    assert told(drive).startswith("Le coup 1b, We7-e4, ne peut pas se jouer.")
    assert "Sweeper" not in told(drive)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_error_has_words(language: str) -> None:
    words = Words(language)
    codes = ("none", "head", "check", "code-form", "turn", "number", "starter", "known", "over", "differs", "code")
    for code in (*codes, "syntax", "spelling", "refused", "many"):
        assert words.has(f"mail.{code}")


def test_it_is_said_when_the_two_tables_began_with_different_sides(tables: Tables, clipboard: Clipboard) -> None:
    away = tables.table(ANNA_AWAY, BERT, game=DUCART, options=Options(first="blue", hundred="counted"))
    home = with_bert(tables)
    home.click("d2", "d3")
    home.settle()
    home.scene.act("copy-turn")
    paste(away)
    assert told(away).startswith("In the letter the match begins with turn 1g, and here with 1b.")
    assert away.played() == []


def test_an_endless_line_is_shown_short(tables: Tables, clipboard: Clipboard) -> None:
    drive = with_bert(tables)
    clipboard.text = "1g:" + "W" * 5000
    paste(drive)
    assert len(told(drive)) < 200


def test_an_empty_clipboard_is_told(tables: Tables, clipboard: Clipboard) -> None:
    drive = with_bert(tables)
    paste(drive)
    assert drive.toast == "There is no text on the clipboard."
    drive.scene.act("copy-turn")
    assert drive.toast == "Nothing has been played yet."


def test_games_without_mail_have_none_of_it(tables: Tables, clipboard: Clipboard) -> None:
    drive = tables.table(game=DUCK)
    clipboard.text = "1g:Wd2-d3#cdab"
    paste(drive)
    assert drive.played() == [] and drive.above is None


def test_no_letters_while_clocks_run(tables: Tables, clipboard: Clipboard) -> None:
    drive = tables.table(game=DUCART, options=Options(timed=True))
    drive.click(drive.scene.cloth.button)
    clipboard.text = "1g:Wd2-d3#cdab"
    paste(drive)
    assert drive.played() == []


def test_who_resigns_by_letter_has_resigned_here(tables: Tables, clipboard: Clipboard) -> None:
    drive = written(tables)
    drive.scene.act("resign")
    assert isinstance(drive.above, Dialog)
    assert [button.label for button in drive.above.buttons] == ["Bert resigned", "Resign", "Keep playing"]
    drive.click(drive.above.buttons[0])
    assert drive.match.ending == ("resigned", 1)


# --- a letter opens a match


def test_the_first_letter_lays_the_match_on_the_table(tables: Tables, clipboard: Clipboard) -> None:
    here = tables.table(ANNA, BERT_AWAY, game=DUCART, options=Options(hundred="counted", swap=True, near_steal=True))
    here.click("d2", "d3")
    here.settle()
    app = tables.app()
    mail = present(here.scene.mail, "mail")
    assert refused(app, f"Dear Bert,\n{mail.line()}\n") is None
    scene = app.stack.top
    assert isinstance(scene, MatchScene)
    assert scene.match.options == here.match.options
    assert scene.match.position == here.match.position
    assert [player.kind for player in scene.session.players] == ["mail", "person"]
    assert scene.table.facts.model.bottom == 1 and scene.table.facts.can_move


def test_a_wrong_record_of_letters_opens_nothing(tables: Tables, clipboard: Clipboard) -> None:
    app = tables.app()
    problem = refused(app, "1g:Wd2-d3#cdab\n1b:We7-e6#0000")
    assert problem is not None and "check code of turn 1b" in problem
    assert app.stack.top is None


def test_who_plays_by_mail_is_kept_in_the_record(tables: Tables, clipboard: Clipboard) -> None:
    drive = written(tables)
    again = tables.again(drive.scene.session.text())
    assert again.scene.session.players == (ANNA, BERT_AWAY)
    assert asked(again)[0] == "For Bert: 1g:Wd2-d3#5ccf"
    assert again.mind.asked == [], "nobody thinks for somebody who writes letters"
