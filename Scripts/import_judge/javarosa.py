"""Runs Judge.java, which fills in forms with JavaRosa, and installs what it needs."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".build" / "import-judge"
# The package contains ODK Validate, and ODK Validate contains JavaRosa 5.1.0.
PACKAGE = "pyxform==4.5.0"
MEMBER = "pyxform/validators/odk_validate/bin/ODK_Validate.jar"
JAR = FOLDER / "ODK_Validate.jar"
JUDGE = pathlib.Path(__file__).with_name("Judge.java")
# Dates are those of the form, which has no time zone, and texts are in its first language.
OPTIONS = ["-Duser.timezone=UTC", "-Duser.language=en", "-Dfile.encoding=UTF-8", "-Xss64m"]


def install():
    """Fetches the jar and compiles the judge, unless both are there."""
    if not shutil.which("javac"):
        root = [] if os.geteuid() == 0 else ["sudo"]
        for words in (["update", "-qq"], ["install", "-y", "-qq", "default-jdk-headless"]):
            subprocess.run([*root, "apt-get", *words], check=True, stdout=subprocess.DEVNULL)
    FOLDER.mkdir(parents=True, exist_ok=True)
    if not JAR.exists():
        python = FOLDER / "python" / "bin" / "python3"
        subprocess.run([sys.executable, "-m", "venv", FOLDER / "python"], check=True)
        subprocess.run([python, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
                        "--no-deps", "--dest", FOLDER, PACKAGE], check=True)
        with zipfile.ZipFile(next(FOLDER.glob("pyxform-*.whl"))) as wheel:
            JAR.write_bytes(wheel.read(MEMBER))
    compiled = FOLDER / "Judge.class"
    if not compiled.exists() or compiled.stat().st_mtime < JUDGE.stat().st_mtime:
        subprocess.run(["javac", "-XDsuppressNotes", "-cp", JAR, "-d", FOLDER, JUDGE], check=True)


def sessions(form, seeds, edits):
    """The sessions of a form: each a dictionary about it, with the steps as a list.

    Raises ValueError if JavaRosa does not read the form.
    """
    words = ["java", *OPTIONS, "-cp", f"{FOLDER}{os.pathsep}{JAR}", "Judge", form, str(edits),
             *map(str, seeds)]
    result = subprocess.run(words, capture_output=True, check=False)
    if result.returncode:
        lines = result.stderr.decode(errors="replace").splitlines()
        said = [line for line in lines if line.startswith(("Exception", "Caused"))]
        raise ValueError((said or lines or ["no reason is given"])[-1])
    found = []
    # A line break inside an object stands between two states, and so before a bracket.
    for text in result.stdout.decode().replace(",\n[", ",[").splitlines():
        line = json.loads(text)
        if "seed" in line:
            found.append({**line, "steps": []})
        else:
            found[-1]["steps"].append(line)
    return found
