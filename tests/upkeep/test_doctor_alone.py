"""Tests of `manage.py doctor` without a database, and of its font check without the font."""

import os

import pytest
from django.conf import settings

from config.upkeep.checks import TITLES
from tests.programs import free_port, run_python


@pytest.mark.slow
def test_a_missing_font_is_named_with_its_package(tmp_path):
    """Fontconfig knows DejaVu and not Lato, as on a machine without `fonts-lato`."""
    config = tmp_path / "fonts.conf"
    fonts = "/usr/share/fonts/truetype/dejavu"
    config.write_text(f"<fontconfig><dir>{fonts}</dir><cachedir>{tmp_path}</cachedir></fontconfig>")
    program = (
        "import django; django.setup(); from config.upkeep.checks.house import fonts; "
        "found = fonts(); print(found.level, found.msg, found.hint)"
    )
    env = {"DJANGO_SETTINGS_MODULE": "config.settings", "TAPETE_VAR": str(tmp_path / "var")}
    output = run_python("-c", program, env={**env, "FONTCONFIG_FILE": str(config)}).stdout
    assert output.startswith("40 Falta el tipo de letra Lato:")
    assert output.strip().endswith("fonts-lato")


@pytest.mark.slow
def test_without_a_database_the_other_checks_are_printed_and_the_exit_is_1(tmp_path):
    env = {
        "PATH": os.environ["PATH"],
        "TAPETE_VAR": str(tmp_path / "var"),
        "LANG": "en_GB.UTF-8",
        "DATABASE_URL": f"postgres://tapete:oros@127.0.0.1:{free_port()}/tapete",
    }
    process = run_python("manage.py", "doctor", env=env, status=1)
    first, *lines = [line for line in process.stdout.splitlines() if not line.startswith(" ")]
    assert first == f"Tapete {settings.TAPETE_VERSION}"
    assert len(lines) == len(TITLES)
    assert any(line.startswith("BAD   database:") for line in lines), process.stdout
    assert "oros" not in process.stdout + process.stderr
