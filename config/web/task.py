"""One request, as a thread of Waitress answers it."""

from waitress.task import WSGITask


class Task(WSGITask):  # type: ignore[misc]
    """Keeps the connection after an answer that has no body by its status (204, 304), which is
    most of what telephones are told. Waitress hangs up after those, as if their end were not known,
    and each time that a page asks again would cost a connection of its own.
    """

    def set_close_on_finish(self) -> None:
        asks = self.request.headers.get("CONNECTION", "").lower()
        if self.has_body or self.version != "1.1" or asks == "close":
            super().set_close_on_finish()
