"""The sheet about the dice of a match: their results, the check of their seal, and claims."""

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
from rules.common.dice import check_throws, commands
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


def list_throws(match: Match) -> tuple[tuple[int, ...], ...]:
    """Return the faces of each throw: one for a throw that decides who begins, none for a covered or invalid one."""
    written_moves = [(ply.move.seat, str(ply.move)) for ply in match.plies]
    return tuple(
        tuple(int(letter) for letter in text if seat == NATURE and letter.isdigit())
        for seat, text in written_moves
        if seat == NATURE or text.endswith("-cover")
    )


@dataclass(frozen=True, slots=True)
class Reaction:
    """A claim or a cover, right or wrong."""

    ply: int  # its index
    kind: Literal["claim", "false_claim", "cover", "false_alarm"]
    die: int  # 0 for a cover
    seconds: float  # since the dice lay still; for a cover, since the throw


def list_reactions(match: Match, seat: Seat) -> list[Reaction]:
    reactions: list[Reaction] = []
    thrower: Seat | None = None
    roll_seconds = throw_seconds = 0.0
    for ply_number, (ply, position) in enumerate(zip(match.plies, match.positions, strict=False)):
        move = ply.move
        roll_seconds, throw_seconds = roll_seconds + ply.seconds, throw_seconds + ply.seconds
        if isinstance(move, Throw):
            throw_seconds = 0.0
        elif isinstance(move, Roll):
            thrower, roll_seconds = cast("Position", position).throwing_seat, 0.0
        elif move.seat != seat:
            continue
        elif isinstance(move, Cover):
            reactions.append(Reaction(ply_number, "cover" if move.right else "false_alarm", 0, throw_seconds))
        elif isinstance(move, FalseClaim):
            reactions.append(Reaction(ply_number, "false_claim", move.die, roll_seconds))
        elif isinstance(move, Use) and thrower not in (None, seat):
            reactions.append(Reaction(ply_number, "claim", move.die, roll_seconds))
    return reactions


MAX_MISSED_CLAIMS: Final = 12  # maximum number listed for each seat: the most costly ones


class ChanceReportScene(TabbedScene):
    """A sheet with tabs about the dice of a match.

    It closes with the result ("ply", n) to have the position after n plies shown.
    """

    max_width = 96.0
    title_key = "chance_report.title"

    def __init__(self, app: AppContext, session: Session, tab: str = "dice") -> None:
        """Open the sheet at a tab: "dice", "seal" or "heed"."""
        super().__init__(app, tab)
        self._session = session
        self._seal = SealedChance(session.record)
        self._positions = cast("Sequence[Position]", session.match.positions)

    def tabs(self) -> list[Tab]:
        pages = [("dice", self._fill_dice), ("seal", self._fill_seal)]
        if not abilities.shows_hints(self._session.match.start):
            pages.append(("heed", self._fill_attention))
        return [Tab(tab, self.app.words(f"chance_report.tab_{tab}"), fill) for tab, fill in pages]

    # --- the pages

    def _add_text(self, page: Group, text: str, colour: pygame.Color = SOFT_INK) -> None:
        Label(page, text, "body", colour, valign="top")

    def _fill_dice(self, page: Group) -> None:
        words, throws = self.app.words, list_throws(self._session.match)
        counts = Counts.of((faces[0], faces[1]) for faces in throws if len(faces) == 2)
        self._add_text(page, words("chance_report.thrown", n=counts.throws), INK)
        if counts.throws:
            face_count, double, simple = (
                words.format_number(round(expected, 1))
                for expected in (counts.expected_face(), counts.expected_roll((1, 1)), counts.expected_roll((2, 1)))
            )
            FaceCounts(page, "unstacked_draughts", counts.faces, words("chance_report.expected", n=face_count))
            if (verdict := counts.faces_test().verdict) != "few":  # that there are few throws is told once, below
                self._add_verdict(page, verdict)
            self.add_head(page, "chance_report.rolls")
            RollCounts(page, counts.rolls, words("chance_report.expected_rolls", double=double, simple=simple))
            self._add_verdict(page, counts.rolls_test().verdict)

    def _add_verdict(self, page: Group, verdict: str) -> None:
        self._add_text(
            page, self.app.words(f"chance_report.verdict.{verdict}"), OXBLOOD if verdict == "uneven" else INK
        )

    def _fill_seal(self, page: Group) -> None:
        words, seal, throws = self.app.words, self._seal, list_throws(self._session.match)
        if not seal.hash:
            self._add_text(page, words("chance_report.own_dice"))
            return
        self._add_text(
            page,
            words("chance_report.since", n=seal.throws_before_seal)
            if seal.throws_before_seal
            else words("chance_report.about_seal"),
        )
        self._add_text(page, words("chance_report.hash", hash=_group_digits(seal.hash)), INK)
        if seal.seed is None:
            self._add_text(page, words("chance_report.seed_later"))
        else:
            result = check_throws(seal.seed, seal.hash, throws, seal.throws_before_seal)
            self._add_text(page, words("chance_report.seed", seed=_group_digits(seal.seed)), INK)
            verdict = "honest" if result.is_honest else "broken" if not result.is_hash_right else "wrong"
            text = words(f"chance_report.check_{verdict}", n=len(result.wrong))
            self._add_text(page, text, INK if result.is_honest else OXBLOOD)
            self._add_text(page, words("chance_report.check_how"))
            for command in commands(seal.seed, len(throws)):
                Label(page, words("chance_report.command", command=command), "small", INK, valign="top")
        kind = "copy" if seal.seed is None else "copy_check"
        self._copy_button = Button(page, words(f"chance_report.{kind}"), self._copy_seal, icon="copy")

    def _copy_seal(self) -> None:
        from scenes.app.clipboard import set_clipboard_text

        seal = self._seal
        lines = () if seal.seed is None else commands(seal.seed, len(list_throws(self._session.match)))
        is_copied = set_clipboard_text("\n".join(lines or (seal.hash,)))
        self._copy_button.text = self.app.words("chance_report.copied" if is_copied else "table.not_copied")

    def _fill_attention(self, page: Group) -> None:
        words, session, match = self.app.words, self._session, self._session.match
        is_over = match.outcome() is not None
        missed = luck.list_missed_claims(self._positions) if is_over else []
        for seat in (0, 1):
            reactions, own_missed = list_reactions(match, seat), [claim for claim in missed if claim.seat == seat]
            counts = Counter(reaction.kind for reaction in reactions)
            Label(page, match_text.you_or_name(words, session, seat), "subheading")
            self._add_text(page, words("chance_report.claims", n=counts["claim"]), INK)
            if is_over:
                price = format_change(words, -sum(claim.price for claim in own_missed))
                self._add_text(page, words("chance_report.missed", n=len(own_missed), price=price), INK)
            if counts["false_claim"]:
                self._add_text(page, words("chance_report.false_claims", n=counts["false_claim"]), INK)
            alarms = counts["false_alarm"]
            self._add_text(page, words("chance_report.covers", n=counts["cover"], alarms=alarms), INK)
            if is_over:
                self._add_moments(page, own_missed, reactions)
        self._add_text(page, words("chance_report.about_heed" if is_over else "chance_report.heed_later"))

    def _add_moments(self, page: Group, missed: Sequence[luck.MissedClaim], reactions: Sequence[Reaction]) -> None:
        words, match = self.app.words, self._session.match
        moments: list[tuple[int, str]] = []
        for claim in nlargest(MAX_MISSED_CLAIMS, missed, key=lambda claim: claim.price):
            price = format_change(words, -claim.price)
            turn_ply = max(span.first for span in match.turns() if span.first <= claim.ply)
            moments.append((turn_ply, words("chance_report.missed_die", die=claim.die, price=price)))
        for reaction in reactions:
            if reaction.kind != "cover":
                seconds = words.format_number(round(reaction.seconds, 1))
                text = words(f"chance_report.{reaction.kind}_time", die=reaction.die, seconds=seconds)
                moments.append((reaction.ply, text))
        for ply, text in sorted(moments):  # each button shows the position at that moment
            Button(page, text, partial(self.app.stack.pop, ("ply", ply)), icon="next", align="left")

    # --- layout

    def page_layout(self, page: Group) -> Cell:
        """Return the layout of a page; buttons are in two columns where their texts fit."""
        px, parts = self.app.theme.px, list[Part]()
        for are_buttons, widgets in groupby(page.children, lambda widget: isinstance(widget, Button)):
            cells, gap = list(widgets), (px(1.5), px(0.8))
            if are_buttons:
                parts.append(Fitting([Grid(cells, 2, gap), Column(*cells, gap=gap[1])]))
            for cell in () if are_buttons else cells:
                if isinstance(cell, Label) and cell.role == "subheading" and parts:
                    parts.append(space(px(2)))
                parts.append(cell)
        return Column(*parts, gap=px(0.8))


def _group_digits(text: str) -> str:
    return " ".join(text[at : at + 8] for at in range(0, len(text), 8))
