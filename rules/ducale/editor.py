"""Editor for positions of Ducale at the start of a turn (README.md, section 12).

Every card of both packs has a place: a card that is in no hand, meld or discard pile is in the stock. A card that is
dropped on the felt begins a new meld.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from rules import contract
from rules.contract import Remark, Table, Target, Token
from rules.ducale.cards import RANKS, SUITS, TEXTS, read
from rules.ducale.dealing import sample
from rules.ducale.effects import BACK, DISCARD, FELT, STOCK, TOKENS, hand_targets
from rules.ducale.melds import Meld, MeldError, joker_faces, make_meld, place_name, read_laid_card
from rules.ducale.position import Position
from rules.ducale.position_reader import MAX_NUMBER, SEATS
from rules.teaching.editor import Draft, Editor, Field, Kind

_JOKER: Final = "JK"
_STATE_KEYS: Final = ("opts", "round", "lap", "dealer", "turn", "opened", "next_id", "rebuilds", "scores")


class CardsEditor(Editor):
    """The editor of Ducale. A draft's `cells` hold the hands, piles and melds; its `state` holds the rest as JSON."""

    trays = (*(tuple(f"{rank}{suit}" for rank in RANKS) for suit in SUITS), (_JOKER,))

    def takes(self, position: contract.Position) -> bool:
        """Return whether a turn begins or the first deal is due, which `draft` then makes at random."""
        assert isinstance(position, Position)
        return position.phase in ("draw", "deal")

    def draft(self, position: contract.Position) -> Draft:
        assert isinstance(position, Position)
        if position.phase == "deal":
            position = position.play(sample(position, Random(1)))
        data = json.loads(position.text())
        cells = {f"h{seat}": " ".join(hand) for seat, hand in enumerate(data["hands"])}
        cells |= {STOCK: " ".join(data["stock"]), DISCARD: " ".join(data["discard"])}
        cells |= {f"m{meld['id']}": " ".join(meld["cards"]) for meld in data["table"]}
        owners = {f"by{meld['id']}": str(meld["by"]) for meld in data["table"]}
        return Draft(cells, {**{key: json.dumps(data[key]) for key in _STATE_KEYS}, **owners})

    def text(self, draft: Draft) -> str:
        data = json.loads(Position((), phase="draw").text())
        data |= {key: json.loads(draft.state[key]) for key in _STATE_KEYS}
        data["hands"] = [draft.cells[f"h{seat}"].split() for seat in range(self.seats(draft))]
        data["stock"], data["discard"] = draft.cells[STOCK].split(), draft.cells[DISCARD].split()
        data["table"] = [
            {"id": number, "by": int(draft.state[f"by{number}"]), "cards": draft.cells[f"m{number}"].split()}
            for number in sorted(int(group[1:]) for group in draft.cells if group[0] == "m")
        ]
        return json.dumps(data, separators=(",", ":"))

    def seats(self, draft: Draft) -> int:
        return sum(group[0] == "h" for group in draft.cells)

    def tokens(self, kind: Kind) -> tuple[Token, ...]:
        return (TOKENS[read(kind)],)

    def name(self, kind: Kind) -> str:
        return kind

    def has_left(self, draft: Draft, kind: Kind) -> bool:
        return kind in draft.cells[STOCK].split()

    def grab_count(self, draft: Draft, at: Target) -> int:
        return 1

    def describe_place(self, draft: Draft, at: Target) -> Remark:
        """Return a remark: `card` {card}, `hand` {seat, count}; `stock`, `discard`, `meld` or `felt` {count}."""
        card = self._card_at(draft, at)
        if card is not None:
            return Remark("card", (at,), {"card": card})
        count = str(len(draft.cells.get(at, "").split()))
        if at[0] == "h":
            return Remark("hand", (at,), {"seat": at[1:], "count": count})
        return Remark(at if at in (STOCK, DISCARD, FELT) else "meld", (at,), {"count": count})

    def table(self, draft: Draft) -> Table:
        tokens: dict[Target, tuple[Token, ...]] = {}
        for group, words in draft.cells.items():
            cards = words.split()
            if not cards:
                continue
            if group == STOCK:
                tokens[group] = (BACK,) * len(cards)
            elif group == DISCARD:
                tokens[group] = tuple(TOKENS[read(card)] for card in cards)
            elif group[0] == "h":
                hand = [read(card) for card in cards]
                tokens |= {target: (TOKENS[card],) for target, card in hand_targets(int(group[1:]), hand)}
            else:
                for name, card in zip(_place_names(cards), cards, strict=True):
                    tokens[f"{group}:{name}"] = (Token(card) if "=" in card else TOKENS[read(card)],)
        return tokens

    def places(self, draft: Draft) -> tuple[Target, ...]:
        return (*draft.cells, FELT, *(at for at in self.table(draft) if ":" in at))

    def _card_at(self, draft: Draft, at: Target) -> str | None:
        group, colon, _ = at.partition(":")
        targets = [target for target in self.table(draft) if target.startswith(f"{group}:")] if colon else []
        return draft.cells[group].split()[targets.index(at)] if at in targets else None

    def lay(self, draft: Draft, kind: Kind, at: Target) -> Draft:
        if not self.has_left(draft, kind):
            return draft
        return self._with_card(self._without_card(draft, STOCK, kind), kind, at)

    def carry(self, draft: Draft, start: Target, end: Target) -> Draft:
        group = start.partition(":")[0]
        cards = draft.cells.get(group, "").split()
        if not cards or end.partition(":")[0] == group:
            return draft
        card = self._card_at(draft, start) or (cards[0] if group == STOCK else cards[-1])
        return self._with_card(self._without_card(draft, group, card), _without_face(card), end)

    def lift(self, draft: Draft, at: Target) -> Draft:
        """Return the draft with a card moved to the bottom of the stock; of the discard pile, the top card."""
        card = self._card_at(draft, at)
        if card is None and at == DISCARD and draft.cells[DISCARD]:
            card = draft.cells[DISCARD].split()[-1]
        if card is None:
            return draft
        rest = self._without_card(draft, at.partition(":")[0], card)
        return replace(rest, cells={**rest.cells, STOCK: f"{rest.cells[STOCK]} {_without_face(card)}".strip()})

    def _without_card(self, draft: Draft, group: Target, card: str) -> Draft:
        left = draft.cells[group].split()
        left.remove(card)
        if group[0] == "m" and not left:
            state = {key: value for key, value in draft.state.items() if key != f"by{group[1:]}"}
            return Draft({place: words for place, words in draft.cells.items() if place != group}, state)
        return _with_cards(draft, group, left)

    def _with_card(self, draft: Draft, card: str, at: Target) -> Draft:
        """Return the draft with a card added at a target; on the stock it is drawn next."""
        group = at.partition(":")[0]
        if group not in draft.cells:
            number = json.loads(draft.state["next_id"])
            state = {**draft.state, "next_id": str(number + 1), f"by{number}": draft.state["turn"]}
            return Draft({**draft.cells, f"m{number}": card}, state)
        cards = draft.cells[group].split()
        return _with_cards(draft, group, [card, *cards] if group == STOCK else [*cards, card])

    def fields(self, draft: Draft, at: Target | None) -> tuple[Field, ...]:
        seats = self.seats(draft)
        seat_texts = tuple(str(seat) for seat in range(seats))
        opened = json.loads(draft.state["opened"])
        found = [
            Field("seats", "number", str(seats), (), SEATS.start, SEATS.stop - 1),
            Field("turn", "choice", draft.state["turn"], seat_texts),
            Field("dealer", "choice", draft.state["dealer"], seat_texts),
            *(Field(f"opened.{seat}", "switch", ("no", "yes")[opened[seat]]) for seat in range(seats)),
            Field("lap", "number", draft.state["lap"], (), 1, MAX_NUMBER),
            Field("round", "number", draft.state["round"], (), 1, MAX_NUMBER),
            Field("rebuilds", "number", draft.state["rebuilds"], (), 0, MAX_NUMBER),
        ]
        group = (at or "").partition(":")[0]
        words = draft.cells.get(group, "").split() if group[:1] == "m" else []
        face, possible_faces = _joker_faces(words)
        if face in possible_faces:
            found.insert(0, Field("joker", "choice", face, possible_faces, of_place=True))
        return tuple(found)

    def set_field(self, draft: Draft, name: str, value: str, at: Target | None) -> Draft:
        stem, _, number = name.partition(".")
        if stem == "seats":
            return self._with_seats(draft, int(value))
        if stem == "joker":
            group = (at or "").partition(":")[0]
            words = [f"{_JOKER}={value}" if "=" in word else word for word in draft.cells[group].split()]
            return _with_cards(draft, group, words)
        if stem == "opened":
            opened = json.loads(draft.state["opened"])
            opened[int(number)] = value == "yes"
            value = json.dumps(opened)
        return replace(draft, state={**draft.state, stem: value})

    def _with_seats(self, draft: Draft, seats: int) -> Draft:
        """Return the draft for another number of seats; cards of removed hands go to the stock."""
        removed_hands = [draft.cells[f"h{seat}"] for seat in range(seats, self.seats(draft))]
        hands = {f"h{seat}": draft.cells.get(f"h{seat}", "") for seat in range(seats)}
        others = {group: words for group, words in draft.cells.items() if group[0] != "h"}
        state = {
            key: min(value, str(seats - 1), key=int) if _is_seat(key) else value for key, value in draft.state.items()
        }
        state["opened"] = json.dumps((json.loads(state["opened"]) + [False] * seats)[:seats])
        state["scores"] = json.dumps([(row + [0] * seats)[:seats] for row in json.loads(state["scores"])])
        return Draft({**hands, **others, STOCK: " ".join(filter(None, (others[STOCK], *removed_hands)))}, state)

    def clear(self, draft: Draft) -> Draft:
        cards = sorted((_without_face(word) for words in draft.cells.values() for word in words.split()), key=read)
        hands = {f"h{seat}": "" for seat in range(self.seats(draft))}
        opened = json.dumps([False] * self.seats(draft))
        state = {**{key: draft.state[key] for key in _STATE_KEYS}, "opened": opened}
        return Draft({**hands, STOCK: " ".join(cards), DISCARD: ""}, state)

    def mirror(self, draft: Draft) -> Draft:
        seats = self.seats(draft)
        hands = {f"h{seat}": draft.cells[f"h{(seat - 1) % seats}"] for seat in range(seats)}
        others = {group: words for group, words in draft.cells.items() if group[0] != "h"}
        state = {key: str((int(value) + 1) % seats) if _is_seat(key) else value for key, value in draft.state.items()}
        state["opened"] = json.dumps(_rotated(json.loads(state["opened"])))
        state["scores"] = json.dumps([_rotated(row) for row in json.loads(state["scores"])])
        return Draft({**hands, **others}, state)


def _is_seat(key: str) -> bool:
    return key in ("turn", "dealer") or key.startswith("by")


def _rotated(row: Sequence[object]) -> list[object]:
    """Return the seats' values, each moved on to the next seat."""
    return [*row[-1:], *row[:-1]]


def _without_face(word: str) -> str:
    return word.partition("=")[0]


def _joker_faces(words: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Return the face of the joker among the cards of a meld, or "", and all faces that it may have."""
    face = next((word.partition("=")[2] for word in words if "=" in word), "")
    return face, tuple(TEXTS[possible] for possible in joker_faces([read(_without_face(word)) for word in words]))


def _with_cards(draft: Draft, group: Target, cards: Sequence[str]) -> Draft:
    return replace(draft, cells={**draft.cells, group: _meld_text(cards) if group[0] == "m" else " ".join(cards)})


def _meld_text(words: Sequence[str]) -> str:
    """Return the cards of a meld as text, in the order of the meld, or if they make no meld, in the given order.

    A joker without a face, or with an impossible one, gets the first possible face.
    """
    face, possible_faces = _joker_faces(words)
    if face not in possible_faces:
        face = possible_faces[0] if possible_faces else ""
    cards = [_without_face(word) for word in words]
    if face:
        cards = [f"{_JOKER}={face}" if card == _JOKER else card for card in cards]
    return str(_read_meld(cards) or " ".join(cards))


def _read_meld(words: Sequence[str]) -> Meld | None:
    try:
        return make_meld([read_laid_card(word) for word in words])
    except MeldError:
        return None


def _place_names(words: Sequence[str]) -> list[str]:
    meld = _read_meld(words)
    if meld is not None:
        return [place_name(meld, index) for index in range(len(words))]
    return [f"{_without_face(word)}#{index}" for index, word in enumerate(words)]


EDITOR: Final = CardsEditor()
