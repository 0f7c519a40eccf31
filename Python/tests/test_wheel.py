"""Tests of what Python/build-wheel packs. They build no command."""

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
import tempfile
import unittest
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


class WheelTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.binary = self.folder / "command"
        self.says(formeval.__version__)

    def says(self, version):
        self.binary.write_text(f"#!/bin/sh\necho formeval {version}\n")
        self.binary.chmod(0o755)

    def unpacked(self):
        wheel = script().packed(self.binary, ["any"], self.folder)
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
        self.assertEqual(found.metadata.get_all("Provides-Extra"), ["preview"])
        needed = [re.fullmatch(r"(\w+)==\d+\.\*; extra == \"preview\"", text)[1]
                  for text in found.requires]
        self.assertEqual(needed, ["starlette", "uvicorn"])

    def test_files(self):
        self.unpacked()
        [found] = importlib.metadata.distributions(path=[str(self.folder / "site")])
        folder = ROOT / "Python" / "formeval"
        package = {
            path.name for path in folder.rglob("*")
            if path.is_file() and path.parent.name != "__pycache__"}
        packed = {file.name for file in found.files if file.parts[0] == "formeval"}
        self.assertEqual(packed, package | {"formeval"})
        for file in found.files:
            if file.hash is not None:
                digest = hashlib.sha256(file.locate().read_bytes()).digest()
                self.assertEqual(
                    file.hash.value, base64.urlsafe_b64encode(digest).rstrip(b"=").decode())

    def test_what_is_installed_runs(self):
        """The package uses the command inside it, and not the one that FORMEVAL names."""
        self.unpacked()
        site = self.folder / "site"
        (site / "formeval" / "bin" / "formeval").chmod(0o755)
        said = subprocess.run(
            [sys.executable, "-c",
             "import formeval; print(formeval.command(), formeval.__version__)"],
            capture_output=True, text=True, check=True, cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(site), "FORMEVAL": "/nowhere"})
        inside = site.resolve() / "formeval" / "bin" / "formeval"
        path, version = said.stdout.split()
        self.assertEqual((pathlib.Path(path).resolve(), version), (inside, formeval.__version__))


if __name__ == "__main__":
    unittest.main()
