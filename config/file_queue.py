"""The queue of files that a machine without a broker has.

Kombu's own gives a message its name before it is written: a worker that comes in between reads
nothing, cannot tell what it is, and ends for good.
"""

import logging
import os
import uuid
from pathlib import Path
from queue import Empty
from time import monotonic
from typing import Any

from kombu.transport import filesystem
from kombu.utils.json import dumps

log = logging.getLogger(__name__)


class Channel(filesystem.Channel):
    """Messages as files: each is there whole or not at all."""

    def _put(self, queue: str, payload: dict[str, Any], **_kwargs: Any) -> None:
        """Write the message under a name that no queue has, then give it its own."""
        name = f"{round(monotonic() * 1000)}_{uuid.uuid4()}"
        folder = Path(self.data_folder_out)
        unfinished = folder / f"{name}.unfinished"
        unfinished.write_text(dumps(payload), encoding="utf-8")
        os.replace(unfinished, folder / f"{name}.{queue}.msg")

    def _get(self, queue: str) -> dict[str, Any]:
        """The next message. One cut short by a power cut is left out: its job is sent again."""
        try:
            message: dict[str, Any] = super()._get(queue)
        except ValueError:
            log.warning("A message of the queue could not be read; its job will be sent again.")
            raise Empty from None
        return message


class Transport(filesystem.Transport):
    """Kombu's transport over such channels."""

    Channel = Channel
