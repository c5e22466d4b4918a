"""The people of a demo: their names, and a password that a neighbour cannot guess."""

import re
import secrets
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User

from tournaments.models import Role

LOGINS = {"organizacion": Role.ORGANISER, "mesa": Role.DESK, "arbitro": Role.REFEREE}
# Easy to read aloud and to type on a phone: eight syllables of 14 consonants and 5 vowels.
CONSONANTS, VOWELS, GROUPS = "bdfgjklmnprstv", "aeiou", 4
WEAK = re.compile(r"guinote-\d{4}")


def demo_password() -> str:
    """The password of the demo logins: made on this machine, kept in its `var`."""
    path = _path()
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(new_password())
    return path.read_text()


def new_password() -> str:
    """Such as `tapo-lemi-rabe-kisu`: 70 to the eighth, 49 bits."""

    def syllable() -> str:
        return secrets.choice(CONSONANTS) + secrets.choice(VOWELS)

    return "-".join(syllable() + syllable() for _group in range(GROUPS))


def demo_user(username: str) -> User:
    shown = {"first_name": str(LOGINS[username].label)}
    user, new = User.objects.get_or_create(username=username, defaults=shown)
    if new:
        user.set_password(demo_password())
        user.save()
    return user


def renew_weak_password() -> None:
    """Change the password of four digits that older versions made, to whom it still opens."""
    path = _path()
    if not path.exists() or not WEAK.fullmatch(weak := path.read_text()):
        return
    path.write_text(new_password())
    for user in User.objects.filter(username__in=LOGINS):
        if user.check_password(weak):
            user.set_password(demo_password())
            user.save()


def _path() -> Path:
    return Path(settings.VAR_DIR) / "demo_password"
