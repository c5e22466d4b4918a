"""When the day will be over: the forecast, and the rehearsal."""
