"""`stationmaster cameras`: which cameras are there, and what they give."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from web.cli.output import print_out, printable

if TYPE_CHECKING:  # OpenCV takes its time, so it is imported when the first camera is tried
    from vision.frames.frame import Mode
    from vision.frames.link import State
    from vision.frames.source import Source


@click.command("cameras", short_help="List the cameras that are there, and try them.")
@click.argument("sources", metavar="[SOURCE]...", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line and camera.")
def command(sources: tuple[str, ...], as_json: bool) -> None:
    """List the cameras of this computer, or try what is named: take a picture from each.

    A SOURCE is a camera's number, the address of a video (http, https, rtsp), a video file or a folder of
    pictures. Exit status 1 when no picture can be had from any.
    """
    given = found = False
    for source, name, state in _tried(sources):
        found = True
        given |= state.actual is not None
        print_out(_json(source, name, state) if as_json else _text(source, name, state))
    if not found:
        click.echo(
            "No camera was found: plug one in and allow this program to use it, or use a phone as camera: "
            "stationmaster cameras http://192.168.1.20:8080/video.",
            err=True,
        )
    if not given:
        raise SystemExit(1)


def _tried(sources: tuple[str, ...]) -> Iterator[tuple[Source, str, State]]:
    """What is tried, its name, and how that went."""
    from vision.frames.cameras import cameras, try_source
    from vision.frames.source import parse_source
    from vision.frames.trouble import SourceError

    try:
        named = [parse_source(text) for text in sources]
    except SourceError as error:
        raise click.BadParameter(printable(str(error)), param_hint="SOURCE") from error
    if not named:
        for camera, state in cameras():
            yield camera.source, camera.name, state
    for source in named:
        yield source, str(source), try_source(source)


def _json(source: Source, name: str, state: State) -> str:
    from vision.frames.source import Kind

    return json.dumps(
        {
            "source": source.name if source.kind is Kind.CAMERA else str(source),
            "name": name,
            "ok": state.actual is not None,
            "asked": _mode(state.asked),
            "actual": None if state.actual is None else _mode(state.actual),
            "error": None if state.actual is not None else state.sentence,
        }
    )


def _mode(mode: Mode) -> dict[str, Any]:
    return {"width": mode.width, "height": mode.height, "fps": mode.fps}


def _text(source: Source, name: str, state: State) -> str:
    shown = str(source)
    title = shown if name == shown else f"{shown}: {printable(name)}"
    if state.actual is None:
        said = printable(state.sentence)
    elif state.actual in (state.asked, replace(state.asked, fps=None)):
        said = str(state.actual)
    else:
        said = f"{state.actual} (asked for {state.asked})"
    return f"{title}\n  {said}"
