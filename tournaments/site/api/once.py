"""Idempotency keys: a POST sent twice with the same `Idempotency-Key` is done once."""

import json
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.response import Response

from tournaments.models import IdempotentCall
from tournaments.refusal import Conflict, Refused
from tournaments.site.requests import ApiRequest

KEY_HEADER, MAX_LENGTH = "Idempotency-Key", 80
LIFETIME = timedelta(hours=24)  # time for which an answer is stored
REPLAY_HEADER = "Idempotent-Replayed"  # header of a repeated answer


def answer_once(
    request: ApiRequest,
    *args: Any,
    user: User,
    key: str,
    handler: Callable[..., Response],
    **kwargs: Any,
) -> Response:
    """Return the answer of the handler, or the stored answer of an earlier call with this key.

    One transaction does the act and stores the answer: a refused call stores nothing, and a second
    call waits for the first call. An answer with a secret (`no-store`) is not stored. Raises
    Refused: 400 `idempotency_key` for a bad key; 409 `idempotency_key_reused` for another body or
    address; 409 `idempotency_answer_secret` if the stored call had a secret.
    """
    if not (key.isascii() and key.isprintable() and 1 <= len(key) <= MAX_LENGTH):
        raise Refused(
            "idempotency_key",
            _("Idempotency-Key: escriba de 1 a %(most)s letras, cifras o signos."),
            most=MAX_LENGTH,
        )
    digest = _digest_of(request)
    with transaction.atomic():
        call, is_new = IdempotentCall.objects.get_or_create(
            user=user, key=key, defaults={"digest": digest}
        )
        if not is_new and call.at < timezone.now() - LIFETIME:
            call.delete()
            call = IdempotentCall.objects.create(user=user, key=key, digest=digest)
            is_new = True
        if not is_new:
            return _stored_answer(call, digest)
        answer = handler(request, *args, **kwargs)
        is_secret = "no-store" in answer.headers.get("Cache-Control", "")
        call.status, call.location = answer.status_code, answer.headers.get("Location", "")[:300]
        # Render first: dates and lazy texts are not JSON.
        call.answer = None if is_secret else json.loads(_render(request, answer))
        call.save()
        return answer


def delete_old_answers() -> None:
    """Delete the stored answers older than `LIFETIME`."""
    IdempotentCall.objects.filter(at__lt=timezone.now() - LIFETIME).delete()


def _stored_answer(call: IdempotentCall, digest: str) -> Response:
    """Return the stored answer. Raises Refused 409 as `answer_once`."""
    if call.digest != digest:
        raise Conflict(
            "idempotency_key_reused",
            _("Esa Idempotency-Key ya se usó en otra petición. Envíe una clave nueva."),
        )
    if call.answer is None and call.status != 204:
        raise Conflict(
            "idempotency_answer_secret",
            _("Esto ya se hizo, y la respuesta no se guarda porque contiene un secreto."),
        )
    headers = {REPLAY_HEADER: "true"} | ({"Location": call.location} if call.location else {})
    return Response(call.answer, status=call.status, headers=headers)


def _render(request: ApiRequest, answer: Response) -> bytes | str:
    content: bytes | str = request.accepted_renderer.render(answer.data)
    return content or "null"


def _digest_of(request: ApiRequest) -> str:
    """Return the digest of the address and the body, with the contents of its files."""
    digest = sha256(f"{request.method} {request.get_full_path()}\n".encode())
    data: Any = request.data
    if isinstance(data, dict) and request.FILES:
        data = {name: value for name, value in data.items() if name not in request.FILES}
    digest.update(json.dumps(data, sort_keys=True, default=str).encode())
    for name, file in sorted(request.FILES.items()):
        digest.update(f"\n{name}\n".encode())
        for chunk in file.chunks():
            digest.update(chunk)
        file.seek(0)
    return digest.hexdigest()
