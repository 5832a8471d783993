"""A whole round as a plan: what is played, where it lies, when it happens, and the truth about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee import Draw, Pass, Play
from vision.synthetic.camera import Camera
from vision.synthetic.rounds.choice import Choice
from vision.synthetic.rounds.places import Arrangement, arrange
from vision.synthetic.rounds.playing import PlayedRound, play_round
from vision.synthetic.rounds.record import TrueRecord, true_record
from vision.synthetic.rounds.script import Script, write_script
from vision.synthetic.rounds.surface import Item
from vision.synthetic.rounds.trails import NoRoom
from vision.synthetic.rounds.view import View, random_view
from vision.synthetic.scene import PlacedTile
from vision.synthetic.solids import face_corners

_TRIES = 48


class PlanError(RuntimeError):
    """No room was found for a round; the message is a sentence for a person."""


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """Everything about a round but its pixels."""

    choice: Choice
    played: PlayedRound
    record: TrueRecord
    arrangement: Arrangement
    script: Script

    @property
    def view(self) -> View:
        """How the table looks."""
        return self.arrangement.view

    @property
    def frames(self) -> int:
        """How many frames the round has."""
        return len(self.script.hands)

    @property
    def marked(self) -> bool:
        """Whether anybody puts a marker on a train."""
        return any(key.startswith("marker") for change in self.script.changes for key, _ in change.items)

    def frame_of(self, deed: int) -> int:
        """The first frame that shows a deed; a pass shows by its marker, or by what comes next."""
        deeds = self.played.deeds
        while deed not in self.script.shown and deed + 1 < len(deeds) and _hides(deeds[deed].act):
            deed += 1
        return self.script.shown.get(deed, 0)

    def camera_at(self, frame: int) -> Camera:
        """The camera that took a frame."""
        return [camera for since, camera in self.script.cameras if since <= frame][-1]

    def items_at(self, frame: int) -> dict[str, Item]:
        """What lies on the table in a frame."""
        items = dict(self.arrangement.start)
        for change in self.script.changes:
            if change.frame > frame:
                break
            for key, item in change.items:
                items.pop(key, None)
                if item is not None:
                    items[key] = item
        return items

    def corners(self, deed: int) -> list[list[float]] | None:
        """Where a laid tile shows its face: pixels, clockwise, the short edge of the touching half first."""
        act, frame = self.played.deeds[deed].act, self.frame_of(deed)
        if not isinstance(act, Play):
            return None
        tile = self.items_at(frame)[f"tile {act.tile}"]
        assert isinstance(tile, PlacedTile)
        pixels = self.camera_at(frame).project(face_corners(tile, self.view.look))
        return [[round(float(x), 1), round(float(y), 1)] for x, y in pixels]

    def truth(self) -> dict[str, Any]:
        """The truth about the round, for `round.json`."""
        choice, setup = self.choice, self.choice.setup
        acts = []
        for entry in self.record.entries:
            frame = self.frame_of(entry.deed)
            act: dict[str, Any] = {
                "frame": frame,
                "t": round(frame / choice.fps, 3),
                "act": entry.text,
                "verdict": entry.verdict,
                "violations": [found.code for found in entry.violations],
                "planted": self.played.deeds[entry.deed].planted,
            }
            corners = self.corners(entry.deed)
            acts.append(act | {"corners": corners} if corners else act)
        return {
            "seed": choice.seed,
            "backend": "painted" if choice.backend == "painter" else "rendered",
            "fps": choice.fps,
            "ruleset": setup.ruleset,
            "set": setup.domino_set.max_pip,
            "options": {name: str(value) for name, value in setup.rules.differences(setup.ruleset).items()},
            "players": list(setup.players),
            "round": self.played.number,
            "start": self.played.starter,
            "seats": self.arrangement.seats,
            "boneyard_in_sight": self.played.boneyard_in_sight,
            "tile_pixels": round(self.view.tile_pixels),
            "frames": self.frames,
            "acts": acts,
        }


def _hides(act: object) -> bool:
    return isinstance(act, (Pass, Draw))


def plan_round(choice: Choice) -> RoundPlan:
    """The plan of the round of `choice`, always the same. Raises `PlanError` where tiles find no room."""
    in_sight = choice.rng("boneyard").random() < 0.5
    view = random_view(choice)
    for attempt in range(_TRIES):
        if attempt == _TRIES // 2:
            in_sight = False
        played = play_round(choice, in_sight)
        try:
            arrangement = arrange(played, view, choice.rng(f"places {attempt}"), attempt > 7)
        except NoRoom:
            if attempt % 4 == 3:
                view = view.smaller(0.94)
            continue
        script = write_script(choice, arrangement)
        return RoundPlan(choice, played, true_record(played), arrangement, script)
    raise PlanError(
        f"The tiles of round {choice.seed} find no room in the picture: ask for fewer players or fewer acts."
    )
