"""The actions of a match: which events they send, and the keys that run them."""

from __future__ import annotations

from typing import Final

import pygame

from scenes.table import events

COMMAND_MODIFIERS: Final = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META  # keys with them aren't letters
EVENTS: Final[dict[str, events.Event]] = {
    "undo": events.Command.UNDO,
    "redo": events.Command.REDO,
    "take-back": events.Command.TAKE_BACK,
    "hint": events.Command.REQUEST_HINT,
    "flip": events.Command.FLIP_BOARD,
    "pause-play": events.Command.TOGGLE_PAUSE,
    "halt": events.Command.PAUSE_MATCH,
    "play": events.Command.TOGGLE_REPLAY,
    "again": events.Command.SHOW_AGAIN,
    "first": events.ShowPly(0),
    "previous": events.Command.SHOW_PREVIOUS_TURN,
    "next": events.Command.SHOW_NEXT_TURN,
    "go-back": events.ShowPly(None),
    "replay": events.ShowPly(0),
}
KEYS: Final = {
    pygame.K_h: "hint",
    pygame.K_f: "flip",
    pygame.K_d: "chance-report",
    pygame.K_p: "again",
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
"""The keys with Ctrl, or with Cmd on a Mac."""
LOOKING_KEYS: Final = {pygame.K_LEFT: "previous", pygame.K_RIGHT: "next", pygame.K_SPACE: "play"}
"""The keys while the match is looked back on."""


def find_action(event: pygame.event.Event, is_looking_back: bool, is_watching: bool) -> str | None:
    """Return the action of a key, or None. `is_watching`: only programs play."""
    if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
        if event.key == pygame.K_z and event.mod & pygame.KMOD_SHIFT:
            return "redo"
        return COMMAND_KEYS.get(event.key)
    if is_looking_back and event.key in LOOKING_KEYS:
        return LOOKING_KEYS[event.key]
    if is_watching and event.key == pygame.K_SPACE:
        return "pause-play"
    return KEYS.get(event.key)
