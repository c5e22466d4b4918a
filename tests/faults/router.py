"""The network of the hall: a router from the phones to the web processes, which tests may kill.

`python -m tests.faults.router PORT WEB_PORT…` forwards each connection to the next web process that
accepts it. Killing the router breaks every connection and refuses new ones.
"""

import asyncio
import itertools
import signal
import subprocess
import sys
import time

from tests.faults.browser import Browser, NoAnswer
from tests.faults.web import ROOT
from tests.programs import free_port


class Router:
    """A router in its own process; the phones use its `url`."""

    def __init__(self, *ports: int) -> None:
        self.ports, self.port = ports, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        words = ["-m", "tests.faults.router", str(self.port), *map(str, self.ports)]
        self.process = subprocess.Popen([sys.executable, *words], cwd=ROOT)

    def wait(self) -> None:
        for _attempt in range(600):
            try:
                Browser(self.url).get("/")
                return
            except NoAnswer:
                time.sleep(0.05)
        raise RuntimeError("The router accepts no connection.")

    def kill(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()


async def serve(port: int, *webs: int) -> None:
    """Forward connections of `port` to the ports of the web processes, in turn."""
    turns = itertools.cycle(range(len(webs)))

    async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first_port = next(turns)
        for offset in range(len(webs)):
            try:
                upstream = await asyncio.open_connection(
                    "127.0.0.1", webs[(first_port + offset) % len(webs)]
                )
            except OSError:
                continue
            await asyncio.gather(_pour(reader, upstream[1]), _pour(upstream[0], writer))
            return
        writer.close()

    server = await asyncio.start_server(forward, "127.0.0.1", port)
    async with server:
        await server.serve_forever()


async def _pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Copy the reader's bytes to the writer until one of them closes."""
    try:
        while piece := await reader.read(65536):
            writer.write(piece)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


if __name__ == "__main__":
    asyncio.run(serve(*map(int, sys.argv[1:])))
