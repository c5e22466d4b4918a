"""Tests of a site on two hosts: each serves the files that the other made."""

import subprocess
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from urllib.request import Request, urlopen

import pytest

from tests.faults.cluster import binaries
from tests.faults.hall import Hall
from tests.programs import free_port, run_python, skip_or_fail

pytestmark = [pytest.mark.faults, pytest.mark.slow]
BUCKET = "tapete"
PIECES = """
from uuid import uuid4
from tournaments.jobs.services.expiry import files_in
from tournaments.jobs.work import erase_pieces, keep_piece, pieces_of
job = uuid4()
for number, content in enumerate([b"other", b"two", b""]):
    keep_piece(job, 1, number, content)
keep_piece(job, 1, 0, b"one")  # made again
print(pieces_of(job, 1, 3))
print([name.replace(f"{job}/", "") for name in files_in("pieces")][:1])
erase_pieces(job)
"""
KEYS = {"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "a", "AWS_DEFAULT_REGION": "us-east-1"}


@pytest.fixture(scope="module")
def bucket() -> Iterator[SimpleNamespace]:
    """An S3 server (moto) with an empty bucket."""
    if find_spec("boto3") is None or find_spec("moto") is None:
        skip_or_fail("boto3 and moto are missing: ./dev test --full installs them")
    boto3 = import_module("boto3")
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    url = f"http://127.0.0.1:{port}"
    client = boto3.client(
        "s3",
        endpoint_url=url,
        region_name="us-east-1",
        aws_access_key_id="a",
        aws_secret_access_key="a",
    )
    try:
        for _attempt in range(200):
            try:
                client.create_bucket(Bucket=BUCKET)
                break
            except Exception:
                assert server.poll() is None
                time.sleep(0.1)
        yield SimpleNamespace(url=url, client=client)
    finally:
        server.terminate()
        server.wait()


@pytest.fixture
def hall(bucket: SimpleNamespace, tmp_path: Path) -> Iterator[Hall]:
    """A hall with a database and two web processes, which share no folder."""
    if binaries() is None:
        skip_or_fail("PostgreSQL is missing: install postgresql")
    hall = Hall(
        TAPETE_SECRET_KEY="one-for-both",
        TAPETE_S3_BUCKET=BUCKET,
        TAPETE_S3_ENDPOINT=bucket.url,
        **KEYS,
    )
    hall.webs[1].settings = {**hall.settings, "TAPETE_VAR": str(tmp_path / "second")}
    try:
        hall.open()
        yield hall
    finally:
        hall.close()


def names(bucket: SimpleNamespace) -> list[str]:
    """Return the names of the files in the bucket."""
    return [
        file["Key"] for file in bucket.client.list_objects_v2(Bucket=BUCKET).get("Contents", [])
    ]


def test_one_host_serves_the_sheet_that_the_other_printed(hall, bucket):
    hall.build("Dos servidores", pairs=4, tables=2, rounds=1, game_options={})
    organiser = hall.enter("pilar")
    hall.put_out(organiser, 1)
    job = organiser.post_json(f"/api/v1/tournaments/{hall.slug}/prints/", {"sheet": "entries"})
    assert job.status == 202, job.text
    page = f"{hall.urls[1]}/t/{hall.slug}/trabajos/{job.json['id']}/fichero/"
    cookies = "; ".join(f"{name}={value}" for name, value in organiser.cookies.items())
    with urlopen(Request(page, headers={"Cookie": cookies})) as answer:
        assert answer.read(5) == b"%PDF-"
    assert len(names(bucket)) == 1
    assert not (hall.var / "media").exists()


def test_the_pieces_of_a_long_job_are_joined_and_then_deleted_from_the_bucket(hall, bucket):
    names_before = names(bucket)
    result = run_python("manage.py", "shell", "-c", PIECES, env=hall.settings)
    assert result.stdout.splitlines()[-2:] == ["[b'one', b'two']", "['pieces/1-0.pdf']"]
    assert names(bucket) == names_before
