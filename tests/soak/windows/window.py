"""A window of a run: the real app with its own files and clock, driven through its scenes and controllers.

Its frames are worked through whole; they are painted only where that is asked for.
"""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import Mock, patch

from rules import KEYS, get
from rules.contract import Move
from rules.ducale.policies import greedy
from rules.game import Game
from rules.record import Player
from scenes import start
from scenes.app import startup_cleanup
from scenes.app.navigation import open_screen
from scenes.app.settings import Settings
from scenes.app.storage import Folder, Storage
from scenes.screens.match_list import ArchiveScene, ask_delete
from scenes.screens.menu.scene import MenuScene
from scenes.screens.result import ResultScene
from scenes.table import events
from scenes.table.scene import MatchScene
from scenes.table.screen_requests import OpenMatch
from scenes.table.session import Session
from tests.scenes.driver import Timed
from tests.scenes.matches import ANNA, BERT, LAST_PIECE, OPEN_KINGS
from tests.soak.monkey.cage import Cage
from tests.soak.short_options import short

FRAME: Final = 0.25
"""Seconds from one frame to the next."""
SECOND: Final = 1.1
"""Seconds after which the app has looked who owns its match."""
MOST_FRAMES: Final = 30
"""Frames that an act may take, with the answers of computers."""
ENDING: Final = {"double-draughts": LAST_PIECE, "duck-chess": OPEN_KINGS}
"""Positions in which the next turn may end the match."""
QUICK: Final = Player("computer", "Quick", 1)


class Pane(Timed):
    sees = False

    def paint(self) -> bool:
        return self.sees and super().paint()

    @property
    def hurried(self) -> bool:
        """Whether something is still to be done once the frame is on the screen."""
        return bool(self._after_frame_calls)


class Window:
    """A window that may be open or closed; `act` does something that its state allows."""

    app: Pane

    def __init__(self, cage: Cage, name: str, sees: bool) -> None:
        """`sees` says whether its frames are painted."""
        self.name = name
        self.open = False
        self._cage, self._sees = cage, sees
        self.asked: tuple[str, bool] | None = None
        """The match that a question is about whether to throw it away, and whether it is a finished one."""
        self.deleted: str | None = None
        """The match that the person has thrown away in the last act."""

    # --- what lies there

    @property
    def top(self) -> Any:
        return self.app.stack.top if self.open else None

    @property
    def scene(self) -> MatchScene | None:
        scenes = self.app.stack.scenes if self.open else ()
        return next((scene for scene in scenes if isinstance(scene, MatchScene)), None)

    @property
    def session(self) -> Session | None:
        return None if self.scene is None else self.scene.session

    @property
    def looks_only(self) -> bool:
        """Whether a match lies there that this window knows to be another's, or over since it was laid there."""
        scene = self.scene
        return scene is not None and (scene.session.is_elsewhere or scene.table.facts.model.is_read_only)

    # --- time

    def frame(self, seconds: float = FRAME) -> None:
        """Run one frame; a menu that isn't painted needs none."""
        if self._sees or not isinstance(self.top, MenuScene) or self.app.hurried:
            self.app.moment += seconds
            self._cage.tick(seconds)
            self.app.frame()

    def settle(self) -> None:
        for _ in range(MOST_FRAMES):
            self.frame()
            scene = self.top
            if not isinstance(scene, MatchScene) or scene.session.is_elsewhere:
                return
            facts = scene.table.facts
            chance = facts.chance
            waits = facts.is_waiting_for_table and not chance.is_between_rounds and chance.next_game_move is None
            over = facts.outcome is not None and not facts.model.is_read_only
            if not (waits or facts.model.engine.is_busy or over):
                return

    # --- from the first frame to the last

    def start(self, rng: Random) -> None:
        """Start the app like `scenes.start`."""
        storage = Storage()
        settings = storage.load_settings()
        settings.language, settings.animation, settings.window = "en", "off", (960, 600)
        self.app = app = Pane(settings, storage)
        app.sees = self._sees
        app.stack.push(MenuScene(app))
        self.open = True
        if startup_cleanup.remove_leftovers(storage) and app.stack.top is not None:
            app.stack.top.on_resume(None)
        start._open_file_or_last_match(app, None)
        self.settle()

    def close(self, rng: Random) -> None:
        self.app.close()
        self._gone()

    def kill(self, rng: Random) -> None:
        """Kill the window: close what the process held, and do nothing else."""
        storage = self.app.storage
        with patch.object(Path, "unlink", Mock(side_effect=OSError("nobody tidies up"))):
            for claim in (storage.data / "open").glob("[!.]*"):
                storage.release(claim.name)
        self._gone()

    def _gone(self) -> None:
        del self.app
        self.open, self.asked = False, None

    # --- what is done

    def may(self) -> dict[str, float]:
        """Return the actions possible now, with their weights."""
        ends = {"close": 0.6, "kill": 0.6}
        if not self.open:
            return {"start": 1.0}
        top = self.top
        if isinstance(top, MenuScene):
            return {"new": 3.0, "recall": 5.0, "throw_away": 0.8, "second": 0.2, **ends}
        if not isinstance(top, MatchScene):
            return {"answer": 6.0, "second": 0.5, **ends}
        if top.session.is_elsewhere:
            refused = {"play": 1.0, "undo": 0.5, "redo": 0.3, "resign": 1.0, "deal": 0.3}
            return {"take_over": 3.0, "second": 1.0, "look_back": 0.5, "menu": 1.5, **refused, **ends}
        if top.match.outcome() is not None:
            return {"undo": 3.0, "look_back": 0.5, "second": 0.5, "again": 0.5, "menu": 2.0, **ends}
        acts = {"undo": 1.5, "redo": 1.0, "resign": 1.2, "look_back": 0.3}
        if top.ui.offers_draw and not top.session.has_programs:
            acts["agree"] = 0.4
        return {"play": 9.0, "hurry": 1.2, "second": 1.5, "menu": 1.2, **acts, **ends}

    def act(self, name: str, rng: Random, ids: list[str]) -> None:
        """Do one of them; `ids` are the matches that somebody may want."""
        self.deleted = None
        if name in ("recall", "throw_away"):
            if ids:
                getattr(self, f"_{name}")(rng.choice(ids), rng)
            return
        done: Callable[[Random], None] = getattr(self, name if name in ("start", "close", "kill") else f"_{name}")
        done(rng)

    def _second(self, rng: Random) -> None:
        self.app.moment += SECOND
        self.app.frame()

    def _new(self, rng: Random) -> None:
        game = get(rng.choice(KEYS))
        self.app.stack.push(MatchScene(self.app, begun(self.app.storage, game, rng)))
        self.settle()

    def _recall(self, match_id: str, rng: Random) -> None:
        there = (self._cage.home / "finished" / f"{match_id}.tablier").exists()
        open_screen(self.app, OpenMatch(match_id, there != (rng.random() < 0.1)))
        self.settle()

    def _throw_away(self, match_id: str, rng: Random) -> None:
        finished = rng.random() < 0.5
        shelf: Folder = "finished" if finished else "matches"
        entry = next((one for one in Storage().list_matches(shelf) if one.id == match_id), None)
        if entry is not None:
            self.app.stack.push(ArchiveScene(self.app, shelf))
            ask_delete(self.app, entry, "", finished)
            self.asked = match_id, finished

    def _answer(self, rng: Random) -> None:
        if isinstance(self.top, ResultScene):
            self.app.stack.pop(rng.choice(("look-back", "look-back", "undo", "rematch", "to-menu")))
        elif self.asked is not None:
            yes, asked, self.asked = rng.random() < 0.7, self.asked, None
            self.app.stack.pop(yes)
            self._cage.tick(1.0)  # no other match gets the same id
            self.deleted = asked[0] if yes else None
        else:
            self.app.stack.pop()
        self.settle()

    def _play(self, rng: Random) -> None:
        self._hurry(rng)
        self.settle()

    def _hurry(self, rng: Random) -> None:
        """Make a person's move, or the action that must come before it, without a frame afterwards."""
        scene = self.top
        table, facts = scene.table, scene.table.facts
        if not facts.cursor.is_live:
            scene.act("go-back")
        if not scene.session.is_elsewhere and (facts.chance.is_covered or facts.model.is_clock_stopped):
            table.send(events.Command.UNCOVER_BOARD)
        opening = table.facts.chance.next_game_move
        if opening is not None:
            table.send(events.PlayAutomaticMove(opening))
        elif table.facts.chance.is_between_rounds:
            self._deal(rng)
        else:
            move = self._move(scene, rng)
            if move is not None:
                table.send(events.Play(move, {}, is_confirmed=True))

    def _move(self, scene: MatchScene, rng: Random) -> Move | None:
        """Make a move of a person here who hasn't noticed yet that the match was taken over."""
        table, position = scene.table, scene.match.position
        if not scene.session.is_elsewhere and not table.facts.can_move:
            return None
        if scene.match.outcome() is not None or position.to_move not in scene.session.persons:
            return None
        if scene.match.game.key == "ducale":
            view: Any = position
            return greedy(view.seen_by(position.to_move), rng)[0]
        moves = position.legal_moves()
        return rng.choice(moves) if moves else None

    def _deal(self, rng: Random) -> None:
        if "next-round" in self.top.actions and self.top.table.facts.chance.is_between_rounds:
            self.top.act("next-round")
        self.frame()

    def _undo(self, rng: Random) -> None:
        self.top.act("undo")
        self._maybe(rng)

    def _redo(self, rng: Random) -> None:
        self.top.act("redo")
        self._maybe(rng)

    def _maybe(self, rng: Random) -> None:
        if rng.random() < 0.85:
            self.settle()

    def _resign(self, rng: Random) -> None:
        self.top.table.send(events.EndMatch("resigned", rng.choice(self.top.session.persons)))
        self.settle()

    def _agree(self, rng: Random) -> None:
        self.top.table.send(events.EndMatch("agreed", 0))
        self.settle()

    def _look_back(self, rng: Random) -> None:
        self.top.act(rng.choice(("previous", "first", "go-back", "last")))
        self.frame()

    def _again(self, rng: Random) -> None:
        self.top.act("rematch")
        self.settle()

    def _menu(self, rng: Random) -> None:
        self.top.act("to-menu")
        self.frame()

    def _take_over(self, rng: Random) -> None:
        self.top.menu.take_over()
        self.settle()


def begun(storage: Storage, game: Game, rng: Random) -> Session:
    count = game.play.seats.start if rng.random() < 0.7 else rng.choice(game.play.seats)
    others = (BERT,) * (count - 1) if rng.random() < 0.65 else (QUICK,) * (count - 1)
    text = ENDING.get(game.key) if rng.random() < 0.4 else None
    start = None if text is None else game.text.read(text)
    return Session.begin(storage, game, game.play.options(**short(game)), (ANNA, *others), None, start, rng)


SETTINGS: Final = Settings(language="en", window=(960, 600), animation="off")
