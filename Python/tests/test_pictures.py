"""Lets Graphviz and Mermaid read the pictures of forms. Needs `dot`, and mermaidx from PyPI.

Without them the tests are skipped, unless CI=true says that they must be there.
"""

import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

import formeval

ROOT = pathlib.Path(__file__).resolve().parents[2]
IS_THERE = shutil.which("dot") and importlib.util.find_spec("mermaidx")
SVG = "{http://www.w3.org/2000/svg}"
# What means something to one of the notations, and what no notation can show.
NASTY = ['"quoted"', "<b>bold</b>", "&lt; & &amp;", "back\\slash \\N \\n", "two\nlines", "#quot; `x`",
         "]) --> x", "%% no comment", "{{a}}|b|;", "日本語 🎉", "x" * 200]


def run(*words):
    done = subprocess.run([formeval.command(), *map(str, words)], capture_output=True,
                         text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout


def texts(svg):
    """The texts of an SVG in its order, without blanks: a layout may break a text anywhere."""
    root = xml.etree.ElementTree.fromstring(svg)
    lines = ["".join(text.itertext()) for text in root.iter()
             if text.tag in (SVG + "text", "{http://www.w3.org/1999/xhtml}div")]
    return re.sub(r"[\s\u2060]", "", "".join(lines))


@unittest.skipUnless(IS_THERE or os.environ.get("CI") == "true", "dot and mermaidx are needed")
class PictureTests(unittest.TestCase):
    def test_every_example_can_be_drawn(self):
        for path in sorted((ROOT / "Examples").glob("*.json")):
            if path.name in ("predicates.json", "hidden-rows.json"):
                continue
            with self.subTest(form=path.name):
                graph = json.loads(run(path, "--graph", "-", "--format", "json"))
                names = [node["name"] for node in graph["nodes"]]
                self.assertTrue(names)
                for edge in graph["edges"]:
                    self.assertIn(edge["from"], names)
                    self.assertIn(edge["to"], names)
                self.draw(path, names)
                if len(names) > 1:
                    self.draw(path, [], "--around", names[1])

    def draw(self, form, names, *words):
        """Draws a form by both programs, and looks for names in both pictures."""
        import mermaidx
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "picture.svg"
            run(form, *words, "--graph", file)
            shown = texts(file.read_text())
            for name in names:
                self.assertIn(re.sub(r"\s", "", name), shown)
        source = run(form, *words, "--graph", "-", "--format", "mmd")
        svg = mermaidx.render(source).svg()
        self.assertNotIn("Syntax error", svg)
        shown = texts(svg)
        for name in names:
            self.assertIn(re.sub(r"\s", "", name), shown)

    def test_no_text_means_anything(self):
        rows = [{"type": "text", "title": text, "hidden": "$on == false"} for text in NASTY]
        form = {"sections": [{"title": text, "rows": [row]} for text, row in zip(NASTY, rows)]
                + [{"rows": [{"tag": "on", "type": "switch", "value": False}]}]}
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "form.json"
            file.write_text(json.dumps(form))
            # Line breaks are shown in the notation of this package, and long texts are clipped.
            shown = [text.replace("{{a}}", "{a}") for text in NASTY
                     if "\n" not in text and len(text) < 100]
            # The sections are frames with their titles; the changed rows are boxes with theirs.
            self.draw(file, shown)
            self.draw(file, shown, "--set", "on=true")

    def test_dot_that_fails_leaves_the_source(self):
        with tempfile.TemporaryDirectory() as folder:
            fake = pathlib.Path(folder) / "dot"
            fake.write_text("#!/bin/sh\necho 'out of ink' >&2\nexit 3\n")
            fake.chmod(0o755)
            picture = pathlib.Path(folder) / "picture.svg"
            run = subprocess.run(
                [formeval.command(), "Examples/clinic.json", "--graph", picture], cwd=ROOT,
                capture_output=True, text=True, env={**os.environ, "PATH": folder})
            self.assertEqual(run.returncode, 1)
            self.assertIn("dot failed: out of ink", run.stderr)
            self.assertFalse(picture.exists())
            self.assertTrue(picture.with_suffix(".dot").read_text().startswith("digraph"))

    def test_a_link_to_nothing_stays(self):
        with tempfile.TemporaryDirectory() as folder:
            link = pathlib.Path(folder, "link.DOT")
            link.symlink_to("picture.dot")
            subprocess.run([formeval.command(), "Examples/clinic.json", "--graph", link], cwd=ROOT,
                           check=True, capture_output=True)
            self.assertTrue(link.is_symlink())
            self.assertTrue(link.read_text().startswith("digraph"))

    def test_what_is_read_is_not_replaced(self):
        with tempfile.TemporaryDirectory() as folder:
            form, link = pathlib.Path(folder, "form.json"), pathlib.Path(folder, "link.json")
            text = (ROOT / "Examples" / "switch.json").read_text()
            form.write_text(text)
            link.symlink_to("form.json")
            for name in ("form.json", "./form.json", "link.json"):
                refused = subprocess.run([formeval.command(), "form.json", "--graph", name],
                                         cwd=folder, capture_output=True, text=True)
                self.assertEqual(refused.returncode, 2)
                self.assertIn("is read by this command", refused.stderr)
            self.assertEqual(form.read_text(), text)
