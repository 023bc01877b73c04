"""A real Neo4j Community server without a container engine, put together from Maven Central and started for tests.

    python tests/neo4j/server.py ensure     assemble it into the cache if it isn't there; prints the folder of jars
    python tests/neo4j/server.py run        start one on a free port with an empty database, until interrupted

It is the official server, Bolt and import tool, less the shell scripts. It needs Java 17 or 21 and Maven. The jars
are kept in $XDG_CACHE_HOME/kg-tests (~/.cache/kg-tests); each server has its own home, port, data and password.
"""

import contextlib
import ctypes
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

VERSION = "5.26.28"
PASSWORD = "only-for-tests"
_POM = f"""<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>kg.tests</groupId> <artifactId>neo4j</artifactId> <version>1</version> <packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>org.neo4j.app</groupId><artifactId>neo4j-server</artifactId><version>{VERSION}</version></dependency>
    <dependency><groupId>org.neo4j</groupId><artifactId>neo4j</artifactId><version>{VERSION}</version></dependency>
  </dependencies>
</project>
"""
_OPENS = ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent")
_SETTINGS = {
    "server.default_listen_address": "127.0.0.1",
    "server.http.enabled": "false",
    "server.https.enabled": "false",
    "server.memory.heap.initial_size": "256m",
    "server.memory.heap.max_size": "1g",
    "server.memory.pagecache.size": "256m",
    "dbms.usage_report.enabled": "false",
}
_START_SECONDS = 600


def ensure() -> Path:
    """Return the folder of the server's jars, assembled now if it is not in the cache."""
    root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kg-tests"
    jars = root / f"neo4j-{VERSION}"
    if jars.is_dir():
        return jars
    root.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=root) as work:
        pom = Path(work) / "pom.xml"
        pom.write_text(_POM)
        command = ["mvn", "-q", "-B", "-f", pom, "dependency:copy-dependencies", "-DincludeScope=runtime"]
        subprocess.run([*command, f"-DoutputDirectory={work}/jars"], check=True, timeout=600)
        with contextlib.suppress(OSError):  # another session was faster
            (Path(work) / "jars").rename(jars)
    return jars


class Server:
    """One server: its home, port and settings. `start`, `stop`, `kill` and `start` again as a test needs."""

    def __init__(self, home: Path, settings: Mapping[str, str] | None = None, *, password: str = PASSWORD) -> None:
        self.home = home
        self.password = password
        self.port = _free_port()
        self._settings = dict(settings or {})
        self._process: subprocess.Popen[bytes] | None = None
        for name in ("conf", "data", "logs", "import"):
            (home / name).mkdir(parents=True, exist_ok=True)
        self.configure({})
        if self._settings.get("dbms.security.auth_enabled") != "false":
            self.admin("dbms", "set-initial-password", password)

    @property
    def uri(self) -> str:
        """Where it listens."""
        return f"bolt://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The number of the running server's process."""
        assert self._process is not None
        return self._process.pid

    @property
    def imports(self) -> Path:
        """The folder that LOAD CSV reads."""
        return self.home / "import"

    def configure(self, settings: Mapping[str, str]) -> None:
        """Write its configuration with these settings on top, for the next start."""
        own = {"server.bolt.listen_address": f"127.0.0.1:{self.port}", "server.directories.import": str(self.imports)}
        lines = {**_SETTINGS, **own, **self._settings, **settings}
        text = "".join(f"{name}={value}\n" for name, value in lines.items())
        (self.home / "conf" / "neo4j.conf").write_text(text)

    def start(self) -> None:
        """Start it and wait until it answers."""
        opens = [f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in _OPENS]
        options = ["-Xms256m", "-Xmx1g", *opens, "-Dlog4j2.disable.jmx=true", "-Dfile.encoding=UTF-8"]
        homes = [f"--home-dir={self.home}", f"--config-dir={self.home / 'conf'}"]
        command = ["java", "-cp", f"{ensure()}/*", *options, "org.neo4j.server.CommunityEntryPoint", *homes]
        with (self.home / "logs" / "console.log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, preexec_fn=_die_with_parent)  # noqa: PLW1509
        self._wait()

    def stop(self) -> None:
        """Stop it in good order."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """Kill it as a power cut would."""
        self._end(signal.SIGKILL)

    def admin(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run the server's own administration tool; RuntimeError with its output if it fails."""
        done = subprocess.run(
            [self.admin_script(), *arguments], capture_output=True, text=True, timeout=600, check=False
        )
        if done.returncode != 0:
            raise RuntimeError(f"neo4j-admin {' '.join(arguments)}: {done.stdout}\n{done.stderr}")
        return done

    def admin_script(self) -> Path:
        """Return a program that does what the official package's `neo4j-admin` does, for this server."""
        script = self.home / "neo4j-admin"
        environment = f"NEO4J_HOME='{self.home}' NEO4J_CONF='{self.home / 'conf'}'"
        script.write_text(
            f"#!/bin/sh\n{environment} exec java -Xmx1g -cp '{ensure()}/*' org.neo4j.cli.AdminTool \"$@\"\n"
        )
        script.chmod(0o755)
        return script

    def _wait(self) -> None:
        from neo4j import GraphDatabase
        from neo4j.exceptions import DriverError, Neo4jError

        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline:
            assert self._process is not None
            if self._process.poll() is not None:
                break
            if _listens(self.port):
                with (
                    contextlib.suppress(DriverError, Neo4jError),
                    GraphDatabase.driver(self.uri, auth=("neo4j", self.password)) as driver,
                ):
                    driver.execute_query("RETURN 1")
                    return
            time.sleep(0.2)
        log = (self.home / "logs" / "console.log").read_text(errors="replace")
        raise RuntimeError(f"the Neo4j server in {self.home} did not start:\n{log[-3000:]}")

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(how)
            self._process.wait(timeout=120)
        self._process = None


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _listens(port: int) -> bool:
    with socket.socket() as client:
        client.settimeout(1)
        return client.connect_ex(("127.0.0.1", port)) == 0


def _die_with_parent() -> None:
    """Let a killed test run leave no server behind (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def _run() -> None:
    home = Path(tempfile.mkdtemp(prefix="kg-neo4j-"))
    server = Server(home)
    try:
        server.start()
        sys.stdout.write(f"{server.uri}  user neo4j  password {server.password}\n")
        sys.stdout.flush()
        signal.pause()
    except KeyboardInterrupt:
        pass
    finally:
        server.stop()
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["ensure"]:
            sys.stdout.write(f"{ensure()}\n")
        case ["run"]:
            _run()
        case _:
            sys.exit(__doc__)
