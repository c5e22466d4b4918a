"""Long prints in pieces: put together in order, cancelled, taken up again."""

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
from tests.scoring.prints.printed import BASE, meet
from tests.worlds import world
from tournaments import tasks
from tournaments.jobs.services.jobs import cancel_job, start_again
from tournaments.jobs.work import FOLDER
from tournaments.models import Job, Match
from tournaments.names.audience import EVERYTHING

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass
class Chain:
    """The steps of a chain, added to what is sent; done in order, as Celery does them."""

    steps: tuple[Signature, ...]
    messages: list[Signature]

    def apply_async(self) -> None:
        self.messages.extend(self.steps)


@pytest.fixture
def sent(monkeypatch):
    """The messages sent, instead of a worker."""
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
def few(monkeypatch):
    """Slices of four."""
    monkeypatch.setattr(orders, "SLICE", 4)
    monkeypatch.setattr("scoring.prints.actas.SLICE", 4)
    monkeypatch.setattr("scoring.prints.emergency.SLICE", 4)


@world
def round_of_ten(casino, pairs):
    casino.tables = 12
    casino.save()
    meet(casino, pairs(casino, 20))
    return casino


def order(tournament, author, sheet="actas", **asked):
    return order_print(
        tournament=tournament, author=author, ask=PrintAsk(sheet, base_url=BASE, **asked)
    )


def row(job):
    return Job.objects.values_list("state", "done", "total").get(pk=job.pk)


def pieces(job):
    folder = f"{FOLDER}/{job.pk}"
    return default_storage.listdir(folder)[1] if default_storage.exists(folder) else []


def pages(job):
    job.refresh_from_db()
    return [page.extract_text() for page in PdfReader(BytesIO(job.file.read())).pages]


def work(sent):
    """Do what waits first; whether something did."""
    if not sent:
        return False
    step = sent.pop(0)
    step.type(*step.args)
    return True


@pytest.mark.slow
def test_each_piece_is_a_message_of_the_long_queue_and_says_how_far_it_is(
    round_of_ten, pilar, few, sent, settings
):
    job = order(round_of_ten, pilar)
    assert [step.options.get("queue") for step in sent] == [None]
    work(sent)
    assert {step.options["queue"] for step in sent} == {settings.TAPETE_LONG_QUEUE}
    seen = [(*row(job), len(pieces(job)))]
    while work(sent):
        seen.append((*row(job), len(pieces(job))))
    assert seen == [
        ("running", 0, 11, 0),
        ("running", 4, 11, 1),
        ("running", 8, 11, 2),
        ("running", 10, 11, 3),
        ("done", 11, 11, 0),
    ]
    text = pages(job)
    assert len(text) == 5
    codes = [f"R1P{number:03}" for number in range(1, 11)]
    found = " ".join(text)
    assert sorted(codes, key=found.index) == codes
    reader = PdfReader(BytesIO(Job.objects.get(pk=job.pk).file.read()))
    assert reader.root_object["/Lang"] == "es" and "Casino" in reader.metadata.title


@cases(
    "sheet, asked, units",
    ("actas", {"blank": 9}, 9),
    ("table_cards", {}, 10),
    ("receipts", {}, 20),
    ("badges", {}, 20),
    ("place_cards", {}, 20),
    ("table_numbers", {}, 12),
)
def test_the_slices_of_a_sheet_have_all_of_it_once(sheet, asked, units, round_of_ten, few):
    kind, ask = SHEETS[sheet], PrintAsk(sheet, base_url=BASE, **asked)
    slices = kind.slices(round_of_ten, ask)
    assert sum(count for _ask, count in slices) == units and len(slices) == -(-units // 4)

    def printed(one):
        found = []
        for chunk in kind.pieces(round_of_ten, one):
            if chunk.stamps:
                found += [
                    value for stamp in chunk.stamps for value in sorted(map(str, stamp.items()))
                ]
            else:
                found += list(chunk.context.get("cards") or chunk.context["numbers"])
        return found

    assert [value for one, _count in slices for value in printed(one)] == printed(ask)


@cases("sheet", "actas", "table_cards")
def test_the_tables_are_in_order_from_slice_to_slice(sheet, round_of_ten, few):
    matches = round_of_ten.matches
    matches.update(state=Match.State.WAITING, table=None)
    for number in range(2, 11):  # the last ones at the first tables; the first one waits
        matches.filter(number=number).update(state=Match.State.PLAYING, table=11 - number)
    slices = SHEETS[sheet].slices(round_of_ten, PrintAsk(sheet, base_url=BASE))
    asks = [PrintAsk.from_params(one.as_params()) for one, _count in slices]

    def tables():
        return [match.table for one in asks for match in requested_matches(round_of_ten, one)]

    assert len(asks) == 3 and tables() == [1, 2, 3, 4, 5, 6, 7, 8, 9, None]
    matches.filter(number=1).update(state=Match.State.PLAYING, table=12)  # called meanwhile
    matches.filter(number=10).update(table=11)  # and one moved: each is printed once all the same
    assert tables() == [11, 2, 3, 4, 5, 6, 7, 8, 9, 12]


@pytest.mark.slow
def test_the_packet_is_whole_in_slices(make_tournament, pilar, few, sent):
    hall = make_tournament(format="swiss", format_options={"rounds": 5}, tables=12)
    enter_invented(hall, pilar, 6, "gente")
    publish_round(round=open_next_round(stage=hall.stage, author=pilar), author=pilar)
    job = order(hall, pilar, "emergency")
    while work(sent):
        pass
    alone = Pdf()
    for chunk in SHEETS["emergency"].pieces(hall, PrintAsk("emergency", base_url=BASE)):
        chunk.lay_out(alone)
    wanted = [page.extract_text() for page in PdfReader(BytesIO(alone.write())).pages]
    found = pages(job)
    assert row(job) == ("done", 11, 11)  # the sheets, three left, six blank, and the end
    # The hour of the footer apart, which is another when a minute goes by between the two.
    assert [text.split("Impreso")[0] for text in found] == [
        text.split("Impreso")[0] for text in wanted
    ]


def test_a_slice_whose_tables_are_gone_is_left_out(round_of_ten, pilar, few, sent):
    job = order(round_of_ten, pilar, "table_numbers")
    work(sent)
    round_of_ten.tables = 8
    round_of_ten.save()
    while work(sent):
        pass
    assert row(job)[0] == "done" and len(pages(job)) == 4


def test_a_short_one_is_done_at_once(round_of_ten, pilar, sent):
    job = order(round_of_ten, pilar, "table_numbers")
    work(sent)
    assert (row(job)[0], sent) == ("done", [])


def test_a_piece_whose_process_dies_is_made_again_alone(round_of_ten, pilar, few, sent):
    job = order(round_of_ten, pilar, "table_numbers")
    work(sent)
    again = sent[0]
    while work(sent):
        if again:
            sent.insert(0, again)  # as Celery sends it again
            again = None
    assert row(job) == ("done", 13, 13) and len(pages(job)) == 6


def test_a_worker_that_is_killed_begins_the_print_again(round_of_ten, pilar, few, sent):
    job = order(round_of_ten, pilar, "table_numbers")
    work(sent), work(sent)
    late = list(sent)  # the messages of the first attempt, which the broker delivers again
    sent.clear()
    Job.objects.filter(pk=job.pk).update(worker="celery@hall")
    assert tasks.take_up_jobs_of("celery@hall") == 1
    while work(sent):
        if late:
            sent.insert(1, late.pop(0))
    assert row(job) == ("done", 13, 13) and len(pages(job)) == 6
    assert Job.objects.get(pk=job.pk).attempts == 2 and pieces(job) == []


@cases("steps", 1, 2, 3)
def test_a_worker_killed_before_it_has_sent_the_next_piece_finds_the_job_when_it_starts(
    steps, round_of_ten, pilar, few, sent, settings
):
    settings.TAPETE_FOLDER_QUEUE = False  # a broker that keeps the lost message for long
    job = order(round_of_ten, pilar, "table_numbers")
    for _number in range(steps):
        step = sent.pop(0)
        step.type.push_request(hostname="celery@hall")
        try:
            step.type.run(*step.args)
        finally:
            step.type.pop_request()
    sent.clear()
    assert row(job)[0] == "running"
    assert tasks.take_up_jobs_of("celery@hall") == 1
    while work(sent):
        pass
    assert row(job) == ("done", 13, 13) and len(pages(job)) == 6


def test_a_piece_that_brings_its_process_down_too_often_fails_the_job(
    round_of_ten, pilar, few, sent
):
    job = order(round_of_ten, pilar, "table_numbers")
    work(sent), work(sent)
    task_failure.send(
        sender=tasks.make_piece, args=sent[0].args, exception=WorkerLostError("killed")
    )
    assert row(job)[0] == "failed" and pieces(job) == []
    assert "se ha interrumpido" in Job.objects.get(pk=job.pk).message
    while work(sent):
        pass
    assert row(job)[0] == "failed"


def test_cancelled_it_leaves_nothing_and_its_worker_stops(round_of_ten, pilar, few, sent):
    job = order(round_of_ten, pilar, "table_numbers")
    work(sent), work(sent)
    assert len(pieces(job)) == 1
    cancel_job(job=job)
    assert row(job)[0] == "cancelled" and pieces(job) == []
    while work(sent):
        pass
    assert row(job)[0] == "cancelled" and not Job.objects.get(pk=job.pk).file
    with is_refused("job_over", status=409):
        cancel_job(job=job)
    again = start_again(job=Job.objects.get(pk=job.pk), author=pilar)
    while work(sent):
        pass
    assert row(again)[0] == "done"


def test_cancelled_while_a_slice_is_made_the_slice_is_thrown_away(
    round_of_ten, pilar, few, sent, monkeypatch
):
    job = order(round_of_ten, pilar, "table_numbers")
    work(sent)
    from scoring.prints import jobs

    lay_out = jobs._lay_out

    def and_somebody_cancels(*words):
        made = lay_out(*words)
        cancel_job(job=job)
        return made

    monkeypatch.setattr(jobs, "_lay_out", and_somebody_cancels)
    work(sent)
    while work(sent):
        pass
    assert row(job)[0] == "cancelled" and pieces(job) == []


def test_the_page_has_the_button_and_says_what_became_of_it(
    round_of_ten, pilar, few, sent, client_as
):
    browser, job = client_as(pilar), order(round_of_ten, pilar, "table_numbers")
    work(sent), work(sent)
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


def test_who_may_not_see_it_may_not_cancel_it(round_of_ten, pilar, vecino, sent, client_as):
    job = order(round_of_ten, pilar)
    address = f"/t/{round_of_ten.slug}/trabajos/{job.pk}/cancelar/"
    assert client_as(vecino).post(address).status_code == 403
    assert row(job)[0] == "queued"


@pytest.mark.slow
def test_nobody_forgotten_is_in_what_was_made_before(round_of_ten, pilar, few, sent):
    job = order(round_of_ten, pilar, "table_cards")
    work(sent), work(sent)
    assert len(pieces(job)) == 1
    gone = round_of_ten.entries.get(number=1).names_for(EVERYTHING)
    anonymise_entries(tournament=round_of_ten, author=pilar, numbers=[1])
    assert pieces(job) == [] and row(job)[0] == "queued"
    while work(sent):
        pass
    assert row(job)[0] == "done"
    first = pages(job)[0]
    assert [name for name in gone if name in first] == []
