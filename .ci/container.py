#!/usr/bin/env python3
"""Print the steps of the Dockerfile as a shell script: `.ci/container.py FOLDER-OF-THE-CODE`.

A bare Debian stands for the base image. The last step, which serves, stays in the foreground.
"""

import json
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOT_STEPS = {"FROM", "VOLUME", "EXPOSE"}


def steps(dockerfile: str, source: str) -> Iterator[str]:
    """Yield a command for each instruction, as the user that it has at that moment."""
    user = "root"
    for line in dockerfile.splitlines():
        word, _space, said = line.partition(" ")
        if not line or line.startswith("#") or word in NOT_STEPS:
            continue
        if word == "USER":
            user = said
        elif word == "RUN":
            yield run(user, said)
        elif word == "CMD":
            yield run(user, "exec " + shlex.join(json.loads(said)))
        elif word == "ENV":
            yield f"export {said}"
        elif word == "WORKDIR":
            yield f"mkdir -p {said} && cd {said}"
        elif word == "COPY":
            owner = said.split()[0].removeprefix("--chown=")
            yield f"cp -a {shlex.quote(source)}/. . && rm -rf .venv var && chown -R {owner} ."
        else:
            raise SystemExit(f"Dockerfile: {word} is not known here")


def run(user: str, command: str) -> str:
    if user == "root":
        return command
    return f"su -s /bin/sh {user} -c {shlex.quote(command)}"


if __name__ == "__main__":
    print("set -eux")
    print(*steps((ROOT / "Dockerfile").read_text(), sys.argv[1]), sep="\n")
