"""The choices for a new match (players, options and clock), and their storage in the settings."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, Self, TypeAlias

from rules.ai.uci_client import can_play
from rules.clock import Control
from rules.common.options import OptionValue, choices, traits_of
from rules.common.quoting import readable_name
from rules.game import Game
from scenes.app.settings import Settings
from scenes.screens import constants
from scenes.table.external_engines import DEFAULT_LIMIT, LIMITS, Limit

OWN_CLOCK: Final = -1  # stands for minutes that are typed
Kind: TypeAlias = Literal["person", "mail", "computer", "engine"]


@dataclass(slots=True)
class PlayerChoice:
    """The chosen player of a seat. Name and level are kept while another kind of player is chosen."""

    kind: Kind = "person"
    name: str = ""
    level: int = 1


@dataclass(slots=True)
class MatchSetup:
    players: list[PlayerChoice]  # by seat
    by_lot: bool = False  # whether the seats are drawn by lot
    options: dict[str, OptionValue] = field(default_factory=dict)
    minutes: int = 0  # one of `CLOCK_MINUTES`, or `OWN_CLOCK`
    increment: int = 0  # in seconds
    own_minutes: str = "20"
    own_increment: str = "0"  # in seconds; as typed, like `own_minutes`
    pace: float = 1.0  # seconds between turns when computers play each other
    limit: Limit = DEFAULT_LIMIT  # limit of the external engine, at any seat

    @classmethod
    def read_remembered(cls, settings: Settings, game: Game, levels: Sequence[int]) -> Self:
        """Return the setup that was last used for `game`; invalid values are replaced by the usual ones."""
        stored = settings.setups.get(game.key, {})
        seats = stored.get("seats")
        seats = seats if isinstance(seats, list) else []
        count = len(seats) if len(seats) in game.play.seats else game.play.usual_seats or game.play.seats.start
        players = [PlayerChoice("computer" if seat else "person", level=levels[0]) for seat in range(count)]
        kinds: dict[str, Kind] = {"person": "person"}
        kinds |= {"mail": "mail"} if game.text.mail is not None else {}
        kinds |= {"engine": "engine"} if offers_engine(settings, game) else {}
        for player, text in zip(players, map(str, seats), strict=False):
            kind, _, level = text.partition(" ")
            if kind in kinds:
                player.kind = kinds[kind]
            elif kind == "computer" and level in map(str, levels):
                player.kind, player.level = "computer", int(level)
        for player, name in zip(_persons_first(players), settings.players, strict=False):
            player.name = readable_name(name)[: constants.MAX_PLAYER_NAME_LENGTH]
        setup = cls(
            players, by_lot=stored.get("by_lot") is True, options=_read_options(game, stored.get("options"), count)
        )
        with contextlib.suppress(ValueError):
            control = Control.read(str(stored.get("clock", "none")))
            if control.minutes in constants.CLOCK_MINUTES and control.increment in constants.CLOCK_INCREMENT_SECONDS:
                setup.minutes, setup.increment = control.minutes, control.increment
            else:
                setup.minutes = OWN_CLOCK
                setup.own_minutes, setup.own_increment = str(control.minutes), str(control.increment)
        paces = [pace for pace in constants.COMPUTER_PACE_SECONDS if pace == stored.get("pace")]
        setup.pace = paces[0] if paces else setup.pace
        limit = Limit.read(stored.get("limit"))
        setup.limit = limit if limit in LIMITS else DEFAULT_LIMIT
        return setup

    def set_computer_opponent(self, level: int) -> None:
        """Put a person at seat 0, and computers of this level at all other seats."""
        for seat, player in enumerate(self.players):
            player.kind, player.level = "computer" if seat else "person", level

    def store(self, settings: Settings, game: Game) -> None:
        """Store the setup in the settings, for the next match of `game`."""
        settings.players = [player.name for player in _persons_first(self.players)]
        settings.setups[game.key] = {
            "seats": [f"computer {one.level}" if one.kind == "computer" else one.kind for one in self.players],
            "by_lot": self.by_lot,
            "options": dict(self.options),
            "clock": str(self.time_control()),
            "pace": self.pace,
            "limit": str(self.limit),
        }

    def time_control(self) -> Control:
        """Return the chosen time control. Raises ValueError if typed numbers are out of bounds."""
        if self.minutes == OWN_CLOCK:
            return Control.read_numbers(self.own_minutes.strip(), self.own_increment.strip(), late=True)
        return Control(self.minutes, self.increment if self.minutes else 0, late=bool(self.minutes))

    def set_player_count(self, count: int, game: Game) -> None:
        """Set the number of players of `game`; options that depend on it change unless the person has changed them.

        Added players are computers, at the level of the last computer, or else at the lowest.
        """
        before = preselected_options(game, len(self.players))
        changed_names = {name for name, value in before.items() if self.options[name] != value}
        self.options |= {
            name: value for name, value in preselected_options(game, count).items() if name not in changed_names
        }
        level = next((player.level for player in reversed(self.players) if player.kind == "computer"), 1)
        del self.players[count:]
        while len(self.players) < count:
            self.players.append(PlayerChoice("computer", level=level))

    def estimate_minutes(self, turns: int) -> float:
        """Return an estimate of the minutes that these players need for a number of turns."""
        program_count = sum(player.kind in ("computer", "engine") for player in self.players)
        seconds = constants.COMPUTER_TURN_SECONDS * program_count + constants.PERSON_TURN_SECONDS * (
            len(self.players) - program_count
        )
        return turns * seconds / len(self.players) / 60

    @property
    def persons(self) -> list[int]:
        return [seat for seat, player in enumerate(self.players) if player.kind == "person"]

    @property
    def is_by_mail(self) -> bool:
        return any(player.kind == "mail" for player in self.players)


def offers_engine(settings: Settings, game: Game) -> bool:
    return bool(settings.engine) and can_play(game.key)


def _persons_first(players: Sequence[PlayerChoice]) -> list[PlayerChoice]:
    """Return the players in the order in which names are stored: persons first, to keep their names in any seat."""
    return sorted(players, key=lambda player: player.kind != "person")


def preselected_options(game: Game, seat_count: int) -> dict[str, OptionValue]:
    """Return, by option, the values that are preselected instead of the defaults.

    A game may give a tuple of values, the first for two seats, the next for three, and so on.
    """
    offered = traits_of(game.play.options, "preselected")
    return {name: value[seat_count - 2] if isinstance(value, tuple) else value for name, value in offered.items()}


def _read_options(game: Game, stored: object, seat_count: int) -> dict[str, OptionValue]:
    defaults = game.play.options()
    offered_values = choices(game.play.options)
    values = {name: getattr(defaults, name) for name in offered_values} | preselected_options(game, seat_count)
    for name, offered in offered_values.items():
        value = stored.get(name) if isinstance(stored, dict) else None
        # In Python 1 == True, but a stored number is no switch.
        if value in offered and isinstance(value, bool) == (offered == (False, True)):
            values[name] = value
    return values
