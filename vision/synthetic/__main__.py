"""`python -m vision.synthetic`: make the sample pictures, or as many more as you like, with their truth."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import click
import numpy as np

from referee import RULESETS, SIZES
from vision.synthetic import blender, film, painter
from vision.synthetic.rounds.choice import MOST_PLAYERS, ChoiceError, choose
from vision.synthetic.rounds.clip import ClipError, write_clip
from vision.synthetic.rounds.folder import write_round
from vision.synthetic.rounds.plan import PlanError, plan_round
from vision.synthetic.samples import Sample, samples
from vision.synthetic.scene import SceneError
from vision.synthetic.validation import ValidationError, pictures, write_truth
from vision.synthetic.validation import make as make_validation
from vision.synthetic.variety import random_scene


@click.group()
def main() -> None:
    """Make pictures of dominoes, with their truth."""


@main.command("samples")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--only", multiple=True, metavar="NAME", help="Make this picture only (its name without .jpg).")
@click.option("--threads", default=0, help="Processors that Blender takes; 0 means all.")
def make_samples(folder: Path, only: tuple[str, ...], threads: int) -> None:
    """Write the sample pictures and truth.json to FOLDER."""
    everything = samples()
    unknown = set(only) - {sample.name for sample in everything}
    if unknown:
        raise click.ClickException(
            f"There is no sample {min(unknown)}: the names are in {folder}/truth.json."
        )
    write(folder, (sample for sample in everything if not only or sample.name in only), threads)
    write_truth(folder, [sample.record for sample in everything])


@main.command("make")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--count", default=10, type=click.IntRange(1), show_default=True, help="How many pictures.")
@click.option(
    "--seed", default=0, type=click.IntRange(0), show_default=True, help="Another seed, other scenes."
)
@click.option("--width", default=1600, type=click.IntRange(64, 8000), show_default=True, help="Pixels.")
@click.option("--height", default=1200, type=click.IntRange(64, 8000), show_default=True, help="Pixels.")
@click.option("--backend", default="painter", type=click.Choice(["painter", "blender"]), show_default=True)
@click.option("--threads", default=0, help="Processors that Blender takes; 0 means all.")
def make(folder: Path, count: int, seed: int, width: int, height: int, backend: str, threads: int) -> None:
    """Write COUNT pictures of random scenes and truth.json to FOLDER."""
    records: list[dict[str, Any]] = []

    def made() -> Iterator[Sample]:
        for number in range(count):
            rng = np.random.default_rng([seed, number])
            scene = random_scene(rng, width, height, seed * 100_000 + number)
            sample = Sample(f"scene-{number + 1:05}", scene, rendered=backend == "blender")
            records.append(sample.record)
            yield sample

    write(folder, made(), threads)
    write_truth(folder, records)


@main.command("validation")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--painted", default=150, type=click.IntRange(0), show_default=True, help="Painted pictures.")
@click.option(
    "--rendered", default=150, type=click.IntRange(0), show_default=True, help="Blender's pictures."
)
@click.option("--empty", default=0, type=click.IntRange(0), show_default=True, help="Ones with no face.")
@click.option(
    "--seed", default=0, type=click.IntRange(0), show_default=True, help="Another seed, another set."
)
@click.option("--threads", default=0, help="Processors that Blender takes; 0 means all.")
def validation(folder: Path, painted: int, rendered: int, empty: int, seed: int, threads: int) -> None:
    """Write a validation set to FOLDER, spread over what people have, or what is missing of it."""
    wanted = pictures(seed, painted, rendered, empty)
    try:
        for file in make_validation(folder, wanted, threads):
            click.echo(file)
    except (ValidationError, SceneError, blender.RenderingError) as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(
            f"{folder} can't be written ({error.strerror}): name another folder, or make room."
        ) from error


@main.command("round")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--seed", default=0, type=click.IntRange(0), show_default=True, help="Another seed, another round."
)
@click.option("--players", type=click.IntRange(2, MOST_PLAYERS), help="How many play.  [drawn from the seed]")
@click.option("--ruleset", type=click.Choice(list(RULESETS)), help="By which rules.  [drawn from the seed]")
@click.option(
    "--set", "size", type=click.Choice([str(n) for n in SIZES]), help="The set.  [drawn from the seed]"
)
@click.option("--backend", default="painter", type=click.Choice(["painter", "blender"]), show_default=True)
@click.option("--frames-per-second", "fps", default=5.0, type=click.FloatRange(1, 30), show_default=True)
@click.option("--acts", type=click.IntRange(3, 200), help="About how many acts.  [drawn from the seed]")
def make_round(
    folder: Path,
    seed: int,
    players: int | None,
    ruleset: str | None,
    size: str | None,
    backend: Literal["painter", "blender"],
    fps: float,
    acts: int | None,
) -> None:
    """Write a whole round to FOLDER: frames/000000.jpg and on, round.train, round.json, marker.jpg."""
    with _in_a_sentence(folder):
        choice = choose(seed, players, ruleset, int(size) if size else None, acts, fps, backend)
        plan = plan_round(choice)
        write_round(folder, plan)
    click.echo(f"{folder}: {plan.frames} frames, {len(plan.record.entries)} acts.")


@main.command("rounds")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--count", default=12, type=click.IntRange(1), show_default=True, help="How many rounds.")
@click.option("--backend", default="painter", type=click.Choice(["painter", "blender"]), show_default=True)
def make_rounds(folder: Path, count: int, backend: Literal["painter", "blender"]) -> None:
    """Write COUNT rounds to folders in FOLDER that are named by their seeds, drawn now: 1000 or more.

    Seeds below are for whoever tunes the umpire: what was seen is no measure.
    """
    for _ in range(count):
        seed = 1000 + secrets.randbelow(1_000_000)
        with _in_a_sentence(folder):
            write_round(folder / str(seed), plan_round(choose(seed, backend=backend)))
        click.echo(str(folder / str(seed)))


@main.command("clip")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--seed", required=True, type=click.IntRange(0), help="Another seed, another round.")
@click.option("--players", default=3, type=click.IntRange(2, MOST_PLAYERS), show_default=True)
@click.option("--acts", default=15, type=click.IntRange(3, 200), show_default=True, help="About how many.")
def make_clip(file: Path, seed: int, players: int, acts: int) -> None:
    """Write a painted round to the video FILE (.mp4), its record (.train) and truth (.json) beside it."""
    with _in_a_sentence(file):
        plan = plan_round(choose(seed, players, acts=acts))
        write_clip(file, plan)
    click.echo(f"{file}: {plan.frames} frames, {len(plan.record.entries)} acts.")


@contextmanager
def _in_a_sentence(place: Path) -> Iterator[None]:
    """Tells a person what goes wrong with a round that is to be written to `place`."""
    try:
        yield
    except (ChoiceError, PlanError, ClipError, blender.RenderingError) as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(
            f"{place} can't be written ({error.strerror}): name another place, or make room."
        ) from error


def write(folder: Path, chosen: Iterable[Sample], threads: int) -> None:
    """Write the pictures of `chosen` to `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        for sample in chosen:
            scene = sample.scene
            picture = blender.render(scene, threads=threads) if sample.rendered else painter.paint(scene)
            (folder / f"{sample.name}.jpg").write_bytes(film.encode(picture, scene.film))
    except blender.RenderingError as error:
        raise click.ClickException(str(error)) from error


if __name__ == "__main__":
    main()
