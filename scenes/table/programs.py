"""The programs at the table: whom to ask, when, and what becomes of the answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import takewhile
from random import Random
from typing import TYPE_CHECKING, Final

from rules import abilities
from rules.ai.external import External
from rules.ai.opponents import levels_of
from rules.ai.questions import Analyse, Answer, Choose, ChooseByEngine, React
from rules.contract import NATURE, Move, Position, Seat
from rules.record import Player
from scenes.table.engine_client import Thinker
from scenes.table.external_engines import (
    FAULT,
    HEADER,
    SUBSTITUTE,
    TAKE_OVER,
    USUAL,
    WAIT,
    Limit,
    Trouble,
    refusal,
    sentence,
)
from scenes.table.policy import HINT_SECONDS, LONGEST_PACE, PATIENT_TURNS, TIME_SHARE, TURN_PACE, TURNS_LEFT

if TYPE_CHECKING:
    from scenes.table.facts import MatchHost

LOOK: Final = 0.015
"""Seconds between two looks for an answer."""


class Programs:
    """The computer players of one match, and the adviser behind the hint key: one process for all."""

    def __init__(self, match: MatchHost) -> None:
        self._table = match
        self._key = match.session.game.key
        self.thinker = Thinker(match.storage.log, engines=match.storage.engines, now=match.now)
        self.asked: Seat | None = None
        """The seat that is being thought for."""
        self.advising = False
        """A hint is being looked for."""
        self.trouble: Trouble | None = None
        """What keeps an engine from going on: nobody is asked for its turn until that is solved or the match went
        another way."""
        self._unsaid = False
        """The trouble came up before anybody was asked."""
        self._watchers: list[Seat] = []
        self._let = False
        """The persons have had time enough for what a throw would end."""
        self._reactions: list[tuple[float, Move]] = []
        self._watched: Position | None = None
        """The position that the watchers are asked about, while they are."""
        self._scores: dict[Seat, list[int]] = {}
        self._dice = Random()
        self._attention = self._dice.getrandbits(32)
        """What the computer notices in this match depends on this seed."""
        self._turn: tuple[Move, ...] | None = None
        self._asked_at = self._due = 0.0

    @property
    def answered(self) -> bool:
        """Whether a turn waits for its moment."""
        return self._turn is not None

    @property
    def busy(self) -> bool:
        """Whether an answer is waited for, or waits for its moment."""
        return self.answered or self.thinker.busy

    @property
    def watched(self) -> bool:
        """Whether `update` has an answer to look for."""
        return self.thinker.watched or self._unsaid

    # --- asking

    def ask(self) -> None:
        """Whoever is a program may move too, or has to: it is asked, if it isn't being asked already."""
        table, position = self._table, self._table.match.position
        if self.answered or self.asked is not None:
            return
        self._asked_at = table.now()
        if not abilities.shows_hints(position):
            if table.chance.opening_move() is None:
                self._attend(position)
        elif not table.waiting and table.session.computer(position.to_move) and self.trouble is None:
            self._think(position)

    def _think(self, position: Position) -> None:
        table, seat, memory = self._table, position.to_move, self._table.settings.memory
        player = table.session.players[seat]
        self.asked, self.advising = seat, False
        if player.kind != "engine":
            seconds, seed = self._allowed(self._asked_at), self._dice.getrandbits(32)
            view = abilities.seen_by(position, seat)
            self.thinker.ask(Choose(self._key, view, player.level, seconds=seconds, seed=seed, memory=memory))
            return
        path = table.settings.engine
        refused = refusal(path) if path else ("none", {"engine": player.name})
        if refused is None:
            self.thinker.ask(self._question_for_engine(position))
            return
        if path:
            table.storage.log(f"An engine was not run: {refused[1]}")
        self.asked = None
        self.trouble, self._unsaid = Trouble(seat, *refused), True

    def _allowed(self, now: float) -> float | None:
        """Seconds that the clocks leave for the turn of whoever is to move; None where none runs."""
        match = self._table.match
        turn, control = match.turn_left(now), match.clock.control
        if turn is not None:
            return TIME_SHARE * turn
        left = match.clock.left(match.position.to_move, now)
        return min(left / TURNS_LEFT + TIME_SHARE * control.increment, TIME_SHARE * left) if control.minutes else None

    def _attend(self, position: Position) -> None:
        """Ask all programs what they do by themselves, and when: the first one does it."""
        computer = self._table.session.computer
        self._watchers = sorted(seat for seat in position.actors() if seat >= 0 and computer(seat))
        self._reactions, self._watched, self._let = [], position, False
        self._ask_watcher()

    def _ask_watcher(self) -> None:
        assert self._watched is not None
        if self._watchers:
            seat = self.asked = self._watchers.pop(0)
            view = abilities.seen_by(self._watched, self._watched.to_move)
            level, memory = self._table.session.players[seat].level, self._table.settings.memory
            self.thinker.ask(React(self._key, view, seat, level, self._attention, memory=memory))

    def advise(self) -> None:
        """Look for a hint."""
        table, position = self._table, self._table.match.position
        if table.mine and table.clock is None and not self.thinker.busy:
            self.asked, self.advising = None, True
            view, memory = abilities.seen_by(position, position.to_move), table.settings.memory
            self.thinker.ask(Analyse(self._key, view, seconds=HINT_SECONDS, memory=memory))
            table.note = table.words("table.hint_wait")

    def _question_for_engine(self, position: Position) -> ChooseByEngine:
        """With all that was played, as far as its seat may see it, so that it sees repetitions.

        The file is the one of the settings: a record from somebody else must not name a program to run.
        """
        match, seat, headers = self._table.match, position.to_move, self._table.session.record.extra
        limit = Limit.read(headers.get(HEADER)) or USUAL
        caps = [seconds for seconds in (limit.seconds, self._allowed(self._asked_at)) if seconds is not None]
        return ChooseByEngine(
            self._key,
            External(self._table.settings.engine),
            abilities.seen_by(position, seat),
            abilities.seen_by(match.start, seat),
            nodes=limit.nodes,
            seconds=min(caps, default=None),
            memory=self._table.settings.memory,
            moves=tuple(
                abilities.redact(before, ply.move, seat)
                for before, ply in zip(match.positions, match.plies, strict=False)
            ),
        )

    def forget(self) -> None:
        """The match goes another way: nothing that was asked is wanted any more."""
        advising = self.advising
        self.asked, self.advising, self.trouble, self._unsaid, self._turn = None, False, None, False, None
        self._watchers, self._reactions, self._watched = [], [], None
        self.thinker.cancel()
        if advising:
            self._forget_hand()

    def _forget_hand(self) -> None:
        """The adviser was shown a person's hand: where hands are hidden no opponent thinks in the same process."""
        if self._table.match.hides:
            self.thinker.close(wait=False)

    # --- answers

    def update(self, now: float) -> None:
        """Take what came back, and play the turn whose moment has come."""
        if self._unsaid:
            self._unsaid = False
            self._failed(hint=False)
        elif (answer := self.thinker.poll()) is not None:
            self._take(answer, now)
        if self._turn is not None and self._rests and not self._may_move:
            self._due = max(self._due, now + self.pause)
        if self._turn is not None and now >= self._due and self._may_move and not self.waits:
            self._play(self._turn, now)

    def pace(self, now: float) -> float | None:
        """Seconds until `update` is wanted."""
        wanted = [LOOK] if self.watched else []
        if self.answered and self._may_move and not self.waits:
            wanted.append(max(0.0, self._due - now))
        return min(wanted, default=None)

    @property
    def _may_move(self) -> bool:
        """Whether nothing on the table has to come to rest first."""
        return self._table.chance.must_finish or self._table.settled

    @property
    def _rests(self) -> bool:
        """Whether one program follows another before persons: then it is seen that the turn has changed."""
        table = self._table
        last = table.match.plies[-1].move.seat if table.match.plies else NATURE
        others = bool(table.session.persons) and not self._reactions
        return others and last != NATURE and table.session.computer(last) and last != table.match.position.to_move

    @property
    def waits(self) -> bool:
        """Whether a program's throw, which ends what persons may still do, waits until they have had enough time."""
        table, turn = self._table, self._turn
        if turn is None or self._let or not self._reactions or not table.settings.unhurried:
            return False
        return bool(table.session.persons) and table.match.position.play(turn[0]).to_move == NATURE

    def let_go_on(self) -> None:
        """The persons have had enough time."""
        self._let = True
        self._table.refresh()

    def _take(self, answer: Answer, now: float) -> None:
        table, seat, hint = self._table, self.asked, self.advising
        self.asked, self.advising = None, False
        if hint:
            self._forget_hand()
        if self._watched is not None and answer.error is None:
            self._react(answer)
            return
        if answer.error is not None or not answer.moves:
            table.storage.log(f"The opponent's process answered: {answer.error or 'no move'}")
            self.trouble = self._trouble(seat, answer)
            self._failed(hint)
            return
        own = tuple(takewhile(lambda move: move.seat == answer.moves[0].seat, answer.moves))
        table.note = None
        if hint:
            table.take_advice(own)
        else:
            if seat is not None:
                self._scores.setdefault(seat, []).append(answer.score)
            allowed = self._allowed(now)
            self._turn, self._due = own, now + (self.pause if allowed is None else min(self.pause, allowed / 4))
        table.refresh()

    def _react(self, answer: Answer) -> None:
        """Somebody said what it does; once all have, the first of it is waited for, while the match goes on."""
        self._reactions += [(answer.delay, move) for move in answer.moves]
        if self._watchers:
            self._ask_watcher()
            return
        self._watched = None
        if self._reactions:
            delay, move = min(self._reactions, key=lambda one: one[0])
            self._turn, self._due = (move,), self._asked_at + delay
            self._table.note = None
            self._table.refresh()

    @property
    def pause(self) -> float:
        """Seconds from a program's answer to its move."""
        table = self._table
        if table.session.persons:
            return table.listener.breath
        pace = table.session.pace
        return TURN_PACE if pace is None else min(LONGEST_PACE, pace)

    def _play(self, moves: tuple[Move, ...], now: float) -> None:
        table = self._table
        if table.strike(now):
            return
        self._turn = None
        if _lawful(table.match.position, moves):
            table.show([table.match.play(move, now) for move in moves])
        else:
            self._begin_anew(now)

    def _begin_anew(self, now: float) -> None:
        """What was answered can't be played. Where somebody has left half a turn that no longer comes to an end it is
        taken back, and the program asked again; else it has given up."""
        table, changes = self._table, []
        while (change := table.match.take_back(now)) is not None:
            changes.append(change)
        if changes:
            table.show(changes)
            return
        table.storage.log("The opponent's process answered: a turn against the rules")
        table.note = table.words("table.opponent_gone")
        table.refresh()

    def accepts(self, seat: Seat) -> bool:
        """Whether the computer on `seat` would call the match drawn."""
        scores = self._scores.get(seat, [])[-PATIENT_TURNS:]
        return len(scores) == PATIENT_TURNS and max(scores) <= 0

    # --- trouble with an engine of somebody else's

    def _trouble(self, seat: Seat | None, answer: Answer) -> Trouble | None:
        """What the answer says against the engine on `seat`; None if it is no engine's."""
        if seat is None or self._table.session.players[seat].kind != "engine":
            return None
        facts = {"engine": self._table.session.players[seat].name, **answer.facts}
        return Trouble(seat, answer.code or FAULT, facts)

    def _failed(self, hint: bool) -> None:
        """Nothing came back: that is said, and asked about where an engine is the cause."""
        table, words = self._table, self._table.words
        table.note = words("table.no_hint" if hint else "table.opponent_gone")
        if self.trouble is not None:
            table.note = f"{self.told(self.trouble)} {words('engine.ways')}"
            table.listener.ask_about(self.trouble)
        table.refresh()

    def settle(self, result: object) -> None:
        """The scene above was popped with `result`: the answer to `ask_about`, or that of another scene.

        After another the engine is asked once more, for what was wrong may have been mended meanwhile.
        """
        trouble, session = self.trouble, self._table.session
        if trouble is None or result == WAIT:
            return
        if result in (TAKE_OVER, SUBSTITUTE):
            player = Player("person") if result == TAKE_OVER else self.substitute()
            players = tuple(player if seat == trouble.seat else one for seat, one in enumerate(session.players))
            session.record = replace(session.record, players=players)
            session.save(self._table.storage)
        self.trouble = None

    def told(self, trouble: Trouble) -> str:
        """What is the matter, as a sentence."""
        return sentence(self._table.words, trouble.code, trouble.facts)

    def substitute(self) -> Player:
        """The computer that would play on for an engine: at the game's highest level."""
        level = levels_of(self._key)[-1].number
        return Player("computer", self._table.words(f"level.{self._key}.{level}.name"), level)


def _lawful(position: Position, moves: Iterable[Move]) -> bool:
    for move in moves:
        if position.outcome() is not None or not abilities.is_legal(position, move):
            return False
        position = position.play(move)
    return True
