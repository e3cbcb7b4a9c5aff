"""The sheet about dice: their results, the check of the seal, and claims.

It pops with ("ply", n) to show the position after n plies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from heapq import nlargest
from itertools import groupby
from typing import TYPE_CHECKING, Final, Literal, cast

import pygame

from rules import abilities
from rules.common.dice import check, commands
from rules.common.dice_fairness import Counts
from rules.contract import NATURE, Seat
from rules.match import Match
from rules.unstacked_draughts import luck
from rules.unstacked_draughts.moves import Cover, FalseClaim, Roll, Throw, Use
from rules.unstacked_draughts.position import Position
from scenes.app.theme import INK, OXBLOOD, SOFT_INK
from scenes.games.unstacked_draughts.luck_story import format_change
from scenes.table import match_text
from scenes.table.sealed_chance import SealedChance
from scenes.ui.base import Group
from scenes.ui.button import Button
from scenes.ui.dice_charts import FaceCounts, RollCounts
from scenes.ui.form_scene import Tab, TabbedScene
from scenes.ui.label import Label
from scenes.ui.layout import Cell, Column, Fitting, Grid, Part, space

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.table.session import Session


def throws(match: Match) -> tuple[tuple[int, ...], ...]:
    """Return the faces of each throw: one where it decides who begins, none for covered or invalid throws."""
    words = [(ply.move.seat, str(ply.move)) for ply in match.plies]
    return tuple(
        tuple(int(letter) for letter in word if seat == NATURE and letter.isdigit())
        for seat, word in words
        if seat == NATURE or word.endswith("-cover")
    )


@dataclass(frozen=True, slots=True)
class Reaction:
    """A claim or a cover, right or false."""

    ply: int  # the number of positions before it
    kind: Literal["claim", "false_claim", "cover", "false_alarm"]
    die: int
    """The claimed die; 0 for a cover."""
    seconds: float  # seconds since the dice lay still, or since the throw for a cover


def list_reactions(match: Match, seat: Seat) -> list[Reaction]:
    found: list[Reaction] = []
    thrower: Seat | None = None
    since_roll = since_throw = 0.0
    for number, (ply, position) in enumerate(zip(match.plies, match.positions, strict=False)):
        move = ply.move
        since_roll, since_throw = since_roll + ply.seconds, since_throw + ply.seconds
        if isinstance(move, Throw):
            since_throw = 0.0
        elif isinstance(move, Roll):
            thrower, since_roll = cast("Position", position).flyer, 0.0
        elif move.seat != seat:
            continue
        elif isinstance(move, Cover):
            found.append(Reaction(number, "cover" if move.right else "false_alarm", 0, since_throw))
        elif isinstance(move, FalseClaim):
            found.append(Reaction(number, "false_claim", move.die, since_roll))
        elif isinstance(move, Use) and thrower not in (None, seat):
            found.append(Reaction(number, "claim", move.die, since_roll))
    return found


MOST_MISSED: Final = 12


class ChanceReportScene(TabbedScene):
    """A sheet with tabs about the dice of a match."""

    widest = 96.0
    titled = "chance_report.title"

    def __init__(self, app: AppContext, session: Session, tab: str = "dice") -> None:
        """`tab` is the open one: "dice", "seal" or "heed"."""
        super().__init__(app, tab)
        self._session = session
        self._seal = SealedChance(session.record)
        self._positions = cast("Sequence[Position]", session.match.positions)

    def tabs(self) -> list[Tab]:
        pages = [("dice", self._fill_dice), ("seal", self._fill_seal)]
        if not abilities.shows_hints(self._session.match.start):
            pages.append(("heed", self._fill_heed))
        return [Tab(tab, self.app.words(f"chance_report.tab_{tab}"), fill) for tab, fill in pages]

    # --- what is on the pages

    def _say(self, page: Group, text: str, colour: pygame.Color = SOFT_INK) -> None:
        Label(page, text, "body", colour, valign="top")

    def _fill_dice(self, page: Group) -> None:
        words, thrown = self.app.words, throws(self._session.match)
        counts = Counts.of((faces[0], faces[1]) for faces in thrown if len(faces) == 2)
        self._say(page, words("chance_report.thrown", n=counts.throws), INK)
        if counts.throws:
            one, double, simple = (
                words.number(round(expected, 1))
                for expected in (counts.expected_face(), counts.expected_roll((1, 1)), counts.expected_roll((2, 1)))
            )
            FaceCounts(page, "unstacked_draughts", counts.faces, words("chance_report.expected", n=one))
            if (verdict := counts.faces_test().verdict) != "few":  # it is mentioned once, below
                self._judge(page, verdict)
            self.add_head(page, "chance_report.rolls")
            RollCounts(page, counts.rolls, words("chance_report.expected_rolls", double=double, simple=simple))
            self._judge(page, counts.rolls_test().verdict)

    def _judge(self, page: Group, verdict: str) -> None:
        self._say(page, self.app.words(f"chance_report.verdict.{verdict}"), OXBLOOD if verdict == "uneven" else INK)

    def _fill_seal(self, page: Group) -> None:
        words, bag, thrown = self.app.words, self._seal, throws(self._session.match)
        if not bag.hash:
            self._say(page, words("chance_report.own_dice"))
            return
        self._say(
            page,
            words("chance_report.since", n=bag.throws_before_seal)
            if bag.throws_before_seal
            else words("chance_report.about_seal"),
        )
        self._say(page, words("chance_report.hash", hash=_spaced(bag.hash)), INK)
        if bag.seed is None:
            self._say(page, words("chance_report.seed_later"))
        else:
            found = check(bag.seed, bag.hash, thrown, bag.throws_before_seal)
            self._say(page, words("chance_report.seed", seed=_spaced(bag.seed)), INK)
            told = "honest" if found.honest else "broken" if not found.sealed else "wrong"
            text = words(f"chance_report.check_{told}", n=len(found.wrong))
            self._say(page, text, INK if found.honest else OXBLOOD)
            self._say(page, words("chance_report.check_how"))
            for command in commands(bag.seed, len(thrown)):
                Label(page, words("chance_report.command", command=command), "small", INK, valign="top")
        kind = "copy" if bag.seed is None else "copy_check"
        self._copy = Button(page, words(f"chance_report.{kind}"), self._copy_seal, icon="copy")

    def _copy_seal(self) -> None:
        from scenes.app.clipboard import set_clipboard_text

        bag = self._seal
        checks = () if bag.seed is None else commands(bag.seed, len(throws(self._session.match)))
        done = set_clipboard_text("\n".join(checks or (bag.hash,)))
        self._copy.text = self.app.words("chance_report.copied" if done else "table.not_copied")

    def _fill_heed(self, page: Group) -> None:
        words, session, match = self.app.words, self._session, self._session.match
        over = match.outcome() is not None
        missed = luck.list_missed_claims(self._positions) if over else []
        for seat in (0, 1):
            reactions, own = list_reactions(match, seat), [one for one in missed if one.seat == seat]
            counts = Counter(one.kind for one in reactions)
            Label(page, match_text.address_of(words, session, seat), "subheading")
            self._say(page, words("chance_report.claims", n=counts["claim"]), INK)
            if over:
                price = format_change(words, -sum(one.price for one in own))
                self._say(page, words("chance_report.missed", n=len(own), price=price), INK)
            if counts["false_claim"]:
                self._say(page, words("chance_report.false_claims", n=counts["false_claim"]), INK)
            alarms = counts["false_alarm"]
            self._say(page, words("chance_report.covers", n=counts["cover"], alarms=alarms), INK)
            if over:
                self._list_moments(page, own, reactions)
        self._say(page, words("chance_report.about_heed" if over else "chance_report.heed_later"))

    def _list_moments(self, page: Group, lost: Sequence[luck.MissedClaim], reactions: Sequence[Reaction]) -> None:
        words, match = self.app.words, self._session.match
        found: list[tuple[int, str]] = []
        for one in nlargest(MOST_MISSED, lost, key=lambda one: one.price):
            price = format_change(words, -one.price)
            lies = max(span.first for span in match.turns() if span.first <= one.ply)  # the current roll
            found.append((lies, words("chance_report.missed_die", die=one.die, price=price)))
        for act in reactions:
            if act.kind != "cover":
                seconds = words.number(round(act.seconds, 1))
                found.append((act.ply, words(f"chance_report.{act.kind}_time", die=act.die, seconds=seconds)))
        for ply, text in sorted(found):
            Button(page, text, partial(self.app.stack.pop, ("ply", ply)), icon="next", align="left")

    # --- layout

    def page_layout(self, page: Group) -> Cell:
        """Return the layout of a page, with buttons in two columns where their texts fit."""
        px, parts = self.app.theme.px, list[Part]()
        for are_keys, widgets in groupby(page.children, lambda widget: isinstance(widget, Button)):
            cells, gap = list(widgets), (px(1.5), px(0.8))
            if are_keys:
                parts.append(Fitting([Grid(cells, 2, gap), Column(*cells, gap=gap[1])]))
            for cell in () if are_keys else cells:
                if isinstance(cell, Label) and cell.role == "subheading" and parts:
                    parts.append(space(px(2)))
                parts.append(cell)
        return Column(*parts, gap=px(0.8))


def _spaced(text: str) -> str:
    return " ".join(text[at : at + 8] for at in range(0, len(text), 8))
