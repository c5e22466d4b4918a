"""The rest of the day, simulated several times: plain values, in minutes.

`plan_stage` and `unopened_situation` give the rounds that a stage still has to play; `forecast`
gives every match a random length and a table. `docs/forecast.md` has the assumptions.
"""
