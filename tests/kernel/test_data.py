"""Small helpers of the data that every game is made of."""

from hypothesis import given
from hypothesis import strategies as st

from rondel.kernel.data import FEW, bits, filled


@given(st.dictionaries(st.integers(0, 400), st.integers(1, 255), max_size=2 * FEW), st.integers(0, 50))
def test_the_filled_places_of_a_list_whether_few_or_many(full: dict[int, int], beyond: int) -> None:
    counts = bytearray(max(full, default=0) + 1 + beyond)
    for place, number in full.items():
        counts[place] = number
    assert list(filled(counts)) == sorted(full)


@given(st.sets(st.integers(0, 100)))
def test_the_bits_of_a_mask_lowest_first(places: set[int]) -> None:
    assert bits(sum(1 << place for place in places)) == sorted(places)
