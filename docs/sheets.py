#!/usr/bin/env python3
"""Write docs/sheets.md and its pictures again: `.venv/bin/python -m docs.sheets`, with words to
write only pictures with one of the words in their names.

The program prints every sheet, from three example tournaments in memory with long and odd names,
and writes the first page of each, small and grey, to docs/img/sheets/. No page depends on the date
or on chance: the same code makes the same pictures, and `tests/scoring/prints/test_gallery.py`
compares them.
"""

import os
import random
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch
from zoneinfo import ZoneInfo

from PIL import Image  # Pillow comes with WeasyPrint

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from tournaments.models import Tournament

PAGE = Path(__file__).resolve().parent / "sheets.md"
PICTURES = PAGE.parent / "img" / "sheets"
COMMAND = ".venv/bin/python -m docs.sheets"
WIDTH, GREYS = 480, 16  # pixels and shades of a picture
REVISION = 412  # printed on the sheets instead of the real number, which changes
LARGEST = 40_000  # bytes; limit of a picture in the repository
BASE = "https://casino.example"
START = datetime(2026, 12, 5, 16, 30, tzinfo=ZoneInfo("Europe/Madrid"))
SHEET_TIME = START + timedelta(hours=3, minutes=35)
WORST_NAMES = [
    ("María de los Ángeles Inmaculada", "Fernández de Córdoba Gopegui"),
    ("W" * 28, "M" * 31),
    ("Malo", ""),
    ("Paquito 😀🃏", "el de la Pepa 🎉"),
    ("محمد عبد الرحمن", "بن يوسف"),
    ("Ángel", "de la Fuente"),
    ("El Chato de Báguena", ""),
    ("Ana", "Gil"),
]
TOWN = "Peña de los Santos Abdón y Senén de Torrijo del Campo y Luco"
NAME = "Gran Maratón Intercomarcal de Guiñote de los Amigos del Jiloca"
VENUE = "Pabellón polideportivo municipal Virgen del Pilar, Calamocha"


# --- Three tournaments ----------------------------------------------------------------------------
def tournament_of_pairs(author: "User", edition: str, count: int, **changes: Any) -> "Tournament":
    """Create a tournament with `count` pairs; the pairs with the oddest names come first."""
    from scoring.forecast.simulation.rehearsal import enter_people
    from tournaments.names.people import Person
    from tournaments.people.services.registering import register_entry
    from tournaments.setup.services.tournament import create_tournament

    tournament = create_tournament(
        **{
            "author": author,
            "name": f"{edition} {NAME}",
            "venue": VENUE,
            "starts_at": START,
            "tables": 5,
            "game": "guinote",
            "game_options": {"cotos": 2, "partidas": 3},
            "format": "knockout",
            "format_options": {"third_place": True},
            "seed": "tapete",
            **changes,
        }
    )
    for index in range(0, len(WORST_NAMES), 2):
        people = [Person(*names) for names in WORST_NAMES[index : index + 2]]
        register_entry(
            tournament=tournament, author=author, players=people, town=TOWN, paid=index > 2
        )
    enter_people(tournament, author, count - len(WORST_NAMES) // 2, "tapete")
    return tournament


def closed_list_tournament(author: "User", count: int = 7) -> "Tournament":
    """Create a tournament of `count` pairs whose list is closed for the draw."""
    from scoring.rounds.services.commitments import close_list

    tournament = tournament_of_pairs(author, "I", count)
    close_list(stage=tournament.stage, author=author)
    return tournament


def round_in_play(author: "User", count: int = 15) -> "Tournament":
    """Create a round of `count` pairs, drawn with a word of the hall.

    With 15 pairs, two matches have ended, one waits for a table, and a pair rests.
    """
    from scoring.forecast.simulation.rehearsal import play_match
    from scoring.rounds.services.commitments import close_list, draw_with_word
    from scoring.rounds.services.rounds import publish_round

    tournament = tournament_of_pairs(author, "II", count, tables=4)
    close_list(stage=tournament.stage, author=author)
    draft = draw_with_word(stage=tournament.stage, author=author, word="El Gordo 7142")
    round = publish_round(round=draft, author=author)
    for match in round.matches.filter(number__lte=2).order_by("number"):
        play_match(match, author, "tapete")
    _take_money(tournament, author)
    return _set_hours(tournament, "R")


def _take_money(tournament: "Tournament", author: "User") -> None:
    """Charge a fee to the first five pairs, and pay the venue."""
    from decimal import Decimal

    from tournaments.models import Movement
    from tournaments.money.services.moves import pay_missing, record_outside

    tournament.fee = Decimal(20)
    tournament.save(update_fields=["fee"])
    pay_missing(tournament.entries.select_related("tournament").filter(number__lte=5), author)
    record_outside(
        tournament=tournament,
        author=author,
        kind=Movement.Kind.EXPENSE,
        amount=Decimal("75.50"),
        concept="Alquiler del pabellón",
    )
    tournament.movements.update(at=SHEET_TIME)


def groups_to_the_end(author: "User", count: int = 13) -> "Tournament":
    """Create `count` pairs that have played groups, and a bracket of the best of each group."""
    from scoring.forecast.simulation.rehearsal import play_rounds
    from scoring.stages.services import open_stage
    from tournaments.setup.services.stages import add_stage

    tournament = tournament_of_pairs(
        author, "III", count, format="groups", format_options={"size": 4}
    )
    final_stage = add_stage(
        tournament=tournament,
        author=author,
        format="knockout",
        format_options={"third_place": True},
        game_options={"cotos": 1, "partidas": 3},
        name="Cuadro final",
        intake=[{"stage": 1, "last": 2}, {"stage": 1, "first": 3, "last": 3, "best": 2}],
    )
    play_rounds(tournament.stage, author, 20, "tapete")
    open_stage(stage=final_stage, author=author)
    final_stage.refresh_from_db()
    play_rounds(final_stage, author, 20, "tapete")
    return _set_hours(tournament, "G")


def _set_hours(tournament: "Tournament", letter: str) -> "Tournament":
    """Set the hours of each match, and a code from `letter`, the round and the number.

    Remove the second player of entry 4.
    """
    for match in tournament.matches.select_related("round").exclude(number=None):
        called_at = START + timedelta(minutes=40 * (match.round.serial - 1))
        ended_at = called_at + timedelta(minutes=20 + match.number * 7 % 18)
        tournament.matches.filter(pk=match.pk).update(
            code=f"{letter}{match.round.serial}P{match.number:03}",
            called_at=match.called_at and called_at,
            finished_at=match.finished_at and ended_at,
        )
    tournament.entries.get(number=4).seats.last().delete()
    return type(tournament).objects.get(pk=tournament.pk)


MakeTournament = Callable[..., "Tournament"]
# The sheets printed of each example tournament, with the number of their stage (0: no stage).
STAGE_OF: Mapping[MakeTournament, Mapping[str, int]] = {
    closed_list_tournament: {"commitment": 0},
    groups_to_the_end: {
        **dict.fromkeys(("crosses", "going_on", "calendar", "routes"), 1),
        **dict.fromkeys(("final", "whole_event", "final_acta", "prizes", "diplomas", "press"), 2),
    },
    round_in_play: {},  # all other sheets
}


@contextmanager
def nothing_by_chance() -> Iterator[None]:
    """Fix the time, the codes, the seeds and the secrets in the block."""
    from django.test import override_settings

    chance = random.Random("sheets")
    with (
        override_settings(SECRET_KEY="sheets"),
        patch("django.utils.timezone.now", lambda: SHEET_TIME),
        patch.object(secrets, "choice", chance.choice),
        patch.object(secrets, "randbelow", chance.randrange),
    ):
        yield


def sheets_of(make_example: MakeTournament) -> Mapping[str, int]:
    """Return the keys of the sheets printed of a tournament, with the number of their stage."""
    from scoring.prints.sheets import SHEETS

    other_keys = [key for stages in STAGE_OF.values() for key in stages]
    return STAGE_OF[make_example] or {key: 0 for key in SHEETS if key not in other_keys}


def sheet_pdfs(make_example: MakeTournament, author: "User") -> Iterator[tuple[str, bytes]]:
    """Yield the key and the PDF of each sheet printed of a tournament."""
    with nothing_by_chance():
        tournament = make_example(author)
        for key, stage in sheets_of(make_example).items():
            yield key, sheet_pdf(tournament, key, stage)


def sheet_pdf(tournament: "Tournament", key: str, stage: int) -> bytes:
    """Return a sheet as a PDF."""
    from scoring.prints.ask import PrintAsk
    from scoring.prints.pdf import Pdf
    from scoring.prints.sheets import SHEETS

    pdf = Pdf()
    for chunk in SHEETS[key].pieces(
        tournament.look_at(stage or None), PrintAsk(key, base_url=BASE)
    ):
        chunk.context["revision"] = REVISION
        chunk.lay_out(pdf)
    return pdf.write()


# --- Pictures -------------------------------------------------------------------------------------
def picture(pdf: bytes) -> Image.Image:
    """Return the first page of a PDF, small and grey."""
    command = ["pdftoppm", "-f", "1", "-l", "1", "-gray", "-scale-to-x", str(WIDTH)]
    image = subprocess.run(
        [*command, "-scale-to-y", "-1", "-"], input=pdf, check=True, capture_output=True
    ).stdout
    return Image.open(BytesIO(image)).quantize(GREYS, dither=Image.Dither.NONE)


def _paper(pdf: bytes) -> tuple[str, int]:
    """Return «A4» or «A4 apaisado», and the number of pages."""
    from pypdf import PdfReader

    pages = PdfReader(BytesIO(pdf)).pages
    box = pages[0].mediabox
    return ("A4 apaisado" if box.width > box.height else "A4"), len(pages)


def _entry(key: str, pdf: bytes) -> str:
    """Return the part of docs/sheets.md about a sheet."""
    from scoring.prints.sheets import SHEETS

    sheet, (paper, pages) = SHEETS[key], _paper(pdf)
    other_papers = "".join(f" o {paper}" for paper in sheet.papers[1:])
    page_count = f"{pages} páginas" if pages > 1 else "1 página"
    return (
        f"### {sheet.title}\n\n{sheet.purpose} {paper}{other_papers}, {page_count}.\n\n"
        f"![{sheet.title}](img/sheets/{key}.png)\n"
    )


HEAD = f"""# Cómo sale cada hoja

Para la organización: una imagen de cada hoja de *Imprimir*. Los nombres del ejemplo son los más
difíciles: largos, de una palabra, con dibujos, de derecha a izquierda, y una pareja con un solo
jugador. Cómo se piden las hojas está en [printing.md](printing.md).

`{COMMAND}` escribe esta página y sus imágenes.
"""


def main(*wanted_words: str) -> None:
    from django.contrib.auth.models import User

    from scoring.prints.sheets import SHEETS

    PICTURES.mkdir(exist_ok=True)
    entries = {}
    for make_example in STAGE_OF:
        author = User.objects.create_user(make_example.__name__, first_name="Pilar")
        for key, pdf in sheet_pdfs(make_example, author):
            entries[key] = _entry(key, pdf)
            if not wanted_words or any(word in key for word in wanted_words):
                file = PICTURES / f"{key}.png"
                picture(pdf).save(file, optimize=True)
                assert file.stat().st_size < LARGEST, (key, file.stat().st_size)
    parts, group = [HEAD], None
    for key, sheet in SHEETS.items():
        if sheet.group != group:
            group = sheet.group
            parts.append(f"## {group}\n")
        parts.append(entries[key])
    PAGE.write_text("\n".join(parts))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DATABASE_URL": "sqlite://:memory:", "TAPETE_VAR": folder}
        from benchmarks.scratch import make_tables

        make_tables()
        main(*sys.argv[1:])
