"""Two tests that never end: `tests/test_stopping.py` starts and stops them."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

SERVER = [sys.executable, "-m", "http.server", "--bind", "127.0.0.1", "0"]


@pytest.mark.slow
@pytest.mark.each_database
@pytest.mark.parametrize("number", [1, 2])
def test_starts_a_server_and_waits(db: None, number: int) -> None:
    """Start a server in its own session, as many tests do, and wait."""
    server = subprocess.Popen(SERVER, start_new_session=True)
    Path(settings.MEDIA_ROOT).mkdir(exist_ok=True)
    note = f"{os.getpid()} {server.pid} {connection.settings_dict['NAME']}"
    note_path = Path(os.environ["TAPETE_TEST_NOTES"], f"{connection.vendor}-{number}")
    note_path.with_suffix(".part").write_text(note)
    note_path.with_suffix(".part").rename(note_path)
    time.sleep(600)
