"""CI can fail: a skipped test is a failure there, and tests cannot reach out to other machines."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.needs import NOT_BESIDE, ROOT

CONFTEST = "from tests.conftest import pytest_make_collect_report, pytest_runtest_makereport\n"
CASES = {
    "skipped inside": "import pytest\n\ndef test_it():\n    pytest.skip('no browser')\n",
    "skipped by mark": "import pytest\n\n@pytest.mark.skip(reason='later')\ndef test_it(): pass\n",
    "skipped module": "import pytest\n\npytest.importorskip('no_such_module')\n\ndef test_it(): pass\n",
}


def run(folder: Path, body: str, ci: str) -> subprocess.CompletedProcess[str]:
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / "test_sample.py").write_text(body)
    environment = {**os.environ, "CI": ci, "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": ""}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", str(folder)]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", CASES)
def test_a_skip_fails_in_ci(name: str, tmp_path: Path) -> None:
    process = run(tmp_path, CASES[name], "true")
    assert process.returncode != 0, process.stdout
    assert "Nothing is skipped in CI" in process.stdout


def test_a_skip_is_a_skip_elsewhere(tmp_path: Path) -> None:
    process = run(tmp_path, CASES["skipped inside"], "")
    assert process.returncode == 0, process.stdout
    assert "1 skipped" in process.stdout


def test_a_bare_clone_may_lack_what_is_beside_it(tmp_path: Path) -> None:
    process = run(tmp_path, f"import pytest\n\ndef test_it():\n    pytest.skip({NOT_BESIDE!r} 'shared/x')\n", "true")
    assert process.returncode == 0, process.stdout


def test_no_test_reaches_another_machine() -> None:
    with socket.socket() as plug, pytest.raises(PermissionError, match="this machine only"):
        plug.connect(("192.0.2.1", 80))
