"""The network of a hall on one machine: two hosts joined by a cable, in network namespaces."""

import os
import shutil
import subprocess
from types import TracebackType

LAPTOP, PHONE = "10.98.7.1", "10.98.7.2"


class Cable:
    """A cable between two hosts.

    `laptop` and `phone` are the words to put before a command to run it on that host.
    """

    def __init__(self) -> None:
        name = f"tapete{os.getpid()}"
        self._hosts = [f"{name}a", f"{name}b"]
        self.laptop, self.phone = (["ip", "netns", "exec", host] for host in self._hosts)

    def __enter__(self) -> "Cable":
        laptop, phone = self._hosts
        for host in self._hosts:
            _ip("netns", "add", host)
            _ip("-n", host, "link", "set", "lo", "up")
        _ip(
            "link",
            "add",
            "wifi0",
            "netns",
            laptop,
            "type",
            "veth",
            "peer",
            "name",
            "wifi0",
            "netns",
            phone,
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


def cable_problem() -> str:
    """Return why this machine cannot have the cable, or "" if it can."""
    if shutil.which("ip") is None:
        return "iproute2 is not installed"
    namespace = f"tapete{os.getpid()}t"
    completed = subprocess.run(["ip", "netns", "add", namespace], capture_output=True, text=True)
    if completed.returncode:
        return completed.stderr.strip()
    _ip("netns", "delete", namespace)
    return ""


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)
