"""`python -m vision.bench`: how well and how fast pictures are read."""

from __future__ import annotations

from pathlib import Path

import click
import cv2

from vision.bench import photos as folders
from vision.bench import report
from vision.bench.report import Table
from vision.bench.score import summary
from vision.decode import decode_file
from vision.reader import default_reader


@click.group()
def main() -> None:
    """Measure how well and how fast dominoes are read."""


_share = click.FloatRange(0, 1)
_report = click.option(
    "--report",
    "page",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the figures to this page too.",
)


@main.command("photos")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--min-hand", type=_share, help="Fail below this share of hands read exactly.")
@click.option("--min-tile", type=_share, help="Fail below this share of tiles read exactly.")
@click.option("--max-silent", type=_share, help="Fail above this share of wrong readings without a mark.")
@click.option("--set", "tell_set", is_flag=True, help="Tell the reader the set, as a running game would.")
@click.option("--list", "name_wrong", is_flag=True, help="Name each picture that was not read exactly.")
@_report
def photos(
    folder: Path,
    min_hand: float | None,
    min_tile: float | None,
    max_silent: float | None,
    tell_set: bool,
    name_wrong: bool,
    page: Path | None,
) -> None:
    """Read all pictures of FOLDER, which has a truth.json, and compare. Exit status 1 below a limit."""
    reader = default_reader()
    try:
        truths = folders.load(folder)
    except folders.BenchError as error:
        raise click.ClickException(str(error)) from error
    scores = []
    for one in folders.measure(folder, truths, reader, tell_set):
        scores.append(one)
        if name_wrong:
            for line in report.wrong_lines([one]):
                click.echo(line)
    found = summary(scores)
    figures, groups = report.figures(found), report.groups(found)
    halves, trust = report.halves(found), report.trust(found)
    click.echo("\n\n".join("\n".join(report.lines(rows)) for rows in (figures, groups, halves, trust)))
    command = f"python -m vision.bench photos {_named(folder)}{' --set' if tell_set else ''}"
    if page is not None:
        _write(
            page,
            "How well pictures are read",
            f"{len(scores)} pictures with known tiles. What the figures mean is in [README.md](README.md).",
            [
                Table(("condition", "value"), report.conditions(command, reader.name)),
                Table(("figure", "value"), figures),
                Table(("pictures", "exact"), groups),
                Table(("halves", "of exact tiles"), halves, "No halves."),
                Table(("confidence", "tiles read", "mean confidence", "right"), trust),
                Table(
                    ("wrong", "picture", "missed", "extra"),
                    report.wrong(scores),
                    "Every picture was read exactly.",
                ),
            ],
        )
    short = report.shortfalls(found, min_hand, min_tile, max_silent)
    for line in short:
        click.echo(f"Falls short: {line}.", err=True)
    if short:
        raise SystemExit(1)


@main.command("speed")
@click.option("--rounds", type=click.IntRange(1), default=7, show_default=True, help="How often to measure.")
@_report
def speed(rounds: int, page: Path | None) -> None:
    """Compare the time of decoding and reading with well-known work on the same picture."""
    from vision.bench.speed import by_number, growth, ratios, watching

    reader = default_reader()
    times = by_number(reader, rounds)
    rows = report.speeds([*ratios(reader, rounds), growth(times, rounds), *watching(reader, rounds)])
    numbers = [(str(number), f"{time:.1f}") for number, time in times.items()]
    click.echo("\n\n".join("\n".join(report.lines(table)) for table in (rows, numbers)))
    if page is not None:
        _write(
            page,
            "How fast pictures are read",
            f"Medians of {rounds} rounds in one run. What the figures mean is in [README.md](README.md).",
            [
                Table(
                    ("condition", "value"),
                    report.conditions(f"python -m vision.bench speed --rounds {rounds}", reader.name),
                ),
                Table(("work", "against", "ratio", "at most", "takes"), rows),
                Table(("tiles in 1920 x 1080 pixels", "milliseconds"), numbers),
            ],
        )


@main.command("live")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@_report
def live(folder: Path, page: Path | None) -> None:
    """Referee all rounds in FOLDER, as `python -m vision.synthetic round` makes them, and compare."""
    from vision.bench import live as rounds
    from vision.bench.live_report import ROUND_HEAD, by_round, faults, totals

    scores = []
    try:
        found = [rounds.load(file.parent) for file in sorted(folder.glob("*/round.json"))]
        if not found:
            raise rounds.LiveError(f"{folder} holds no rounds: make bench-live makes some.")
        for one in rounds.measure(found):
            scores.append(one)
            for row in (*by_round([one]), *faults([one])):
                click.echo("  ".join(row))
    except rounds.LiveError as error:
        raise click.ClickException(str(error)) from error
    click.echo("\n" + "\n".join(report.lines(totals(scores))))
    if page is not None:
        _write(
            page,
            "How well rounds are refereed",
            f"{len(scores)} made rounds, watched from their frames. What the figures mean is in "
            "[README.md](README.md).",
            [
                Table(
                    ("condition", "value"),
                    report.conditions(f"python -m vision.bench live {_named(folder)}", default_reader().name),
                ),
                Table(("figure", "value", "asked for"), totals(scores)),
                Table(ROUND_HEAD, by_round(scores)),
                Table(("round", "fault", "act"), faults(scores), "No fault."),
            ],
        )


@main.command("explain")
@click.argument("picture", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def explain(picture: Path, folder: Path) -> None:
    """Write pictures of the stages of reading PICTURE into FOLDER, for docs/reading.md."""
    from vision.bench.explain import stages

    folder.mkdir(parents=True, exist_ok=True)
    for name, drawn in stages(decode_file(picture)):
        cv2.imwrite(str(folder / f"{name}.jpg"), drawn, [cv2.IMWRITE_JPEG_QUALITY, 85])


def _named(folder: Path) -> str:
    """The folder as a report names it: other people's folders are nobody's business."""
    inside = folder.resolve().is_relative_to(Path.cwd())
    return folder.resolve().relative_to(Path.cwd()).as_posix() if inside else "FOLDER"


def _write(page: Path, title: str, words: str, tables: list[Table]) -> None:
    try:
        report.write(page, title, words, tables)
    except OSError as error:
        raise click.ClickException(
            f"{page} can't be written ({error.strerror}): name another file with --report."
        ) from error


if __name__ == "__main__":
    main()
