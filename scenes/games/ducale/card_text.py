"""Texts of a card table: status and prompts, descriptions of cards, turns and players."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import permutations, takewhile
from typing import TYPE_CHECKING, Final

from rules.contract import NATURE, Gesture, Move, Position, Remark, Seat, Table, Target
from rules.ducale.advice import could_lay
from rules.ducale.cards import TEXTS
from rules.ducale.effects import DISCARD, FELT, alike
from rules.ducale.moves import Discard, Draw, Lay, LayOff, Rebuild, Swap, Take
from rules.ducale.position import Position as CardPosition
from rules.ducale.scores import hand_points
from rules.match import Span
from scenes.app.words import Words
from scenes.games.ducale.card_layout import MeldOwner, PlayerTexts, face_of, find_melds, list_initials
from scenes.table import match_text
from scenes.table.session import Session
from scenes.table.state import StatusLine

if TYPE_CHECKING:
    from scenes.table.access import TableAccess


FEW: Final = 4  # maximum number of cards, without jokers, that may be typed in any order
DEEDS: Final = {"M": "lay", "L": "add", "X": "swap", "-": "discard"}
SUITS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def write_turn(turn: str) -> str:
    """Return a turn with the signs of suits for their letters."""
    for letter, sign in SUITS.items():
        for rank in "A23456789JQK0":
            turn = turn.replace(f"{rank}{letter}", f"{rank}{sign}")
    return turn


def card_name(words: Words, text: str) -> str:
    """Return a card in a sentence: "the 7 of hearts", "le roi de trèfle", "the joker"."""
    face = text.partition("=")[2] or text
    if face == "JK":
        return words("cards.joker")
    rank = "A" if face[:-1] == "1" else face[:-1]
    named = words(f"cards.name.{rank}") if rank in "AJQK" else words("cards.name.number", n=rank)
    return words("cards.of", rank=named, suit=words(f"cards.suit.{face[-1]}"))


def told_place(words: Words, table: Table, target: Target) -> str:
    """Return the contents of a target of the card table."""
    tokens = table.get(target, ())
    if target == "stock":
        return words("line.ducale.stock", n=len(tokens))
    if target == "discard":
        top = words("line.ducale.nothing") if not tokens else card_name(words, tokens[-1].look)
        return words("line.ducale.discard", card=top)
    named = match_text.capitalize(card_name(words, face_of(target))) if ":" in target else ""
    meld = find_melds(table).get(target.partition(":")[0])
    if meld is None:
        return words("line.ducale.card", card=named)
    number = target.partition(":")[0][1:]
    cards = [card_name(words, face_of(one)) for one in meld]
    if not named:
        return words("line.ducale.whole_meld", n=number, cards=words.join_items(cards))
    return words("line.ducale.meld", card=named, n=number, cards=words.join_items(cards))


def cards_of(position: Position) -> CardPosition:
    assert isinstance(position, CardPosition)
    return position


def name_facts(words: Words, session: Session, remark: Remark) -> Remark:
    """Return a remark with names for cards and seats."""
    cards = {name: card_name(words, remark.facts[name]) for name in {"card", "wanted"} & remark.facts.keys()}
    told = {**remark.facts, **cards}
    if "seat" in told:
        told["seat"] = match_text.name_of(words, session, int(told["seat"]))
    return Remark(remark.code, remark.targets, told, remark.aid)


def write_status(host: TableAccess, covered: bool, between_rounds: bool) -> StatusLine | None:
    """Return the status text; None for the usual one. `covered`: the next person hasn't taken over yet."""
    words, match, cursor = host.words, host.facts.match, host.facts.cursor
    if not cursor.is_live and (match.outcome() is None or not cursor.is_at_end):
        return _looked_back(host)
    if match.outcome() is not None:
        return None
    position = cards_of(match.position)
    if position.to_move == NATURE:
        if between_rounds:
            return StatusLine(_ended(host, position), words("prompt.ducale.next"), task=True)
        return StatusLine(words("prompt.ducale.shuffling"))
    name = match_text.name_of(words, host.session, position.to_move)
    if covered:
        return StatusLine(words("cards.pass", name=name))
    if not host.facts.movers:
        return StatusLine(words("table.thinks", name=name), host.note or "")
    alone = len(host.session.persons) == 1
    status = words("table.your_turn") if alone else words("table.you_think", name=name)
    if host.facts.view.is_choosing:
        return StatusLine(status, words("prompt.ducale.choose"))
    remarks = position.remarks()
    told = [match_text.remark_text(words, match.game.key, name_facts(words, host.session, one)) for one in remarks]
    codes = {one.code for one in remarks}
    dead = "dead-end" in codes
    owed = "owed" if codes & {"duty-card", "duty-joker"} else "act"
    following = "" if dead else _next(host, position, owed)
    return StatusLine(status, " ".join(filter(None, [host.note or "", *told, following])), dead)


def _looked_back(host: TableAccess) -> StatusLine:
    words, turn, shown = host.words, host.facts.cursor.turn_number(), cards_of(host.facts.cursor.position)
    span = None if turn is None else host.facts.match.turns()[turn]
    if span is None:
        return StatusLine(words("table.shows_start"), words("cards.undealt") if shown.phase == "deal" else "")
    if span.seat == NATURE:
        return StatusLine(words("cards.shows_deal", n=shown.round))
    shows = match_text.of_seat(words, host.session, "cards.shows", span.seat, n=shown.round)
    return StatusLine(shows, account_of(words, host.session, span))


def _next(host: TableAccess, position: CardPosition, prompt: str) -> str:
    """Return the prompt for the next step; `prompt` names the one for when no card is selected."""
    words = host.words
    if host.note:
        return ""
    if host.facts.model.advice:
        return describe_advice(words, host.facts.model.advice[0])
    if position.phase == "draw":
        barred = position.refusal(Gesture(frozenset((DISCARD,))))
        if barred is None:
            return words("prompt.ducale.take", card=card_name(words, top_card(position)))
        why = match_text.refusal_text(words, host.facts.match.game.key, name_facts(words, host.session, barred))
        return f"{words('prompt.ducale.stock' if position.stock else 'prompt.ducale.rebuild')} {why}"
    if host.facts.view.picked:
        picked = alike(position, host.facts.view.picked)
        return _ways(words, {one.drop for one in host.facts.legal_gestures if one.pick == picked}, len(picked))
    return words(f"prompt.ducale.{prompt}")


def _ways(words: Words, drops: Collection[Target | None], n: int) -> str:
    ways = {"discard" if drop == DISCARD else "felt" if drop == FELT else "meld" for drop in drops} or {"nowhere"}
    return " ".join(words(f"prompt.ducale.picked.{way}", n=n) for way in sorted(ways, reverse=True))


def lays_cards(move: Move) -> bool:
    """Return whether a move lays cards, so that marking its pick leaves something to find."""
    return str(move)[0] in "MLX"


def has_choice(position: Position, move: Move) -> bool:
    """Return whether a move has alternatives."""
    state = cards_of(position)
    if state.phase == "draw" and not state.may_take():
        return False
    state, laid = _list_layable(state)
    return not (str(move)[1:] in laid or (len(state.hand) == 1 and not laid))


def _list_layable(state: CardPosition) -> tuple[CardPosition, list[str]]:
    """Return the position after the draw of this turn, and the cards that could be laid there."""
    after = state.play(Take(state.turn)) if state.phase == "draw" else state
    return after, [TEXTS[card] for card in could_lay(after)]


def nudge_text(words: Words, position: Position, move: Move) -> str:
    """Return a hint about what to consider before a move."""
    kind = "draw" if cards_of(position).phase == "draw" else "lay" if lays_cards(move) else "discard"
    laid = _list_layable(cards_of(position))[1]
    cards = words.join_items(card_name(words, card) for card in laid)
    return words(f"nudge.ducale.{'wait' if laid and kind == 'discard' else kind}", cards=cards)


def describe_advice(words: Words, move: Move) -> str:
    """Return the move that the hint advises."""
    kind, cards = _deed(words, str(move))
    return words(f"cards.hint.{kind}", **({"cards": cards} if cards else {}))


def better_turn_text(words: Words, moves: Sequence[Move], played: Sequence[Move]) -> str:
    """Return a better turn than the one played, with the remark that it lays nothing where the played one did."""
    deeds = [_deed(words, str(move)) for move in moves]
    parts = [words(f"review.card.{kind}", **({"cards": cards} if cards else {})) for kind, cards in deeds]
    lays, laid = (any(str(move)[0] in "MLX" for move in one) for one in (moves, played))
    if laid and not lays:
        parts.insert(-1, words("review.card.nothing"))
    return ", ".join(parts)


def _deed(words: Words, move: str) -> tuple[str, str]:
    if move[0] not in DEEDS:
        return "take" if move == "+D" else "stock", ""
    faces = [face.strip("<>") for face in move.partition("[")[2].rstrip("]").split()] or [move[1:]]
    named = [card_name(words, "JK" if face.startswith("JK") else face) for face in faces]
    return DEEDS[move[0]], words.join_items(named)


def top_card(position: Position) -> str:
    return TEXTS[cards_of(position).discard[-1]]


def _ended(host: TableAccess, position: CardPosition) -> str:
    if position.winner is None:
        return host.words("prompt.ducale.blocked")
    return match_text.of_seat(host.words, host.session, "prompt.ducale.won", position.winner)


def recent_turns_text(words: Words, session: Session) -> str:
    """Return the turns since the last one of the side to move; empty at the beginning."""
    match = session.match
    last = takewhile(lambda span: span.seat not in (NATURE, match.position.to_move), reversed(match.turns()))
    told = [account_of(words, session, span) for span in last][::-1]
    return " ".join(filter(None, told)) and words("cards.since") + " " + " ".join(told)


def account_of(words: Words, session: Session, span: Span) -> str:
    """Return a turn, one sentence per action; the card drawn from the stock is named to the only person alone."""
    match, said, own = session.match, [], list(session.persons) == [span.seat]
    for number in range(span.first, span.last):
        text = str(match.plies[number].move)
        deed, cards = _deed(words, text)
        if deed == "take":
            cards = card_name(words, top_card(match.positions[number]))
        elif own and text.startswith("+P"):
            deed, cards = "draw", card_name(words, _drawn(match.positions[number : number + 2], span.seat))
        elif text.startswith("+P") and number + 1 == len(match.plies):
            deed, cards = "drawn", " "  # the card isn't known yet
        if cards:
            said.append(match_text.of_seat(words, session, f"cards.account.{deed}", span.seat, cards=cards))
    return " ".join(said)


def _drawn(positions: Sequence[Position], seat: Seat) -> str:
    before, after = (Counter(cards_of(position).hands[seat]) for position in positions)
    return TEXTS[min(after - before)]


def meld_owners(position: Position) -> dict[str, Seat]:
    """Return the seat that laid each meld, by its name ("m3")."""
    return {f"m{lying.id}": lying.by for lying in cards_of(position).melds}


def list_player_texts(words: Words, session: Session, shown: Position) -> dict[Seat, PlayerTexts]:
    """Return what is shown of each player beside the cards of a position."""
    position, over = cards_of(shown), session.match.outcome() is not None
    dealt, ended = position.phase != "deal", position.phase in ("end", "blocked")
    found = {}
    names = [match_text.address_of(words, session, seat) for seat in range(len(session.players))]
    letters, laid, alone = list_initials(names), set(meld_owners(position).values()), session.persons
    for seat, player in enumerate(session.players):
        held, total, points = len(position.hands[seat]) if dealt else 0, position.totals[seat], 0
        count = str(held) if dealt else ""
        if ended:
            points = position.row()[seat]
            count = words("score_sheet.won") if seat == position.winner else f"+{points}" if points else "–"
        opened, dealer = bool(position.opened and position.opened[seat]), dealt and position.dealer == seat
        tips = {"level" if player.name else "computer": session.is_program(seat), "holds": dealt and not ended}
        tips |= {"cost": ended, "total": True, "owner": seat in laid, "opened": opened, "dealer": dealer}
        name = names[seat]
        facts = {"name": name, "level": player.name, "n": held, "points": points, "total": total}
        facts["letter"] = letters[seat]
        found[seat] = PlayerTexts(
            name,
            MeldOwner(seat, letters[seat]),
            count,
            words("cards.points", n=total),
            opened,
            dealer,
            not over and position.to_move == seat,
            " ".join(words(f"cards.plate.{tip}", **facts) for tip, so in tips.items() if so),
            words("cards.in_hand", n=hand_points(position.hands[seat])) if dealt and alone == (seat,) else "",
        )
    return found


def spellings(words: Words, move: Move) -> Sequence[str]:
    """Return the ways to type a move: a verb and its cards, with or without suits."""
    match move:
        case Draw():
            return [words("typed.ducale.draw")]
        case Take():
            return [words("typed.ducale.take")]
        case Discard():
            return _carded(words, "discard", [TEXTS[move.card]])
        case Lay() | LayOff():
            plain = [TEXTS[card] for card in move.cards]
            verb = "lay" if isinstance(move, Lay) else "add"
            ways = _carded(words, verb, plain, str(move).partition("[")[2].removesuffix("]"))
            return ways if isinstance(move, Lay) else _told_meld(words, ways, move.id)
        case Rebuild():
            return [words("typed.ducale.shuffle")]
        case Swap():
            return _told_meld(words, _carded(words, "swap", [TEXTS[move.card]]), move.id)
    return []


def _carded(words: Words, deed: str, cards: Sequence[str], melded: str = "") -> list[str]:
    """Return spellings with cards: by rank and suit, a few in any order, as `melded`, by rank, and by name."""
    ranks = [card if card == "JK" else card[:-1] for card in cards]
    named = [card_name(words, card) for card in cards]
    bare = [re.split("[ ’]", name, maxsplit=1)[-1] for name in named]
    few = len(cards) <= FEW and "JK" not in cards
    orders = permutations(cards) if few else ()
    lettered = words("cards.rank.K") == "K"  # otherwise cards go by name: D would be both queen and diamonds
    first = tuple(cards if lettered else bare)
    ways = dict.fromkeys((first, tuple(cards), (melded,), tuple(ranks), tuple(named), tuple(bare), *orders))
    verb = words(f"typed.ducale.{deed}")
    return [f"{verb} {' '.join(way)}" for way in ways if any(way)]


def _told_meld(words: Words, ways: Sequence[str], meld: int) -> list[str]:
    return [*ways, *(f"{way} {words('typed.ducale.to')} {meld}" for way in ways)]
