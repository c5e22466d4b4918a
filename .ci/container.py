#!/usr/bin/env python3
"""Print the steps of the Dockerfile as a shell script: `.ci/container.py FOLDER-OF-THE-CODE`.

A minimal Debian replaces the base image. The last step serves the site in the foreground.
"""

import json
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOT_STEPS = {"FROM", "VOLUME", "EXPOSE"}


def steps(dockerfile: str, source: str) -> Iterator[str]:
    """Yield a command for each instruction, to run as its user."""
    user = "root"
    for line in dockerfile.splitlines():
        word, _space, arguments = line.partition(" ")
        if not line or line.startswith("#") or word in NOT_STEPS:
            continue
        if word == "USER":
            user = arguments
        elif word == "RUN":
            yield run(user, arguments)
        elif word == "CMD":
            yield run(user, "exec " + shlex.join(json.loads(arguments)))
        elif word == "ENV":
            yield f"export {arguments}"
        elif word == "WORKDIR":
            yield f"mkdir -p {arguments} && cd {arguments}"
        elif word == "COPY":
            owner = arguments.split()[0].removeprefix("--chown=")
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
