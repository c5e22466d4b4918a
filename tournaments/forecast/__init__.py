"""The rest of the day, played out some times: plain values, in minutes from now.

`forecast` plays every stage to its end with winners and lengths by chance; `planned` asks it of a
stage that nobody has drawn. `docs/forecast.md` says what is assumed.
"""
