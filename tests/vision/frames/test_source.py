"""What a person may name as a source, and how it is told back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.frames.source import Kind, Source, parse_source
from vision.frames.trouble import SourceError, Trouble


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("0", Kind.CAMERA, "0"),
        ("12", Kind.CAMERA, "12"),
        ("007", Kind.CAMERA, "7"),
        ("./0", Kind.PATH, "./0"),
        ("1234", Kind.PATH, "1234"),
        ("-1", Kind.PATH, "-1"),
        ("٣", Kind.PATH, "٣"),
        ("/dev/video0", Kind.PATH, "/dev/video0"),
        ("C:\\clips\\game.mp4", Kind.PATH, "C:\\clips\\game.mp4"),
        ("a game.mp4", Kind.PATH, "a game.mp4"),
        ("http:", Kind.PATH, "http:"),
        ("http://phone:8080/video", Kind.ADDRESS, "http://phone:8080/video"),
        ("HTTPS://phone/v", Kind.ADDRESS, "HTTPS://phone/v"),
        ("rtsp://[fe80::1]:554/live", Kind.ADDRESS, "rtsp://[fe80::1]:554/live"),
        ("rtsps://cam/1", Kind.ADDRESS, "rtsps://cam/1"),
    ],
)
def test_what_is_named(text: str, kind: Kind, name: str) -> None:
    assert parse_source(text) == Source(kind, name)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "names no source"),
        ("a\0b", "names no source"),
        ("ftp://phone/video", "from ftp addresses"),
        ("file:///etc/passwd", "from file addresses"),
        ("http://", "no whole address"),
        ("http://:8080/video", "no whole address"),
        ("http://phone:eighty/", "no whole address"),
        ("http://phone:0/", "no whole address"),
        ("http://phone:99999/", "no whole address"),
        ("http://[::1/", "no whole address"),
        ("http://phone/my video", "no whole address"),
        ("http://phone/\x1b[2J", "no whole address"),
    ],
)
def test_what_names_nothing_is_a_sentence(text: str, words: str) -> None:
    with pytest.raises(SourceError, match=words) as refused:
        parse_source(text)
    assert refused.value.trouble is Trouble.NAME
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("0", "camera 0"),
        ("clip.mp4", "clip.mp4"),
        ("cl\x1b[2Jip.mp4", "cl\N{REPLACEMENT CHARACTER}[2Jip.mp4"),
        ("http://phone:8080/video", "http://phone:8080/video"),
        ("http://ana:secret@phone:8080/video", "http://phone:8080/video"),
        ("rtsp://ana:se@cret@cam/1", "rtsp://cam/1"),
        ("http://phone/a@b", "http://phone/a@b"),
        ("http://phone?who=a@b", "http://phone?who=a@b"),
    ],
)
def test_it_is_told_without_passwords_and_orders(text: str, shown: str) -> None:
    assert str(parse_source(text)) == shown


@given(st.text())
def test_any_text_is_a_source_or_a_sentence(text: str) -> None:
    try:
        source = parse_source(text)
    except SourceError:
        return
    assert str(source).isprintable()
