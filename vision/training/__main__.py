"""`python -m vision.training`: train the nets and write the program's weights."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from vision.training import trust as trusting

_WEIGHTS = Path(__file__).parents[1] / "weights"

_folder = click.Path(path_type=Path, file_okay=False)
_steps = click.option("--steps", type=click.IntRange(1), default=16000, show_default=True, help="Batches.")
_state = click.option(
    "--state",
    type=_folder,
    default=Path(".training"),
    show_default=True,
    help="Where to save every five minutes; training goes on from there.",
)
_weights = click.option(
    "--weights",
    type=_folder,
    default=_WEIGHTS,
    show_default="the program's own",
    help="Where finished weights are.",
)


@click.group()
def main() -> None:
    """Train the nets on painted pictures; stop at any time and run again to go on."""


@main.command()
@_steps
@_state
@_weights
def finder(steps: int, state: Path, weights: Path) -> None:
    """Train the net that finds tiles."""
    from vision.training.courses import finder_course
    from vision.training.export import export_finder
    from vision.training.loop import train

    net = train(finder_course(steps), state, _log(state, "finder"))
    export_finder(net, weights / "finder.onnx")
    _keep_log(state, weights, "finder")


@main.command()
@_steps
@_state
@_weights
def face(steps: int, state: Path, weights: Path) -> None:
    """Train the net that reads a tile; the finder must be there."""
    if not (weights / "finder.onnx").is_file():
        raise click.UsageError(f"There is no finder in {weights}: train it first.")
    from vision.training.courses import face_course
    from vision.training.export import export_face
    from vision.training.loop import train

    net = train(face_course(steps, weights), state, _log(state, "face"))
    export_face(net, weights / "face.onnx")
    _keep_log(state, weights, "face")


@main.command()
@click.option("--pictures", type=click.IntRange(50), default=600, show_default=True, help="To fit to.")
@click.option("--seed", type=int, default=1, show_default=True)
@_weights
def trust(pictures: int, seed: int, weights: Path) -> None:
    """Fit how far readings are believed to painted pictures; both nets must be there."""
    seen = list(trusting.sights(pictures, seed, weights))
    fitted = trusting.fitted(seen)
    trusting.write(fitted, weights / "trust.json")
    click.echo("\n".join(trusting.report(fitted, [trusting.trial(one, fitted) for one in seen])))


def _log(state: Path, name: str) -> Callable[[str], None]:
    """Tells a line on the terminal and in the log."""

    def tell(line: str) -> None:
        click.echo(line)
        with (state / f"{name}.log").open("a", encoding="utf-8") as file:
            file.write(line + "\n")

    state.mkdir(parents=True, exist_ok=True)
    return tell


def _keep_log(state: Path, weights: Path, name: str) -> None:
    """The log goes with the weights, to be committed beside them."""
    (weights / f"{name}.log").write_text((state / f"{name}.log").read_text("utf-8"), encoding="utf-8")


if __name__ == "__main__":
    main()
