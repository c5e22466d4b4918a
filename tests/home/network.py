"""A hall of this machine's own: two hosts on a cable, each in a network namespace."""

import os
import shutil
import subprocess
from types import TracebackType

LAPTOP, PHONE = "10.98.7.1", "10.98.7.2"


class Cable:
    """`laptop` and `phone` are what is put before a command to run it on that host."""

    def __init__(self) -> None:
        name = f"tapete{os.getpid()}"
        self._hosts = [f"{name}a", f"{name}b"]
        self.laptop, self.phone = (["ip", "netns", "exec", host] for host in self._hosts)

    def __enter__(self) -> "Cable":
        one, other = self._hosts
        for host in self._hosts:
            _ip("netns", "add", host)
            _ip("-n", host, "link", "set", "lo", "up")
        _ip(
            "link",
            "add",
            "wifi0",
            "netns",
            one,
            "type",
            "veth",
            "peer",
            "name",
            "wifi0",
            "netns",
            other,
        )
        for host, address in zip(self._hosts, (LAPTOP, PHONE), strict=True):
            _ip("-n", host, "address", "add", f"{address}/24", "dev", "wifi0")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for host in self._hosts:
            subprocess.run(["ip", "netns", "delete", host], check=False)

    def plug_in(self) -> None:
        for host in self._hosts:
            _ip("-n", host, "link", "set", "wifi0", "up")

    def pull_out(self) -> None:
        _ip("-n", self._hosts[1], "link", "set", "wifi0", "down")


def why_not() -> str:
    """Why no cable can be laid here; "" when it can."""
    if shutil.which("ip") is None:
        return "iproute2 is not installed"
    tried = f"tapete{os.getpid()}t"
    told = subprocess.run(["ip", "netns", "add", tried], capture_output=True, text=True)
    if told.returncode:
        return told.stderr.strip()
    _ip("netns", "delete", tried)
    return ""


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)
