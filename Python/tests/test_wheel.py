"""Tests of what Python/build-wheel packs, and of where pip puts it. They build no command.

The tests of pip need nothing of the network. Without pip they are skipped, unless CI=true says that
it must be there.
"""

import base64
import hashlib
import importlib.machinery
import importlib.metadata
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tempfile
import unittest
import venv
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Python"))

import formeval  # noqa: E402


def script():
    loader = importlib.machinery.SourceFileLoader("build_wheel", str(ROOT / "Python/build-wheel"))
    # Python must not write a file beside the script.
    sys.dont_write_bytecode, before = True, sys.dont_write_bytecode
    try:
        module = importlib.util.module_from_spec(
            importlib.util.spec_from_loader("build_wheel", loader))
        loader.exec_module(module)
    finally:
        sys.dont_write_bytecode = before
    return module


class WheelTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.binary = self.folder / "command"
        self.says(formeval.__version__)

    def says(self, version):
        self.binary.write_text(f"#!/bin/sh\necho formeval {version}\n")
        self.binary.chmod(0o755)

    def packed(self):
        return script().packed(self.binary, ["any"], self.folder)


class PackedTests(WheelTest):
    def unpacked(self):
        wheel = self.packed()
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(self.folder / "site")
        return wheel

    def test_version(self):
        said = subprocess.run(
            [formeval.command(), "--version"], capture_output=True, text=True, check=True)
        self.assertEqual(said.stdout.split(), ["formeval", formeval.__version__])
        self.says("9.9.9")
        with self.assertRaisesRegex(SystemExit, "9.9.9"):
            self.unpacked()

    def test_name_and_extras(self):
        wheel = self.unpacked()
        self.assertEqual(wheel.name, f"formgraph-{formeval.__version__}-py3-none-any.whl")
        [found] = importlib.metadata.distributions(path=[str(self.folder / "site")])
        self.assertEqual(found.metadata["Name"], "formgraph")
        self.assertEqual(found.version, formeval.__version__)
        self.assertEqual(found.metadata.get_all("Provides-Extra"), ["preview", "xlsform"])
        needed = [re.fullmatch(r"(\w+)==\d+\.\*; extra == \"(\w+)\"", text).groups()
                  for text in found.requires]
        self.assertEqual(needed, [
            ("starlette", "preview"), ("uvicorn", "preview"), ("openpyxl", "xlsform"),
            ("pyxform", "xlsform")])

    def test_files(self):
        self.unpacked()
        [found] = importlib.metadata.distributions(path=[str(self.folder / "site")])
        folder = ROOT / "Python" / "formeval"
        package = {
            path.name for path in folder.rglob("*")
            if path.is_file() and path.parent.name != "__pycache__"}
        packed = {file.name for file in found.files if file.parts[0] == "formeval"}
        self.assertEqual(packed, package)
        # Once, where pip takes scripts from.
        command = f"formgraph-{formeval.__version__}.data/scripts/formeval"
        self.assertEqual(
            [str(file) for file in found.files if file.name == "formeval"], [command])
        for file in found.files:
            if file.hash is not None:
                digest = hashlib.sha256(file.locate().read_bytes()).digest()
                self.assertEqual(
                    file.hash.value, base64.urlsafe_b64encode(digest).rstrip(b"=").decode())


@unittest.skipUnless(
    importlib.util.find_spec("pip") or os.environ.get("CI") == "true", "needs pip")
class InstalledTests(WheelTest):
    def environment(self, name="environment", **options):
        """The path of Python in a new environment without pip."""
        venv.create(self.folder / name, symlinks=True, **options)
        return self.folder / name / "bin" / "python"

    def install(self, *words, python=sys.executable, **variables):
        subprocess.run(
            [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check",
             "install", "--quiet", "--no-index", "--no-warn-script-location", *words,
             str(self.packed())],
            check=True, env={**self.variables(), **variables})

    def variables(self):
        """The variables of this process, without those that lead to another package or command."""
        return {name: value for name, value in os.environ.items()
                if name not in ("FORMEVAL", "PYTHONPATH") and not name.startswith("PIP_")}

    def run_python(self, *words, python=sys.executable, **variables):
        run = subprocess.run(
            [python, *words], cwd=self.folder, capture_output=True, text=True,
            env={**self.variables(), **variables})
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        return run.stdout

    def test_the_module_finds_the_command(self):
        """However pip installs it, and whatever FORMEVAL and PATH name."""
        plain = self.environment()
        open_to_users = self.environment("open", system_site_packages=True)
        site = pathlib.Path(sysconfig.get_path(
            "purelib", "posix_prefix", {"base": str(self.folder / "prefix")}))
        user = {"PYTHONUSERBASE": str(self.folder / "user")}
        for words, python, variables, expected in (
            ([], plain, {}, plain.parent),
            (["--target", self.folder / "target"], sys.executable,
             {"PYTHONPATH": str(self.folder / "target")}, self.folder / "target" / "bin"),
            (["--prefix", self.folder / "prefix"], sys.executable, {"PYTHONPATH": str(site)},
             self.folder / "prefix" / "bin"),
            (["--user"], open_to_users, user, self.folder / "user" / "bin"),
        ):
            with self.subTest(words):
                self.install(*map(str, words), python=python, **user)
                found = self.run_python(
                    "-c", "import formeval; print(formeval.command())", python=python,
                    FORMEVAL="/nowhere", **variables)
                self.assertEqual(found, f"{expected / 'formeval'}\n")
                said = self.run_python("-m", "formeval", python=python, **variables)
                self.assertEqual(said, f"formeval {formeval.__version__}\n")
                self.assertTrue((expected / "formeval-preview").is_file())

    def test_a_clone_takes_no_command_of_its_surroundings(self):
        """It is no installed package, so FORMEVAL says which command is meant."""
        for folder in (self.folder / "bin", self.folder / "a" / "b" / "bin"):
            folder.mkdir(parents=True)
            (folder / "formeval").write_bytes(self.binary.read_bytes())
        for site in (self.folder / "a" / "b", self.folder / "a" / "b" / "Python"):
            site.mkdir(exist_ok=True)
            (site / "formeval").symlink_to(ROOT / "Python" / "formeval")
            found = self.run_python(
                "-c", "import formeval; print(formeval.command())",
                PYTHONPATH=str(site), FORMEVAL="/nowhere")
            self.assertEqual(found, "/nowhere\n")

    def test_the_first_commands_of_readme(self):
        self.binary = pathlib.Path(formeval.command())
        python = self.environment()
        self.install(python=python)
        page = (ROOT / "README.md").read_text(encoding="utf-8")
        block = re.search(r"^```console\n(.*?)^```", page, re.S | re.M)[1]
        count = 0
        for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M):
            run = subprocess.run(
                ["bash", "-c", command], cwd=ROOT, stdout=subprocess.PIPE, text=True,
                stderr=subprocess.STDOUT,
                env={**self.variables(), "PATH": f"{python.parent}:{os.environ['PATH']}"})
            status = f"[exit {run.returncode}]\n" if run.returncode else ""
            self.assertEqual(run.stdout + status, expected, command)
            count += 1
        self.assertEqual(count, block.count("\n$ ") + 1)

    def test_an_environment_that_nobody_writes_to(self):
        """Neither the module nor the command writes to it, and no other folder is needed."""
        self.binary = pathlib.Path(formeval.command())
        python = self.environment()
        self.install(python=python)
        # What the root user may write to all the same, the test sees.
        paths = sorted((self.folder / "environment").rglob("*"))
        for path in paths:
            if not path.is_symlink():
                path.chmod(path.stat().st_mode & ~0o222)
        before = [path.lstat().st_mtime_ns for path in paths]
        said = self.run_python("-c", """if True:
            import errno, sys, tempfile
            def no_folder(*_):
                raise FileNotFoundError(errno.ENOENT, "no folder is writable")
            tempfile.gettempdir = no_folder
            import formeval
            path = sys.argv[1]
            [result] = formeval.validate(path, [{"switchTag": True}])
            with formeval.Form(path) as form, form.open() as session:
                print(result["valid"], form.check(), session.set(switchTag=True)["counts"])
            try:
                formeval.Form({"sections": []}).open()
            except formeval.Error as error:
                print(error)
            """, str(ROOT / "Examples" / "switch.json"), python=python)
        self.assertEqual(said.splitlines(), [
            "True [] {'evaluated': 1, 'conditions': 1}",
            "the form is a dict, which needs a folder for temporary files: [Errno 2] no folder is "
            "writable; name one in the environment variable TMPDIR, or give the path of a form",
        ])
        self.assertEqual(sorted((self.folder / "environment").rglob("*")), paths)
        self.assertEqual([path.lstat().st_mtime_ns for path in paths], before)
        for path in paths:
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o755)  # So that the folder can be removed.


if __name__ == "__main__":
    unittest.main()
