"""The user's settings, their validation when read, and the merging of two windows' changes."""

from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Annotated, Final, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints

from rules.common.quoting import remove_controls
from scenes.app.appearance import BACKS, BOARDS, CLOTHS, CONTRAST, TABLES, TABLIERS, Looks
from scenes.app.words import LANGUAGES, system_language

MEMORIES: Final = (16, 64, 256, 1024)  # megabytes for the opponent's transposition table


class _SafeText(NamedTuple):
    """The texts of up to `longest` characters, all printable or, with `allows_invisible`, no control character."""

    longest: int
    allows_invisible: bool = False

    def __contains__(self, text: object) -> bool:
        if not isinstance(text, str) or len(text) > self.longest:
            return False
        return text == remove_controls(text) if self.allows_invisible else text.isprintable()


class _WindowLengths:
    """The set of widths and heights of a window, in points; 0 if not chosen yet."""

    def __contains__(self, length: object) -> bool:
        return length == 0 or length in range(320, 16385)


_WindowLength: TypeAlias = Annotated[int, _WindowLengths()]
_Coordinate: TypeAlias = Annotated[int, range(-32768, 32768)]


@dataclass
class Settings:
    """The user's settings. The type of a field, with its annotation, says which values the file may hold."""

    language: Annotated[str, LANGUAGES] = field(default_factory=system_language)
    volume: Annotated[int, range(101)] = 80  # per cent
    muted: bool = False
    ambience: bool = False  # the sound of a fire and rain
    animation: Annotated[str, ("normal", "fast", "off")] = "normal"
    reduced_motion: bool = False
    small_life: bool = True
    full_screen: bool = False
    window: tuple[_WindowLength, _WindowLength] = (0, 0)
    """The window's width and height in points when not in full screen; zeros until the first window sets them."""
    place: tuple[_Coordinate, _Coordinate] = (-32768, -32768)
    """The window's left and top in SDL's units. If the place is on no screen, the window is centred."""
    maximised: bool = False
    text_scale: Annotated[int, range(60, 201)] = 100  # per cent
    line_of_words: bool = False  # show a line with news and with words for what has the focus
    table: Annotated[str, TABLES] = "walnut"
    """"contrast" is high contrast, with its own boards, men, cloth, paper and marks."""
    board: Annotated[str, BOARDS] = "own"
    """The board of draughts and chess; "own" is the board that suits each game best."""
    board_ducart: Annotated[str, BOARDS] = "own"
    tablier: Annotated[str, TABLIERS] = "own"  # "own" is walnut
    cloth: Annotated[str, CLOTHS] = "green"
    card_back: Annotated[str, BACKS] = "red"
    legal_targets: bool = True  # show where the picked piece may go
    turn_board: bool = False  # with two users at one computer, turn the board to the side to move
    confirm_resign: bool = True
    caution: bool = True  # ask before a turn that harms its own player without losing at once
    tutor: Annotated[str, ("off", "10", "15", "25")] = "off"  # per cent of chance lost; ask before such a turn
    warnings: bool = True  # warn that a king can be captured, in games where that ends the match
    four_colours: bool = False  # blue diamonds, green clubs
    card_pace: Annotated[str, ("slow", "normal", "quick", "instant")] = "normal"
    """The speed at which other players' turns are shown, in all games (in version 0.1.0 only in card games)."""
    unhurried: bool = False
    """Whether messages that would disappear stay until the user acts and attentive play has no time limit."""
    dice_by_hand: bool = False  # the user throws real dice where the table would do it
    chances: Annotated[str, ("usual", "on", "off")] = "usual"
    """Whether exact chances are shown; "usual": only in matches where players needn't work them out themselves."""
    quack: bool = True  # the duck's sound when it is placed
    memory: Annotated[int, MEMORIES] = 64  # megabytes of the opponent's transposition table
    engine: Annotated[str, _SafeText(4096)] = ""  # path of a UCI engine that may take a seat; empty: none
    engine_name: Annotated[str, _SafeText(60)] = ""  # name that the engine gave when it was last started
    players: list[Annotated[str, _SafeText(60, allows_invisible=True)]] = field(default_factory=list)
    """The names used last: those of the users, by seat, then those remembered for the other seats."""
    setups: dict[str, dict[str, object]] = field(default_factory=dict)
    """The last set-up of each game, by its key; not validated here."""
    unknown: dict[str, object] = field(default_factory=dict)  # fields of other versions, saved unchanged

    @property
    def looks(self) -> Looks:
        if self.table == CONTRAST:
            return Looks(CONTRAST, CONTRAST, CONTRAST, CONTRAST, CONTRAST, self.card_back)
        return Looks(self.table, self.board, self.board_ducart, self.tablier, self.cloth, self.card_back)


@cache
def _field_types() -> dict[str, object]:
    types = get_type_hints(Settings, include_extras=True)
    del types["unknown"]
    return types


def _convert_value(kind: object, value: object) -> object:
    """Return a value of a JSON file as one of the type `kind`. Raises ValueError if the type doesn't allow it."""
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is object:
        return value
    if origin is Annotated:
        if _convert_value(arguments[0], value) in arguments[1]:
            return value
    elif origin is tuple and isinstance(value, list):
        return tuple(_convert_value(kind_of_part, part) for kind_of_part, part in zip(arguments, value, strict=True))
    elif origin is list and isinstance(value, list):
        return [_convert_value(arguments[0], part) for part in value]
    elif origin is dict and isinstance(value, dict):
        return {name: _convert_value(arguments[1], part) for name, part in value.items()}
    elif type(value) is kind:
        return value
    raise ValueError(f"{value!r} is no {kind}")


def read_settings(data: dict[str, object]) -> tuple[Settings, list[str]]:
    """Return the settings in a file's JSON object, and the names of invalid fields, which get their defaults."""
    settings = Settings(unknown={name: value for name, value in data.items() if name not in _field_types()})
    invalid_names = []
    for name, kind in _field_types().items():
        if name in data:
            try:
                setattr(settings, name, _convert_value(kind, data[name]))
            except ValueError:
                invalid_names.append(name)
    return settings, invalid_names


def settings_to_dict(settings: Settings) -> dict[str, object]:
    data = asdict(settings)
    data["window"], data["place"] = list(data["window"]), list(data["place"])
    unknown: dict[str, object] = data.pop("unknown")
    return data | unknown


def merge_settings(
    ours: dict[str, object], before: dict[str, object], theirs: dict[str, object]
) -> dict[str, object]:
    """Merge the settings of two windows: take `ours` where it differs from `before`, else `theirs` if it is valid."""
    merged = dict(ours)
    for name, value in theirs.items():
        try:
            _convert_value(_field_types().get(name, object), value)
        except ValueError:
            continue
        if name == "setups":
            setups = (ours[name], before[name], value)
            merged[name] = merge_settings(*(settings for settings in setups if isinstance(settings, dict)))
        elif ours.get(name) == before.get(name):
            merged[name] = value
    return merged
