"""Signatures of webhooks, as «Standard Webhooks» 1.0 describes them (standardwebhooks.com)."""

import hmac
from base64 import b64decode, b64encode
from hashlib import sha256

PREFIX = "whsec_"


def signature(secret: str, message_id: str, timestamp: int, body: bytes) -> str:
    """Return the value of `webhook-signature`.

    >>> signature("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek",
    ...     1614265330, b'{"test": 2432232314}')
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
    """
    key = b64decode(secret.removeprefix(PREFIX))
    signed_content = f"{message_id}.{timestamp}.".encode() + body
    return f"v1,{b64encode(hmac.new(key, signed_content, sha256).digest()).decode()}"
