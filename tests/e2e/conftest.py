"""A real server process, a real Chromium, and phones that notice what a page must never do."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from web.store import Store

# Helpers lie beside the tests of the rooms below: an eye that follows a script, pictures to pull.
for _folder in ("../referee", "../vision", "../web"):
    sys.path.insert(0, str((Path(__file__).parent / _folder).resolve()))

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def _chromium() -> str | None:
    return os.environ.get("STATIONMASTER_CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium. Where there is none the test is skipped, but fails with CI=true."""
    path = _chromium()
    if path is None:
        reason = "no Chromium on the PATH and none in STATIONMASTER_CHROMIUM"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=_ARGUMENTS)
        yield browser
        browser.close()


@dataclass(frozen=True)
class Server:
    """A running `stationmaster serve`: where it answers, where its host goes, where its games are kept."""

    url: str
    host: str
    data: Path

    def store(self) -> Store:
        """Its store, opened beside it."""
        return Store.open(self.data)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """`stationmaster serve` on a free port of this computer alone."""
    program = Path(sys.executable).with_name("stationmaster")
    data = tmp_path / "data"
    command = [program, "serve", "--host", "127.0.0.1", "--port", "0", "--data", data]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        url = next(
            (word for line in process.stdout for word in line.split() if word.startswith("http://127")), ""
        )
        assert url, f"the server ended with {process.wait()}"
        home, _, key = url.partition("/host/")
        assert key, "the first address is the host's"
        yield Server(home, f"/host/{key}", data)
        process.terminate()
        process.stdout.close()


@dataclass
class Phone:
    """One browser of one person; `faults` collects what no page may do."""

    context: BrowserContext
    page: Page
    faults: list[str] = field(default_factory=list)

    def watch(self, home: str) -> None:
        """Note requests to other hosts, refused scripts and styles, and errors."""
        host = urlsplit(home).netloc

        def requested(request: Any) -> None:
            parts = urlsplit(request.url)
            if parts.scheme in ("http", "https") and parts.netloc != host:
                self.faults.append(f"request to {request.url}")

        def said(message: Any) -> None:
            if message.type in ("error", "warning") and not message.text.startswith(
                "Failed to load resource"
            ):
                self.faults.append(f"{message.type}: {message.text}")

        self.context.on("request", requested)
        self.page.on("console", said)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))


NewPhone = Callable[..., Phone]


@pytest.fixture
def new_phone(browser: Browser, server: Server) -> Iterator[NewPhone]:
    """Makes phones of the host: 320 x 640 unless said; of a stranger where `host` is False.

    At the end no page of theirs may have done what it must not.
    """
    phones: list[Phone] = []

    def make(width: int = 320, height: int = 640, host: bool = True, **settings: Any) -> Phone:
        context = browser.new_context(
            base_url=server.url, viewport={"width": width, "height": height}, **settings
        )
        context.set_default_timeout(20_000)
        phone = Phone(context, context.new_page())
        phone.watch(server.url)
        phones.append(phone)
        if host:
            phone.page.goto(server.host)
        return phone

    yield make
    for phone in phones:
        phone.context.close()
    assert [fault for phone in phones for fault in phone.faults] == []
