#!/usr/bin/env python3
"""Measures batches of answers, edits and predicates against other ways to do the same.

    Scripts/bench answers [--quick] [--rounds N] [--forms DIRECTORY]

Each row runs the command and its yardstick in turns and compares the best rounds, after the outputs
of both have been compared. PHQ-9 stands for a small form: nine answers, three calculated rows. The
yardsticks compute the same for each line: twelve lines of Python with the json module, and jq, if
it is there. Rows without a yardstick show a figure. Times include the start of the process.
"""

import argparse
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

# What the form says of each line, by hand. Answers are 0 to 3; impact is not given.
BY_HAND = """
import json, sys
names = [f"q{n}" for n in range(1, 10)]
for line in sys.stdin:
    given = json.loads(line)
    answers = [given.get(name) for name in names]
    known = [answer for answer in answers if answer is not None]
    errors = [{"tag": name, "message": "This is not one of the options."}
              for name, answer in zip(names, answers) if answer not in (None, 0, 1, 2, 3)]
    total, bounds = sum(known), [(5, "minimal"), (10, "mild"), (15, "moderate"), (20, "moderately severe")]
    values = dict(zip(names, answers), answered=len(known), total=total,
                  severity=next((word for bound, word in bounds if total < bound), "severe"))
    if total > 0: values["impact"] = given.get("impact")
    print(json.dumps({"valid": not errors, "errors": errors, "values": values}, separators=(",", ":")))
"""

JQ = """
. as $given | [range(1; 10) | "q\\(.)"] as $names
| [$names[] | {key: ., value: $given[.]}] as $pairs | [$pairs[].value | values] as $known
| [$pairs[] | select(.value != null and ([.value] | inside([0, 1, 2, 3]) | not))
   | {tag: .key, message: "This is not one of the options."}] as $errors
| ($known | add // 0) as $total
| {valid: ($errors == []), errors: $errors,
   values: (($pairs | from_entries) + {answered: ($known | length), total: $total,
     severity: (if $total < 5 then "minimal" elif $total < 10 then "mild" elif $total < 15
       then "moderate" elif $total < 20 then "moderately severe" else "severe" end)}
     + (if $total > 0 then {impact: $given.impact} else {} end))}
"""


def phq9_lines(count):
    numbers = random.Random(7)
    for _ in range(count):
        answers = {f"q{n}": numbers.randint(0, 3) for n in range(1, 10) if numbers.random() > 0.05}
        if numbers.random() < 0.02:
            answers["q1"] = 7
        yield json.dumps(answers)


def eimci_lines(directory, count):
    """The answers after each step of the recorded sessions."""
    lines = []
    for name in sorted(os.listdir(directory)):
        if name.startswith("eimci.") and name.endswith(".trace.ndjson"):
            answers = {}
            for text in open(os.path.join(directory, name), encoding="utf-8"):
                for tag, value in (json.loads(text).get("set") or {}).items():
                    answers[tag] = value
                lines.append(json.dumps({t: v for t, v in answers.items() if v is not None}))
    random.Random(3).shuffle(lines)
    return [lines[index % len(lines)] for index in range(count)]


class Run:
    """One way to do the work, with its best time so far."""

    def __init__(self, words, source, output):
        self.words, self.source, self.output = words, source, output
        self.best = float("inf")
        self.peak = 0

    def turn(self):
        with open(self.source, "rb") as source, open(self.output, "wb") as output:
            start = time.monotonic()
            process = subprocess.Popen(
                self.words, stdin=source, stdout=output, stderr=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            self.best = min(self.best, time.monotonic() - start)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.peak = max(self.peak, usage.ru_maxrss / 1024)
        if process.returncode not in (0, 1):
            sys.exit(f"FAILED: {' '.join(self.words)[:200]}")

    def values(self):
        """What was written, without the notation of numbers and the order of keys."""
        with open(self.output, encoding="utf-8") as file:
            return [json.loads(line) for line in file]


def row(name, figure, floor, target, isSmall=False, quick=False):
    if quick:
        verdict = "-"
    else:
        reached = (lambda asked: figure <= asked) if isSmall else (lambda asked: figure >= asked)
        verdict = "target" if reached(target) else "floor" if reached(floor) else "BELOW"
    shown = f"{figure:,.0f}" if figure >= 100 else f"{figure:.2f}"
    print(f"{name:<44} {shown:>12} {floor:>10,} {target:>10,}  {verdict}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("command", help="the command, built for release")
    parser.add_argument("--quick", action="store_true", help="few lines, nothing is asked of a figure")
    parser.add_argument("--rounds", type=int, default=3, help="how often each side takes its turn")
    parser.add_argument("--forms", help="where eimci.form.json and its sessions lie")
    options = parser.parse_args()
    count = 2_000 if options.quick else 100_000
    status = 0
    with tempfile.TemporaryDirectory() as folder:
        def path(name):
            return os.path.join(folder, name)

        def write(name, lines):
            with open(path(name), "w", encoding="utf-8") as file:
                file.writelines(line + "\n" for line in lines)
            return path(name)

        def compare(*runs):
            for _ in range(options.rounds):
                for run in runs:
                    run.turn()

        def asked(figure_name, figure, floor, target, isSmall=False):
            row(figure_name, figure, floor, target, isSmall, options.quick)

        print(f"{'row':<44} {'figure':>12} {'floor':>10} {'target':>10}")
        answers = write("phq9", phq9_lines(count))
        ours = Run([options.command, PHQ9, "--answers", "-", "--threads", "1"], answers, path("ours"))
        both = Run([options.command, PHQ9, "--answers", "-", "--threads", "2"], answers, path("two"))
        python = Run([sys.executable, "-c", BY_HAND], answers, path("python"))
        runs = [ours, both, python]
        jq = None
        if shutil.which("jq"):
            jq = Run(["jq", "-c", JQ], answers, path("jq"))
            runs.append(jq)
        compare(*runs)
        expected = ours.values()
        for other in runs[1:]:
            if other.values() != expected:
                print(f"DIFFER: {other.words[0]}")
                status = 1
        asked("phq9: Python by hand / ours", python.best / ours.best, 2, 4)
        if jq:
            asked("phq9: jq / ours", jq.best / ours.best, 5, 10)
        else:
            print("phq9: jq / ours: skipped, jq is not there")
        asked("phq9: two threads / one", ours.best / both.best, 1.8, 1.95)
        print(f"{'phq9: answers a second':<44} {count / ours.best:>12,.0f}")

        if options.forms:
            form = next((os.path.join(place, "eimci.form.json")
                         for place, _, names in os.walk(options.forms)
                         if "eimci.form.json" in names), None)
            if form:
                some = count // 10
                source = write("eimci", eimci_lines(os.path.dirname(form), some))
                run = Run([options.command, form, "--answers", "-", "--as-host", "--threads", "1"],
                          source, path("eimci.out"))
                compare(run)
                asked("eimci: answers a second", some / run.best, 12_000, 25_000)

        edits = write("edits", (
            json.dumps({"set": {f"q{index % 9 + 1}": index // 9 % 4}}) for index in range(count)))
        run = Run([options.command, PHQ9, "--edits", "-"], edits, path("edits.out"))
        compare(run)
        asked("phq9: edits a second, one set a line", count / run.best, 100_000, 200_000)

        texts = write("texts", (
            json.dumps({"format": "age > 18 AND name BEGINSWITH 'A'",
                        "object": {"age": index % 40, "name": "Ana"}}) for index in range(count)))
        run = Run([options.command, "--predicates", "-", "--threads", "1"], texts, path("texts.out"))
        compare(run)
        asked("predicates a second, one text again and again", count / run.best, 150_000, 300_000)

        one = write("one", ['{"q1": 1}'])
        start = Run([options.command, PHQ9, "--set", "q1=1"], one, path("start"))
        nothing = Run(["true"], one, path("nothing"))
        for _ in range(10 * options.rounds):
            start.turn()
            nothing.turn()
        asked("one --set, start to end / true", start.best / nothing.best, 5, 4, isSmall=True)
        asked("phq9: memory with two threads, MB", both.peak, 64, 32, isSmall=True)
    sys.exit(status)


if __name__ == "__main__":
    main()
