"""A headless Chromium, driven through its debugging pipe: no driver program, no network."""

import base64
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

_OPTIONS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-default-apps", "--disable-extensions", "--disable-sync",
    "--disable-dev-shm-usage", "--mute-audio", "--hide-scrollbars", "--force-color-profile=srgb",
    # The network is off: no name resolves, and what is asked for by address goes to a dead proxy.
    "--host-resolver-rules=MAP * ~NOTFOUND", "--proxy-server=127.0.0.1:9", "--proxy-bypass-list=<-loopback>",
    "--remote-debugging-pipe",
)  # fmt: skip
# The browser reads commands from descriptor 3 and writes answers to 4.
_LAUNCH = """
import os, sys
pipes = [os.dup(int(number)) for number in sys.argv[1:3]]
high = [os.open(os.devnull, os.O_RDONLY) for _ in range(5)]  # so that neither pipe is 3 or 4 itself
pipes = [os.dup(pipe) for pipe in pipes]
os.dup2(pipes[0], 3)
os.dup2(pipes[1], 4)
os.execv(sys.argv[3], sys.argv[3:])
"""


@dataclass(kw_only=True)
class Page:
    """An open page and what it did: `requests` (addresses), `errors` (console, exceptions, policy)."""

    chromium: "Chromium"
    session: str
    requests: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def run(self, script: str) -> Any:
        """Return the value of an expression, promises awaited."""
        answer = self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise AssertionError(f"{script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def click(self, x: float, y: float) -> None:
        """Move the pointer there, press and release."""
        self.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        for kind in ("mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
        self.settle()

    def hover(self, x: float, y: float) -> None:
        self.send("Input.dispatchMouseEvent", type="mouseMoved", x=x - 1, y=y)
        self.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        self.settle()

    def press(self, key: str) -> None:
        """Press and release a named key such as "Enter"."""
        for kind in ("keyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=_KEYS[key])
        self.settle()

    def type(self, text: str) -> None:
        self.send("Input.insertText", text=text)
        self.settle()

    def settle(self) -> None:
        """Wait for events and drawing to end; nothing moves slowly, as the page is told to spare motion."""
        self.run("new Promise(done => setTimeout(() => requestAnimationFrame(() => setTimeout(done, 30)), 60))")

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.send("Page.captureScreenshot", format="png")["data"]))

    def send(self, method: str, **parameters: Any) -> Any:
        return self.chromium.send(method, parameters, session=self.session)

    def note(self, method: str, event: dict[str, Any]) -> None:
        match method:
            case "Network.requestWillBeSent":
                self.requests.append(event["request"]["url"])
            case "Runtime.exceptionThrown":
                self.errors.append(json.dumps(event["exceptionDetails"]))
            case "Runtime.consoleAPICalled" if event["type"] in {"error", "warning", "assert"}:
                self.errors.append(json.dumps(event["args"]))
            case "Log.entryAdded" if event["entry"]["level"] in {"error", "warning"}:
                self.errors.append(event["entry"]["text"])


_KEYS = {"Enter": 13, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38, "Tab": 9}


class Chromium:
    """The browser: messages go down one pipe and come up another, each ended by NUL."""

    def __init__(self, program: str, profile: Path) -> None:
        to_browser, from_us = os.pipe()
        from_browser, to_us = os.pipe()
        launch = [sys.executable, "-c", _LAUNCH, str(to_browser), str(to_us)]
        command = [*launch, program, *_OPTIONS, f"--user-data-dir={profile}"]
        self._process = subprocess.Popen(
            command, pass_fds=(to_browser, to_us), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(to_browser)
        os.close(to_us)
        self._out, self._in = os.fdopen(from_us, "wb", buffering=0), os.fdopen(from_browser, "rb")
        self._buffer = b""
        self._n_sent = 0
        self._pages: dict[str, Page] = {}

    def open(self, path: Path, *, width: int = 1280, height: int = 800, dark: bool = False, anchor: str = "") -> Page:
        """Return the page of a file once it is loaded and has come to rest."""
        target = self.send("Target.createTarget", {"url": "about:blank"})["targetId"]
        session = self.send("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        page = self._pages[session] = Page(chromium=self, session=session)
        for domain in ("Page", "Network", "Runtime", "Log"):
            page.send(f"{domain}.enable")
        page.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        wishes = {"prefers-color-scheme": "dark" if dark else "light", "prefers-reduced-motion": "reduce"}
        page.send("Emulation.setEmulatedMedia", features=[{"name": n, "value": v} for n, v in wishes.items()])
        page.send("Page.navigate", url=path.resolve().as_uri() + anchor)
        page.run(
            "new Promise(done => { const wait = () => document.readyState === 'complete' && location.href !== "
            "'about:blank' ? done() : setTimeout(wait, 20); wait(); })"
        )
        page.settle()
        return page

    def send(self, method: str, parameters: dict[str, Any], *, session: str | None = None) -> Any:
        """Return the answer to a command; events that come before it are noted on their page."""
        self._n_sent += 1
        message = {"id": self._n_sent, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        self._out.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self._n_sent:
                if "error" in answer:
                    raise AssertionError(f"{method}: {answer['error']}")
                return answer["result"]
            if answer.get("sessionId") in self._pages and "method" in answer:
                self._pages[answer["sessionId"]].note(answer["method"], answer["params"])

    def _receive(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            chunk = self._in.read1(1 << 16)  # type: ignore[attr-defined]
            if not chunk:
                raise AssertionError("Chromium ended")
            self._buffer += chunk
        message, _, self._buffer = self._buffer.partition(b"\0")
        return json.loads(message)

    def close(self) -> None:
        self._out.close()
        self._in.close()
        self._process.terminate()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


@pytest.fixture(scope="session")
def chromium(browser_program: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    browser = Chromium(browser_program, tmp_path_factory.mktemp("chromium"))
    yield browser
    browser.close()
