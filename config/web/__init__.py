"""How the site is served: a web server with the limits of a hall, in processes that come back.

    python -m config.web --listen 127.0.0.1:8000 --processes 4

is that of a server on the internet, behind its proxy; `config.home` is that of one's own machine.
"""
