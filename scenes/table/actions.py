"""What the keys beside the table and its menu do, by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import pygame

from rules import abilities
from rules.contract import Position, Seat
from scenes.app.game_card import card_of
from scenes.app.navigation import go, go_instead
from scenes.table import match_text
from scenes.table.requests import (
    OpenEditor,
    OpenPause,
    OpenReview,
    OpenRulebook,
    OpenSettings,
    OpenSetup,
    OpenTryout,
    SaveRecord,
    ShowResult,
)
from scenes.ui.dialog import Dialog

if TYPE_CHECKING:
    from scenes.table.scene import MatchScene
    from scenes.ui.keys import Look

KEYS: Final = {
    pygame.K_h: "hint",
    pygame.K_f: "flip",
    pygame.K_d: "ledger",
    pygame.K_e: "try-out",
    pygame.K_v: "review",
    pygame.K_F1: "rules",
    pygame.K_HOME: "first",
    pygame.K_END: "last",
    pygame.K_PAGEUP: "previous",
    pygame.K_PAGEDOWN: "next",
}
COMMAND_KEYS: Final = {
    pygame.K_z: "undo",
    pygame.K_y: "redo",
    pygame.K_c: "copy-position",
    pygame.K_v: "paste-turn",
    pygame.K_s: "save-file",
}
"""With Ctrl, or Cmd on a Mac."""
LOOKING_KEYS: Final = {pygame.K_LEFT: "previous", pygame.K_RIGHT: "next", pygame.K_SPACE: "play"}
"""While one looks back."""


def key_action(event: pygame.event.Event, looking: bool) -> str | None:
    """The action that a key stands for."""
    if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
        if event.key == pygame.K_z and event.mod & pygame.KMOD_SHIFT:
            return "redo"
        return COMMAND_KEYS.get(event.key)
    if looking and event.key in LOOKING_KEYS:
        return LOOKING_KEYS[event.key]
    return KEYS.get(event.key)


def useless(scene: MatchScene) -> frozenset[str]:
    """The keys that would do nothing now."""
    course = scene.course
    fixed = scene.kept or not (abilities.may_undo(scene.match.position) or scene.match.ending is not None)
    off = {
        "undo": fixed or not _undoable(scene) or _seen(scene),
        "redo": fixed or not scene.match.can_redo,
        "hint": not scene.mine or scene.hourglass.there,
        "first": course.ply == 0,
        "previous": course.ply == 0,
        "next": course.at_end,
        "last": course.at_end,
        "play": not scene.match.plies,
        "review": not reviewable(scene),
        "again": "again" in scene.ui.actions and not scene.chance.can_repeat,
    }
    return frozenset(action for action, is_off in off.items() if is_off)


def reviewable(scene: MatchScene) -> bool:
    """Whether the match can be reviewed: it is over, something was played, and it is the match itself."""
    over = scene.match.outcome() is not None
    return over and bool(scene.match.plies) and not scene.tries


def settable(scene: MatchScene) -> bool:
    """Whether another position may be made of the one that is shown: not of hidden cards, nor while clocks that the
    rules give are stopped for it."""
    over = scene.match.outcome() is not None
    timed = abilities.limits(scene.match.position) is not None
    hidden = card_of(scene.match.game.key).hidden_hands
    return scene.sitting.game.teach.editor is not None and (over or not (timed or hidden))


def show_keys(scene: MatchScene) -> None:
    """Show the keys of the moment, those pale that would do nothing; a slip says why."""
    words, match = scene.app.words, scene.match
    over = match.outcome() is not None
    looking = over or not scene.course.live
    sets = scene.ui.keys
    keys = sets.look if looking else sets.play if scene.sitting.persons else sets.watch
    if scene.tries:
        keys = sets.tries
    playing = scene.replay.runs if looking else not scene.paused
    scene.sidebar.show_keys(keys, useless(scene), playing)
    fixed = not over and not abilities.may_undo(match.position)
    for action in ("undo", "redo"):
        scene.sidebar.tip(action, words(_no_undo(scene) if fixed else f"table.{action}"))
    if fixed and scene.hourglass.there:
        scene.sidebar.tip("hint", words("clock.no_hint"))


def _no_undo(scene: MatchScene) -> str:
    """The key of the words that say why nothing is taken back."""
    return "clock.no_undo" if scene.hourglass.there else "dice.no_undo"


def _seen(scene: MatchScene) -> bool:
    """Whether something was seen that can't be forgotten: a card, or by an ending beside the rules all of them."""
    match = scene.match
    return abilities.sealed(match.position) if match.ending is None else match.hides


def _undoable(scene: MatchScene) -> bool:
    """Whether there is an ending, or a turn of a person here, to take back."""
    match, persons = scene.match, scene.sitting.persons
    return match.ending is not None or any(not persons or span.seat in persons for span in match.turns())


def steps(position: Position, moves: Sequence[Any]) -> list[tuple[Position, Any]]:
    """Moves that follow one another from `position` on, each with the position that it is made in."""
    found = []
    for move in moves:
        found.append((position, move))
        position = position.play(move)
    return found


def turn_board(scene: MatchScene) -> None:
    """At one machine, turn the board to whoever is to move, if they wish it."""
    seat = scene.match.position.to_move
    wished = scene.app.settings.turn_board and len(scene.sitting.persons) > 1
    if wished and scene.turned_to != seat and scene.mine and scene.match.position.turn_started:
        scene.turned_to = seat
        if scene.bottom != seat:
            scene.bottom = seat
            scene.resize(scene.app.size)
            scene.app.dirty()


def hear_end(scene: MatchScene) -> None:
    """Let it be heard how the match ended."""
    outcome, persons = scene.match.outcome(), scene.sitting.persons
    assert outcome is not None
    mood = "drawn" if not outcome.winners else "win"
    if len(persons) == 1 and outcome.winners and persons[0] not in outcome.winners:
        mood = "lose"
    scene.app.sound.play(mood)


def result_of(scene: MatchScene) -> ShowResult:
    """The sheet that says how the match ended."""
    words, sitting = scene.app.words, scene.sitting
    outcome = scene.match.outcome()
    assert outcome is not None
    lines = [match_text.games(words, sitting), match_text.score(words, sitting), match_text.length(words, sitting)]
    lines.append(match_text.next_begins(words, sitting))
    if scene.tries:
        return ShowResult(
            match_text.headline(words, sitting, outcome),
            match_text.reason(words, sitting, outcome),
            [words("tryout.about")],
            ["leave", "look-back"],
            scene.stage.view.ratio,
            "ui/crown" if outcome.winners else "ui/offer",
        )
    pad = scene.ui.score_pad
    return ShowResult(
        match_text.headline(words, sitting, outcome),
        match_text.reason(words, sitting, outcome),
        lines,
        [*_rematches(scene), "look-back", "review", *scene.ui.reports(scene), "new", "to-menu"],
        scene.stage.view.ratio,
        "ui/crown" if outcome.winners else "ui/offer",
        tally=None if pad is None else pad(scene),
    )


def _rematches(scene: MatchScene) -> list[str]:
    """The ways to play again: as before, and as the players may agree instead."""
    return ["rematch", *(["rematch-agreed"] if len(scene.sitting.following) > 1 else [])]


def _undo(scene: MatchScene) -> None:
    if _refused(scene, _no_undo(scene)):
        return
    if "undo" not in useless(scene):
        scene.change_course(scene.match.undo(scene.sitting.persons, scene.app.now()))


def _redo(scene: MatchScene) -> None:
    if _refused(scene, _no_undo(scene)):
        return
    if "redo" not in useless(scene):
        scene.change_course(scene.match.redo(scene.sitting.persons, scene.app.now()))


def _refused(scene: MatchScene, why: str) -> bool:
    """Whether nothing may be taken back in this match, which is then said."""
    fixed = not abilities.may_undo(scene.match.position) and scene.match.outcome() is None
    if fixed:
        scene.stage.say(scene.app.words(why), None)
    return fixed


def _hint(scene: MatchScene) -> None:
    if scene.hourglass.runs:
        scene.stage.say(scene.app.words("clock.no_hint"), None)
    elif not scene.ui.dice:
        scene.hinting.press()
    elif scene.match.outcome() is None:
        why = "dice.no_choice" if abilities.shows_hints(scene.match.position) else "dice.no_hint"
        scene.stage.say(scene.app.words(why), None)


def _flip(scene: MatchScene) -> None:
    if scene.chance.must_finish or not scene.ui.flips:
        return
    scene.bottom = (scene.bottom + 1) % scene.match.seats
    scene.resize(scene.app.size)
    scene.app.dirty()


def _menu(scene: MatchScene) -> None:
    over = scene.match.outcome() is not None
    if scene.tries:
        go(scene.app, OpenPause(["go-on", "rules", "settings", "leave"]))
        return
    during = [] if over or not scene.sitting.persons else ["offer", "resign"]
    after = _rematches(scene) if over else []
    mail = any(player.kind == "mail" for player in scene.sitting.players)
    written = [form.key for form in scene.sitting.game.text.formats]
    formats = [f"copy-{key}" for key in written if len(written) == 1 or (key == "mail") == mail]
    programs = any(scene.opposition.computer(seat) for seat in range(scene.match.seats))
    letters = ["copy-turn", *([] if over else ["paste-turn"])] if scene.post.there and not programs else []
    secret = _hidden(scene)
    copies = [] if secret else ["copy-position", "copy-record", *formats, "save-file", *letters]
    looks = [*(["review"] if reviewable(scene) else []), *(["try-out"] if scene.match.plies else [])]
    looks += ["set-up"] if settable(scene) else []
    offered = ["go-on", *after, "new", *looks, *copies, "rules", "settings", *during]
    if not scene.ui.offers_draw:
        offered = [one for one in offered if one != "offer"]
    if scene.match.seats > 2:
        offered = [one for one in offered if one != "resign"]
    go(scene.app, OpenPause([*offered, "to-menu"]))


def _rules(scene: MatchScene) -> None:
    read_clause(scene, scene.stage.refused)


def read_clause(scene: MatchScene, code: str) -> None:
    """Open the rules at what they say about a refusal with this code; without one, at their beginning."""
    go(scene.app, OpenRulebook(scene.match.game.key, f"!{code}" if code else ""))


def _settings(scene: MatchScene) -> None:
    go(scene.app, OpenSettings())


def _speaker(scene: MatchScene) -> Seat:
    """The person who resigns or offers: the one to move, or the only one who sits here."""
    seat, persons = scene.match.position.to_move, scene.sitting.persons
    return seat if seat in persons else persons[0]


def _resign(scene: MatchScene) -> None:
    seat, words = _speaker(scene), scene.app.words
    if not scene.app.settings.confirm_resign:
        scene.end("resigned", seat)
        return
    detail = words("table.resign_ask", name=match_text.name_of(words, scene.sitting, seat))
    answers: list[tuple[object, str, Look]] = [
        (("resigned", seat), words("table.resign"), "danger"),
        (None, words("table.keep_playing"), "primary"),
    ]
    for other, player in enumerate(scene.sitting.players):
        if player.kind == "mail":
            name = match_text.name_of(words, scene.sitting, other)
            answers.insert(0, (("resigned", other), words("mail.resigned", name=name), "danger"))
    scene.app.stack.push(Dialog(scene.app, words("table.resign_title"), answers, detail))


def _offer(scene: MatchScene) -> None:
    """Offer to call it drawn: a person is asked, the computer knows."""
    words, seat = scene.app.words, _speaker(scene)
    name = match_text.name_of(words, scene.sitting, seat)
    computers = [other for other in range(scene.match.seats) if scene.opposition.computer(other)]
    scene.app.sound.play("offer")
    if not computers:
        scene.app.stack.push(
            Dialog(
                scene.app,
                words("table.offer_title"),
                [
                    (None, words("table.offer_decline"), "plain"),
                    (("agreed", seat), words("table.offer_accept"), "primary"),
                ],
                words("table.offer_made", name=name),
            )
        )
    elif all(scene.opposition.accepts(other) for other in computers):
        scene.end("agreed", seat)
    else:
        other = match_text.name_of(words, scene.sitting, computers[0])
        scene.stage.say(words("table.offer_refused", name=other), None)


def _hidden(scene: MatchScene) -> bool:
    """Whether the match's texts would tell hidden cards: they do until the round is over."""
    return scene.chance.hides_texts


def _secret(scene: MatchScene) -> bool:
    """Whether the match's texts would tell hidden cards, which is then said."""
    secret = _hidden(scene)
    if secret:
        scene.stage.say(scene.app.words("cards.secret"), None)
    return secret


def _copy_position(scene: MatchScene) -> None:
    from scenes.app.clipboard import set_clipboard_text

    position = scene.course.position
    if _secret(scene):
        return
    if not position.turn_started:
        scene.stage.say(scene.app.words("table.mid_turn"), None)
        return
    done = set_clipboard_text(position.text())
    scene.stage.say(scene.app.words("table.position_copied" if done else "table.not_copied"), None)


def _copy_record(scene: MatchScene) -> None:
    _copy_match(scene, scene.sitting.given())


def _copy_other(suffix: str) -> Callable[[MatchScene], object]:
    """Copy the match as other programs write it, in files that end so."""
    return lambda scene: _copy_match(scene, scene.sitting.texts()[suffix])


def _copy_match(scene: MatchScene, text: str) -> None:
    from scenes.app.clipboard import set_clipboard_text

    if _secret(scene):
        return
    done = set_clipboard_text(text)
    scene.stage.say(scene.app.words("table.record_copied" if done else "table.not_copied"), None)


def _copy_turn(scene: MatchScene) -> None:
    scene.post.copy()


def _paste_turn(scene: MatchScene) -> None:
    scene.post.paste()


def _save_file(scene: MatchScene) -> None:
    if scene.tries:  # what begins within a roll can't be written down either
        scene.stage.say(scene.app.words("tryout.greeting"), None)
        return
    if _secret(scene):
        return
    go(scene.app, SaveRecord(scene.sitting.given(), scene.sitting.id, scene.sitting.texts()))


def _rematch(scene: MatchScene, agreed: int = 0) -> None:
    from scenes.table.scene import MatchScene

    scene.app.stack.replace(MatchScene(scene.app, scene.sitting.rematch(scene.app.storage, agreed)))


def _new(scene: MatchScene) -> None:
    scene.app.storage.remember_open(None)
    go_instead(scene.app, OpenSetup(scene.match.game.key))


def _to_menu(scene: MatchScene) -> None:
    scene.app.storage.remember_open(None)
    scene.app.stack.pop()


def _pause_play(scene: MatchScene) -> None:
    """Stop the computers, or let them go on."""
    scene.paused = not scene.paused
    if scene.paused:
        scene.drop_plans()
    scene.go_on()


def _play(scene: MatchScene) -> None:
    """Let the match run as a film, or stop it."""
    scene.replay.toggle()


def _stay(scene: MatchScene) -> None:
    """The sheet above was closed, and that was all."""


def _previous(scene: MatchScene) -> None:
    scene.look(scene.course.back())


def _next(scene: MatchScene) -> None:
    scene.replay.stop()
    scene.replay.step_on()


def _review(scene: MatchScene) -> None:
    """What the turns of a match that is over cost."""
    if reviewable(scene):
        go(scene.app, OpenReview(scene))
    elif not scene.tries:
        scene.stage.say(scene.app.words("review.later"), None)


def _try_out(scene: MatchScene) -> None:
    """Play on from what is shown, as a copy."""
    from scenes.table.tryout import ground

    if scene.tries or scene.chance.must_finish or scene.hourglass.runs:
        return
    if ground(scene.sitting, scene.course.ply) is None:
        scene.stage.say(scene.app.words("tryout.nowhere"), None)
        return
    go(scene.app, OpenTryout(scene.sitting, scene.course.ply))


def _set_up(scene: MatchScene) -> None:
    """Make another position of what is shown, or of the start of the turn under way."""
    game = scene.sitting.game
    if game.teach.editor is None:
        return
    editor, positions = game.teach.editor(), scene.match.positions[: scene.course.ply + 1]
    begun = (position for position in reversed(positions) if position.turn_started and editor.takes(position))
    go(scene.app, OpenEditor(game.key, next(begun, None)))


def _leave(scene: MatchScene) -> None:
    """Back from trying out to where one was."""
    if scene.tries:
        scene.app.stack.pop()


ACTIONS: Final[dict[str, Callable[[MatchScene], object]]] = {
    "undo": _undo,
    "redo": _redo,
    "hint": _hint,
    "flip": _flip,
    "menu": _menu,
    "rules": _rules,
    "settings": _settings,
    "resign": _resign,
    "offer": _offer,
    "copy-position": _copy_position,
    "copy-record": _copy_record,
    "copy-pgn": _copy_other(".pgn"),
    "copy-ud1-log": _copy_other(".ud1"),
    "copy-ducart": _copy_other(".ducart"),
    "copy-ducale": _copy_other(".ducale"),
    "copy-mail": _copy_other(".mail"),
    "copy-turn": _copy_turn,
    "paste-turn": _paste_turn,
    "save-file": _save_file,
    "rematch": _rematch,
    "rematch-agreed": lambda scene: _rematch(scene, 1),
    "new": _new,
    "to-menu": _to_menu,
    "pause-play": _pause_play,
    "play": _play,
    "go-on": _stay,
    "review": _review,
    "try-out": _try_out,
    "set-up": _set_up,
    "leave": _leave,
    "look-back": _stay,
    "go-back": lambda scene: scene.look(None),
    "first": lambda scene: scene.look(0),
    "last": lambda scene: scene.look(len(scene.match.plies)),
    "previous": _previous,
    "next": _next,
}


def perform(scene: MatchScene, action: str) -> None:
    """Do what a key, a button or the menu says; nothing where the game has no such action."""
    act = ACTIONS.get(action) or scene.ui.actions.get(action)
    if act is not None:
        act(scene)
