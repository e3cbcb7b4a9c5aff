"""The texts of a card table: status line and prompts, names of cards, turns, players, and spellings of moves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import permutations, takewhile
from typing import TYPE_CHECKING, Final

from rules.contract import NATURE, Gesture, Move, Position, Remark, Seat, Table, Target
from rules.ducale.advice import cards_to_lay
from rules.ducale.cards import TEXTS
from rules.ducale.effects import DISCARD, FELT, replace_by_last_copies
from rules.ducale.moves import Discard, Draw, Lay, LayOff, Rebuild, Swap, Take
from rules.ducale.position import Position as CardPosition
from rules.ducale.scores import hand_points
from rules.match import Span
from scenes.app.words import Words
from scenes.games.ducale.card_layout import MeldOwner, PlayerTexts, find_melds, list_initials
from scenes.games.ducale.hand_order import face_of
from scenes.table import match_text
from scenes.table.session import Session
from scenes.table.state import StatusLine

if TYPE_CHECKING:
    from scenes.table.table_access import TableAccess


MAX_ORDERED_CARDS: Final = 4  # maximum number of cards that may be typed in any order, if none is a joker
ACTION_KEYS: Final = {"M": "lay", "L": "add", "X": "swap", "-": "discard"}
SUITS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def write_turn(turn: str) -> str:
    """Return a turn with signs in place of the letters of suits."""
    for letter, sign in SUITS.items():
        for rank in "A23456789JQK0":
            turn = turn.replace(f"{rank}{letter}", f"{rank}{sign}")
    return turn


def card_name(words: Words, text: str) -> str:
    """Return the name of a card in a sentence: "the 7 of hearts", "le roi de trèfle", "the joker"."""
    face = text.partition("=")[2] or text
    if face == "JK":
        return words("cards.joker")
    rank = "A" if face[:-1] == "1" else face[:-1]
    rank_name = words(f"cards.name.{rank}") if rank in "AJQK" else words("cards.name.number", n=rank)
    return words("cards.of", rank=rank_name, suit=words(f"cards.suit.{face[-1]}"))


def describe_place(words: Words, table: Table, target: Target) -> str:
    """Return a sentence that tells what lies on a target."""
    tokens = table.get(target, ())
    if target == "stock":
        return words("line.ducale.stock", n=len(tokens))
    if target == "discard":
        top_name = words("line.ducale.nothing") if not tokens else card_name(words, tokens[-1].look)
        return words("line.ducale.discard", card=top_name)
    name = match_text.capitalize(card_name(words, face_of(target))) if ":" in target else ""
    meld = find_melds(table).get(target.partition(":")[0])
    if meld is None:
        return words("line.ducale.card", card=name)
    number = target.partition(":")[0][1:]
    cards = [card_name(words, face_of(card)) for card in meld]
    if not name:
        return words("line.ducale.whole_meld", n=number, cards=words.join_items(cards))
    return words("line.ducale.meld", card=name, n=number, cards=words.join_items(cards))


def cards_of(position: Position) -> CardPosition:
    assert isinstance(position, CardPosition)
    return position


def name_facts(words: Words, session: Session, remark: Remark) -> Remark:
    """Return a remark with the names of its cards and its seat in place of their codes."""
    cards = {name: card_name(words, remark.facts[name]) for name in {"card", "wanted"} & remark.facts.keys()}
    facts = {**remark.facts, **cards}
    if "seat" in facts:
        facts["seat"] = match_text.name_of(words, session, int(facts["seat"]))
    return Remark(remark.code, remark.targets, facts, remark.aid)


def write_status(host: TableAccess, is_covered: bool, is_between_rounds: bool) -> StatusLine | None:
    """Return the status line of a card table; None if the usual status line fits."""
    words, match, cursor = host.words, host.facts.match, host.facts.cursor
    if not cursor.is_live and (match.outcome() is None or not cursor.is_at_end):
        return _replay_status(host)
    if match.outcome() is not None:
        return None
    position = cards_of(match.position)
    if position.to_move == NATURE:
        if is_between_rounds:
            return StatusLine(_round_end_text(host, position), words("prompt.ducale.next"), is_task=True)
        return StatusLine(words("prompt.ducale.shuffling"))
    name = match_text.name_of(words, host.session, position.to_move)
    if is_covered:
        return StatusLine(words("cards.pass", name=name))
    if not host.facts.movers:
        return StatusLine(words("table.thinks", name=name), host.note or "")
    is_alone = len(host.session.persons) == 1
    status = words("table.your_turn") if is_alone else words("table.you_think", name=name)
    if host.facts.view.is_choosing:
        return StatusLine(status, words("prompt.ducale.choose"))
    remarks = position.remarks()
    named_remarks = [name_facts(words, host.session, remark) for remark in remarks]
    remark_texts = [match_text.remark_text(words, match.game.key, remark) for remark in named_remarks]
    codes = {remark.code for remark in remarks}
    is_dead_end = "dead-end" in codes
    prompt_key = "owed" if codes & {"duty-card", "duty-joker"} else "act"
    prompt = "" if is_dead_end else _prompt_text(host, position, prompt_key)
    return StatusLine(status, " ".join(filter(None, [host.note or "", *remark_texts, prompt])), is_dead_end)


def _replay_status(host: TableAccess) -> StatusLine:
    words, turn_number, position = host.words, host.facts.cursor.turn_number(), cards_of(host.facts.cursor.position)
    span = None if turn_number is None else host.facts.match.turns()[turn_number]
    if span is None:
        return StatusLine(words("table.shows_start"), words("cards.undealt") if position.phase == "deal" else "")
    if span.seat == NATURE:
        return StatusLine(words("cards.shows_deal", n=position.round))
    shows = match_text.sentence_about(words, host.session, "cards.shows", span.seat, n=position.round)
    return StatusLine(shows, describe_turn(words, host.session, span))


def _prompt_text(host: TableAccess, position: CardPosition, key: str) -> str:
    """Return the prompt for the next step; empty if there is a note.

    `key` is the word key of the prompt after the draw while no card is selected.
    """
    words = host.words
    if host.note:
        return ""
    if host.facts.model.advice:
        return describe_advice(words, host.facts.model.advice[0])
    if position.phase == "draw":
        refusal = position.refusal(Gesture(frozenset((DISCARD,))))
        if refusal is None:
            return words("prompt.ducale.take", card=card_name(words, top_discard(position)))
        reason = match_text.refusal_text(words, host.facts.match.game.key, name_facts(words, host.session, refusal))
        return f"{words('prompt.ducale.stock' if position.stock else 'prompt.ducale.rebuild')} {reason}"
    if host.facts.view.picked:
        picked = replace_by_last_copies(position, host.facts.view.picked)
        gestures = [gesture for gesture in host.facts.legal_gestures if gesture.pick == picked]
        return _drop_prompts(words, {gesture.drop for gesture in gestures}, len(picked))
    return words(f"prompt.ducale.{key}")


def _drop_prompts(words: Words, drops: Collection[Target | None], card_count: int) -> str:
    kinds = {"discard" if drop == DISCARD else "felt" if drop == FELT else "meld" for drop in drops} or {"nowhere"}
    return " ".join(words(f"prompt.ducale.picked.{kind}", n=card_count) for kind in sorted(kinds, reverse=True))


def lays_cards(move: Move) -> bool:
    """Return whether a move lays cards or swaps a joker: then a hint may mark the cards before it tells the move."""
    return str(move)[0] in "MLX"


def has_choice(position: Position, move: Move) -> bool:
    """Return whether a player has alternatives to a move; if not, a hint tells the move at once."""
    state = cards_of(position)
    if state.phase == "draw" and not state.may_take():
        return False
    state, layable = _find_cards_to_lay(state)
    return not (str(move)[1:] in layable or (len(state.hand) == 1 and not layable))


def _find_cards_to_lay(state: CardPosition) -> tuple[CardPosition, list[str]]:
    """Return the position after the draw, and the texts of the cards to lay next, if any.

    If no card has been drawn yet, the top discard is taken. The cards are those of the first step of the best plan
    that lays cards; if a card is owed, of the first step that lays the owed card.
    """
    after_draw = state.play(Take(state.turn)) if state.phase == "draw" else state
    return after_draw, [TEXTS[card] for card in cards_to_lay(after_draw)]


def nudge_text(words: Words, position: Position, move: Move) -> str:
    """Return a hint that tells what to consider, but not the move."""
    kind = "draw" if cards_of(position).phase == "draw" else "lay" if lays_cards(move) else "discard"
    layable = _find_cards_to_lay(cards_of(position))[1]
    cards = words.join_items(card_name(words, card) for card in layable)
    return words(f"nudge.ducale.{'wait' if layable and kind == 'discard' else kind}", cards=cards)


def describe_advice(words: Words, move: Move) -> str:
    kind, cards = _describe_action(words, str(move))
    return words(f"cards.hint.{kind}", **({"cards": cards} if cards else {}))


def better_turn_text(words: Words, moves: Sequence[Move], played: Sequence[Move]) -> str:
    """Return the better turn `moves` in words, with "lay nothing" if it lays no cards although `played` does."""
    actions = [_describe_action(words, str(move)) for move in moves]
    parts = [words(f"review.card.{kind}", **({"cards": cards} if cards else {})) for kind, cards in actions]
    if any(map(lays_cards, played)) and not any(map(lays_cards, moves)):
        parts.insert(-1, words("review.card.nothing"))
    return ", ".join(parts)


def _describe_action(words: Words, move: str) -> tuple[str, str]:
    """Return the key of a move's verb, and the names of its cards, which are empty if the move draws a card."""
    if move[0] not in ACTION_KEYS:
        return "take" if move == "+D" else "stock", ""
    faces = [face.strip("<>") for face in move.partition("[")[2].rstrip("]").split()] or [move[1:]]
    names = [card_name(words, "JK" if face.startswith("JK") else face) for face in faces]
    return ACTION_KEYS[move[0]], words.join_items(names)


def top_discard(position: Position) -> str:
    return TEXTS[cards_of(position).discard[-1]]


def _round_end_text(host: TableAccess, position: CardPosition) -> str:
    if position.winner is None:
        return host.words("prompt.ducale.blocked")
    return match_text.sentence_about(host.words, host.session, "prompt.ducale.won", position.winner)


def recent_turns_text(words: Words, session: Session) -> str:
    """Return in words the turns since the deal or the last turn of the player to move; empty if there are none."""
    match = session.match
    spans = takewhile(lambda span: span.seat not in (NATURE, match.position.to_move), reversed(match.turns()))
    texts = [text for span in spans if (text := describe_turn(words, session, span))]
    return " ".join((words("cards.since"), *reversed(texts))) if texts else ""


def describe_turn(words: Words, session: Session, span: Span) -> str:
    """Return a turn in words; a card from the stock is named only if it was drawn by the only human player."""
    match, sentences, is_own = session.match, [], list(session.persons) == [span.seat]
    for number in range(span.first, span.last):
        text = str(match.plies[number].move)
        action, cards = _describe_action(words, text)
        if action == "take":
            cards = card_name(words, top_discard(match.positions[number]))
        elif is_own and text.startswith("+P"):
            action, cards = "draw", card_name(words, _drawn_card(match.positions[number : number + 2], span.seat))
        elif text.startswith("+P") and number + 1 == len(match.plies):
            action, cards = "drawn", " "  # not empty, so that the draw is told without its card
        if cards:
            sentences.append(
                match_text.sentence_about(words, session, f"cards.account.{action}", span.seat, cards=cards)
            )
    return " ".join(sentences)


def _drawn_card(positions: Sequence[Position], seat: Seat) -> str:
    before, after = (Counter(cards_of(position).hands[seat]) for position in positions)
    return TEXTS[min(after - before)]


def meld_owners(position: Position) -> dict[str, Seat]:
    """Return the seat that laid each meld, by the name of the meld ("m3")."""
    return {f"m{lying.id}": lying.by for lying in cards_of(position).melds}


def list_player_texts(words: Words, session: Session, shown_position: Position) -> dict[Seat, PlayerTexts]:
    """Return the texts about each player, by seat, that are shown beside the cards of a position."""
    position, is_over = cards_of(shown_position), session.match.outcome() is not None
    is_dealt, has_ended = position.phase != "deal", position.phase in ("end", "blocked")
    texts = {}
    names = [match_text.you_or_name(words, session, seat) for seat in range(len(session.players))]
    initials, meld_seats, persons = list_initials(names), set(meld_owners(position).values()), session.persons
    for seat, player in enumerate(session.players):
        card_count, total, points = len(position.hands[seat]) if is_dealt else 0, position.totals[seat], 0
        count = str(card_count) if is_dealt else ""
        if has_ended:
            points = position.row()[seat]
            count = words("score_sheet.won") if seat == position.winner else f"+{points}" if points else "–"
        has_opened, is_dealer = bool(position.opened and position.opened[seat]), is_dealt and position.dealer == seat
        tip_keys = {
            "level" if player.name else "computer": session.is_program(seat),
            "holds": is_dealt and not has_ended,
            "cost": has_ended,
            "total": True,
            "owner": seat in meld_seats,
            "opened": has_opened,
            "dealer": is_dealer,
        }
        name = names[seat]
        facts = {"name": name, "level": player.name, "n": card_count, "points": points, "total": total}
        facts["letter"] = initials[seat]
        texts[seat] = PlayerTexts(
            name,
            MeldOwner(seat, initials[seat]),
            count,
            words("cards.points", n=total),
            has_opened,
            is_dealer,
            not is_over and position.to_move == seat,
            " ".join(words(f"cards.plate.{key}", **facts) for key, is_shown in tip_keys.items() if is_shown),
            words("cards.in_hand", n=hand_points(position.hands[seat])) if is_dealt and persons == (seat,) else "",
        )
    return texts


def list_spellings(words: Words, move: Move) -> Sequence[str]:
    """Return the texts that can be typed for a move: a verb and its cards, with or without suits."""
    match move:
        case Draw():
            return [words("typed.ducale.draw")]
        case Take():
            return [words("typed.ducale.take")]
        case Discard():
            return _spell_cards(words, "discard", [TEXTS[move.card]])
        case Lay() | LayOff():
            cards = [TEXTS[card] for card in move.cards]
            verb = "lay" if isinstance(move, Lay) else "add"
            spellings = _spell_cards(words, verb, cards, str(move).partition("[")[2].removesuffix("]"))
            return spellings if isinstance(move, Lay) else _add_meld_number(words, spellings, move.id)
        case Rebuild():
            return [words("typed.ducale.shuffle")]
        case Swap():
            return _add_meld_number(words, _spell_cards(words, "swap", [TEXTS[move.card]]), move.id)
    return []


def _spell_cards(words: Words, verb_key: str, cards: Sequence[str], meld_text: str = "") -> list[str]:
    """Return spellings of a verb with cards: their codes, `meld_text`, ranks, names, and few cards in any order."""
    ranks = [card if card == "JK" else card[:-1] for card in cards]
    names = [card_name(words, card) for card in cards]
    bare_names = [re.split("[ ’]", name, maxsplit=1)[-1] for name in names]
    is_short = len(cards) <= MAX_ORDERED_CARDS and "JK" not in cards
    orders = permutations(cards) if is_short else ()
    # where the king isn't K, names come first: D could be a queen or diamonds
    usual_wording = tuple(cards if words("cards.rank.K") == "K" else bare_names)
    card_lists = ((meld_text,), tuple(ranks), tuple(names), tuple(bare_names), *orders)
    wordings = dict.fromkeys((usual_wording, tuple(cards), *card_lists))
    verb = words(f"typed.ducale.{verb_key}")
    return [f"{verb} {' '.join(wording)}" for wording in wordings if any(wording)]


def _add_meld_number(words: Words, spellings: Sequence[str], meld: int) -> list[str]:
    return [*spellings, *(f"{spelling} {words('typed.ducale.to')} {meld}" for spelling in spellings)]
