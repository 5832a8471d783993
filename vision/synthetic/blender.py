"""The slow back-end with true light: renders a scene with Blender's Cycles (the `rendering` extra).

Camera and tiles are the same as the painter's, so one truth fits both. Heights of pips and weave are bump
maps, tiles are rounded solids, the lamp is an area light.
"""

from __future__ import annotations

import importlib
import tempfile
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import cv2
import numpy as np

from vision.pipeline import Pixels
from vision.synthetic import grounds
from vision.synthetic.camera import Points
from vision.synthetic.faces import face
from vision.synthetic.film import expose
from vision.synthetic.look import Colour, Look
from vision.synthetic.scene import Ground, PlacedTile, Scene, Thing
from vision.synthetic.solids import rectangle

_UNIT = 0.01
"""Blender's units in a millimetre: tiles are about half a unit long."""

_DEEP = 3.0
"""Millimetres between the lowest and the highest level of a bump map."""

_FACE_SCALE = 12.0
"""The most pixels a mm of the picture of a face."""

_FINER = 2.0
"""Pixels of a face for each one of the rendered picture: more would only flicker between so few rays."""

_HEADROOM = 2.0

SAMPLES = 14
"""Rays a pixel before the denoiser: enough for tiles and their shadows."""


class RenderingError(RuntimeError):
    """Blender can't be used; the message is a sentence for a person."""


def load() -> ModuleType:
    """The module `bpy`. Raises `RenderingError` where it is missing or does not start."""
    try:
        return importlib.import_module("bpy")
    except ImportError as error:
        raise RenderingError(
            f"Blender is not there ({error}): with Python 3.13, run pip install '.[rendering]'. On Debian it "
            "also needs libxkbcommon0 libsm6 libxrender1 libxi6 libxxf86vm1 libxfixes3 libgl1."
        ) from error


def render(scene: Scene, samples: int = SAMPLES, threads: int = 0) -> Pixels:
    """The picture of `scene`: H x W x 3 bytes, blue, green, red.

    `samples` are rays a pixel before the denoiser, `threads` 0 means all. Raises `RenderingError` without
    Blender.
    """
    light = Stage(load(), scene).shoot(samples, threads)
    return expose(light, scene.film, scene.seed)


def showable(scene: Scene) -> Scene:
    """`scene` with what Blender shows of it: no drawings on things, one lamp, nothing mirrored, no plastic.

    What covers what is the same, so the truth is too.
    """
    bare = tuple(replace(thing, drawing=None) for thing in scene.things)
    return replace(scene, things=bare, lamps=(), shades=(), glares=(), plastics=())


class Stage:
    """A scene as Blender has it. What lies on the table can be changed, so that a part is rendered anew."""

    def __init__(self, bpy: Any, scene: Scene) -> None:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self.bpy = bpy
        self.scene = replace(showable(scene), tiles=(), things=())
        self.blender = bpy.context.scene
        self.materials: dict[object, Any] = {}
        self.objects: dict[PlacedTile | Thing, Any] = {}
        self.face_scale = _face_scale(scene)
        self.lay_ground(scene.ground)
        self.add_light()
        self.add_camera()
        self.show(scene)

    def show(self, scene: Scene) -> None:
        """Lay out the tiles and things of `scene`, in place of those that lie there."""
        scene = showable(scene)
        wanted = {*scene.tiles, *scene.things}
        for gone in [item for item in self.objects if item not in wanted]:
            self.bpy.data.objects.remove(self.objects.pop(gone), do_unlink=True)
        for tile in scene.tiles:
            if tile not in self.objects:
                self.objects[tile] = self.add_tile(tile, scene.look_of(tile))
        for thing in scene.things:
            if thing not in self.objects:
                self.objects[thing] = self.add_thing(thing)

    def lay_ground(self, ground: Ground) -> None:
        """A plane as far as the camera sees, with the painter's own pattern."""
        reach = 12 * self.scene.camera.distance
        x, y = self.scene.camera.target
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * reach + (x, y)
        made = grounds.pattern(ground)
        colour = self._image("ground", grounds.texture(ground).astype(np.float32) / 255, "sRGB")
        bump = self._image("ground bump", made.levels[..., 1:2].astype(np.float32) / 255, "Non-Color")
        depth = {"cloth": 0.5, "checked": 0.3, "wood": 0.25}.get(ground.kind, 0.08)
        roughness, mirror = 0.85 - 0.6 * ground.gloss, min(ground.gloss, 0.5)
        material = self._material("ground", roughness, mirror, colour, bump, depth)
        where = grounds.placing(ground, grounds.SIZE)
        uv = (np.hstack([corners, np.ones((4, 1))]) @ where.T)[:, :2] + 0.5
        self._mesh(
            "ground", np.hstack([corners, np.zeros((4, 1))]), [(0, 1, 2, 3)], uv / grounds.SIZE, [material]
        )

    def add_tile(self, tile: PlacedTile, look: Look) -> Any:
        """A rounded solid; the upper part has the face's texture, the lower one the other side's colour."""
        up = tile.values if tile.face_up else None
        top, bottom = self._face(up, look), self._body(look, not tile.face_up)
        rings, owners = _rings(look, 0.55 if tile.face_up else 0.45)
        count = len(rings[0])
        vertices = np.concatenate(rings)
        faces: list[tuple[int, ...]] = [tuple(range(count - 1, -1, -1))]
        for level in range(len(rings) - 1):
            here, there = level * count, (level + 1) * count
            faces += [
                (here + i, here + (i + 1) % count, there + (i + 1) % count, there + i) for i in range(count)
            ]
        faces.append(tuple(range(len(vertices) - count, len(vertices))))
        slots = [0, *[owner for owner in owners for _ in range(count)], 1]
        uv = vertices[:, :2] / (look.length, look.width) + 0.5
        placed = np.hstack([tile.pose.place(vertices[:, :2]), vertices[:, 2:] + tile.base])
        return self._mesh("tile", placed, faces, uv, [bottom, top], slots, smooth=True)

    def add_thing(self, thing: Thing) -> Any:
        """A prism."""
        outline = thing.pose.place(thing.outline)
        count = len(outline)
        low, high = thing.base, thing.base + thing.height
        vertices = np.vstack([np.hstack([outline, np.full((count, 1), z)]) for z in (low, high)])
        faces: list[tuple[int, ...]] = [tuple(range(count - 1, -1, -1)), tuple(range(count, 2 * count))]
        faces += [(i, (i + 1) % count, count + (i + 1) % count, count + i) for i in range(count)]
        metal = 0.85 if thing.kind == "marker" else 0.0
        material = self._plain(thing.colour, 0.35 if metal else 0.6, metal)
        return self._mesh(thing.kind, vertices, faces, vertices[:, :2], [material])

    def add_light(self) -> None:
        """The lamp as a disc whose size follows from its softness, and light from all around."""
        light = self.scene.light
        power = light.exposure
        world = self.bpy.data.worlds.new("world")
        world.use_nodes = True
        world.node_tree.nodes["Background"].inputs["Strength"].default_value = power * light.ambient
        world.node_tree.nodes["Background"].inputs["Color"].default_value = (1, 1, 1, 1)
        self.blender.world = world
        distance = float(np.clip(1.5 * light.spread, 500, 4000))
        lamp = self.bpy.data.lights.new("lamp", "AREA")
        lamp.shape = "DISK"
        lamp.size = distance * (0.05 + 0.45 * light.softness) * _UNIT
        direct = (1 - light.ambient) * power / light.direction[2]
        lamp.energy = float(np.pi**2 * (distance * _UNIT) ** 2 * direct)
        item = self.bpy.data.objects.new("lamp", lamp)
        where = np.array([*light.spot, 0]) + distance * light.direction
        item.matrix_world = _frame(light.direction, where)
        self.blender.collection.objects.link(item)

    def add_camera(self) -> None:
        """The scene's camera; Blender's looks along its own -z."""
        view = self.scene.camera
        camera = self.bpy.data.cameras.new("camera")
        camera.sensor_fit = "AUTO"
        camera.sensor_width = 36.0
        camera.lens = view.focal
        camera.clip_start, camera.clip_end = 0.01, 1000.0
        item = self.bpy.data.objects.new("camera", camera)
        right, down, sight = view.axes
        item.matrix_world = _matrix(np.stack([right, -down, -sight], axis=1), view.position)
        self.blender.collection.objects.link(item)
        self.blender.camera = item
        self.blender.render.resolution_x = view.width
        self.blender.render.resolution_y = view.height

    def shoot(self, samples: int, threads: int, part: tuple[int, int, int, int] | None = None) -> np.ndarray:
        """Linear light, H x W x 3 (blue, green, red); of a `part` (left, top, right, bottom) alone."""
        settings = self.blender
        width, height = self.scene.camera.width, self.scene.camera.height
        left, top, right, bottom = part or (0, 0, width, height)
        settings.render.use_border = settings.render.use_crop_to_border = part is not None
        settings.render.border_min_x, settings.render.border_max_x = left / width, right / width
        settings.render.border_min_y, settings.render.border_max_y = 1 - bottom / height, 1 - top / height
        settings.render.engine = "CYCLES"
        settings.render.resolution_percentage = 100
        if threads:
            settings.render.threads_mode, settings.render.threads = "FIXED", threads
        settings.cycles.device = "CPU"
        settings.cycles.samples = samples
        settings.cycles.seed = self.scene.seed
        settings.cycles.use_denoising = True
        settings.cycles.denoiser = "OPENIMAGEDENOISE"
        settings.cycles.denoising_input_passes = "RGB_ALBEDO_NORMAL"
        settings.cycles.denoising_prefilter = "NONE"
        settings.cycles.denoising_quality = "FAST"
        settings.cycles.use_adaptive_sampling = False
        settings.cycles.use_light_tree = False
        settings.cycles.max_bounces = 2
        settings.view_settings.view_transform = "Raw"
        settings.view_settings.exposure = -float(np.log2(_HEADROOM))
        settings.render.image_settings.file_format = "PNG"
        settings.render.image_settings.color_mode = "RGB"
        settings.render.image_settings.color_depth = "16"
        settings.render.image_settings.compression = 0
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "picture.png"
            settings.render.filepath = str(path)
            self.bpy.ops.render.render(write_still=True)
            levels = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
        if levels is None:
            raise RenderingError("Blender wrote no picture: look at what it printed above.")
        if levels.shape[:2] != (bottom - top, right - left):
            raise RenderingError("Blender rendered another part of the picture than it was asked for.")
        warmth = self.scene.light.warmth
        tint = np.array([1 - 0.22 * warmth, 1, 1 + 0.16 * warmth], dtype=np.float32)
        return np.asarray(levels.astype(np.float32) * (_HEADROOM / 65535) * tint, dtype=np.float32)

    def _face(self, values: tuple[int, int] | None, look: Look) -> Any:
        key = ("face", values, look)
        if key not in self.materials:
            flat = face(values, replace(look, bevel=0.01), self.face_scale, self.scene.seed)
            colour = self._image("face", np.clip(flat.colour[::-1], 0, 255) / 255, "sRGB")
            heights = np.clip(flat.height[::-1, :, None] / _DEEP + 0.5, 0, 1)
            bump = self._image("face bump", heights, "Non-Color")
            self.materials[key] = self._material("face", 0.6 - 0.45 * look.gloss, 0.4, colour, bump, _DEEP)
        return self.materials[key]

    def _body(self, look: Look, front: bool) -> Any:
        colour = look.body if front else look.back or look.body
        return self._plain(colour, 0.6 - 0.45 * look.gloss, 0.0)

    def _plain(self, colour: Colour, roughness: float, metal: float) -> Any:
        key = ("plain", colour, roughness, metal)
        if key not in self.materials:
            material = self.bpy.data.materials.new("plain")
            material.use_nodes = True
            surface = material.node_tree.nodes["Principled BSDF"]
            surface.inputs["Base Color"].default_value = (*[_linear(level / 255) for level in colour], 1)
            surface.inputs["Roughness"].default_value = roughness
            surface.inputs["Metallic"].default_value = metal
            self.materials[key] = material
        return self.materials[key]

    def _material(
        self, name: str, roughness: float, mirror: float, colour: Any, bump: Any, depth: float
    ) -> Any:
        """A surface with a picture for its colour and one for its height, `depth` mm from black to white."""
        material = self.bpy.data.materials.new(name)
        material.use_nodes = True
        nodes, links = material.node_tree.nodes, material.node_tree.links
        surface = nodes["Principled BSDF"]
        surface.inputs["Roughness"].default_value = roughness
        surface.inputs["Specular IOR Level"].default_value = mirror
        painted, raised, bumps = (
            nodes.new(kind) for kind in ("ShaderNodeTexImage", "ShaderNodeTexImage", "ShaderNodeBump")
        )
        painted.image, raised.image = colour, bump
        painted.extension = raised.extension = "REPEAT" if name == "ground" else "EXTEND"
        raised.interpolation = "Cubic"
        bumps.inputs["Distance"].default_value = depth * _UNIT
        links.new(painted.outputs["Color"], surface.inputs["Base Color"])
        links.new(raised.outputs["Color"], bumps.inputs["Height"])
        links.new(bumps.outputs["Normal"], surface.inputs["Normal"])
        return material

    def _image(self, name: str, levels: np.ndarray, space: str) -> Any:
        """A picture in Blender from H x W x (1 or 3) levels of 0 to 1, its first row at v = 0."""
        height, width = levels.shape[:2]
        image = self.bpy.data.images.new(name, width, height, float_buffer=space == "Non-Color")
        image.colorspace_settings.name = space
        full = np.ones((height, width, 4), dtype=np.float32)
        full[..., :3] = levels
        image.pixels.foreach_set(full.ravel())
        image.pack()
        return image

    def _mesh(
        self,
        name: str,
        vertices: Points,
        faces: list[tuple[int, ...]],
        uv: Points,
        materials: list[Any],
        slots: list[int] | None = None,
        smooth: bool = False,
    ) -> Any:
        """An object from `vertices` (N x 3 mm), `uv` (N x 2), and the material slot of each face."""
        mesh = self.bpy.data.meshes.new(name)
        mesh.from_pydata((vertices * _UNIT).tolist(), [], faces)
        layer = mesh.uv_layers.new()
        layer.data.foreach_set("uv", np.concatenate([uv[list(corners)] for corners in faces]).ravel())
        for material in materials:
            mesh.materials.append(material)
        if slots:
            mesh.polygons.foreach_set("material_index", slots)
        mesh.polygons.foreach_set("use_smooth", [smooth and len(corners) == 4 for corners in faces])
        mesh.update()
        item = self.bpy.data.objects.new(name, mesh)
        self.blender.collection.objects.link(item)
        return item


def _rings(look: Look, split: float, steps: int = 5) -> tuple[list[Points], list[int]]:
    """Outlines of a tile from its underside to its face, N x 3 mm each, and the side's owner between them.

    Owner 1 is the upper part, 0 what lies below `split` of the thickness.
    """
    angles = np.linspace(0, np.pi / 2, steps)
    inset = look.bevel * (1 - np.cos(angles))
    rise = look.thickness - look.bevel * (1 - np.sin(angles))
    levels = [(i, look.thickness - z) for i, z in zip(inset[::-1], rise[::-1], strict=True)]
    levels += [(0.0, look.thickness * split), *zip(inset, rise, strict=True)]
    rings = []
    for shrunk, z in levels:
        corner = max(look.corner - shrunk, 0.05)
        flat = rectangle(look.length - 2 * shrunk, look.width - 2 * shrunk, corner, 7)
        rings.append(np.hstack([flat, np.full((len(flat), 1), z)]))
    owners = [0 if level < steps else 1 for level in range(len(levels) - 1)]
    return rings, owners


def _face_scale(scene: Scene) -> float:
    """Pixels a mm that the pictures of faces need, as the nearest tile shows them."""
    middles = [(tile.pose.x, tile.pose.y, tile.base) for tile in scene.tiles]
    if not middles:
        return _FACE_SCALE
    nearest = float(scene.camera.depth(middles).min())
    return float(np.clip(_FINER * scene.camera.focal_pixels / max(nearest, 1.0), 2.0, _FACE_SCALE))


def _linear(level: float) -> float:
    """Linear light of an sRGB level (both 0 to 1), IEC 61966-2-1."""
    return level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4


def _frame(towards: Points, where: Points) -> Any:
    """A frame at `where` (mm) whose z points `towards`: lamps shine along their own -z."""
    side = np.cross([0.0, 1.0, 0.0], towards)
    side /= np.linalg.norm(side)
    return _matrix(np.stack([side, np.cross(towards, side), towards], axis=1), where)


def _matrix(axes: Points, where: Points) -> Any:
    """Blender's 4 x 4 matrix of a frame with the columns `axes` at `where` (mm)."""
    full = np.eye(4)
    full[:3, :3], full[:3, 3] = axes, where * _UNIT
    return importlib.import_module("mathutils").Matrix(full.tolist())
