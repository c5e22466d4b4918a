"""The network of the hall: what carries everybody to one of the web processes, and can be cut.

`python -m tests.faults.router PORT WEB_PORT…` takes each connection to the next web process that
lets it in. Killed, every connection breaks off and no new one is let in.
"""

import asyncio
import itertools
import signal
import subprocess
import sys
import time

from tests.faults.browser import Browser, NoAnswer
from tests.faults.cluster import free_port
from tests.faults.web import ROOT


class Router:
    """`url` is where the phones go."""

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
        raise RuntimeError("The router lets nobody in.")

    def kill(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()


async def serve(port: int, *webs: int) -> None:
    turns = itertools.cycle(range(len(webs)))

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = next(turns)
        for place in range(len(webs)):
            try:
                there = await asyncio.open_connection(
                    "127.0.0.1", webs[(first + place) % len(webs)]
                )
            except OSError:
                continue
            await asyncio.gather(_pour(reader, there[1]), _pour(there[0], writer))
            return
        writer.close()

    server = await asyncio.start_server(carry, "127.0.0.1", port)
    async with server:
        await server.serve_forever()


async def _pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """All that comes, until one of the two hangs up."""
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
