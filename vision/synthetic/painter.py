"""The fast back-end: paints a scene with cv2 and numpy, from the lowest solids to the highest."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.pipeline import Pixels
from vision.synthetic import grounds
from vision.synthetic.camera import Camera, Points
from vision.synthetic.faces import Face, face
from vision.synthetic.film import expose, to_light
from vision.synthetic.look import Colour, Look
from vision.synthetic.noise import Field
from vision.synthetic.scene import Light, PlacedTile, Scene
from vision.synthetic.solids import Solid, hull, silhouette, solids

_SHIFT = 4
_SIDE_SHADE = 0.8
_DETAIL = 16.0
"""The most pixels a mm that a face is drawn with: cameras nearer than that see it enlarged."""


def paint(scene: Scene, oversample: int = 2) -> Pixels:
    """The picture of `scene`: H x W x 3 bytes, blue, green, red.

    Everything is painted `oversample` times as large and then made smaller, so that edges are smooth.
    """
    canvas = _Canvas(scene, oversample)
    everything = solids(scene)
    for base in sorted({round(solid.base, 3) for solid in everything}):
        level = [solid for solid in everything if round(solid.base, 3) == base]
        canvas.cast_shadows(level, base)
        for top in sorted({round(solid.top, 3) for solid in level}):
            canvas.add([solid for solid in level if round(solid.top, 3) == top])
    light = canvas.lit()
    size = (scene.camera.width, scene.camera.height)
    if oversample > 1:
        light = np.asarray(cv2.resize(light, size, interpolation=cv2.INTER_AREA), dtype=np.float32)
    return expose(light, scene.film, scene.seed)


@dataclass(frozen=True, slots=True)
class _Window:
    """A part of the canvas: columns `left` to `right`, rows `top` to `bottom`."""

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def around(cls, points: Points, width: int, height: int) -> _Window | None:
        """The window that holds `points`, cut to the canvas; None when nothing is left."""
        left, top = np.floor(points.min(axis=0)).astype(int) - 2
        right, bottom = np.ceil(points.max(axis=0)).astype(int) + 3
        window = cls(max(int(left), 0), max(int(top), 0), min(int(right), width), min(int(bottom), height))
        return window if window.left < window.right and window.top < window.bottom else None

    @property
    def slices(self) -> tuple[slice, slice]:
        return slice(self.top, self.bottom), slice(self.left, self.right)

    @property
    def size(self) -> tuple[int, int]:
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


class _Canvas:
    """The picture while it is painted: linear light, blue, green, red."""

    def __init__(self, scene: Scene, oversample: int) -> None:
        self.scene = scene
        self.oversample = oversample
        self.camera = scene.camera.scaled(oversample)
        size = (self.camera.width, self.camera.height)
        self.pixels = to_light(grounds.view(scene.ground, self.camera.homography(), size)[..., ::-1])

    def cast_shadows(self, level: list[Solid], base: float) -> None:
        """Darken what lies at height `base` where the solids of this level keep the light away."""
        camera, light = self.scene.camera, self.scene.light
        size = (camera.width // 2, camera.height // 2)
        shadow, contact = np.zeros(size[::-1], np.uint8), np.zeros(size[::-1], np.uint8)
        slide = -light.direction[:2] / light.direction[2]
        for solid in level:
            feet = solid.outline
            shape = hull(np.vstack([feet, feet + slide * (solid.top - base)]))
            _fill(shadow, _on_plane(camera, shape, base) / 2)
            _fill(contact, _on_plane(camera, feet, base) / 2)
        pixels_per_mm = camera.focal_pixels / camera.distance / 2
        tallest = max(solid.top - base for solid in level)
        soft = max((0.15 + 0.5 * light.softness) * min(tallest, 12) * 0.5 * pixels_per_mm, 0.6)
        kept = 1 - (1 - light.ambient) * 0.8 * _blurred(shadow, soft)
        kept *= 1 - (0.25 + 0.3 * light.ambient) * _blurred(contact, max(2.2 * pixels_per_mm, 0.6))
        full = (self.camera.width, self.camera.height)
        self.pixels *= np.asarray(cv2.resize(kept, full, interpolation=cv2.INTER_LINEAR))[..., None]

    def add(self, same_height: list[Solid]) -> None:
        """Paint solids of one height over what is there.

        First all sides, those far from the camera first, then the tops: tops of one height never hide each
        other, and no side hides them.
        """
        position = self.camera.position[:2]
        shown = []
        for solid in sorted(
            same_height, key=lambda s: -float(np.hypot(*(s.outline.mean(axis=0) - position)))
        ):
            outline = silhouette(solid, self.camera)
            window = _Window.around(outline, self.camera.width, self.camera.height)
            if window is not None:
                self._paint_sides(solid, outline, window)
                shown.append((solid, window))
        for solid, window in shown:
            if solid.tile is not None and solid.look is not None:
                self._paint_face(solid.tile, solid.look, solid, window)
            else:
                top = window.mask(self.camera.project(solid.ring(solid.top)))
                self._cover(window, top, _light_of(solid.colour))

    def _cover(self, window: _Window, mask: Field, light: Field) -> None:
        part = self.pixels[window.slices]
        part += mask[..., None] * (light - part)

    def _paint_sides(self, solid: Solid, outline: Points, window: _Window) -> None:
        camera, light = self.camera, self.scene.light
        edges = np.roll(solid.outline, -1, axis=0) - solid.outline
        outward = np.stack([edges[:, 1], -edges[:, 0]], axis=1) / np.linalg.norm(edges, axis=1)[:, None]
        facing = np.einsum("ij,ij->i", outward, camera.position[:2] - solid.outline) > 0
        towards = np.clip(outward @ light.direction[:2], 0, None) / light.direction[2]
        shades = _SIDE_SHADE * (0.75 * light.ambient + (1 - light.ambient) * np.minimum(towards, 1.2))
        sides = np.empty((window.size[1], window.size[0], 3), dtype=np.float32)
        sides[:] = 0.4 * light.ambient * _light_of(solid.colour)
        for low, high, colour in solid.bands:
            middle = low + 0.35 * (high - low)
            body = _light_of(colour)
            for bottom, top, dim in ((low, middle, 0.8), (middle, high, 1.0)):
                lower, upper = (window.fixed(camera.project(solid.ring(z))) for z in (bottom, top))
                for here in np.flatnonzero(facing):
                    there = (here + 1) % len(edges)
                    quad = np.stack([lower[here], lower[there], upper[there], upper[here]])
                    shade = [float(level) for level in dim * shades[here] * body]
                    cv2.fillConvexPoly(sides, quad, shade, cv2.LINE_8, _SHIFT)
        self._cover(window, window.mask(outline), sides)

    def _paint_face(self, tile: PlacedTile, look: Look, solid: Solid, window: _Window) -> None:
        camera = self.camera
        scale = camera.focal_pixels / float(camera.depth([[tile.pose.x, tile.pose.y, solid.top]])[0])
        flat = face(tile.values if tile.face_up else None, look, _step(min(scale, _DETAIL)), self.scene.seed)
        eye = camera.position - (tile.pose.x, tile.pose.y, solid.top)
        shaded = _shade(flat, tile.pose.angle, eye, self.scene.light, look)
        warp = camera.homography(solid.top) @ _face_to_table(tile, look, flat.scale)
        shift = np.array([[1, 0, -window.left - 0.5], [0, 1, -window.top - 0.5], [0, 0, 1]])
        seen = cv2.warpPerspective(
            shaded, shift @ warp, window.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT
        )
        part = self.pixels[window.slices]
        part *= 1 - seen[..., 3:]
        part += seen[..., :3]

    def lit(self) -> Field:
        """The canvas under the lamp: brighter near its spot, mirrored where the ground shines."""
        scene, light = self.scene, self.scene.light
        size = (max(self.camera.width // 16, 8), max(self.camera.height // 16, 8))
        x, y = np.meshgrid(
            (np.arange(size[0]) + 0.5) * self.camera.width / size[0],
            (np.arange(size[1]) + 0.5) * self.camera.height / size[1],
        )
        points = self.camera.unproject(np.stack([x.ravel(), y.ravel()], axis=1))
        near = np.exp(-(((points - light.spot) / light.spread) ** 2).sum(axis=1) / 2)
        power = light.exposure * (light.ambient + (1 - light.ambient) * (0.35 + 0.65 * near))
        eye = self.camera.position
        mirror = eye[:2] + eye[2] / light.direction[2] * light.direction[:2]
        width = 0.12 * eye[2] * (1 + 2 * light.softness)
        gleam = np.exp(-(((points - mirror) / width) ** 2).sum(axis=1) / 2)
        gleam *= light.exposure * light.glare * scene.ground.gloss
        full = (self.camera.width, self.camera.height)
        warm = np.array([1 - 0.22 * light.warmth, 1, 1 + 0.16 * light.warmth], dtype=np.float32)
        field = _enlarged(power.reshape(size[::-1]), full)
        result = self.pixels * field[..., None] * warm
        if light.glare * scene.ground.gloss > 0:
            result += _enlarged(gleam.reshape(size[::-1]), full)[..., None] * warm
        return np.asarray(result, dtype=np.float32)


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


def _face_to_table(tile: PlacedTile, look: Look, scale: float) -> Points:
    """From the pixels of a face (their middles at whole numbers) to mm on the table."""
    turn = np.radians(tile.pose.angle)
    c, s = np.cos(turn), np.sin(turn)
    place = np.array([[c, -s, tile.pose.x], [s, c, tile.pose.y], [0, 0, 1]])
    half = 0.5 / scale
    local = np.array(
        [[1 / scale, 0, half - look.length / 2], [0, -1 / scale, look.width / 2 - half], [0, 0, 1]]
    )
    return np.asarray(place @ local)


def _shade(flat: Face, angle: float, eye: Points, light: Light, look: Look) -> Field:
    """The face under `light`, `eye` being where the camera is from its middle (mm): H x W x 4.

    The first three are light, blue, green, red, already multiplied by the last, which is the cover.
    """
    turn = np.radians(-angle)
    c, s = np.cos(turn), np.sin(turn)
    turned = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    lamp, distance = turned @ light.direction, float(np.linalg.norm(eye))
    half = lamp + turned @ eye / distance
    half, beside = half / np.linalg.norm(half), 1 / (distance * np.linalg.norm(half))
    rows, columns = flat.height.shape
    half_x = half[0] - ((np.arange(columns) + 0.5) / flat.scale - look.length / 2) * beside
    half_y = half[1] + ((np.arange(rows)[:, None] + 0.5) / flat.scale - look.width / 2) * beside
    slope_y, slope_x = np.gradient(flat.height, 1 / flat.scale)
    slope_y = -slope_y
    norm = 1 / np.sqrt(1 + slope_x**2 + slope_y**2)
    towards = np.clip((lamp[2] - slope_x * lamp[0] - slope_y * lamp[1]) * norm, 0, None)
    sunk = 1 + 0.35 * np.clip(flat.height, -1, 0)
    power = light.ambient * (0.35 + 0.65 * norm) * sunk + (1 - light.ambient) * towards / lamp[2]
    power = np.minimum(power, 1.5)
    mirrored = np.clip((half[2] - slope_x * half_x - slope_y * half_y) * norm, 0, 1)
    gleam = look.gloss * light.glare * (1.6 * mirrored**90 + 0.12 * mirrored**16)
    shaded = np.empty((*flat.height.shape, 4), dtype=np.float32)
    shaded[..., :3] = to_light(flat.colour[..., ::-1]) * power[..., None] + gleam[..., None]
    shaded[..., :3] *= flat.cover[..., None]
    shaded[..., 3] = flat.cover
    return shaded
