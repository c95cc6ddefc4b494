"""Who may talk to the stand-in: whoever calls this machine by one of its own names, and nobody else."""

import pytest

from sandbox.server.hosts import is_ours
from tests.sandbox.wire import Wire


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8420", "localhost", "LOCALHOST:80", "[::1]", "[::1]:8420"])
def test_the_names_of_this_machine(host: str) -> None:
    assert is_ours(host)


@pytest.mark.parametrize(
    "host", ["", "evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8420", "10.0.0.1", "[", "a@evil"]
)
def test_other_names(host: str) -> None:
    assert not is_ours(host)


@pytest.mark.parametrize("path", ["/", "/sandbox/state", "/api/v10/gateway", "/sandbox/events"])
async def test_a_page_of_another_site_is_refused(wire: Wire, path: str) -> None:
    url = wire.sandbox.base + path
    async with wire.session.get(url, headers={"Host": "evil.example:8420"}) as answer:
        assert answer.status == 403
    async with wire.session.get(url) as answer:
        assert answer.status != 403
