"""A whole round as a plan: what is played, where it lies, when it happens, and the truth about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee import Draw, Pass
from vision.synthetic.rounds.choice import Choice
from vision.synthetic.rounds.places import Arrangement, arrange
from vision.synthetic.rounds.playing import PlayedRound, play_round
from vision.synthetic.rounds.record import TrueRecord, true_record
from vision.synthetic.rounds.script import Script, write_script
from vision.synthetic.rounds.trails import NoRoom
from vision.synthetic.rounds.view import View, random_view

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

    def truth(self) -> dict[str, Any]:
        """The truth about the round, for `round.json`."""
        choice, setup = self.choice, self.choice.setup
        acts = []
        for entry in self.record.entries:
            frame = self.frame_of(entry.deed)
            acts.append(
                {
                    "frame": frame,
                    "t": round(frame / choice.fps, 3),
                    "act": entry.text,
                    "verdict": entry.verdict,
                    "violations": [found.code for found in entry.violations],
                    "planted": self.played.deeds[entry.deed].planted,
                }
            )
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
            arrangement = arrange(played, view, choice.rng(f"places {attempt}"))
        except NoRoom:
            if attempt % 4 == 3:
                view = view.smaller(0.94)
            continue
        script = write_script(choice, arrangement)
        return RoundPlan(choice, played, true_record(played), arrangement, script)
    raise PlanError(
        f"The tiles of round {choice.seed} find no room in the picture: ask for fewer players or fewer acts."
    )
