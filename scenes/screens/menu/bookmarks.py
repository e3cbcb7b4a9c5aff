"""The sheet on the menu's table: a bookmark for each match under way, and the keys to everything else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import pygame

from scenes.app.game_card import card_of
from scenes.app.storage import Entry
from scenes.app.theme import INK, LEATHER, PAPER, SHADE, SOFT_INK, STITCH, Theme, vector
from scenes.ui.base import Group
from scenes.ui.button import Button, IconButton, Pressable
from scenes.ui.label import Label, Panel

if TYPE_CHECKING:
    from scenes.app.app import App
    from scenes.app.words import Words
    from scenes.table.record_headers import Head

MOST_BOOKMARKS: Final = 6
_NARROWEST: Final = 36
"""The narrowest that a bookmark gets where two lie side by side, in u."""


class BookmarkSheet(Panel):
    """What is under way, what is finished, what can be opened; `on_change` hears when it needs another height."""

    def __init__(
        self, parent: Group, games: Sequence[str], on_change: Callable[[], object], on_learn: Callable[[], object]
    ) -> None:
        """`games`: the keys of those on the table; the first can be set up from here where there is only one, or no
        match was ever played. `on_learn`: somebody wants to be taught one."""
        super().__init__(parent)
        words = self.form.scene.app.words
        self._games, self._first, self._alone = games, games[0], len(games) == 1
        self._on_change, self._on_learn = on_change, on_learn
        self._begun: tuple[str, int] | None = None
        """The course that is under way, and its next lesson, from 0: looked up for who never played here."""
        self._heading = Label(self, "", "heading")
        self._empty = Label(self, "", "body", SOFT_INK, valign="top")
        self._list = Group(self)
        self._all = Button(self, "", lambda: self._open_archive("matches"), icon="list")
        self._new = Button(self, words("menu.new_match"), self._set_up, "primary", icon="new")
        self._finished = Button(self, words("menu.finished"), lambda: self._open_archive("finished"), icon="book")
        self._open = Button(self, words("menu.open"), self._open_exchange, icon="open")
        self._learn_key = Button(self, "", self._learn, icon="learn")
        self._bookmarks: list[Bookmark] = []
        self._under_way = 0
        self._rules: list[int] = []
        self.read(None)

    @property
    def newest(self) -> Bookmark | None:
        """The bookmark of the match last played."""
        return self._bookmarks[0] if self._bookmarks else None

    def read(self, result: object) -> None:
        """Look at the matches on file; a match that is the `result` of the question below is thrown away first.

        One that can't be read is set aside, with a notice.
        """
        storage = self.form.scene.app.storage
        if isinstance(result, Entry):
            storage.delete_match(result.id)
        self._list.clear()
        self._bookmarks = []
        entries = storage.list_matches()
        self._under_way = len(entries)
        for entry in entries:
            if len(self._bookmarks) == MOST_BOOKMARKS:
                break
            try:
                head = storage.read_match(entry.id, _head)
            except OSError:
                self._under_way -= 1
                continue
            self._bookmarks.append(Bookmark(self._list, entry, head, self._go_on, self._ask_delete))
        self._heading.text = self.form.scene.app.words("menu.under_way" if self._bookmarks else "menu.welcome")
        self._empty.visible = not self._bookmarks
        self._greet()

    def _greet(self) -> None:
        """Who never played here is told what to do, and needs no list of what is finished."""
        app = self.form.scene.app
        words, alone = app.words, self._alone
        novice = not self._bookmarks and not app.storage.has_finished()
        self._finished.visible, self._learn_key.visible = not novice, novice
        self._new.visible = alone or novice
        self._begun = _begun(app, self._games) if novice else None
        if self._begun is None:
            self._learn_key.text = words("menu.learn_a_game")
        else:
            key, number = self._begun
            self._learn_key.text = words("menu.go_on_course", game=words(f"games.{key}.name"), n=number + 1)
        name = words(f"games.{self._first}.name")
        self._new.text = words("menu.new_match") if alone else words("menu.try", game=name)
        self._empty.text = words("menu.empty" if alone else "menu.empty_first" if novice else "menu.empty_several")

    @property
    def _keys(self) -> tuple[Button, Button]:
        """The two keys at the foot."""
        return (self._learn_key if self._learn_key.visible else self._finished, self._open)

    @property
    def bare(self) -> bool:
        """Whether a bookmark is in sight that doesn't show its emblem yet."""
        return any(mark.look and not mark.furnished for mark in self._bookmarks if mark.visible)

    def furnish(self) -> bool:
        """Let one bookmark more show its emblem; False when all do."""
        return any(mark.furnish() for mark in self._bookmarks if mark.visible)

    # --- where one goes from here

    def _go_on(self, bookmark: Bookmark) -> None:
        scene = self.form.scene
        resume(scene.app, bookmark.entry.id)
        if scene.app.stack.top is scene:
            scene.resumed(None)

    def ask_delete(self) -> bool:
        """Ask about the bookmark that has the focus; False when none has."""
        focused = next((mark for mark in self._bookmarks if mark.focused or mark.bin.focused), None)
        if focused is not None:
            self._ask_delete(focused)
        return focused is not None

    def _ask_delete(self, bookmark: Bookmark) -> None:
        from scenes.screens.archive import delete_dialog

        app = self.form.scene.app
        app.stack.push(delete_dialog(app, bookmark.entry, bookmark.label))

    def _learn(self) -> None:
        """Go on with the course that is under way, or learn something."""
        if self._begun is None:
            self._on_learn()
            return
        from scenes.screens.learn.coach_scene import CoachScene
        from scenes.screens.learn.lessons import Lesson

        app = self.form.scene.app
        app.stack.push(CoachScene(app, Lesson(app, *self._begun)))

    def _set_up(self) -> None:
        from scenes.screens.setup.scene import SetupScene

        app = self.form.scene.app
        app.stack.push(SetupScene(app, self._first))

    def _open_archive(self, shelf: str) -> None:
        from scenes.screens.archive import ArchiveScene

        app = self.form.scene.app
        app.stack.push(ArchiveScene(app, shelf))

    def _open_exchange(self) -> None:
        from scenes.screens.exchange import ExchangeScene

        app = self.form.scene.app
        app.stack.push(ExchangeScene(app))

    # --- layout

    def _line(self) -> int:
        """Height of a bookmark in pixels."""
        return max(self.theme.control, self.theme.px(7.2))

    def _columns(self, width: int) -> int:
        """How many bookmarks have room side by side in a column of `width` pixels."""
        return 2 if width >= self.theme.px(2 * _NARROWEST) and len(self._bookmarks) > 1 else 1

    def _pad(self) -> tuple[int, int]:
        """What the sheet leaves free at its sides, and above and below, in pixels."""
        return self.theme.px(2.8), self.theme.px(2.6)

    def _beside(self, width: int) -> bool:
        """Whether the two keys at the foot have room side by side in a column of `width` pixels."""
        half = (width - self.theme.px(1.4)) // 2
        return max(key.natural_width() for key in self._keys) <= half

    def _foot_height(self, width: int) -> int:
        """Height in pixels of the keys at the foot of the sheet, with the rule and the gap above them."""
        theme = self.theme
        rows = 1 if self._beside(width) else 2
        new = theme.control + theme.px(3) if self._new.visible else 0
        return theme.px(3) + new + rows * theme.control + (rows - 1) * theme.px(1.4)

    def fitting_height(self, width: int, most: int) -> int:
        """Height in pixels that it needs for as much of what it has to say as fits into `most`, or for the least."""
        column, count = width - 2 * self._pad()[0], len(self._bookmarks)
        frame = self._head_height() + self._foot_height(column) + 2 * self._pad()[1]
        columns = self._columns(column)
        bodies = [] if count else [self._empty.natural_height(column)]
        for lines in range(-(-count // columns), 0, -1):
            more = self._more_height() if self._under_way > lines * columns else 0
            bodies.append(lines * self._line() + more)
        return next((frame + body for body in bodies if frame + body <= most), self.least_height(width))

    def least_height(self, width: int) -> int:
        """Height in pixels below which it can't be used: its keys, and a bookmark or the key to all of them."""
        column = width - 2 * self._pad()[0]
        body = self._line() if self._under_way == 1 else self._more_height() if self._under_way else -self.theme.px(3)
        return body + self._foot_height(column) + 2 * self._pad()[1]

    def _head_height(self) -> int:
        return self.theme.line("heading") + self.theme.px(2)

    def _more_height(self) -> int:
        """Height in pixels of the key to all matches under way, with the gap above it."""
        return self.theme.control + self.theme.px(1.2)

    def place(self, sheet: pygame.Rect) -> None:
        """Lie in `sheet`; where that is low, fewer bookmarks are shown, and where it is very low no heading."""
        theme, (side, high) = self.theme, self._pad()
        self.rect = sheet
        inner = sheet.inflate(-2 * side, -2 * high)
        self._heading.rect = pygame.Rect(inner.left, inner.top, inner.width, theme.line("heading"))
        self._heading.visible = sheet.height >= self.least_height(sheet.width) + self._head_height()
        self._rules = [self._heading.rect.bottom + theme.px(0.8)] if self._heading.visible else []
        top = inner.top + (self._head_height() if self._heading.visible else 0)
        foot = inner.bottom - self._foot_height(inner.width) + theme.px(3)
        self._place_list(pygame.Rect(inner.left, top, inner.width, max(0, foot - theme.px(3) - top)))
        if self._new.visible:
            self._new.rect = pygame.Rect(inner.left, foot, inner.width, theme.control)
            foot += theme.control + theme.px(3)
        self._rules.append(foot - theme.px(1.5))
        beside, half = self._beside(inner.width), (inner.width - theme.px(1.4)) // 2
        for number, button in enumerate(self._keys):
            if beside:
                button.rect = pygame.Rect(inner.left + number * (inner.width - half), foot, half, theme.control)
            else:
                step = theme.control + theme.px(1.4)
                button.rect = pygame.Rect(inner.left, foot + number * step, inner.width, theme.control)

    def _place_list(self, room: pygame.Rect) -> None:
        """The bookmarks that fit, and a key for the others."""
        theme, line = self.theme, self._line()
        self._empty.rect = pygame.Rect(room.left, room.top, room.width, self._empty.natural_height(room.width))
        self._empty.visible = not self._bookmarks and self._empty.rect.height <= room.height
        columns, apart = self._columns(room.width), theme.px(2.4)
        crowded = self._under_way > min(room.height // line * columns, len(self._bookmarks))
        below = self._more_height() if crowded else 0
        shown = min(len(self._bookmarks), max(0, room.height - below) // line * columns)
        lines = -(-shown // columns)
        self._list.rect = pygame.Rect(room.left, room.top, room.width, lines * line)
        wide = (room.width - (columns - 1) * apart) // columns
        for number, mark in enumerate(self._bookmarks):
            row, column = divmod(number, columns)
            mark.place(pygame.Rect(room.left + column * (wide + apart), room.top + row * line, wide, line))
            mark.show(number < shown)
        self._all.visible = crowded
        self._all.text = self.form.scene.app.words("menu.all_matches", n=self._under_way)
        top = room.top + lines * line + theme.px(1.2)
        self._all.rect = pygame.Rect(room.left, top, room.width, theme.control)

    def paint(self, surface: pygame.Surface) -> None:
        super().paint(surface)
        inner = self.rect.inflate(-2 * self._pad()[0], 0)
        for top in self._rules:
            self.theme.rule(surface, (inner.left, top), inner.width)


class Bookmark(Pressable):
    """A match under way: a leather ribbon, who plays, which game, how far it is; and its bin."""

    def __init__(
        self,
        parent: Group,
        entry: Entry,
        head: Head,
        on_open: Callable[[Bookmark], object],
        on_delete: Callable[[Bookmark], object],
    ) -> None:
        words = parent.form.scene.app.words
        self.entry = entry
        super().__init__(parent, head.company(words), lambda: on_open(self))
        self.look = card_of(head.game).emblem
        """The sprite that tells the game at a glance."""
        self.furnished = False
        """Whether that is painted."""
        self._details = _details(words, head)
        self.bin = IconButton(parent, "bin", words("archive.delete"), lambda: on_delete(self), danger=True)

    def furnish(self) -> bool:
        """Paint the emblem from now on; whether it wasn't yet. Its picture takes a while to make."""
        if self.furnished or not self.look:
            return False
        self.furnished = True
        self.form.scene.app.assets.sprite(self.look, self._side())
        self.dirty()
        return True

    def _side(self) -> int:
        """Side of the emblem in pixels."""
        return self.theme.px(3.9)

    def press(self) -> None:
        self.form.play("bookmark")
        self._on_press()

    def show(self, visible: bool) -> None:
        """Be there or not, with the bin."""
        self.visible = self.bin.visible = visible

    def place(self, rect: pygame.Rect) -> None:
        """Lie in `rect`, the bin at its right."""
        side = min(rect.height, self.theme.control)
        self.bin.rect = pygame.Rect(rect.right - side, rect.top + (rect.height - side) // 2, side, side)
        self.rect = pygame.Rect(rect.left, rect.top, rect.width - side - self.theme.px(0.6), rect.height)
        room = self._words().width
        whole = self._detail(room) == self._details[0] and self.theme.width(self.label, "strong") <= room
        self.tip = "" if whole else f"{self.label}\n{self._details[0]}"

    def _words(self) -> pygame.Rect:
        """Where its two lines stand."""
        theme, rect = self.theme, self.rect
        high = theme.line("strong") + theme.line("small")
        left = rect.left + theme.px(7.2)
        return pygame.Rect(left, rect.centery - high // 2, rect.right - theme.px(0.8) - left, high)

    def _detail(self, room: int) -> str:
        """The longest second line that fits into so many pixels."""
        fitting = (one for one in self._details if self.theme.width(one, "small") <= room)
        return next(fitting, self._details[-1])

    def paint(self, surface: pygame.Surface) -> None:
        theme, state, rect = self.theme, self.state(), self.rect
        if state in ("hover", "held"):
            tone = SHADE if state == "held" else SHADE.lerp(PAPER, 0.3)
            pygame.draw.rect(surface, tone, rect.inflate(0, -2), border_radius=theme.px(0.8))
        words = self._words()
        size = (theme.px(5), words.height)
        ribbon = theme.cache.get(("ribbon", size), lambda: _ribbon(theme, size))
        surface.blit(ribbon, ribbon.get_rect(midleft=(rect.left + theme.px(1), rect.centery)))
        if self.furnished:
            emblem = self.form.scene.app.assets.sprite(self.look, self._side())
            middle = (rect.left + theme.px(1) + size[0] // 2, rect.centery - theme.px(0.7))
            surface.blit(emblem, emblem.get_rect(center=middle))
        theme.text(surface, self.label, "strong", INK, words, valign="top", ellipsis=True)
        theme.text(surface, self._detail(words.width), "small", SOFT_INK, words, valign="bottom", ellipsis=True)


def _ribbon(theme: Theme, size: tuple[int, int]) -> pygame.Surface:
    """A leather ribbon with a notch and a stitched edge."""
    w, h = size
    notch, inset, dash = w * 0.22, max(2.0, theme.u * 0.35), theme.u * 0.45
    leather = f"#{LEATHER.r:02x}{LEATHER.g:02x}{LEATHER.b:02x}"
    stitch = f"#{STITCH.r:02x}{STITCH.g:02x}{STITCH.b:02x}"
    return vector(
        size,
        f'<path d="M0 0H{w}V{h}L{w / 2} {h - notch}L0 {h}Z" fill="#4A2519"/>'
        f'<path d="M0 0H{w - 0.8}V{h - 1.2}L{w / 2} {h - notch - 1}L0 {h - 1.2}Z" fill="{leather}"/>'
        f'<path d="M{inset} 0V{h - notch}M{w - inset} 0V{h - notch}" stroke="{stitch}" fill="none" '
        f'stroke-width="{max(0.8, theme.u * 0.1):.2f}" stroke-dasharray="{dash:.1f} {dash * 0.8:.1f}"/>',
    )


def resume(app: App, match_id: str) -> None:
    """Lay an unfinished match on the table again; one that was over all the same goes to the finished ones.

    When its file could not be read the table stays as it is, so that the notice is seen first.
    """
    from scenes.screens.recall import recall

    recall(app, match_id, finished=False)


def _begun(app: App, games: Sequence[str]) -> tuple[str, int] | None:
    """The course that is under way. Courses take a while to load, and who is new here has begun none."""
    if not app.storage.load_data("lessons"):
        return None
    from scenes.screens.learn.courses import begun

    return begun(app, games)


def _head(text: str) -> Head:
    """The head of a record. Raises RecordError. Records take a while to load, and who is new here has none."""
    from scenes.table.record_headers import Head

    return Head.read(text)


def _details(words: Words, head: Head) -> tuple[str, ...]:
    """Which game it is, how far, and whose turn; then shorter: without the game, which the emblem tells as well, and
    nothing but whose turn it is."""
    turn = _number(head)
    told = (words("menu.bookmark", game=head.game_name(words), turn=turn), words("menu.bookmark_turn", turn=turn))
    if head.to_move is None:
        return told
    alone = [seat for seat, player in enumerate(head.players) if player.kind == "person"] == [head.to_move]
    name = head.name(words, head.to_move)
    whose = words("menu.bookmark_yours") if alone else words("menu.bookmark_theirs", name=name)
    return (f"{told[0]} · {whose}", f"{told[1]} · {whose}", whose)


def _number(head: Head) -> int:
    """The number that the score sheet gives the turn to come."""
    return head.turns // card_of(head.game).columns + 1
