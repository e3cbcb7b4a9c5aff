"""The headers that seal the dice and the cards of a match: what is shown beforehand, and the seed. Pure.

The seed of a match under way is in its own file alone, and there only scrambled; what is given away holds none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.common.dice import Sealed

PREFIX: Final = "Dice-"
"""How headers begin that belong to the dice of one match."""
HASH: Final = "Dice-Hash"
"""The record's header for what is shown of the seed before the match."""
SCRAMBLED: Final = "Dice-Sealed"
"""The header for the seed while the match goes on: a glance at the file doesn't tell it."""
SEED: Final = "Dice-Seed"
"""The header for the seed once the match is over."""
SINCE: Final = "Dice-Since"
"""The header for how many throws were made before these dice were sealed: of a match that came from elsewhere."""


def sealed(headers: Mapping[str, str]) -> Sealed | None:
    """The seed, scrambled or opened; None without one that can be read."""
    try:
        return Sealed(headers[SEED]) if SEED in headers else Sealed.unscrambled(headers.get(SCRAMBLED, ""))
    except ValueError:
        return None


def since(headers: Mapping[str, str]) -> int:
    """How many throws of the match aren't the seed's: those made before it was sealed."""
    told = headers.get(SINCE, "")
    return int(told) if told.isascii() and told.isdecimal() and len(told) < 6 else 0


def fault(headers: Mapping[str, str]) -> str | None:
    """What is wrong with the seal of a match under way, as a sentence: nobody changes its dice by its file."""
    if HASH not in headers and SCRAMBLED not in headers:
        return None
    found = sealed(headers)
    if found is not None and found.hash == headers.get(HASH):
        return None
    return f"The seed of the dice and cards isn't the one that was sealed: {SCRAMBLED} or {HASH} has been changed."


def headers_of(found: Sealed, over: bool, before: int = 0) -> dict[str, str]:
    """What a record says of a seed: it lies open once the match is over. `before`: throws that aren't its own."""
    own = {SEED: found.seed} if over else {SCRAMBLED: found.scrambled()}
    return {HASH: found.hash, **({SINCE: str(before)} if before else {}), **own}


def turned(headers: Mapping[str, str], over: bool) -> dict[str, str]:
    """The same headers with the seed open once the match is over, and scrambled while it goes on."""
    found = sealed(headers)
    if found is None or over == (SEED in headers):
        return dict(headers)
    return without(headers) | headers_of(found, over, since(headers)) | {HASH: headers.get(HASH, "")}


def without(headers: Mapping[str, str]) -> dict[str, str]:
    """Other headers alone."""
    return {name: value for name, value in headers.items() if not name.startswith(PREFIX)}
