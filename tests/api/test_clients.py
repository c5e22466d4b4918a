"""Clients that other projects' generators make from the schema play a match.

`./dev test --full` installs the generators. TypeScript runs in deno; Java comes in a package.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from yaml import safe_load

from tests.api.conftest import token_for

pytestmark = pytest.mark.slow

CLIENTS = Path(__file__).with_name("clients")
PROGRAMS = Path(sys.executable).parent
# Without `skipFormModel=false`, models that only forms use are left out, but requests import them.
TYPESCRIPT = [
    "--additional-properties=importFileExtension=.ts",
    "--global-property=apis,models,supportingFiles,skipFormModel=false",
]


def run_program(folder: Path, *words: object, **environment: str) -> str:
    process = subprocess.run(
        [str(PROGRAMS / str(words[0])), *map(str, words[1:])],
        cwd=folder,
        env={**os.environ, "PATH": f"{PROGRAMS}:{os.environ['PATH']}", **environment},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert process.returncode == 0, process.stdout[-2000:] + process.stderr[-4000:]
    return process.stdout


def generate(schema: Path, generator: str, *options: str) -> Path:
    """Make a client with openapi-generator and return its folder."""
    folder = schema.with_name(generator)
    run_program(
        *(schema.parent, "openapi-generator-cli", "generate"),
        *("-i", schema, "-g", generator, "-o", folder, *options),
    )
    return folder


@pytest.fixture(scope="module")
def schema(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("clients") / "schema.yaml"
    call_command("spectacular", file=str(path), validate=True, fail_on_warn=True)
    return path


@pytest.fixture
def site(transactional_db, live_server, pilar) -> list[str]:
    """The address of a site, and a token of Pilar."""
    return [live_server.url, token_for(pilar)]


def test_the_schema_is_valid(schema):
    from openapi_spec_validator import validate  # only `--full` installs it

    validate(safe_load(schema.read_text()))


def test_openapi_python_client_plays_a_match(schema, site):
    folder = schema.parent
    options = ["--path", schema, "--output-path", folder / "client", "--meta", "none"]
    output = run_program(folder, "openapi-python-client", "generate", *options)
    warnings = [line for line in output.splitlines() if line.startswith("WARNING")]
    assert all(line.split()[3].endswith(("/file/", "/logo/", "/{photo}/")) for line in warnings)
    (folder / "client").rename(folder / "tapete_client")
    script = CLIENTS / "with_openapi_python_client.py"
    assert run_program(folder, "python", script, *site, PYTHONPATH=str(folder)) == "1 2\n"


def test_openapi_generator_for_python_plays_a_match(schema, site):
    folder = generate(schema, "python")
    script = CLIENTS / "with_openapi_generator.py"
    assert run_program(folder, "python", script, *site, PYTHONPATH=str(folder)) == "1 2\n"


def test_openapi_generator_for_typescript_plays_a_match(schema, site):
    folder = generate(schema, "typescript-fetch", *TYPESCRIPT)
    script = CLIENTS / "with_typescript_fetch.ts"
    rights = ["--no-remote", "--allow-read", "--allow-env", "--allow-net=localhost,127.0.0.1"]
    assert (
        run_program(folder, "deno", "run", *rights, script, folder / "index.ts", *site) == "1 2\n"
    )
