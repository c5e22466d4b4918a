"""Tests of the files of deploy/ and of the pages: they agree with the code and with each other."""

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests.deploy.machine import BLOCK
from tests.programs import run_python
from tests.rows import each

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
TARGET = DEPLOY / "systemd/tapete.target"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
READERS = {"str", "int", "bool", "float", "list", "db_url", "get", "setdefault", "getenv"}
OURS = re.compile(r"(TAPETE_[A-Z_]+|DATABASE_URL)")
ASSIGNMENT = re.compile(r"^(#?)([A-Z_]+)=(.*)$", re.MULTILINE)
PAGES = sorted(
    str(page.relative_to(ROOT)) for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
)
TEST_VARIABLE = re.compile(r"TAPETE_(TEST_|DAYS)")


# --- The environment ------------------------------------------------------------------------------
def names_read() -> set[str]:
    """Return the names of the environment variables that the program reads."""
    scripts = (ROOT / "dev").read_text() + (DEPLOY / "tapete").read_text()
    names = set(OURS.findall(" ".join(re.findall(r"\$\{?TAPETE_\w+", scripts))))
    for package in ("config", "rules", "scoring", "tournaments"):
        for path in (ROOT / package).rglob("*.py"):
            names |= set(_names_in(ast.parse(path.read_text())))
    return {name for name in names if not TEST_VARIABLE.match(name)}


def _names_in(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            argument, reader = node.args[0], node.func.attr
            if reader not in READERS:
                continue
        elif isinstance(node, ast.Subscript) and "environ" in ast.unparse(node.value):
            argument = node.slice
        else:
            continue
        if isinstance(argument, ast.Constant) and OURS.fullmatch(str(argument.value)):
            yield str(argument.value)


@pytest.mark.slow
def test_the_environment_file_explains_every_variable_of_the_program_and_no_other():
    text = (DEPLOY / "tapete.env").read_text()
    explained_names, read = [name for _mark, name, _value in ASSIGNMENT.findall(text)], names_read()
    assert len(explained_names) == len(set(explained_names))
    assert set(explained_names) - read == set(), "the program does not read these"
    assert read - set(explained_names) == set(), "deploy/tapete.env does not explain these"
    for block in text.split("\n\n"):
        if ASSIGNMENT.search(block):
            assert re.search(r"^# [^-].*[.:)]$", block, re.MULTILINE), f"not explained:\n{block}"


def test_the_shell_reads_the_environment_file_as_systemd_and_compose_do():
    file = DEPLOY / "tapete.env"
    lines = ASSIGNMENT.findall(file.read_text().replace("\n#", "\n"))
    written_values = {
        name: value.removeprefix("'").removesuffix("'") for _mark, name, value in lines
    }
    script = "\n".join(f"{name}={value}" for _mark, name, value in lines)
    output = subprocess.run(
        ["env", "-i", "sh", "-c", f"set -a\n{script}\nenv -0"], capture_output=True, check=True
    ).stdout.decode()
    read = dict(pair.split("=", 1) for pair in output.split("\0") if pair)
    assert {name: read[name] for name in written_values} == written_values


# --- systemd, compose, the container --------------------------------------------------------------
@pytest.mark.slow
def test_systemd_verifies_the_units_without_a_warning(tmp_path):
    if shutil.which("systemd-analyze") is None:
        missing = "There is no systemd-analyze: install systemd."
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    copies = []
    for unit in (TARGET, *UNITS):
        copies.append(tmp_path / unit.name)
        programs = f"{Path(sys.executable).parent}/"  # this machine has no /opt/tapete
        copies[-1].write_text(unit.read_text().replace("/opt/tapete/.venv/bin/", programs))
    result = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", *copies],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")


def settings_of(unit: Path) -> list[tuple[str, str]]:
    lines = [line for line in unit.read_text().splitlines() if "=" in line and line[0] != "#"]
    return [(name, value) for name, _equals, value in (line.partition("=") for line in lines)]


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_each_unit_always_restarts_and_runs_confined(unit):
    options = dict(settings_of(unit))
    assert (options["Restart"], options["StartLimitIntervalSec"]) == ("always", "0")
    assert (options["User"], options["ProtectSystem"], options["NoNewPrivileges"]) == (
        "tapete",
        "strict",
        "yes",
    )


def test_the_four_units_share_every_setting_except_their_own():
    own_settings = {"Description", "ExecStart", "KillMode", "TimeoutStopSec", "MemoryMax", "Nice"}
    shared_settings = [
        [pair for pair in settings_of(unit) if pair[0] not in own_settings] for unit in UNITS
    ]
    assert len(shared_settings) == 4
    assert all(settings == shared_settings[0] for settings in shared_settings)


def test_the_target_wants_every_unit():
    units = [name for line in settings_of(TARGET) if line[0] == "Wants" for name in line[1].split()]
    assert {re.sub(r"@\d", "@", name) for name in units} == {unit.name for unit in UNITS}
    assert all(dict(settings_of(unit))["PartOf"] == TARGET.name for unit in UNITS)


def commands() -> dict[str, str]:
    """Return the command of each unit that the target wants, by the unit's name."""
    commands_by_unit = {}
    for name in re.findall(r"(tapete-\S+)\.service", TARGET.read_text()):
        template, at, instance = name.partition("@")
        command = dict(settings_of(DEPLOY / f"systemd/{template}{at}.service"))["ExecStart"]
        commands_by_unit[name] = command.replace("%i", instance)
    return commands_by_unit


def test_compose_runs_and_restarts_the_commands_of_systemd():
    services = yaml.safe_load((DEPLOY / "compose.yml").read_text())["services"]
    for unit, command in commands().items():
        service = services[unit.removeprefix("tapete-").replace("@", "")]
        options = (service["command"], service["restart"], service["env_file"])
        assert options == (command.removeprefix("/opt/tapete/"), "always", "local.env")
    assert "/healthz" in services["acts"]["healthcheck"]["test"][-1]


def test_the_services_for_developers_listen_to_this_machine_only():
    site, services = (
        yaml.safe_load((DEPLOY / name).read_text())["services"]
        for name in ("compose.yml", "compose.dev.yml")
    )
    assert {name: service["ports"] for name, service in services.items()} == {
        "postgres": ["127.0.0.1:5432:5432"],
        "redis": ["127.0.0.1:6379:6379"],
        "rabbitmq": ["127.0.0.1:5672:5672"],
    }
    images = [services[name]["image"] for name in ("postgres", "redis")]
    assert images == [site[name]["image"] for name in ("database", "redis")]


def test_nginx_passes_requests_to_the_addresses_where_the_site_listens():
    proxy = (DEPLOY / "nginx.conf").read_text()
    listens = {
        unit: listen[1]
        for unit, command in commands().items()
        if (listen := re.search(r"--listen (\S+)", command))
    }
    acts, pages = listens.pop("tapete-acts"), list(listens.values())
    upstreams = {
        name: re.findall(r"server ([\d.:]+)( backup)?;", servers)
        for name, servers in re.findall(r"upstream (\w+) {([^}]+)}", proxy)
    }
    assert upstreams["tapete"] == [(address, "") for address in pages]
    assert upstreams["tapete_acts"] == [
        (acts, ""),
        *((address, " backup") for address in pages[:2]),
    ]
    methods = re.search(r"map \$request_method \$tapete_asked {([^}]+)}", proxy)[1].split()
    assert methods == ["GET", "tapete;", "HEAD", "tapete;", "default", "tapete_acts;"]
    assert set(re.findall(r"proxy_pass (\S+);", proxy)) == {"http://$tapete_asked", "http://tapete"}


def test_the_container_is_built_by_the_commands_of_dev():
    script = run_python(ROOT / ".ci/container.py", "/source").stdout
    subprocess.run(["sh", "-n"], input=script, text=True, check=True)
    steps = re.findall(r"\./dev (\w+)", script)
    assert steps == ["system", "setup", "run"]
    verbs = re.findall(r"^(\w+)\)", (ROOT / "dev").read_text(), re.MULTILINE)
    assert set(steps) <= set(verbs)
    assert "su -s /bin/sh tapete" in script.splitlines()[-1]  # the server does not run as root


# --- The pages ------------------------------------------------------------------------------------
def test_every_file_that_the_production_page_installs_is_in_the_repository():
    page = (ROOT / "docs/production.md").read_text()
    files = set(re.findall(r"\bdeploy/[\w./@-]+\w", page)) - {"deploy/local.env"}
    assert {name for name in files if not (ROOT / name).exists()} == set()
    assert {str(unit.relative_to(ROOT)) for unit in (TARGET, *UNITS)} <= files
    assert len(BLOCK.findall(page)) >= 9


@each("page", *PAGES)
def test_every_link_of_a_page_leads_to_a_file_and_a_heading(page):
    file = ROOT / page
    links = re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", file.read_text())
    assert {link for link, _head in links if not (file.parent / link).exists()} == set()
    missing = {
        (link, heading)
        for link, heading in links
        if heading and heading not in anchors((file.parent / link) if link else file)
    }
    assert missing == set()


def anchors(page: Path) -> set[str]:
    """Return the anchors that GitHub makes from the headings of a page."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in headings}


def test_the_first_screen_of_the_readme_has_a_picture_two_commands_and_the_links():
    text = (ROOT / "README.md").read_text()
    first_screen = "\n".join(text.splitlines()[:35])
    first_block = BLOCK.search(text)
    assert first_block and text.index("![") < text.index(first_block[0])
    assert [line.split("#")[0].strip() for line in first_block[1].splitlines()] == [
        "./dev run",
        "./dev test",
    ]
    for link in ("docs/guia.md", "docs/production.md", "docs/architecture.md", "git clone"):
        assert link in first_screen


def test_the_documents_have_few_and_small_pictures():
    pictures = list((ROOT / "docs/img").iterdir())
    assert len(pictures) <= 40
    assert sum(picture.stat().st_size for picture in pictures) < 1_200_000
    assert {picture.name for picture in pictures if picture.stat().st_size > 150_000} == set()
