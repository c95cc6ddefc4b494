"""The set-up works on a Python that lacks ensurepip, or pip as well, and says in one sentence when it cannot."""

import ensurepip
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.needs import ROOT

HIDE = """\
import os, sys

class Hidden:
    '''Finds what the path holds, except the modules a poorer Python would not have.'''
    def __init__(self, finder): self.finder = finder
    def __getattr__(self, name): return getattr(self.finder, name)
    def find_spec(self, name, path=None, target=None):
        return None if name in os.environ["HIDDEN"].split() else self.finder.find_spec(name, path, target)

if sys.prefix == sys.base_prefix:
    sys.meta_path[:] = [Hidden(one) if getattr(one, "__name__", "") == "PathFinder" else one for one in sys.meta_path]
"""

UV = """\
#!/bin/sh
echo "$@" >> "{log}"
if [ "$1" = venv ]; then exec "{python}" -m venv --without-pip "$5"; fi
"""

RUN = "import sys, setup_env; setup_env.PIP_FOLDERS = [setup_env.ROOT]; sys.exit(setup_env.main('empty.lock'))"


class Machine:
    """A checkout with nothing to install, and a Python from which modules can be hidden."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "checkout"
        self.tools = folder / "path"
        hide = folder / "hide"
        for path in (self.root / "tools", self.tools, hide):
            path.mkdir(parents=True)
        shutil.copy(ROOT / "tools/setup_env.py", self.root / "tools")
        (self.root / "empty.lock").write_text("# nothing\n")
        (hide / "sitecustomize.py").write_text(HIDE)
        self.environment = {
            "PATH": f"{self.tools}:/usr/bin:/bin",
            "PYTHONPATH": f"{hide}:{self.root / 'tools'}",
            "HOME": str(folder),
        }
        self.python = str(Path(getattr(sys, "_base_executable", sys.executable)))

    def set_up(self, hidden: str = "") -> subprocess.CompletedProcess[str]:
        environment = {**self.environment, "HIDDEN": hidden}
        command = [self.python, "-c", RUN]
        return subprocess.run(command, cwd=self.root, env=environment, capture_output=True, text=True, check=False)

    def lend_uv(self) -> Path:
        """Put something on the path that does as uv does; returns the log of what it was asked."""
        uv, log = self.tools / "uv", self.tools / "uv.log"
        uv.write_text(UV.format(log=log, python=self.python))
        uv.chmod(0o755)
        return log

    def stamped(self) -> bool:
        return (self.root / ".venv/.installed-empty.lock").is_file()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    if os.name == "nt":
        pytest.skip("the set-up is for machines with make")
    return Machine(tmp_path)


def test_once_and_again_when_the_lock_changes(machine: Machine) -> None:
    """And what cannot be installed leaves no stamp: the environment takes seconds to make, so one serves for all."""
    first = machine.set_up()
    assert first.returncode == 0, first.stderr
    assert "Making" in first.stdout
    assert machine.stamped()
    again = machine.set_up()
    assert (again.returncode, again.stdout) == (0, "")
    (machine.root / "empty.lock").write_text("# still nothing\n")
    changed = machine.set_up()
    assert "Installing" in changed.stdout
    assert "Making" not in changed.stdout

    (machine.root / ".venv/.installed-empty.lock").unlink()
    (machine.root / "empty.lock").write_text("./no-such-package\n")
    process = machine.set_up()
    assert process.returncode == 1
    assert "could not be installed" in process.stderr
    assert not machine.stamped()


def test_without_ensurepip_uv_does_it(machine: Machine) -> None:
    log = machine.lend_uv()
    process = machine.set_up(hidden="ensurepip")
    assert process.returncode == 0, process.stderr
    venv, install = log.read_text().splitlines()
    assert venv.startswith("venv ")
    assert install.startswith(f"pip install --python {machine.root / '.venv/bin/python'}")
    assert machine.stamped()


def test_without_ensurepip_the_pip_of_the_system_does_it(machine: Machine) -> None:
    if subprocess.run([machine.python, "-m", "pip", "--version"], capture_output=True, check=False).returncode:
        pytest.skip("the Python that runs these tests has no pip of its own")
    process = machine.set_up(hidden="ensurepip")
    assert process.returncode == 0, process.stderr
    assert machine.stamped()
    assert not list((machine.root / ".venv").glob("lib/*/site-packages/pip"))


def test_without_any_pip_a_wheel_of_it_does_it(machine: Machine) -> None:
    wheels = list(Path(ensurepip.__file__).parent.glob("_bundled/pip-*.whl"))
    wheels += list(Path("/usr/share/python-wheels").glob("pip-*.whl"))
    if not wheels:
        pytest.skip("the Python that runs these tests has no wheel of pip to lend")
    shutil.copy(wheels[0], machine.root)
    process = machine.set_up(hidden="ensurepip pip")
    assert process.returncode == 0, process.stderr
    assert machine.stamped()


def test_without_anything_one_sentence_names_the_package(machine: Machine) -> None:
    process = machine.set_up(hidden="ensurepip pip")
    assert process.returncode == 1
    assert "-venv (Debian, Ubuntu)" in process.stderr
    assert "Traceback" not in process.stderr
    assert not machine.stamped()


def test_a_broken_environment_is_made_anew(machine: Machine) -> None:
    (machine.root / ".venv/bin").mkdir(parents=True)
    (machine.root / ".venv/bin/python").symlink_to("/no/such/python")
    machine.lend_uv()
    process = machine.set_up(hidden="ensurepip")
    assert process.returncode == 0, process.stderr
    assert machine.stamped()
    result = subprocess.run([machine.root / ".venv/bin/python", "-c", ""], capture_output=True, check=False)
    assert result.returncode == 0, result.stderr
