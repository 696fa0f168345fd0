"""The examples run, and what they teach is learnt."""

from __future__ import annotations

import numpy as np
import pytest

from examples import linear_self_play as linear


@pytest.mark.slow
def test_linear_self_play_beats_random_play() -> None:
    weights = linear.learn("struggle", 3, rounds=6, steps=1200, size=8, rate=0.5, seed=1)
    nothing = np.zeros_like(weights)
    before, after = (
        sum(linear.win_share("struggle", 3, each, 1200, 8, seed)[0] for seed in (2, 3)) / 2
        for each in (nothing, weights)
    )
    assert after > before + 0.1


def test_probabilities_are_of_legal_actions_alone() -> None:
    weights = np.array([0.0, 5.0, 1.0, 1.0])
    assert linear.probabilities(weights, [2, 3]).tolist() == [0.5, 0.5]
