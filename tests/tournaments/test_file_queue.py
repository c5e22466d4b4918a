"""The queue of files of a machine without a broker: a message is there whole or not at all."""

import os
from collections.abc import Iterator
from os import replace
from pathlib import Path
from queue import Empty

import pytest
from kombu import Connection

from config import file_queue

MESSAGE = {"body": "{}", "headers": {"task": "tournaments.tasks.run_job"}}


@pytest.fixture
def channel(tmp_path: Path) -> Iterator[file_queue.Channel]:
    folders = dict.fromkeys(("data_folder_in", "data_folder_out", "control_folder"), str(tmp_path))
    with Connection(  # type: ignore[no-untyped-call]
        "filesystem://localhost", transport="config.file_queue:Transport", transport_options=folders
    ) as connection:
        yield connection.default_channel


def test_a_message_is_read_as_it_was_sent(channel: file_queue.Channel, tmp_path: Path) -> None:
    channel._put("tapete", MESSAGE)
    assert channel._get("tapete") == MESSAGE
    assert list(tmp_path.glob("*.msg")) == list(tmp_path.glob("*.unfinished")) == []


def test_a_message_that_is_being_written_is_not_taken(
    channel: file_queue.Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []

    def a_worker_looks_first(*names: Path) -> None:
        with pytest.raises(Empty):
            channel._get("tapete")
        looked.append("tapete")
        replace(*names)

    monkeypatch.setattr(os, "replace", a_worker_looks_first)
    channel._put("tapete", MESSAGE)
    assert looked == ["tapete"]
    assert channel._get("tapete") == MESSAGE


@pytest.mark.parametrize("content", ["", '{"body": "{'], ids=["empty", "cut"])
def test_a_message_cut_short_does_not_end_the_worker(
    channel: file_queue.Channel, tmp_path: Path, content: str
) -> None:
    (tmp_path / "0_cut.tapete.msg").write_text(content)
    channel._put("tapete", MESSAGE)
    with pytest.raises(Empty):
        channel._get("tapete")
    assert channel._get("tapete") == MESSAGE
