"""Tests of the command at a terminal: completions in fresh shells, widths, and what is installed.

FORMEVAL names the binary. A shell or a tool that is missing skips its tests, unless CI=true.
"""

import fcntl
import json
import os
import pathlib
import pty
import re
import select
import shutil
import struct
import subprocess
import tempfile
import termios
import time
import unicodedata
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMAND = os.path.abspath(os.environ.get("FORMEVAL") or shutil.which("formeval") or "formeval")
FORM = {"inputs": {"language": "de"}, "sections": [
    {"tag": "main", "rows": [
        {"tag": "name", "type": "text", "title": "Name"},
        {"tag": "größe", "type": "int"},
        {"tag": "size", "type": "segmented", "options": ["small", "very large", "it's \"$8\""]},
        {"tag": "on", "type": "switch"}]},
    {"tag": "phones", "kind": "multivalued",
     "template": {"rows": [{"tag": "number", "type": "text"}]}}]}


class Terminal:
    """A program in a pseudo-terminal."""

    def __init__(self, argv, folder, columns=80, **environment):
        process, self.file = pty.fork()
        if process == 0:
            # The size is set before the program asks for it.
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
            os.chdir(folder)
            kept = {"HOME": str(folder), "TERM": "xterm", "LANG": "C.UTF-8",
                    "PATH": os.pathsep.join([os.path.dirname(COMMAND), os.environ["PATH"]])}
            os.execvpe(argv[0], argv, {**kept, **environment})
        self.process, self.text = process, ""

    def type(self, text):
        os.write(self.file, text.encode())

    def read(self, until=None, seconds=20):
        """What the program writes, to its end or up to what a pattern finds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if until and re.search(until, self.text):
                break
            if select.select([self.file], [], [], 0.1)[0]:
                try:
                    data = os.read(self.file, 65536)
                except OSError:
                    break
                if not data:
                    break
                self.text += data.decode(errors="replace")
        else:
            raise AssertionError(f"waited for {until!r}: {self.text!r}")
        text, self.text = self.text.replace("\r\n", "\n"), ""
        return text

    def close(self):
        os.close(self.file)
        os.waitpid(self.process, 0)


def need(test, tool):
    if not shutil.which(tool) and os.environ.get("CI") != "true":
        test.skipTest(f"there is no {tool}")


def columns(text):
    """The columns of the widest line."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", text)
    return max(sum(0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF")
                   for c in line) for line in text.split("\n"))


class WidthTest(unittest.TestCase):
    """Text is as wide as the terminal, and nothing is lost."""

    def run_in(self, width, *words, **environment):
        terminal = Terminal([COMMAND, *words], ROOT, width, **environment)
        self.addCleanup(terminal.close)
        return terminal.read()

    def test_widths(self):
        commands = [["-h"], ["--help"], ["--help=answers"], ["Examples/contacts.json"],
                    ["Examples/phq9.json", "--set", "q1=3", "--why", "severity"],
                    ["Examples/register.json", "--set", "password=secret1", "--validate"]]
        for words in commands:
            piped = subprocess.run([COMMAND, *words], cwd=ROOT, capture_output=True, text=True)
            for width in 80, 40, 20:
                text = self.run_in(width, *words, NO_COLOR="1")
                with self.subTest(words=words, width=width):
                    self.assertEqual(text.split(), piped.stdout.split())
                    longest = max(map(columns, text.split()))
                    self.assertLessEqual(columns(text), max(width, longest + width // 2))
                    if width > 20:
                        self.assertLessEqual(columns(text), width)

    def test_short_help_fits(self):
        text = self.run_in(80, "-h")
        self.assertLessEqual(text.count("\n"), 24)
        self.assertLessEqual(columns(text), 80)

    def test_environment(self):
        wide = self.run_in(0, "--help")
        self.assertEqual(wide, self.run_in(80, "--help"))
        self.assertLessEqual(columns(self.run_in(80, "--help", COLUMNS="60")), 60)
        self.assertEqual(wide, self.run_in(80, "--help", COLUMNS="0", LANG="C", TERM="dumb"))

    def test_colours(self):
        words = ["--predicate", "name CONTAIN 'x'"]
        text = self.run_in(80, *words)
        for part in "\x1b[1;31merror:\x1b[0m", "\x1b[1;31m^~~~~~~\x1b[0m", "\x1b[2mhint: ":
            self.assertIn(part, text)
        for environment in {"NO_COLOR": "1"}, {"TERM": "dumb"}:
            self.assertNotIn("\x1b", self.run_in(80, *words, **environment))

    def test_standard_input(self):
        for words in ["-"], ["Examples/switch.json", "--edits", "-"]:
            terminal = Terminal([COMMAND, *words], ROOT)
            self.addCleanup(terminal.close)
            terminal.read(until="reading standard input; Ctrl-D ends it")
            terminal.type("\x04")
            terminal.read()


class InstallTest(unittest.TestCase):
    def test_manual_page(self):
        need(self, "mandoc")
        page = subprocess.run([COMMAND, "--man"], capture_output=True, check=True).stdout
        found = subprocess.run(["mandoc", "-Tlint", "-Wwarning"], input=page, capture_output=True)
        self.assertEqual((found.returncode, found.stdout), (0, b""))
        shown = subprocess.run(["mandoc", "-Tutf8"], input=page, capture_output=True).stdout
        text = re.sub(".\b", "", shown.decode())
        for flag in "--set TAG=TEXT", "--help[=TOPIC]", "--declare FILE", "Lía":
            self.assertIn(flag, text)

    def test_install(self):
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "FORMEVAL": COMMAND}
            install = [ROOT / "Scripts" / "install"]
            subprocess.run([*install, folder], check=True, env=environment)
            files = sorted(path.relative_to(folder).as_posix()
                           for path in pathlib.Path(folder).rglob("*") if path.is_file())
            self.assertEqual(files, [
                "bin/formeval", "share/bash-completion/completions/formeval",
                "share/fish/vendor_completions.d/formeval.fish", "share/man/man1/formeval.1",
                "share/zsh/site-functions/_formeval"])
            version = subprocess.run([f"{folder}/bin/formeval", "-V"], capture_output=True)
            self.assertTrue(version.stdout.startswith(b"formeval "))
            subprocess.run([*install, "--uninstall", folder], check=True, env=environment)
            self.assertEqual(list(pathlib.Path(folder).iterdir()), [])


class ShellTest:
    """Completions in a shell: each line is typed, completed and then printed word by word."""

    argv = start = ""

    def setUp(self):
        need(self, self.argv[0])
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "form.json").write_text(json.dumps(FORM))
        (self.folder / "broken.json").write_text('{"sections": 1}')
        (self.folder / "my form.json").write_text(json.dumps(FORM))
        self.shell = Terminal(self.argv, self.folder)
        self.addCleanup(self.shell.close)
        self.shell.type(self.start + "\r")
        self.shell.type("echo rea''dy\r")
        self.shell.read(until="ready")

    def completed(self, line):
        """The words of the line after a tab."""
        self.shell.type(line + "\t\x01args \r")
        text = self.shell.read(until=r"\n<[^\n]*>\r?\n")
        return re.findall(r"<([^\n]*?)>", re.findall(r"\n(<[^\n]*>)\n", text)[-1])

    def expect(self, line, *words):
        self.assertEqual(self.completed(line), ["formeval", *words])

    def test_flags(self):
        self.expect("formeval --comp", "--complet")
        self.expect("formeval form.json --reco", "form.json", "--record")

    def test_words(self):
        self.expect("formeval --completions f", "--completions", "fish")
        self.expect("formeval form.json --color=ne", "form.json", "--color=never")

    def test_files(self):
        self.expect("formeval fo", "form.json")
        self.expect("formeval my", "my form.json")
        self.expect("formeval form.json --edits bro", "form.json", "--edits", "broken.json")
        self.expect("formeval form.json --edits=bro", "form.json", "--edits=broken.json")
        self.expect("formeval form.json --set @bro", "form.json", "--set", "@broken.json")
        for quote in "'", '"':
            self.expect(f"formeval {quote}bro", "broken.json")
            self.expect(f"formeval form.json --set {quote}@my", "form.json", "--set",
                        "@my form.json")

    def test_many_files(self):
        many = self.folder / "many"
        many.mkdir()
        for number in range(10_000):
            (many / f"{number}.json").touch()
        self.expect("formeval many/999", "many/999")
        self.expect("formeval many/1234.", "many/1234.json")

    def test_tags(self):
        self.expect("formeval form.json --why na", "form.json", "--why", "name")
        self.expect("formeval 'my form.json' --why na", "my form.json", "--why", "name")
        self.expect("formeval form.json --set na", "form.json", "--set", "name=")
        self.expect("formeval form.json --set=na", "form.json", "--set=name=")
        self.expect("formeval form.json --graph a.dot --around siz", "form.json", "--graph",
                    "a.dot", "--around", "size")
        self.expect("formeval form.json --tap grö", "form.json", "--tap", "größe")
        self.expect("formeval form.json --remo", "form.json", "--remove")
        self.expect("formeval form.json --insert ph", "form.json", "--insert", "phones[0]")
        self.expect("formeval form.json --insert 'phones[0]' --set ph", "form.json",
                    "--insert", "phones[0]", "--set", "phones[0].number=")

    def test_values(self):
        self.expect("formeval form.json --set on=t", "form.json", "--set", "on=true")
        self.expect("formeval form.json --select size=v", "form.json", "--select",
                    "size=very large")
        for quote in "'", '"':
            self.expect(f"formeval form.json --select {quote}size=v", "form.json", "--select",
                        "size=very large")
        for quote in "", "'", '"':
            self.expect(f"formeval form.json --set {quote}size=it", "form.json", "--set",
                        "size=it's \"$8\"")

    def test_nothing(self):
        self.expect("formeval broken.json --why na", "broken.json", "--why", "na")
        self.expect("formeval broken.json --impa", "broken.json", "--impact")
        self.expect("formeval none.json --set na", "none.json", "--set", "na")


class BashTest(ShellTest, unittest.TestCase):
    argv = ["bash", "--norc", "--noprofile", "-i"]
    start = "source <(formeval --completions bash); args() { echo; printf '<%s>' \"$@\"; echo; }"


class ZshTest(ShellTest, unittest.TestCase):
    argv = ["zsh", "-f", "-i"]
    start = ("bindkey -e; autoload -U compinit; compinit -u -D; source <(formeval --completions zsh);"
             " args() { echo; printf '<%s>' \"$@\"; echo; }")


class FishTest(ShellTest, unittest.TestCase):
    argv = ["fish", "--no-config", "-i"]
    start = ("formeval --completions fish | source; function fish_prompt; echo '$ '; end; "
             "function args; echo; printf '<%s>' $argv; echo; end")


if __name__ == "__main__":
    unittest.main()
