"""A player that strikes keys and knows nothing of the app but the line of words."""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from typing import Final, NamedTuple

import pygame
import pytest

from rules import KEYS
from scenes.app.game_card import card_of
from scenes.screens.menu.scene import MenuScene
from tests.hands import EventHands
from tests.scenes.dice import attentive
from tests.scenes.driver import Timed, started
from tests.scenes.opponents import Mind
from tests.scenes.rummy import SEED

TURN_LIMIT = 1500
CAUTIOUS_DECISIONS: Final = 8
"""Decisions without such turns after a card taken could not be laid."""
RISK_PROBABILITY: Final = 0.3
"""Probability of a turn that obliges the player to lay a card, where such a turn is legal."""


class LanguageWords(NamedTuple):
    """The texts of the line of words in one language, and patterns of texts."""

    games: Mapping[str, str]
    begin: str
    typing: str
    fit: str
    over: str
    next_game: str
    """Pattern of the button that leads to the next game or round of the match."""
    enter: str
    obliging_starts: str
    """Pattern of how turns begin that oblige the player to lay the card taken, which may be impossible."""
    obliged_events: Sequence[str]
    """The report of the line on each such turn."""
    dead_end: str
    """The report of the line that a turn can't end because the card wasn't laid."""
    discarded: str
    short_match: Sequence[tuple[str, str]]
    """Rows of the set-up, with the values that make a match of cards short."""


LANGUAGE_WORDS: Final = {
    "en": LanguageWords(
        dict(zip(KEYS, ("Double Draughts", "Duck Chess", "Unstacked Draughts", "Ducart", "Ducale"), strict=True)),
        begin="Start",
        typing="Type a turn",
        fit="fits?: ",
        over=r"\d+ turns?, ",
        next_game=r"^(Next game|Deal the next round)(\.|$)",
        enter="Press Enter",
        obliging_starts="take|swap",
        obliged_events=["You took", "You swapped"],
        dead_end="The turn can’t end like this",
        discarded="You discarded",
        short_match=(("^Players: ", "2"), ("^Length of the match: ", "3 rounds")),
    ),
    "fr": LanguageWords(
        dict(zip(KEYS, ("Dames doubles", "Échecs au canard", "Dames rabattues", "Ducart", "Ducale"), strict=True)),
        begin="Commencer",
        typing="Écrire un tour",
        fit="convien(?:t|nent)\u00a0: ",
        over=r"\d+ tours?, ",
        next_game=r"^(Manche suivante|Distribuer la manche suivante)(\.|$)",
        enter="Appuyez sur Entrée",
        obliging_starts="prendre|échanger",
        obliged_events=["Vous avez pris", "Vous avez échangé"],
        dead_end="Ce tour ne peut pas finir ainsi",
        discarded="Vous avez défaussé",
        short_match=(("^Joueurs\u00a0: ", "2"), ("^Durée de la partie\u00a0: ", "3 manches")),
    ),
}


class WordsPlayer(EventHands):
    """Hands that strike keys and read the line of words, which `log` collects."""

    def __init__(self, app: Timed, language: str) -> None:
        self._app = app
        self.words = LANGUAGE_WORDS[language]
        self._choice = Random(2)
        self._cautious_turns = 0
        self.log: list[str] = []

    @property
    def happened(self) -> str:
        return self._app.spoken_line.news.strip()

    @property
    def under(self) -> str:
        return self._app.spoken_line.focus_text

    def close(self) -> None:
        self._app.close()

    def wait(self, frames: int = 1) -> None:
        for _ in range(frames):
            self._app.moment += 0.1
            self._app.frame()
        if not self.log or self.log[-1] != self.happened:
            self.log.append(self.happened)

    def strike(self, key: int, mod: int = 0) -> None:
        super().strike(key, mod)
        self.wait()

    def write(self, text: str) -> None:
        super().write(text)
        self.wait()

    def until(self, pattern: str) -> None:
        for _ in range(200):
            if re.search(pattern, self.happened):
                return
            self.wait()
        raise AssertionError(f"{pattern} is never heard, but: {self.log[-5:]}")

    def type(self, turn: str) -> None:
        if self.under == "":
            self.strike(pygame.K_DOWN)
        for _ in range(40):
            self.strike(pygame.K_i)
            if self.under.startswith(self.words.typing):
                break
            self.wait(2)
        else:
            raise AssertionError("\n".join(self.log[-6:]))
        self.write(turn)
        self.strike(pygame.K_RETURN)

    def tab_to(self, pattern: str) -> None:
        for _ in range(80):
            if re.search(pattern, self.under):
                return
            self.strike(pygame.K_TAB)
        raise AssertionError(f"Tab never comes to {pattern}")

    def open(self, game: str) -> None:
        self.tab_to(self.words.games[game])
        self.strike(pygame.K_RETURN)
        self.wait(3)
        assert self.happened == self.words.games[game]
        for row, value in self.words.short_match if card_of(game).hidden_hands else ():
            self.choose(row, value)
        self.tab_to(f"^{self.words.begin}$")
        self.strike(pygame.K_RETURN)
        self.wait(3)

    def choose(self, row: str, value: str) -> None:
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
        """Type one of the turns that the line offers; return whether there was any."""
        if re.search(self.words.dead_end, self.happened):
            self._take_back()
        self.strike(pygame.K_a)
        squares = re.findall(r"\b[a-h][1-8]\b", self.happened)
        self.strike(pygame.K_i)
        if not self.under.startswith(self.words.typing):
            return False
        for typed in (*self._choice.sample(squares, min(4, len(squares))), ""):
            self._clear_field()
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
        fits = self._complete_turns(fit[1])
        obliging = [one for one in fits if re.match(self.words.obliging_starts, one)]
        self._cautious_turns = max(0, self._cautious_turns - 1)
        takes_risk = obliging and not self._cautious_turns and self._choice.random() < RISK_PROBABILITY
        fits = obliging if takes_risk else [one for one in fits if one not in obliging] or fits
        takes = [one for one in fits if "x" in one or not one[-1].isalnum()] or fits
        self._clear_field()
        self.write(self._choice.choice(takes))
        self.strike(pygame.K_RETURN)
        self.wait(2)
        return True

    def _complete_turns(self, offer: str) -> list[str]:
        """Return the whole turns of an offer; where it has only beginnings (" …"), type one to get longer ones."""
        while all(one.endswith(" …") for one in offer.split(", ")):
            self._clear_field()
            self.write(self._choice.choice(offer.split(", ")).removesuffix(" …"))
            self.strike(pygame.K_TAB)
            fit = re.search(self.words.fit + "(.*)", self.happened)
            assert fit is not None, self.happened
            offer = fit[1]
        return offer.removesuffix(" …").split(", ")

    def _take_back(self) -> None:
        """Take a turn at a dead end back to before the obliging act, and be cautious for a while."""
        self.strike(pygame.K_ESCAPE)
        while re.search("|".join(self.words.obliged_events), self.happened):
            self.strike(pygame.K_ESCAPE)
            self.wait()
        self._cautious_turns = CAUTIOUS_DECISIONS

    def _clear_field(self) -> None:
        before = ""
        while self.under != before:
            before = self.under
            self.strike(pygame.K_BACKSPACE)

    def continue_match(self) -> None:
        for _ in range(30):
            if re.search(self.words.next_game, self.under):
                self.strike(pygame.K_RETURN)
                self.wait(3)
                return
            self.strike(pygame.K_TAB)
        self.strike(pygame.K_DOWN)

    def play(self) -> str:
        waited = 0
        for _ in range(TURN_LIMIT):
            if self.over:
                return self.happened
            if re.search(self.words.enter, self.happened):
                self.strike(pygame.K_RETURN)
                self.continue_match()
            if self.under == "":
                self.strike(pygame.K_DOWN)
            waited = 0 if self.turn() else waited + 1
            if waited:
                self.wait(5)
            if waited > 3:
                self.continue_match()
        raise AssertionError(self.log[-20:])


def start_at_menu(monkeypatch: pytest.MonkeyPatch, language: str) -> WordsPlayer:
    monkeypatch.setattr("scenes.table.runtime.EngineClient", partial(Mind, answer=attentive))
    monkeypatch.setattr("scenes.table.sealed_chance.secrets.token_bytes", lambda count: bytes.fromhex(SEED))
    for module in ("runtime", "session"):
        monkeypatch.setattr(f"scenes.table.{module}.Random", partial(Random, SEED))
    app = started(language=language, line_of_words=True, animation="off")
    app.stack.push(MenuScene(app))
    one = WordsPlayer(app, language)
    one.wait(5)
    return one
