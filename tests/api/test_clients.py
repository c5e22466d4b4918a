"""Clients made from the schema by others' generators, each of which plays a match.

What only `./dev test --full` installs makes them. TypeScript runs in deno, Java comes in a package.
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
# A model that only forms use would be left out, although its request imports it.
TYPESCRIPT = [
    "--additional-properties=importFileExtension=.ts",
    "--global-property=apis,models,supportingFiles,skipFormModel=false",
]


def run(folder: Path, *words: object, **environment: str) -> str:
    ended = subprocess.run(
        [str(PROGRAMS / str(words[0])), *map(str, words[1:])],
        cwd=folder,
        env={**os.environ, "PATH": f"{PROGRAMS}:{os.environ['PATH']}", **environment},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout[-2000:] + ended.stderr[-4000:]
    return ended.stdout


def generated(schema: Path, generator: str, *options: str) -> Path:
    """Return the folder with the client that openapi-generator makes."""
    made = schema.with_name(generator)
    run(
        *(schema.parent, "openapi-generator-cli", "generate"),
        *("-i", schema, "-g", generator, "-o", made, *options),
    )
    return made


@pytest.fixture(scope="module")
def schema(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("clients") / "schema.yaml"
    call_command("spectacular", file=str(path), validate=True, fail_on_warn=True)
    return path


@pytest.fixture
def site(transactional_db, live_server, pilar) -> list[str]:
    """The address of a site, and the token of somebody who may create a tournament."""
    return [live_server.url, token_for(pilar)]


def test_the_schema_is_valid(schema):
    from openapi_spec_validator import validate  # the default installs no such thing

    validate(safe_load(schema.read_text()))


def test_openapi_python_client_plays_a_match(schema, site):
    folder = schema.parent
    options = ["--path", schema, "--output-path", folder / "client", "--meta", "none"]
    said = run(folder, "openapi-python-client", "generate", *options)
    left_out = [line for line in said.splitlines() if line.startswith("WARNING")]
    assert all(line.split()[3].endswith(("/file/", "/logo/", "/{photo}/")) for line in left_out)
    (folder / "client").rename(folder / "tapete_client")
    script = CLIENTS / "with_openapi_python_client.py"
    assert run(folder, "python", script, *site, PYTHONPATH=str(folder)) == "1 2\n"


def test_openapi_generator_for_python_plays_a_match(schema, site):
    made = generated(schema, "python")
    script = CLIENTS / "with_openapi_generator.py"
    assert run(made, "python", script, *site, PYTHONPATH=str(made)) == "1 2\n"


def test_openapi_generator_for_typescript_plays_a_match(schema, site):
    made = generated(schema, "typescript-fetch", *TYPESCRIPT)
    script = CLIENTS / "with_typescript_fetch.ts"
    rights = ["--no-remote", "--allow-read", "--allow-env", "--allow-net=localhost,127.0.0.1"]
    assert run(made, "deno", "run", *rights, script, made / "index.ts", *site) == "1 2\n"
