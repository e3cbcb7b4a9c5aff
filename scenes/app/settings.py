"""What the person has chosen, how that is checked when it is read, and how two windows' choices become one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Final

from rules.common.quoting import cleaned
from scenes.app.looks import BACKS, BOARDS, CLOTHS, TABLES, TABLIERS
from scenes.app.words import LANGUAGES, system_language

MEMORIES: Final = (16, 64, 256, 1024)
"""Megabytes that may be given to the opponent's transposition table."""


@dataclass
class Settings:
    """What the person has chosen. After a change: `App.settings_changed()`."""

    language: str = field(default_factory=system_language)
    volume: int = 80
    """Per cent."""
    muted: bool = False
    ambience: bool = False
    """The evening round the table is heard: a fire, and rain."""
    animation: str = "normal"
    """"normal", "fast" or "off"."""
    reduced_motion: bool = False
    small_life: bool = True
    full_screen: bool = False
    window: tuple[int, int] = (1280, 800)
    """Width and height in pixels when not in full screen."""
    text_scale: int = 100
    """Per cent, 100 to 150."""
    line_of_words: bool = False
    """A line in the window says what has happened and what the keyboard is on."""
    table: str = "walnut"
    """"walnut" or "maple"; "contrast" brings its own boards, men, cloth, paper and marks."""
    board: str = "own"
    """Of draughts and chess, with the men that belong to it: "maple", "green" or "slate"; "own": for each game the
    one that it looks best on."""
    board_ducart: str = "own"
    """The same of Ducart."""
    tablier: str = "own"
    """"oak" or "slate"; "own" is walnut."""
    cloth: str = "green"
    """Of the card table: "green", "blue" or "wine"."""
    card_back: str = "red"
    """"red", "blue" or "ink"."""
    legal_targets: bool = True
    """Show where the picked piece may go."""
    turn_board: bool = False
    """With two persons at one machine, turn the board to whoever is to move."""
    confirm_resign: bool = True
    caution: bool = True
    """Ask before a turn that does harm to its own player, though it doesn't lose at once."""
    warnings: bool = True
    """Say when a king can be taken, in games where that ends the match."""
    four_colours: bool = False
    """Diamonds are blue and clubs green."""
    card_pace: str = "normal"
    """How fast computer players play at a card table: "slow", "normal" or "instant"."""
    dice_by_hand: bool = False
    """The person uses the own dice, where the table would do it."""
    chances: str = "usual"
    """Whether the exact chance is shown: "on", "off", or "usual", unless the players have to look for themselves."""
    quack: bool = True
    """The duck is heard when it is put down."""
    memory: int = 64
    """Megabytes of the opponent's transposition table: one of `MEMORIES`."""
    engine: str = ""
    """Path of a UCI engine that may sit on a seat; empty without one."""
    engine_name: str = ""
    """What that engine called itself when it was tried."""
    players: list[str] = field(default_factory=list)
    """The names last used, by seat."""
    setups: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The last set-up of each game, by the game's key; whoever reads one checks what is in it."""
    unknown: dict[str, Any] = field(default_factory=dict)
    """Fields of another version of the app, kept as they were."""


def _number(low: int, high: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and low <= value <= high


def _one_of(*names: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and value in names


def _member(*numbers: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and value in numbers


def _line(longest: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and len(value) <= longest and value.isprintable()


def _switch(value: Any) -> bool:
    return isinstance(value, bool)


def _size(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_number(320, 16384), value))


def _names(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(name, str) and len(name) <= 60 and name == cleaned(name) for name in value
    )


def _tables(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(table, dict) for table in value.values())


_VALID: Final[dict[str, Callable[[Any], bool]]] = {
    "language": _one_of(*LANGUAGES),
    "volume": _number(0, 100),
    "muted": _switch,
    "ambience": _switch,
    "animation": _one_of("normal", "fast", "off"),
    "reduced_motion": _switch,
    "small_life": _switch,
    "full_screen": _switch,
    "window": _size,
    "text_scale": _number(100, 150),
    "line_of_words": _switch,
    "table": _one_of(*TABLES),
    "board": _one_of(*BOARDS),
    "board_ducart": _one_of(*BOARDS),
    "tablier": _one_of(*TABLIERS),
    "cloth": _one_of(*CLOTHS),
    "card_back": _one_of(*BACKS),
    "legal_targets": _switch,
    "turn_board": _switch,
    "confirm_resign": _switch,
    "caution": _switch,
    "warnings": _switch,
    "four_colours": _switch,
    "card_pace": _one_of("slow", "normal", "instant"),
    "dice_by_hand": _switch,
    "chances": _one_of("usual", "on", "off"),
    "quack": _switch,
    "memory": _member(*MEMORIES),
    "engine": _line(4096),
    "engine_name": _line(60),
    "players": _names,
    "setups": _tables,
}
"""What a field of the settings' file may hold, as JSON."""


def checked(data: dict[str, Any]) -> tuple[Settings, list[str]]:
    """Settings out of a file's object, and the names of the fields that make no sense; these have their defaults."""
    settings = Settings(unknown={name: value for name, value in data.items() if name not in _VALID})
    refused = []
    for name in (one.name for one in fields(Settings) if one.name in data and one.name in _VALID):
        if _VALID[name](data[name]):
            setattr(settings, name, tuple(data[name]) if name == "window" else data[name])
        else:
            refused.append(name)
    return settings, refused


def plain(settings: Settings) -> dict[str, Any]:
    """Settings as their file has them."""
    data = asdict(settings)
    data["window"] = list(data["window"])
    unknown: dict[str, Any] = data.pop("unknown")
    return data | unknown


def merged(ours: dict[str, Any], before: dict[str, Any], theirs: dict[str, Any]) -> dict[str, Any]:
    """Settings of two windows: `ours` where they are others than `before`, else `theirs` where those make sense.

    Of the set-ups each game's is looked at by itself.
    """
    kept = dict(ours)
    for name, value in theirs.items():
        if name in _VALID and not _VALID[name](value):
            continue
        if name == "setups":
            kept[name] = merged(ours[name], before[name], value)
        elif ours.get(name) == before.get(name):
            kept[name] = value
    return kept
