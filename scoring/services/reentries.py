"""Reenganche: who is out buys a way back in."""

from dataclasses import replace

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.selectors.standings import stage_situation
from tournaments.formats.core import NEXT_ROUND, Situation
from tournaments.models import Entry, Round, Stage
from tournaments.refusal import Refused
from tournaments.services.audit import note
from tournaments.services.entry_rows import locked

ONCE = 1  # how many times, unless the format has an option for it


@transaction.atomic
def reenter(*, entry: Entry, author: User | None, paid: bool = False) -> Entry:
    """Let in again an entry that has lost its place: it is drawn from the next round on.

    `paid`: whether it has paid for it; it is ticked as any payment. Raises Refused 409: when it
    left, or is not out; when it has come back as often as it may; when it is late for that (in a
    bracket, past its first round); when the next round is drawn already; and in a format where
    who is out cannot come back.
    """
    entry = locked(entry)
    stage = entry.tournament.stage
    _refuse_late(stage)
    situation = stage_situation(stage)
    _refuse_not_out(stage, situation, entry)
    entry.again += 1
    entry.paid = paid
    entry.save(update_fields=["again", "paid"])
    note(
        entry.tournament, author, "reenter", entry,
        before={"again": entry.again - 1}, after={"again": entry.again, "paid": paid},
    )  # fmt: skip
    return entry


def who_may_reenter(stage: Stage) -> frozenset[int]:
    """The numbers that `reenter` would let in now. 8 queries at most."""
    if not _open(stage) or _drafted(stage):
        return frozenset()
    situation, options = stage_situation(stage), stage.format_rules()
    living = stage.system.still_in(situation, options)
    out = {
        one.number: one
        for one in situation.entrants
        if one.active and one.number not in living and one.again < _most(stage)
    }
    # All at once: whether one may come back does not hang on whether another does.
    back = stage.system.still_in(_again(situation, frozenset(out)), options)
    return frozenset(back & out.keys())


def _again(situation: Situation, numbers: frozenset[int]) -> Situation:
    """The same, with these let in again."""
    entrants = tuple(
        replace(one, again=one.again + 1) if one.number in numbers else one
        for one in situation.entrants
    )
    return replace(situation, entrants=entrants)


def _most(stage: Stage) -> int:
    return getattr(stage.format_rules(), "reentries", ONCE)


def _open(stage: Stage) -> bool:
    """Whether it is not too late. One query."""
    rounds = stage.rounds.count()
    if not rounds:
        return False
    # How late it is depends only on how many rounds there have been.
    so_far = Situation(entrants=(), rounds=((),) * rounds)
    return rounds == 1 or stage.system.late(so_far, stage.format_rules()) == NEXT_ROUND


def _drafted(stage: Stage) -> bool:
    return stage.rounds.filter(state=Round.State.DRAFT).exists()


def _refuse_late(stage: Stage) -> None:
    if _drafted(stage):
        raise Refused(
            "round_drawn",
            _("La ronda siguiente ya está sorteada: descarte antes ese sorteo."),
            status=409,
        )
    if not _open(stage):
        raise Refused(
            "too_late_again", _("Ya no hay reenganche: ha pasado el momento."), status=409
        )


def _refuse_not_out(stage: Stage, situation: Situation, entry: Entry) -> None:
    options, words = stage.format_rules(), {"number": entry.number}
    if entry.gone or not entry.live:
        raise Refused(
            "already_withdrawn", _("El número %(number)s se ha retirado."), status=409, **words
        )
    if entry.number in stage.system.still_in(situation, options):
        raise Refused("not_out", _("El número %(number)s sigue en juego."), status=409, **words)
    if entry.again >= _most(stage):
        raise Refused(
            "again_before",
            _("El número %(number)s ya se reenganchó: no puede volver más veces."),
            status=409,
            **words,
        )
    back = stage.system.still_in(_again(situation, frozenset({entry.number})), options)
    if entry.number not in back:
        raise Refused(
            "no_way_back", _("En este sistema quien cae no puede reengancharse."), status=409
        )
