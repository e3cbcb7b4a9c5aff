"""Reading and writing of turns, and writing of positions, which `position_reader` reads (README.md, section 12)."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NoReturn, TypeVar

from rules.abilities import play_all
from rules.common.quoting import quote
from rules.contract import NATURE, Seat
from rules.ducale.cards import HAND, HIDDEN, TEXTS, Card, CardError, read
from rules.ducale.legality import swap_violation, violation
from rules.ducale.melds import End, LaidCard, MeldError, make_meld, read_laid_card
from rules.ducale.moves import Deal, Discard, Draw, Lay, LayOff, Move, Rebuild, Shuffle, Swap, Take, make_lay_off
from rules.ducale.options import list_changed_options
from rules.ducale.state import State
from rules.ducale.views import seen_by
from rules.errors import TurnError

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)

MAX_CHARACTERS: Final = 2000  # of a turn; a longer text is refused unread
_TOKEN: Final = re.compile(r"[^\s\[\]]*\[[^\[\]]*\]|[^\s\[\]]+")
_ACT: Final = re.compile(r"(M|([LX])(\d{1,4}))\[([^\[\]]*)\]", re.IGNORECASE)

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


def _refuse(code: str, facts: Mapping[str, str] | None = None, word: str = "") -> NoReturn:
    """Raise a TurnError with the sentence for a code; `word` is the part of the turn that is wrong."""
    values = {"card": "A card", "meld": "", "word": quote(word), "wanted": "another", **(facts or {})}
    suffix = f" ({quote(word)})" if word and code != "SYNTAX" else ""
    raise TurnError(code, SENTENCES[code].format(**values) + suffix)


def _check_legal(state: State, move: M, word: str = "") -> M:
    """Return the move if it is legal. Raises TurnError."""
    problem = violation(state, move)
    if problem is not None:
        _refuse(problem.code, problem.facts, word)
    return move


def read_turn(state: State, text: str) -> tuple[Move, ...]:
    """Read the moves of a turn, of the rest of an unfinished turn, of a shuffle or of a deal. Raises TurnError."""
    if len(text) > MAX_CHARACTERS:
        _refuse("SYNTAX", word=text)
    words = text.split()
    if words and words[0].lower() == "deal":
        return (_read_deal(state, words),)
    moves: tuple[Move, ...] = ()
    if words and words[0].startswith("~"):
        cards, plus, rest = text.strip()[1:].partition("+")  # a turn may follow on the same line
        moves, text = _read_shuffle(state, cards.split()), plus + rest
        if not text:
            return moves
    return (*moves, *_read_rest(play_all(state, moves), text))


def _read_cards(words: Sequence[str]) -> tuple[Card, ...]:
    try:
        return tuple(read(word) for word in words)
    except CardError:
        _refuse("BAD_CARD")


def _read_deal(state: State, words: Sequence[str]) -> Deal:
    dealer = words[1] if len(words) > 1 else ""
    if dealer not in ("0", "1", "2", "3", "4", "5"):
        _refuse("SYNTAX", word=dealer or "deal")
    return _check_legal(state, Deal(int(dealer), _read_cards(words[2:])))


def _read_shuffle(state: State, cards: Sequence[str]) -> tuple[Move, ...]:
    if state.phase not in ("draw", "shuffle"):
        _refuse("PHASE")
    rebuild = Rebuild(state.turn)
    if not cards and state.phase == "draw" and state.is_blocking:
        return (rebuild,)
    shuffle = _check_legal(state, Shuffle(_read_cards(cards)))
    return (shuffle,) if state.phase == "shuffle" else (rebuild, shuffle)


def _read_rest(state: State, text: str) -> Iterator[Move]:
    """Yield the moves of a text that must finish the turn. Raises TurnError."""
    words = _TOKEN.findall(text)
    if "".join(words).replace(" ", "") != "".join(text.split()):
        _refuse("SYNTAX", word=text)
    if state.phase not in ("draw", "act"):
        _refuse("PHASE")
    if not words and state.phase == "draw":
        _refuse("NO_DRAW")
    for number, word in enumerate(words):
        if number and state.phase != "act":
            _refuse("AFTER_END", word=word)
        move = _check_legal(state, _read_token(state, word), word)
        yield Draw(move.seat) if isinstance(move, Draw) and state.stock[0] != HIDDEN else move
        state = state.play(move)
    if state.phase == "act":
        _refuse("NO_DISCARD")


def play_tokens(state: S, words: Sequence[str]) -> S:
    """Return the position after the tokens of an unfinished turn. Raises TurnError."""
    for word in words:
        if state.phase not in ("draw", "act") or _TOKEN.fullmatch(word) is None:
            _refuse("SYNTAX", word=word)
        state = state.play(_check_legal(state, _read_token(state, word), word))
        if state.phase != "act":
            _refuse("AFTER_END", word=word)
    return state


def _read_token(state: State, word: str) -> Move:
    act = _ACT.fullmatch(word)
    if act is None and not (word[0] in "+-" and len(word) > 1):
        _refuse("SYNTAX", word=word)
    if act is None and word[0] == "+":
        return _read_draw(state.turn, word)
    if state.phase == "draw":
        _refuse("NO_DRAW", word=word)
    try:
        return Discard(state.turn, read(word[1:])) if act is None else _read_act(state, act)
    except CardError:
        _refuse("BAD_CARD", word=word)
    except MeldError as problem:
        _refuse(problem.code, problem.facts, word)


def _read_draw(seat: Seat, word: str) -> Move:
    name, colon, card = word.upper().partition(":")
    if name == "+D" and not colon:
        return Take(seat)
    if name != "+P":
        _refuse("SYNTAX", word=word)
    return Draw(seat, _read_cards((card,))[0] if colon else None)


def _read_act(state: State, act: re.Match[str]) -> Move:
    """Read an act from a match of the pattern `_ACT`. Raises TurnError, CardError or MeldError."""
    seat, letter, number, words = state.turn, (act[2] or "M").upper(), int(act[3] or 0), act[4].split()
    if letter == "M":
        return Lay(seat, make_meld([read_laid_card(word) for word in words]))
    probe = LayOff(seat, number, ()) if letter == "L" else Swap(seat, number, HIDDEN)
    problem = violation(state, probe)
    if problem is not None and problem.code in ("NOT_OPENED", "OPEN_MIN", "OPEN_PURE", "NO_SUCH_MELD"):
        _refuse(problem.code, problem.facts, act[0])
    if letter == "L":
        return make_lay_off(seat, number, state.meld(number), [_read_laid_off_card(word) for word in words])
    if len(words) != 1:
        _refuse("SYNTAX", word=act[0])
    card = read(words[0])
    problem = swap_violation(state.meld(number), card)
    if problem is not None:
        _refuse(problem.code, problem.facts, act[0])
    return Swap(seat, number, card)


def _read_laid_off_card(word: str) -> tuple[LaidCard, End]:
    end: End = "<" if word.startswith("<") else ">" if word.startswith(">") else ""
    return read_laid_card(word.removeprefix(end)), end


def read_nature(state: State, text: str) -> Move | None:
    """Return Nature's move that is written exactly like `text`; None if there is none."""
    word, *words = text.split() or [""]
    try:
        move = Shuffle(_read_cards(words)) if word == "~" else _read_deal(state, [word, *words])
    except TurnError:
        return None
    return move if str(move) == text else None


def _write_tokens(state: State, moves: Sequence[Move]) -> list[str]:
    """Return the texts of the moves of a turn, with the drawn card if the position shows it."""
    stock = state.stock
    found = []
    for move in moves:
        if isinstance(move, Shuffle):
            stock = move.stock
        if isinstance(move, Draw) and stock and stock[0] != HIDDEN:
            move = Draw(move.seat, stock[0])
        if not isinstance(move, Rebuild) or len(moves) == 1:
            found.append(str(move))
    return found


def write_turn(state: State, moves: Sequence[Move]) -> str:
    """Return a turn as text, with the drawn card if known (`+P:7H`); a new stock comes first on the same line."""
    return " ".join(_write_tokens(state, moves))


def notate(state: State, moves: Sequence[Move]) -> str:
    """Return a turn as text for all players, without the drawn card and the order of a stock."""
    words = []
    for move in moves:
        if isinstance(move, Draw):
            words.append("+P")
        elif isinstance(move, Deal):
            words.append(f"deal {move.dealer} {TEXTS[move.pack[state.seats * HAND]]}")
        elif not isinstance(move, Shuffle):
            words.append(str(move))
    return " ".join(words)


VERSION: Final = 1  # of the format of position texts


def write_position(state: State) -> str:
    """Return the state line of a position or view.

    In an unfinished turn, the line of a position has the turn's start and the moves since then.
    """
    if state.viewer >= NATURE:
        data = _view_data(state)
    elif state.begun is not None and state.phase == "act":
        data = _state_data(state.begun) | {"pending": _write_tokens(state.begun, state.played)}
    else:
        data = _state_data(state)
        if state.phase == "end":
            data |= {"winner": state.winner, "one_turn": state.one_turn}
    return json.dumps(data, separators=(",", ":"))


def _state_data(state: State) -> dict[str, object]:
    return {
        "v": VERSION,
        "opts": list_changed_options(state.options),
        "round": state.round,
        "lap": state.lap,
        "dealer": state.dealer,
        "turn": state.turn,
        "phase": "draw" if state.phase == "shuffle" else state.phase,
        "hands": [_card_texts(hand) for hand in state.hands],
        "opened": list(state.opened),
        "table": [{"id": entry.id, "by": entry.by, "cards": str(entry.meld).split()} for entry in state.melds],
        "stock": _card_texts(state.stock),
        "discard": _card_texts(state.discard),
        "owed": _card_texts(state.owed),
        "fresh": list(state.fresh),
        "next_id": state.next_id,
        "rebuilds": state.rebuilds,
        "scores": [list(row) for row in state.scores],
    }


def _view_data(state: State) -> dict[str, object]:
    data = _state_data(state)
    seat = state.viewer
    del data["hands"], data["stock"]
    if seat != NATURE:
        data |= {"seat": seat, "hand": _card_texts(state.hands[seat])}
    return data | {"sizes": [len(hand) for hand in state.hands], "stock": len(state.stock)}


def _card_texts(cards: Sequence[Card]) -> list[str]:
    return [TEXTS[card] for card in cards]


def view(state: State, seat: Seat) -> dict[str, object]:
    """Return the view of a seat as data for JSON. Raises ValueError if there is no such seat."""
    if seat not in range(state.seats):
        raise ValueError(f"The seats go from 0 to {state.seats - 1}.")
    return _view_data(seen_by(state, seat))


def list_turns(state: State) -> Iterator[str]:
    raise TurnError("NOT_LISTED", "The turns of Ducale are too many to be listed.")


def perft(state: State, depth: int) -> list[int]:
    raise TurnError("NOT_LISTED", "The turns of Ducale are too many to be counted.")
