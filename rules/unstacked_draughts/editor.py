"""Editor for positions of Unstacked Draughts (README.md, sections 2 and 10).

Carrying a checker brings it down, sets it up again, bears it off or brings it back, if the result is a valid state:
as long as a side has a stack, none of its checkers can be off.
"""

from dataclasses import replace
from typing import Final

from rules.contract import Position, Remark, Table, Target, Token
from rules.teaching.editor import Draft, Editor, Field, Kind, other
from rules.unstacked_draughts.effects import BORNE_OFF, CHECKERS, TRAY, checkers, die_target
from rules.unstacked_draughts.engine.board import FACES, OFF, START, after, state_before
from rules.unstacked_draughts.moves import LETTERS
from rules.unstacked_draughts.state import GameState
from rules.unstacked_draughts.text import MAX_POINTS

MARKS: Final = ("-", "wv", "w^", "bv", "b^")  # of dice, as in `LyingRoll.marks`
_OTHER: Final = other("w", "b")
_OTHER_MARK: Final = {mark: _OTHER(mark[0]) + mark[1:] for mark in MARKS}
_NO_ROLL: Final = {
    "thrower": "-",
    "die1": "6",
    "mark1": "-",
    "die2": "5",
    "mark2": "-",
    "covers": "0",
    "locked": "no",
    "false_claims": "",
}


class CheckersEditor(Editor):
    """The editor of Unstacked Draughts. A draft's `cells` hold each side's state under its letter, `w` or `b`."""

    trays = ()

    def draft(self, position: Position) -> Draft:
        assert isinstance(position, GameState)
        (white, black), roll = position.points, position.roll
        state = {"side": "-" if position.next is None else LETTERS[position.next], "white": str(white)}
        state |= {"black": str(black), "goal": str(position.options.goal), **_NO_ROLL}
        if roll is not None:
            state |= {"thrower": LETTERS[roll.thrower], "die1": str(roll.dice[0]), "die2": str(roll.dice[1])}
            state |= {"mark1": roll.marks[0], "mark2": roll.marks[1]}
            state |= {"covers": str(roll.covers), "locked": "yes" if roll.locked else "no"}
            state["false_claims"] = "".join(f" {claim}" for claim in roll.false_claims)
        return Draft(dict(zip(LETTERS, position.sides, strict=True)), state)

    def text(self, draft: Draft) -> str:
        state = draft.state
        score = f"{state['white']}-{state['black']}/{state['goal']}"
        text = f"UD1 {draft.cells['w']} {draft.cells['b']} {state['side']} {score}"
        if state["thrower"] == "-":
            return text
        dice = f"{state['die1']}{state['mark1']} {state['die2']}{state['mark2']}"
        covers = "" if state["covers"] == "0" else f" c{state['covers']}"
        rest = f"{covers}{' !' if state['locked'] == 'yes' else ''}{state['false_claims']}"
        return f"{text} [{state['thrower']} {dice}{rest}]"

    def tokens(self, kind: Kind) -> tuple[Token, ...]:
        return (CHECKERS[LETTERS.index(kind)],)

    def table(self, draft: Draft) -> Table:
        tokens = dict(checkers([draft.cells[letter] for letter in LETTERS]))
        if draft.state["thrower"] != "-":
            for index in (0, 1):
                mark, face = draft.state[f"mark{index + 1}"], draft.state[f"die{index + 1}"]
                target = die_target(index, mark, draft.state["thrower"])
                tokens[target] = (Token(f"{'die' if mark == '-' else 'used'}-{face}"),)
        return tokens

    def describe_place(self, draft: Draft, at: Target) -> Remark:
        """Return a remark: `edge` or `front` {seat, point, count}, or `off` {seat, count}."""
        count = len(self.table(draft).get(at, ()))
        facts = {"seat": str(LETTERS.index(at[0])), "count": str(count)}
        if at in BORNE_OFF:
            return Remark("off", (at,), facts)
        return Remark("front" if at.endswith("-down") else "edge", (at,), {**facts, "point": at[1]})

    def grab_count(self, draft: Draft, at: Target) -> int:
        return 1

    def places(self, draft: Draft) -> tuple[Target, ...]:
        points = [f"{letter}{point}" for letter in LETTERS for point in FACES]
        return (*points, *(f"{point}-down" for point in points), *BORNE_OFF)

    def lay(self, draft: Draft, kind: Kind, at: Target) -> Draft:
        return draft

    def carry(self, draft: Draft, start: Target, end: Target) -> Draft:
        letter = start[0]
        if end == TRAY:
            end = f"{letter}-off"
        if end[0] != letter or end == start:
            return draft
        state, off = draft.cells[letter], f"{letter}-off"
        if end == off:
            point = start[1]
            changed = after(state, int(point)) if state[0] == "o" else None
        elif start == off:
            changed = state_before(state, int(end[1]), "^")
        elif start[1] != end[1]:
            changed = None
        elif end.endswith("-down"):
            changed = after(state, int(start[1])) if state[0] == "d" else None
        else:
            changed = state_before(state, int(start[1]), "v")
        return draft if changed is None else replace(draft, cells={**draft.cells, letter: changed})

    def lift(self, draft: Draft, at: Target) -> Draft:
        return draft if at in BORNE_OFF else self.carry(draft, at, f"{at[0]}-off")

    def fields(self, draft: Draft, at: Target | None) -> tuple[Field, ...]:
        state = draft.state
        found = [
            Field("side", "choice", state["side"], ("w", "b", "-")),
            Field("white", "number", state["white"], (), 0, MAX_POINTS),
            Field("black", "number", state["black"], (), 0, MAX_POINTS),
            Field("goal", "number", state["goal"], (), 1, MAX_POINTS),
            Field("thrower", "choice", state["thrower"], ("-", "w", "b")),
        ]
        if state["thrower"] != "-":
            for number in ("1", "2"):
                found.append(Field(f"die{number}", "number", state[f"die{number}"], (), 1, 6))
                found.append(Field(f"mark{number}", "choice", state[f"mark{number}"], MARKS))
            found.append(Field("covers", "number", state["covers"], (), 0, 99))
            found.append(Field("locked", "switch", state["locked"]))
        return tuple(found)

    def set_field(self, draft: Draft, name: str, value: str, at: Target | None) -> Draft:
        state = {**draft.state, name: value}
        if name in ("thrower", "die1", "mark1", "die2", "mark2"):
            state["false_claims"] = ""
        return replace(draft, state=state)

    def clear(self, draft: Draft) -> Draft:
        """Return White borne off, leading 1-0, and Black set up: a position with both sides borne off is invalid."""
        return Draft({"w": OFF, "b": START}, {**draft.state, **_NO_ROLL, "white": "1", "black": "0"})

    def mirror(self, draft: Draft) -> Draft:
        state = draft.state
        swapped = {
            "side": _OTHER(state["side"]),
            "white": state["black"],
            "black": state["white"],
            "thrower": _OTHER(state["thrower"]),
            "mark1": _OTHER_MARK[state["mark1"]],
            "mark2": _OTHER_MARK[state["mark2"]],
            "false_claims": "".join(
                f" {_OTHER(claim[0])}{claim[1:]}" for claim in reversed(state["false_claims"].split())
            ),
        }
        return Draft({"w": draft.cells["b"], "b": draft.cells["w"]}, {**state, **swapped})


EDITOR: Final = CheckersEditor()
