"""Editor for positions of Ducale at the start of a turn, with every card of both packs (README.md, section 12).

A place is a hand, a pile, a meld, the felt (a new meld begins there), or a card in one; the rest is the stock.
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
from rules.ducale.effects import BACK, DISCARD, FELT, STOCK, TOKENS, places
from rules.ducale.melds import Meld, MeldError, joker_faces, meld_of, place_name, read_named
from rules.ducale.position import Position
from rules.ducale.position_reader import MOST, SEATS
from rules.teaching.editor import Draft, Editor, Field, Kind

_JOKER: Final = "JK"
_KEPT: Final = ("opts", "round", "lap", "dealer", "turn", "opened", "next_id", "rebuilds", "scores")


class CardsEditor(Editor):
    """The editor of Ducale; `cells` holds the cards of each place, separated by blanks, `state` has JSON."""

    trays = (*(tuple(f"{rank}{suit}" for rank in RANKS) for suit in SUITS), (_JOKER,))

    def takes(self, position: contract.Position) -> bool:
        """Accept the start of a turn, and a match before its deal: then a random deal is edited."""
        assert isinstance(position, Position)
        return position.phase in ("draw", "deal")

    def draft(self, position: contract.Position) -> Draft:
        assert isinstance(position, Position)
        if position.phase == "deal":
            position = position.play(sample(position, Random(1)))
        data = json.loads(position.text())
        cells = {f"h{seat}": " ".join(hand) for seat, hand in enumerate(data["hands"])}
        cells |= {STOCK: " ".join(data["stock"]), DISCARD: " ".join(data["discard"])}
        cells |= {f"m{one['id']}": " ".join(one["cards"]) for one in data["table"]}
        by = {f"by{one['id']}": str(one["by"]) for one in data["table"]}
        return Draft(cells, {**{part: json.dumps(data[part]) for part in _KEPT}, **by})

    def text(self, draft: Draft) -> str:
        data = json.loads(Position((), phase="draw").text())
        data |= {part: json.loads(draft.state[part]) for part in _KEPT}
        data["hands"] = [draft.cells[f"h{seat}"].split() for seat in range(self.seats(draft))]
        data["stock"], data["discard"] = draft.cells[STOCK].split(), draft.cells[DISCARD].split()
        data["table"] = [
            {"id": int(at[1:]), "by": int(draft.state[f"by{at[1:]}"]), "cards": draft.cells[at].split()}
            for at in sorted((at for at in draft.cells if at[0] == "m"), key=lambda at: int(at[1:]))
        ]
        return json.dumps(data, separators=(",", ":"))

    def seats(self, draft: Draft) -> int:
        return sum(at[0] == "h" for at in draft.cells)

    def tokens(self, kind: Kind) -> tuple[Token, ...]:
        return (TOKENS[read(kind)],)

    def name(self, kind: Kind) -> str:
        return kind

    def has_left(self, draft: Draft, kind: Kind) -> bool:
        return kind in draft.cells[STOCK].split()

    def grasp(self, draft: Draft, at: Target) -> int:
        return 1

    def describe_place(self, draft: Draft, at: Target) -> Remark:
        """Return `card` {card}, `hand` {seat, count}, or by name a pile, a `meld` or the `felt` {count}."""
        card = self._card(draft, at)
        if card is not None:
            return Remark("card", (at,), {"card": card})
        count = str(len(draft.cells.get(at, "").split()))
        if at[0] == "h":
            return Remark("hand", (at,), {"seat": at[1:], "count": count})
        return Remark(at if at in (STOCK, DISCARD, FELT) else "meld", (at,), {"count": count})

    def table(self, draft: Draft) -> Table:
        lying: dict[Target, tuple[Token, ...]] = {}
        for at, words in draft.cells.items():
            cards = words.split()
            if not cards:
                continue
            if at == STOCK:
                lying[at] = (BACK,) * len(cards)
            elif at == DISCARD:
                lying[at] = tuple(TOKENS[read(card)] for card in cards)
            elif at[0] == "h":
                hand = [read(card) for card in cards]
                lying |= {target: (TOKENS[card],) for target, card in places(int(at[1:]), hand)}
            else:
                tokens = (Token(card) if "=" in card else TOKENS[read(card)] for card in cards)
                lying |= {f"{at}:{name}": (token,) for name, token in zip(_names(cards), tokens, strict=True)}
        return lying

    def places(self, draft: Draft) -> tuple[Target, ...]:
        return (*draft.cells, FELT, *(at for at in self.table(draft) if ":" in at))

    def _card(self, draft: Draft, at: Target) -> str | None:
        group, colon, _ = at.partition(":")
        here = [target for target in self.table(draft) if target.startswith(f"{group}:")] if colon else []
        return draft.cells[group].split()[here.index(at)] if at in here else None

    # Edits

    def lay(self, draft: Draft, kind: Kind, at: Target) -> Draft:
        if not self.has_left(draft, kind):
            return draft
        return self._added(self._without(draft, STOCK, kind), kind, at)

    def carry(self, draft: Draft, start: Target, end: Target) -> Draft:
        group = start.partition(":")[0]
        cards = draft.cells.get(group, "").split()
        if not cards or end.partition(":")[0] == group:
            return draft
        card = self._card(draft, start) or (cards[0] if group == STOCK else cards[-1])
        return self._added(self._without(draft, group, card), _bare(card), end)

    def lift(self, draft: Draft, at: Target) -> Draft:
        """Move a card to the bottom of the stock."""
        card = self._card(draft, at)
        if card is None and at == DISCARD and draft.cells[DISCARD]:
            card = draft.cells[DISCARD].split()[-1]
        if card is None:
            return draft
        rest = self._without(draft, at.partition(":")[0], card)
        return replace(rest, cells={**rest.cells, STOCK: f"{rest.cells[STOCK]} {_bare(card)}".strip()})

    def _without(self, draft: Draft, group: Target, card: str) -> Draft:
        left = draft.cells[group].split()
        left.remove(card)
        if group[0] == "m" and not left:
            state = {part: value for part, value in draft.state.items() if part != f"by{group[1:]}"}
            return Draft({at: words for at, words in draft.cells.items() if at != group}, state)
        return replace(draft, cells={**draft.cells, group: _arranged(left) if group[0] == "m" else " ".join(left)})

    def _added(self, draft: Draft, card: str, at: Target) -> Draft:
        """Add a card to a place; on the stock it is drawn next."""
        group = at.partition(":")[0]
        if group not in draft.cells:
            number = json.loads(draft.state["next_id"])
            state = {**draft.state, "next_id": str(number + 1), f"by{number}": draft.state["turn"]}
            return Draft({**draft.cells, f"m{number}": card}, state)
        there = draft.cells[group].split()
        words = [card, *there] if group == STOCK else [*there, card]
        return replace(draft, cells={**draft.cells, group: _arranged(words) if group[0] == "m" else " ".join(words)})

    def fields(self, draft: Draft, at: Target | None) -> tuple[Field, ...]:
        seats = self.seats(draft)
        every = tuple(str(seat) for seat in range(seats))
        opened = json.loads(draft.state["opened"])
        found = [
            Field("seats", "number", str(seats), (), SEATS.start, SEATS.stop - 1),
            Field("turn", "choice", draft.state["turn"], every),
            Field("dealer", "choice", draft.state["dealer"], every),
            *(Field(f"opened.{seat}", "switch", ("no", "yes")[opened[seat]]) for seat in range(seats)),
            Field("lap", "number", draft.state["lap"], (), 1, MOST),
            Field("round", "number", draft.state["round"], (), 1, MOST),
            Field("rebuilds", "number", draft.state["rebuilds"], (), 0, MOST),
        ]
        group = (at or "").partition(":")[0]
        words = draft.cells.get(group, "").split() if group[:1] == "m" else []
        meant = next((word.partition("=")[2] for word in words if "=" in word), "")
        may = tuple(TEXTS[face] for face in joker_faces([read(_bare(word)) for word in words]))
        if meant in may:
            found.insert(0, Field("joker", "choice", meant, may, of_place=True))
        return tuple(found)

    def set_field(self, draft: Draft, name: str, value: str, at: Target | None) -> Draft:
        stem, _, number = name.partition(".")
        if stem == "seats":
            return self._seated(draft, int(value))
        if stem == "joker":
            group = (at or "").partition(":")[0]
            words = [f"{_JOKER}={value}" if "=" in word else word for word in draft.cells[group].split()]
            return replace(draft, cells={**draft.cells, group: _arranged(words)})
        if stem == "opened":
            opened = json.loads(draft.state["opened"])
            opened[int(number)] = value == "yes"
            value = json.dumps(opened)
        return replace(draft, state={**draft.state, stem: value})

    def _seated(self, draft: Draft, seats: int) -> Draft:
        gone = [draft.cells[f"h{seat}"] for seat in range(seats, self.seats(draft))]
        hands = {f"h{seat}": draft.cells.get(f"h{seat}", "") for seat in range(seats)}
        others = {at: words for at, words in draft.cells.items() if at[0] != "h"}
        state = {
            part: min(value, str(seats - 1), key=int) if _is_seat(part) else value
            for part, value in draft.state.items()
        }
        state["opened"] = json.dumps((json.loads(state["opened"]) + [False] * seats)[:seats])
        state["scores"] = json.dumps([(row + [0] * seats)[:seats] for row in json.loads(state["scores"])])
        return Draft({**hands, **others, STOCK: " ".join(filter(None, (others[STOCK], *gone)))}, state)

    def clear(self, draft: Draft) -> Draft:
        cards = sorted((_bare(word) for words in draft.cells.values() for word in words.split()), key=read)
        hands = {f"h{seat}": "" for seat in range(self.seats(draft))}
        opened = json.dumps([False] * self.seats(draft))
        state = {**{part: draft.state[part] for part in _KEPT}, "opened": opened}
        return Draft({**hands, STOCK: " ".join(cards), DISCARD: ""}, state)

    def mirror(self, draft: Draft) -> Draft:
        seats = self.seats(draft)
        hands = {f"h{seat}": draft.cells[f"h{(seat - 1) % seats}"] for seat in range(seats)}
        others = {at: words for at, words in draft.cells.items() if at[0] != "h"}
        state = {
            part: str((int(value) + 1) % seats) if _is_seat(part) else value for part, value in draft.state.items()
        }
        state["opened"] = json.dumps(_moved_on(json.loads(state["opened"])))
        state["scores"] = json.dumps([_moved_on(row) for row in json.loads(state["scores"])])
        return Draft({**hands, **others}, state)


def _is_seat(part: str) -> bool:
    return part in ("turn", "dealer") or part.startswith("by")


def _moved_on(row: Sequence[object]) -> list[object]:
    return [*row[-1:], *row[:-1]]


def _bare(word: str) -> str:
    return word.partition("=")[0]


def _arranged(words: Sequence[str]) -> str:
    """Return the cards of a meld in order, with the face of its joker; unchanged if they make no meld."""
    meant = next((word.partition("=")[2] for word in words if "=" in word), "")
    may = [TEXTS[face] for face in joker_faces([read(_bare(word)) for word in words])]
    face = meant if meant in may else (may[0] if may else "")
    named = [f"{_JOKER}={face}" if _bare(word) == _JOKER and face else _bare(word) for word in words]
    return str(_meld(named) or " ".join(named))


def _meld(words: Sequence[str]) -> Meld | None:
    try:
        return meld_of([read_named(word) for word in words])
    except MeldError:
        return None


def _names(words: Sequence[str]) -> list[str]:
    meld = _meld(words)
    if meld is not None:
        return [place_name(meld, number) for number in range(len(words))]
    return [f"{_bare(word)}#{number}" for number, word in enumerate(words)]


EDITOR: Final = CardsEditor()
