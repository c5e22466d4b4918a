"""Changes of a draw by hand: matches already played without the site, and exchanges."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.audit.services import note
from tournaments.formats.core import Situation
from tournaments.models import Entry, Match, MatchSide, Round, Swap
from tournaments.names.text import clean_text
from tournaments.pairing.by_hand import Numbers, exchanges, match_text, place_matches, read_matches
from tournaments.refusal import Refused
from tournaments.rounds.services.drafts import (
    REASON_LENGTH,
    author_name,
    current_draft,
    refuse_fixed_bracket,
)
from tournaments.rounds.services.drawn_matches import (
    round_as_json,
    snapshot_in_report,
    update_report,
)
from tournaments.rounds.services.tables import lock_tournament
from tournaments.words import Text


@transaction.atomic
def seat_by_hand(*, round: Round, author: User | None, pairings: str, reason: str) -> int:
    """Replace a draft by the typed matches («12-7, 3-9», in the order of the tables).

    Returns the number of swaps of two entries, which are published with author and reason. Raises
    DrawError as `read_matches` and `place_matches` do; Refused: 400 without a reason, for a number
    that is not in the draw or, after the first round, for a match of two groups; 409 for a
    published round or a fixed bracket.
    """
    reason = clean_text(reason, "reason", REASON_LENGTH, required=True, any_start=True)
    tournament = lock_tournament(round.stage.tournament)
    round = current_draft(round)
    refuse_fixed_bracket(round)
    entries = {entry.number: entry for entry in tournament.entries.all()}
    matches, byes = _drawn_numbers(round)
    numbers_by_position = matches | byes
    typed_matches = read_matches(pairings)
    _refuse_strangers(typed_matches, numbers_by_position, entries)
    new_seats = place_matches(typed_matches, list(matches.values()), list(byes.values()))
    _refuse_other_groups(round, numbers_by_position, new_seats)
    couples = exchanges(list(numbers_by_position.values()), new_seats)
    if not couples:
        return 0
    record_before = round_as_json(round)
    _write_seats(round, numbers_by_position, new_seats, entries)
    Swap.objects.bulk_create(
        Swap(
            round=round,
            first=entries[first],
            second=entries[second],
            author=author,
            author_name=author_name(author),
            reason=reason,
        )
        for first, second in couples
    )
    update_report(round)
    record_after = round_as_json(round)
    note(
        tournament,
        author,
        "seat_by_hand",
        round,
        before=record_before,
        after=record_after,
        reason=reason,
    )
    return len(couples)


def _drawn_numbers(round: Round) -> tuple[dict[int, Numbers], dict[int, Numbers]]:
    """Return the numbers at each position: first of the matches, in order, then of the byes."""
    rows = round.sides.filter(board__lte=1).order_by("match__number", "side", "place")
    matches: dict[int, Numbers] = {}
    byes: dict[int, Numbers] = {}
    for position, match_number, number in rows.values_list(
        "match__position", "match__number", "entry__number"
    ):
        numbers = byes if match_number is None else matches
        numbers[position] = (*numbers.get(position, ()), number)
    return matches, dict(sorted(byes.items()))


def _write_seats(
    round: Round,
    numbers_by_position: Mapping[int, Numbers],
    new_seats: Sequence[Numbers],
    entries: Mapping[int, Entry],
) -> None:
    """Write all seats anew: no entry may be in a round twice, not even during the change."""
    new_numbers = dict(zip(numbers_by_position, new_seats, strict=True))
    sides: list[MatchSide] = []
    seats: dict[tuple[int, int], int] = {}
    for side in round.sides.select_related("match").order_by("match_id", "side", "place"):
        board = (side.match.position, side.board)
        side.entry = entries[new_numbers[side.match.position][seats.get(board, 0)]]
        seats[board] = seats.get(board, 0) + 1
        side.pk, side.names = None, ""  # the line-up belongs to the former team
        sides.append(side)
    round.sides.all().delete()
    MatchSide.objects.bulk_create(sides)


def _refuse_strangers(
    typed_matches: Sequence[Numbers],
    numbers_by_position: Mapping[int, Numbers],
    entries: Mapping[int, Entry],
) -> None:
    numbers_in_draw = {number for sides in numbers_by_position.values() for number in sides}
    for match in typed_matches:
        for number in match:
            if number not in numbers_in_draw:
                sentence = _absence_sentence(entries.get(number))
                text = match_text(match)
                raise Refused("not_in_draw", sentence, field="pairings", match=text, number=number)


def _absence_sentence(entry: Entry | None) -> Text:
    if entry is None:
        return _("«%(match)s»: nadie tiene el número %(number)s.")
    if not entry.live:
        return _("«%(match)s»: el número %(number)s se ha retirado.")
    return _(
        "«%(match)s»: el número %(number)s no está en este sorteo. Mire si le falta algún "
        "resultado o si está marcado como presente."
    )


def _refuse_other_groups(
    round: Round, numbers_by_position: Mapping[int, Numbers], new_seats: Sequence[Numbers]
) -> None:
    """Refuse a change of group after the first round."""
    if round.number == 1:
        return
    groups = dict(round.matches.values_list("position", "group"))
    group_of = {
        number: groups[position]
        for position, sides in numbers_by_position.items()
        for number in sides
    }
    for position, sides in zip(numbers_by_position, new_seats, strict=True):
        if any(group_of[number] != groups[position] for number in sides):
            sentence = _("«%(match)s»: después de la primera ronda nadie cambia de grupo.")
            raise Refused("other_group", sentence, field="pairings", match=match_text(sides))


# --- Exchanges ------------------------------------------------------------------------------------
# Exchanges of seats in drawn matches, after a correction of a result that the draw used. The
# matches keep their numbers and tables, and they must have no lines.
# `Round.report["exchanges"]` stores each exchange: `first` and `second` changed seats, and `rows`
# has these matches as they are afterwards, unless the stored draw was replaced.
@transaction.atomic
def exchange_seats(
    *,
    round: Round,
    matches: Sequence[Match],
    exchanges: Sequence[tuple[Entry, Entry]],
    author: User | None,
    reason: str,
    drawn_from: Situation | None = None,
) -> None:
    """Give each entry of a couple the seats of the other entry, in these matches of a round.

    `drawn_from` is the situation of a draw that gives these very seats: it replaces the snapshot
    and the stored draw. Without it these stay, and the exchange stores the new matches (`rows`).
    In both cases the report lists the exchange.
    """
    tournament = lock_tournament(round.tournament)
    record_before = round_as_json(round)
    _change_seats(matches, exchanges)
    couples = [(first.number, second.number) for first, second in exchanges]
    exchange_fields: dict[str, object] = {
        "by": author_name(author),
        "reason": reason,
        "at": timezone.now().isoformat(),
    }
    if drawn_from is None:
        exchange_fields["rows"] = [[match.position, _numbers_at(match)] for match in matches]
    else:
        round.report |= {
            **snapshot_in_report(drawn_from),
            "drawn": _exchange_in_rows(round, couples),
        }
    exchange_rows = [
        {"first": first, "second": second, **exchange_fields} for first, second in couples
    ]
    round.report["exchanges"] = [*round.report.get("exchanges", []), *exchange_rows]
    update_report(round)
    subject = f"{round}: " + ", ".join(f"{first} ↔ {second}" for first, second in couples)
    record_after = round_as_json(round)
    note(
        tournament,
        author,
        "exchange_seats",
        subject,
        before=record_before,
        after=record_after,
        reason=reason,
    )


def _change_seats(matches: Sequence[Match], exchanges: Sequence[tuple[Entry, Entry]]) -> None:
    """Write all seats anew (no entry may be in a round twice) and revoke the tables' links."""
    replacements: Mapping[int, Entry] = {
        old_entry.pk: new_entry
        for first, second in exchanges
        for old_entry, new_entry in ((first, second), (second, first))
    }
    sides = list(MatchSide.objects.filter(match__in=matches, entry__in=replacements))
    MatchSide.objects.filter(pk__in=[side.pk for side in sides]).delete()
    for side in sides:
        side.pk, side.names = None, ""  # the line-up belongs to the former team
        side.entry = replacements[side.entry_id]
    MatchSide.objects.bulk_create(sides)
    pks = [match.pk for match in matches]
    Match.objects.filter(pk__in=pks).update(link_serial=F("link_serial") + 1)


def _exchange_in_rows(round: Round, couples: Sequence[tuple[int, int]]) -> list[list[Any]]:
    """Return the rows of the draw with the numbers exchanged."""
    replacements = {
        old_number: new_number
        for first, second in couples
        for old_number, new_number in ((first, second), (second, first))
    }
    return [
        [position, [replacements.get(number, number) for number in sides], *other_fields]
        for position, sides, *other_fields in round.report.get("drawn", [])
    ]


def _numbers_at(match: Match) -> list[int]:
    sides = match.sides.order_by("side", "place")
    return list(sides.values_list("entry__number", flat=True))
