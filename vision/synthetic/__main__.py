"""`python -m vision.synthetic`: make the sample pictures, or as many more as you like, with their truth."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from vision.synthetic import film, painter, truth
from vision.synthetic.samples import Sample, samples


@click.group()
def main() -> None:
    """Make pictures of dominoes, with their truth."""


@main.command("samples")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--only", multiple=True, help="Paint this picture only (its name without .jpg).")
def make_samples(folder: Path, only: tuple[str, ...]) -> None:
    """Write the sample pictures and truth.json to FOLDER."""
    everything = samples()
    write(folder, everything, [sample for sample in everything if not only or sample.name in only])


def write(folder: Path, everything: Iterable[Sample], painted: Iterable[Sample]) -> None:
    """Write the pictures of `painted` and the truth of `everything` to `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for sample in painted:
        picture = painter.paint(sample.scene)
        (folder / f"{sample.name}.jpg").write_bytes(film.encode(picture, sample.scene.film))
    records = [truth.record(sample.scene, f"{sample.name}.jpg") | sample.extra for sample in everything]
    (folder / "truth.json").write_text(dumped(records), encoding="utf-8")


def dumped(records: list[dict[str, Any]]) -> str:
    """`records` as JSON, one a line, so that a changed picture is a changed line."""
    return "[\n" + ",\n".join(json.dumps(record) for record in records) + "\n]\n"


if __name__ == "__main__":
    main()
