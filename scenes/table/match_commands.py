"""The commands of a match's menu: resigning, draw offers, pauses, rematch, review, and the result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from rules import abilities
from rules.ai.opponents import levels_of
from rules.contract import Seat
from rules.record import Player
from scenes.app.game_card import card_of
from scenes.app.navigation import open_screen
from scenes.table import match_text, result_text
from scenes.table.events import Command, EndMatch, OfferDraw, ShowPly
from scenes.table.external_engines import SUBSTITUTE, TAKE_OVER, TRY_AGAIN, WAIT, describe_problem
from scenes.table.game_parts import parts_of
from scenes.table.model import Trouble
from scenes.table.screen_requests import (
    OpenEditor,
    OpenMatch,
    OpenPause,
    OpenReview,
    OpenRulebook,
    OpenSettings,
    OpenSetup,
    OpenTryout,
    ShowResult,
)
from scenes.table.session import Session, find_tryout_start
from scenes.ui.dialog import Answer, Dialog

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.surfaces.stage import Stage
    from scenes.table.mail import Mail
    from scenes.table.table_access import TableAccess


def can_edit_position(session: Session) -> bool:
    """Return whether the position on the board may be opened in the editor.

    In a match that goes on, cards may be hidden, and a turn clock can't wait.
    """
    is_over = session.match.outcome() is not None
    is_timed = abilities.limits(session.match.position) is not None
    is_hidden = card_of(session.match.game.key).hidden_hands
    return session.game.teach.editor is not None and (is_over or not (is_timed or is_hidden))


class MatchMenu:
    """The commands that open something over the table or leave the table."""

    def __init__(
        self,
        app: AppContext,
        table: TableAccess,
        stage: Stage,
        mail: Mail | None,
        replace_match: Callable[[Session], object],
    ) -> None:
        """Bind the commands to a table; `replace_match` opens another match in the place of this one."""
        self._app = app
        self._table = table
        self._stage = stage
        self._mail = mail
        self._replace_match = replace_match
        self._returns_to_result = False  # whether the result is shown again when the open screen closes
        self._ply_before_review: int | None = None  # the ply to show when the open review closes
        self.actions: Mapping[str, Callable[[], object]] = {
            "menu": self._open_menu,
            "result": self.show_result,
            "rules": lambda: self.read_rules(stage.refusal_code),
            "settings": lambda: open_screen(app, OpenSettings()),
            "resign": self._ask_to_resign,
            "offer": self._offer_draw,
            "pause": self._ask_for_pause,
            "rematch": self._rematch,
            "rematch-agreed": lambda: self._rematch(1),
            "new": self._open_setup,
            "to-menu": self._leave_to_menu,
            "quit": self._app.quit,
            "review": self._open_review,
            "try-out": self._open_tryout,
            "set-up": self._open_editor,
            "leave": self._leave_tryout,
        }

    # --- over the table

    def show_result(self) -> None:
        """Open the sheet with the result, if the match has ended; screens opened from there lead back to it."""

        def note_action(action: str | None) -> None:
            self._returns_to_result = action not in ("look-back", "replay", "leave")

        if self._table.facts.match.outcome() is not None:
            if not self._table.facts.cursor.is_at_end:
                self._table.send(ShowPly(len(self._table.facts.match.plies)))
            open_screen(self._app, self.make_result_request(), note_action)

    def on_return(self, result: object) -> bool:
        """Handle the closing of a screen over the table; return whether the result was opened again."""
        was_over_result, ply = self._returns_to_result, self._ply_before_review
        self._returns_to_result, self._ply_before_review = was_over_result and isinstance(result, str), None
        if was_over_result and result is None:
            self.show_result()
            return True
        if ply is not None:
            self._table.send(ShowPly(ply))
        return False

    def make_result_request(self) -> ShowResult:
        """Return the request for the sheet with the result of the match, which must be over."""
        words, session, match = self._app.words, self._table.session, self._table.facts.match
        parts = parts_of(match.game.key)
        outcome = match.outcome()
        assert outcome is not None
        headline = result_text.winner_text(words, session, outcome)
        reason = result_text.reason_text(words, session, outcome)
        ratio, frame = self._table.board.ratio, parts.frame
        emblem = "" if result_text.has_only_person_lost(session, outcome) else "ui/crown"
        emblem = emblem if outcome.winners else "ui/offer"
        if session.is_tried_out:
            lines = [words("tryout.about")]
            return ShowResult(headline, reason, lines, ["leave", "replay"], ratio, frame, emblem)
        has_score = session.series.played > 0  # a match from elsewhere has none
        lines = [
            result_text.place_text(words, session, outcome),
            result_text.game_scores_text(words, session),
            result_text.score_text(words, session) if has_score else "",
            result_text.next_match_text(words, session),
            result_text.length_text(words, session),
        ]
        reviews = ["review"] if match.plies else []
        actions = [*self._rematch_actions(), "replay", *reviews, *parts.list_reports(match), "new", "to-menu"]
        pad = parts.make_score_pad(self._app, session)
        return ShowResult(headline, reason, lines, actions, ratio, frame, emblem, make_tally=pad)

    def _rematch_actions(self) -> list[str]:
        """Return the actions for another match: with the same options, or with others by agreement."""
        return ["rematch", *(["rematch-agreed"] if len(self._table.session.rematch_options) > 1 else [])]

    def _open_menu(self) -> None:
        table, session, match = self._table, self._table.session, self._table.facts.match
        if session.is_tried_out:
            open_screen(self._app, OpenPause(["go-on", "rules", "settings", "leave"], self._clock_hint))
            return
        is_over = match.outcome() is not None
        can_pause = self._clock_hint and session.persons and not table.facts.model.is_halted
        actions = ["look-back" if is_over else "go-on", *(["pause"] if can_pause else [])]
        actions += [*(self._rematch_actions() if is_over else []), "new"]
        actions += ["review"] if table.facts.can_review else []
        actions += ["try-out"] if match.plies else []
        actions += ["set-up"] if can_edit_position(session) else []
        actions += [*self._copy_actions(), "rules", "settings"]
        if session.persons and not is_over:
            actions += ["offer", "resign"] if table.facts.ui.offers_draw else ["resign"]
        open_screen(self._app, OpenPause([*actions, "to-menu", "quit"], self._clock_hint))

    def _copy_actions(self) -> list[str]:
        table, session = self._table, self._table.session
        if table.facts.chance.hides_texts:
            return []
        is_by_mail = any(player.kind == "mail" for player in session.players)
        keys = [form.key for form in session.game.text.formats]
        formats = [f"copy-{key}" for key in keys if len(keys) == 1 or (key == "mail") == is_by_mail]
        mail_actions: list[str] = []
        if self._mail is not None and self._mail.is_available and not session.has_programs:
            mail_actions = ["copy-turn", *([] if table.facts.match.outcome() is not None else ["paste-turn"])]
        return ["copy-position", "copy-record", *formats, "save-file", *mail_actions]

    def read_rules(self, code: str = "") -> None:
        """Open the rulebook at the clause of a refusal with this code, or at its beginning if `code` is empty."""
        open_screen(
            self._app, OpenRulebook(self._table.facts.match.game.key, f"!{code}" if code else "", self._clock_hint)
        )

    @property
    def _clock_hint(self) -> str:
        """The text that says that clocks stand still while another screen is open; empty without clocks."""
        match = self._table.facts.match
        has_clock = self._table.facts.is_timed or (match.clock.control.minutes > 0 and match.outcome() is None)
        return self._app.words("clock.still") if has_clock else ""

    def _deciding_seat(self) -> Seat:
        """Return the seat for which a person resigns or offers: the seat to move, or the first person's."""
        seat, persons = self._table.facts.match.position.to_move, self._table.session.persons
        return seat if seat in persons else persons[0]

    def _ask_to_resign(self) -> None:
        """Resign, after a question if the settings want one. Its answers also offer that a mail player resigned."""
        seat, words, session = self._deciding_seat(), self._app.words, self._table.session
        if not self._app.settings.confirm_resign:
            self._table.send(EndMatch("resigned", seat))
            return
        key = "table.resign_ask_several" if session.match.seats > 2 else "table.resign_ask"
        detail = match_text.sentence_about(words, session, key, seat)
        answers: list[Answer] = [
            (("resigned", other), words("mail.resigned", name=match_text.name_of(words, session, other)), "danger")
            for other, player in enumerate(session.players)
            if player.kind == "mail"
        ]
        answers.append((("resigned", seat), words("table.resign"), "danger"))
        answers.append((None, words("table.keep_playing"), "primary"))
        self._app.stack.push(Dialog(self._app, words("table.resign_title"), answers, detail))

    def _offer_draw(self) -> None:
        """Offer a draw: programs answer at once, otherwise the other person is asked."""
        table, words, seat = self._table, self._app.words, self._deciding_seat()
        computers = [other for other in range(table.facts.match.seats) if table.session.is_program(other)]
        self._app.sound.play("offer")
        if computers:
            table.send(OfferDraw(seat))
            return
        answers: list[Answer] = [
            (None, words("table.offer_decline"), "primary"),
            (("agreed", seat), words("table.offer_accept"), "plain"),
        ]
        seats = seat, (seat + 1) % table.facts.match.seats
        name, other = (match_text.name_of(words, table.session, side) for side in seats)
        text = words("table.offer_made", name=name, other=other)
        self._app.stack.push(Dialog(self._app, words("table.offer_title"), answers, text))

    def _ask_for_pause(self) -> None:
        """Stop the clocks until all are ready; where several persons play, ask the others first."""
        words, session, seat = self._app.words, self._table.session, self._deciding_seat()
        if len(session.persons) == 1:
            self._table.send(Command.PAUSE_MATCH)
            return
        answers: list[Answer] = [
            (None, words("clock.pause_decline"), "plain"),
            ("halt", words("clock.pause_accept"), "primary"),
        ]
        text = words("clock.pause_asked", name=match_text.name_of(words, session, seat))
        self._app.stack.push(Dialog(self._app, words("pause.pause"), answers, text))

    def ask_about(self, trouble: Trouble) -> None:
        """Ask what to do about an external engine that failed."""
        words = self._app.words
        answers: list[Answer] = [
            (TAKE_OVER, words("engine.take_over"), "plain"),
            (SUBSTITUTE, words("engine.level", name=self.find_substitute().name), "plain"),
            (TRY_AGAIN, words("engine.again"), "primary"),
        ]
        text = f"{describe_problem(words, trouble.code, trouble.facts)} {words('engine.waits')}"
        self._app.stack.push(Dialog(self._app, words("engine.title"), answers, text, cancel=WAIT))

    def find_substitute(self) -> Player:
        """Return the computer that takes over from a failed engine: the highest level of the game."""
        key = self._table.session.game.key
        level = levels_of(key)[-1].number
        return Player("computer", self._app.words(f"level.{key}.{level}.name"), level)

    # --- elsewhere

    def _rematch(self, agreed: int = 0) -> None:
        self._replace_match(self._table.session.rematch(self._app.storage, agreed))

    def take_over(self) -> None:
        """Open the match from its file; the window that had it only shows it from then on."""
        self._app.stack.pop()
        open_screen(self._app, OpenMatch(self._table.session.id, takes_over=True))

    def _open_setup(self) -> None:
        """Open the set-up of a new match, which replaces this one."""
        request = OpenSetup(self._table.facts.match.game.key)
        open_screen(self._app, request, lambda session: None if session is None else self._replace_match(session))

    def _leave_to_menu(self) -> None:
        self._table.forget_open()
        self._app.stack.pop()
        while len(self._app.stack.scenes) > 1:  # there may be a list of matches in between
            self._app.stack.pop()

    def _open_review(self) -> None:
        """Open the review, or say why the match can't be reviewed now."""
        if self._table.facts.can_review:
            cursor = self._table.facts.cursor
            self._ply_before_review = cursor.shown_ply if self._table.facts.match.outcome() is None else cursor.ply
            open_screen(self._app, OpenReview(self._table, self._stage))
        elif not self._table.session.is_tried_out:
            is_over = self._table.facts.match.outcome() is not None
            self._table.view.show_text(self._app.words("review.nothing" if is_over else "review.later"))

    def _open_tryout(self) -> None:
        """Open a try-out of the shown position, or say that none can begin there."""
        table = self._table
        if table.session.is_tried_out or table.facts.chance.has_unskippable_animation or table.facts.is_timed:
            return
        if find_tryout_start(table.session, table.facts.cursor.ply) is None:
            table.view.show_text(self._app.words("tryout.nowhere"))
            return
        open_screen(self._app, OpenTryout(table.session, table.facts.cursor.ply))

    def _open_editor(self) -> None:
        """Open the editor with the position on the board, or with the start of the unfinished turn."""
        table, game, match = self._table, self._table.session.game, self._table.facts.match
        if game.teach.editor is None:
            return
        editor, positions = game.teach.editor(), match.positions[: table.facts.cursor.ply + 1]
        complete = (position for position in reversed(positions) if position.turn_started and editor.takes(position))
        bottom_seat = table.facts.model.bottom_seat if table.facts.ui.can_flip else None
        open_screen(self._app, OpenEditor(game.key, next(complete, None), bottom_seat))

    def _leave_tryout(self) -> None:
        if self._table.session.is_tried_out:
            self._app.stack.pop()
