"""The command that referees a live table."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from random import Random

import pytest
from click.testing import CliRunner, Result
from pulled_sources import ENDED, LOST, Script, write_folder
from scripted_eye import PacedEye, layouts

from referee import DominoSet
from referee.record import line_text, read
from referee.umpire import lines_of
from vision.frames.newest import NewestFrame
from vision.frames.source import parse_source
from web.cli import main
from web.cli.screen import Screen
from web.cli.typed import TypedLines
from web.cli.watching import Session
from web.live import eye as real
from web.live.events import ActEntered, WatchBegan
from web.live.fold import begun
from web.live.kept import StoreSink, opened, setup_of
from web.live.sink import Memory
from web.live.standpoint import Standpoint
from web.live.table import LiveTable
from web.live.watcher import Watcher
from web.store import Store
from web.store.events import GameStarted, Player

GAME = ("--ruleset", "hub", "--set", "12", "--players", "A, B, C", "--start", "A")
SCRIPT = """
hub 12-12; down 42
same
hand
A 12-4
same
hand
B 12-7
same
down 41                # C draws
+C                     # and passes
hand
A 12-4 4-4
A 12-4 4-4 4-9
hand
B 12-7 9-5             # B lays what doesn't fit, and takes it back
B 12-7
same
"""


class Watched:
    """A real `stationmaster watch` with an eye that follows a script."""

    def __init__(self, folder: Path, script: str, arguments: tuple[str | Path, ...], place: Path) -> None:
        program = f"""
import sys
from pathlib import Path
sys.path[:0] = {sys.path!r}
from scripted_eye import PacedEye, use
use(PacedEye({script!r}, Path({str(place)!r})))
from web.cli import main
main(["watch", *{[*map(str, arguments)]!r}])
"""
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-c", program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.said: list[str] = []

    def until(self, pattern: str) -> re.Match[str]:
        """Read on until a row matches."""
        assert self.process.stdout is not None
        for row in self.process.stdout:
            self.said.append(row.rstrip("\n"))
            if found := re.search(pattern, self.said[-1]):
                return found
        raise AssertionError(f"{pattern} was not said:\n" + "\n".join(self.said))

    def type(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{text}\n")
        self.process.stdin.flush()

    def quit(self) -> int:
        self.type("quit")
        return self.end()

    def end(self) -> int:
        assert self.process.stdout is not None
        self.said += self.process.stdout.read().splitlines()
        return self.process.wait(60)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(60)
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()


Watch = Callable[..., Watched]


@pytest.fixture
def frames(tmp_path: Path) -> Path:
    """Pictures for half a minute; what the scripted eye sees does not depend on them."""
    write_folder(tmp_path / "frames", range(255))
    return tmp_path / "frames"


@pytest.fixture
def watch(tmp_path: Path, frames: Path, data: Path) -> Iterator[Watch]:
    """Starts `stationmaster watch` on the pictures, with the data folder of the test."""
    started: list[Watched] = []

    def start(*arguments: str | Path, script: str = SCRIPT) -> Watched:
        all_ = ("--camera", frames, "--data", data, "--fps", "10", *arguments)
        started.append(Watched(frames, script, all_, tmp_path / "place"))
        return started[-1]

    yield start
    for one in started:
        one.kill()


def record_texts(file: Path) -> list[str]:
    return [line.text for line in read(file.read_text()).lines]


def straight(script: str, *typed: str) -> list[str]:
    """The record that comes of a script without interruptions, `typed` entered after it."""
    setup = read('[Ruleset "hub"]\n[Set "12"]\n[Players "A, B, C"]\nround 1').setup
    table = LiveTable(begun(setup, 1), Memory())
    table.enter(ActEntered("start A"))
    for layout in layouts(script):
        if layout is not None:
            table.see(layout)
    for text in typed:
        table.enter(ActEntered(text))
    return [line_text(line) for line in lines_of(table.live.watch)]


def test_a_table_is_watched_and_its_record_written(watch: Watch, data: Path) -> None:
    running = watch(*GAME)
    game = running.until(r"^Game ([0-9a-z]{10}): At the table, \d{4}-\d\d-\d\d\. Its record is ")[1]
    running.until("^undo$")
    running.type("B: draw pass")
    running.until(r"^B: pass$")
    assert running.quit() == 0
    assert running.said[-1] == f"All is kept. Go on with --game {game}."
    assert {"[moving]", "[still]"} <= set(running.said)
    alarm = running.said.index("B: 9-5@B   ILLEGAL")
    assert running.said[alarm + 1] == "  9-5 doesn't fit: B's train ends with 7. (END_MISMATCH)"
    file = data / "records" / f"{game}.train"
    assert record_texts(file) == straight(SCRIPT, "B: draw pass")
    assert file.read_text().startswith('[Event "At the table, ')


@pytest.mark.slow
def test_killed_at_any_moment_it_goes_on_where_it_was(watch: Watch, data: Path) -> None:
    random, game, acts = Random(7), None, 0
    script = f"{SCRIPT}B 12-7 7-1\nsame"
    for _ in range(5):
        running = watch(*(GAME if game is None else ("--game", game)), script=script)
        game = running.until("^Game ([0-9a-z]{10})")[1]
        for _ in range(random.randint(0, 5)):
            running.until(r"^[ABC]: |\[")
        running.kill()
        texts = record_texts(data / "records" / f"{game}.train")  # which is whole
        assert texts[:2] == ["round 1", "start A"]
        acts = max(acts, len(texts))
    assert acts > 4
    running = watch("--game", game, script=script)
    running.until(r"^B: 7-1@B")  # now, or before it was killed
    running.type("C: draw pass")
    running.until(r"^C: pass$")
    assert running.quit() == 0
    assert record_texts(data / "records" / f"{game}.train") == straight(script, "C: draw pass")


def test_what_was_typed_and_told_is_there_after_a_kill(watch: Watch, data: Path) -> None:
    script = "hub 12-12\nA 12-4\nsame"
    running = watch(*GAME, script=script)
    game = running.until("^Game ([0-9a-z]{10})")[1]
    running.until("^A: 12-4@A$")
    running.type("B: knock")
    running.type("fix 3 A: 12-5@A")
    running.until(r"which was taken for")
    running.kill()
    running = watch("--game", game, script=script)
    running.until("^A: 12-5@A$")
    running.type("acts")
    running.until("^ +4  B: knock$")
    assert running.quit() == 0


def test_pulling_the_source_only_changes_the_status(watch: Watch, frames: Path, data: Path) -> None:
    away = frames.with_name("away")
    running = watch(*GAME, script="hub 12-12\nA 12-4\nsame")
    game = running.until("^Game ([0-9a-z]{10})")[1]
    running.until("^A: 12-4@A$")
    for _ in range(3):
        frames.rename(away)
        assert running.until(r"^\[lost\] (.*)$")[1].endswith("put it back.")
        away.rename(frames)
        running.until(r"^\[still\]$")
    running.type("B: draw pass")
    running.until("^B: pass$")
    assert running.quit() == 0
    assert record_texts(data / "records" / f"{game}.train")[-2:] == ["A: 12-4@A", "B: draw pass"]


def test_a_source_that_is_not_there_is_waited_for(watch: Watch, frames: Path) -> None:
    away = frames.with_name("away")
    frames.rename(away)
    running = watch(*GAME)
    assert "There is no" in running.until(r"^\[lost\] (.*)$")[1]
    away.rename(frames)
    running.until("^engine 12-12$")
    assert running.quit() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_ctrl_c_ends_it_cleanly(watch: Watch) -> None:
    running = watch(*GAME)
    running.until("^engine 12-12$")
    running.process.send_signal(signal.SIGINT)
    assert running.end() == 0
    assert running.said[-1].startswith("All is kept. Go on with --game ")
    assert not any("Traceback" in row for row in running.said)


PULLS = 50


class PulledScreen(Screen):
    """Notes each time that the source is shown to be lost after a new look at the table."""

    def __init__(self, eye: PacedEye) -> None:
        super().__init__()
        self.lost: SimpleQueue[int] = SimpleQueue()
        self._eye = eye
        self._looks = 0

    def status(self, word: str, sentence: str = "") -> None:
        super().status(word, sentence)
        if word == "lost" and len(self._eye.engines) > self._looks:
            self._looks = len(self._eye.engines)
            self.lost.put(self._looks)


def test_a_source_that_is_pulled_fifty_times_leaves_the_record_whole(
    store: Store, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    rules = read('[Ruleset "hub"]\n[Set "12"]\n[Players "A, B, C"]').setup
    start = GameStarted(
        "Soak", tuple(Player(name, "red") for name in "ABC"), DominoSet(12), rules.rules, "hub"
    )
    game, table = store.start(start, "host"), None
    sink = StoreSink(store, game, "host")
    sink.append(WatchBegan(1, ("A", "B", "C")))
    table = LiveTable(begun(setup_of(game, ("A", "B", "C")), 1), sink)
    table.enter(ActEntered("start A"))
    eye = PacedEye(SCRIPT)
    screen = PulledScreen(eye)
    session = Session(table, Watcher(table, eye), screen, lambda: None, Standpoint())
    source = Script([*([1, LOST] * PULLS), 1, ENDED], [True, LOST] * PULLS + [True])
    # The next try waits until it was seen that the source is lost, not for some seconds.
    tries = iter(range(1, 2 * PULLS + 1))
    frames = NewestFrame(
        parse_source("0"),
        opener=source,
        wait=lambda _: screen.lost.get(timeout=60) if next(tries) % 2 else None,
    )
    with frames:
        assert session.run(frames, TypedLines()).losses == PULLS
    shown = capsys.readouterr().out.splitlines()
    assert shown.count("[lost] It is gone: plug it in again.") == PULLS
    again = opened(store.game(game.id), store.stream(game.id))
    assert again == table.live
    assert [line_text(line) for line in lines_of(again.watch)] == straight(SCRIPT)


# In this process: what is typed is there before the first frame


@pytest.fixture
def short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two pictures, of which a scripted eye sees the engine and one tile."""
    write_folder(tmp_path / "short", range(2))
    monkeypatch.setattr(real, "open_eye", lambda *_: PacedEye("hub 12-12\nA 12-4"))
    return tmp_path / "short"


def run(data: Path, source: object, *arguments: object, typed: str = "") -> Result:
    command = ["watch", "--camera", source, "--data", data, *arguments]
    return CliRunner().invoke(main, [*map(str, command)], input=typed, catch_exceptions=False)


def test_a_recording_that_ends_ends_the_watch(short: Path, data: Path) -> None:
    result = run(data, short, *GAME)
    assert result.exit_code == 0
    assert f"All pictures of {short} have been seen." in result.stdout
    assert "A: 12-4@A" in result.stdout


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("?", "  the second answer to the last question"),
        ("A: pas", "Expected: an act like 4-9@A, draw, draw:4-9, pass, knock or +A. (? for help)"),
        ("2", "Nothing is asked just now that a number could answer."),
        ("answer", "A number is missing, counted from 1. Write for example: answer 3 2."),
        (
            "answer 1 1",
            "There is no question 1 in this round: see what is asked with questions. (? for help)",
        ),
        ("out 9", "There is no act 9 in this round: see which there are with acts. (? for help)"),
        ("out 0", "A number is missing, counted from 1. Write for example: out 7."),
        ("fix 1", "What happened? Write for example: fix 7 A: pass."),
        ("add 1", "What happened? Write for example: add 7 A: pass."),
        ("add 1 B: draw pass", "B: draw pass   (turn over)"),
        ("row Bo", "Whose is which row? Write for example: row at 90 A."),
        ("row at 90 D", "D does not play in this game."),
        ("end", "Whose turn is over? Write for example: end A."),
        ("acts", "   1  start A"),
        ("record", '[Ruleset "hub"]'),
        ("table", "    hub  no engine yet"),
        ("undo", "There was no start A"),
        ("B: knock", "B: knock"),
    ],
)
def test_what_is_typed_is_done_or_answered(typed: str, said: str, short: Path, data: Path) -> None:
    result = run(data, short, *GAME, typed=f"{typed}\nquit\n")
    assert result.exit_code == 0
    assert said in result.stdout
    assert "\x1b" not in result.stdout


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        ("--ruleset hub", 2, "Say which game is played: --set, --players are missing."),
        (
            "--ruleset hub --set 12",
            2,
            "--players is missing. A game that is kept already is named with --game.",
        ),
        ("--game nothing123", 1, "There is no such game here; it may have been deleted."),
        ("--game {} --players A,B", 2, "This game is kept with A, B, C: leave it out, or start another game"),
        ("--game {} --ruleset caboose", 2, "This game is kept with hub: leave it out"),
        ("--game {} --set 9", 2, "This game is kept with 12: leave it out"),
        ("--game {} --option double_blank=25", 2, "This game is kept with other options: leave it out"),
        ("--game {} --round 1", 2, "Round 2 is played already: leave it out to go on with that."),
        ("--game {} --round 14", 2, "This game has rounds 1 to 13, not 14."),
        ("--game {} --seats D=1", 2, "“D” has no train: name one of A, B, C, M."),
        ("--game {} --start D", 2, "“D” does not play: name one of A, B, C."),
        ("--game {} --profile UP", 1, "A camera's name has small letters, digits and hyphens"),
        (
            "--game {} --record /none/game.train",
            1,
            "/none/game.train can't be written (No such file or directory)",
        ),
    ],
)
def test_what_can_not_be_watched_is_a_sentence(
    arguments: str, status: int, sentence: str, short: Path, data: Path
) -> None:
    started = run(data, short, *GAME, "--round", "2", typed="quit\n")
    game = re.search("Game ([0-9a-z]{10})", started.stdout)
    assert game
    result = run(data, short, *arguments.format(game[1]).split())
    assert result.exit_code == status
    assert sentence in " ".join(result.stderr.split())


def test_a_game_goes_on_with_the_same_options_and_into_later_rounds(short: Path, data: Path) -> None:
    started = run(data, short, *GAME, "--seats", "A=10")
    game = re.search("Game ([0-9a-z]{10})", started.stdout)
    assert game
    again = run(data, short, *GAME, "--game", game[1], "--seats", "A=10")
    assert "A: 12-4@A" in again.stdout
    later = run(data, short, "--game", game[1], "--round", "3", "--start", "B", typed="quit\n")
    assert later.exit_code == 0
    texts = record_texts(data / "records" / f"{game[1]}.train")
    assert texts[:4] == ["round 1", "start A", "engine 12-12", "A: 12-4@A"]
    assert texts[4:6] == ["round 3", "start B"]


def test_a_game_of_the_sheet_can_be_watched(short: Path, data: Path) -> None:
    store = Store.open(data)
    rules = read('[Ruleset "hub"]\n[Set "12"]\n[Players "A, B"]\nround 1').setup.rules
    players = (Player("Grandma Jo", "red"), Player("Bo", "blue"))
    game = store.start(GameStarted('Friday "the" game', players, DominoSet(12), rules, "hub"), "host").id
    own = store.start(GameStarted("Own", players, DominoSet(12)), "host").id
    store.close()
    unnamed = run(data, short, "--game", game)
    assert unnamed.exit_code == 2
    assert "Grandma Jo, Bo have names that a record can't have" in " ".join(unnamed.stderr.split())
    assert run(data, short, "--game", game, "--players", "Jo").exit_code == 2
    assert run(data, short, "--game", game, "--players", "Jo,Bo", typed="quit\n").exit_code == 0
    assert run(data, short, "--game", game, typed="quit\n").exit_code == 0
    text = (data / "records" / f"{game}.train").read_text()
    assert '[Players "Jo, Bo"]\n[Name.Jo "Grandma Jo"]' in text
    assert "[Event \"Friday 'the' game\"]" in text
    refused = run(data, short, "--game", own, "--players", "Jo,Bo")
    assert refused.exit_code == 1
    assert "“Own” has rules of its own" in refused.stderr


def test_without_a_screen_there_is_no_window(
    short: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    result = run(data, short, *GAME, "--window")
    assert result.exit_code == 1
    assert result.stderr == (
        "Error: There is no screen to open a window on: leave --window out, or log in at one.\n"
    )


def test_a_question_is_answered_by_its_number(
    data: Path, short: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(real, "open_eye", lambda *_: PacedEye("hub 12-12\nA 11-4?60"))
    result = run(data, short, *GAME)
    assert "? Is it 11-4 that lies at the end of A's train?\n  1: 12-4\n  2: 11-4\n" in result.stdout
    game = re.search("Game ([0-9a-z]{10})", result.stdout)
    assert game
    again = run(data, short, "--game", game[1], typed="questions\n3\n2\nquestions\nquit\n")
    assert again.stdout.count("   1  Is it 11-4 that lies at the end of A's train?") == 2
    assert "There is no answer 3 to that: it has 1 to 2." in again.stdout
    assert "A: 11-4@A   ILLEGAL" in again.stdout
