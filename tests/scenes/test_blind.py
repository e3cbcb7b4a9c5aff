"""Whole matches by who hears only the line of words: from the menu through set-up to the result, by keys alone."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Final, NamedTuple

import pygame
import pytest

from rules import KEYS
from rules.ducale.cards import read
from rules.ducale.moves import LayOff
from scenes.app.game_card import card_of
from scenes.app.words import Words
from scenes.games.ducale.saying import spellings
from scenes.screens.menu.scene import MenuScene
from tests.scenes.dice import attentive
from tests.scenes.driver import Driver, Tables, Timed, started
from tests.scenes.matches import ANNA, BERT, DUCK, ONE_CAPTURE
from tests.scenes.opponents import Mind
from tests.scenes.rummy import SEED, alone, hand_of, play_round
from tests.scenes.test_coach import sweeping

TURNS = 1500
"""So many turns a match is waited for."""


class Tongue(NamedTuple):
    """What is listened for in a language."""

    games: Mapping[str, str]
    begin: str
    typing: str
    fit: str
    over: str
    onward: str
    """What leads from a game or round of a match to the next."""
    enter: str
    """What tells that Enter leads on."""
    binds: str
    """How turns begin that oblige to lay what is taken, which mightn't be possible."""
    short: Sequence[tuple[str, str]]
    """The rows of set-up that make a match at cards short, and what is to be chosen there."""


TONGUES: Final = {
    "en": Tongue(
        dict(zip(KEYS, ("Double Draughts", "Duck Chess", "Unstacked Draughts", "Ducart", "Ducale"), strict=True)),
        *(
            "Start",
            "Type a turn",
            "fits?: ",
            r"\d+ turns?, ",
            r"^(Next game|Deal the next round)(\.|$)",
            "Press Enter",
            "take|swap",
        ),
        (("^Players: ", "2"), ("^Length of the match: ", "3 rounds")),
    ),
    "fr": Tongue(
        dict(zip(KEYS, ("Dames doubles", "Échecs au canard", "Dames rabattues", "Ducart", "Ducale"), strict=True)),
        *(
            "Commencer",
            "Écrire un coup",
            "convien(?:t|nent)\u00a0: ",
            r"\d+ coups?, ",
            r"^(Manche suivante|Distribuer la manche suivante)(\.|$)",
            *("Appuyez sur Entrée", "prendre|échanger"),
        ),
        (
            ("^Joueurs\u00a0: ", "2"),
            ("^Durée de la partie\u00a0: ", "3 manches"),
        ),
    ),
}


class Hearing:
    """Somebody who hears the line of words and strikes keys; nothing else is looked at."""

    def __init__(self, app: Timed, language: str) -> None:
        self._app = app
        self.words = TONGUES[language]
        self._choice = Random(1)
        self.log: list[str] = []

    @property
    def happened(self) -> str:
        return self._app.line.happened.strip()

    @property
    def under(self) -> str:
        return self._app.line.under

    def wait(self, frames: int = 1) -> None:
        for _ in range(frames):
            self._app.moment += 0.1
            self._app.frame()
        if not self.log or self.log[-1] != self.happened:
            self.log.append(self.happened)

    def strike(self, key: int) -> None:
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            pygame.event.post(pygame.event.Event(kind, key=key, mod=0, unicode="", scancode=0))
        self.wait()

    def write(self, text: str) -> None:
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=text))
        self.wait()

    def tab_to(self, told: str) -> None:
        for _ in range(80):
            if re.search(told, self.under):
                return
            self.strike(pygame.K_TAB)
        raise AssertionError(f"Tab never comes to {told}")

    def open(self, game: str) -> None:
        """From the menu through set-up to the table."""
        self.tab_to(self.words.games[game])
        self.strike(pygame.K_RETURN)
        self.wait(3)
        assert self.happened == self.words.games[game]
        for row, value in self.words.short if card_of(game).hidden_hands else ():
            self.choose(row, value)
        self.tab_to(f"^{self.words.begin}$")
        self.strike(pygame.K_RETURN)
        self.wait(3)

    def choose(self, row: str, value: str) -> None:
        """In set-up, have another value in a row."""
        for _ in range(10):
            self.tab_to(row)
            if re.search(row + value, self.under):
                return
            self.strike(pygame.K_LEFT)
        raise AssertionError(self.under)

    @property
    def over(self) -> bool:
        return re.search(self.words.over, self.happened) is not None

    def turn(self) -> bool:
        """Type a turn, one of those that are heard to fit; whether it was possible."""
        self.strike(pygame.K_a)
        squares = re.findall(r"\b[a-h][1-8]\b", self.happened)
        self.strike(pygame.K_i)
        if not self.under.startswith(self.words.typing):
            return False
        for typed in (*self._choice.sample(squares, min(4, len(squares))), ""):
            self._rub_out()
            if typed:
                self.write(typed)
            self.strike(pygame.K_TAB)
            fit = re.search(self.words.fit + "(.*)", self.happened)
            if fit is not None:
                break
        else:
            self.strike(pygame.K_ESCAPE)  # nothing more can be done in this turn, so that some of it is taken back
            self.strike(pygame.K_ESCAPE)
            return False
        fits = fit[1].removesuffix(" …").split(", ")
        fits = [one for one in fits if not re.match(self.words.binds, one)] or fits
        takes = [one for one in fits if "x" in one or not one[-1].isalnum()] or fits
        self._rub_out()
        self.write(self._choice.choice(takes))
        self.strike(pygame.K_RETURN)
        self.wait(2)
        return True

    def _rub_out(self) -> None:
        """Take away what is typed, until nothing more goes."""
        before = ""
        while self.under != before:
            before = self.under
            self.strike(pygame.K_BACKSPACE)

    def go_on(self) -> None:
        """Look for what leads on, by Tab, and press it."""
        for _ in range(30):
            if re.search(self.words.onward, self.under):
                self.strike(pygame.K_RETURN)
                self.wait(3)
                return
            self.strike(pygame.K_TAB)
        self.strike(pygame.K_DOWN)

    def play(self) -> str:
        """Play until the result is told, which is returned."""
        waited = 0
        for _ in range(TURNS):
            if self.over:
                return self.happened
            if re.search(self.words.enter, self.happened):
                self.strike(pygame.K_RETURN)
                self.go_on()
            if self.under == "":
                self.strike(pygame.K_DOWN)
            waited = 0 if self.turn() else waited + 1
            if waited:
                self.wait(5)
            if waited > 3:
                self.go_on()
        raise AssertionError(self.log[-20:])


@pytest.fixture
def hearing(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Hearing]:
    """Somebody at the menu who hears a language; the computer thinks as it would in its own process."""
    monkeypatch.setattr("scenes.table.programs.Thinker", partial(Mind, answer=attentive))
    monkeypatch.setattr("scenes.table.sealed_chance.secrets.token_bytes", lambda count: bytes.fromhex(SEED))
    for module in ("programs", "session"):
        monkeypatch.setattr(f"scenes.table.{module}.Random", partial(Random, SEED))
    app = started(language=request.param, line_of_words=True, animation="off")
    app.stack.push(MenuScene(app))
    one = Hearing(app, request.param)
    one.wait(5)
    yield one
    app.close()


@pytest.mark.parametrize("game", KEYS)
@pytest.mark.parametrize("hearing", ["en", "fr"], indirect=True)
def test_a_whole_match_is_played_by_the_line_of_words_alone(hearing: Hearing, game: str) -> None:
    hearing.open(game)
    assert hearing.play()


# --- the keys


def at_the_duck(tables: Tables) -> Driver:
    drive = tables.table(ANNA, BERT, game=DUCK, line_of_words=True, animation="off")
    drive.strike(pygame.K_UP)
    return drive


def typed(drive: Driver, text: str, key: int = pygame.K_RETURN) -> str:
    """Type a turn; what is said then."""
    drive.strike(pygame.K_i)
    drive.write(text)
    drive.strike(key)
    drive.settle()
    return str(drive.app.line.happened)


def test_keys_tell_what_is_asked(tables: Tables) -> None:
    drive, said = at_the_duck(tables), {}
    for letter in "oxeatl":
        drive.strike(ord(letter))
        said[letter] = drive.app.line.happened
    assert said["o"] == "a2: white pawn. Enter picks it up. Goes to a3 and a4." == drive.app.line.under
    assert (
        said["x"].startswith("a7: black pawn. f7: black pawn. b2: white pawn.") and said["e"].count("white pawn") == 8
    )
    assert "White knight: b1, g1." in said["a"] and said["t"] == "There are no clocks."
    drive.strike(pygame.K_a, pygame.KMOD_SHIFT)
    assert "Black knight: b8, g8." in drive.app.line.happened


def test_a_piece_s_letter_goes_to_the_next_and_with_shift_back(tables: Tables) -> None:
    drive = at_the_duck(tables)
    places = []
    for mod in (0, 0, pygame.KMOD_SHIFT):
        drive.strike(pygame.K_n, mod)
        places.append(drive.app.line.under[:2])
    assert places[0] == places[2] != places[1] and set(places) < {"b1", "g1", "b8", "g8"}


def test_what_is_said_again_differs_by_a_space(tables: Tables) -> None:
    drive = at_the_duck(tables)
    said = []
    for _ in range(3):
        drive.strike(pygame.K_o)
        said.append(drive.app.line.happened)
    assert said[0] == said[2] == said[1].rstrip() != said[1]


def test_letters_are_shortcuts_with_alt_and_without_the_line(tables: Tables) -> None:
    drive = at_the_duck(tables)
    bottom = drive.scene.controller.bottom
    drive.strike(pygame.K_f, pygame.KMOD_ALT)
    assert drive.scene.controller.bottom != bottom
    plain = tables.table(position=ONE_CAPTURE)
    plain.strike(pygame.K_UP)
    plain.strike(pygame.K_i)
    assert plain.app.line.under == ""


def test_a_turn_is_typed_in_any_spelling(tables: Tables) -> None:
    drive = at_the_duck(tables)
    assert "e4@e6" in typed(drive, "e2e4 e6")
    assert "Nf6@e3" in typed(drive, "Nf6@e3")
    assert "d4@d5" in typed(drive, "D2-D4, d5")


def test_what_is_no_turn_is_refused_in_words_and_stays_to_be_mended(tables: Tables) -> None:
    drive = tables.table(position=ONE_CAPTURE, line_of_words=True, animation="off")
    drive.strike(pygame.K_UP)
    assert "belongs to the other side" in typed(drive, "b6c5")
    assert drive.app.line.under == "Type a turn: b6c5" and drive.played() == []
    for _ in range(4):
        drive.strike(pygame.K_BACKSPACE)
    drive.write("c5")
    drive.strike(pygame.K_TAB)
    assert drive.app.line.happened.startswith("One fits: c5xa7") and drive.app.line.under == "Type a turn: c5xa7"
    drive.strike(pygame.K_RETURN)
    assert drive.played() == ["c5xa7"]


def test_cards_are_laid_by_their_ranks(rummy: Tables) -> None:
    drive = alone(rummy, line_of_words=True)
    drive.strike(pygame.K_UP)
    assert typed(drive, "draw").startswith("You drew the ")
    assert "You laid the 9 of hearts, the 10 of hearts and the jack of hearts." in typed(drive, "lay 9 10 J")


def test_after_cards_are_laid_the_keyboard_is_still_on_the_table(rummy: Tables) -> None:
    drive = alone(rummy, line_of_words=True)
    drive.strike(pygame.K_UP)
    drive.scene.hand.point(next(card for card in hand_of(drive) if ":9H" in card))
    typed(drive, "draw")
    typed(drive, "lay 9 10 J")
    drive.strike(pygame.K_i)
    assert drive.app.line.under.startswith("Type a turn")


def test_where_several_melds_take_a_card_the_number_tells_which(rummy: Tables) -> None:
    position = alone(rummy).match.position
    words = Words("en")
    first, second = (LayOff(position.to_move, meld, (read("8C"),)) for meld in (3, 5))
    one, other = (set(spellings(words, move)) for move in (first, second))
    assert "add 8C" in one & other and "add 8C to 3" in one - other and "add 8C to 5" in other - one


def test_between_rounds_the_line_tells_what_enter_does_and_what_the_round_cost(rummy: Tables) -> None:
    drive = alone(rummy, line_of_words=True)
    play_round(drive)
    drive.settle()
    assert "Press Enter" in drive.app.line.happened
    drive.strike(pygame.K_UP)
    drive.strike(pygame.K_RETURN)
    drive.settle()
    assert drive.app.line.happened.startswith("Score pad. You, Round 1: ") and "Total: " in drive.app.line.happened
    assert drive.app.line.under == "Deal the next round"
    drive.strike(pygame.K_RETURN)
    assert drive.match.position.round == 2


def test_an_exercise_is_done_by_a_typed_turn(tables: Tables) -> None:
    coached = sweeping(tables, line_of_words=True, animation="off")
    coached.strike(pygame.K_UP)
    typed(coached, "d4xe5")
    assert coached.state == "done" or "Yes." in coached.app.line.happened
