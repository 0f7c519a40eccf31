#!/usr/bin/env python3
"""Measures batches of answers, edits and predicates beside other ways to do the same.

    Scripts/bench answers [--quick] [--rounds N] [--forms DIRECTORY]

Each row runs the command and a peer in turns and compares the CPU time of the two processes, from
start to end, in the best round of each. PHQ-9 stands for a small form: nine answers, three
calculated rows. Each peer prints the same lines as the command, and the outputs are compared. A peer
that is not installed is named as missing: `pip install orjson jsonschema-rs` installs two of them.
Rows without a peer show a figure.
"""

import argparse
import importlib.util
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PHQ9 = os.path.join(ROOT, "Examples", "phq9.json")
CLINIC = os.path.join(ROOT, "Examples", "clinic.json")

# What the form says of each line, by hand. Answers are 0 to 3; impact is not given.
IN_PYTHON = """
import sys
names = [f"q{n}" for n in range(1, 10)]
out = []
for number, line in enumerate(sys.stdin.buffer, 1):
    given = loads(line)
    values = {name: given.get(name) for name in names}
    known = [answer for answer in values.values() if answer is not None]
    errors = [{"tag": name, "message": "This is not one of the options."}
              for name, answer in values.items() if answer not in (None, 0, 1, 2, 3)]
    total = sum(known)
    values["answered"] = len(known)
    values["total"] = total
    values["severity"] = ("minimal" if total < 5 else "mild" if total < 10 else "moderate" if total < 15
                          else "moderately severe" if total < 20 else "severe")
    if total > 0:
        values["impact"] = given.get("impact")
    out.append(dumps({"valid": not errors, "errors": errors, "values": values, "line": number}))
out.append(b"")
sys.stdout.buffer.write(b"\\n".join(out))
"""

WITH_JSON = """
import json
loads = json.loads
encoder = json.JSONEncoder(separators=(",", ":"))
def dumps(value): return encoder.encode(value).encode()
""" + IN_PYTHON

WITH_ORJSON = "from orjson import dumps, loads" + IN_PYTHON

IN_NODE = """
const names = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(n => "q" + n);
const out = [];
for (const line of require("fs").readFileSync(0, "utf8").split("\\n")) {
  if (line === "") continue;
  const given = JSON.parse(line), values = {}, errors = [];
  let answered = 0, total = 0;
  for (const name of names) {
    const answer = given[name] ?? null;
    values[name] = answer;
    if (answer === null) continue;
    answered += 1;
    total += answer;
    if (answer !== 0 && answer !== 1 && answer !== 2 && answer !== 3)
      errors.push({tag: name, message: "This is not one of the options."});
  }
  values.answered = answered;
  values.total = total;
  values.severity = total < 5 ? "minimal" : total < 10 ? "mild" : total < 15 ? "moderate"
    : total < 20 ? "moderately severe" : "severe";
  if (total > 0) values.impact = given.impact ?? null;
  out.push(JSON.stringify({valid: errors.length === 0, errors, values, line: out.length + 1}));
}
out.push("");
process.stdout.write(out.join("\\n"));
"""

IN_JQ = """
. as $given | [range(1; 10) | "q\\(.)"] as $names
| [$names[] | {key: ., value: $given[.]}] as $pairs | [$pairs[].value | values] as $known
| [$pairs[] | select(.value != null and ([.value] | inside([0, 1, 2, 3]) | not))
   | {tag: .key, message: "This is not one of the options."}] as $errors
| ($known | add // 0) as $total
| {valid: ($errors == []), errors: $errors,
   values: (($pairs | from_entries) + {answered: ($known | length), total: $total,
     severity: (if $total < 5 then "minimal" elif $total < 10 then "mild" elif $total < 15
       then "moderate" elif $total < 20 then "moderately severe" else "severe" end)}
     + (if $total > 0 then {impact: $given.impact} else {} end)),
   line: input_line_number}
"""

# Says only whether a line is valid. The options are all that can be wrong.
WITH_SCHEMA = """
import sys
from jsonschema_rs import validator_for
try: from orjson import loads
except ImportError: from json import loads
is_valid = validator_for({"type": "object", "properties": {
    f"q{n}": {"enum": [None, 0, 1, 2, 3]} for n in range(1, 10)}}).is_valid
out = [b'{"valid":true}' if is_valid(loads(line)) else b'{"valid":false}' for line in sys.stdin.buffer]
out.append(b"")
sys.stdout.buffer.write(b"\\n".join(out))
"""


def has_module(name):
    return importlib.util.find_spec(name) is not None


# The name of a peer, whether it is there, its command, and floor and target of its CPU time by ours.
PEERS = [
    ("Python with json", True, [sys.executable, "-c", WITH_JSON], 2, 4),
    ("Python with orjson", has_module("orjson"), [sys.executable, "-c", WITH_ORJSON], 1.5, 2.5),
    ("node", shutil.which("node"), ["node", "-e", IN_NODE], 1.2, 2),
    ("jq", shutil.which("jq"), ["jq", "-c", IN_JQ], 5, 10),
    ("jsonschema-rs, validity only", has_module("jsonschema_rs"),
     [sys.executable, "-c", WITH_SCHEMA], None, None),
]


def phq9_lines(count):
    numbers = random.Random(7)
    for _ in range(count):
        answers = {f"q{n}": numbers.randint(0, 3) for n in range(1, 10) if numbers.random() > 0.05}
        if numbers.random() < 0.02:
            answers["q1"] = 7
        yield json.dumps(answers)


def eimci_sessions(directory):
    """The values that each step of the recorded sessions sets."""
    for name in sorted(os.listdir(directory)):
        if name.startswith("eimci.") and name.endswith(".trace.ndjson"):
            with open(os.path.join(directory, name), encoding="utf-8") as lines:
                yield [json.loads(text).get("set") or {} for text in lines]


def eimci_lines(directory, count):
    """The answers after each step of the recorded sessions."""
    lines = []
    for session in eimci_sessions(directory):
        answers = {}
        for values in session:
            answers.update(values)
            lines.append(json.dumps({t: v for t, v in answers.items() if v is not None}))
    random.Random(3).shuffle(lines)
    return [lines[index % len(lines)] for index in range(count)]


def eimci_edits(directory, count):
    """The steps of the recorded sessions that set anything, again and again."""
    edits = [json.dumps({"set": values})
             for session in eimci_sessions(directory) for values in session if values]
    return [edits[index % len(edits)] for index in range(count)]


def clinic_edits(count):
    """Edits of numbers, of a day and of a duration, of which two decide formulas that print."""
    for index in range(count):
        yield json.dumps({"set": [
            {"height": 150 + index % 50}, {"weight": 50.5 + index % 70},
            {"day": f"2026-{1 + index % 12:02}-1{index % 9}"}, {"minutes": 15 + 15 * (index % 8)},
        ][index % 4]})


def children_form(title, help):
    """A form with a list of children, whose questions have a title and a help text."""
    rows = [{"tag": "name", "type": "text", "title": "First name", "required": True}]
    rows += [{"tag": tag, "type": kind, "title": title.replace("WHAT", what), "help": help}
             for tag, kind, what in [("age", "int", "age"), ("weight", "decimal", "weight"),
                                     ("fever", "switch", "fever"), ("school", "text", "school")]]
    return json.dumps({"sections": [
        {"tag": "children", "kind": "multivalued", "template": {"rows": rows}},
        {"rows": [{"tag": "count", "type": "int", "calculated": "$children.@count"}]}]})


def children_lines(count):
    numbers = random.Random(5)
    for _ in range(count):
        yield json.dumps({"children": [
            {"name": numbers.choice(["Ana", "Ben", "Eva"]), "age": numbers.randint(0, 15),
             "weight": numbers.randint(3, 50), "fever": numbers.random() < 0.3, "school": "yes"}
            for _ in range(3)]})


class Run:
    """One way to do the work, with the times of its rounds."""

    def __init__(self, words, source, output):
        self.words, self.source, self.output = words, source, output
        self.cpus, self.walls = [], []
        self.peak = 0

    def turn(self):
        with open(self.source, "rb") as source, open(self.output, "wb") as output:
            start = time.monotonic()
            process = subprocess.Popen(
                self.words, stdin=source, stdout=output, stderr=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            self.walls.append(time.monotonic() - start)
        self.cpus.append(usage.ru_utime + usage.ru_stime)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.peak = max(self.peak, usage.ru_maxrss / 1024)
        if process.returncode not in (0, 1):
            sys.exit(f"FAILED: {' '.join(self.words)[:200]}")

    @property
    def cpu(self):
        return min(self.cpus)

    @property
    def wall(self):
        return min(self.walls)

    def spread(self, times):
        """The median round, in best rounds."""
        return sorted(times)[len(times) // 2] / min(times)

    def values(self):
        """What was written, without the notation of numbers and the order of keys."""
        with open(self.output, encoding="utf-8") as file:
            return [json.loads(line) for line in file]


class Table:
    def __init__(self, is_quick):
        self.is_quick = is_quick
        self.differs = False
        print(f"{'row':<52} {'figure':>10} {'wall':>10} {'floor':>9} {'target':>9}")

    def row(self, name, figure, wall, floor, target, runs, is_small=False, by_wall=False):
        """Prints a figure by CPU time, the same by wall time, and what is asked of the first."""
        if self.is_quick or floor is None:
            verdict = "-"
        else:
            reached = (lambda asked: figure <= asked) if is_small else (lambda asked: figure >= asked)
            verdict = "target" if reached(target) else "floor" if reached(floor) else "BELOW"
        spread = max((run.spread(run.walls if by_wall else run.cpus) for run in runs), default=1)
        if spread > 1.5:
            verdict = f"VARIES: the median round takes {spread:.1f}x the best one"

        def shown(number):
            return "" if number is None else f"{number:,.0f}" if number >= 100 else f"{number:.2f}"

        def asked(number):
            return "" if number is None else f"{number:,}"

        print(f"{name:<52} {shown(figure):>10} {shown(wall):>10} {asked(floor):>9} {asked(target):>9}"
              f"  {verdict}", flush=True)

    def ratio(self, name, run, other, floor, target, is_small=False):
        self.row(name, run.cpu / other.cpu, run.wall / other.wall, floor, target, [run, other], is_small)

    def rate(self, name, count, run, floor=None, target=None):
        self.row(name, count / run.cpu, count / run.wall, floor, target, [run])

    def compare(self, name, ours, others):
        if ours != others:
            print(f"DIFFER: {name}")
            self.differs = True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("command", help="the command, built for release")
    parser.add_argument("--quick", action="store_true", help="few lines, nothing is asked of a figure")
    parser.add_argument("--rounds", type=int, default=5, help="how often each side takes its turn")
    parser.add_argument("--forms", help="where eimci.form.json and its sessions lie")
    options = parser.parse_args()
    count = 2_000 if options.quick else 100_000
    with tempfile.TemporaryDirectory() as folder:
        def path(name):
            return os.path.join(folder, name)

        def write(name, lines):
            with open(path(name), "w", encoding="utf-8") as file:
                file.writelines(line + "\n" for line in lines)
            return path(name)

        def in_turns(*runs, times=1):
            for _ in range(times * options.rounds):
                for run in runs:
                    run.turn()

        table = Table(options.quick)
        answers = write("phq9", phq9_lines(count))
        ours = Run([options.command, PHQ9, "--answers", "-", "--threads", "1"], answers, path("ours"))
        both = Run([options.command, PHQ9, "--answers", "-", "--threads", "2"], answers, path("two"))
        peers = [(name, Run(words, answers, path(name)), floor, target)
                 for name, is_there, words, floor, target in PEERS if is_there]
        in_turns(ours, both, *(run for _, run, _, _ in peers))
        expected = ours.values()
        table.compare("two threads", expected, both.values())
        validity = [{"valid": line["valid"]} for line in expected]
        for name, run, floor, target in peers:
            says = validity if "validity only" in name else expected
            table.compare(name, says, run.values())
            table.ratio(f"phq9: {name} / ours", run, ours, floor, target)
        for name, is_there, _, _, _ in PEERS:
            if not is_there:
                print(f"phq9: {name} / ours: skipped, {name.split(',')[0]} is missing")
        table.rate("phq9: answers a second", count, ours)
        table.row("phq9: one thread / two threads, by wall time", ours.wall / both.wall, None, 1.8, 1.95,
                  [ours, both], by_wall=True)
        table.row("phq9: memory with two threads, MB", both.peak, None, 64, 32, [], is_small=True)

        some = count // 5
        source = write("children", children_lines(some))
        named, plain = (
            Run([options.command, write(name, [form]), "--answers", "-", "--threads", "1"], source,
                path(f"{name}.out"))
            for name, form in [
                ("named", children_form("The WHAT of {$name}", "Ask {$name} about it.")),
                ("plain", children_form("The WHAT of the child", "Ask the child about it."))])
        in_turns(named, plain)
        table.compare("titles", named.values(), plain.values())
        table.ratio("three children: titles that name them / plain", named, plain, 1.1, 1.05, is_small=True)

        form = next((os.path.join(place, "eimci.form.json")
                     for place, _, names in os.walk(options.forms or folder)
                     if "eimci.form.json" in names), None)
        if form:
            some = count // 10
            source = write("eimci", eimci_lines(os.path.dirname(form), some))
            run = Run([options.command, form, "--answers", "-", "--as-host", "--threads", "1"],
                      source, path("eimci.out"))
            in_turns(run)
            table.rate("eimci: answers a second", some, run, 10_000, 20_000)
            large, small = (
                Run([options.command, place, "--now", "2026-01-02", "--edits", "-"],
                    write(f"{name}.edits", lines), path(f"{name}.out"))
                for name, place, lines in [
                    ("eimci", form, eimci_edits(os.path.dirname(form), some)),
                    ("clinic", CLINIC, clinic_edits(some))])
            in_turns(large, small)
            table.ratio("an edit of clinic, 16 rows / of eimci, 306 rows", small, large, 1.5, 1,
                        is_small=True)
        else:
            print("eimci: answers a second: skipped, --forms names no directory with eimci.form.json")

        edits = write("edits", (
            json.dumps({"set": {f"q{index % 9 + 1}": index // 9 % 4}}) for index in range(count)))
        run = Run([options.command, PHQ9, "--edits", "-"], edits, path("edits.out"))
        in_turns(run)
        table.rate("phq9: edits a second, one set a line", count, run, 100_000, 200_000)

        texts = write("texts", (
            json.dumps({"format": "age > 18 AND name BEGINSWITH 'A'",
                        "object": {"age": index % 40, "name": "Ana"}}) for index in range(count)))
        run = Run([options.command, "--predicates", "-", "--threads", "1"], texts, path("texts.out"))
        in_turns(run)
        table.rate("predicates a second, one text again and again", count, run, 150_000, 300_000)

        one = write("one", ['{"q1": 1}'])
        start = Run([options.command, PHQ9, "--set", "q1=1"], one, path("start"))
        nothing = Run(["true"], one, path("nothing"))
        in_turns(start, nothing, times=10)
        table.ratio("one --set, start to end / true", start, nothing, 6, 4, is_small=True)
    sys.exit(table.differs)


if __name__ == "__main__":
    main()
