"""Tests of long prints, which are made in pieces: joined in order, cancelled, resumed."""

from dataclasses import dataclass
from io import BytesIO

import pytest
from celery import Signature
from celery.exceptions import WorkerLostError
from celery.signals import task_failure
from django.core.files.storage import default_storage
from pypdf import PdfReader

from scoring.people_data.services.forgetting import anonymise_entries
from scoring.prints import ask as orders
from scoring.prints.ask import PrintAsk, requested_matches
from scoring.prints.pdf import Pdf
from scoring.prints.services import order_print
from scoring.prints.sheets import SHEETS
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.crowd import enter_invented
from tests.refusals import is_refused
from tests.rows import cases
from tests.scoring.prints.printed import BASE, seat_in_twos
from tests.worlds import world
from tournaments import tasks
from tournaments.jobs.services.jobs import cancel_job, start_again
from tournaments.jobs.work import PIECES_FOLDER
from tournaments.models import Job, Match
from tournaments.names.audience import EVERYTHING

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass
class Chain:
    """A Celery chain whose steps are added to the sent messages, in order."""

    steps: tuple[Signature, ...]
    messages: list[Signature]

    def apply_async(self) -> None:
        self.messages.extend(self.steps)


@pytest.fixture
def messages(monkeypatch):
    """The messages sent to the workers; the tests run them with `run_next`."""
    messages = []
    run_job = tasks.run_job
    monkeypatch.setattr(run_job, "delay", lambda job: messages.append(run_job.si(job)))
    monkeypatch.setattr(
        run_job,
        "apply_async",
        lambda args, queue: messages.append(run_job.si(*args).set(queue=queue)),
    )
    monkeypatch.setattr(tasks, "chain", lambda *steps: Chain(steps, messages))
    return messages


@pytest.fixture
def small_slices(monkeypatch):
    """Limit every slice to four units."""
    monkeypatch.setattr(orders, "SLICE", 4)
    monkeypatch.setattr("scoring.prints.actas.SLICE", 4)
    monkeypatch.setattr("scoring.prints.emergency.SLICE", 4)


@world
def round_of_ten(casino, pairs):
    casino.tables = 12
    casino.save()
    seat_in_twos(casino, pairs(casino, 20))
    return casino


def order_sheet(tournament, author, sheet="actas", **options):
    return order_print(
        tournament=tournament, author=author, ask=PrintAsk(sheet, base_url=BASE, **options)
    )


def progress(job):
    return Job.objects.values_list("state", "done", "total").get(pk=job.pk)


def stored_pieces(job):
    folder = f"{PIECES_FOLDER}/{job.pk}"
    return default_storage.listdir(folder)[1] if default_storage.exists(folder) else []


def page_texts(job):
    job.refresh_from_db()
    return [page.extract_text() for page in PdfReader(BytesIO(job.file.read())).pages]


def run_next(messages):
    """Run the first message. Return whether there was one."""
    if not messages:
        return False
    step = messages.pop(0)
    step.type(*step.args)
    return True


@pytest.mark.slow
def test_each_piece_is_a_message_of_the_long_queue_and_counts_its_units(
    round_of_ten, pilar, small_slices, messages, settings
):
    job = order_sheet(round_of_ten, pilar)
    assert [step.options.get("queue") for step in messages] == [None]
    run_next(messages)
    assert {step.options["queue"] for step in messages} == {settings.TAPETE_LONG_QUEUE}
    steps_of_progress = [(*progress(job), len(stored_pieces(job)))]
    while run_next(messages):
        steps_of_progress.append((*progress(job), len(stored_pieces(job))))
    assert steps_of_progress == [
        ("running", 0, 11, 0),
        ("running", 4, 11, 1),
        ("running", 8, 11, 2),
        ("running", 10, 11, 3),
        ("done", 11, 11, 0),
    ]
    text = page_texts(job)
    assert len(text) == 5
    codes = [f"R1P{number:03}" for number in range(1, 11)]
    whole_text = " ".join(text)
    assert sorted(codes, key=whole_text.index) == codes
    reader = PdfReader(BytesIO(Job.objects.get(pk=job.pk).file.read()))
    assert reader.root_object["/Lang"] == "es" and "Casino" in reader.metadata.title


@cases(
    "sheet, options, units",
    ("actas", {"blank": 9}, 9),
    ("table_cards", {}, 10),
    ("receipts", {}, 20),
    ("badges", {}, 20),
    ("place_cards", {}, 20),
    ("table_numbers", {}, 12),
)
def test_the_slices_of_a_sheet_have_each_of_its_units_once(
    sheet, options, units, round_of_ten, small_slices
):
    kind, ask = SHEETS[sheet], PrintAsk(sheet, base_url=BASE, **options)
    slices = kind.slices(round_of_ten, ask)
    assert sum(count for _ask, count in slices) == units and len(slices) == -(-units // 4)

    def printed_values(slice_ask):
        values = []
        for chunk in kind.pieces(round_of_ten, slice_ask):
            if chunk.stamps:
                values += [
                    value for stamp in chunk.stamps for value in sorted(map(str, stamp.items()))
                ]
            else:
                values += list(chunk.context.get("cards") or chunk.context["numbers"])
        return values

    assert [
        value for slice_ask, _count in slices for value in printed_values(slice_ask)
    ] == printed_values(ask)


@cases("sheet", "actas", "table_cards")
def test_the_slices_are_in_the_order_of_the_tables(sheet, round_of_ten, small_slices):
    matches = round_of_ten.matches
    matches.update(state=Match.State.WAITING, table=None)
    for number in range(2, 11):  # match 10 at table 1 … match 2 at table 9; match 1 waits
        matches.filter(number=number).update(state=Match.State.PLAYING, table=11 - number)
    slices = SHEETS[sheet].slices(round_of_ten, PrintAsk(sheet, base_url=BASE))
    asks = [PrintAsk.from_params(slice_ask.as_params()) for slice_ask, _count in slices]

    def tables():
        return [
            match.table
            for slice_ask in asks
            for match in requested_matches(round_of_ten, slice_ask)
        ]

    assert len(asks) == 3 and tables() == [1, 2, 3, 4, 5, 6, 7, 8, 9, None]
    matches.filter(number=1).update(state=Match.State.PLAYING, table=12)  # called after the order
    matches.filter(number=10).update(table=11)  # moved after the order: still printed once
    assert tables() == [11, 2, 3, 4, 5, 6, 7, 8, 9, 12]


@pytest.mark.slow
def test_the_emergency_packet_in_slices_equals_the_packet_in_one_piece(
    make_tournament, pilar, small_slices, messages
):
    hall = make_tournament(format="swiss", format_options={"rounds": 5}, tables=12)
    enter_invented(hall, pilar, 6, "gente")
    publish_round(round=open_next_round(stage=hall.stage, author=pilar), author=pilar)
    job = order_sheet(hall, pilar, "emergency")
    while run_next(messages):
        pass
    whole_pdf = Pdf()
    for chunk in SHEETS["emergency"].pieces(hall, PrintAsk("emergency", base_url=BASE)):
        chunk.lay_out(whole_pdf)
    expected_texts = [page.extract_text() for page in PdfReader(BytesIO(whole_pdf.write())).pages]
    texts = page_texts(job)
    # One unit for the sheets, three for unfinished actas, six for blank actas, one for the join.
    assert progress(job) == ("done", 11, 11)
    # Without the footer: its time may differ by a minute.
    assert [text.split("Impreso")[0] for text in texts] == [
        text.split("Impreso")[0] for text in expected_texts
    ]


def test_a_slice_of_removed_tables_is_left_out(round_of_ten, pilar, small_slices, messages):
    job = order_sheet(round_of_ten, pilar, "table_numbers")
    run_next(messages)
    round_of_ten.tables = 8
    round_of_ten.save()
    while run_next(messages):
        pass
    assert progress(job)[0] == "done" and len(page_texts(job)) == 4


def test_a_short_print_is_made_in_one_message(round_of_ten, pilar, messages):
    job = order_sheet(round_of_ten, pilar, "table_numbers")
    run_next(messages)
    assert (progress(job)[0], messages) == ("done", [])


def test_only_the_piece_whose_process_died_is_made_again(
    round_of_ten, pilar, small_slices, messages
):
    job = order_sheet(round_of_ten, pilar, "table_numbers")
    run_next(messages)
    repeated_message = messages[0]
    while run_next(messages):
        if repeated_message:
            messages.insert(0, repeated_message)  # Celery delivers it again
            repeated_message = None
    assert progress(job) == ("done", 13, 13) and len(page_texts(job)) == 6


def test_the_print_of_a_killed_worker_begins_again(round_of_ten, pilar, small_slices, messages):
    job = order_sheet(round_of_ten, pilar, "table_numbers")
    run_next(messages), run_next(messages)
    old_messages = list(messages)  # messages of the first attempt, which the broker delivers again
    messages.clear()
    Job.objects.filter(pk=job.pk).update(worker="celery@hall")
    assert tasks.take_up_jobs_of("celery@hall") == 1
    while run_next(messages):
        if old_messages:
            messages.insert(1, old_messages.pop(0))
    assert progress(job) == ("done", 13, 13) and len(page_texts(job)) == 6
    assert Job.objects.get(pk=job.pk).attempts == 2 and stored_pieces(job) == []


@cases("steps", 1, 2, 3)
def test_a_worker_killed_before_sending_the_next_piece_resumes_the_job_at_its_start(
    steps, round_of_ten, pilar, small_slices, messages, settings
):
    settings.TAPETE_FOLDER_QUEUE = False  # a real broker, which redelivers lost messages late
    job = order_sheet(round_of_ten, pilar, "table_numbers")
    for _number in range(steps):
        step = messages.pop(0)
        step.type.push_request(hostname="celery@hall")
        try:
            step.type.run(*step.args)
        finally:
            step.type.pop_request()
    messages.clear()
    assert progress(job)[0] == "running"
    assert tasks.take_up_jobs_of("celery@hall") == 1
    while run_next(messages):
        pass
    assert progress(job) == ("done", 13, 13) and len(page_texts(job)) == 6


def test_a_piece_that_kills_its_process_too_often_fails_the_job(
    round_of_ten, pilar, small_slices, messages
):
    job = order_sheet(round_of_ten, pilar, "table_numbers")
    run_next(messages), run_next(messages)
    task_failure.send(
        sender=tasks.make_piece, args=messages[0].args, exception=WorkerLostError("killed")
    )
    assert progress(job)[0] == "failed" and stored_pieces(job) == []
    assert "se ha interrumpido" in Job.objects.get(pk=job.pk).message
    while run_next(messages):
        pass
    assert progress(job)[0] == "failed"


def test_a_cancelled_print_leaves_no_file_and_stops_its_worker(
    round_of_ten, pilar, small_slices, messages
):
    job = order_sheet(round_of_ten, pilar, "table_numbers")
    run_next(messages), run_next(messages)
    assert len(stored_pieces(job)) == 1
    cancel_job(job=job)
    assert progress(job)[0] == "cancelled" and stored_pieces(job) == []
    while run_next(messages):
        pass
    assert progress(job)[0] == "cancelled" and not Job.objects.get(pk=job.pk).file
    with is_refused("job_over", status=409):
        cancel_job(job=job)
    new_job = start_again(job=Job.objects.get(pk=job.pk), author=pilar)
    while run_next(messages):
        pass
    assert progress(new_job)[0] == "done"


def test_a_slice_finished_after_the_cancellation_is_deleted(
    round_of_ten, pilar, small_slices, messages, monkeypatch
):
    job = order_sheet(round_of_ten, pilar, "table_numbers")
    run_next(messages)
    from scoring.prints import jobs

    lay_out = jobs._lay_out

    def lay_out_and_cancel(*arguments):
        piece = lay_out(*arguments)
        cancel_job(job=job)
        return piece

    monkeypatch.setattr(jobs, "_lay_out", lay_out_and_cancel)
    run_next(messages)
    while run_next(messages):
        pass
    assert progress(job)[0] == "cancelled" and stored_pieces(job) == []


def test_the_page_of_a_print_cancels_and_repeats_it(
    round_of_ten, pilar, small_slices, messages, client_as
):
    browser, job = client_as(pilar), order_sheet(round_of_ten, pilar, "table_numbers")
    run_next(messages), run_next(messages)
    address = f"/t/{round_of_ten.slug}/trabajos/{job.pk}/"
    page = browser.get(address).text
    assert "Preparando…" in page and "4 de 13" in page and f"{address}cancelar/" in page
    page = browser.post(f"{address}cancelar/", follow=True).text
    assert (
        "Cancelado" in page
        and "Pedirlo otra vez" in page
        and 'hx-trigger="every 400ms"' not in page
    )
    assert browser.post(f"{address}cancelar/").status_code == 302
    assert browser.post(f"{address}otra-vez/").status_code == 302


def test_only_a_user_who_may_see_a_print_may_cancel_it(
    round_of_ten, pilar, vecino, messages, client_as
):
    job = order_sheet(round_of_ten, pilar)
    address = f"/t/{round_of_ten.slug}/trabajos/{job.pk}/cancelar/"
    assert client_as(vecino).post(address).status_code == 403
    assert progress(job)[0] == "queued"


@pytest.mark.slow
def test_a_half_made_print_begins_again_after_an_anonymisation(
    round_of_ten, pilar, small_slices, messages
):
    job = order_sheet(round_of_ten, pilar, "table_cards")
    run_next(messages), run_next(messages)
    assert len(stored_pieces(job)) == 1
    names = round_of_ten.entries.get(number=1).names_for(EVERYTHING)
    anonymise_entries(tournament=round_of_ten, author=pilar, numbers=[1])
    assert stored_pieces(job) == [] and progress(job)[0] == "queued"
    while run_next(messages):
        pass
    assert progress(job)[0] == "done"
    first_page = page_texts(job)[0]
    assert [name for name in names if name in first_page] == []
