"""A simulation of the rest of the day: plain values, in minutes since an origin of the caller.

`forecast(Ask)` plays the format to its end with random winners and gives every match a length;
`fits` asks it of many ways to play. `docs/forecast.md` says what is assumed.
"""
