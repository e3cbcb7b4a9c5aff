"""The computer's part in a match: whom to ask, what came back, and whether it would call the match drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import takewhile
from random import Random
from typing import TYPE_CHECKING, Final

from rules import abilities
from rules.ai.external import External
from rules.ai.opponents import levels_of
from rules.ai.questions import Analyse, Answer, Choose, ChooseByEngine, React
from rules.contract import Move, Position, Seat
from rules.record import Player
from scenes.table import engine_limits
from scenes.table.engine_client import Thinker
from scenes.table.external_engines import FAULT, sentence
from scenes.table.session import Session

if TYPE_CHECKING:
    from scenes.table.listener import Services

TRY_AGAIN: Final = ("engine", "again")
TAKE_OVER: Final = ("engine", "take-over")
SUBSTITUTE: Final = ("engine", "substitute")
WAIT: Final = ("engine", "wait")
"""What can be done when an engine of somebody else's fails; `WAIT` leaves the match as it is."""
PATIENT_TURNS: Final = 5
"""A drawn game is accepted when the computer's score has been 0 or less for so many of its turns."""
HINT_SECONDS: Final = 1.5
SHARE: Final = 0.5
"""Of the time that the rules leave for a turn the computer thinks so much at most."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why an engine of somebody else's doesn't go on: the words `engine.<code>` with `facts`."""

    seat: Seat
    code: str
    facts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: a turn for the seat that was asked, a hint, or the end of all patience (`failed`).

    With a `trouble` an engine of somebody else's failed, and the match waits until something is done about it.
    """

    moves: tuple[Move, ...] = ()
    hint: bool = False
    delay: float | None = None
    """Seconds from the question to the move, of somebody who watches a match that goes on meanwhile; else None."""
    failed: bool = False
    trouble: Trouble | None = None


@dataclass(slots=True)
class Opponents:
    """The computer players of one match, and the adviser behind the hint key: one process for all."""

    app: Services
    session: Session
    thinker: Thinker = field(init=False)
    asked: Seat | None = None
    """The seat that is being thought for."""
    advising: bool = False
    """A hint is being looked for."""
    trouble: Trouble | None = None
    """What keeps an engine from going on: nobody is asked for its turn until that is solved or the match went
    another way."""
    _unsaid: Trouble | None = None
    """Trouble that came up before anybody was asked."""
    _watchers: list[Seat] = field(default_factory=list)
    """Who is still to be asked what it does by itself."""
    _reactions: list[tuple[float, Move]] = field(default_factory=list)
    _watched: Position | None = None
    """The position that they are asked about, while they are."""
    _scores: dict[Seat, list[int]] = field(default_factory=dict)
    _dice: Random = field(default_factory=Random)
    _attention: int = field(init=False)
    """What the computer notices in this match depends on this seed."""

    def __post_init__(self) -> None:
        self.thinker = Thinker(self.app.storage.log)
        self._attention = self._dice.getrandbits(32)

    @property
    def watched(self) -> bool:
        """Whether `poll` has something to look for."""
        return self.thinker.watched or self._unsaid is not None

    def computer(self, seat: Seat) -> bool:
        """Whether a program plays a seat: the computer at a level, or an engine of somebody else's."""
        return self.session.computer(seat)

    def think(self, position: Position, left: float | None = None) -> None:
        """Look for a turn for whoever is to move, unless there is trouble with that one. `left`: seconds that the
        rules leave for it."""
        if self.trouble is not None:
            return
        seat = position.to_move
        self.asked, self.advising = seat, False
        player = self.session.players[seat]
        if player.kind != "engine":
            seconds = None if left is None else left * SHARE
            view, seed = abilities.seen_by(position, seat), self._dice.getrandbits(32)
            self.thinker.ask(Choose(self._key, view, player.level, seconds=seconds, seed=seed, memory=self._memory))
        elif self.app.settings.engine:
            self.thinker.ask(self._question_for_engine(position))
        else:
            self.asked = None
            self._unsaid = self.trouble = Trouble(seat, "none", {"engine": player.name})

    def attend(self, position: Position) -> None:
        """Ask all programs what they do by themselves in `position`, and when: the first one does it."""
        self._watchers = sorted(seat for seat in position.actors() if seat >= 0 and self.computer(seat))
        self._reactions, self._watched = [], position
        self._ask_watcher()

    def _ask_watcher(self) -> None:
        assert self._watched is not None
        if self._watchers:
            seat = self.asked = self._watchers.pop(0)
            view = abilities.seen_by(self._watched, self._watched.to_move)
            level = self.session.players[seat].level
            self.thinker.ask(React(self._key, view, seat, level, self._attention, memory=self._memory))

    def advise(self, position: Position) -> None:
        """Look for a hint."""
        self.asked, self.advising = None, True
        view = abilities.seen_by(position, position.to_move)
        self.thinker.ask(Analyse(self._key, view, seconds=HINT_SECONDS, memory=self._memory))

    @property
    def _key(self) -> str:
        return self.session.match.game.key

    @property
    def _memory(self) -> int:
        return self.app.settings.memory

    def _question_for_engine(self, position: Position) -> ChooseByEngine:
        """With all that was played, as far as its seat may see it, so that it sees repetitions.

        The file is the one of the settings: a record from somebody else must not name a program to run.
        """
        match, seat = self.session.match, position.to_move
        limit = engine_limits.Limit.read(self.session.record.extra.get(engine_limits.HEADER)) or engine_limits.USUAL
        return ChooseByEngine(
            self._key,
            External(self.app.settings.engine),
            abilities.seen_by(position, seat),
            abilities.seen_by(match.start, seat),
            nodes=limit.nodes,
            seconds=limit.seconds,
            memory=self._memory,
            moves=tuple(
                abilities.redact(before, ply.move, seat)
                for before, ply in zip(match.positions, match.plies, strict=False)
            ),
        )

    def stop(self) -> None:
        """Want nothing any more: the match went another way."""
        advising = self.advising
        self.asked, self.advising, self.trouble, self._unsaid = None, False, None, None
        self._watchers, self._reactions, self._watched = [], [], None
        self.thinker.cancel()
        if advising:
            self._forget_hand()

    def _forget_hand(self) -> None:
        """The adviser was shown a person's hand: where hands are hidden no opponent thinks in the same process."""
        if self.session.match.hides:
            self.thinker.close(wait=False)

    def poll(self) -> Reply | None:
        """What came back, if anything did."""
        if self._unsaid is not None:
            trouble, self._unsaid = self._unsaid, None
            return Reply(failed=True, trouble=trouble)
        answer = self.thinker.poll()
        if answer is None:
            return None
        seat, hint = self.asked, self.advising
        self.asked, self.advising = None, False
        if hint:
            self._forget_hand()
        if self._watched is not None and answer.error is None:
            return self._reacted(answer)
        if answer.error is not None or not answer.moves:
            self.app.storage.log(f"The opponent's process answered: {answer.error or 'no move'}")
            self.trouble = self._trouble(seat, answer)
            return Reply(hint=hint, failed=True, trouble=self.trouble)
        if seat is not None:
            self._scores.setdefault(seat, []).append(answer.score)
        own = tuple(takewhile(lambda move: move.seat == answer.moves[0].seat, answer.moves))
        return Reply(own, hint)

    def _reacted(self, answer: Answer) -> Reply | None:
        """Somebody said what it does; once all have, the first of it."""
        self._reactions += [(answer.delay, move) for move in answer.moves]
        if self._watchers:
            self._ask_watcher()
            return None
        self._watched = None
        if not self._reactions:
            return None
        delay, move = min(self._reactions, key=lambda one: one[0])
        return Reply((move,), delay=delay)

    def accepts(self, seat: Seat) -> bool:
        """Whether the computer on `seat` would call the match drawn."""
        scores = self._scores.get(seat, [])[-PATIENT_TURNS:]
        return len(scores) == PATIENT_TURNS and max(scores) <= 0

    # --- trouble with an engine of somebody else's

    def _trouble(self, seat: Seat | None, answer: Answer) -> Trouble | None:
        """What the answer says against the engine on `seat`; None if it is no engine's."""
        if seat is None or self.session.players[seat].kind != "engine":
            return None
        facts = {"engine": self.session.players[seat].name, **answer.facts}
        return Trouble(seat, answer.code or FAULT, facts)

    def settle(self, result: object) -> None:
        """The scene above was popped with `result`: the answer to `question`, or that of another scene.

        After another the engine is asked once more, for what was wrong may have been mended meanwhile.
        """
        trouble = self.trouble
        if trouble is None or result == WAIT:
            return
        if result in (TAKE_OVER, SUBSTITUTE):
            player = Player("person") if result == TAKE_OVER else self.substitute()
            record = self.session.record
            players = tuple(player if seat == trouble.seat else one for seat, one in enumerate(record.players))
            self.session.record = replace(record, players=players)
            self.session.save(self.app.storage)
        self.trouble = None

    def told(self, trouble: Trouble) -> str:
        """What is the matter, as a sentence."""
        return sentence(self.app.words, trouble.code, trouble.facts)

    def noted(self, trouble: Trouble) -> str:
        """What is the matter, and what can be done once the question was put aside."""
        return f"{self.told(trouble)} {self.app.words('engine.ways')}"

    def substitute(self) -> Player:
        """The computer that would play on for an engine: at the game's highest level."""
        key = self.session.match.game.key
        level = levels_of(key)[-1].number
        return Player("computer", self.app.words(f"level.{key}.{level}.name"), level)
