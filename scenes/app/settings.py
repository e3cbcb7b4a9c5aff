"""What the person has chosen, how that is checked when it is read, and how two windows' choices become one."""

from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Annotated, Final, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints

from rules.common.quoting import cleaned
from scenes.app.looks import BACKS, BOARDS, CLOTHS, CONTRAST, TABLES, TABLIERS, Looks
from scenes.app.words import LANGUAGES, system_language

MEMORIES: Final = (16, 64, 256, 1024)
"""Megabytes that may be given to the opponent's transposition table."""


class _Line(NamedTuple):
    """Texts of one line, at most so long; `clean` ones have no odd spaces either."""

    longest: int
    clean: bool = False

    def __contains__(self, text: object) -> bool:
        if not isinstance(text, str) or len(text) > self.longest:
            return False
        return text == cleaned(text) if self.clean else text.isprintable()


class _Sides:
    """Lengths of a window's sides; 0 for one that was never chosen."""

    def __contains__(self, length: object) -> bool:
        return length == 0 or length in range(320, 16385)


_Side: TypeAlias = Annotated[int, _Sides()]
_Coordinate: TypeAlias = Annotated[int, range(-32768, 32768)]


@dataclass
class Settings:
    """What the person has chosen. The types say what a field of the file may hold, `Annotated` which values."""

    language: Annotated[str, LANGUAGES] = field(default_factory=system_language)
    volume: Annotated[int, range(101)] = 80
    """Per cent."""
    muted: bool = False
    ambience: bool = False
    """A fire and rain are heard all the time."""
    animation: Annotated[str, ("normal", "fast", "off")] = "normal"
    reduced_motion: bool = False
    small_life: bool = True
    full_screen: bool = False
    window: tuple[_Side, _Side] = (0, 0)
    """Width and height when not in full screen, in points; zeros until the first window has chosen them."""
    place: tuple[_Coordinate, _Coordinate] = (-32768, -32768)
    """Left and top, as SDL was to be told it; on no screen: the system chooses."""
    maximised: bool = False
    text_scale: Annotated[int, range(60, 201)] = 100
    """Per cent."""
    line_of_words: bool = False
    """A line in the window says what has happened and what the keyboard is on."""
    table: Annotated[str, TABLES] = "walnut"
    """"walnut" or "maple"; "contrast" brings its own boards, men, cloth, paper and marks."""
    board: Annotated[str, BOARDS] = "own"
    """Of draughts and chess: "maple", "green" or "slate"; "own": the one that each game looks best on."""
    board_ducart: Annotated[str, BOARDS] = "own"
    """The same of Ducart."""
    tablier: Annotated[str, TABLIERS] = "own"
    """"oak" or "slate"; "own" is walnut."""
    cloth: Annotated[str, CLOTHS] = "green"
    """Of the card table: "green", "blue" or "wine"."""
    card_back: Annotated[str, BACKS] = "red"
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
    card_pace: Annotated[str, ("slow", "normal", "quick", "instant")] = "normal"
    """How fast the others' turns are seen, at every table; 0.1.0 knew the card table alone."""
    unhurried: bool = False
    """What is said or shown for a while stays until the person does something; attentive play waits, too."""
    dice_by_hand: bool = False
    """The person uses the own dice, where the table would do it."""
    chances: Annotated[str, ("usual", "on", "off")] = "usual"
    """Whether the exact chance is shown: "on", "off", or "usual", unless the players have to look for themselves."""
    quack: bool = True
    """The duck is heard when it is put down."""
    memory: Annotated[int, MEMORIES] = 64
    """Megabytes of the opponent's transposition table."""
    engine: Annotated[str, _Line(4096)] = ""
    """Path of a UCI engine that may sit on a seat; empty without one."""
    engine_name: Annotated[str, _Line(60)] = ""
    """What that engine called itself when it was tried."""
    players: list[Annotated[str, _Line(60, clean=True)]] = field(default_factory=list)
    """The names last used: those of persons by seat, then those kept for other seats."""
    setups: dict[str, dict[str, object]] = field(default_factory=dict)
    """The last set-up of each game, by the game's key; whoever reads one checks what is in it."""
    unknown: dict[str, object] = field(default_factory=dict)
    """Fields of another version of the app, kept as they were."""

    @property
    def looks(self) -> Looks:
        """The looks that these settings ask for."""
        if self.table == CONTRAST:
            return Looks(CONTRAST, CONTRAST, CONTRAST, CONTRAST, CONTRAST, self.card_back)
        return Looks(self.table, self.board, self.board_ducart, self.tablier, self.cloth, self.card_back)


@cache
def _types() -> dict[str, object]:
    types = get_type_hints(Settings, include_extras=True)
    del types["unknown"]
    return types


def _read(kind: object, value: object) -> object:
    """A value of the settings' file as a type has it. Raises ValueError where it makes no sense."""
    outer, inner = get_origin(kind), get_args(kind)
    if kind is object:
        return value
    if outer is Annotated:
        if _read(inner[0], value) in inner[1]:
            return value
    elif outer is tuple and isinstance(value, list):
        return tuple(_read(one, part) for one, part in zip(inner, value, strict=True))
    elif outer is list and isinstance(value, list):
        return [_read(inner[0], part) for part in value]
    elif outer is dict and isinstance(value, dict):
        return {name: _read(inner[1], part) for name, part in value.items()}
    elif type(value) is kind:
        return value
    raise ValueError(f"{value!r} is no {kind}")


def checked(data: dict[str, object]) -> tuple[Settings, list[str]]:
    """Settings out of a file's object, and the names of the fields that make no sense; these have their defaults."""
    settings = Settings(unknown={name: value for name, value in data.items() if name not in _types()})
    refused = []
    for name, kind in _types().items():
        if name in data:
            try:
                setattr(settings, name, _read(kind, data[name]))
            except ValueError:
                refused.append(name)
    return settings, refused


def plain(settings: Settings) -> dict[str, object]:
    """Settings as their file has them."""
    data = asdict(settings)
    data["window"], data["place"] = list(data["window"]), list(data["place"])
    unknown: dict[str, object] = data.pop("unknown")
    return data | unknown


def merged(ours: dict[str, object], before: dict[str, object], theirs: dict[str, object]) -> dict[str, object]:
    """Settings of two windows: `ours` where changed since `before`, else `theirs` where they make sense."""
    kept = dict(ours)
    for name, value in theirs.items():
        try:
            _read(_types().get(name, object), value)
        except ValueError:
            continue
        if name == "setups":
            setups = (ours[name], before[name], value)
            kept[name] = merged(*(one for one in setups if isinstance(one, dict)))
        elif ours.get(name) == before.get(name):
            kept[name] = value
    return kept
