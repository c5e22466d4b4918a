"""Line-ups: the players of a team at each board, and names typed for a team without a squad."""

from collections.abc import Mapping, Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count
from django.utils.translation import gettext_lazy as _

from tournaments.audit.services import note
from tournaments.formats.core import DrawError
from tournaments.formats.teams import check_line_up
from tournaments.models import Entry, LineUp, Match, MatchSide, Player, Round
from tournaments.names.audience import EVERYTHING
from tournaments.names.text import clean_text
from tournaments.people.services.rows import refuse_anonymised
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.selectors.places import line_up_people
from tournaments.rounds.services.tables import lock_tournament

NAMES_LENGTH = 300  # most letters of a side's names


@transaction.atomic
def set_line_up(
    *, round: Round, entry: Entry, author: User | None, boards: Sequence[Sequence[Player]]
) -> list[MatchSide]:
    """Set the team's players at each board of its tie, in order, or at its match without boards.

    Return the team's side at each board. Raises the DrawError of `formats.teams.check_line_up`
    (`player` is a name); Refused 400 `not_in_draw`, 409 `board_begun`.
    """
    tournament = lock_tournament(round.stage.tournament)
    sides = team_sides(round, entry)
    _check_line_up(sides, entry, boards)
    changed_sides = [
        (side, people)
        for side, people in zip(sides, boards, strict=True)
        if [seat.player_id for seat in side.lined_up.all()] != [player.pk for player in people]
    ]
    if not changed_sides:
        return sides
    names_before = [side.names for side in sides]
    for side, people in changed_sides:
        _refuse_begun(side)
        _write_line_up(side, people)
    names_after = [side.names for side in sides]
    subject = f"{round}: {entry.full_title_for(EVERYTHING)}"
    note(tournament, author, "set_line_up", subject, before=names_before, after=names_after)
    return sides


@transaction.atomic
def name_players(*, side: MatchSide, author: User | None, names: str) -> MatchSide:
    """Set the players' names in a match of a team without a list of players; return the side.

    Raises Refused 409 `has_squad`, and as `clean_text` and `refuse_anonymised`.
    """
    names = clean_text(names, "names", NAMES_LENGTH)
    refuse_anonymised(side.entry)
    tournament = lock_tournament(side.match.tournament)
    if not tournament.squad or side.entry.seats.filter(live=True).exists():
        raise Conflict(
            "has_squad",
            _("El equipo ya tiene su lista: elija en la alineación quién juega."),
            field="names",
        )
    names_before, side.names = side.names, names
    if names_before != names:
        side.save(update_fields=["names"])
        subject = f"{side.match}: {side.entry.number}"
        note(tournament, author, "name_players", subject, before=names_before, after=names)
    return side


def team_sides(round: Round, entry: Entry) -> list[MatchSide]:
    """Return the team's side at each board of its tie, in order, with its line-up.

    Raises Refused 400 `not_in_draw`.
    """
    sides: list[MatchSide] = list(
        round.sides.filter(entry=entry)  # type: ignore[no-redef]  # `written`, of the model
        .exclude(match__state=Match.State.BYE)
        .select_related("match", "entry")
        .prefetch_related(line_up_people())
        # `scoring` links actas to the match.
        .annotate(acta_count=Count("match__actas"))
        .order_by("board")
    )
    if not sides:
        raise Refused(
            "not_in_draw",
            _("El número %(number)s no está en esta ronda."),
            field="entry",
            number=entry.number,
        )
    return sides


def _check_line_up(
    sides: Sequence[MatchSide], entry: Entry, boards: Sequence[Sequence[Player]]
) -> None:
    """Raise as `check_line_up` does, but with the player's name in the error."""
    stage = sides[0].round.stage
    squad = set(entry.seats.filter(live=True).values_list("player_id", flat=True))
    size = stage.game_rules().people
    try:
        check_line_up(
            squad, [[player.pk for player in people] for people in boards], size, len(sides)
        )
    except DrawError as error:
        raise DrawError(error.code, **_params_with_names(error.params, boards)) from None


def _params_with_names(
    params: Mapping[str, object], boards: Sequence[Sequence[Player]]
) -> dict[str, object]:
    names = {player.pk: player.full_name for people in boards for player in people}
    return {
        key: names[value] if key == "player" else value  # type: ignore[index]
        for key, value in params.items()
    }


def _write_line_up(side: MatchSide, people: Sequence[Player]) -> None:
    side.lined_up.all().delete()
    LineUp.objects.bulk_create(
        LineUp(side=side, player=player, position=position)
        for position, player in enumerate(people, 1)
    )
    side.names = " · ".join(player.full_name for player in people)[:NAMES_LENGTH]
    side.save(update_fields=["names"])


def is_begun(side: MatchSide) -> bool:
    """Return whether the acta of a named line-up has begun: the line-up is then final."""
    return bool(side.lined_up.all() and side.acta_count)


def _refuse_begun(side: MatchSide) -> None:
    if is_begun(side):
        raise Conflict(
            "board_begun",
            _("La mesa %(board)s ya tiene el acta empezada: su alineación no se cambia."),
            field="boards",
            board=side.board or 1,
        )
