"""Waitress, with limits. It reads requests in a loop of its own, and a thread is held only by a
request that is whole: whoever promises a body and stops, or sends it letter by letter, holds none.
What needs no thread is answered by the loop.
"""

import resource
import signal
import socket
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import MultiSocketServer, TcpWSGIServer, UnixWSGIServer
from waitress.task import ErrorTask, ThreadedTaskDispatcher
from waitress.utilities import RequestEntityTooLarge

from config.errors import too_large
from config.web.limits import MOST_BODY, MOST_CONNECTIONS, MOST_DRAINED, MOST_HEADERS, Limits
from config.web.task import Task

CLEANUP = 5  # seconds between two looks at who is late


class RefusalTask(ErrorTask):
    """Answers a request that was refused before it was read; a body too large, in plain words."""

    def execute(self) -> None:
        if not isinstance(self.request.error, RequestEntityTooLarge):
            super().execute()
            return
        kind, body = too_large(self.request.path, self.request.headers.get("COOKIE", ""))
        self.status = "413 Content Too Large"
        self.response_headers.append(("Content-Type", kind))
        self.set_close_on_finish()
        self.content_length = len(body)
        self.channel.hears_out = True
        self.write(body)


class Channel(HTTPChannel):
    """One connection. `begun` is when the request that is arriving began to."""

    task_class = Task
    error_task_class = RefusalTask
    hears_out = False
    begun = 0.0
    drain_until = 0.0
    drained = 0

    def __init__(self, server: Any, *words: Any, **named: Any) -> None:
        super().__init__(server, *words, **named)
        if server.is_crowded_by(self.addr):
            self.will_close = True

    def received(self, data: bytes) -> bool:
        if self.request is None:
            self.begun = time.time()
        heard = bool(super().received(data))
        self.server.answer_at_hand()
        return heard

    def send_continue(self) -> None:
        """Invite the body, unless it has been refused already."""
        if self.request.error:
            self.request.expect_continue = False
        else:
            super().send_continue()

    def is_late(self, now: float) -> bool:
        limits = self.server.limits
        if self.drain_until:
            return now > self.drain_until
        if self.request is not None and now - self.begun > limits.whole:
            return True
        return not self.requests and now - self.last_activity > limits.silent

    # A connection that is closed while the other side is still sending is reset, and the browser
    # shows that instead of our page: what it sends is read and thrown away for a while.
    def handle_close(self) -> None:
        if not self.hears_out:
            super().handle_close()
            return
        self.hears_out = False
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            super().handle_close()
            return
        self.drain_until = time.time() + self.server.limits.draining
        self.will_close = False

    def readable(self) -> bool:
        return bool(self.drain_until) or super().readable()

    def writable(self) -> bool:
        return not self.drain_until and super().writable()

    def handle_read(self) -> None:
        if not self.drain_until:
            super().handle_read()
            return
        try:
            self.drained += len(self.recv(65536))
        except OSError:
            self.handle_close()
            return
        if self.drained > MOST_DRAINED and self.connected:
            self.handle_close()


class _Limited:
    """The common part of the two kinds of socket."""

    channel_class = Channel
    limits: Limits
    active_channels: dict[int, Channel]

    def __init__(self, application: Callable[..., Any], *words: Any, **named: Any) -> None:
        super().__init__(application, *words, **named)
        self.knows = getattr(application, "is_at_hand", lambda environ: False)
        self.loop = threading.get_ident()
        self.at_hand: list[Channel] = []

    def add_task(self, channel: Channel) -> None:
        """Give a request to a thread, or keep it for the loop: what is at hand is sooner answered
        than handed over, which costs as much again for each of a thousand telephones."""
        if threading.get_ident() == self.loop and self._is_at_hand(channel):
            self.at_hand.append(channel)
        else:
            super().add_task(channel)  # type: ignore[misc]

    def _is_at_hand(self, channel: Channel) -> bool:
        """Whether the loop can answer without waiting, for the other side either."""
        request = channel.requests[0]
        if request.error or channel.total_outbufs_len:
            return False
        return bool(self.knows(Task(channel, request).get_environment()))

    def answer_at_hand(self) -> None:
        """Answer what was kept for the loop, and what comes after it in the same connection."""
        while self.at_hand:
            self.at_hand.pop().service()

    def is_crowded_by(self, addr: Any) -> bool:
        most = self.limits.of_one_address
        if not most or addr[0].startswith("127."):
            return False
        held = sum(channel.addr[0] == addr[0] for channel in self.active_channels.values())
        return held > most

    def maintenance(self, now: float) -> None:
        for channel in list(self.active_channels.values()):
            if channel.is_late(now):
                channel.hears_out, channel.drain_until = False, 0.0
                channel.will_close = True


class TcpServer(_Limited, TcpWSGIServer):  # type: ignore[misc]
    """Serves one address of this machine."""


class UnixServer(_Limited, UnixWSGIServer):  # type: ignore[misc]
    """Serves a socket that is a file."""


def serve(
    application: Callable[..., Any],
    sockets: Sequence[socket.socket],
    threads: int = 4,
    limits: Limits | None = None,
) -> None:
    """Answer on these sockets, already listening, until SIGTERM; what is being answered ends."""
    _allow_files()
    limits = limits or Limits()
    asked = Adjustments(
        threads=threads,
        max_request_body_size=MOST_BODY,
        max_request_header_size=MOST_HEADERS,
        connection_limit=MOST_CONNECTIONS,
        cleanup_interval=min(CLEANUP, limits.silent, limits.whole, limits.draining),
        asyncore_use_poll=True,
        log_socket_errors=False,
        ident=None,
        clear_untrusted_proxy_headers=False,  # TAPETE_PROXIES says how many are believed
    )
    dispatcher = ThreadedTaskDispatcher()
    dispatcher.set_thread_count(threads)
    known: dict[int, Any] = {}
    for one in sockets:
        kind = UnixServer if one.family == socket.AF_UNIX else TcpServer
        kind.limits = limits
        kind(
            application,
            known,
            True,
            one,
            dispatcher=dispatcher,
            adj=asked,
            bind_socket=False,
            sockinfo=(one.family, one.type, one.proto, one.getsockname()),
        )
    signal.signal(signal.SIGTERM, _stop)
    MultiSocketServer(known, asked, [], dispatcher).run()


def _stop(*_signal: object) -> None:
    raise SystemExit(0)


def _allow_files() -> None:
    """A connection is a file, and the usual limit of a session is 1,024 of them."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + 1_000
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
