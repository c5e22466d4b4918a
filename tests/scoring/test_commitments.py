"""A draw nobody can have prepared: the list closed, the word, and who may see what when."""

import json
from contextlib import contextmanager
from hashlib import sha256
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction

from scoring.selectors.commitments import list_changed
from scoring.selectors.verification import verification
from scoring.services.actas import correct_acta
from scoring.services.commitments import close_list, draw_with_word, new_secret, open_list
from scoring.services.rounds import open_next_round, place_late_entry, publish_round, redraw_round
from tests.api.conftest import Api
from tests.scoring.test_prints import sheet_pages
from tests.scoring.test_prints import words as printed
from tests.scoring.test_round_pages import _queries, words
from tests.scoring.test_rounds import play_round
from tournaments.formats.core import DrawError
from tournaments.models import AuditLine, DrawCommitment, Entry
from tournaments.refusal import Refused
from tournaments.services.draws import discard_round, swap_entries
from tournaments.services.entries import reinstate, withdraw

T = "/t/casino-de-calamocha/"
WORD = "El Gordo 7142"


def close(tournament, author) -> DrawCommitment:
    return close_list(stage=tournament.stage, author=author)


def say(tournament, author, word=WORD):
    return draw_with_word(stage=tournament.stage, author=author, word=word)


@contextmanager
def refused(code: str):
    with pytest.raises(Refused) as found:
        yield
    assert found.value.code == code


def equal(round) -> dict[str, bool]:
    return {step.key: step.equal for step in verification(round).steps}


@pytest.fixture
def closed(casino, pairs, pilar) -> DrawCommitment:
    """6 pairs on a list closed by Pilar."""
    pairs(casino, 6)
    return close(casino, pilar)


@pytest.fixture
def drawn(closed, casino, pilar):
    return say(casino, pilar)


@pytest.fixture
def published(drawn, pilar):
    return publish_round(round=drawn, author=pilar)


# --- Closing and drawing ------------------------------------------------------------------------
def test_the_commitment_is_of_the_list_and_the_secret(closed):
    sealed = f"{closed.text}secreto: {closed.secret}\n"
    assert closed.digest == sha256(sealed.encode()).hexdigest()
    assert closed.text.splitlines()[4:6] == [
        'sistema: knockout {"third_place":true}',
        "1: Paco Gil · Luis Gil",
    ]
    assert len({new_secret() for _ in range(50)}) == 50
    assert len(closed.secret.replace("-", "")) == 30


def test_the_seed_is_made_of_both_and_the_round_drawn_from_it(closed, casino, pilar):
    round = say(casino, pilar, "  El   Gordo\t7142 ")
    closed.refresh_from_db()
    assert (closed.word, closed.round) == (WORD, round)
    assert round.seed == sha256(f"{closed.secret}|{WORD}".encode()).hexdigest()[:20]
    published = publish_round(round=round, author=pilar)
    assert equal(published) == dict.fromkeys(["commitment", "list", "seed", "draw", "hands"], True)


def test_a_later_round_drawn_by_lot(make_tournament, pairs, pilar):
    swiss = make_tournament(format="swiss", format_options={"rounds": 3})
    pairs(swiss, 7)
    first = publish_round(round=open_next_round(stage=swiss.stage, author=pilar), author=pilar)
    with pytest.raises(DrawError, match="round_unfinished"):
        close(swiss, pilar)
    play_round(first, pilar)
    assert close(swiss, pilar).round_number == 2
    second = publish_round(round=say(swiss, pilar), author=pilar)
    assert all(equal(second).values()) and second.number == 2


def test_the_quick_draw_is_as_it_was(casino, pairs, pilar):
    pairs(casino, 4)
    round = open_next_round(stage=casino.stage, author=pilar)
    assert round.seed == "tapete/1"
    assert equal(publish_round(round=round, author=pilar)) == {"draw": True, "hands": True}


def test_there_is_one_open_list_and_the_one_before_stays(closed, casino, pilar):
    again = close_list(stage=casino.stage, author=pilar, reason="faltaba uno")
    closed.refresh_from_db()
    assert (closed.is_open, again.is_open, closed.reason) == (False, True, "faltaba uno")
    assert again.secret != closed.secret and again.text == closed.text
    with pytest.raises(IntegrityError), transaction.atomic():
        DrawCommitment.objects.create(stage=casino.stage, round_number=1)
    assert [line.act for line in AuditLine.objects.all()[:2]] == ["close_list"] * 2


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (lambda t, who: open_next_round(stage=t.stage, author=who), "list_closed"),
        (lambda t, who: say(t, who, " \u200b "), "text_missing"),
        (lambda t, who: say(t, who, "x" * 81), "text_too_long"),
        (lambda t, who: open_list(stage=t.stage, author=who, reason=""), "text_missing"),
    ],
)
def test_what_is_refused_while_it_is_open(closed, casino, pilar, act, code):
    with refused(code):
        act(casino, pilar)
    closed.refresh_from_db()
    assert closed.is_open and not casino.stage.rounds.exists()


def test_what_is_refused_without_one(casino, pairs, pilar):
    with pytest.raises(DrawError, match="too_few_entrants"):
        close(casino, pilar)
    pairs(casino, 5)
    for act in (
        lambda: say(casino, pilar),
        lambda: open_list(stage=casino.stage, author=pilar, reason="x"),
    ):
        with refused("no_commitment"):
            act()
    first = open_next_round(stage=casino.stage, author=pilar)
    with refused("draft_exists"):
        close(casino, pilar)
    play_round(publish_round(round=first, author=pilar), pilar)
    with refused("nothing_by_lot"):
        close(casino, pilar)


def test_who_comes_or_leaves_asks_for_another_list(closed, casino, pairs, pilar):
    leaves = casino.entries.get(number=3)
    withdraw(entry=leaves, author=pilar, reason="a casa")
    assert list_changed(closed)
    with refused("list_changed"):
        say(casino, pilar)
    reinstate(entry=leaves, author=pilar)
    assert not list_changed(closed)
    pairs(casino, 1)
    assert list_changed(closed)
    Entry.objects.filter(tournament=casino).update(state="withdrawn")
    assert list_changed(closed)  # nobody is left to draw
    Entry.objects.filter(tournament=casino).update(state="entered")
    close(casino, pilar)
    assert say(casino, pilar).sides.count() == 7


def test_a_list_taken_back_leaves_the_quick_draw(closed, casino, pilar):
    open_list(stage=casino.stage, author=pilar, reason="se hace tarde")
    assert open_next_round(stage=casino.stage, author=pilar).seed == "tapete/1"
    closed.refresh_from_db()
    assert not closed.told


def test_a_draw_thrown_away_stays_listed_with_its_secret(drawn, closed, casino, pilar, client_as):
    discard_round(round=drawn, author=pilar, reason="no nos gusta")
    closed.refresh_from_db()
    page = words(client_as(None).get(T + "sorteo/"))
    assert closed.secret in page and "Se descartó después de sortearla." in page and WORD in page


# --- Who sees what ------------------------------------------------------------------------------
PUBLIC = ["", "sorteo/", "sorteo/lista.txt", "emparejamientos/", "clasificacion/", "cuadro/"]
LISTED = ["rondas/", "sorteo/"]
OWN = ["rondas/", "panel/", "historial/", "imprimir/", "inscripciones/"]
API = ["", "commitments/", "rounds/", "rounds/1/", "audit/", "entries/"]


def everything(client_as, pilar, round_drawn) -> dict[str, str]:
    """All that anybody can read of the tournament, the organiser included."""
    told = {}
    for user in (None, pilar):
        browser, api = client_as(user), Api(user)
        own = [*OWN, "rondas/1/", "rondas/1/ceremonia/"] if round_drawn else OWN
        for path in [*PUBLIC, *own]:
            told[f"{user} {path}"] = browser.get(T + path).content.decode()
        for path in API:
            answer = api.get(f"tournaments/casino-de-calamocha/{path}")
            told[f"{user} api {path}"] = json.dumps(json.loads(answer.content))
    audit = AuditLine.objects.values_list("subject", "before", "after", "reason")
    return {**told, "audit": json.dumps(list(audit))}


def test_nobody_reads_the_secret_before_the_draw_is_public(
    closed, casino, pilar, client_as, settings
):
    before = everything(client_as, pilar, False)
    assert [where for where, text in before.items() if closed.secret in text] == []
    assert (
        closed.digest in before["None sorteo/"] and closed.text in before["None sorteo/lista.txt"]
    )
    drawn = say(casino, pilar)
    draft = everything(client_as, pilar, True)
    assert [where for where, text in draft.items() if closed.secret in text] == []
    # Nor the seed, with which the secret would not be missed.
    public = {where for where, text in draft.items() if drawn.seed in text and where[:4] == "None"}
    assert public == set()
    publish_round(round=drawn, author=pilar)
    browser = client_as(None)
    for path in ("sorteo/", "sorteo/lista.txt", "ronda/1/", "ronda/1/comprobar/"):
        assert closed.secret in browser.get(T + path).content.decode(), path


def test_support_does_not_read_it_either(closed, client_as, django_user_model):
    support = client_as(django_user_model.objects.create_superuser("soporte"))
    for path in ("", f"{closed.pk}/change/"):
        page = support.get(f"/admin/tournaments/drawcommitment/{path}").content.decode()
        assert closed.digest in page and closed.secret not in page


def test_the_file_is_what_sha256sum_asks_for(published, closed, client_as):
    answer = client_as(None).get(T + "sorteo/lista.txt", {"compromiso": closed.digest})
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert sha256(answer.content).hexdigest() == closed.digest
    assert client_as(None).get(T + "sorteo/lista.txt", {"compromiso": "0" * 64}).status_code == 404


# --- Pages --------------------------------------------------------------------------------------
def test_the_whole_way_in_the_browser(casino, pairs, pilar, client_as):
    pairs(casino, 6)
    browser = client_as(pilar)
    assert "Sortear a la vista de la sala" in words(browser.get(T + "rondas/"))
    assert browser.post(T + "rondas/cerrar/").url == T + "rondas/"
    page = words(browser.get(T + "rondas/"))
    assert "Lista cerrada para la ronda 1" in page and "Sortear la ronda 1" not in page
    assert "su compromiso es público" in words(client_as(None).get(T))
    wrong = browser.post(T + "rondas/palabra/", {"word": "x\x00"})
    assert wrong.status_code == 400
    answer = browser.post(T + "rondas/palabra/", {"word": WORD})
    assert answer.url == T + "rondas/1/"
    assert WORD in words(browser.get(T + "rondas/1/"))
    again = browser.post(T + "rondas/palabra/", {"word": WORD})
    assert again.status_code == 409 and "No hay ninguna lista cerrada." in words(again)


def test_the_page_asks_for_another_list(closed, casino, pairs, pilar, client_as):
    pairs(casino, 1)
    browser = client_as(pilar)
    page = words(browser.get(T + "rondas/"))
    assert "La lista ha cambiado desde que se cerró" in page and "Sortear con esta" not in page
    assert "La lista ha cambiado después de cerrarse" in words(client_as(None).get(T + "sorteo/"))
    assert browser.post(T + "rondas/palabra/", {"word": WORD}).status_code == 409
    browser.post(T + "rondas/cerrar/")
    public = words(client_as(None).get(T + "sorteo/"))
    assert "Sustituida: no vale." in public and "Motivo: La lista ha cambiado." in public
    assert browser.post(T + "rondas/reabrir/", {"reason": "mañana"}).status_code == 302
    assert casino.stage.commitments.filter(superseded_at__isnull=False).count() == 2


def test_only_the_organiser_closes_and_draws(closed, client_as, chema, raul, vecino):
    for user in (chema, raul, vecino):
        browser = client_as(user)
        for path in ("cerrar/", "reabrir/", "palabra/"):
            assert browser.post(T + f"rondas/{path}", {"word": "a"}).status_code == 403
        answer = Api(user).post("tournaments/casino-de-calamocha/commitments/word/", {"word": "a"})
        assert answer.status_code == 403


def test_the_printed_list_has_all_but_the_secret(closed, casino, pilar):
    text = printed(sheet_pages(casino, "commitment"))
    digits = closed.digest
    assert all(digits[at : at + 8] in text for at in range(0, 64, 8))
    assert all(line in text for line in closed.text.splitlines())
    assert closed.secret not in text
    say(casino, pilar)
    with refused("no_commitment"):
        sheet_pages(casino, "commitment")


# --- The API ------------------------------------------------------------------------------------
def test_the_same_by_the_api(casino, pairs, pilar):
    pairs(casino, 6)
    api, path = Api(pilar), "tournaments/casino-de-calamocha/"
    made = api.post(f"{path}commitments/")
    assert made.status_code == 201
    assert (made.json()["state"], made.json()["secret"], made.json()["changed"]) == (
        "open", "", False
    )  # fmt: skip
    error = api.post(f"{path}rounds/").json()["error"]
    assert error["code"] == "list_closed"
    api.post(f"{path}commitments/", {"reason": "otra"})
    drawn = api.post(f"{path}commitments/word/", {"word": WORD})
    assert (drawn.status_code, drawn.json()["state"]) == (201, "draft")
    assert api.get(f"{path}rounds/1/check/").status_code == 404
    api.post(f"{path}rounds/1/publish/")
    told = Api(None).get(f"{path}rounds/1/check/").json()
    assert told["equal"] and [step["key"] for step in told["steps"]] == [
        "commitment", "list", "seed", "draw", "hands"
    ]  # fmt: skip
    first, second = Api(None).get(f"{path}commitments/").json()["results"]
    assert (first["state"], first["word"], second["state"]) == ("opened", WORD, "superseded")
    assert first["secret"] and not second["secret"]
    nothing = api.post(f"{path}commitments/reopen/", {"reason": "x"})
    assert nothing.json()["error"]["code"] == "no_commitment"


# --- Tampering ----------------------------------------------------------------------------------
def test_another_list_or_secret_or_word_is_found_out(published, closed):
    closed.refresh_from_db()
    for field, value, wrong in (
        ("text", closed.text.replace("Paco", "Pepe"), {"commitment"}),
        ("text", closed.text.replace("6: ", "7: "), {"commitment", "list"}),
        ("secret", closed.secret[::-1], {"commitment", "seed"}),
        ("word", "otra", {"seed"}),
    ):
        DrawCommitment.objects.filter(pk=closed.pk).update(**{field: value})
        assert {key for key, same in equal(published).items() if not same} == wrong
        DrawCommitment.objects.filter(pk=closed.pk).update(**{field: getattr(closed, field)})
    assert all(equal(published).values())


def test_another_draw_is_found_out(published, client_as):
    drawn = published.report["drawn"]
    drawn[0][1], drawn[2][1] = drawn[2][1], drawn[0][1]
    published.save()
    assert not equal(published)["draw"]
    page = words(client_as(None).get(T + "ronda/1/comprobar/"))
    assert "No todo coincide con lo publicado" in page and "Tapete: no coincide" in page


def test_a_hand_in_the_matches_is_found_out_and_a_published_swap_is_not(drawn, pilar, client_as):
    first, second = (
        match.entries[0] for match in drawn.matches.exclude(state="bye").order_by("position")[:2]
    )
    swap_entries(round=drawn, author=pilar, first=first, second=second, reason="son hermanos")
    published = publish_round(round=drawn, author=pilar)
    assert all(equal(published).values())
    assert "son hermanos" in words(client_as(None).get(T + "ronda/1/comprobar/"))
    published.swaps.all().delete()
    assert not equal(published)["hands"]


def test_who_came_late_is_no_hand_in_secret(published, casino, pairs, pilar, client_as):
    (late,) = pairs(casino, 1)
    place_late_entry(entry=late, author=pilar)
    published.refresh_from_db()
    assert all(equal(published).values())
    page = words(client_as(None).get(T + "ronda/1/comprobar/"))
    assert "El 7 llegó tarde" in page


def test_a_result_corrected_later_explains_another_draw(make_tournament, pairs, pilar, client_as):
    swiss = make_tournament(format="swiss", format_options={"rounds": 3}, name="Suizo")
    pairs(swiss, 8)
    first = publish_round(round=open_next_round(stage=swiss.stage, author=pilar), author=pilar)
    play_round(first, pilar)
    publish_round(round=open_next_round(stage=swiss.stage, author=pilar), author=pilar)
    match = first.matches.get(number=1)
    lines = ["coto 1-3", "coto 1-3"]
    correct_acta(match=match, author=pilar, lines=lines, reason="al revés", version=1)
    page = words(client_as(None).get("/t/suizo/ronda/2/comprobar/"))
    assert "se corrigió algún resultado" in page


def test_a_word_is_safe_in_a_shell(casino, pairs, pilar, client_as):
    pairs(casino, 4)
    close(casino, pilar)
    publish_round(round=say(casino, pilar, "o'clock $(reboot)"), author=pilar)
    page = words(client_as(None).get(T + "ronda/1/comprobar/"))
    assert """--word 'o'"'"'clock $(reboot)'""" in page


def test_the_pages_cost_the_same_for_4_and_for_40(make_tournament, pairs, pilar, client_as):
    costs = []
    for name, count in (("Pocas", 4), ("Muchas", 40)):
        tournament = make_tournament(name=name)
        pairs(tournament, count)
        close(tournament, pilar)
        costs.append([_queries(client_as(pilar), f"/t/{name.lower()}/{path}") for path in LISTED])
        publish_round(round=say(tournament, pilar), author=pilar)
        costs[-1].append(_queries(client_as(None), f"/t/{name.lower()}/ronda/1/comprobar/"))
    assert costs[0] == costs[1] and max(costs[0]) < 40, costs


def test_a_draw_again_with_another_seed_is_told(drawn, pilar, client_as):
    redraw_round(round=drawn, author=pilar, seed="a mi gusto")
    published = publish_round(round=drawn, author=pilar)
    assert [key for key, same in equal(published).items() if not same] == ["seed"]
    page = words(client_as(None).get(T + "ronda/1/comprobar/"))
    assert "Se volvió a sortear con otra semilla." in page


# --- The command --------------------------------------------------------------------------------
def command(**said: str) -> tuple[str, int]:
    out = StringIO()
    try:
        call_command("draw", "casino-de-calamocha", 1, stdout=out, **said)
    except SystemExit as exit:
        return out.getvalue(), exit.code
    return out.getvalue(), 0


def test_the_command_repeats_what_was_printed_and_said(published, closed):
    told, status = command(secret=closed.secret, word=WORD)
    assert status == 0 and closed.digest in told
    assert "La semilla sale del secreto y de la palabra." in told
    assert "El sorteo coincide con el publicado." in told
    assert command()[1] == 0
    told, status = command(secret=closed.secret, word="otra")
    assert status == 1 and "sale otra semilla" in told
    told, status = command(secret="inventado", word=WORD)
    assert status == 1 and "Ningún compromiso" in told
