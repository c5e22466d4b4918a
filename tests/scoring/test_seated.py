"""Where numbers are among others: by a table where they are close together, by search where not."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scoring.standings.seated import places_of

CLOSE = st.integers(1, 60)
FAR = st.integers(1, 2**40)


@given(
    known=st.one_of(st.sets(CLOSE), st.sets(FAR), st.sets(st.one_of(CLOSE, FAR))),
    asked=st.lists(st.one_of(CLOSE, FAR)),
    data=st.data(),
)
def test_each_is_found_or_one_past_the_end(known, asked, data):
    mixed = data.draw(st.permutations(sorted(known)))
    asked = [*asked, *mixed]
    places = {number: place for place, number in enumerate(mixed)}
    found = places_of(np.array(mixed, dtype=np.int64), np.array(asked, dtype=np.int64))
    assert found.tolist() == [places.get(number, len(mixed)) for number in asked]
