"""The demo tournament that newcomers see on the front page: dated today, and in play."""

import re
import secrets
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from scoring.stages.selectors.chain import stage_over
from tournaments.models import Match, Role, Tournament
from tournaments.names.audience import EVERY_ROUND
from tournaments.setup.services.tournament import edit_tournament
from tournaments.site.wall_clock import local_time_after

NAME = "Maratón de demostración"
ORGANISER = "organizacion"
ROUND_LENGTH = timedelta(minutes=40)


def start_of_today(rounds: int) -> datetime:
    """Return the half hour of today at which a day with `rounds` played rounds began."""
    now = timezone.localtime()
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    start = local_time_after(now, -rounds * ROUND_LENGTH)
    start = start.replace(minute=start.minute // 30 * 30, second=0, microsecond=0)
    return max(midnight, start)


def wants_demo() -> bool:
    """Return whether to make a demo: there is no other tournament, and no demo is in play.

    A demo that is in play since an earlier day is moved to today instead.
    """
    demos = Tournament.objects.filter(name=NAME, team__user__username=ORGANISER)
    other_tournaments = Tournament.objects.filter(rehearsal_of=None).exclude(
        pk__in=demos.values("pk")
    )
    if other_tournaments.exists():
        return False
    demo = demos.order_by("-starts_at", "-pk").first()
    if demo is None or stage_over(demo.stage, EVERY_ROUND):
        return True
    if timezone.localdate(demo.starts_at) < timezone.localdate():
        move_demo_to_today(demo)
    return False


@transaction.atomic
def move_demo_to_today(demo: Tournament) -> None:
    """Move a demo to today and set its matches in play as called now; its actas stay."""
    rounds = demo.rounds.filter(published_at__isnull=False).count()
    organiser = User.objects.get(username=ORGANISER)
    edit_tournament(tournament=demo, author=organiser, starts_at=start_of_today(rounds - 1))
    open_matches = Match.objects.filter(tournament=demo, state=Match.State.PLAYING)
    open_matches.update(called_at=timezone.now())


LOGINS = {"organizacion": Role.ORGANISER, "mesa": Role.DESK, "arbitro": Role.REFEREE}
# Easy to read aloud and to type on a phone: eight syllables, each with one of 14 consonants and one
# of 5 vowels.
CONSONANTS, VOWELS, GROUPS = "bdfgjklmnprstv", "aeiou", 4
WEAK_PASSWORD = re.compile(r"guinote-\d{4}")


def demo_password() -> str:
    """Return the password of the demo logins, made on this machine and stored in its `var`."""
    path = _path()
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(new_password())
    return path.read_text()


def new_password() -> str:
    """Return a password such as `tapo-lemi-rabe-kisu`, one of 70**8 (49 bits)."""

    def syllable() -> str:
        return secrets.choice(CONSONANTS) + secrets.choice(VOWELS)

    return "-".join(syllable() + syllable() for _group in range(GROUPS))


def demo_user(username: str) -> User:
    defaults = {"first_name": str(LOGINS[username].label)}
    user, is_new = User.objects.get_or_create(username=username, defaults=defaults)
    if is_new:
        user.set_password(demo_password())
        user.save()
    return user


def renew_weak_password() -> None:
    """Replace the four-digit password of older versions of the site in accounts that have it."""
    path = _path()
    if not path.exists() or not WEAK_PASSWORD.fullmatch(weak_password := path.read_text()):
        return
    path.write_text(new_password())
    for user in User.objects.filter(username__in=LOGINS):
        if user.check_password(weak_password):
            user.set_password(demo_password())
            user.save()


def _path() -> Path:
    return Path(settings.VAR_DIR) / "demo_password"
