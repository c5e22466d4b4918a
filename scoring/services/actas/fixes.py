"""Fixes with one click: the sides exchanged, an acta written on another match."""

from django.utils.translation import gettext_lazy as _

from rules.mirror import swapped_lines
from rules.reading import clean_reason
from scoring.models import Acta, Hand
from scoring.selectors.matches.actas import fold_lines, live_acta, written
from scoring.services.actas.corrections import (
    copied,
    next_version,
    replace_acta,
    version_to_correct,
)
from scoring.services.actas.lines import by, changed_meanwhile, refuse_closed, refuse_unpublished
from scoring.services.results import locked, settle
from tournaments.models import Match
from tournaments.refusal import Conflict
from tournaments.services import tables
from tournaments.services.atomic import atomic_or
from tournaments.services.audit import note
from tournaments.writer import Author, writer_of


@atomic_or(changed_meanwhile)
def swap_sides(*, match: Match, author: Author, reason: str, version: int | None = None) -> Acta:
    """A new version with A and B exchanged in every line. Twice, it is as it was.

    Raises RuleError `no_mirror` where the lines mean something else on the other side, and what
    `correct_acta` raises.
    """
    reason = clean_reason(reason)
    match = locked(match, tables.lock_tournament(match.tournament))
    refuse_closed(match, author)
    old = version_to_correct(match, version)
    lines = swapped_lines(match.tournament.rules, match.game_rules(), written(old))
    return replace_acta(match, old, fold_lines(match, lines), author, reason)


@atomic_or(changed_meanwhile)
def move_acta(
    *, match: Match, to: Match, author: Author, reason: str, version: int | None = None
) -> Acta:
    """The lines written on `match` were of another match, which has none: they go there, and both
    keep their versions. Who plays both on different sides takes its count along.

    The match left without lines is to be played again. Raises RuleError for the first line that
    cannot be there; Refused: 409 `same_match`, `has_lines` when the other has lines of its own, and
    what `correct_acta` raises.
    """
    reason = clean_reason(reason)
    tournament = tables.lock_tournament(match.tournament)
    match, to = _both(match, to)
    match.tournament = to.tournament = tournament
    refuse_unpublished(to)
    refuse_closed(match, author)
    old, there = version_to_correct(match, version), live_acta(to)
    _refuse_written(match, to, old, there)
    lines = written(old)
    if _crossed(match, to):
        lines = swapped_lines(match.tournament.rules, match.game_rules(), lines)
    record = fold_lines(to, lines)
    replace_acta(match, old, fold_lines(match, []), author, reason)
    to.actas.order_by().update(live=False, rival=False)
    acta = Acta.objects.create(
        match=to, version=next_version(to), reason=reason if there else "", **by(writer_of(author))
    )
    Hand.objects.bulk_create(
        copied(acta, hand, line, hand.number)
        for hand, line in zip(old.hands.all(), record.lines, strict=True)
    )
    note(
        tournament,
        author,
        "move_acta",
        to,
        before={"match": match.number},
        after={"lines": record.lines},
        reason=reason,
    )
    settle(to, acta, record, author)
    return acta


def _both(match: Match, to: Match) -> tuple[Match, Match]:
    """Both locked, always in the same order, so that two people never wait for each other."""
    held = {one.pk: locked(one) for one in sorted((match, to), key=lambda one: one.pk)}
    return held[match.pk], held[to.pk]


def _refuse_written(match: Match, to: Match, old: Acta, there: Acta | None) -> None:
    if match.pk == to.pk or match.tournament_id != to.tournament_id:
        raise Conflict("same_match", _("Diga otra partida: el acta ya está en esta."), field="to")
    if not written(old):
        raise Conflict("nothing_to_correct", _("Esta partida no tiene acta que corregir."))
    if written(there):
        raise Conflict(
            "has_lines",
            _("La partida %(number)s ya tiene su acta: corríjala o bórrela antes."),
            field="to",
            number=to.number,
        )


def _crossed(match: Match, to: Match) -> bool:
    """Whether who plays both sits on the other side in the second."""
    here = {side.entry_id: side.side for side in match.sides.all()}
    there = {side.entry_id: side.side for side in to.sides.all()}
    both = here.keys() & there.keys()
    return bool(both) and all(here[entry] != there[entry] for entry in both)
