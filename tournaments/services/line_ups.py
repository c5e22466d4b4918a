"""Who plays each board of a tie for a team, and who plays for a venue that enters without names."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.formats.teams import check_line_up
from tournaments.models import Entry, LineUp, Match, MatchSide, Player, Round
from tournaments.refusal import Refused
from tournaments.services.audit import note
from tournaments.services.tables import take_turn
from tournaments.text import clean_text

NAMES = 300  # letters


@transaction.atomic
def set_line_up(
    *, round: Round, entry: Entry, author: User | None, boards: Sequence[Sequence[Player]]
) -> list[MatchSide]:
    """Say who of a team's squad sits at each board of its tie in this round, in order.

    Raises the DrawError of `formats.teams.check_line_up` (somebody not listed, twice, too many or
    too few); Refused 400 `not_in_draw` for a team that does not play, 409 `board_begun` for a
    board changed when its acta has been begun.
    """
    tournament = take_turn(round.stage.tournament)
    sides = _sides(round, entry)
    squad = set(entry.seats.filter(live=True).values_list("player_id", flat=True))
    size = tournament.rules.people(round.stage.game_rules())
    asked = [[player.pk for player in people] for people in boards]
    check_line_up(squad, asked, size, len(sides))
    for side, people in zip(sides, boards, strict=True):
        before = [one.player_id for one in side.lined_up.all()]
        if before == [player.pk for player in people]:
            continue
        _refuse_begun(side.match)
        side.lined_up.all().delete()
        LineUp.objects.bulk_create(
            LineUp(side=side, player=player, position=position)
            for position, player in enumerate(people, 1)
        )
        side.names = " · ".join(str(player) for player in people)
        side.save(update_fields=["names"])
    note(
        tournament, author, "set_line_up", f"{round}: {entry}",
        after=[side.names for side in sides],
    )  # fmt: skip
    return sides


@transaction.atomic
def name_players(*, side: MatchSide, author: User | None, names: str) -> MatchSide:
    """Write who plays a match for an entry that came without names, as the acta has them."""
    names = clean_text(names, "names", NAMES)
    tournament = take_turn(side.match.tournament)
    before, side.names = side.names, names
    side.save(update_fields=["names"])
    note(
        tournament, author, "name_players", f"{side.match}: {side.entry.number}",
        before=before, after=names,
    )  # fmt: skip
    return side


def _sides(round: Round, entry: Entry) -> list[MatchSide]:
    sides = list(
        round.sides.filter(entry=entry, board__gt=0)
        .select_related("match", "entry")
        .prefetch_related("lined_up")
        .order_by("board")
    )
    if not sides:
        raise Refused(
            "not_in_draw",
            _("El número %(number)s no está en este sorteo."),
            field="entry",
            number=entry.number,
        )
    return sides


def _refuse_begun(match: Match) -> None:
    # Whoever keeps actas hangs them from the match.
    if match.actas.exists():
        raise Refused(
            "board_begun",
            _("La mesa %(board)s ya tiene el acta empezada: su alineación no se cambia."),
            field="boards",
            status=409,
            board=match.board,
        )
