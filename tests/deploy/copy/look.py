"""Print facts of a site installed by docs/production.md, as JSON.

It runs as root inside the copy of the machine. It asks for pages as a visitor, kills processes, and
reads files and logs as an administrator.
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
KILLS_OF_A_UNIT = 2 if os.environ.get("TAPETE_LONG") == "1" else 1
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
    """Make a request through nginx, as a visitor does; return its status, headers and body."""
    context = ssl._create_unverified_context()  # the certificate is self-signed
    connection = http.client.HTTPSConnection("127.0.0.1", 443, timeout=30, context=context)
    connection.request(method, path, body or None, {"Host": HOST, **headers})
    answer = connection.getresponse()
    return answer.status, dict(answer.getheaders()), answer.read()


def is_alive() -> bool:
    """Return whether the write process (tapete-acts) answers."""
    try:
        connection = http.client.HTTPConnection("127.0.0.1", 8000, timeout=5)
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except OSError:
        return False


def wait_until(condition: Any) -> float:
    """Wait until `condition()` is true; return the seconds. Raises `TimeoutError`."""
    start = time.monotonic()
    while not condition():
        if time.monotonic() - start > PATIENCE:
            raise TimeoutError(condition)
        time.sleep(0.1)
    return time.monotonic() - start


def main_of(unit: str) -> int:
    """Return the process number of the unit's main process; 0 while it is started again."""
    return int(Path(f"/run/units/{unit}.main").read_text() or 0)


def kill(*units: str) -> dict[str, list[int]]:
    """Kill the main process of each unit several times; return their process numbers in order."""
    mains_by_unit = {unit: [main_of(unit)] for unit in units}
    for _time in range(KILLS_OF_A_UNIT):
        for mains in mains_by_unit.values():
            os.kill(mains[-1], signal.SIGKILL)
        for unit, mains in mains_by_unit.items():
            wait_until(lambda unit=unit, last=mains[-1]: main_of(unit) not in (0, last))
            mains.append(main_of(unit))
        wait_until(is_alive)
    return mains_by_unit


def save() -> int:
    """Send a form without its CSRF token, which the site refuses; return the status."""
    return int(ask("/cuenta/login/", "POST", b"login=pilar")[0])


def seconds_beside_stalled_phones() -> float:
    """Return the seconds that a page takes while forty connections do not send their bodies."""
    stalled_connections = []
    for _phone in range(40):
        connection = socket.create_connection(("127.0.0.1", 443))
        secure = ssl._create_unverified_context().wrap_socket(connection, server_hostname=HOST)
        head = f"POST /cuenta/login/ HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: 50000\r\n\r\n"
        secure.sendall(f"{head}login=".encode())
        stalled_connections.append(secure)
    start = time.monotonic()
    ask("/")
    seconds = time.monotonic() - start
    for connection in stalled_connections:
        connection.close()
    return seconds


def read_logs(*names: str) -> str:
    """Return the text of these logs of nginx, joined."""
    return "".join(Path(f"/var/log/nginx/{name}").read_text() for name in names)


def print_actas() -> dict[str, Any]:
    """Create a tournament and let the worker print two blank actas; describe the printed file."""
    output = subprocess.run(
        ["tapete", "shell", "-v", "0", "-c", PRINT], capture_output=True, text=True, check=True
    ).stdout.split()
    file = Path(output[-1])
    return {
        "state": output[0],
        "starts": file.read_bytes()[:5].decode(),
        "owner": file.owner(),
        "mode": oct(file.stat().st_mode & 0o777),
    }


def collect_facts() -> dict[str, Any]:
    """Look at the site in order: as it starts, while processes die, and once it is stopped."""
    wait_until(is_alive)
    status, headers, body = ask("/")
    facts: dict[str, Any] = {"home": [status, "Tapete" in body.decode()]}
    facts["priorities"] = [os.getpriority(os.PRIO_PROCESS, main_of(unit)) for unit in (ACTS, *WEBS)]
    facts["hsts"] = headers.get("Strict-Transport-Security", "")
    facts["readyz through nginx"] = ask("/readyz")[0]
    facts["another host"] = ask("/", **{"Host": "evil.example"})[0]
    for name, path in (("page", "/cuenta/login/"), ("answer", "/api/v1/tournaments/")):
        status, _headers, body = ask(path, "POST", b"x" * 11_000_000)
        facts[f"eleven megabytes, {name}"] = [status, body.decode()]
    facts["seconds beside forty that stop"] = seconds_beside_stalled_phones()
    for path in (
        f"/m/ABCD/{SECRET}/",
        f"/invitacion/{SECRET}/",
        f"/?token={SECRET}",
        f"/cuenta/password/reset/key/1-{SECRET}/",
    ):
        ask(path)
    os.kill(main_of(WEBS[0]), signal.SIGKILL)
    facts["pages without one process"] = [ask("/")[0] for _time in range(8)]
    os.kill(main_of(ACTS), signal.SIGKILL)
    time.sleep(0.5)  # until the proxy sees that its connections are broken
    facts["a form without the process of what is saved"] = save()
    wait_until(is_alive)
    facts["mains"] = kill(ACTS, WEBS[1], "tapete-worker", "tapete-beat")
    facts["print"] = print_actas()
    facts["schedule"] = sorted(path.name for path in VAR.glob("beat*"))
    facts["key"] = oct((VAR / "secret_key").stat().st_mode & 0o777)
    backups = list(Path("/var/backups/tapete").iterdir())
    facts["backups"] = [[path.owner(), oct(path.stat().st_mode & 0o777)] for path in backups]
    facts["written by the service"] = [
        str(path) for path in Path("/opt/tapete").rglob("*") if path.owner() == "tapete"
    ]
    subprocess.run(["systemctl", "stop", "tapete.target"], check=True)
    facts["stopped"] = ask(f"/m/ABCD/{SECRET}/")[0]
    for path in (f"/invitacion/{SECRET}/", f"/?token={SECRET}"):
        ask(path)
    facts["secrets in nginx"] = read_logs("tapete.log", "tapete-error.log").count(SECRET)
    facts["doors in nginx"] = read_logs("tapete.log").count("...")
    units = "".join(path.read_text() for path in Path("/run").glob("tapete-*.log"))
    facts["secrets in the units"] = units.count(SECRET)
    facts["units"] = units[-3000:]
    facts["packages"] = Path("/run/packages").read_text().split()
    return facts


if __name__ == "__main__":
    json.dump(collect_facts(), sys.stdout)
