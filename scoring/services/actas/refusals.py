"""Why an acta cannot be written just now."""

from django.utils.translation import gettext_lazy as _

from scoring.models import Acta
from scoring.selectors.actas import is_closed
from tournaments import permissions
from tournaments.models import Match
from tournaments.refusal import Refused
from tournaments.writer import Author, writer_of


def refuse_unpublished(match: Match) -> None:
    """Raises Refused 409 for a bye and for a match of a round not published."""
    if match.state == Match.State.BYE:
        raise Refused("bye", _("Descansa esta ronda: no hay partida que apuntar."), status=409)
    if match.state == Match.State.PLANNED:
        raise Refused("round_unpublished", _("Esta ronda todavía no se ha publicado."), status=409)


def refuse_closed(match: Match, author: Author) -> None:
    """Raises Refused 403 for a round that is closed, but for the organiser and Tapete itself."""
    writer = writer_of(author)
    if writer == writer_of(None) or not is_closed(match):
        return
    if writer.user is None or not permissions.may(
        writer.user, "correct_closed_round", match.tournament
    ):
        raise Refused(
            "closed_round",
            _("La ronda %(round)s ya está cerrada: solo la organización puede corregirla."),
            status=403,
            round=match.round.serial,
        )


def refuse_other_version(acta: Acta, version: int | None) -> None:
    """Raises Refused 409 when the writer had another version before his eyes. None: he does not
    say."""
    if version is not None and version != acta.version:
        raise Refused(
            "conflict",
            _(
                "Otra persona (%(author)s) ha corregido el acta mientras usted la miraba: ahora "
                "está en vigor la versión %(version)s. Mírela antes de seguir."
            ),
            status=409,
            author=acta.author_name or _("Tapete"),
            version=acta.version,
        )


def changed_meanwhile() -> Refused:
    """Two wrote at the very same moment, and the database let one through."""
    return Refused(
        "conflict",
        _("Otra persona estaba escribiendo lo mismo en ese momento: mire el acta y repítalo."),
        status=409,
    )
