"""docs/production.md, followed word by word in an empty machine, works and goes on working."""

import json
import os
import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.deploy.machine import ROOT, follow, missing
from tests.sizes import size

pytestmark = pytest.mark.faults
RUN_PACKAGES = re.compile(r'^RUN_PACKAGES="(.*)"', re.MULTILINE)


Facts = dict[str, Any]


def served_with_https_to_its_host_alone(found: Facts) -> None:
    assert found["home"] == [200, True]
    assert found["hsts"].startswith("max-age=")
    assert found["another host"] == 400
    assert found["readyz through nginx"] == 200  # asked from the machine itself


def a_sheet_is_printed_by_the_worker_of_a_user_without_a_home(found: Facts) -> None:
    assert found["print"]["state"] == "done", found["units"]
    assert found["print"]["starts"] == "%PDF-"
    assert found["print"]["owner"] == "tapete"
    assert found["schedule"] != []  # beat has written where it may
    assert found["written by the service"] == []  # and the code is as root left it


def what_dies_comes_back(found: Facts) -> None:
    assert found["pages without one process"] == [200] * 8
    assert found["a form without the process of what is saved"] == 403
    assert len(found["mains"]) == 4
    for unit, mains in found["mains"].items():
        assert len(set(mains)) == size(2, long=3), unit


def large_and_slow_bodies_stop_at_the_proxy(found: Facts) -> None:
    status, page = found["eleven megabytes, page"]
    assert (status, "ocupa más de 10 MB" in page) == (413, True)
    status, answer = found["eleven megabytes, answer"]
    assert (status, json.loads(answer)["error"]["code"]) == (413, "too_big")
    assert found["seconds beside forty that stop"] < 5


def pages_give_way_to_what_is_saved(found: Facts) -> None:
    acts, *pages = found["priorities"]
    assert {one - acts for one in pages} == {5}


def no_secret_of_a_link_is_written_down(found: Facts) -> None:
    assert (found["secrets in nginx"], found["secrets in the units"]) == (0, 0)
    assert found["stopped"] == 502
    assert found["doors in nginx"] >= 5  # the requests are there, without what opens


def the_copies_and_the_key_are_of_their_owner_alone(found: Facts) -> None:
    assert len(found["backups"]) == 2
    assert all(copy == ["tapete", "0o600"] for copy in found["backups"])
    assert found["key"] == "0o600"


def the_packages_of_the_page_are_those_of_dev(found: Facts) -> None:
    wanted = RUN_PACKAGES.search((ROOT / "dev").read_text())[1].split()
    assert set(wanted) - set(found["packages"]) == set()


PROMISES: list[Callable[[Facts], None]] = [
    served_with_https_to_its_host_alone,
    a_sheet_is_printed_by_the_worker_of_a_user_without_a_home,
    what_dies_comes_back,
    large_and_slow_bodies_stop_at_the_proxy,
    pages_give_way_to_what_is_saved,
    no_secret_of_a_link_is_written_down,
    the_copies_and_the_key_are_of_their_owner_alone,
    the_packages_of_the_page_are_those_of_dev,
]


def test_followed_word_by_word_it_serves_and_goes_on_serving(tmp_path, subtests):
    """One test, for two workers would follow the page twice."""
    if lacking := missing():
        reason = f"No copy of this machine can be made and served: {', '.join(lacking)} missing."
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    found = follow(tmp_path)
    for promise in PROMISES:
        with subtests.test(promise.__name__):
            promise(found)
