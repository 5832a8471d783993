"""Flat pictures of what lies about on tables: coins, dice, cards, keys, sheets, printed dominoes, skin."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np

from vision.synthetic.faces import face
from vision.synthetic.film import to_light
from vision.synthetic.layouts import layout
from vision.synthetic.look import Colour
from vision.synthetic.noise import Field, swatch
from vision.synthetic.prints import prints
from vision.synthetic.scene import Drawing, DrawingKind

_SHIFT = 4
Levels = np.ndarray


class _Sheet:
    """A picture while it is drawn: blue, green, red bytes, `scale` pixels a mm, its origin the upper left."""

    def __init__(self, drawing: Drawing, size: tuple[float, float], scale: float) -> None:
        self.width, self.height = size
        self.scale = scale
        self.colour, self.second = drawing.colour, drawing.second
        self.seed = drawing.seed
        self.rng = np.random.default_rng([drawing.seed, 17])
        shape = max(round(size[1] * scale), 2), max(round(size[0] * scale), 2)
        self.pixels: Levels = np.empty((*shape, 3), dtype=np.uint8)
        self.pixels[:] = self.colour[::-1]

    def at(self, x: float, y: float) -> tuple[int, int]:
        return round((x * self.scale - 0.5) * 2**_SHIFT), round((y * self.scale - 0.5) * 2**_SHIFT)

    def dot(self, x: float, y: float, radius: float, colour: Colour, ring: float = 0.0) -> None:
        """A disc, or a ring `ring` mm wide."""
        thick = max(round(ring * self.scale), 1) if ring else -1
        size = max(round(radius * self.scale * 2**_SHIFT), 1)
        cv2.circle(self.pixels, self.at(x, y), size, colour[::-1], thick, cv2.LINE_AA, _SHIFT)

    def box(self, x: float, y: float, width: float, height: float, colour: Colour, line: float = 0.0) -> None:
        """A filled box from its left upper corner, or its outline `line` mm wide."""
        points = np.array(
            [self.at(*p) for p in ((x, y), (x + width, y), (x + width, y + height), (x, y + height))]
        )
        if line:
            thick = max(round(line * self.scale), 1)
            cv2.polylines(self.pixels, [points], True, colour[::-1], thick, cv2.LINE_AA, _SHIFT)
        else:
            cv2.fillConvexPoly(self.pixels, points, colour[::-1], cv2.LINE_AA, _SHIFT)

    def line(self, x: float, y: float, to_x: float, to_y: float, width: float, colour: Colour) -> None:
        thick = max(round(width * self.scale), 1)
        cv2.line(self.pixels, self.at(x, y), self.at(to_x, to_y), colour[::-1], thick, cv2.LINE_AA, _SHIFT)

    def write(self, x: float, y: float, text: str, height: float, colour: Colour) -> None:
        """Text from its left lower corner, capitals `height` mm high."""
        size = height * self.scale / 21
        if size > 0.12:
            font = int(
                self.rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX])
            )
            where = round(x * self.scale), round(y * self.scale)
            thick = max(round(height * self.scale / 9), 1)
            cv2.putText(self.pixels, text, where, font, size, colour[::-1], thick, cv2.LINE_AA)

    def dim(self, factor: Field) -> None:
        """Multiply by `factor` (H x W, or what broadcasts to it)."""
        self.pixels = np.clip(self.pixels * factor[..., None], 0, 255).astype(np.uint8)


def _mixed(one: Colour, other: Colour, share: float) -> Colour:
    a, b, c = (round(x + (y - x) * share) for x, y in zip(one, other, strict=True))
    return a, b, c


def _dimmed(colour: Colour, share: float) -> Colour:
    return _mixed((0, 0, 0), colour, share)


def _coin(sheet: _Sheet) -> None:
    x, y, radius = sheet.width / 2, sheet.height / 2, sheet.width / 2
    if sheet.rng.random() < 0.3:
        sheet.dot(x, y, radius * 0.68, sheet.second)
    light = _mixed(sheet.colour, (255, 255, 255), 0.3)
    sheet.dot(x, y, radius * 0.93, _dimmed(sheet.colour, 0.6), radius * 0.07)
    sheet.dot(x, y, radius * 0.86, light, radius * 0.05)
    head = _mixed(sheet.colour, (255, 255, 255) if sheet.rng.random() < 0.5 else (0, 0, 0), 0.25)
    sheet.dot(x + radius * 0.05, y - radius * 0.15, radius * 0.3, head)
    sheet.dot(x - radius * 0.1, y + radius * 0.35, radius * 0.34, head)
    sheet.write(
        x - radius * 0.3,
        y + radius * 0.7,
        str(sheet.rng.choice(["1", "2", "5", "10", "50"])),
        radius * 0.4,
        _dimmed(sheet.colour, 0.5),
    )


def _die(sheet: _Sheet) -> None:
    value = int(sheet.rng.integers(1, 7))
    side = min(sheet.width, sheet.height)
    radius = side * float(sheet.rng.uniform(0.075, 0.12)) * (1.5 if value == 1 else 1)
    for x, y in layout(value, 0):
        sheet.dot(sheet.width / 2 + x * side * 0.27, sheet.height / 2 + y * side * 0.27, radius, sheet.second)


_SUITS = "HDCS"


def _card(sheet: _Sheet) -> None:
    rng = sheet.rng
    width, height = sheet.width, sheet.height
    if rng.random() < 0.3:
        sheet.box(width * 0.07, height * 0.05, width * 0.86, height * 0.9, sheet.second)
        for step in np.arange(0.12, 0.9, 0.07):
            sheet.line(width * 0.07, height * step, width * 0.93, height * (1 - step), 0.7, sheet.colour)
            sheet.line(width * step, height * 0.05, width * (1 - step), height * 0.95, 0.5, sheet.colour)
        return
    red = rng.random() < 0.5
    ink: Colour = (190, 24, 36) if red else (24, 24, 28)
    name = str(rng.choice(["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]))
    sheet.write(3, 10, name, 6, ink)
    sheet.write(width - 9, height - 4, name, 6, ink)
    count = int(name) if name.isdigit() else int(rng.integers(1, 3))
    for x, y in layout(count, 0):
        where = width / 2 + y * width * 0.24, height / 2 + x * height * 0.32
        if rng.random() < 0.5:
            sheet.dot(*where, 3.2, ink)
        else:
            sheet.box(where[0] - 2.5, where[1] - 3, 5, 6, ink)


def _keys(sheet: _Sheet) -> None:
    rng = sheet.rng
    pitch = float(rng.uniform(11, 19))
    gap = float(rng.uniform(1.2, 3))
    ink = _mixed(sheet.second, (255, 255, 255) if sum(sheet.second) < 380 else (0, 0, 0), 0.8)
    characters = "QWERTYUIOPASDFGHJKLZXCVBNM0123456789+-=%."
    top = 4.0
    if rng.random() < 0.5 and sheet.height > 60:
        sheet.box(5, 5, sheet.width - 10, 17, (150, 166, 140))
        sheet.write(sheet.width * 0.5, 19, str(rng.integers(10, 9999)), 10, (30, 36, 30))
        top = 28.0
    for y in np.arange(top, sheet.height - pitch * 0.8, pitch):
        for x in np.arange(4, sheet.width - pitch * 0.8, pitch):
            colour = sheet.second if rng.random() < 0.9 else _mixed(sheet.second, (200, 90, 40), 0.6)
            sheet.box(x, y, pitch - gap, pitch - gap, colour)
            sheet.write(
                x + pitch * 0.2,
                y + pitch * 0.6,
                characters[int(rng.integers(len(characters)))],
                pitch * 0.32,
                ink,
            )


def _text(sheet: _Sheet) -> None:
    rng = sheet.rng
    size = float(rng.uniform(1.6, 4))
    if rng.random() < 0.5:
        sheet.write(6, 6 + size * 3, "THE DAILY TRAIN"[: int(rng.integers(4, 16))], size * 2.5, sheet.second)
    if rng.random() < 0.5:
        x, y = rng.uniform(0.1, 0.5, 2)
        grey = _mixed(sheet.colour, sheet.second, float(rng.uniform(0.3, 0.8)))
        sheet.box(x * sheet.width, y * sheet.height, sheet.width * 0.35, sheet.height * 0.3, grey)
    for y in np.arange(10 + size * 3, sheet.height - 4, size * 2):
        x = 6.0
        while x < sheet.width - 10:
            length = min(float(rng.uniform(1.5, 9)) * size * 0.7, sheet.width - 6 - x)
            if rng.random() < 0.9:
                sheet.line(x, y, x + length, y, size * 0.55, _mixed(sheet.colour, sheet.second, 0.75))
            x += length + size * 0.8


def _score_sheet(sheet: _Sheet) -> None:
    rng = sheet.rng
    rows, columns = int(rng.integers(6, 15)), int(rng.integers(3, 7))
    line = _mixed(sheet.colour, sheet.second, 0.5)
    for row in range(rows + 1):
        y = 6 + (sheet.height - 12) * row / rows
        sheet.line(5, y, sheet.width - 5, y, 0.4, line)
    for column in range(columns + 1):
        x = 5 + (sheet.width - 10) * column / columns
        sheet.line(x, 6, x, sheet.height - 6, 0.4, line)
    for row in range(int(rng.integers(1, rows + 1))):
        for column in range(columns):
            x = 7 + (sheet.width - 10) * column / columns
            y = 6 + (sheet.height - 12) * (row + 0.75) / rows
            sheet.write(
                x, y, str(rng.integers(0, 90)), min(6.0, (sheet.height - 12) / rows * 0.5), sheet.second
            )


def _dominoes(sheet: _Sheet) -> None:
    """Dominoes as printed on boxes, boards and sheets."""
    for one in prints(sheet.seed, sheet.width, sheet.height):
        made = face(one.values, one.look, max(sheet.scale * one.length / one.look.length, 0.2), 3)
        turn = np.radians(one.angle)
        c, s = np.cos(turn), np.sin(turn)
        h, w = made.cover.shape
        x, y = one.x * sheet.scale, one.y * sheet.scale
        warp = np.array([[c, -s, x - (c * w - s * h) / 2], [s, c, y - (s * w + c * h) / 2]])
        size = sheet.pixels.shape[1::-1]
        cover = cv2.warpAffine(np.ascontiguousarray(made.cover, dtype=np.float32), warp, size)[..., None]
        colour = np.ascontiguousarray(made.colour[..., ::-1], dtype=np.float32)
        shown = cv2.warpAffine(colour, warp, size)
        sheet.pixels = np.clip(sheet.pixels * (1 - cover) + shown * cover, 0, 255).astype(np.uint8)


def _ruler(sheet: _Sheet) -> None:
    for millimetre in range(4, int(sheet.width) - 3):
        long = 0.45 if millimetre % 10 == 4 else 0.32 if millimetre % 5 == 4 else 0.2
        if sheet.scale > 1.2 or millimetre % 5 == 4:
            sheet.line(millimetre, 0, millimetre, sheet.height * long, 0.25, sheet.second)
        if millimetre % 10 == 4:
            sheet.write(millimetre - 1.5, sheet.height * 0.8, str(millimetre // 10), 4, sheet.second)


def _button(sheet: _Sheet) -> None:
    x, y, radius = sheet.width / 2, sheet.height / 2, sheet.width / 2
    sheet.dot(x, y, radius * 0.72, _dimmed(sheet.colour, 0.75), radius * 0.12)
    count = int(sheet.rng.choice([1, 2, 3, 4, 5, 6]))
    for along, across in layout(count, 0):
        sheet.dot(x + along * radius * 0.26, y + across * radius * 0.26, radius * 0.13, sheet.second)


def _draught(sheet: _Sheet) -> None:
    x, y, radius = sheet.width / 2, sheet.height / 2, sheet.width / 2
    for share in np.arange(0.9, 0.2, -0.2):
        sheet.dot(x, y, radius * share, _mixed(sheet.colour, sheet.second, 0.5), radius * 0.07)
        sheet.dot(x, y, radius * (share - 0.07), _mixed(sheet.colour, (255, 255, 255), 0.25), radius * 0.03)


def _biscuit(sheet: _Sheet) -> None:
    """A biscuit, a bar of chocolate, a wooden block or a rubber: a grid of holes, grooves or nothing."""
    rng = sheet.rng
    shape = sheet.pixels.shape[:2]
    sheet.dim(1 + 0.05 * swatch((shape[0], shape[1]), rng, 3 * sheet.scale, 2.0, 0.4))
    kind = rng.random()
    columns, rows = int(rng.integers(2, 7)), int(rng.integers(2, 5))
    if kind < 0.45:
        for column in range(columns):
            for row in range(rows):
                x, y = (column + 0.5) / columns * sheet.width, (row + 0.5) / rows * sheet.height
                sheet.dot(x, y, min(sheet.width, sheet.height) * 0.04, sheet.second)
    elif kind < 0.75:
        for column in range(1, columns):
            x = column / columns * sheet.width
            sheet.line(x, 0, x, sheet.height, 0.8, sheet.second)
        if rng.random() < 0.5:
            sheet.line(0, sheet.height / 2, sheet.width, sheet.height / 2, 0.8, sheet.second)
    elif kind < 0.9:
        sheet.write(sheet.width * 0.15, sheet.height * 0.65, "SOFT", sheet.height * 0.3, sheet.second)


def _cup(sheet: _Sheet) -> None:
    x, y, radius = sheet.width / 2, sheet.height / 2, sheet.width / 2
    sheet.dot(x, y, radius, _mixed(sheet.colour, (255, 255, 255), 0.3))
    sheet.dot(x, y, radius * 0.9, _dimmed(sheet.colour, 0.55))
    sheet.dot(x, y, radius * 0.8, sheet.second)
    sheet.dot(x - radius * 0.2, y - radius * 0.3, radius * 0.12, _mixed(sheet.second, (255, 255, 255), 0.4))


def _rounded(sheet: _Sheet, strength: float) -> None:
    """Shade the sheet as a rod that lies along x."""
    rows = (np.arange(sheet.pixels.shape[0], dtype=np.float32) + 0.5) / sheet.pixels.shape[0] * 2 - 1
    sheet.dim((1 - strength * rows**2 * (1 + 0.3 * rows))[:, None].astype(np.float32))


def _round(sheet: _Sheet) -> None:
    if sheet.rng.random() < 0.6:
        share = float(sheet.rng.uniform(0.1, 0.4))
        sheet.box(0, 0, sheet.width * share, sheet.height, sheet.second)
    sheet.line(
        0,
        sheet.height * 0.35,
        sheet.width,
        sheet.height * 0.35,
        sheet.height * 0.1,
        _mixed(sheet.colour, (255, 255, 255), 0.5),
    )
    _rounded(sheet, 0.6)


def _screen(sheet: _Sheet) -> None:
    if sheet.rng.random() < 0.5:
        return
    sheet.box(3, 3, sheet.width - 6, sheet.height - 6, sheet.second)
    for x in np.arange(10, sheet.width - 12, 16):
        for y in np.arange(10, sheet.height - 12, 16):
            red, green, blue = (int(v) for v in sheet.rng.integers(30, 255, 3))
            sheet.box(x, y, 10, 10, (red, green, blue))


def _skin(sheet: _Sheet) -> None:
    shape = sheet.pixels.shape[:2]
    rng = sheet.rng
    sheet.dim(1 + 0.04 * swatch((shape[0], shape[1]), rng, 6 * sheet.scale, 1.0, 0.3))
    crease = _dimmed(sheet.colour, 0.82)
    for share in (0.36, 0.66):
        for off in (-0.012, 0.012):
            x = sheet.width * (share + off)
            sheet.line(x, sheet.height * 0.2, x, sheet.height * 0.8, 0.5, crease)
    if rng.random() < 0.7 and sheet.height < 26:
        nail = _mixed(sheet.second, (255, 232, 226), 0.3)
        sheet.dot(sheet.width - sheet.height * 0.42, sheet.height / 2, sheet.height * 0.27, nail)
    _rounded(sheet, 0.45)


def _plain(sheet: _Sheet) -> None:
    """One colour: grounds are painted by `grounds.view`."""


_KINDS: dict[DrawingKind, Callable[[_Sheet], None]] = {
    "coin": _coin,
    "die": _die,
    "card": _card,
    "keys": _keys,
    "text": _text,
    "score sheet": _score_sheet,
    "dominoes": _dominoes,
    "ruler": _ruler,
    "button": _button,
    "draught": _draught,
    "biscuit": _biscuit,
    "cup": _cup,
    "round": _round,
    "screen": _screen,
    "skin": _skin,
    "ground": _plain,
}


@lru_cache(maxsize=128)
def drawn(drawing: Drawing, size: tuple[float, float], scale: float) -> Field:
    """The `drawing` on a top of `size` mm at `scale` pixels a mm: H x W x 3 linear light, blue first."""
    sheet = _Sheet(drawing, size, scale)
    _KINDS[drawing.kind](sheet)
    made = to_light(sheet.pixels.astype(np.float32))
    made.setflags(write=False)
    return made
