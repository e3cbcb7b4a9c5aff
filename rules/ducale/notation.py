"""Turns as text, both ways (README.md, section 12): `+D X1[6H] L2[JK=8C] -KD`, `~ 9C 4H 5H`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NoReturn

from rules.common.quoting import quoted
from rules.contract import NATURE
from rules.ducale.cards import HIDDEN, TEXTS, Card, CardError, read
from rules.ducale.legality import against_swap, lay_off, objection
from rules.ducale.melds import End, MeldError, Named, meld_of, read_named
from rules.ducale.moves import Deal, Discard, Draw, Lay, LayOff, Move, Rebuild, Shuffle, Swap, Take
from rules.errors import TurnError

if TYPE_CHECKING:
    from rules.ducale.position import Position

LONGEST: Final = 2000
"""Characters of a turn."""
_TOKEN: Final = re.compile(r"[^\s\[\]]*\[[^\[\]]*\]|[^\s\[\]]+")
_LAYING: Final = re.compile(r"(M|([LX])(\d{1,4}))\[([^\[\]]*)\]", re.IGNORECASE)

SENTENCES: Final = {
    "BAD_CARD": "There is a card that the game doesn't have.",
    "SHORT": "A meld has three cards at least.",
    "TWO_JOKERS": "A meld has one joker at most.",
    "JOKER_UNDECLARED": "A joker must be named: JK=7H.",
    "TWIN": "{card} would be twice in the meld.",
    "NO_MELD": "The cards are neither of one rank nor of one suit.",
    "WRAP": "A run doesn't go on from an ace to a 2.",
    "GAP": "The cards don't follow one another.",
    "NO_FIT": "{card} doesn't fit that meld.",
    "USE_SWAP": "The joker of that meld stands for {card}: swap it.",
    "WRONG_CARD": "The joker stands for {wanted}, not for {card}.",
    "NO_JOKER": "There is no joker in that meld.",
    "NO_DRAW": "A turn begins with a card taken: +P or +D.",
    "BAD_DRAW": "One card is taken in a turn, and from the stock only the top one.",
    "STOCK_EMPTY": "The stock is empty: the discards must be shuffled first, by a line ~.",
    "DISCARD_EMPTY": "The discard pile is empty.",
    "TOO_EARLY": "The discard may be taken from lap {lap} on.",
    "MUST_DRAW": "A player with one card takes from the stock.",
    "NOT_IN_HAND": "{card} is not in the hand, or not so often.",
    "NOT_OPENED": "Only a player who has opened lays off and swaps.",
    "NO_SUCH_MELD": "There is no meld {meld} on the table.",
    "OPEN_MIN": "An opening must show {need} points; these are {shown}.",
    "OPEN_PURE": "An opening must hold a run without joker.",
    "DUTY_CARD": "{card} was taken from the discard pile and must be laid in this turn.",
    "DUTY_JOKER": "A joker that was taken must be laid in this turn.",
    "LAST_CARD": "Laying may not empty the hand: the last card is discarded.",
    "NO_DISCARD": "A turn ends with a discard.",
    "AFTER_END": "The turn is over before that.",
    "PHASE": "Nobody is to play now.",
    "OTHER_TURN": "It is another seat's turn.",
    "SYNTAX": "{word} is no part of a turn.",
    "STOCK_NOT_EMPTY": "The stock is not empty.",
    "BAD_SHUFFLE": "The new stock must be all discards but the top one; a deal must have all cards.",
    "BLOCKED": "No card has been laid since the last shuffle: the round is blocked.",
}
"""Reason -> a sentence, for the console and for errors in records."""


def _refuse(code: str, facts: Any = None, word: str = "") -> NoReturn:
    filled = {"card": "A card", "meld": "", "word": quoted(word), "wanted": "another", **(facts or {})}
    where = f" ({quoted(word)})" if word and code != "SYNTAX" else ""
    raise TurnError(code, SENTENCES[code].format(**filled) + where)


def read_turn(position: Position, text: str) -> tuple[Move, ...]:
    """The moves of a whole turn, of the rest of one, of a shuffle or a deal. Raises TurnError."""
    if len(text) > LONGEST:
        _refuse("SYNTAX", None, text)
    words = text.split()
    if words and words[0].lower() == "deal":
        return _read_deal(position, words)
    moves: list[Move] = []
    if words and words[0].startswith("~"):
        cards, text = _parted(text.strip()[1:])
        shuffle = _read_shuffle(position, cards)
        moves += shuffle
        for move in shuffle:
            position = position.play(move)
        if not text:
            return tuple(moves)
    for move in _read_tokens(position, text):
        moves.append(move)
    return tuple(moves)


def _parted(text: str) -> tuple[list[str], str]:
    """The cards of a shuffle, and the turn that may follow on the same line."""
    head, plus, rest = text.partition("+")
    return head.split(), plus + rest


def _read_cards(words: Sequence[str]) -> tuple[Card, ...]:
    try:
        return tuple(read(word) for word in words)
    except CardError:
        _refuse("BAD_CARD")


def _read_deal(position: Position, words: Sequence[str]) -> tuple[Move, ...]:
    dealer = words[1] if len(words) > 1 else ""
    if dealer not in ("0", "1", "2", "3", "4", "5"):
        _refuse("SYNTAX", None, dealer or "deal")
    deal = Deal(int(dealer), _read_cards(words[2:]))
    problem = objection(position, deal)
    if problem is not None:
        _refuse(problem.code)
    return (deal,)


def _read_shuffle(position: Position, cards: Sequence[str]) -> tuple[Move, ...]:
    """`~` alone blocks the round; with cards it is the new stock."""
    if position.phase not in ("draw", "shuffle"):
        _refuse("PHASE")
    if not cards and position.phase == "draw" and position.blocks:
        return (Rebuild(position.turn),)
    shuffle = Shuffle(_read_cards(cards))
    problem = objection(position, shuffle)
    if problem is not None:
        _refuse(problem.code)
    return (shuffle,) if position.phase == "shuffle" else (Rebuild(position.turn), shuffle)


def _read_tokens(position: Position, text: str) -> Iterator[Move]:
    words = _TOKEN.findall(text)
    if "".join(words).replace(" ", "") != "".join(text.split()):
        _refuse("SYNTAX", None, text)
    if position.phase not in ("draw", "act"):
        _refuse("PHASE")
    seat, taken = position.turn, position.phase == "act"
    for word in words:
        if taken and position.phase != "act":
            _refuse("AFTER_END", None, word)
        move = _read_token(position, seat, word)
        problem = objection(position, move)
        if problem is not None:
            _refuse(problem.code, problem.facts, word)
        if isinstance(move, Draw) and position.stock[0] != HIDDEN:
            move = Draw(seat)
        yield move
        position = position.play(move)
        taken = True
    if position.phase == "act":
        _refuse("NO_DISCARD")
    if not taken:
        _refuse("NO_DRAW")


def begun_turn(position: Position, words: Sequence[str]) -> Position:
    """The position in mid-turn after the first tokens of a turn. Raises TurnError."""
    for word in words:
        if position.phase not in ("draw", "act") or _TOKEN.fullmatch(word) is None:
            _refuse("SYNTAX", None, word)
        move = _read_token(position, position.turn, word)
        problem = objection(position, move)
        if problem is not None:
            _refuse(problem.code, problem.facts, word)
        position = position.play(move)
        if position.phase != "act":
            _refuse("AFTER_END", None, word)
    return position


def _read_token(position: Position, seat: int, word: str) -> Move:
    laying = _LAYING.fullmatch(word)
    if laying is None and not (word[0] in "+-" and len(word) > 1):
        _refuse("SYNTAX", None, word)
    if laying is None and word[0] == "+":
        return _read_taking(seat, word)
    if position.phase == "draw":
        _refuse("NO_DRAW", None, word)
    try:
        if laying is None:
            return Discard(seat, read(word[1:]))
        return _read_laying(position, seat, laying)
    except CardError:
        _refuse("BAD_CARD", None, word)
    except MeldError as problem:
        _refuse(problem.code, problem.facts, word)


def _read_taking(seat: int, word: str) -> Move:
    name, colon, card = word.upper().partition(":")
    if name == "+D" and not colon:
        return Take(seat)
    if name != "+P":
        _refuse("SYNTAX", None, word)
    if not colon:
        return Draw(seat)
    return Draw(seat, _read_cards((card,))[0])


def _read_laying(position: Position, seat: int, laying: re.Match[str]) -> Move:
    """A meld, a lay-off or a swap. Raises MeldError, CardError and TurnError."""
    letter, number, words = (laying[2] or "M").upper(), int(laying[3] or 0), laying[4].split()
    if letter == "M":
        return Lay(seat, meld_of([read_named(word) for word in words]))
    probe = LayOff(seat, number, ()) if letter == "L" else Swap(seat, number, HIDDEN)
    early = objection(position, probe)
    if early is not None and early.code in ("NOT_OPENED", "OPEN_MIN", "OPEN_PURE", "NO_SUCH_MELD"):
        _refuse(early.code, early.facts, laying[0])
    meld = position.meld(number)
    if letter == "L":
        return lay_off(seat, number, meld, [_read_end(word) for word in words])
    if len(words) != 1:
        _refuse("SYNTAX", None, laying[0])
    card = read(words[0])
    problem = against_swap(meld, card)
    if problem is not None:
        _refuse(problem.code, problem.facts, laying[0])
    return Swap(seat, number, card)


def _read_end(word: str) -> tuple[Named, End]:
    end: End = "<" if word.startswith("<") else ">" if word.startswith(">") else ""
    return read_named(word.removeprefix(end)), end


def move_of(position: Position, seat: int, text: str) -> Move | None:
    """The legal move of a seat, or of Nature, that is written so."""
    if seat != NATURE:
        return next((move for move in position.legal_moves(seat) if str(move) == text), None)
    word, *words = text.split() or [""]
    try:
        if word == "~":
            move: Move = Shuffle(_read_cards(words))
        else:
            (move,) = _read_deal(position, [word, *words])
    except TurnError:
        return None
    return move if str(move) == text and position.is_legal(move) else None


def tokens(position: Position, moves: Sequence[Move]) -> list[str]:
    """The parts of a turn with the cards drawn as far as the position shows them."""
    stock = position.stock
    found = []
    for move in moves:
        if isinstance(move, Shuffle):
            stock = move.stock
        if isinstance(move, Draw) and stock and stock[0] != HIDDEN:
            move = Draw(move.seat, stock[0])
        if not isinstance(move, Rebuild) or len(moves) == 1:
            found.append(str(move))
    return found


def write_turn(position: Position, moves: Sequence[Move]) -> str:
    """A whole turn with everything that happened: `+P:7H`; a new stock before it on the same line."""
    return " ".join(tokens(position, moves))


def notate(position: Position, moves: Sequence[Move]) -> str:
    """A turn as everybody sees it: neither the card that was drawn nor the order of a stock."""
    words = []
    for move in moves:
        match move:
            case Draw():
                words.append("+P")
            case Rebuild():
                words.append("~")
            case Deal():
                words.append(f"deal {move.dealer} {TEXTS[move.pack[position.seats * 13]]}")
            case Shuffle():
                continue
            case _:
                words.append(str(move))
    return " ".join(words)
