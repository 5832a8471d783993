"""The painter's canvas: a picture, or a part of one, while it is painted in linear light."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.synthetic import effects, grounds
from vision.synthetic.camera import Camera, Points
from vision.synthetic.drawings import drawn
from vision.synthetic.faces import face
from vision.synthetic.film import to_light
from vision.synthetic.look import Colour, Look
from vision.synthetic.noise import Field
from vision.synthetic.order import back_to_front
from vision.synthetic.scene import Drawing, PlacedTile, Pose, Scene
from vision.synthetic.shading import shaded
from vision.synthetic.solids import Solid, hull, solids

_SHIFT = 4
_SIDE_SHADE = 0.8
_DETAIL = 16.0
"""The most pixels a mm that a face is drawn with: cameras nearer than that see it enlarged."""

_DRAWN = 900.0
"""The most pixels along a drawing's side."""

_HALF = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
"""From pixels whose middles are whole numbers to pixels that are counted from their edge."""


@dataclass(frozen=True, slots=True)
class Window:
    """A part of a picture: columns `left` to `right`, rows `top` to `bottom`."""

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def around(cls, points: Points, bounds: Window) -> Window | None:
        """The window that holds `points`, cut to `bounds`; None when nothing is left."""
        left, top = np.floor(points.min(axis=0)).astype(int) - 2
        right, bottom = np.ceil(points.max(axis=0)).astype(int) + 3
        return bounds.cut(cls(int(left), int(top), int(right), int(bottom)))

    def cut(self, other: Window) -> Window | None:
        """What of `other` lies in this window; None when nothing does."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Window(left, top, right, bottom) if left < right and top < bottom else None

    def beyond(self, points: Points) -> float:
        """How far `points` lie outside, all of them on one side; below 0 where some may be inside."""
        low, high = points.min(axis=0), points.max(axis=0)
        sides = (low - (self.right, self.bottom)).max(), ((self.left, self.top) - high).max()
        return float(max(sides))

    def within(self, bounds: Window) -> tuple[slice, slice]:
        """Rows and columns of this window in an array that holds `bounds`."""
        return (
            slice(self.top - bounds.top, self.bottom - bounds.top),
            slice(self.left - bounds.left, self.right - bounds.left),
        )

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.right - self.left, self.bottom - self.top

    def mask(self, polygon: Points) -> Field:
        """How far (0 to 1) each pixel of the window is covered by the convex `polygon` (canvas pixels)."""
        mask = np.zeros((self.bottom - self.top, self.right - self.left), dtype=np.uint8)
        cv2.fillConvexPoly(mask, self.fixed(polygon), 255, cv2.LINE_AA, _SHIFT)
        return np.asarray(mask * np.float32(1 / 255))

    def fixed(self, points: Points) -> npt.NDArray[np.int32]:
        """`points` (canvas pixels) in the window, in the fixed-point form of cv2's drawing functions."""
        inside = (points - (self.left + 0.5, self.top + 0.5)) * 2**_SHIFT
        return np.asarray(np.rint(inside), dtype=np.int32)


class Canvas:
    """The picture while it is painted: linear light, blue, green, red."""

    def __init__(self, scene: Scene, oversample: int, bounds: Window | None = None) -> None:
        self.scene = scene
        self.oversample = oversample
        self.camera = scene.camera.scaled(oversample)
        self.bounds = bounds or Window(0, 0, self.camera.width, self.camera.height)
        whole, corner = (self.camera.width, self.camera.height), (self.bounds.left, self.bounds.top)
        self.pixels = grounds.view(scene.ground, self.camera.homography(), whole, corner, self.bounds.size)
        self.tallest: dict[float, float] = {}
        self.shine = None
        if scene.glares:
            self.shine = np.full(self.bounds.size[::-1], scene.ground.gloss, np.float32)

    def paint(self) -> None:
        """Paint all solids of the scene that show here, and their shadows."""
        everything, shown, outlines = self.in_view(solids(self.scene))
        standing = [solid for solid in everything if not solid.flat]
        bases = sorted({round(solid.base, 3) for solid in standing})
        for index in back_to_front(shown, outlines, self.camera):
            while bases and not shown[index].flat and bases[0] <= shown[index].base + 1e-3:
                self.cast_shadows([s for s in standing if round(s.base, 3) == bases[0]], bases.pop(0))
            self.add(shown[index], outlines[index])
        for base in bases:
            self.cast_shadows([s for s in standing if round(s.base, 3) == base], base)

    def in_view(self, everything: list[Solid]) -> tuple[list[Solid], list[Solid], list[Points]]:
        """The solids that show or whose shadows may, those that show, and the silhouettes of these."""
        if not everything:
            return [], [], []
        camera, light = self.camera, self.scene.light
        rings = [np.vstack([solid.ring(solid.base), solid.ring(solid.top)]) for solid in everything]
        pixels = camera.project(np.concatenate(rings))
        reach = 1.2 / light.direction[2] * camera.focal_pixels / camera.distance
        whole = Window(0, 0, camera.width, camera.height)
        near, shown, outlines = [], [], []
        start = 0
        for solid, ring in zip(everything, rings, strict=True):
            mine = pixels[start : start + len(ring)]
            start += len(ring)
            shadow = min(solid.top - solid.base, 60) * reach + 8
            if whole.beyond(mine) < shadow:
                base = round(solid.base, 3)
                self.tallest[base] = max(self.tallest.get(base, 0.0), solid.top - solid.base)
            beyond = self.bounds.beyond(mine)
            if beyond < shadow:
                near.append(solid)
                if beyond < 3:
                    shown.append(solid)
                    outlines.append(hull(mine))
        return near, shown, outlines

    def cast_shadows(self, level: list[Solid], base: float) -> None:
        """Darken what lies at height `base` where the solids of this level keep the light away."""
        camera, light = self.camera, self.scene.light
        shrink = 2 if self.camera.width < 1024 else 4
        size = (self.bounds.size[0] // shrink, self.bounds.size[1] // shrink)
        shadow, contact = np.zeros(size[::-1], np.uint8), np.zeros(size[::-1], np.uint8)
        slide = -light.direction[:2] / light.direction[2]
        tops = [solid.outline + slide * (solid.top - base) for solid in level]
        flat = np.concatenate(
            [points for solid, top in zip(level, tops, strict=True) for points in (solid.outline, top)]
        )
        pixels = (_on_plane(camera, flat, base) - (self.bounds.left, self.bounds.top)) / shrink
        start = 0
        for solid in level:
            count = len(solid.outline)
            feet, both = pixels[start : start + count], pixels[start : start + 2 * count]
            start += 2 * count
            _fill(shadow, np.asarray(cv2.convexHull(both.astype(np.float32))[:, 0], dtype=float))
            _fill(contact, feet)
        pixels_per_mm = camera.focal_pixels / camera.distance / shrink
        tallest = self.tallest[round(base, 3)]
        soft = max((0.15 + 0.5 * light.softness) * min(tallest, 12) * 0.5 * pixels_per_mm, 0.6)
        kept = 1 - np.float32((1 - light.ambient) * 0.8) * _blurred(shadow, soft)
        near = _blurred(contact, max(2.2 * pixels_per_mm, 0.6))
        kept *= 1 - np.float32(0.25 + 0.3 * light.ambient) * near
        full = cv2.resize(kept, self.bounds.size, interpolation=cv2.INTER_LINEAR)
        cv2.multiply(self.pixels, cv2.merge([full, full, full]), dst=self.pixels)

    def add(self, solid: Solid, outline: Points) -> None:
        """Paint `solid`, whose silhouette is `outline`, over what is there: its sides, then its top."""
        window = Window.around(outline, self.bounds)
        if window is None:
            return
        self._paint_sides(solid, outline, window)
        if solid.tile is not None and solid.look is not None:
            self._paint_face(solid.tile, solid.look, solid, window)
        elif solid.drawing is not None:
            self._paint_drawing(solid, solid.drawing, window)
        else:
            top = window.mask(self.camera.project(solid.ring(solid.top)))
            self._cover(window, top, _light_of(solid.colour))

    def _cover(self, window: Window, mask: Field, light: Field) -> None:
        part = self.pixels[window.within(self.bounds)]
        part += cv2.merge([mask, mask, mask]) * (light - part)

    def _paint_sides(self, solid: Solid, outline: Points, window: Window) -> None:
        camera, light = self.camera, self.scene.light
        sides = np.empty((window.size[1], window.size[0], 3), dtype=np.float32)
        sides[:] = np.float32(0.4 * light.ambient) * _light_of(solid.colour)
        ahead = np.roll(solid.outline, -1, axis=0)
        edges = ahead - solid.outline
        outward = np.stack([edges[:, 1], -edges[:, 0]], axis=1) / np.hypot(edges[:, 0], edges[:, 1])[:, None]
        facing = np.flatnonzero(((camera.position[:2] - solid.outline) * outward).sum(axis=1) > 0)
        towards = np.clip(outward @ light.direction[:2], 0, None) / light.direction[2]
        shades = _SIDE_SHADE * (0.75 * light.ambient + (1 - light.ambient) * np.minimum(towards, 1.2))
        levels, colours = _side_levels(solid)
        rings = np.concatenate([solid.ring(z) for z in levels])
        seen = window.fixed(camera.project(rings)).reshape(len(levels), -1, 2)
        following = np.roll(seen, -1, axis=1)
        quads = np.stack([seen[:-1], following[:-1], following[1:], seen[1:]], axis=2)
        for step, body in enumerate(colours):
            lit = (shades[facing, None] * body).tolist()
            for shade, quad in zip(lit, quads[step, facing], strict=True):
                cv2.fillConvexPoly(sides, quad, shade, cv2.LINE_8, _SHIFT)
        mask = window.mask(outline)
        self._cover(window, mask, sides)
        self._dull(window, mask, 0.1)

    def _dull(self, window: Window, mask: Field, gloss: float) -> None:
        """What `mask` covers shines as `gloss` (0 to 1) says."""
        if self.shine is not None:
            part = self.shine[window.within(self.bounds)]
            part += mask * (np.float32(gloss) - part)

    def _paint_face(self, tile: PlacedTile, look: Look, solid: Solid, window: Window) -> None:
        camera = self.camera
        scale = camera.focal_pixels / float(camera.depth([[tile.pose.x, tile.pose.y, solid.top]])[0])
        scale *= max(float(np.cos(np.radians(camera.tilt))), 0.3) ** 0.5
        flat = face(tile.values if tile.face_up else None, look, _step(min(scale, _DETAIL)), self.scene.seed)
        eye = camera.position - (tile.pose.x, tile.pose.y, solid.top)
        lit = shaded(flat, tile.pose.angle, eye, self.scene.light, look)
        place = _local(tile.pose, look.length, look.width, flat.scale)
        seen = self._warped(lit, place, solid.top, window, cv2.BORDER_CONSTANT)
        cover = self._warped(flat.cover, place, solid.top, window, cv2.BORDER_CONSTANT)
        rest = 1 - cover
        part = self.pixels[window.within(self.bounds)]
        part *= cv2.merge([rest, rest, rest])
        part += seen
        self._dull(window, cover, 1.0 if look.gloss > 0.2 else look.gloss * 3)

    def _paint_drawing(self, solid: Solid, drawing: Drawing, window: Window) -> None:
        camera, pose = self.camera, solid.pose
        scale = camera.focal_pixels / float(camera.depth([[pose.x, pose.y, solid.top]])[0])
        low, high = solid.box
        if drawing.ground is not None:
            shift = np.array([[1, 0, -window.left], [0, 1, -window.top], [0, 0, 1]])
            place = shift @ camera.homography(solid.top) @ _frame(pose)
            seen = grounds.view(drawing.ground, place, window.size)
        else:
            size = (float(high[0] - low[0]), float(high[1] - low[1]))
            picture = drawn(drawing, size, _step(min(scale, _DRAWN / max(size), _DETAIL)))
            across = picture.shape[1] / size[0], picture.shape[0] / size[1]
            local = np.array([[1 / across[0], 0, low[0]], [0, -1 / across[1], high[1]], [0, 0, 1]])
            seen = self._warped(picture, _frame(pose) @ local @ _HALF, solid.top, window)
        mask = window.mask(camera.project(solid.ring(solid.top)))
        self._cover(window, mask, seen)
        self._dull(window, mask, 0.3)

    def _warped(
        self, flat: Field, place: Points, z: float, window: Window, edge: int = cv2.BORDER_REPLICATE
    ) -> Field:
        """`flat` as it shows in `window`; `place` takes its pixels (middles whole) to mm at height `z`."""
        shift = np.array([[1, 0, -window.left - 0.5], [0, 1, -window.top - 0.5], [0, 0, 1]])
        warp = shift @ self.camera.homography(z) @ place
        seen = cv2.warpPerspective(flat, warp, window.size, flags=cv2.INTER_LINEAR, borderMode=edge)
        return np.asarray(seen)

    def lit(self) -> Field:
        """The whole canvas under all lamps: brighter near their spots, mirrored where the ground shines."""
        scene, light, camera = self.scene, self.scene.light, self.camera
        z = effects.level(scene)
        effects.darken(self.pixels, scene.shades, camera, light.ambient, z)
        power, gleam = lighting(scene, camera)
        cv2.multiply(self.pixels, power, dst=self.pixels)
        if gleam is not None:
            self.pixels += gleam
        if self.shine is not None:
            effects.mirror(self.pixels, self.shine, scene.glares, camera, z)
        effects.wrap(self.pixels, scene.plastics, camera, z, min(light.exposure, 1.5))
        return self.pixels


def lighting(scene: Scene, camera: Camera) -> tuple[Field, Field | None]:
    """How much light falls on each pixel of `camera`, and what the ground mirrors of the lamp, if it does.

    Both H x W x 3, blue, green, red.
    """
    light = scene.light
    size = (max(camera.width // 16, 8), max(camera.height // 16, 8))
    x, y = np.meshgrid(
        (np.arange(size[0]) + 0.5) * camera.width / size[0],
        (np.arange(size[1]) + 0.5) * camera.height / size[1],
    )
    points = camera.unproject(np.stack([x.ravel(), y.ravel()], axis=1))
    near = np.exp(-(((points - light.spot) / light.spread) ** 2).sum(axis=1) / 2)
    power = light.exposure * (light.ambient + (1 - light.ambient) * (0.35 + 0.65 * near))
    field = power[:, None] * effects.tint(light.warmth)
    for lamp in scene.lamps:
        field += light.exposure * effects.warmed(lamp, points)
    full = (camera.width, camera.height)
    lit = _enlarged(field.reshape(*size[::-1], 3), full)
    if light.glare * scene.ground.gloss <= 0:
        return lit, None
    eye = camera.position
    mirror = eye[:2] + eye[2] / light.direction[2] * light.direction[:2]
    width = 0.12 * eye[2] * (1 + 2 * light.softness)
    gleam = np.exp(-(((points - mirror) / width) ** 2).sum(axis=1) / 2)
    gleam = gleam[:, None] * light.exposure * light.glare * scene.ground.gloss * effects.tint(light.warmth)
    if gleam.max() <= 1e-4:
        return lit, None
    return lit, _enlarged(gleam.reshape(*size[::-1], 3), full)


def _side_levels(solid: Solid) -> tuple[list[float], list[Field]]:
    """Heights that divide the sides of `solid`, and the colour (light) between each and the next."""
    heights, colours = [solid.base], []
    for low, high, colour in solid.bands:
        heights += [low + 0.35 * (high - low), high]
        colours += [0.8 * _light_of(colour), _light_of(colour)]
    return heights, colours


def _light_of(colour: Colour) -> Field:
    return to_light(np.array(colour[::-1], dtype=np.float32))


def _on_plane(camera: Camera, points: Points, z: float) -> Points:
    return camera.project(np.hstack([points, np.full((len(points), 1), z)]))


def _fill(mask: np.ndarray, polygon: Points) -> None:
    points = np.rint((polygon - 0.5) * 2**_SHIFT).astype(np.int32)
    cv2.fillConvexPoly(mask, points, 255, cv2.LINE_AA, _SHIFT)


def _blurred(mask: np.ndarray, sigma: float) -> Field:
    blurred = cv2.GaussianBlur(mask, (0, 0), sigma, borderType=cv2.BORDER_REPLICATE)
    return np.asarray(blurred * np.float32(1 / 255))


def _enlarged(field: np.ndarray, size: tuple[int, int]) -> Field:
    return np.asarray(cv2.resize(field.astype(np.float32), size, interpolation=cv2.INTER_CUBIC))


def _step(scale: float) -> float:
    """`scale` rounded to steps of an eighth of an octave, so that tiles of about one size share a face."""
    return float(2 ** (np.ceil(np.log2(scale * 1.05) * 8) / 8))


def _frame(pose: Pose) -> Points:
    """From a thing's own mm to those of the table."""
    turn = np.radians(pose.angle)
    c, s = np.cos(turn), np.sin(turn)
    return np.array([[c, -s, pose.x], [s, c, pose.y], [0, 0, 1]])


def _local(pose: Pose, length: float, width: float, scale: float) -> Points:
    """From the pixels of a face (their middles at whole numbers) to mm on the table."""
    half = 0.5 / scale
    local = np.array([[1 / scale, 0, half - length / 2], [0, -1 / scale, width / 2 - half], [0, 0, 1]])
    return np.asarray(_frame(pose) @ local)
