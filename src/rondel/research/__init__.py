"""The laboratory: the games behind the doors that researchers use. `pip install 'rondel[research]'` opens them.

- `rondel.research.imperial_v1`, `struggle_v1`, `imperunde_v1`, `colonial_v1`: PettingZoo environments.
- `rondel.research.single`: one seat against bots, for Gymnasium.
- `rondel.research.spiel`: the games in OpenSpiel.
- `rondel.research.batch`: many games at once, into numpy arrays.
- `rondel.research.data`: played games as data sets.
"""
