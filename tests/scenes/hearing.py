"""Matches played by keys and the line of words alone; nothing else of the app is looked at."""

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

TURNS = 1500
WARY: Final = 8
"""For so many decisions nothing of the kind is done after that could not be laid."""
DARING: Final = 0.3
"""How often a card is taken, or a joker swapped, that obliges to lay it, where that may be done."""


class Tongue(NamedTuple):
    games: Mapping[str, str]
    begin: str
    typing: str
    fit: str
    over: str
    onward: str
    """What leads from a game or round of a match to the next."""
    enter: str
    binds: str
    """How turns begin that oblige to lay what is taken, which mightn't be possible."""
    bound: Sequence[str]
    """What tells that each of this was done."""
    dead: str
    """What tells that it wasn't possible."""
    ended: str
    short: Sequence[tuple[str, str]]
    """The rows of set-up that make a match at cards short, and what is to be chosen there."""


TONGUES: Final = {
    "en": Tongue(
        dict(zip(KEYS, ("Double Draughts", "Duck Chess", "Unstacked Draughts", "Ducart", "Ducale"), strict=True)),
        begin="Start",
        typing="Type a turn",
        fit="fits?: ",
        over=r"\d+ turns?, ",
        onward=r"^(Next game|Deal the next round)(\.|$)",
        enter="Press Enter",
        binds="take|swap",
        bound=["You took", "You swapped"],
        dead="The turn can’t end like this",
        ended="You discarded",
        short=(("^Players: ", "2"), ("^Length of the match: ", "3 rounds")),
    ),
    "fr": Tongue(
        dict(zip(KEYS, ("Dames doubles", "Échecs au canard", "Dames rabattues", "Ducart", "Ducale"), strict=True)),
        begin="Commencer",
        typing="Écrire un tour",
        fit="convien(?:t|nent)\u00a0: ",
        over=r"\d+ tours?, ",
        onward=r"^(Manche suivante|Distribuer la manche suivante)(\.|$)",
        enter="Appuyez sur Entrée",
        binds="prendre|échanger",
        bound=["Vous avez pris", "Vous avez échangé"],
        dead="Ce tour ne peut pas finir ainsi",
        ended="Vous avez défaussé",
        short=(("^Joueurs\u00a0: ", "2"), ("^Durée de la partie\u00a0: ", "3 manches")),
    ),
}


class Hearing(EventHands):
    """Hands that strike keys, and what the line of words says then."""

    def __init__(self, app: Timed, language: str) -> None:
        self._app = app
        self.words = TONGUES[language]
        self._choice = Random(2)
        self._wary = 0
        self.log: list[str] = []

    @property
    def happened(self) -> str:
        return self._app.line.happened.strip()

    @property
    def under(self) -> str:
        return self._app.line.under

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

    def until(self, told: str) -> None:
        for _ in range(200):
            if re.search(told, self.happened):
                return
            self.wait()
        raise AssertionError(f"{told} is never heard, but: {self.log[-5:]}")

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

    def tab_to(self, told: str) -> None:
        for _ in range(80):
            if re.search(told, self.under):
                return
            self.strike(pygame.K_TAB)
        raise AssertionError(f"Tab never comes to {told}")

    def open(self, game: str) -> None:
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
        if re.search(self.words.dead, self.happened):
            self._take_back()
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
        fits = self._whole(fit[1])
        bound = [one for one in fits if re.match(self.words.binds, one)]
        self._wary = max(0, self._wary - 1)
        dares = bound and not self._wary and self._choice.random() < DARING
        fits = bound if dares else [one for one in fits if one not in bound] or fits
        takes = [one for one in fits if "x" in one or not one[-1].isalnum()] or fits
        self._rub_out()
        self.write(self._choice.choice(takes))
        self.strike(pygame.K_RETURN)
        self.wait(2)
        return True

    def _whole(self, told: str) -> list[str]:
        """Turns that fit, of those told; where beginnings alone are told, one is typed to hear how it goes on."""
        while all(one.endswith(" …") for one in told.split(", ")):
            self._rub_out()
            self.write(self._choice.choice(told.split(", ")).removesuffix(" …"))
            self.strike(pygame.K_TAB)
            fit = re.search(self.words.fit + "(.*)", self.happened)
            assert fit is not None, self.happened
            told = fit[1]
        return told.removesuffix(" …").split(", ")

    def _take_back(self) -> None:
        """The turn can't end like this: take it back as far as what obliges to lay a card, and beware of that."""
        self.strike(pygame.K_ESCAPE)
        while re.search("|".join(self.words.bound), self.happened):
            self.strike(pygame.K_ESCAPE)
            self.wait()
        self._wary = WARY

    def _rub_out(self) -> None:
        before = ""
        while self.under != before:
            before = self.under
            self.strike(pygame.K_BACKSPACE)

    def go_on(self) -> None:
        for _ in range(30):
            if re.search(self.words.onward, self.under):
                self.strike(pygame.K_RETURN)
                self.wait(3)
                return
            self.strike(pygame.K_TAB)
        self.strike(pygame.K_DOWN)

    def play(self) -> str:
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


def at_the_menu(monkeypatch: pytest.MonkeyPatch, language: str) -> Hearing:
    monkeypatch.setattr("scenes.table.runtime.EngineClient", partial(Mind, answer=attentive))
    monkeypatch.setattr("scenes.table.sealed_chance.secrets.token_bytes", lambda count: bytes.fromhex(SEED))
    for module in ("runtime", "session"):
        monkeypatch.setattr(f"scenes.table.{module}.Random", partial(Random, SEED))
    app = started(language=language, line_of_words=True, animation="off")
    app.stack.push(MenuScene(app))
    one = Hearing(app, language)
    one.wait(5)
    return one
