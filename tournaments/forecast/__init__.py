"""¿Acabamos a la hora? A small simulation of the rest of the day: plain values, no clock.

`forecast(Ask)` plays the format to its end with random winners and then gives every match a
length, a few hundred times over; `fits` asks the same of many ways to play. All times are minutes
since an origin that whoever asks has chosen. `docs/forecast.md` says what is simulated and what
is assumed.
"""
