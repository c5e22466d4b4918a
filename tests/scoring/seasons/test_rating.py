"""Tests of the ratings of people: level, uncertainty and order."""

from scoring.seasons.rating import RatedMatch, ratings


def rated_match(*sides, ranks=(1, 2)):
    return RatedMatch(tuple(tuple(side) for side in sides), ranks)


def test_wins_raise_the_level_and_matches_lower_the_uncertainty():
    rating_of = {
        rating.person: rating
        for rating in ratings([rated_match("AB", "CD")] * 6 + [rated_match("CD", "EF")])
    }
    assert rating_of["A"].level > rating_of["C"].level
    assert rating_of["A"].level == rating_of["B"].level, (
        "partners who always play together have one level"
    )
    assert rating_of["A"].uncertainty < rating_of["E"].uncertainty
    assert (rating_of["A"].matches, rating_of["C"].matches, rating_of["E"].matches) == (6, 7, 1)


def test_ratings_are_ordered_by_their_cautious_level():
    levels = [
        rating.cautious for rating in ratings([rated_match("A", "B")] * 3 + [rated_match("C", "B")])
    ]
    assert levels == sorted(levels, reverse=True)


def test_draws_and_tables_of_four_are_rated():
    ratings_after_draw = ratings([rated_match("A", "B", ranks=(1, 1))])
    assert len({round(rating.level, 9) for rating in ratings_after_draw}) == 1
    level_of = {
        rating.person: rating.level
        for rating in ratings([rated_match(*"ABCD", ranks=(1, 2, 3, 4))])
    }
    assert level_of["A"] > level_of["B"] > level_of["C"] > level_of["D"]


def test_an_impossible_match_is_not_rated():
    assert (
        ratings([rated_match("A", "A"), rated_match("A", ""), rated_match("A", ranks=(1,))]) == ()
    )
