#!/usr/bin/env python3
"""Write docs/sheets.md and its pictures again: `.venv/bin/python -m docs.sheets`, with words to
take only those pictures that have one of them in their name.

Prints every sheet that there is from three tournaments of the worst names, made in memory, and
keeps the first page of each small and grey in docs/img/sheets/. Nothing in them is of today nor by
chance: the same code makes the same pictures, and `tests/scoring/prints/test_gallery.py` compares.
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

from PIL import Image  # comes with WeasyPrint

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from tournaments.models import Tournament

PAGE = Path(__file__).resolve().parent / "sheets.md"
PICTURES = PAGE.parent / "img" / "sheets"
COMMAND = ".venv/bin/python -m docs.sheets"
WIDTH, GREYS = 480, 16  # of a picture
REVISION = 412  # acts of a database count on from those before
LARGEST = 40_000  # bytes of one in the repository
BASE = "https://casino.example"
STARTS = datetime(2026, 12, 5, 16, 30, tzinfo=ZoneInfo("Europe/Madrid"))
SHEETS_AT = STARTS + timedelta(hours=3, minutes=35)
WORST = [
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
def entered(author: "User", edition: str, count: int, **changes: Any) -> "Tournament":
    """A tournament with so many pairs, those of the worst names first."""
    from scoring.forecast.simulation.rehearsal import enter_people
    from tournaments.names.people import Person
    from tournaments.people.services.registering import register_entry
    from tournaments.setup.services.tournament import create_tournament

    tournament = create_tournament(
        **{
            "author": author,
            "name": f"{edition} {NAME}",
            "venue": VENUE,
            "starts_at": STARTS,
            "tables": 5,
            "game": "guinote",
            "game_options": {"cotos": 2, "partidas": 3},
            "format": "knockout",
            "format_options": {"third_place": True},
            "seed": "tapete",
            **changes,
        }
    )
    for at in range(0, len(WORST), 2):
        people = [Person(*names) for names in WORST[at : at + 2]]
        register_entry(tournament=tournament, author=author, players=people, town=TOWN, paid=at > 2)
    enter_people(tournament, author, count - len(WORST) // 2, "tapete")
    return tournament


def closed(author: "User", count: int = 7) -> "Tournament":
    """So many pairs on a list closed for the draw."""
    from scoring.rounds.services.commitments import close_list

    tournament = entered(author, "I", count)
    close_list(stage=tournament.stage, author=author)
    return tournament


def round_in_play(author: "User", count: int = 15) -> "Tournament":
    """So many pairs drawn with a word of the hall: two matches ended, one waits, a pair rests."""
    from scoring.forecast.simulation.rehearsal import play_match
    from scoring.rounds.services.commitments import close_list, draw_with_word
    from scoring.rounds.services.rounds import publish_round

    tournament = entered(author, "II", count, tables=4)
    close_list(stage=tournament.stage, author=author)
    drawn = draw_with_word(stage=tournament.stage, author=author, word="El Gordo 7142")
    round = publish_round(round=drawn, author=author)
    for match in round.matches.filter(number__lte=2).order_by("number"):
        play_match(match, author, "tapete")
    _take_money(tournament, author)
    return _with_hours(tournament, "R")


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
    tournament.movements.update(at=SHEETS_AT)


def groups_to_the_end(author: "User", count: int = 13) -> "Tournament":
    """So many pairs in groups, a bracket of the first two of each and the best thirds: played."""
    from scoring.forecast.simulation.rehearsal import play_rounds
    from scoring.stages.services import open_stage
    from tournaments.setup.services.stages import add_stage

    tournament = entered(author, "III", count, format="groups", format_options={"size": 4})
    last = add_stage(
        tournament=tournament,
        author=author,
        format="knockout",
        format_options={"third_place": True},
        game_options={"cotos": 1, "partidas": 3},
        name="Cuadro final",
        intake=[{"stage": 1, "last": 2}, {"stage": 1, "first": 3, "last": 3, "best": 2}],
    )
    play_rounds(tournament.stage, author, 20, "tapete")
    open_stage(stage=last, author=author)
    last.refresh_from_db()
    play_rounds(last, author, 20, "tapete")
    return _with_hours(tournament, "G")


def _with_hours(tournament: "Tournament", letter: str) -> "Tournament":
    """Give each match the hours that it would have had, and a code that does not hang on the order
    in which codes are given; and take the partner of the fourth away."""
    for match in tournament.matches.select_related("round").exclude(number=None):
        called = STARTS + timedelta(minutes=40 * (match.round.serial - 1))
        ended = called + timedelta(minutes=20 + match.number * 7 % 18)
        tournament.matches.filter(pk=match.pk).update(
            code=f"{letter}{match.round.serial}P{match.number:03}",
            called_at=match.called_at and called,
            finished_at=match.finished_at and ended,
        )
    tournament.entries.get(number=4).seats.last().delete()
    return type(tournament).objects.get(pk=tournament.pk)


World = Callable[..., "Tournament"]
# What is printed of each, and of which stage.
STAGE_OF: Mapping[World, Mapping[str, int]] = {
    closed: {"commitment": 0},
    groups_to_the_end: {
        **dict.fromkeys(("crosses", "going_on", "calendar", "routes"), 1),
        **dict.fromkeys(("final", "whole_event", "final_acta", "prizes", "diplomas", "press"), 2),
    },
    round_in_play: {},  # all the others
}


@contextmanager
def nothing_by_chance() -> Iterator[None]:
    """It is always the same moment, and codes, seeds and secrets are always the same."""
    from django.test import override_settings

    chance = random.Random("sheets")
    with (
        override_settings(SECRET_KEY="sheets"),
        patch("django.utils.timezone.now", lambda: SHEETS_AT),
        patch.object(secrets, "choice", chance.choice),
        patch.object(secrets, "randbelow", chance.randrange),
    ):
        yield


def sheets_of(world: World) -> Mapping[str, int]:
    """The keys of the sheets that are printed of a world, and of which stage each is."""
    from scoring.prints.sheets import SHEETS

    others = [key for stages in STAGE_OF.values() for key in stages]
    return STAGE_OF[world] or {key: 0 for key in SHEETS if key not in others}


def printed_of(world: World, author: "User") -> Iterator[tuple[str, bytes]]:
    """Yield the key and the PDF of each sheet that is printed of a world."""
    with nothing_by_chance():
        tournament = world(author)
        for key, stage in sheets_of(world).items():
            yield key, printed(tournament, key, stage)


def printed(tournament: "Tournament", key: str, stage: int) -> bytes:
    """A sheet as a PDF."""
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
    """The first page, small and grey."""
    command = ["pdftoppm", "-f", "1", "-l", "1", "-gray", "-scale-to-x", str(WIDTH)]
    drawn = subprocess.run(
        [*command, "-scale-to-y", "-1", "-"], input=pdf, check=True, capture_output=True
    ).stdout
    return Image.open(BytesIO(drawn)).quantize(GREYS, dither=Image.Dither.NONE)


def _paper(pdf: bytes) -> tuple[str, int]:
    """«A4», «A4 apaisado», and how many pages."""
    from pypdf import PdfReader

    pages = PdfReader(BytesIO(pdf)).pages
    box = pages[0].mediabox
    return ("A4 apaisado" if box.width > box.height else "A4"), len(pages)


def _entry(key: str, pdf: bytes) -> str:
    """Return what the page says of a sheet."""
    from scoring.prints.sheets import SHEETS

    sheet, (paper, pages) = SHEETS[key], _paper(pdf)
    others = "".join(f" o {paper}" for paper in sheet.papers[1:])
    long = f"{pages} páginas" if pages > 1 else "1 página"
    return (
        f"### {sheet.title}\n\n{sheet.purpose} {paper}{others}, {long}.\n\n"
        f"![{sheet.title}](img/sheets/{key}.png)\n"
    )


HEAD = f"""# Cómo sale cada hoja

Todas las hojas de *Imprimir*, con los peores nombres que se nos ocurren: largos, de una palabra,
con dibujos, de derecha a izquierda, y una pareja a la que le falta uno. Cómo se piden, en
[printing.md](printing.md). Esta página y sus imágenes las hace `{COMMAND}`.
"""


def main(*wanted: str) -> None:
    from django.contrib.auth.models import User

    from scoring.prints.sheets import SHEETS

    PICTURES.mkdir(exist_ok=True)
    entries = {}
    for world in STAGE_OF:
        author = User.objects.create_user(world.__name__, first_name="Pilar")
        for key, pdf in printed_of(world, author):
            entries[key] = _entry(key, pdf)
            if not wanted or any(word in key for word in wanted):
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
