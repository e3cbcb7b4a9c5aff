"""Puzzles: the list with the one of the day, one after the other at the table, and rolls to practise on."""

import time
from collections import Counter
from typing import Any, Final

import pygame
import pytest

from rules import abilities, find, get
from rules.contract import Move
from rules.teaching.puzzles import answer_to
from scenes.app.game_files import games_with
from scenes.app.words import LANGUAGES
from scenes.games.unstacked_draughts.trainer import ROUNDS, TrainerScene, list_claimable
from scenes.screens.learn.coach_scene import CoachScene
from scenes.screens.learn.puzzles import (
    UNTIMED,
    PuzzleExercise,
    PuzzlesScene,
    TrainingScene,
    difficulty_text,
    goal_text,
    puzzle_title,
)
from scenes.screens.learn.tasks import DAY, PUZZLES, Progress, daily_number, next_task, puzzles
from scenes.screens.menu.scene import MenuScene
from scenes.table import events
from scenes.ui.button import Button
from scenes.ui.choice import Choice
from scenes.ui.label import Label
from scenes.ui.listing import Listing
from tests.checks import present
from tests.effort import by_effort
from tests.scenes.coach_driver import CoachDriver
from tests.scenes.driver import Driver, Tables

DRAUGHTS: Final = "double-draughts"
DUCKS: Final = "duck-chess"
CARDS: Final = "ducale"
ROLLS: Final = "unstacked-draughts"
KEYS: Final = games_with(f"{PUZZLES}.toml")


def number_of(key: str, turns: int) -> int:
    return next(at for at, one in enumerate(puzzles(key)) if one.goal == "win" and one.count == turns)


def at_table(tables: Tables, key: str, number: int) -> CoachDriver:
    app = tables.app(animation="off")
    table = CoachDriver(app, PuzzleExercise(app, key, number))
    table.waits()
    return table


def play(table: CoachDriver, text: str) -> None:
    for move in table.scene.session.game.text.read_turn(table.match.position, text):
        make(table, move)


def make(table: CoachDriver, move: Move) -> None:
    gesture = table.match.position.gesture(move)
    table.click(*sorted(gesture.pick), gesture.drop)


def solution_of(table: CoachDriver) -> Any:
    return riddle_of(table).find_hint(0, table.match.position, (), 1).moves


def solve(table: CoachDriver, riddle: Any) -> None:
    step = table.scene.coach.step
    while table.state != "done":
        table.waits(step)
        position = table.match.position
        solution = riddle.find_hint(step, position, (), 1).moves
        play(table, table.scene.session.game.text.write_turn(position, solution))
        table.until(lambda: table.state != "waits")
        table.until(lambda: table.state in ("waits", "done"))
        step += 1


def riddle_of(table: CoachDriver) -> Any:
    return table.scene.coach.exercise


@pytest.mark.parametrize("key", [key for key in KEYS if key != CARDS])
@pytest.mark.parametrize("turns", [2, 3])
def test_puzzle_is_solved_by_mouse_and_saved_as_solved(tables: Tables, key: str, turns: int) -> None:
    number = number_of(key, turns)
    table = at_table(tables, key, number)
    assert f"Win in {turns} turns" in table.told and f"Win within {turns} turns" in table.told
    solve(table, riddle_of(table))
    of = len(puzzles(key))
    assert f"Solved: you have won in {turns} turns. Next comes puzzle {number + 2} of {of}." in table.told
    assert "Win within" not in table.told, "bug: the task still stood there"
    assert list(Progress(table.app.storage, PUZZLES).days_of_done(key)) == [puzzles(key)[number].id]
    assert next_task(table.app, key, PUZZLES, number) == number + 1
    table.click(next(one for one in table.scene.coach_panel.next_buttons if one.label == "Next puzzle"))
    top: Any = table.app.stack.top
    assert isinstance(top, CoachScene) and top.coach.exercise.heading(0).startswith(
        table.app.words(f"games.{key}.name")
    )


@pytest.mark.parametrize("key", [key for key in KEYS if key != CARDS])
def test_wrong_puzzle_turn_is_refuted_and_taken_back(tables: Tables, key: str) -> None:
    number = number_of(key, 2)
    table = at_table(tables, key, number)
    game, before = table.scene.session.game, table.match.position
    first = present(puzzles(key)[number].first, "first turn")
    wrong = next(text for text in sorted(game.play.turns(before)) if answer_to(first, text) is None)
    play(table, wrong)
    table.until(lambda: table.state == "wrong")
    assert "It doesn’t win within 2 turns" in table.told
    made = len(game.text.read_turn(before, wrong))
    table.until(lambda: len(table.match.plies) > made)
    assert table.match.plies[made].move.seat != before.to_move
    table.waits()
    assert table.match.plies == [] or not list(table.match.plies)
    assert table.match.position == before
    assert Progress(table.app.storage, PUZZLES).days_of_done(key) == {}


def test_last_puzzle_turn_that_does_not_win_is_taken_back(tables: Tables) -> None:
    table = at_table(tables, DUCKS, number_of(DUCKS, 1))
    before = table.match.position
    assert "Win with this turn." in table.told
    (winning,) = solution_of(table)
    other = next(text for text in sorted(table.match.game.turns(before)) if not text.startswith(str(winning)))
    play(table, other)
    table.until(lambda: table.state == "wrong")
    assert "That doesn’t win at once." in table.told
    table.waits()
    solve(table, riddle_of(table))


def test_hint_marks_first_the_piece_and_then_the_move(tables: Tables) -> None:
    """Bug: once the toast went the paper went on saying "Begin with this.", and nothing on the board was meant."""
    table = at_table(tables, DUCKS, number_of(DUCKS, 2))
    solution, position = solution_of(table), table.match.position
    pick = position.gesture(solution[0]).pick
    other = next(move for move in position.legal_moves() if position.gesture(move).pick != pick)
    table.strike(pygame.K_h)
    assert table.toast == "Begin with this." and not table.facts.model.advice
    table.scene.stage.clear_message()
    assert frozenset(table.marks.hint) == pick
    table.strike(pygame.K_h)
    assert not table.facts.model.nudge and table.facts.model.advice == solution and len(table.marks.hint) == 2
    make(table, solution[0])
    table.strike(pygame.K_h)
    assert table.facts.model.advice == solution[1:]
    table.escape()
    make(table, other)
    assert not table.marks.hint
    table.strike(pygame.K_h)
    assert "This is the wrong way." in table.told


@pytest.mark.parametrize("kind", ["out", "points"])
def test_card_puzzle_is_judged_by_the_remaining_hand(tables: Tables, kind: str) -> None:
    number = next(at for at, one in enumerate(puzzles(CARDS)) if one.goal == kind)
    table = at_table(tables, CARDS, number)
    position: Any = table.match.position
    solution = solution_of(table)
    discard = next(move for move in position.legal_moves() if str(move).startswith("-"))
    table.send(events.Play(discard, {}))
    table.until(lambda: table.state == "wrong")
    assert "You would keep" in table.told
    table.waits()
    assert table.match.position.hands == position.hands
    for move in solution:
        assert abilities.is_legal(table.match.position, move)
        table.send(events.Play(move, {}))
    table.until(lambda: table.state == "done")
    assert list(Progress(table.app.storage, PUZZLES).days_of_done(CARDS)) == [puzzles(CARDS)[number].id]
    assert "Score pad" not in table.words(), "bug: there was a key to deal the next round"


def test_puzzle_list_has_the_puzzle_of_the_day_on_top(driver: Driver) -> None:
    driver.open(PuzzlesScene(driver.app, DRAUGHTS))
    number = daily_number(DRAUGHTS)
    told = f"Puzzle of the day: {goal_text(driver.app, DRAUGHTS, number)}"
    assert told in driver.words()
    driver.strike(pygame.K_RETURN)
    assert isinstance(driver.top, CoachScene)
    assert driver.top.coach.exercise.heading(0) == "Double Draughts · puzzle of the day"
    driver.strike(pygame.K_ESCAPE)
    Progress(driver.app.storage, PUZZLES).mark_done(DRAUGHTS, puzzles(DRAUGHTS)[number].id)
    driver.top.on_resume(None)
    assert "Puzzle of the day, solved" in driver.words() and "1 of 44 is solved." in driver.words()


def test_puzzle_list_selects_the_first_unsolved_puzzle(driver: Driver) -> None:
    some, progress = puzzles(DUCKS), Progress(driver.app.storage, PUZZLES)
    for puzzle in (*some[:3], some[5]):
        progress.mark_done(DUCKS, puzzle.id)
    driver.open(PuzzlesScene(driver.app, DUCKS))
    _, listing = driver.all_of(Listing)
    assert (listing.count, listing.here) == (len(some), 3)
    driver.tab_to(listing)
    driver.strike(pygame.K_DOWN)
    driver.strike(pygame.K_RETURN)
    assert isinstance(driver.top, CoachScene)
    assert driver.top.coach.exercise.heading(0) == f"Duck Chess · puzzle 5 of {len(some)}"
    for puzzle in some:
        progress.mark_done(DUCKS, puzzle.id)
    driver.open(PuzzlesScene(driver.app, DUCKS))
    assert f"All {len(some)} are solved." in driver.words()
    assert next_task(driver.app, DUCKS, PUZZLES, 5) is None
    assert [way.label for way in PuzzleExercise(driver.app, DUCKS, 5).next_steps()] == ["All puzzles"]


@pytest.mark.parametrize("key", ["double-draughts", "duck-chess", "ducart"])
def test_puzzle_title_counts_the_visible_pieces(tables: Tables, key: str) -> None:
    """Bug: of a king of two checkers two pieces were counted, and the duck was one."""
    game = get(key)
    for number, puzzle in enumerate(puzzles(key)[:8]):
        table = game.text.read(puzzle.position).table()
        seen = [one for one in table if len(one) == 2 and table[one][-1].look != "duck"]
        assert puzzle_title(tables.app(), key, number).endswith(f", {len(seen)} pieces")


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_few_puzzles_share_a_title_and_difficulties_differ(tables: Tables, key: str, language: str) -> None:
    app = tables.app(language=language)
    titles = Counter(puzzle_title(app, key, number) for number in range(len(puzzles(key))))
    assert max(titles.values()) <= 4, titles.most_common(2)
    assert len({difficulty_text(puzzle) for puzzle in puzzles(key)}) > 1


def test_menu_opens_the_puzzles(driver: Driver) -> None:
    driver.open(MenuScene(driver.app))
    driver.strike(pygame.K_p)
    assert isinstance(driver.top, PuzzlesScene) and "Puzzles: Double Draughts" in driver.words()
    driver.strike(pygame.K_ESCAPE)
    driver.app.game = ""  # as after a new start
    Progress(driver.app.storage, PUZZLES).mark_done(CARDS, "one")
    driver.click("Puzzles")
    assert "Puzzles: Ducale" in driver.words(), "what was solved last comes first"
    games, _ = driver.all_of(Listing)
    assert [games.describe_line(line) for line in (2, 3)] == [
        "Unstacked Draughts: Today’s ten throws",
        "Ducart: 0 of 44",
    ]
    driver.click_at(games.place_of(2).center)
    assert isinstance(driver.top, TrainingScene)
    driver.strike(pygame.K_ESCAPE)
    assert isinstance(driver.app.stack.top, MenuScene), "one game's puzzles take the place of another's"


@pytest.fixture
def day(driver: Driver) -> TrainerScene:
    driver.open(TrainingScene(driver.app, ROLLS))
    driver.strike(pygame.K_RETURN)
    assert isinstance(driver.top, TrainerScene)
    return driver.top


def pass_by(driver: Driver, scene: TrainerScene) -> None:
    for _ in range(2):
        driver.step(30.0)
    assert scene.state == "told"


def test_rolls_of_a_day_are_reproducible(driver: Driver) -> None:
    def rolls(scene: TrainerScene) -> list[Any]:
        found = []
        for _ in range(ROUNDS):
            scene.advance()
            found.append(present(scene.position, "position").table())
            pass_by(driver, scene)
        return found

    seen = []
    for seed, count in ((739_941, 2), (739_941, 1), (739_942, 1)):
        scene = TrainerScene(driver.app, ROLLS, seed=seed)
        driver.open(scene)
        seen += [rolls(scene) for _ in range(count)]
    assert seen[0] == seen[1] == seen[2] != seen[3]


@pytest.mark.parametrize("timed", [True, False])
def test_daily_round_without_a_miss_is_saved_separately_with_and_without_clock(
    driver: Driver, day: TrainerScene, timed: bool
) -> None:
    scene = day
    if not timed:
        driver.choose(driver.the(Choice), "0")
    for number in range(ROUNDS):
        assert Progress(driver.app.storage, PUZZLES).days_of_done(ROLLS) == {}
        scene.advance()
        driver.until(lambda: scene.state == "claim")
        while scene.position is not None and scene.position.claims():
            driver.click(min(list_claimable(scene.position)))
        assert scene.round == number + 1
        pass_by(driver, scene) if timed else scene.advance()
    assert list(Progress(driver.app.storage, PUZZLES).days_of_done(ROLLS)) == [
        time.strftime(DAY) + ("" if timed else UNTIMED)
    ]
    driver.strike(pygame.K_ESCAPE)
    told = "Nothing missed on 1 day." if timed else "Without a clock: on 1 day."
    assert "Today’s ten throws, done" in driver.words() and told in driver.words()


def test_daily_round_with_a_miss_is_not_saved(driver: Driver, day: TrainerScene) -> None:
    for _ in range(ROUNDS):
        day.advance()
        pass_by(driver, day)
    assert day.right_count < ROUNDS and Progress(driver.app.storage, PUZZLES).days_of_done(ROLLS) == {}


def test_menu_without_puzzles_offers_none(tables: Tables) -> None:
    with pytest.raises(OSError):
        PuzzlesScene(tables.app(), "chess")
    assert find("chess") is None


SIZES: Final = ((960, 600), (2560, 1440), (700, 900))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES[: by_effort(1, 3, 3)], ids=str)
@pytest.mark.parametrize("key", KEYS)
def test_puzzle_texts_fit_their_panel(tables: Tables, key: str, size: tuple[int, int], language: str) -> None:
    app = tables.app(size=size, text_scale=150, language=language, animation="off")
    cut: list[str] = []
    app.theme.report_overflow = lambda text, role, rect: cut.append(f"{text!r} as {role} in {rect}")
    table = CoachDriver(app, PuzzleExercise(app, key, len(puzzles(key)) - 1))
    table.waits()
    coach, paper = table.scene.coach, table.scene.coach_panel
    sentences = [
        app.words(f"puzzles.{word}", n=44) for word in ("right", "ends", "not_yet", "holds", "keeps", "hint_back")
    ]
    for coach.feedback in ("right", "wrong", "hint"):
        for coach.comment in sentences:
            paper.update_texts("")
            app.dirty()
            table.step()
    assert cut == []
    labels = [
        widget for widget in paper.iter_widgets() if isinstance(widget, Label) and widget.visible and widget.text
    ]
    lowest = max(label.rect.bottom for label in labels)
    assert (
        lowest <= min(button.rect.top for button in paper.iter_widgets() if isinstance(button, Button))
        or size[0] < size[1]
    )
