"""The actas on paper, two to a sheet: blank, for a round's matches, or filled from the record."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import segno
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.core import SIDE_NAMES, RuleError
from scoring.games import GAMES
from scoring.games.grid import Form
from scoring.models import Acta
from scoring.prints.ask import Ask, Chunk, header, matches_asked, refuse_no_tables
from scoring.selectors.matches.actas import fold_lines
from scoring.table_links import table_url
from scoring.wording.numbers import minus
from scoring.wording.rounds import only_counts_for
from tournaments.formats.core import FINAL, THIRD_PLACE
from tournaments.models import Entry, Match, Tournament
from tournaments.permissions import refuse_other_tables
from tournaments.public_address import is_only_here
from tournaments.refusal import Conflict
from tournaments.selectors.rounds import matches_with_names
from tournaments.wording.formats import purpose_in_words

CHUNK = 24  # actas laid out at once: memory and time grow faster than the pages
MOST_BLANK = 500


def actas(tournament: Tournament, ask: Ask) -> list[Chunk]:
    """Return the actas of a match, blank ones, or a round's, filled in. Raises Refused."""
    form = GAMES[tournament.game].paper.form(tournament.stage.game_rules())
    if ask.blank:
        return _chunks(tournament, _("Actas en blanco"), form, [_blank(form)] * ask.blank)
    matches = _asked(tournament, ask)
    lines = _lines(matches)
    chunks: list[Chunk] = []
    # A table of three or of five beside those of four has columns of its own.
    for form, together in _by_form(tournament, matches):
        sheets = [
            {**acta, "rows": page}
            for match in together
            for acta in [_acta(match, lines.get(match.pk, []), form, ask.base_url)]
            for page in form.pages(acta["rows"])
        ]
        chunks += _chunks(tournament, _("Actas"), form, sheets)
    return chunks


def _by_form(
    tournament: Tournament, matches: Iterable[Match]
) -> Iterator[tuple[Form, list[Match]]]:
    """The matches of each size of table, in order, with the form of their acta."""
    paper, by_options = GAMES[tournament.game].paper, {}
    for match in matches:
        by_options.setdefault(match.game_rules(), []).append(match)
    for options, together in by_options.items():
        yield paper.form(options), together


def refuse_nothing_to_print(tournament: Tournament, ask: Ask) -> None:
    """Raises Refused 409 for a round not published, or not played at the tables asked for, and for
    a code nobody has; 403 for the code of another table."""
    if ask.match:
        _one(tournament, ask)
    elif not ask.blank:
        refuse_no_tables(tournament, ask)


def qr_svg(url: str) -> str:
    """The QR of an address as one SVG path, with its quiet zone; the stylesheet sizes it."""
    return segno.make(url, error="m", micro=False).svg_inline(border=2, omitsize=True)


def _asked(tournament: Tournament, ask: Ask) -> list[Match]:
    return [_one(tournament, ask)] if ask.match else matches_asked(tournament, ask)


def _one(tournament: Tournament, ask: Ask) -> Match:
    found = matches_with_names(tournament).filter(code=ask.match).exclude(state=Match.State.BYE)
    match = found.select_related("round__stage", "tournament").first()
    if match is None:
        raise Conflict(
            "match_unknown", gettext_lazy("No hay ninguna partida con ese código."), field="match"
        )
    refuse_other_tables(ask.tables, match.table)
    return match


def _lines(matches: Iterable[Match]) -> dict[int, list[str]]:
    """The live lines of each match that has any."""
    live = Acta.objects.filter(match__in=[match.pk for match in matches], live=True)
    return {
        acta.match_id: [hand.line for hand in acta.hands.all()]
        for acta in live.prefetch_related("hands")
    }


def _chunks(
    tournament: Tournament, title: str, form: Form, sheets: list[dict[str, Any]]
) -> list[Chunk]:
    common = {**header(tournament, title), "form": form}
    common["length"] = f"{tournament.rules.name}: {form.length}"
    return [
        Chunk({**common, "actas": part}, units=len(part), css=form.css())
        for part in (sheets[first : first + CHUNK] for first in range(0, len(sheets), CHUNK))
    ]


def _labels(form: Form, numbers: Sequence[Any]) -> str:
    """Return whose each row is: one line a row, so that they cost one box."""
    rows = []
    for lane in range(1, form.lanes + 1):
        name = f"{form.lane} {lane} · " if form.lane else ""
        for letter, number in zip(SIDE_NAMES, numbers, strict=False):
            # Two numbers of partners do not fit: the letter is that of their box above.
            rows.append(f"{name}{letter} {'' if '+' in str(number) else number}".rstrip())
            name = ""
    return "\n".join(rows)


def _blank(form: Form) -> dict[str, Any]:
    letters = SIDE_NAMES[: form.sides]
    return {
        "sides": [{"letter": letter} for letter in letters],
        "counts": [(letter, None) for letter in letters],
        "labels": _labels(form, [""] * form.sides),
        "rows": form.pages([])[0],
    }


def _acta(match: Match, lines: list[str], form: Form, base_url: str) -> dict[str, Any]:
    url = table_url(base_url, match)
    entries = match.entries
    return {
        "round": _phase(match),
        "number": match.number,
        "table": match.table,
        "code": match.code,
        "url": url,
        "qr": "" if is_only_here(base_url) else qr_svg(url),
        "sides": [_side(entry, letter) for letter, entry in zip(SIDE_NAMES, entries, strict=False)],
        "labels": _labels(form, [entry.number for entry in entries]),
        **_filled(match, lines),
    }


def _side(entry: Entry, letter: str) -> dict[str, Any]:
    return {
        "letter": letter,
        "number": entry.number,
        "names": "\n".join(entry.names),
        "lines": len(entry.names),
        "town": entry.town,
    }


def _phase(match: Match) -> str:
    if match.purpose == FINAL:
        return _("Final")
    if match.purpose == THIRD_PLACE:
        return _("Tercer y cuarto puesto")
    if match.guests:
        return f"{match.round} · {only_counts_for(match.everybody[0].number)}"
    if match.purpose:
        return f"{match.round} · {purpose_in_words(match.purpose)}"
    return str(match.round)


def _filled(match: Match, lines: list[str]) -> dict[str, Any]:
    """Return the boxes with the record; none without lines or for one that no longer folds."""
    letters = SIDE_NAMES[: len(match.entries)]
    nothing = {"rows": [], "counts": [(letter, None) for letter in letters]}
    if not lines:
        return nothing
    try:
        record = fold_lines(match, lines)
    except RuleError:
        return nothing
    paper, options = GAMES[match.tournament.game].paper, match.game_rules()
    result, winner = paper.result(options, record.score), record.score.winner
    return {
        "rows": paper.rows(options, record.steps),
        "counts": list(zip(letters, map(minus, result), strict=True)),
        "ended": record.score.over,
        "winner": match.entries[winner].number if winner is not None else None,
    }
