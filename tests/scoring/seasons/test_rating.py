"""The rating of people: a guide, with its uncertainty."""

from scoring.seasons.rating import RatedMatch, ratings


def match(*sides, ranks=(1, 2)):
    return RatedMatch(tuple(tuple(side) for side in sides), ranks)


def test_who_wins_more_is_higher_and_more_matches_say_more():
    found = {one.person: one for one in ratings([match("AB", "CD")] * 6 + [match("CD", "EF")])}
    assert found["A"].level > found["C"].level
    assert found["A"].level == found["B"].level, "partners who always play together are alike"
    assert found["A"].uncertainty < found["E"].uncertainty
    assert (found["A"].matches, found["C"].matches, found["E"].matches) == (6, 7, 1)


def test_the_highest_sure_level_comes_first():
    order = [one.cautious for one in ratings([match("A", "B")] * 3 + [match("C", "B")])]
    assert order == sorted(order, reverse=True)


def test_a_draw_and_a_table_of_four_are_read():
    drawn = ratings([match("A", "B", ranks=(1, 1))])
    assert len({round(one.level, 9) for one in drawn}) == 1
    four = {one.person: one.level for one in ratings([match(*"ABCD", ranks=(1, 2, 3, 4))])}
    assert four["A"] > four["B"] > four["C"] > four["D"]


def test_a_match_that_cannot_be_is_left_out():
    assert ratings([match("A", "A"), match("A", ""), match("A", ranks=(1,))]) == ()
