"""Tests of workbooks in the notation of XLSForm, which pyxform reads.

FORMEVAL names the binary. Without pyxform the tests are skipped, unless CI=true.
"""

import contextlib
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Python"))

from formeval._process import Error  # noqa: E402
from formeval._workbook import Workbook, imported  # noqa: E402

try:
    import openpyxl
    import pyxform  # noqa: F401
except ImportError:
    if os.environ.get("CI") == "true":
        raise
    openpyxl = None

SURVEY = [
    ["type", "name", "label::English (en)", "relevant", "calculation", "constraint"],
    ["text", "who", "Who?"],
    ["begin group", "home", "Home"],
    ["integer", "age", "Age", "${who} != ''", None, ". > 5 and area(.) > 3"],
    ["end group"],
    ["select_one yn", "ok", "OK?", "${age} > 10"],
    ["calculate", "twice", None, None, "${age} * 2"],
]
CHOICES = [["list_name", "name", "label::English (en)"], ["yn", "y", "Yes"], ["yn", "n", "No"]]


@unittest.skipUnless(openpyxl, "needs pyxform and openpyxl")
class WorkbookTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name, "visit.xlsx")

    def save(self, survey=SURVEY, choices=CHOICES):
        book = openpyxl.Workbook()
        book.active.title = "survey"
        for row in survey:
            book.active.append(row)
        sheet = book.create_sheet("choices")
        for row in choices:
            sheet.append(row)
        book.save(self.path)

    def run_import(self, *flags):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = imported(str(self.path), flags)
        return status, out.getvalue(), err.getvalue()

    def test_form_and_report(self):
        self.save()
        status, out, err = self.run_import()
        self.assertEqual(status, 0)
        form = json.loads(out)
        self.assertEqual(form["answers"], "nested")
        self.assertIn('"calculated": "$age * 2"', out)
        self.assertIn("visit.xlsx:survey!F4: lost: constraint", err)
        self.assertIn("lost 1\n", err)

    def test_strict(self):
        self.save()
        status, out, err = self.run_import("--strict")
        self.assertEqual((status, out), (1, ""))
        self.assertIn("visit.xlsx:survey!F4: lost: constraint", err)
        self.assertIn("--strict is given", err)

    def test_places(self):
        self.save()
        book = Workbook(self.path)

        def cell(text):
            at = book.xform.index(text) + len(text) - 1
            line = book.xform.count("\n", 0, at) + 1
            return book.told(f"visit.xml:{line}:{at - book.xform.rfind(chr(10), 0, at)}: x",
                             "visit.xml").split(": ")[0]

        for text, place in [
            ("relevant=", "D4"), ("constraint=", "F4"), ("calculate=", "E7"), ("<select1 ", "B6"),
            ('<itemset nodeset="', "A6")]:
            self.assertEqual(cell(text), f"visit.xlsx:survey!{place}", text)
        self.assertEqual(cell("<name>n"), "visit.xlsx:choices!B3")
        self.assertEqual(cell('nodeset="/data/meta'), "visit.xlsx")

    def test_places_behind_other_letters(self):
        survey = [list(row) for row in SURVEY]
        survey[1][2] = "Wie heißt du, Größe \N{GRINNING FACE}?"
        self.save(survey)
        _, _, err = self.run_import()
        self.assertIn("visit.xlsx:survey!F4: lost: constraint", err)

    def test_lists_beside_it(self):
        self.save([*SURVEY, ["select_one_from_file wards.csv", "ward", "Ward"]])
        self.path.with_name("wards.csv").write_text("name,label\nw1,First\n")
        status, out, err = self.run_import()
        self.assertEqual(status, 0, err)
        self.assertIn('"file": "wards.csv"', out)

    def test_refusals(self):
        self.save([["type", "name", "label"], ["text", "a b", "A"]])
        with self.assertRaisesRegex(Error, "^visit.xlsx:survey!A2: error: the 'name'"):
            Workbook(self.path)
        self.path.write_bytes(b"PK no workbook")
        with self.assertRaisesRegex(Error, "visit.xlsx"):
            Workbook(self.path)

    def test_command(self):
        self.save()
        run = subprocess.run(
            [sys.executable, "-m", "formeval", "import", str(self.path)], capture_output=True,
            text=True, env={**os.environ, "PYTHONPATH": str(ROOT / "Python")})
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn('"tag": "who"', run.stdout)
        run = subprocess.run(
            [sys.executable, "-m", "formeval", "import", "none.xlsx"], capture_output=True,
            text=True, env={**os.environ, "PYTHONPATH": str(ROOT / "Python")})
        self.assertEqual(run.returncode, 2)
        self.assertIn("none.xlsx", run.stderr)


if __name__ == "__main__":
    unittest.main()
