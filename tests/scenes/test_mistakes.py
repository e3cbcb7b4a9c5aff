"""The person's mistakes in reviewed matches: listed, tried again, shown, skipped, and saved as solved."""

from __future__ import annotations

from typing import Any, Final

import pygame
import pytest

from rules import KEYS, get
from rules.ai.questions import Answer
from rules.ai.review import budget_for
from rules.record import Player
from rules.teaching.review import Cost, Judged, Review
from scenes.app.words import Words
from scenes.screens.learn.mistake_scenes import MistakeScene, MistakesScene
from scenes.screens.learn.mistakes import MISTAKES, collect_mistakes
from scenes.screens.learn.puzzles import puzzles_scene
from scenes.screens.learn.tasks import Progress
from scenes.table import events
from scenes.table.record_headers import OPENED
from scenes.ui.choice import Choice
from tests.scenes.coach_driver import CoachDriver
from tests.scenes.driver import Driver, Tables, Timed
from tests.scenes.matches import BERT
from tests.scenes.review_driver import (
    BETTER,
    BLUNDER,
    COMPUTER,
    LAST,
    ReviewEngineStub,
    finish_review,
    install_review_stub,
    save_reviewed,
)

DUCK: Final = get("duck-chess")
PLAYED: Final = ("b8c6", "@e3")
WRONG: Final = ("h7h6", "@c3")
TWO: Final = (Cost(1, 10, 0.17, ("f6d5", "@e3")), LAST)

WHERE: Final = "Duck Chess, Regular and Bert, 21 November 2026"


@pytest.fixture(autouse=True)
def _engine(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    install_review_stub(monkeypatch)


class TryDriver(CoachDriver):
    """A driver of the mistake on top of the stack."""

    scene: MistakeScene

    def __init__(self, app: Timed) -> None:
        self.app, self.mouse = app, (1, 1)
        self.follow()

    def follow(self) -> None:
        assert isinstance(self.app.stack.top, MistakeScene)
        self.scene = self.app.stack.top
        self.waits()
        self.step()

    def make_turn(self, *moves: str) -> None:
        for text in moves:
            position = self.match.position
            gesture = position.gesture(next(one for one in position.legal_moves() if str(one) == text))
            self.click(*gesture.pick, gesture.drop)


def open_list(app: Timed) -> tuple[Driver, MistakesScene]:
    """Open the list and wait until all matches are read."""
    drive, scene = Driver(app), MistakesScene(app)
    drive.open(scene)
    drive.until(lambda: scene.wait_seconds() != 0.0)
    return drive, scene


def lines(scene: MistakesScene) -> list[str]:
    return [scene.list.describe_line(line) for line in range(scene.list.count)]


def open_mistake(tables: Tables, *costs: Cost, **settings: Any) -> TryDriver:
    """Open the first mistake of a match from the list, without animations."""
    app = tables.app(animation="off", **settings)
    save_reviewed(app.storage, costs or (LAST,))
    drive, _ = open_list(app)
    drive.strike(pygame.K_RETURN)
    return TryDriver(app)


def solved(app: Timed) -> list[str]:
    return list(Progress(app.storage, MISTAKES).days_of_done(DUCK.key))


# --- the list


def test_mistakes_are_listed_with_the_newest_match_first(tables: Tables) -> None:
    app = tables.app()
    save_reviewed(app.storage, match_id="earlier")
    save_reviewed(app.storage, TWO, match_id="later")
    _, scene = open_list(app)
    assert lines(scene) == [f"3… g6@a3  −17%, {WHERE}", f"4… Nc6@e3  −97%, {WHERE}", f"4… Nc6@e3  −97%, {WHERE}"]


def test_only_mistakes_of_persons_here_in_finished_matches_are_listed(tables: Tables) -> None:
    app = tables.app()
    save_reviewed(app.storage, players=(COMPUTER, Player("mail", "Bert")), match_id="mail")
    save_reviewed(app.storage, players=(BERT, COMPUTER), match_id="computer")
    save_reviewed(app.storage, [Cost(1, BLUNDER, 0.09, BETTER)], match_id="small")
    save_reviewed(app.storage, match_id=f"{OPENED}1")
    deleted, other, old = (save_reviewed(app.storage, match_id=name) for name in ("deleted", "other", "old"))
    app.storage.delete(app.storage.data / "finished" / f"{deleted.id}.tablier")
    review = Review("chance", ()).write(deleted.match)
    app.storage.keep_review(old.id, review.replace('"version":1', '"version":0'))
    app.storage.keep_review(other.id, app.storage.load_review("mail") or "")
    app.storage.keep_review(other.id, review.replace('"match":"', '"match":"0'))
    drive, scene = open_list(app)
    assert lines(scene) == [] and "There is nothing to try again." in drive.words()
    assert not app.storage.notices


def test_match_under_way_has_no_mistakes(tables: Tables) -> None:
    drive = tables.table(game=DUCK)
    drive.play(*DUCK.text.read_turn(drive.match.position, "e4@e6"))
    session, cost = drive.scene.session, Cost(0, 0, 0.9, ("e2e3", "@e6"))
    review = Review("chance", (Judged(0, 0, 0, 0.5, (cost,)),))
    assert not collect_mistakes(drive.app.words, session, review)
    drive.send(events.EndMatch("resigned", 0))
    (found,) = collect_mistakes(drive.app.words, session, review)
    assert found.turn_text == "1. e4@e6"


@pytest.mark.parametrize(
    "cost",
    [
        *(Cost(1, BLUNDER, 0.97, better) for better in (("f8e7",), ("a1a8", "@c3"), ("@c3",), ("nonsense",))),
        *(Cost(0, BLUNDER, 0.97, BETTER), Cost(1, BLUNDER + 1, 0.97, BETTER), Cost(1, 18, 0.97, BETTER)),
    ],
)
def test_impossible_mistake_in_a_damaged_review_is_passed_over(tables: Tables, cost: Cost) -> None:
    app = tables.app()
    session = save_reviewed(app.storage, ())
    app.storage.keep_review(session.id, Review("chance", (Judged(7, 14, 0, 0.5, (cost,)),)).write(session.match))
    _, scene = open_list(app)
    assert lines(scene) == []


@pytest.mark.parametrize("key", KEYS)
def test_puzzles_lead_to_mistakes_in_games_judged_by_search(tables: Tables, key: str) -> None:
    app = tables.app()
    drive = Driver(app)
    drive.open(puzzles_scene(app, key))
    if key in ("ducale", "unstacked-draughts"):
        assert "Your mistakes" not in drive.words()
    else:
        drive.click("Your mistakes")
        assert isinstance(drive.top, MistakesScene)


# --- trying again


def test_turn_of_the_match_is_taken_back_without_a_search(tables: Tables) -> None:
    table = open_mistake(tables)
    assert (
        "You play Black. In the match, 4… Nc6@e3 gave away 97%" in table.told
        and not table.marks.hint
        and "f8" not in table.told
    )
    table.make_turn(*PLAYED)
    assert table.state == "wrong" and "That was the turn of the match." in table.told
    table.waits()
    assert table.played() == [] and not ReviewEngineStub.asked and not solved(table.app)


def test_wrong_turn_is_judged_by_the_engine_and_taken_back(tables: Tables) -> None:
    table = open_mistake(tables)
    ReviewEngineStub.mute = True
    table.make_turn(*WRONG)
    assert table.state == "judging" and "The computer looks at this turn." in table.told
    table.click("a7")
    assert not table.picked, "the table waits for the verdict"
    ReviewEngineStub.mute = False
    table.until(lambda: table.state == "wrong")
    assert "This turn gives away 97%" in table.told
    table.waits()
    assert table.played() == [] and not solved(table.app)
    (question,) = ReviewEngineStub.asked
    assert question.nodes == budget_for(DUCK.key) and question.moves == tuple(
        DUCK.text.read_turn(table.match.position, "h6@c3")
    )


@pytest.mark.parametrize(
    ("turn", "said"), [(BETTER, "this turn gives nothing away."), (("f8e7", "@h6"), "Solved: this turn gives")]
)
def test_better_turn_solves_the_mistake_and_is_saved(tables: Tables, turn: tuple[str, str], said: str) -> None:
    table = open_mistake(tables)
    table.make_turn(*turn)
    table.until(lambda: table.state == "done")
    assert said in table.told and len(solved(table.app)) == 1
    table.click("Done")
    assert isinstance(table.top, MistakesScene) and lines(table.top) == []
    table.choose(table.the(Choice), "solved")
    assert lines(table.top) == [f"4… Nc6@e3  −97%, {WHERE}, done"]
    _, scene = open_list(table.app)
    assert lines(scene) == [], "it stays solved once it is read again"


def test_turn_that_gives_up_a_proved_win_is_not_accepted(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    judged = Judged(0, 0, 0, 0.0, (Cost(1, 0, 0.001, BETTER),)), Judged(1, 2, 0, 0.001)
    answers = [*(Answer(1, is_final=False, judged=one) for one in judged), Answer(1)]
    monkeypatch.setattr(ReviewEngineStub, "_work_out", lambda self, question: answers)
    table = open_mistake(tables)
    table.make_turn(*WRONG)
    table.until(lambda: table.state == "wrong")
    assert "Another turn wins for certain, and this one does not." in table.told and not solved(table.app)


def test_turn_that_could_not_be_judged_is_taken_back(tables: Tables) -> None:
    table = open_mistake(tables)
    ReviewEngineStub.failing = True
    table.make_turn(*WRONG)
    table.until(lambda: table.state == "wrong")
    assert "The computer could not judge this turn." in table.told
    table.waits()


def test_view_plays_the_better_turn_and_solves_nothing(tables: Tables) -> None:
    table = open_mistake(tables)
    before = table.match.position
    table.make_turn(WRONG[0])
    table.click("Show it (H)")
    table.until(lambda: len(table.match.plies) == len(BETTER))
    table.settle()
    assert table.played() == list(BETTER) and table.scene.stage.table == table.match.position.table()
    assert "Better: Black bishop from f8 to e7, capturing the white queen. The duck from e2 to c3." in table.told
    assert not solved(table.app)
    table.click("Once more")
    table.follow()
    assert table.match.position == before and "Better" not in table.told


def test_skip_leads_to_the_next_unsolved_mistake_and_around(tables: Tables) -> None:
    table = open_mistake(tables, *TWO)
    assert "Duck Chess · mistake 1 of 2" in table.told
    table.click("Skip")
    table.follow()
    assert "Duck Chess · mistake 2 of 2" in table.told
    table.make_turn(*BETTER)
    table.until(lambda: table.state == "done")
    table.click("Next mistake")
    table.follow()
    assert "mistake 1 of 2" in table.told and "Skip" not in table.told


def test_leaving_while_a_turn_is_judged_ends_the_process(tables: Tables) -> None:
    table = open_mistake(tables)
    ReviewEngineStub.mute = True
    table.make_turn(*WRONG)
    table.run(3.0)
    assert table.state == "judging"
    table.click("Leave (Esc)")
    assert isinstance(table.top, MistakesScene) and ReviewEngineStub.last.closed


def test_mistake_is_solved_by_keyboard_alone(tables: Tables) -> None:
    table = open_mistake(tables, *TWO)
    table.strike(pygame.K_h)
    table.strike(pygame.K_RETURN)
    table.follow()
    for square in ("f8", "e7", "c3"):
        table.strike(ord(square[0]))
        table.strike(ord(square[1]))
        table.strike(pygame.K_RETURN)
    table.until(lambda: table.state == "done")
    note = table.scene.table.state.status_line.note
    assert note == "Well done! Solved: this turn gives nothing away. Press Enter: Next mistake."
    assert len(solved(table.app)) == 1
    table.escape()
    assert isinstance(table.top, MistakesScene) and len(lines(table.top)) == 1


# --- from the review


def test_review_leads_to_the_mistakes_of_its_match(tables: Tables) -> None:
    drive, scene = finish_review(tables)
    drive.click("Try your mistakes")
    table = TryDriver(drive.app)
    assert "Duck Chess · mistake 1 of 5" in table.told and "1… d5@e3 gave away 13%" in table.told
    table.click("Skip")
    table.follow()
    assert "mistake 2 of 5" in table.told and "3. Qe2@a6 gave away 16%" in table.told
    table.escape()
    assert drive.above is scene and drive.facts.model.record.match.outcome() is not None


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_mistakes_are_told_in_each_language(tables: Tables, language: str) -> None:
    table = open_mistake(tables, language=language)
    words = Words(language)
    assert words("mistakes.skip") not in table.told and words.format_percent(97) in table.told
    assert words("mistakes.view") in table.told
