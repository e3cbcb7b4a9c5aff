"""The user's settings, their validation when read, and the merging of two windows' changes."""

from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Annotated, Final, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints

from rules.common.quoting import remove_controls
from scenes.app.appearance import BACKS, BOARDS, CLOTHS, CONTRAST, TABLES, TABLIERS, Looks
from scenes.app.words import LANGUAGES, system_language

MEMORIES: Final = (16, 64, 256, 1024)  # megabytes for the opponent's transposition table


class _Line(NamedTuple):
    """A set of one-line texts of limited length, for `Annotated`; `clean` ones have no odd spaces either."""

    longest: int
    clean: bool = False

    def __contains__(self, text: object) -> bool:
        if not isinstance(text, str) or len(text) > self.longest:
            return False
        return text == remove_controls(text) if self.clean else text.isprintable()


class _Sides:
    # lengths of a window's sides; 0: not chosen yet
    def __contains__(self, length: object) -> bool:
        return length == 0 or length in range(320, 16385)


_Side: TypeAlias = Annotated[int, _Sides()]
_Coordinate: TypeAlias = Annotated[int, range(-32768, 32768)]


@dataclass
class Settings:
    """The user's settings. The types say what a field of the file may hold, `Annotated` which values."""

    language: Annotated[str, LANGUAGES] = field(default_factory=system_language)
    volume: Annotated[int, range(101)] = 80  # per cent
    muted: bool = False
    ambience: bool = False  # the sound of a fire and rain
    animation: Annotated[str, ("normal", "fast", "off")] = "normal"
    reduced_motion: bool = False
    small_life: bool = True
    full_screen: bool = False
    window: tuple[_Side, _Side] = (0, 0)
    """Width and height in points when not in full screen; zeros until the first window has chosen them."""
    place: tuple[_Coordinate, _Coordinate] = (-32768, -32768)
    """Left and top as told to SDL; on no screen: the system chooses."""
    maximised: bool = False
    text_scale: Annotated[int, range(60, 201)] = 100  # per cent
    line_of_words: bool = False  # a line in the window: news, and what the keyboard is on
    table: Annotated[str, TABLES] = "walnut"
    """"walnut" or "maple"; "contrast" brings its own boards, men, cloth, paper and marks."""
    board: Annotated[str, BOARDS] = "own"
    """For draughts and chess: "maple", "green" or "slate"; "own": the one that suits each game best."""
    board_ducart: Annotated[str, BOARDS] = "own"
    tablier: Annotated[str, TABLIERS] = "own"  # "own" is walnut
    cloth: Annotated[str, CLOTHS] = "green"
    card_back: Annotated[str, BACKS] = "red"
    legal_targets: bool = True  # show where the picked piece may go
    turn_board: bool = False  # with two users at one machine, to the side to move
    confirm_resign: bool = True
    caution: bool = True  # ask before a turn that harms its own player, though it doesn't lose at once
    warnings: bool = True  # that a king can be taken, in games where that ends the match
    four_colours: bool = False  # blue diamonds, green clubs
    card_pace: Annotated[str, ("slow", "normal", "quick", "instant")] = "normal"
    """Speed at which other players' turns are shown, in all games; 0.1.0 had it for cards only."""
    unhurried: bool = False
    """Whether what is said or shown for a while stays until the user acts; attentive play waits, too."""
    dice_by_hand: bool = False  # the user throws real dice where the table would do it
    chances: Annotated[str, ("usual", "on", "off")] = "usual"
    """Whether exact chances are shown; "usual": unless the players have to work them out themselves."""
    quack: bool = True  # the duck's sound when it is put down
    memory: Annotated[int, MEMORIES] = 64  # megabytes of the opponent's transposition table
    engine: Annotated[str, _Line(4096)] = ""  # path of a UCI engine that may take a seat; empty: none
    engine_name: Annotated[str, _Line(60)] = ""  # its own name, when it was tried
    players: list[Annotated[str, _Line(60, clean=True)]] = field(default_factory=list)
    """Names used last: of users by seat, then those kept for other seats."""
    setups: dict[str, dict[str, object]] = field(default_factory=dict)
    """Last set-up of each game, by its key; not validated here."""
    unknown: dict[str, object] = field(default_factory=dict)  # fields of other versions, kept as they were

    @property
    def looks(self) -> Looks:
        if self.table == CONTRAST:
            return Looks(CONTRAST, CONTRAST, CONTRAST, CONTRAST, CONTRAST, self.card_back)
        return Looks(self.table, self.board, self.board_ducart, self.tablier, self.cloth, self.card_back)


@cache
def _types() -> dict[str, object]:
    types = get_type_hints(Settings, include_extras=True)
    del types["unknown"]
    return types


def _read(kind: object, value: object) -> object:
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


def read_settings(data: dict[str, object]) -> tuple[Settings, list[str]]:
    """Return settings from a file's object, and the names of invalid fields, which get their defaults."""
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
    data = asdict(settings)
    data["window"], data["place"] = list(data["window"]), list(data["place"])
    unknown: dict[str, object] = data.pop("unknown")
    return data | unknown


def merge_settings(
    ours: dict[str, object], before: dict[str, object], theirs: dict[str, object]
) -> dict[str, object]:
    """Merge settings of two windows: `ours` where changed since `before`, else `theirs` where valid."""
    kept = dict(ours)
    for name, value in theirs.items():
        try:
            _read(_types().get(name, object), value)
        except ValueError:
            continue
        if name == "setups":
            setups = (ours[name], before[name], value)
            kept[name] = merge_settings(*(one for one in setups if isinstance(one, dict)))
        elif ours.get(name) == before.get(name):
            kept[name] = value
    return kept
