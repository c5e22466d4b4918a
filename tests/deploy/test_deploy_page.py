"""Tests of docs/production.md: its commands, typed on a copy of this machine, serve the site."""

import json
import os
import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.deploy.machine import ROOT, follow_page, missing_requirements
from tests.sizes import size

pytestmark = pytest.mark.faults
RUN_PACKAGES = re.compile(r'^RUN_PACKAGES="(.*)"', re.MULTILINE)


Facts = dict[str, Any]


def the_site_is_served_over_https_to_its_own_host_name_only(facts: Facts) -> None:
    assert facts["home"] == [200, True]
    assert facts["hsts"].startswith("max-age=")
    assert facts["another host"] == 400
    assert facts["readyz through nginx"] == 200  # asked from the machine itself


def a_worker_whose_user_has_no_home_prints_a_sheet(facts: Facts) -> None:
    assert facts["print"]["state"] == "done", facts["units"]
    assert facts["print"]["starts"] == "%PDF-"
    assert facts["print"]["owner"] == "tapete"
    assert facts["schedule"] != []  # beat has written its schedule in its own folder
    assert facts["written by the service"] == []  # no file of the code belongs to the service


def a_killed_process_starts_again(facts: Facts) -> None:
    assert facts["pages without one process"] == [200] * 8
    assert facts["a form without the process of what is saved"] == 403
    assert len(facts["mains"]) == 4
    for unit, mains in facts["mains"].items():
        assert len(set(mains)) == size(2, long=3), unit


def nginx_stops_large_and_slow_bodies(facts: Facts) -> None:
    status, page = facts["eleven megabytes, page"]
    assert (status, "ocupa más de 10 MB" in page) == (413, True)
    status, answer = facts["eleven megabytes, answer"]
    assert (status, json.loads(answer)["error"]["code"]) == (413, "too_big")
    assert facts["seconds beside forty that stop"] < 5


def page_processes_have_a_lower_priority_than_the_write_process(facts: Facts) -> None:
    acts, *pages = facts["priorities"]
    assert {priority - acts for priority in pages} == {5}


def no_log_holds_the_secret_of_a_link(facts: Facts) -> None:
    assert (facts["secrets in nginx"], facts["secrets in the units"]) == (0, 0)
    assert facts["stopped"] == 502
    assert facts["doors in nginx"] >= 5  # the requests are logged, with their secret cut off


def only_its_owner_can_read_the_backups_and_the_key(facts: Facts) -> None:
    assert len(facts["backups"]) == 2
    assert all(copy == ["tapete", "0o600"] for copy in facts["backups"])
    assert facts["key"] == "0o600"


def the_page_installs_every_package_that_dev_installs(facts: Facts) -> None:
    packages = RUN_PACKAGES.search((ROOT / "dev").read_text())[1].split()
    assert set(packages) - set(facts["packages"]) == set()


PROMISES: list[Callable[[Facts], None]] = [
    the_site_is_served_over_https_to_its_own_host_name_only,
    a_worker_whose_user_has_no_home_prints_a_sheet,
    a_killed_process_starts_again,
    nginx_stops_large_and_slow_bodies,
    page_processes_have_a_lower_priority_than_the_write_process,
    no_log_holds_the_secret_of_a_link,
    only_its_owner_can_read_the_backups_and_the_key,
    the_page_installs_every_package_that_dev_installs,
]


def test_a_site_installed_by_the_page_keeps_its_promises(tmp_path, subtests):
    """All promises share one test: otherwise two test workers would follow the page twice."""
    if lacking := missing_requirements():
        reason = f"No copy of this machine can be made and served: {', '.join(lacking)} missing."
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    facts = follow_page(tmp_path)
    for promise in PROMISES:
        with subtests.test(promise.__name__):
            promise(facts)
