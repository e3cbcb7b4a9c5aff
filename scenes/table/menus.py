"""The commands that lead away from the table: its menu, and sheets and questions over it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from rules import abilities
from rules.ai.opponents import levels_of
from rules.contract import Seat
from rules.record import Player
from scenes.app import clipboard
from scenes.app.game_card import card_of
from scenes.app.navigation import open_screen
from scenes.table import match_text
from scenes.table.events import Command, EndMatch, Look, OfferDraw
from scenes.table.external_engines import SUBSTITUTE, TAKE_OVER, TRY_AGAIN, WAIT, describe_problem
from scenes.table.model import Trouble
from scenes.table.parts import parts_of
from scenes.table.requests import (
    OpenEditor,
    OpenMatch,
    OpenPause,
    OpenReview,
    OpenRulebook,
    OpenSettings,
    OpenSetup,
    OpenTryout,
    SaveRecord,
    ShowResult,
)
from scenes.table.session import Session, find_tryout_start
from scenes.ui.dialog import Answer, Dialog

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.surfaces.stage import Stage
    from scenes.table.access import TableAccess
    from scenes.table.mail import Mail


def can_edit_position(session: Session) -> bool:
    """Return whether the position on the board may be changed in the editor.

    Not with hidden cards, nor while the clocks of the rules would have to wait.
    """
    over = session.match.outcome() is not None
    timed = abilities.limits(session.match.position) is not None
    hidden = card_of(session.match.game.key).hidden_hands
    return session.game.teach.editor is not None and (over or not (timed or hidden))


class Menus:
    """The commands that open something over the table, or leave it."""

    def __init__(
        self,
        app: AppContext,
        table: TableAccess,
        stage: Stage,
        mail: Mail | None,
        lay: Callable[[Session], object],
    ) -> None:
        """Bind the commands to a table; `lay` opens another match in the place of this one."""
        self._app = app
        self._table = table
        self._stage = stage
        self._mail = mail
        self._lay = lay
        self._returns = False  # whether the screen above leads back to the result
        self._came: int | None = None  # the plies on the board when a review was opened, which leads back there
        self.actions: Mapping[str, Callable[[], object]] = {
            "menu": self._menu,
            "result": self.show_result,
            "rules": lambda: self.read_rules(stage.refusal_code),
            "settings": lambda: open_screen(app, OpenSettings()),
            "resign": self._resign,
            "offer": self._offer,
            "pause": self._pause,
            "rematch": self._rematch,
            "rematch-agreed": lambda: self._rematch(1),
            "new": self._new,
            "to-menu": self._to_menu,
            "quit": self._app.quit,
            "review": self._review,
            "try-out": self._try_out,
            "set-up": self._set_up,
            "leave": self._leave,
        }

    # --- over the table

    def show_result(self) -> None:
        """Open the sheet with the result, if the match has ended; the screens that it opens lead back to it."""

        def opens(action: str | None) -> None:
            self._returns = action not in ("look-back", "replay", "leave")

        if self._table.facts.match.outcome() is not None:
            if not self._table.facts.cursor.is_at_end:
                self._table.send(Look(len(self._table.facts.match.plies)))
            open_screen(self._app, self.result(), opens)

    def on_return(self, result: object) -> bool:
        """Handle the end of a screen above; return whether it led back to the sheet with the result."""
        back, self._returns = self._returns and result is None, self._returns and isinstance(result, str)
        came, self._came = self._came, None
        if back:
            self.show_result()
        elif came is not None:
            self._table.send(Look(came))
        return back

    def result(self) -> ShowResult:
        words, session, match = self._app.words, self._table.session, self._table.facts.match
        parts = parts_of(match.game.key)
        outcome = match.outcome()
        assert outcome is not None
        headline, reason = (
            match_text.winner_text(words, session, outcome),
            match_text.reason_text(words, session, outcome),
        )
        ratio, frame = self._table.board.ratio, parts.frame
        emblem = "ui/offer" if not outcome.winners else "" if match_text.has_lost(session, outcome) else "ui/crown"
        if session.is_tried_out:
            told = [words("tryout.about")]
            return ShowResult(headline, reason, told, ["leave", "replay"], ratio, frame, emblem)
        lines = [
            match_text.own_place(words, session, outcome),
            match_text.game_scores(words, session),
            match_text.score_text(words, session)
            if session.series.played
            else "",  # nothing, of a match from elsewhere
            match_text.next_begins(words, session),
            match_text.length_text(words, session),
        ]
        reviews = ["review"] if match.plies else []
        actions = [*self._rematches(), "replay", *reviews, *parts.list_reports(match), "new", "to-menu"]
        pad = parts.make_score_pad(self._app, session)
        return ShowResult(headline, reason, lines, actions, ratio, frame, emblem, tally=pad)

    def _rematches(self) -> list[str]:
        """Return the actions for another match: with the same options, or with others by agreement."""
        return ["rematch", *(["rematch-agreed"] if len(self._table.session.rematch_options) > 1 else [])]

    def _menu(self) -> None:
        table, session, match = self._table, self._table.session, self._table.facts.match
        if session.is_tried_out:
            open_screen(self._app, OpenPause(["go-on", "rules", "settings", "leave"], self._still))
            return
        over = match.outcome() is not None
        during = [] if over or not session.persons else ["offer", "resign"][not table.facts.ui.offers_draw :]
        looks = [*(["review"] if table.facts.can_review else []), *(["try-out"] if match.plies else [])]
        looks += ["set-up"] if can_edit_position(session) else []
        after = self._rematches() if over else []
        stops = ["pause"] if self._still and session.persons and not table.facts.model.is_halted else []
        offered = ["look-back" if over else "go-on", *stops, *after, "new", *looks]
        offered += [*self._copies(), "rules", "settings", *during]
        open_screen(self._app, OpenPause([*offered, "to-menu", "quit"], self._still))

    def _copies(self) -> list[str]:
        table, session = self._table, self._table.session
        if table.facts.chance.hides_texts:
            return []
        mail = any(player.kind == "mail" for player in session.players)
        written = [form.key for form in session.game.text.formats]
        formats = [f"copy-{key}" for key in written if len(written) == 1 or (key == "mail") == mail]
        letters: list[str] = []
        if self._mail is not None and self._mail.is_available and not session.has_programs:
            letters = ["copy-turn", *([] if table.facts.match.outcome() is not None else ["paste-turn"])]
        return ["copy-position", "copy-record", *formats, "save-file", *letters]

    def read_rules(self, code: str = "") -> None:
        """Open the rules at the clause of a refusal with this code; without one, at their beginning."""
        open_screen(
            self._app, OpenRulebook(self._table.facts.match.game.key, f"!{code}" if code else "", self._still)
        )

    @property
    def _still(self) -> str:
        """The words that clocks wait while another screen is open; empty without clocks."""
        match = self._table.facts.match
        clocked = self._table.facts.is_timed or (match.clock.control.minutes > 0 and match.outcome() is None)
        return self._app.words("clock.still") if clocked else ""

    def _speaker(self) -> Seat:
        """Return the seat that resigns or offers: the person to move, or the only person."""
        seat, persons = self._table.facts.match.position.to_move, self._table.session.persons
        return seat if seat in persons else persons[0]

    def _resign(self) -> None:
        seat, words, session = self._speaker(), self._app.words, self._table.session
        if not self._app.settings.confirm_resign:
            self._table.send(EndMatch("resigned", seat))
            return
        several = "_several" if session.match.seats > 2 else ""
        detail = match_text.of_seat(words, session, f"table.resign_ask{several}", seat)
        answers: list[Answer] = [
            (("resigned", other), words("mail.resigned", name=match_text.name_of(words, session, other)), "danger")
            for other, player in enumerate(session.players)
            if player.kind == "mail"
        ]
        answers.append((("resigned", seat), words("table.resign"), "danger"))
        answers.append((None, words("table.keep_playing"), "primary"))
        self._app.stack.push(Dialog(self._app, words("table.resign_title"), answers, detail))

    def _offer(self) -> None:
        """Offer a draw: a person is asked, a program answers at once."""
        table, words, seat = self._table, self._app.words, self._speaker()
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
        name, other = (match_text.name_of(words, table.session, one) for one in seats)
        made = words("table.offer_made", name=name, other=other)
        self._app.stack.push(Dialog(self._app, words("table.offer_title"), answers, made))

    def _pause(self) -> None:
        """Stop the clocks until all are ready; with several persons, ask the others first."""
        words, session, seat = self._app.words, self._table.session, self._speaker()
        if len(session.persons) == 1:
            self._table.send(Command.HALT)
            return
        answers: list[Answer] = [
            (None, words("clock.pause_decline"), "plain"),
            ("halt", words("clock.pause_accept"), "primary"),
        ]
        made = words("clock.pause_asked", name=match_text.name_of(words, session, seat))
        self._app.stack.push(Dialog(self._app, words("pause.pause"), answers, made))

    def ask_about(self, trouble: Trouble) -> None:
        """Ask what to do about an external engine that failed."""
        words = self._app.words
        answers: list[Answer] = [
            (TAKE_OVER, words("engine.take_over"), "plain"),
            (SUBSTITUTE, words("engine.level", name=self.find_substitute().name), "plain"),
            (TRY_AGAIN, words("engine.again"), "primary"),
        ]
        told = f"{describe_problem(words, trouble.code, trouble.facts)} {words('engine.waits')}"
        self._app.stack.push(Dialog(self._app, words("engine.title"), answers, told, cancel=WAIT))

    def find_substitute(self) -> Player:
        """Return the computer that plays on for an engine: the highest level of the game."""
        key = self._table.session.game.key
        level = levels_of(key)[-1].number
        return Player("computer", self._app.words(f"level.{key}.{level}.name"), level)

    # --- elsewhere

    def _rematch(self, agreed: int = 0) -> None:
        self._lay(self._table.session.rematch(self._app.storage, agreed))

    def take_over(self) -> None:
        """Open the match from its file; the window that had it only shows it then."""
        self._app.stack.pop()
        open_screen(self._app, OpenMatch(self._table.session.id, over=True))

    def _new(self) -> None:
        """Open the set-up; a match that begins there replaces this one."""
        request = OpenSetup(self._table.facts.match.game.key)
        open_screen(self._app, request, lambda begun: None if begun is None else self._lay(begun))

    def _to_menu(self) -> None:
        self._table.clear_table()
        self._app.stack.pop()
        while len(self._app.stack.scenes) > 1:  # a list of matches lies between
            self._app.stack.pop()

    def _review(self) -> None:
        if self._table.facts.can_review:
            cursor = self._table.facts.cursor
            self._came = cursor.shown if self._table.facts.match.outcome() is None else cursor.ply
            open_screen(self._app, OpenReview(self._table, self._stage))
        elif not self._table.session.is_tried_out:
            over = self._table.facts.match.outcome() is not None
            self._table.view.show_text(self._app.words("review.nothing" if over else "review.later"))

    def _try_out(self) -> None:
        table = self._table
        if table.session.is_tried_out or table.facts.chance.must_finish or table.facts.is_timed:
            return
        if find_tryout_start(table.session, table.facts.cursor.ply) is None:
            table.view.show_text(self._app.words("tryout.nowhere"))
            return
        open_screen(self._app, OpenTryout(table.session, table.facts.cursor.ply))

    def _set_up(self) -> None:
        """Open the editor with the position on the board, or with the start of the unfinished turn."""
        table, game, match = self._table, self._table.session.game, self._table.facts.match
        if game.teach.editor is None:
            return
        editor, positions = game.teach.editor(), match.positions[: table.facts.cursor.ply + 1]
        begun = (position for position in reversed(positions) if position.turn_started and editor.takes(position))
        open_screen(
            self._app,
            OpenEditor(game.key, next(begun, None), table.facts.model.bottom if table.facts.ui.can_flip else None),
        )

    def _leave(self) -> None:
        if self._table.session.is_tried_out:
            self._app.stack.pop()


class Exports:
    """The commands that copy or save a match."""

    def __init__(self, app: AppContext, table: TableAccess) -> None:
        self._app = app
        self._table = table
        formats = table.session.game.text.formats
        self.actions: Mapping[str, Callable[[], object]] = {
            "copy-position": self._copy_position,
            "copy-record": lambda: self._copy(table.session.write_export),
            **{f"copy-{form.key}": self._copier(form.suffix) for form in formats},
            "save-file": self._save_file,
        }

    def _secret(self) -> bool:
        """Return whether a copy would reveal what is hidden; if so, say that."""
        if self._table.facts.chance.hides_texts:
            self._table.view.show_text(self._app.words("cards.secret"))
        return self._table.facts.chance.hides_texts

    def _copy_position(self) -> None:
        position = self._table.facts.cursor.position
        if position.turn_started:
            self._copy(position.text, "table.position_copied")
        elif not self._secret():
            self._table.view.show_text(self._app.words("table.mid_turn"))

    def _copier(self, suffix: str) -> Callable[[], None]:
        return lambda: self._copy(self._table.session.record_writers()[suffix])

    def _copy(self, text: Callable[[], str], copied: str = "table.record_copied") -> None:
        if not self._secret():
            done = clipboard.set_clipboard_text(text())
            self._table.view.show_text(self._app.words(copied if done else "table.not_copied"))

    def _save_file(self) -> None:
        session = self._table.session
        if session.is_tried_out:  # what begins within a roll can't be written down either
            self._table.view.show_text(self._app.words("tryout.greeting"))
        elif not self._secret():
            open_screen(self._app, SaveRecord(session.write_export(), session.id, session.record_writers()))
