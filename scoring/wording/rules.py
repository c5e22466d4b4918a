"""The sentences of refused lines and of what a line brought, as the tables read them."""

from tournaments.wording.rules import event_message, message, refused

__all__ = ["event_message", "message", "refused"]
