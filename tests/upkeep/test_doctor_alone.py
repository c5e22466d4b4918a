"""`manage.py doctor` in a process of its own: on a machine without a letter, without a database."""

import os

import pytest
from django.conf import settings

from config.upkeep.checks import TITLES
from tests.faults.cluster import free_port
from tests.programs import run_python


@pytest.mark.slow
def test_a_face_that_comes_out_as_another_is_named(tmp_path):
    """Fontconfig is given DejaVu and no Lato, as on a machine without `fonts-lato`."""
    config = tmp_path / "fonts.conf"
    fonts = "/usr/share/fonts/truetype/dejavu"
    config.write_text(f"<fontconfig><dir>{fonts}</dir><cachedir>{tmp_path}</cachedir></fontconfig>")
    look = (
        "import django; django.setup(); from config.upkeep.checks.house import fonts; "
        "found = fonts(); print(found.level, found.msg, found.hint)"
    )
    env = {"DJANGO_SETTINGS_MODULE": "config.settings", "TAPETE_VAR": str(tmp_path / "var")}
    said = run_python("-c", look, env={**env, "FONTCONFIG_FILE": str(config)}).stdout
    assert said.startswith("40 Falta el tipo de letra Lato:")
    assert said.strip().endswith("fonts-lato")


@pytest.mark.slow
def test_without_a_database_the_rest_is_said_all_the_same_and_the_exit_is_1(tmp_path):
    env = {
        "PATH": os.environ["PATH"],
        "TAPETE_VAR": str(tmp_path / "var"),
        "LANG": "en_GB.UTF-8",
        "DATABASE_URL": f"postgres://tapete:oros@127.0.0.1:{free_port()}/tapete",
    }
    done = run_python("manage.py", "doctor", env=env, status=1)
    first, *lines = [line for line in done.stdout.splitlines() if not line.startswith(" ")]
    assert first == f"Tapete {settings.TAPETE_VERSION}"
    assert len(lines) == len(TITLES)
    assert any(line.startswith("BAD   database:") for line in lines), done.stdout
    assert "oros" not in done.stdout + done.stderr
