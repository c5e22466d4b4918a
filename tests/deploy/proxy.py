"""nginx with the shipped `deploy/nginx.conf`, in front of a site on this machine."""

import re
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.deploy.machine import ROOT, nginx
from tests.programs import free_port

MAIN = """
daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/a; uwsgi_temp_path {folder}/b; scgi_temp_path {folder}/c;
    {conf}
}}
"""


@contextmanager
def serve(folder: Path, site: int, **changes: str) -> Iterator[str]:
    """Run nginx without TLS in front of the site on port `site`; yield the address of nginx.

    Each name in `changes` is a text of the configuration, and its value replaces the text.
    """
    port = free_port()
    conf = (ROOT / "deploy/nginx.conf").read_text()
    conf = conf.replace("listen 443 ssl http2", f"listen 127.0.0.1:{port}")
    conf = conf.replace("listen 80;", f"listen 127.0.0.1:{free_port()};")
    conf = re.sub(r"^.*(listen \[::\]|ssl_).*$", "", conf, flags=re.MULTILINE)
    conf = re.sub(r"127\.0\.0\.1:800[01]", f"127.0.0.1:{site}", conf)
    conf = conf.replace("/var/cache", str(folder)).replace("/var/log/nginx", str(folder))
    for text, replacement in changes.items():
        conf = conf.replace(text, replacement)
    (folder / "nginx.conf").write_text(MAIN.format(folder=folder, conf=conf))
    process = subprocess.Popen([str(nginx()), "-p", folder, "-c", folder / "nginx.conf"])
    try:
        url = f"http://127.0.0.1:{port}"
        _wait_for_nginx(process, url)
        yield url
    finally:
        process.terminate()
        process.wait()


def _wait_for_nginx(process: subprocess.Popen[bytes], url: str) -> None:
    for _attempt in range(100):
        assert process.poll() is None
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("nginx does not answer.")
