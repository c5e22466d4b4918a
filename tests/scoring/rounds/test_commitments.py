"""Tests of committed draws: the closed list, its secret and digest, and the word of the hall."""

import json
from dataclasses import asdict
from hashlib import sha256

import pytest
from django.db import IntegrityError, transaction

from scoring.rounds.selectors.commitments import list_changed
from scoring.rounds.services.commitments import close_list, new_secret, open_list
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.refusals import is_refused
from tests.rows import cases
from tests.scoring.rounds.committed_draws import (
    SITE,
    WORD,
    close_the_list,
    draw_with_the_word,
    equal_steps,
)
from tests.scoring.rounds.test_round_pages import visible_text
from tests.scoring.rounds.test_rounds import play_round
from tournaments.formats import knockout
from tournaments.formats.core import DrawError
from tournaments.models import AuditLine, DrawCommitment, Entry
from tournaments.names.audience import EVERYTHING
from tournaments.people.services.registering import reinstate, withdraw
from tournaments.rounds.services.drafts import discard_round


def test_the_digest_is_of_the_list_and_the_secret(commitment):
    sealed_text = f"{commitment.text}secreto: {commitment.secret}\n"
    assert commitment.digest == sha256(sealed_text.encode()).hexdigest()
    rules = asdict(knockout.Options(third_place=True))
    rules_in_json = json.dumps(rules, sort_keys=True, separators=(",", ":"))
    assert commitment.text.splitlines()[4:6] == [
        f"sistema: knockout {rules_in_json}",
        "1: Paco Gil · Luis Gil",
    ]
    assert len({new_secret() for _try in range(50)}) == 50
    assert len(commitment.secret.replace("-", "")) == 30


def test_the_seed_is_made_of_the_secret_and_the_word(commitment, casino, pilar):
    round = draw_with_the_word(casino, pilar, "  El   Gordo\t7142 ")
    commitment.refresh_from_db()
    assert (commitment.word, commitment.round) == (WORD, round)
    assert round.seed == sha256(f"{commitment.secret}|{WORD}".encode()).hexdigest()[:20]
    published_round = publish_round(round=round, author=pilar)
    assert equal_steps(published_round) == dict.fromkeys(
        ["commitment", "list", "seed", "draw", "hands"], True
    )


def test_a_later_round_by_lot_may_have_a_commitment(make_tournament, pairs, pilar):
    swiss = make_tournament(format="swiss", format_options={"rounds": 3})
    pairs(swiss, 7)
    first_round = publish_round(
        round=open_next_round(stage=swiss.stage, author=pilar), author=pilar
    )
    with pytest.raises(DrawError, match="round_unfinished"):
        close_the_list(swiss, pilar)
    play_round(first_round, pilar)
    assert close_the_list(swiss, pilar).round_number == 2
    second_round = publish_round(round=draw_with_the_word(swiss, pilar), author=pilar)
    assert all(equal_steps(second_round).values()) and second_round.number == 2


def test_a_draw_without_a_commitment_uses_the_seed_of_the_stage(casino, pairs, pilar):
    pairs(casino, 4)
    round = open_next_round(stage=casino.stage, author=pilar)
    assert round.seed == "tapete/1"
    assert equal_steps(publish_round(round=round, author=pilar)) == {"draw": True, "hands": True}


def test_a_new_list_supersedes_the_open_one(commitment, casino, pilar):
    new_list = close_list(stage=casino.stage, author=pilar, reason="faltaba uno")
    commitment.refresh_from_db()
    assert (commitment.is_open, new_list.is_open, commitment.reason) == (False, True, "faltaba uno")
    assert new_list.secret != commitment.secret and new_list.text == commitment.text
    with pytest.raises(IntegrityError), transaction.atomic():
        DrawCommitment.objects.create(stage=casino.stage, round_number=1)
    assert [line.act for line in AuditLine.objects.all()[:2]] == ["close_list"] * 2


@cases(
    "action, code",
    (
        lambda tournament, author: open_next_round(stage=tournament.stage, author=author),
        "list_closed",
    ),
    (lambda tournament, author: draw_with_the_word(tournament, author, " \u200b "), "text_missing"),
    (lambda tournament, author: draw_with_the_word(tournament, author, "x" * 81), "text_too_long"),
    (
        lambda tournament, author: open_list(stage=tournament.stage, author=author, reason=""),
        "text_missing",
    ),
)
def test_acts_that_an_open_list_refuses(commitment, casino, pilar, action, code):
    with is_refused(code):
        action(casino, pilar)
    commitment.refresh_from_db()
    assert commitment.is_open and not casino.stage.rounds.exists()


def test_acts_that_need_an_open_list_or_a_draw_by_lot_are_refused(casino, pairs, pilar):
    with pytest.raises(DrawError, match="too_few_entrants"):
        close_the_list(casino, pilar)
    pairs(casino, 5)
    for action in (
        lambda: draw_with_the_word(casino, pilar),
        lambda: open_list(stage=casino.stage, author=pilar, reason="x"),
    ):
        with is_refused("no_commitment"):
            action()
    first_round = open_next_round(stage=casino.stage, author=pilar)
    with is_refused("draft_exists"):
        close_the_list(casino, pilar)
    play_round(publish_round(round=first_round, author=pilar), pilar)
    with is_refused("nothing_by_lot"):
        close_the_list(casino, pilar)


def test_a_new_or_withdrawn_entry_changes_the_list(commitment, casino, pairs, pilar):
    leaves = casino.entries.get(number=3)
    withdraw(entry=leaves, author=pilar, reason="a casa")
    assert list_changed(commitment)
    with is_refused("list_changed"):
        draw_with_the_word(casino, pilar)
    reinstate(entry=leaves, author=pilar)
    assert not list_changed(commitment)
    pairs(casino, 1)
    assert list_changed(commitment)
    Entry.objects.filter(tournament=casino).update(state="withdrawn")
    assert list_changed(commitment)  # no entry is left to draw
    Entry.objects.filter(tournament=casino).update(state="entered")
    close_the_list(casino, pilar)
    assert draw_with_the_word(casino, pilar).sides.count() == 7


def test_a_reopened_list_allows_a_draw_without_a_commitment(commitment, casino, pilar):
    open_list(stage=casino.stage, author=pilar, reason="se hace tarde")
    assert open_next_round(stage=casino.stage, author=pilar).seed == "tapete/1"
    commitment.refresh_from_db()
    assert not commitment.is_told_to(EVERYTHING)


def test_the_commitment_of_a_discarded_draw_stays_public_with_its_secret(
    draft, commitment, casino, pilar, client_as
):
    discard_round(round=draft, author=pilar, reason="no nos gusta")
    commitment.refresh_from_db()
    page = visible_text(client_as(None).get(SITE + "sorteo/"))
    assert (
        commitment.secret in page and "Se descartó después de sortearla." in page and WORD in page
    )
