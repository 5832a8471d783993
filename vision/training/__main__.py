"""`python -m vision.training`: train the nets and write the program's weights."""

from __future__ import annotations

from pathlib import Path

import click

from vision.training.courses import face_course, finder_course
from vision.training.export import export_face, export_finder
from vision.training.loop import train

_WEIGHTS = Path(__file__).parents[1] / "weights"


@click.command()
@click.argument("net", type=click.Choice(["finder", "face"]))
@click.option(
    "--steps", type=click.IntRange(1), help="How many batches; the recipe's own number if not given."
)
@click.option(
    "--state",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(".training"),
    show_default=True,
    help="Where to save every five minutes; training goes on from there.",
)
@click.option(
    "--weights",
    type=click.Path(path_type=Path, file_okay=False),
    default=_WEIGHTS,
    show_default="the program's own",
    help="Where to write the finished net.",
)
def main(net: str, steps: int | None, state: Path, weights: Path) -> None:
    """Train NET on painted pictures until done; stop it at any time and run it again to go on."""
    weights.mkdir(parents=True, exist_ok=True)
    log = weights / f"{net}.log"

    def tell(line: str) -> None:
        click.echo(line)
        state.mkdir(parents=True, exist_ok=True)
        with (state / f"{net}.log").open("a", encoding="utf-8") as file:
            file.write(line + "\n")

    course, export = (
        (finder_course(steps or 14000), export_finder)
        if net == "finder"
        else (face_course(steps or 10000), export_face)
    )
    trained = train(course, state, tell)
    export(trained, weights / f"{net}.onnx")
    log.write_text((state / f"{net}.log").read_text(encoding="utf-8"), encoding="utf-8")


if __name__ == "__main__":
    main()
