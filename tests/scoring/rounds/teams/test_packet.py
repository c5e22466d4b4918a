"""Test of the emergency packet of a league of teams."""

from tests.scoring.prints.test_emergency import contents, stamped_values


def test_each_board_of_the_coming_dates_has_a_blank_acta_with_both_teams(league, date):
    titles, missing = contents(league)
    assert missing == {} and "Calendario" in titles
    blank_rounds = stamped_values(league, "round")[3:]
    assert blank_rounds == [f"Ronda {number} · Encuentro _____" for number in (2, 2, 2, 3, 3, 3)]
    numbers = list(
        zip(stamped_values(league, "A.number"), stamped_values(league, "B.number"), strict=True)
    )[3:]
    assert numbers[0] == numbers[1] == numbers[2] and set(numbers[0]) < {"1", "2", "3"}
