"""A tournament with the names of one pair in every text field, for the tests that forget them."""

from io import BytesIO
from types import SimpleNamespace

from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.utils import timezone
from PIL import Image

from scoring.actas.photos import StoredPicture
from scoring.actas.selectors.in_words import side_names
from scoring.actas.services import correct_acta, dispute_acta
from scoring.actas.services.photos import add_photo
from scoring.models import Acta, Photo, RefereeCall
from scoring.prints.ask import PrintAsk
from scoring.prints.services import order_print
from scoring.refereeing.services.acts import call_referee
from scoring.refereeing.services.rulings import lift_ruling, note_ruling
from scoring.rounds.services.commitments import close_list, draw_with_word
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.scoring.played_rounds import play
from tournaments.models import ImportPreview, Job, Player
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import Person
from tournaments.people.services.imports import accept_import, preview_import
from tournaments.people.services.marks import set_seeding
from tournaments.people.services.registering import edit_entry, register_entry
from tournaments.people.services.substitutions import substitute_player
from tournaments.people.services.wishes import forbid_couple, set_wishes
from tournaments.rounds.services.drafts import swap_entries
from tournaments.setup.services.tournament import create_tournament
from tournaments.writer import Channel, Writer, writer_of

# No other person in the tests of forgotten names has these names or this town.
ZACARIAS = Person("Zacarías", "Quintanillo", "Valdelinares")
EUFRASIO = Person("Eufrasio", "Pedrolo", "Valdelinares")
WORDS = ("zacarias", "quintanillo", "zakarias", "kintanillo", "eufrasio", "pedrolo", "valdelinar")
REASON = "Zacarías Quintanillo (Valdelinares) gritó, y ZACARIAS no se calló"


def _blank_photo():
    buffer = BytesIO()
    Image.new("RGB", (60, 40), "white").save(buffer, "JPEG")
    return StoredPicture(buffer.getvalue(), 60, 40)


def event_with_names_everywhere():
    """Return a Swiss of two rounds, its organiser, rounds, and the entry with the names."""
    pilar = User.objects.create(username="pilar")
    casino = create_tournament(
        author=pilar,
        name="Casino de Calamocha",
        venue="Salón",
        starts_at=timezone.now(),
        tables=8,
        game="guinote",
        game_options={"cotos": 2, "partidas": 3},
        format="swiss",
        format_options={"rounds": 3},
    )
    event = SimpleNamespace(casino=casino, pilar=pilar)
    text = "Zakarias Kintanillo / Ana Bermúdez (Valdelinares)\n"
    accept_import(preview=preview_import(tournament=casino, author=pilar, text=text), author=pilar)
    for name in "ABCDEFG":
        register_entry(
            tournament=casino,
            author=pilar,
            town=f"{name}luco",
            paid=True,
            present=True,
            players=[Person(f"{name}paco", f"{name}gil"), Person(f"{name}luis", f"{name}sanz")],
        )
    event.entry = entry = casino.entries.get(number=1)
    edit_entry(
        entry=entry,
        author=pilar,
        town="Valdelinares",
        players=[ZACARIAS, Person("Ana", "Bermúdez", "Valdelinares")],
    )
    ana = Player.objects.get(name="Ana")
    substitute_player(
        entry=entry, author=pilar, leaves=ana, comes=EUFRASIO, reason="Eufrasio entra por Ana"
    )
    _set_wishes_and_seeds(event)
    _play_first_round(event)
    _publish_second_round(event)
    _store_files(event)
    return event


def _set_wishes_and_seeds(event):
    casino, pilar = event.casino, event.pilar
    cousin_entry = casino.entries.get(number=3)
    forbid_couple(
        tournament=casino,
        author=pilar,
        first=event.entry,
        second=cousin_entry,
        reason="Zacarías es su primo",
    )
    weights = {"town": (3, 0), "family": (2, 0)}
    set_wishes(stage=casino.stage, author=pilar, apart=weights, together={})
    set_seeding(tournament=casino, author=pilar, seeds={1: 1}, sessions={1: "tarde"})


def _play_first_round(event):
    """Close the list twice, draw the first round with a public word, swap two entries and play."""
    casino, pilar = event.casino, event.pilar
    close_list(stage=casino.stage, author=pilar)
    close_list(stage=casino.stage, author=pilar, reason="faltaba Quintanillo")
    round = draw_with_word(stage=casino.stage, author=pilar, word="viva Zacarías")
    possible_numbers = [
        number
        for number in entry_numbers(round)
        if number != 1 and not are_rivals(round, 1, number)
    ]
    zacarias_entry = casino.entries.get(number=1)
    swapped_entry = casino.entries.get(number=possible_numbers[0])
    swap_entries(
        round=round,
        author=pilar,
        first=zacarias_entry,
        second=swapped_entry,
        reason="Pedrolo es cojo",
    )
    event.first = publish_round(round=round, author=pilar)
    for match in event.first.matches.filter(state="playing"):
        play(match, pilar)
    event.match = match = casino.matches.get(round=event.first, sides__entry=event.entry)
    _write_words_at_the_table(event, match)


def _write_words_at_the_table(event, match):
    pilar, stage = event.pilar, event.casino.stage
    lines = [hand.line for hand in match.actas.get(live=True).hands.all()]
    author_name = "Zacarías Quintanillo"
    RefereeCall.objects.create(match=match, author_name=author_name, answered_at=timezone.now())
    table_writer = Writer(channel=Channel.TABLE, side=1, name="Zacarías Quintanillo")
    dispute_acta(match=match, author=table_writer, version=1, lines=lines[:-1], reason=REASON)
    correct_acta(match=match, author=pilar, lines=lines[:-1], reason=REASON)
    correct_acta(match=match, author=pilar, lines=lines, reason="era como dijo Eufrasio")
    ruling = note_ruling(
        stage=stage,
        entry=event.entry,
        author=pilar,
        follows="warning",
        reason=REASON,
        player=event.entry.seats.first().player,
    )
    lift_ruling(ruling=ruling, author=pilar, reason="Zacarías pidió perdón")
    note_ruling(
        stage=stage, entry=event.entry, author=pilar, follows="points", points=1, reason="Zakarias"
    )
    other_entry = event.casino.entries.exclude(number__in=(1, 3)).last()
    note_ruling(
        stage=stage,
        entry=other_entry,
        author=pilar,
        follows="warning",
        reason="contestó a Zacarías Quintanillo y a Pedrolo",
    )
    add_photo(match=match, author=writer_of(pilar), picture=_blank_photo())
    Photo.objects.update(author=None, author_name="Eufrasio Pedrolo")
    Acta.objects.filter(match=match, version=1).update(author=None, author_name="Pedrolo, Eufrasio")


def _publish_second_round(event):
    round = open_next_round(stage=event.casino.stage, author=event.pilar)
    event.second = publish_round(round=round, author=event.pilar)
    match = event.casino.matches.get(round=event.second, sides__entry=event.entry)
    if match.state != "bye":
        author = Writer(channel=Channel.TABLE, side=0, name=side_names(match, EVERYTHING)[0])
        call_referee(match=match, author=author)


def _store_files(event):
    """Store a printed sheet, a pasted list and an uploaded spreadsheet."""
    casino, pilar = event.casino, event.pilar
    job = order_print(tournament=casino, author=pilar, ask=PrintAsk(sheet="entries"))
    job.file.save("inscripciones.pdf", ContentFile("Zacarías Quintanillo".encode()))
    preview_import(tournament=casino, author=pilar, text="Zacarías Quintanillo / Eufrasio Pedrolo")
    ImportPreview.objects.create(
        tournament=casino, source="parejas de Zacarías.xlsx", state="reading"
    )
    upload_job = Job(tournament=casino, kind="read_list")
    upload_job.upload.save("x.xlsx", ContentFile("Zacarías Quintanillo".encode()), save=True)
    Job.objects.create(
        tournament=casino,
        kind="rehearsal",
        message="gana Zacarías Quintanillo",
        params={"report": {"champion": "1 · Zacarías Quintanillo · Eufrasio Pedrolo"}},
    )


def entry_numbers(round):
    return list(round.sides.order_by("entry__number").values_list("entry__number", flat=True))


def are_rivals(round, first_number, second_number):
    return any(
        {first_number, second_number} <= {side.entry.number for side in match.sides.all()}
        for match in round.matches.prefetch_related("sides__entry")
    )
