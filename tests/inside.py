"""A Django process with the settings of a served site, kept running because its start is slow.

Each line of its input is an act and its arguments in JSON; its answer is one line of JSON.
"""

import json
import subprocess
import sys
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
# The documents of the API, the admin and the unused versions of htmx weigh megabytes.
# No page of these tests needs them, and `collectstatic` hashes and compresses each file.
UNUSED_FILES = [
    "drf_spectacular_sidecar",
    "admin",
    "rest_framework",
    "htmax*",
    "htmx-2.js",
    "htmx-4*",
]


class Inside:
    """The acts of a module that calls `serve`, run in the environment of a site."""

    def __init__(self, module: str, environment: Mapping[str, str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", module],
            cwd=ROOT,
            text=True,
            env={**environment, "DJANGO_SETTINGS_MODULE": "config.settings"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def ask(self, act: str, **arguments: object) -> Any:
        """Return the result of the act, or raise its error."""
        assert self.process.stdin and self.process.stdout
        print(json.dumps([act, arguments]), file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["returned"]

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


def prepare() -> None:
    """Create the tables and collect the static files, with the typefaces cached in `var/`."""
    from django.conf import settings
    from django.core.management import call_command

    from benchmarks.scratch import make_tables

    make_tables()
    typefaces = ROOT / "var" / "typefaces"
    typefaces.mkdir(parents=True, exist_ok=True)
    (settings.VAR_DIR / "typefaces").symlink_to(typefaces)
    call_command("collectstatic", verbosity=0, interactive=False, ignore_patterns=UNUSED_FILES)


def serve(acts: Mapping[str, Callable[..., Any]]) -> None:
    """Run the act on each line of the input until the input is closed."""
    import django

    django.setup()
    for line in sys.stdin:
        act, arguments = json.loads(line)
        print(json.dumps(_answer_of_act(acts[act], arguments)), flush=True)


def _answer_of_act(act: Callable[..., Any], arguments: dict[str, Any]) -> dict[str, Any]:
    from django.db import connection

    connection.close()  # a test may have killed the database server
    try:
        return {"returned": act(**arguments)}
    except Exception:
        return {"error": traceback.format_exc()}
