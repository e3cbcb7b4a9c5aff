"""The table from above: the games lie there set up, beside them a sheet with the matches under way."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import pygame

from rules import GAMES
from rules.contract import AnyGame
from rules.record import RecordError
from scenes.dialog import Dialog
from scenes.heads import Head
from scenes.layout import WIDE
from scenes.lettering import Role
from scenes.notices import NoticeSlip
from scenes.stack import Scene
from scenes.still import Still
from scenes.storage import Entry
from scenes.theme import INK, LEATHER, MAPLE, OXBLOOD, PAPER, SHADE, SOFT_INK, STITCH, WALNUT_DARK, Theme, vector
from scenes.widgets.base import Group
from scenes.widgets.button import Button, IconButton, Pressable
from scenes.widgets.form import Form
from scenes.widgets.label import Label, Panel

if TYPE_CHECKING:
    from scenes.app import App

MOST_BOOKMARKS: Final = 6
_OVERLAP: Final = 0.013
"""How much of a board its tag covers: the edge of the frame, not the letters on it."""


class MenuScene(Scene):
    """The lowest scene: where one chooses what to play, goes on with a match, or leaves."""

    def __init__(self, app: App, games: Sequence[AnyGame] = GAMES) -> None:
        super().__init__(app)
        self._games = games
        self._stills = {
            game.key: Still(app, game.key, game.start(game.options(), game.seats.start)) for game in games
        }
        self._bookmarks: list[Bookmark] = []
        self._form = Form(self)

    def enter(self) -> None:
        words = self.app.words
        self._form = form = Form(self)
        large = len(self._games) == 1
        self._tiles = [
            GameTile(form, game.key, self._stills[game.key], large, lambda key=game.key: self._set_up(key))  # type: ignore[misc]
            for game in self._games
        ]
        self._sheet = Panel(form)
        self._heading = Label(self._sheet, "", "heading")
        self._empty = Label(
            self._sheet, words("menu.empty" if large else "menu.empty_several"), "body", SOFT_INK, valign="top"
        )
        self._list = Group(self._sheet)
        self._all = Button(self._sheet, "", self._open_matches, icon="list")
        self._new = Button(self._sheet, words("menu.new_match"), self._set_up_first, "primary", icon="new")
        self._new.visible = large
        self._finished = Button(self._sheet, words("menu.finished"), self._open_finished, icon="book")
        self._open = Button(self._sheet, words("menu.open"), self._open_exchange, icon="open")
        self._settings = Button(form, words("menu.settings"), self._open_settings, "wood", icon="settings")
        self._quit = Button(form, words("menu.quit"), self.app.quit, "wood", icon="close")
        self._slip = NoticeSlip(form, lambda: self.resize(self.app.size))
        self._read_bookmarks()

    def resumed(self, result: object) -> None:
        if isinstance(result, Entry):
            self.app.storage.delete_match(result.id)
        self._read_bookmarks()
        self._slip.refresh()
        self.resize(self.app.size)

    # --- bookmarks

    def _read_bookmarks(self) -> None:
        """A bookmark for each of the latest matches under way; one that can't be read is set aside."""
        storage = self.app.storage
        self._list.clear()
        self._bookmarks = []
        entries = storage.list_matches()
        for entry in entries:
            if len(self._bookmarks) == MOST_BOOKMARKS:
                break
            try:
                head = Head.read(storage.load_match(entry.id))
            except (RecordError, OSError):
                storage.set_aside(entry.path, "storage.match_unreadable")
                continue
            self._bookmarks.append(Bookmark(self._list, entry, head, self._go_on, self._ask_delete))
        self._under_way = len(entries)
        self._heading.text = self.app.words("menu.under_way" if self._bookmarks else "menu.welcome")
        self._empty.visible = not self._bookmarks
        self._form.default = self._bookmarks[0] if self._bookmarks else self._tiles[0]

    def _go_on(self, entry: Entry) -> None:
        resume(self.app, entry.id)
        if self.app.stack.top is self:
            self.resumed(None)

    def _ask_delete(self, entry: Entry) -> None:
        words = self.app.words
        head = next(mark.head for mark in self._bookmarks if mark.entry == entry)
        buttons = [(None, words("archive.keep"), "plain"), (entry, words("archive.delete"), "danger")]
        self.app.stack.push(Dialog(self.app, words("archive.delete_ask"), buttons, head.company(words)))

    # --- where one goes from here

    def _set_up(self, key: str) -> None:
        from scenes.setup import SetupScene

        self.app.stack.push(SetupScene(self.app, key))

    def _set_up_first(self) -> None:
        self._set_up(self._games[0].key)

    def _open_matches(self) -> None:
        from scenes.archive import ArchiveScene

        self.app.stack.push(ArchiveScene(self.app, "matches"))

    def _open_finished(self) -> None:
        from scenes.archive import ArchiveScene

        self.app.stack.push(ArchiveScene(self.app))

    def _open_exchange(self) -> None:
        from scenes.exchange import ExchangeScene

        self.app.stack.push(ExchangeScene(self.app))

    def _open_settings(self) -> None:
        from scenes.settings import SettingsScene

        self.app.stack.push(SettingsScene(self.app))

    # --- layout

    def resize(self, size: tuple[int, int]) -> None:
        theme = self.app.theme
        window = pygame.Rect((0, 0), size).inflate(-2 * theme.margin, -2 * theme.margin)
        self._place_head(window)
        top = window.top + max(theme.control, theme.px(8)) + theme.px(1.6)
        high = self._slip.natural_height(window.width)
        if high:
            self._slip.place(pygame.Rect(window.left, window.bottom - high, window.width, high))
            high += theme.px(2)
        rest = pygame.Rect(window.left, top, window.width, window.bottom - high - top)
        if size[0] > WIDE * size[1]:
            wide = min(theme.px(54), max(theme.px(40), round(rest.width * 0.34)))
            sheet = pygame.Rect(rest.right - wide, rest.top, wide, min(rest.height, self._sheet_height(wide)))
            sheet.centery = rest.centery
            tiles = pygame.Rect(rest.left, rest.top, rest.width - wide - theme.px(2.5), rest.height)
        else:
            high = min(self._sheet_height(rest.width), round(rest.height * 0.5))
            sheet = pygame.Rect(rest.left, rest.bottom - high, rest.width, high)
            tiles = pygame.Rect(rest.left, rest.top, rest.width, rest.height - high - theme.px(2.5))
        self._place_tiles(tiles)
        self._place_sheet(sheet)
        self.dirty()

    def _place_head(self, window: pygame.Rect) -> None:
        theme = self.app.theme
        right = window.right
        for button in (self._quit, self._settings):
            wide = button.natural_width()
            button.rect = pygame.Rect(right - wide, window.top + theme.px(1), wide, theme.control)
            right -= wide + theme.px(2)
        self._mark = pygame.Rect(window.left, window.top, theme.px(8), theme.px(8))

    def _place_tiles(self, area: pygame.Rect) -> None:
        """In rows as even as they can be, as many as make the boards largest."""
        count, gap = len(self._tiles), self.app.theme.px(3)
        best = (0.0, 1)
        for columns in range(1, count + 1):
            rows = math.ceil(count / columns)
            side = min((area.width + gap) / columns - gap, ((area.height + gap) / rows - gap) * 0.86)
            best = max(best, (side, columns))
        columns = best[1]
        rows = math.ceil(count / columns)
        wide, high = (area.width + gap) // columns - gap, (area.height + gap) // rows - gap
        for number, tile in enumerate(self._tiles):
            row, column = divmod(number, columns)
            in_row = min(columns, count - row * columns)
            left = area.left + (area.width - in_row * wide - (in_row - 1) * gap) // 2
            tile.rect = pygame.Rect(left + column * (wide + gap), area.top + row * (high + gap), wide, high)

    def _line(self) -> int:
        """Height of a bookmark in pixels."""
        return max(self.app.theme.control, self.app.theme.px(7.2))

    def _pad(self) -> tuple[int, int]:
        """What the sheet leaves free at its sides, and above and below, in pixels."""
        return self.app.theme.px(2.8), self.app.theme.px(2.6)

    def _beside(self, width: int) -> bool:
        """Whether the two keys at the foot have room side by side in a column of `width` pixels."""
        half = (width - self.app.theme.px(1.4)) // 2
        return max(self._finished.natural_width(), self._open.natural_width()) <= half

    def _foot_height(self, width: int) -> int:
        """Height in pixels of the keys at the foot of the sheet, with the rule and the gap above them."""
        theme = self.app.theme
        rows = 1 if self._beside(width) else 2
        new = theme.control + theme.px(3) if self._new.visible else 0
        return theme.px(2) + new + rows * theme.control + (rows - 1) * theme.px(1.4)

    def _sheet_height(self, width: int) -> int:
        """Height in pixels that the sheet needs for everything that it has to say."""
        theme, (side, high) = self.app.theme, self._pad()
        column = width - 2 * side
        body = len(self._bookmarks) * self._line() if self._bookmarks else self._empty.natural_height(column)
        if self._under_way > len(self._bookmarks):
            body += theme.control + theme.px(1.2)
        return 2 * high + theme.line("heading") + theme.px(2) + body + self._foot_height(column)

    def _place_sheet(self, sheet: pygame.Rect) -> None:
        theme, (side, high) = self.app.theme, self._pad()
        self._sheet.rect = sheet
        inner = sheet.inflate(-2 * side, -2 * high)
        self._heading.rect = pygame.Rect(inner.left, inner.top, inner.width, theme.line("heading"))
        top = self._heading.rect.bottom + theme.px(2)
        foot = inner.bottom - self._foot_height(inner.width) + theme.px(2)
        self._rules = [self._heading.rect.bottom + theme.px(0.8)]
        self._place_list(pygame.Rect(inner.left, top, inner.width, foot - theme.px(2) - top))
        if self._new.visible:
            self._new.rect = pygame.Rect(inner.left, foot, inner.width, theme.control)
            foot += theme.control + theme.px(3)
        self._rules.append(foot - theme.px(1.5))
        beside, half = self._beside(inner.width), (inner.width - theme.px(1.4)) // 2
        for number, button in enumerate((self._finished, self._open)):
            if beside:
                button.rect = pygame.Rect(inner.left + number * (inner.width - half), foot, half, theme.control)
            else:
                step = theme.control + theme.px(1.4)
                button.rect = pygame.Rect(inner.left, foot + number * step, inner.width, theme.control)

    def _place_list(self, room: pygame.Rect) -> None:
        """The bookmarks that fit, and a key for the others."""
        theme, line = self.app.theme, self._line()
        self._empty.rect = pygame.Rect(room.left, room.top, room.width, self._empty.natural_height(room.width))
        crowded = self._under_way > min(room.height // line, len(self._bookmarks))
        below = theme.control + theme.px(1.2) if crowded else 0
        shown = min(len(self._bookmarks), max(0, room.height - below) // line)
        self._list.rect = pygame.Rect(room.left, room.top, room.width, shown * line)
        for number, mark in enumerate(self._bookmarks):
            mark.place(pygame.Rect(room.left, room.top + number * line, room.width, line))
            mark.show(number < shown)
        self._all.visible = crowded
        self._all.text = self.app.words("menu.all_matches", n=self._under_way)
        top = room.top + shown * line + theme.px(1.2)
        self._all.rect = pygame.Rect(room.left, top, room.width, theme.control)

    # --- what happens

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_DELETE:
            focused = next((mark for mark in self._bookmarks if mark.focused or mark.bin.focused), None)
            if focused is not None:
                self._ask_delete(focused.entry)
                return True
        return self._form.handle(event)

    def update(self, dt: float) -> None:
        self._form.update(dt)
        waiting = next((still for still in self._stills.values() if not still.ready()), None)
        if waiting is not None:
            waiting.update(dt)

    def pace(self) -> float | None:
        if any(not still.ready() for still in self._stills.values()) and not self.app.assets.resizing:
            return 0.0
        return self._form.pace()

    def paint(self, surface: pygame.Surface) -> None:
        theme = self.app.theme
        theme.paint_table(surface)
        clip = surface.get_clip()
        if clip.colliderect(self._mark.inflate(theme.px(60), theme.px(4))):
            self._paint_name(surface)
        self._form.paint(surface)
        inner = self._sheet.rect.inflate(-2 * self._pad()[0], 0)
        if clip.colliderect(inner):
            for top in self._rules:
                theme.rule(surface, (inner.left, top), inner.width)

    def _paint_name(self, surface: pygame.Surface) -> None:
        """The mark, and the name set into the wood like the letters of a board."""
        theme = self.app.theme
        logo = self.app.assets.sprite("ui/logo", self._mark.width)
        surface.blit(logo, self._mark)
        words = self.app.words("app.title")
        left = self._mark.right + theme.px(2)
        for colour, shift in ((WALNUT_DARK, -max(1, theme.px(0.14))), (MAPLE, 0)):
            name = theme.rendered(words, "display", colour)
            surface.blit(name, name.get_rect(midleft=(left + shift, self._mark.centery + shift - theme.px(0.4))))


def resume(app: App, match_id: str) -> None:
    """Lay an unfinished match on the table again; one that can't be replayed is set aside, with a notice."""
    from scenes.match import MatchScene
    from scenes.sitting import Sitting

    try:
        sitting = Sitting.load(match_id, app.storage.load_match(match_id))
    except (RecordError, OSError) as problem:
        app.storage.log(f"{match_id}: {problem}")
        for entry in app.storage.list_matches():
            if entry.id == match_id:
                app.storage.set_aside(entry.path, "storage.match_unreadable")
        return
    app.stack.push(MatchScene(app, sitting))


class GameTile(Pressable):
    """A game set up on the table, and a paper tag with its name; hovering lifts both."""

    def __init__(self, parent: Group, key: str, still: Still, large: bool, on_press: Callable[[], object]) -> None:
        words = parent.form.scene.app.words
        super().__init__(parent, words(f"games.{key}.name"), on_press)
        self._still = still
        self._large = large
        self._roles: tuple[Role, Role] = ("title", "body") if large else ("subheading", "small")
        self._tagline = words(f"games.{key}.tagline")
        self._tag = pygame.Rect(0, 0, 0, 0)

    def placed(self) -> None:
        """The tag lies at the foot of the board, a little over its frame."""
        theme = self.theme
        role, small = self._roles
        pad = theme.px(2.4 if self._large else 1.4)
        wide = max(theme.width(self.label, role), theme.width(self._tagline, small)) + 2 * pad
        wide = min(self.rect.width, wide)
        lines = theme.height(self._tagline, small, wide - 2 * pad)
        high = theme.line(role) + lines + theme.px(2 if self._large else 1.2)
        over = round((self.rect.height - high) * _OVERLAP)
        room = pygame.Rect(self.rect.left, self.rect.top, self.rect.width, self.rect.height - high + over)
        self._still.place(room)
        self._tag = pygame.Rect(0, 0, wide, high)
        self._tag.midtop = (self._still.rect.centerx, self._still.rect.bottom - over)

    def extent(self) -> pygame.Rect:
        return (
            self._still.extent()
            .union(self.theme.outside(self._tag, lifted=True))
            .inflate(self.theme.gap, self.theme.gap)
        )

    def ringed(self) -> pygame.Rect:
        return self._tag

    def paint(self, surface: pygame.Surface) -> None:
        theme, state = self.theme, self.state()
        lifted = state == "hover"
        by = theme.px(0.45) if lifted else 0
        self._still.paint(surface, (-by * 2 // 3, -by))
        tag = self._tag.move(-by * 2 // 3, -by)
        theme.paper(surface, tag, lifted)
        role, small = self._roles
        inner = tag.inflate(-2, -theme.px(1.2))
        theme.text(surface, self.label, role, OXBLOOD if lifted else INK, inner, "centre", "top")
        below = tag.inflate(-2 * theme.px(1.4), -theme.px(1.2))
        theme.text(surface, self._tagline, small, SOFT_INK, below, "centre", "bottom")


class Bookmark(Pressable):
    """A match under way: a leather ribbon, who plays, which game, how far it is; and its bin."""

    def __init__(
        self,
        parent: Group,
        entry: Entry,
        head: Head,
        on_open: Callable[[Entry], object],
        on_delete: Callable[[Entry], object],
    ) -> None:
        words = parent.form.scene.app.words
        self.entry = entry
        self.head = head
        super().__init__(parent, head.company(words), lambda: on_open(entry))
        self._detail = words("menu.bookmark", game=head.game_name(words), turn=head.turns + 1)
        self.bin = IconButton(parent, "bin", words("archive.delete"), lambda: on_delete(entry), danger=True)

    def show(self, visible: bool) -> None:
        """Be there or not, with the bin."""
        self.visible = self.bin.visible = visible

    def place(self, rect: pygame.Rect) -> None:
        """Lie in `rect`, the bin at its right."""
        side = min(rect.height, self.theme.control)
        self.bin.rect = pygame.Rect(rect.right - side, rect.top + (rect.height - side) // 2, side, side)
        self.rect = pygame.Rect(rect.left, rect.top, rect.width - side - self.theme.px(0.6), rect.height)

    def paint(self, surface: pygame.Surface) -> None:
        theme, state, rect = self.theme, self.state(), self.rect
        if state in ("hover", "held"):
            tone = SHADE if state == "held" else SHADE.lerp(PAPER, 0.3)
            pygame.draw.rect(surface, tone, rect.inflate(0, -2), border_radius=theme.px(0.8))
        high = theme.line("strong") + theme.line("small")
        size = (theme.px(1.9), high)
        ribbon = theme.cache.get(("ribbon", size), lambda: _ribbon(theme, size))
        surface.blit(ribbon, ribbon.get_rect(midleft=(rect.left + theme.px(1), rect.centery)))
        words = pygame.Rect(rect.left + theme.px(4.2), rect.centery - high // 2, 0, high)
        words.width = rect.right - theme.px(0.8) - words.left
        theme.text(surface, self.label, "strong", INK, words, valign="top", ellipsis=True)
        theme.text(surface, self._detail, "small", SOFT_INK, words, valign="bottom", ellipsis=True)


def _ribbon(theme: Theme, size: tuple[int, int]) -> pygame.Surface:
    """A leather ribbon with a notch and a stitched edge."""
    w, h = size
    notch, inset = w * 0.45, max(2.0, w * 0.22)
    leather = f"#{LEATHER.r:02x}{LEATHER.g:02x}{LEATHER.b:02x}"
    stitch = f"#{STITCH.r:02x}{STITCH.g:02x}{STITCH.b:02x}"
    return vector(
        size,
        f'<path d="M0 0H{w}V{h}L{w / 2} {h - notch}L0 {h}Z" fill="#4A2519"/>'
        f'<path d="M0 0H{w - 0.8}V{h - 1.2}L{w / 2} {h - notch - 1}L0 {h - 1.2}Z" fill="{leather}"/>'
        f'<path d="M{inset} 0V{h - notch}M{w - inset} 0V{h - notch}" stroke="{stitch}" fill="none" '
        f'stroke-width="{max(0.8, theme.u * 0.1):.2f}" stroke-dasharray="{theme.u * 0.45:.1f} {theme.u * 0.35:.1f}"/>',
    )
