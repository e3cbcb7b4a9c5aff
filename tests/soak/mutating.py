"""Mutations of valid texts, as by damage or by malice."""

import json
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, TypeAlias

LONGEST: Final = 100_000
"""The most characters of an input."""

INSERTIONS: Final = (
    *("\0", "\x1b", "\x7f", "\x85", "\r", "\r\n", "\n", "\n\n", "\t", " ", "\u00a0", "\u2028", "\ufeff", "\ud800"),
    *("\udfff", "\u202e", "\u0301", "é", "ß", "ﬃ", "٣", "²", "½", "Ⅷ", "𝟗", "🦆", "\U0010ffff", "\\", '"', "'", "`"),
    *("[", "]", "{", "}", "(", ")", "<", ">", "=", ":", ";", ",", ".", "-", "+", "*", "/", "|", "#", "%", "&", "!"),
    *("?", "@", "^", "~", "_", "x", "0", "9", "a", "Z", "```", "**", "![", "](", "{0}", "{x}", "%s", "\\u0000"),
)
"""Insertions that don't belong into a text."""
_NUMBERS: Final = """0 -0 1 -1 2 7 8 63 64 100 255 256 00 01 1_0 0x10 ٣ ² 1.5 -1.5 .5 5. 1e5 1e308 1e309 -1e999 1e-400
nan inf -inf 2147483647 2147483648 -2147483649 4294967296 9223372036854775808 18446744073709551616 true null"""
NUMBERS: Final = (
    *_NUMBERS.split(),
    *("9" * 30, "9" * 400, "9" * 4301, "1979-05-27", "9999-12-31 23:59", "0001-01-01 00:00", ""),
)
_DEPTHS: Final = (2, 40, 200, 400, 990, 3000, 30_000)
_OPENERS: Final = (("[", "]"), ("{", "}"), ("(", ")"), ('{"a":', "}"), ("[[", "]]"), ("a.", ""), ("![", ""))


def _deep(around: Callable[[Any], Any], depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = around(value)
    return value


VALUES: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1, 3, 10**9, 10**30, -(10**400), 1.5, float("nan"), float("inf"), 1e308, "", "x"),
    *("\0", "\ud800", "Anna", "a" * 5000, [], [[]], [0], ["x"], {}, {"": None}, {"x": []}, [None] * 300, "none"),
    *(_deep(lambda one: [one], depth) for depth in (60, 300, 900)),
    *(_deep(lambda one: {"x": one}, depth) for depth in (60, 300, 900)),
)
"""Replacements for values in JSON or TOML."""
_TOKEN: Final = re.compile(r"\w+|\s+|[^\w\s]")
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")
_VALUE: Final = re.compile(r"(?<== )[^\n]+")

Pool: TypeAlias = Sequence[str]
Mutation: TypeAlias = Callable[[Random, str, Pool], str]


def mutate(rng: Random, pool: Pool) -> str:
    """Return a text of the pool after some mutations, rarely none; now and then random tokens alone."""
    if rng.random() < 0.02:
        return _thrown_together(rng, pool)
    text = rng.choice(pool)
    for _ in range(min(12, int(rng.expovariate(0.45)) + (rng.random() < 0.98))):
        text = rng.choice(MUTATIONS)(rng, text, pool)[:LONGEST]
    return text


def _thrown_together(rng: Random, pool: Pool) -> str:
    tokens = _TOKEN.findall(rng.choice(pool)[:5000]) + list(INSERTIONS)
    return "".join(rng.choice(tokens) for _ in range(int(rng.expovariate(0.02))))


def _place(rng: Random, text: str) -> int:
    return rng.randint(0, len(text))


def _span(rng: Random, text: str) -> tuple[int, int]:
    first = _place(rng, text)
    return first, min(len(text), first + int(rng.expovariate(rng.choice((1.0, 0.2, 0.01)))))


def _put(rng: Random, text: str, _: Pool) -> str:
    at = _place(rng, text)
    return text[:at] + rng.choice(INSERTIONS) + text[at:]


def _replace(rng: Random, text: str, _: Pool) -> str:
    first, last = _span(rng, text)
    return text[:first] + rng.choice(INSERTIONS) + text[last:]


def _cut(rng: Random, text: str, _: Pool) -> str:
    first, last = _span(rng, text)
    return text[:first] + text[last:]


def _stop(rng: Random, text: str, _: Pool) -> str:
    return text[: _place(rng, text)]


def _flip(rng: Random, text: str, _: Pool) -> str:
    data = bytearray(text.encode(errors="surrogatepass"))
    if data:
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return data.decode(errors="replace")


def _repeat(rng: Random, text: str, _: Pool) -> str:
    first, last = _span(rng, text)
    times = rng.choice((2, 2, 2, 3, 10, 100)) if rng.random() < 0.9 else LONGEST // max(1, last - first)
    return text[:first] + (text[first:last] * times)[:LONGEST] + text[last:]


def _move(rng: Random, text: str, _: Pool) -> str:
    first, last = _span(rng, text)
    rest = text[:first] + text[last:]
    at = _place(rng, rest)
    return rest[:at] + text[first:last] + rest[at:]


def _cross(rng: Random, text: str, pool: Pool) -> str:
    other = rng.choice(pool)
    return text[: _place(rng, text)] + other[_place(rng, other) :]


def _line(rng: Random, text: str, pool: Pool) -> str:
    """Delete or repeat a line, take one from another text, or exchange two."""
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    match rng.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines.insert(rng.randrange(len(lines)), lines[at])
        case 2:
            lines.insert(at, rng.choice(rng.choice(pool).split("\n")))
        case 3:
            other = rng.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        case _:
            lines[at:] = lines[at:][::-1]
    return "\n".join(lines)


def _token(rng: Random, text: str, pool: Pool) -> str:
    tokens = _TOKEN.findall(text)
    if not tokens:
        return text
    at = rng.randrange(len(tokens))
    others = _TOKEN.findall(rng.choice(pool)[:20_000]) or [""]
    tokens[at] = rng.choice(("", tokens[at] * 2, rng.choice(others), rng.choice(others), rng.choice(tokens)))
    return "".join(tokens)


def _number(rng: Random, text: str, _: Pool) -> str:
    found = list(_NUMBER.finditer(text))
    if not found:
        return text
    one = rng.choice(found)
    return text[: one.start()] + rng.choice(NUMBERS) + text[one.end() :]


def _nest(rng: Random, text: str, _: Pool) -> str:
    opener, closer = rng.choice(_OPENERS)
    depth = rng.choice(_DEPTHS) if rng.random() < 0.2 else rng.choice(_DEPTHS[:2])
    first, last = _span(rng, text)
    closed = closer * depth if rng.random() < 0.7 else ""
    return text[:first] + opener * depth + text[first:last] + closed + text[last:]


def _of_toml(rng: Random, text: str, _: Pool) -> str:
    found = list(_VALUE.finditer(text))
    if not found:
        return text
    one = rng.choice(found)
    value = rng.choice(("[]", "{}", "[1]", "[{}]", '{a = "x"}', '""', '"x"', "true", "1.5", "inf", *NUMBERS))
    return text[: one.start()] + value + text[one.end() :]


def _of_json(rng: Random, text: str, _: Pool) -> str:
    """Replace or delete a value in the JSON of a text or of one of its lines."""
    starts = [found.start() for found in re.finditer(r"^(?:\w+ )?(?=[{\[])", text[:30_000], re.MULTILINE)]
    if not starts:
        return text
    first = starts[0] if len(starts) == 1 else rng.choice(starts)
    first += re.compile(r"(?:\w+ )?").match(text, first).end() - first  # type: ignore[union-attr]
    try:
        data, last = json.JSONDecoder().raw_decode(text, first)
        places = list(_places(data))
        if not places:
            return text
        box, key = rng.choice(places)
        match rng.randrange(6):
            case 0:
                del box[key]
            case 1:
                box[key] = rng.choice(places)[0]
            case 2 if isinstance(box, list):
                box.append(box[key])
            case 2:
                box[rng.choice((*INSERTIONS, str(key) + "s"))] = box[key]
            case _:
                box[key] = rng.choice(VALUES)
        return text[:first] + json.dumps(data, ensure_ascii=rng.random() < 0.5) + text[last:]
    except (ValueError, RecursionError):  # no JSON, or what now holds itself
        return text


def _places(data: Any, depth: int = 0) -> Any:
    """Yield every (list or object, index or key) of a JSON value, down to a limited depth."""
    if depth < 12 and isinstance(data, dict | list):
        keys = list(data) if isinstance(data, dict) else range(len(data))
        for key in keys:
            yield data, key
            yield from _places(data[key], depth + 1)


MUTATIONS: Final[tuple[Mutation, ...]] = (
    *(_put, _replace, _cut, _stop, _flip, _repeat, _move, _cross, _line, _line, _token, _token, _token),
    *(_number, _number, _nest, _of_toml, _of_json, _of_json),
)
