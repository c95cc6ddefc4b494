"""Make `.venv` and install a lock file's packages; do nothing if that is done.

    python3 tools/setup_env.py requirements.lock

Python 3.7 hands over to a later one. Without ensurepip it uses uv or pip, or says what is missing.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin/python"
OLDEST = (3, 11)
PIP_FOLDERS = [ROOT, ROOT / "tools", Path("/usr/share/python-wheels"), Path("/usr/local/share/python-wheels")]
"""Where pip's zipapp and wheels are looked for, besides the folders PIP_FIND_LINKS names."""


class CannotSetUp(Exception):
    """Nothing can be installed; the message is the sentence for the person at the keyboard."""


def succeeds(*command: object) -> bool:
    """Whether a command runs and ends well; its output is of no interest."""
    try:
        result = subprocess.run([str(word) for word in command], capture_output=True, check=False)
    except OSError:
        return False
    return result.returncode == 0


def has_module(name: str) -> bool:
    """Whether this Python can import a module, without doing so."""
    return importlib.util.find_spec(name) is not None


def pip_files() -> list[Path]:
    """Return pip's zipapp and wheels where people and distributions put them, the newest first."""
    folders = PIP_FOLDERS + [Path(word) for word in os.environ.get("PIP_FIND_LINKS", "").split() if "://" not in word]
    files = [folder / "pip.pyz" for folder in folders if (folder / "pip.pyz").is_file()]
    wheels = [wheel for folder in folders if folder.is_dir() for wheel in folder.glob("pip-*.whl")]
    wheels.sort(key=lambda wheel: [int(part) for part in wheel.name.split("-")[1].split(".") if part.isdigit()])
    return files + [wheel / "pip" for wheel in reversed(wheels)]


def make_venv() -> None:
    """Create `.venv`, with pip if this Python can give it one. Raises CannotSetUp if there is no way to create it."""
    if VENV.exists():
        shutil.rmtree(VENV)
    if has_module("venv") and has_module("ensurepip"):
        if succeeds(sys.executable, "-m", "venv", VENV):
            return
        shutil.rmtree(VENV, ignore_errors=True)
    uv = shutil.which("uv")
    if uv and succeeds(uv, "venv", "--quiet", "--python", sys.executable, VENV):
        return
    if has_module("venv") and succeeds(sys.executable, "-m", "venv", "--without-pip", VENV):
        return
    raise CannotSetUp(missing())


def installer() -> list[str]:
    """Return the command that installs into `.venv`, with the word `install`. Raises CannotSetUp if there is none."""
    if succeeds(PYTHON, "-m", "pip", "--version"):
        return [str(PYTHON), "-m", "pip", "install"]
    uv = shutil.which("uv")
    if uv:
        return [uv, "pip", "install", "--python", str(PYTHON)]
    if succeeds(sys.executable, "-m", "pip", "--python", PYTHON, "--version"):
        return [sys.executable, "-m", "pip", "--python", str(PYTHON), "install"]
    for pip in pip_files():
        if succeeds(PYTHON, pip, "--version"):
            return [str(PYTHON), str(pip), "install"]
    raise CannotSetUp(missing())


def missing() -> str:
    """Return the one sentence for a machine that has no way to install a Python package."""
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    return (
        f"Python {version} here comes without ensurepip, and there is no uv and no pip to use instead: install the "
        f"package python{version}-venv (Debian, Ubuntu) or python3-pip (others), or put pip.pyz into {ROOT}."
    )


def later_python() -> str | None:
    """Return a Python on the path that is new enough, where this one is not."""
    names = (f"python{OLDEST[0]}.{minor}" for minor in range(30, OLDEST[1] - 1, -1))
    return next((name for name in names if succeeds(name, "--version")), None)


def set_up(lock: Path) -> None:
    """Bring `.venv` to what `lock` names. Raises CannotSetUp with a sentence when that cannot be done."""
    if sys.version_info < OLDEST:
        raise CannotSetUp(
            f"Eldest Hand needs Python {OLDEST[0]}.{OLDEST[1]} or later and this is {sys.version.split()[0]}: install "
            "one, and name it if it is not on the path, as in `make play PYTHON=/opt/python3.12/bin/python3`."
        )
    digest = hashlib.sha256(lock.read_bytes()).hexdigest()
    stamp = VENV / f".installed-{lock.name}"
    usable = succeeds(PYTHON, "-c", f"import sys; sys.exit(sys.version_info < {OLDEST})")
    if usable and stamp.is_file() and stamp.read_text() == digest:
        return
    if not usable:
        print("Making the virtual environment .venv ...", flush=True)
        make_venv()
    print(f"Installing {lock.name} into .venv ...", flush=True)
    result = subprocess.run([*installer(), "--quiet", "-r", str(lock)], check=False, cwd=ROOT)
    if result.returncode:
        raise CannotSetUp(f"The packages of {lock.name} could not be installed; the lines above say why.")
    stamp.write_text(digest)


def main(name: str) -> int | str:
    """Set up from the lock of this name, with a later Python if this one is too old; what to give to sys.exit."""
    if sys.version_info < OLDEST:
        later = later_python()
        if later is not None:
            return subprocess.run([later, __file__, name], check=False).returncode
    try:
        set_up(ROOT / name)
    except CannotSetUp as error:
        return str(error)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
