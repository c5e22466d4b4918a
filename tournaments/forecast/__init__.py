"""The rest of the day, simulated several times: plain values, in minutes.

`plan_stage` and `plan_unopened` say which rounds a stage has to play; `forecast` gives every match
a random length and a table. `docs/forecast.md` has the assumptions.
"""
