"""State of a copy of the machine once the page has been followed: printed as JSON.

It is run as root inside the copy, and looks as a visitor, an administrator and a bad day would.
"""

import http.client
import json
import os
import signal
import socket
import ssl
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

HOST, SECRET = "tapete.example.org", "QWERTYUIOPASDFGH"
VAR = Path("/var/lib/tapete")
PATIENCE = 60
ACTS, WEBS = "tapete-acts", [f"tapete-web@{number}" for number in range(1, 5)]
TIMES = 2 if os.environ.get("TAPETE_LONG") == "1" else 1  # that each thing dies
PRINT = """
from datetime import UTC, datetime
import time
from django.contrib.auth.models import User
from scoring.prints.ask import PrintAsk
from scoring.prints.services import order_print
from tournaments.models import Job
from tournaments.setup.services.tournament import create_tournament
tournament = create_tournament(
    author=User.objects.create_user("pilar"), name="Casino", venue="", tables=8, game="guinote",
    starts_at=datetime(2026, 12, 5, 16, 30, tzinfo=UTC), game_options={}, format="knockout",
    format_options={}, seed="tapete",
)
job = order_print(tournament=tournament, author=None, ask=PrintAsk("actas", blank=2))
for _attempt in range(600):
    job.refresh_from_db()
    if job.state in (Job.State.DONE, Job.State.FAILED):
        break
    time.sleep(0.1)
print(job.state, job.file.path if job.file else job.message)
"""


def ask(path: str, method: str = "GET", body: bytes = b"", **headers: str) -> Any:
    """A request through nginx, as a visitor of the site makes it; status, headers, body."""
    context = ssl._create_unverified_context()  # the certificate is nobody's
    to = http.client.HTTPSConnection("127.0.0.1", 443, timeout=30, context=context)
    to.request(method, path, body or None, {"Host": HOST, **headers})
    answer = to.getresponse()
    return answer.status, dict(answer.getheaders()), answer.read()


def alive() -> bool:
    try:
        to = http.client.HTTPConnection("127.0.0.1", 8000, timeout=5)
        to.request("GET", "/healthz")
        return to.getresponse().status == 200
    except OSError:
        return False


def until(wanted: Any) -> float:
    """The seconds until it is so; a day that does not come is an error."""
    began = time.monotonic()
    while not wanted():
        if time.monotonic() - began > PATIENCE:
            raise TimeoutError(wanted)
        time.sleep(0.1)
    return time.monotonic() - began


def main_of(unit: str) -> int:
    """The process that systemd looks after; 0 in the moment in which it writes down another."""
    return int(Path(f"/run/units/{unit}.main").read_text() or 0)


def kill(*units: str) -> dict[str, list[int]]:
    """`kill -9` of what systemd started, so many times; the processes there have been of each."""
    seen = {unit: [main_of(unit)] for unit in units}
    for _time in range(TIMES):
        for mains in seen.values():
            os.kill(mains[-1], signal.SIGKILL)
        for unit, mains in seen.items():
            until(lambda unit=unit, last=mains[-1]: main_of(unit) not in (0, last))
            mains.append(main_of(unit))
        until(alive)
    return seen


def save() -> int:
    """Send a form without its token, which the site refuses; return the status."""
    return int(ask("/cuenta/login/", "POST", b"login=pilar")[0])


def a_phone_that_stops() -> float:
    """Forty sockets promise a body and stop; the seconds that a page takes meanwhile."""
    held = []
    for _phone in range(40):
        opened = socket.create_connection(("127.0.0.1", 443))
        spoken = ssl._create_unverified_context().wrap_socket(opened, server_hostname=HOST)
        head = f"POST /cuenta/login/ HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: 50000\r\n\r\n"
        spoken.sendall(f"{head}login=".encode())
        held.append(spoken)
    began = time.monotonic()
    ask("/")
    taken = time.monotonic() - began
    for one in held:
        one.close()
    return taken


def logged(*names: str) -> str:
    return "".join(Path(f"/var/log/nginx/{name}").read_text() for name in names)


def printed() -> dict[str, Any]:
    """A tournament is made and its actas are printed, by the workers that there are."""
    said = subprocess.run(
        ["tapete", "shell", "-v", "0", "-c", PRINT], capture_output=True, text=True, check=True
    ).stdout.split()
    file = Path(said[-1])
    return {
        "state": said[0],
        "starts": file.read_bytes()[:5].decode(),
        "owner": file.owner(),
        "mode": oct(file.stat().st_mode & 0o777),
    }


def facts() -> dict[str, Any]:
    until(alive)
    status, headers, body = ask("/")
    found: dict[str, Any] = {"home": [status, "Tapete" in body.decode()]}
    found["priorities"] = [os.getpriority(os.PRIO_PROCESS, main_of(unit)) for unit in (ACTS, *WEBS)]
    found["hsts"] = headers.get("Strict-Transport-Security", "")
    found["readyz through nginx"] = ask("/readyz")[0]
    found["another host"] = ask("/", **{"Host": "evil.example"})[0]
    for name, path in (("page", "/cuenta/login/"), ("answer", "/api/v1/tournaments/")):
        status, _headers, body = ask(path, "POST", b"x" * 11_000_000)
        found[f"eleven megabytes, {name}"] = [status, body.decode()]
    found["seconds beside forty that stop"] = a_phone_that_stops()
    for path in (
        f"/m/ABCD/{SECRET}/",
        f"/invitacion/{SECRET}/",
        f"/?token={SECRET}",
        f"/cuenta/password/reset/key/1-{SECRET}/",
    ):
        ask(path)
    os.kill(main_of(WEBS[0]), signal.SIGKILL)
    found["pages without one process"] = [ask("/")[0] for _time in range(8)]
    os.kill(main_of(ACTS), signal.SIGKILL)
    time.sleep(0.5)  # what it was being asked is lost; the proxy hears that it is gone
    found["a form without the process of what is saved"] = save()
    until(alive)
    found["mains"] = kill(ACTS, WEBS[1], "tapete-worker", "tapete-beat")
    found["print"] = printed()
    found["schedule"] = sorted(path.name for path in VAR.glob("beat*"))
    found["key"] = oct((VAR / "secret_key").stat().st_mode & 0o777)
    backups = list(Path("/var/backups/tapete").iterdir())
    found["backups"] = [[path.owner(), oct(path.stat().st_mode & 0o777)] for path in backups]
    found["written by the service"] = [
        str(path) for path in Path("/opt/tapete").rglob("*") if path.owner() == "tapete"
    ]
    subprocess.run(["systemctl", "stop", "tapete.target"], check=True)
    found["stopped"] = ask(f"/m/ABCD/{SECRET}/")[0]
    for path in (f"/invitacion/{SECRET}/", f"/?token={SECRET}"):
        ask(path)
    found["secrets in nginx"] = logged("tapete.log", "tapete-error.log").count(SECRET)
    found["doors in nginx"] = logged("tapete.log").count("...")
    units = "".join(path.read_text() for path in Path("/run").glob("tapete-*.log"))
    found["secrets in the units"] = units.count(SECRET)
    found["units"] = units[-3000:]
    found["packages"] = Path("/run/packages").read_text().split()
    return found


if __name__ == "__main__":
    json.dump(facts(), sys.stdout)
