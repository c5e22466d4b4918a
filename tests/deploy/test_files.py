"""The files of deploy/ agree with the code, with one another and with who reads them."""

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
ASKED_BY = {"str", "int", "bool", "float", "list", "db_url", "get", "setdefault", "getenv"}
OURS = re.compile(r"(TAPETE_[A-Z_]+|DATABASE_URL)")
SET = re.compile(r"^(#?)([A-Z_]+)=(.*)$", re.MULTILINE)
PAGES = sorted(
    str(page.relative_to(ROOT)) for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
)
FOR_TESTS = re.compile(r"TAPETE_(TEST_|DAYS)")


# --- The environment ------------------------------------------------------------------------------
def names_read() -> set[str]:
    """Every variable that the program asks the environment for."""
    scripts = (ROOT / "dev").read_text() + (DEPLOY / "tapete").read_text()
    found = set(OURS.findall(" ".join(re.findall(r"\$\{?TAPETE_\w+", scripts))))
    for room in ("config", "rules", "scoring", "tournaments"):
        for path in (ROOT / room).rglob("*.py"):
            found |= set(_names_in(ast.parse(path.read_text())))
    return {name for name in found if not FOR_TESTS.match(name)}


def _names_in(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            asked, of = node.args[0], node.func.attr
            if of not in ASKED_BY:
                continue
        elif isinstance(node, ast.Subscript) and "environ" in ast.unparse(node.value):
            asked = node.slice
        else:
            continue
        if isinstance(asked, ast.Constant) and OURS.fullmatch(str(asked.value)):
            yield str(asked.value)


@pytest.mark.slow
def test_every_variable_that_is_read_is_explained_and_no_other():
    text = (DEPLOY / "tapete.env").read_text()
    names, read = [name for _mark, name, _value in SET.findall(text)], names_read()
    assert len(names) == len(set(names))
    assert set(names) - read == set(), "nobody reads these"
    assert read - set(names) == set(), "deploy/tapete.env does not explain these"
    for block in text.split("\n\n"):
        if SET.search(block):
            assert re.search(r"^# [^-].*[.:)]$", block, re.MULTILINE), f"not explained:\n{block}"


def test_the_shell_reads_the_file_as_systemd_and_compose_do():
    file = DEPLOY / "tapete.env"
    lines = SET.findall(file.read_text().replace("\n#", "\n"))
    written = {name: value.removeprefix("'").removesuffix("'") for _mark, name, value in lines}
    every = "\n".join(f"{name}={value}" for _mark, name, value in lines)
    said = subprocess.run(
        ["env", "-i", "sh", "-c", f"set -a\n{every}\nenv -0"], capture_output=True, check=True
    ).stdout.decode()
    read = dict(pair.split("=", 1) for pair in said.split("\0") if pair)
    assert {name: read[name] for name in written} == written


# --- systemd, compose, the container --------------------------------------------------------------
@pytest.mark.slow
def test_systemd_finds_nothing_to_say_of_the_units(tmp_path):
    if shutil.which("systemd-analyze") is None:
        missing = "There is no systemd-analyze: install systemd."
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    copies = []
    for unit in (TARGET, *UNITS):
        copies.append(tmp_path / unit.name)
        programs = f"{Path(sys.executable).parent}/"  # /opt/tapete is not on this machine
        copies[-1].write_text(unit.read_text().replace("/opt/tapete/.venv/bin/", programs))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", *copies],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def settings_of(unit: Path) -> list[tuple[str, str]]:
    lines = [line for line in unit.read_text().splitlines() if "=" in line and line[0] != "#"]
    return [(name, value) for name, _equals, value in (line.partition("=") for line in lines)]


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_whatever_ends_is_started_again_for_ever_and_shut_in(unit):
    said = dict(settings_of(unit))
    assert (said["Restart"], said["StartLimitIntervalSec"]) == ("always", "0")
    assert (said["User"], said["ProtectSystem"], said["NoNewPrivileges"]) == (
        "tapete",
        "strict",
        "yes",
    )


def test_the_four_units_differ_in_what_they_run_alone():
    own = {"Description", "ExecStart", "KillMode", "TimeoutStopSec", "MemoryMax", "Nice"}
    shared = [[pair for pair in settings_of(unit) if pair[0] not in own] for unit in UNITS]
    assert len(shared) == 4
    assert all(one == shared[0] for one in shared)


def test_the_target_wants_every_unit():
    wanted = [
        name for line in settings_of(TARGET) if line[0] == "Wants" for name in line[1].split()
    ]
    assert {re.sub(r"@\d", "@", name) for name in wanted} == {unit.name for unit in UNITS}
    assert all(dict(settings_of(unit))["PartOf"] == TARGET.name for unit in UNITS)


def commands() -> dict[str, str]:
    """What each unit that the target wants runs, by its name."""
    found = {}
    for name in re.findall(r"(tapete-\S+)\.service", TARGET.read_text()):
        template, at, instance = name.partition("@")
        command = dict(settings_of(DEPLOY / f"systemd/{template}{at}.service"))["ExecStart"]
        found[name] = command.replace("%i", instance)
    return found


def test_compose_runs_what_systemd_runs_with_somebody_to_start_it_again():
    services = yaml.safe_load((DEPLOY / "compose.yml").read_text())["services"]
    for unit, command in commands().items():
        service = services[unit.removeprefix("tapete-").replace("@", "")]
        told = (service["command"], service["restart"], service["env_file"])
        assert told == (command.removeprefix("/opt/tapete/"), "always", "local.env")
    assert "/healthz" in services["acts"]["healthcheck"]["test"][-1]


def test_the_services_of_a_developer_answer_to_this_machine_alone():
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


def test_the_proxy_asks_where_the_site_listens():
    proxy = (DEPLOY / "nginx.conf").read_text()
    listens = {
        unit: listen[1]
        for unit, command in commands().items()
        if (listen := re.search(r"--listen (\S+)", command))
    }
    acts, pages = listens.pop("tapete-acts"), list(listens.values())
    asked = {
        name: re.findall(r"server ([\d.:]+)( backup)?;", servers)
        for name, servers in re.findall(r"upstream (\w+) {([^}]+)}", proxy)
    }
    assert asked["tapete"] == [(place, "") for place in pages]
    assert asked["tapete_acts"] == [(acts, ""), *((place, " backup") for place in pages[:2])]
    methods = re.search(r"map \$request_method \$tapete_asked {([^}]+)}", proxy)[1].split()
    assert methods == ["GET", "tapete;", "HEAD", "tapete;", "default", "tapete_acts;"]
    assert set(re.findall(r"proxy_pass (\S+);", proxy)) == {"http://$tapete_asked", "http://tapete"}


def test_the_steps_of_the_container_are_those_of_dev():
    script = run_python(ROOT / ".ci/container.py", "/source").stdout
    subprocess.run(["sh", "-n"], input=script, text=True, check=True)
    asked = re.findall(r"\./dev (\w+)", script)
    assert asked == ["system", "setup", "run"]
    verbs = re.findall(r"^(\w+)\)", (ROOT / "dev").read_text(), re.MULTILINE)
    assert set(asked) <= set(verbs)
    assert "su -s /bin/sh tapete" in script.splitlines()[-1]  # what serves is not root


# --- The pages ------------------------------------------------------------------------------------
def test_what_the_page_installs_is_in_the_repository():
    page = (ROOT / "docs/production.md").read_text()
    files = set(re.findall(r"\bdeploy/[\w./@-]+\w", page)) - {"deploy/local.env"}
    assert {name for name in files if not (ROOT / name).exists()} == set()
    assert {str(unit.relative_to(ROOT)) for unit in (TARGET, *UNITS)} <= files
    assert len(BLOCK.findall(page)) >= 9


@each("page", *PAGES)
def test_no_link_no_picture_and_no_heading_is_missing(page):
    here = ROOT / page
    links = re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", here.read_text())
    assert {link for link, _head in links if not (here.parent / link).exists()} == set()
    headings = {
        (link, heading)
        for link, heading in links
        if heading and heading not in anchors((here.parent / link) if link else here)
    }
    assert headings == set()


def anchors(page: Path) -> set[str]:
    """Return the anchors that GitHub gives the headings of a page."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in headings}


def test_the_readme_says_what_it_is_then_the_two_commands_and_serves_its_readers():
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


def test_the_pictures_are_few_and_small():
    pictures = list((ROOT / "docs/img").iterdir())
    assert len(pictures) <= 40
    assert sum(one.stat().st_size for one in pictures) < 1_200_000
    assert {one.name for one in pictures if one.stat().st_size > 150_000} == set()
