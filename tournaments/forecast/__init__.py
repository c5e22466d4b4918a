"""The rest of the day, simulated several times: plain values, in minutes from now.

`forecast` plays every stage to its end with random winners and lengths. `planned` makes the request
for a stage without a draw. `docs/forecast.md` has the assumptions.
"""
