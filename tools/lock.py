"""Write the lock files from pyproject.toml: the versions pip picks today, for `pip install -r`.

    .venv/bin/python tools/lock.py

`requirements.lock` runs the bot; `requirements-postgresql.lock` runs it on PostgreSQL, too; `requirements-test.lock`
adds tests, benchmarks and lint.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LOCKS = {
    "requirements.lock": [],
    "requirements-postgresql.lock": ["postgresql"],
    "requirements-test.lock": ["postgresql", "test", "lint"],
}
HEADER = """\
# Exact versions for `pip install -r {name}`. Written by `python tools/lock.py` from pyproject.toml; do not edit.
# Python 3.13 and later add audioop-lts, which discord.py asks for there.
"""


def requirements(extras: list[str]) -> list[str]:
    """Return the requirements of pyproject.toml with these extras."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return [*project["dependencies"], *(line for extra in extras for line in project["optional-dependencies"][extra])]


def resolve(requirements: list[str]) -> list[str]:
    """Return the `name==version` lines that pip would install into an empty environment."""
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet", "--report", "-"]
    result = subprocess.run([*command, *requirements], check=True, stdout=subprocess.PIPE)
    report: dict[str, Any] = json.loads(result.stdout)
    pins = [(item["metadata"]["name"], item["metadata"]["version"]) for item in report["install"]]
    return [f"{name}=={version}" for name, version in sorted(pins, key=lambda pin: pin[0].lower())]


if __name__ == "__main__":
    for name, extras in LOCKS.items():
        lines = resolve(requirements(extras))
        (ROOT / name).write_text(HEADER.format(name=name) + "\n".join(lines) + "\n")
        print(f"{name}: {len(lines)} packages")
