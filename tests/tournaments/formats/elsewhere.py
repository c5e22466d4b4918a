"""Run a program in another process and return what it prints."""

import os
import subprocess
import sys
from pathlib import Path


def prints_alike(program: str) -> bool:
    """Whether the program prints the same in two processes with other hashes."""
    answers = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            cwd=Path(__file__).parents[3],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "4242")
    }
    return len(answers) == 1 and answers != {""}
