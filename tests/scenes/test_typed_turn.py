"""Turns that are typed: each kind of each game in its spellings, in two languages; and how a text may go on."""

from functools import partial

import pygame
import pytest

from rules import KEYS, abilities, get
from rules.contract import NATURE, Position
from rules.lab.lesson_files import solve
from rules.teaching import puzzles
from scenes.app.assets import ROOT
from scenes.app.words import Words
from scenes.screens.learn.tasks import course
from scenes.table import turn_text
from scenes.table.typed_turn import Speller, list_completions, list_next_words, list_readings, write_for_typing
from tests.checks import present
from tests.effort import by_effort
from tests.rows import rows
from tests.rules.play import option_sets, random_match
from tests.scenes.driver import Tables
from tests.scenes.matches import ANNA, BERT, DUCK


def at(game: str, lesson: str, step: int) -> Position:
    task = next(task for task in course(game) if task.id == lesson)
    return list(solve(task))[step].before


def spelling(game: str, language: str = "en") -> Speller:
    return partial(turn_text.list_spellings, Words(language), get(game))


def list_ways_on(game: str, lesson: str, step: int, typed: str, language: str = "en") -> list[str]:
    position = at(game, lesson, step)
    return list_completions(position, position.actors(), typed, spelling(game, language))


@rows
def test_turn_is_read_in_each_of_its_spellings(
    language: str, game: str, lesson: str, step: int, meant: str, ways: str
) -> None:
    """`lesson` and `step` in which it is typed, the moves that it means, its spellings."""
    position, spell = at(game, lesson, step), spelling(game, language)
    read = {way: list_readings(position, position.actors() - {NATURE}, way, spell) for way in ways.split("|")}
    assert {way: [" ".join(map(str, moves)) for moves in found] for way, found in read.items()} == {
        way: [meant] for way in read
    }


def test_meld_with_mixed_spellings_is_not_split_into_a_meld_and_a_discard() -> None:
    position = at("ducale", "run", 0)
    assert list_readings(position, position.actors(), "lay 5 6 7 8H", spelling("ducale")) == []


def test_completions_are_sorted_and_begin_with_the_typed_letters() -> None:
    fit = list_ways_on("ducart", "first-step", 0, "")
    assert len(fit) > 10 and fit == sorted(fit)
    fit = list_ways_on("ducale", "take-and-discard", 1, "discard ")
    ranks = [int(text.split()[1][:-1]) for text in fit if text[-2].isdigit()]
    assert len(ranks) > 3 and ranks == sorted(ranks) and fit[-1] == "discard KD"
    fit = list_ways_on("ducart", "first-step", 0, "c2")
    assert fit and all("c2-" in text for text in fit)


@pytest.mark.parametrize("language", by_effort(["fr"], ["en"], ["en", "fr"]))
@pytest.mark.parametrize("key", KEYS)
def test_each_completion_means_one_move(key: str, language: str) -> None:
    game, spell = get(key), spelling(key, language)
    doubtful, offered = [], 0
    for seed in by_effort((1,), (1, 2, 3), (1, 2, 3)):
        played = random_match(game, next(iter(option_sets(game))), seed, 120)
        for ply in range(0, len(played.plies), 5):
            position = played.positions[ply]
            seats = position.actors() - {NATURE}
            for text in list_completions(position, seats, "", spell):
                offered += 1
                if len(list_readings(position, seats, text, spell)) != 1:
                    doubtful.append((ply, text))
    assert offered > by_effort(15, 50, 50) and doubtful == []


def test_arrows_cycle_through_completions(tables: Tables) -> None:
    drive = tables.table(ANNA, BERT, game=DUCK, line_of_words=True, animation="off")
    drive.strike(pygame.K_UP)
    drive.strike(pygame.K_i)
    drive.write("b1")
    heard = []
    for key in (pygame.K_DOWN, pygame.K_DOWN, pygame.K_DOWN, pygame.K_UP, pygame.K_UP, pygame.K_UP):
        drive.strike(key)
        heard.append(drive.app.spoken_line.focus_text.removeprefix("Type a turn: "))
    assert heard == ["b1a3", "b1c3", "b1a3", "b1c3", "b1a3", "b1c3"]
    drive.strike(pygame.K_RETURN)
    assert drive.played() == ["b1c3"]


@rows
def test_many_completions_are_summarised_by_their_next_word(
    game: str, exercise: str, number: int, language: str, typed: str, begun: list[str]
) -> None:
    """Bug: with nothing typed the first six turns in the order of their squares were named, of one piece or two."""
    assert list_next_words(list_ways_on(game, exercise, number, typed, language), typed)[: len(begun)] == begun


def test_french_completions_spell_card_names_out() -> None:
    """Bug: in French a card was completed as KD, which nobody calls it: there K isn't a king, and D is a queen."""
    position = at("ducale", "take-and-discard", 1)
    fit, spell = list_ways_on("ducale", "take-and-discard", 1, "jeter ", "fr"), spelling("ducale", "fr")
    assert "jeter roi de carreau" in fit and not any("KD" in one for one in fit)
    assert list_readings(position, position.actors(), "jeter KD", spell) == list_readings(
        position, position.actors(), fit[-1], spell
    )


@pytest.mark.parametrize("language", ["en", "fr"])
def test_solution_of_each_card_puzzle_is_written_so_that_it_means_one_turn(language: str) -> None:
    game, spell = get("ducale"), spelling("ducale", language)
    for puzzle in puzzles.read((ROOT / "scenes/games/ducale/puzzles.toml").read_text(encoding="utf-8")):
        start = position = game.text.read(puzzle.position)
        moves = []
        for text in puzzle.moves:
            moves.append(present(abilities.read_move(position, position.to_move, text), text))
            position = position.play(moves[-1])
        if moves:
            typed = write_for_typing(start, moves, spell)
            assert list_readings(start, {start.to_move}, typed, spell) == [tuple(moves)], typed
