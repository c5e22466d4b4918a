"""The link of a table, whose holder may write the acta of one match and nothing else.

No secret is stored: the link is computed from the match's code and `link_serial`. So a reprint has
the same link, and a new serial revokes the link.
"""

from base64 import b32encode
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.models import Match

SALT = "tapete.table"
SECRET_BYTES = 10  # 80 bits: only 16 letters and digits, so that the QR stays small
# After a match ends, its link stays open for this time, to confirm or dispute the result.
OPEN_AFTERWARDS = timedelta(hours=12)


def link_secret(match: Match) -> str:
    """Return the secret of the link: sixteen letters and digits that nobody can guess."""
    mac = salted_hmac(SALT, f"{match.code}:{match.link_serial}", algorithm="sha256")
    return b32encode(mac.digest()[:SECRET_BYTES]).decode().lower()


def is_current_secret(match: Match, secret: str) -> bool:
    """Return whether this is the secret of this match's current link."""
    return constant_time_compare(secret.lower(), link_secret(match))


def is_open_for_table(match: Match, now: datetime) -> bool:
    """Return whether the holder of the table's link may write now.

    The round must be published and announced. The match must not be a bye, and may have ended at
    most `OPEN_AFTERWARDS` ago.
    """
    round = match.round
    if round.state != round.State.PUBLISHED or round.is_silent or match.state == Match.State.BYE:
        return False
    return match.finished_at is None or now < match.finished_at + OPEN_AFTERWARDS


def table_url(base_url: str, match: Match) -> str:
    """Return the address in the QR of a paper acta."""
    # `link_urls` has only this address: a worker need not load all the others (36 MB).
    return base_url + reverse(
        "table_open", "scoring.hall.link_urls", [match.code, link_secret(match)]
    )
