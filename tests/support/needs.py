"""What some tests need beside the project, and the plain sentence with which they are skipped where it is missing."""

import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
NOT_BESIDE = "not beside this checkout: "
"""How the reason of a skip begins that is allowed in CI too: a bare clone has nothing beside it."""

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def need_shared(name: str) -> Path:
    """Return a file or folder of `shared/` beside the project; skip the test where there is none."""
    path = ROOT.parent / "shared" / name
    if not path.exists():
        pytest.skip(f"{NOT_BESIDE}shared/{name}")
    return path


def found_chromium() -> str | None:
    """Return the Chromium that is installed here, or None."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def chromium() -> str:
    """Return the Chromium to drive; skip the test where none is installed (a failure in CI: see conftest.py)."""
    return found_chromium() or pytest.skip("no Chromium is installed here (Debian: the package chromium)")


def git() -> str:
    """Return the git to call; skip the test where none is installed (a failure in CI: see conftest.py)."""
    return shutil.which("git") or pytest.skip("no git is installed here")
