"""An entry that goes home: out of the draws to come, and its matches go to the rivals."""

from django.contrib.auth.models import User
from django.db import transaction

from scoring.selectors.matches.actas import detailed
from scoring.services.actas import forfeit_match
from scoring.services.rounds.catch_ups import undo_unfinished
from tournaments.models import Entry, Match, Round
from tournaments.services.entries import registering


@transaction.atomic
def withdraw_entry(
    *,
    entry: Entry,
    author: User | None,
    reason: str,
    kind: str = Entry.State.WITHDRAWN,
    effect: str = Entry.Effect.LOSE,
) -> list[Match]:
    """Take an entry out of the tournament and give its unfinished matches to the rivals.

    `kind` and `effect` as in `entries.withdraw`: with every effect what was left is lost; what
    it had played, and those losses, may not count for the standings. Answers the matches given
    up. A match of a draft is left to whoever publishes it; a catch-up not finished is undone, and
    who rested keeps its rest. Raises Refused and RuleError as
    `entries.withdraw` and `forfeit_match` do; then nothing is done.
    """
    registering.withdraw(entry=entry, author=author, reason=reason, kind=kind, effect=effect)
    undo_unfinished(entry=entry, author=author, reason=reason)
    matches = list(unfinished(entry))
    for match in matches:
        forfeit_match(match=match, loser=entry, author=author, reason=reason)
    return matches


def unfinished(entry: Entry) -> list[Match]:
    """The published matches this entry still has to finish, catch-ups apart."""
    left = Match.objects.filter(
        sides__entry=entry,
        round__state=Round.State.PUBLISHED,
        state__in=[Match.State.WAITING, Match.State.PLAYING],
    )
    return list(detailed(left.exclude(pk__in=left.filter(sides__guest=True))))
