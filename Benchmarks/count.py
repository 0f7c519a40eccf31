#!/usr/bin/env python3
"""Exact counters, which no other load on a machine moves, against Benchmarks/Counts.txt.

    Scripts/count [workload …] [--record] [--forms DIRECTORY]

What each workload comes to must be the same. Its instructions must not be more than 3 % above the
record, and not more than 10 % above the best that the workload ever took plus what was paid since,
as the table below the heading PAID in Benchmarks/README.md lists it. `--record` never raises a best
value, and refuses a record that is not paid for. Instructions need valgrind and the compiler that
they were recorded with; where either is missing they are left out with a note.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, replace

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from answers import PHQ9, ROOT, eimci_lines, eimci_sessions, phq9_lines  # noqa: E402

RECORDED = os.path.join(ROOT, "Benchmarks", "Counts.txt")
README = os.path.join(ROOT, "Benchmarks", "README.md")
WORLD = os.path.join(ROOT, "Tests", "formevalTests", "WorldForms", "va_who_v1_5_3")
SWITCH = os.path.join(ROOT, "Examples", "switch.json")
PAID = "## Paid"
TOLERANCE = 1.03

# Addresses and hashes differ from run to run unless they are told not to.
FIXED = ["setarch", "-R"]
ENVIRONMENT = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}


@dataclass
class Record:
    """What a workload came to, the instructions it took, and the fewest that it ever took.

    >>> old = Record.read("parse 342 2485935 1794444 14e206e5")
    >>> old.following(Record("342", 2000000), "aaaa").line("parse")
    'parse 342 2000000 1794444 14e206e5'
    >>> old.following(Record("342", 1700000), "aaaa").line("parse")
    'parse 342 1700000 1700000 aaaa'

    A record rises only with a loss beyond the tolerance: many small losses are one large loss.

    >>> old.following(Record("342", 2500000), "aaaa").count
    2485935
    >>> old.following(Record("342", 2600000), "aaaa").count
    2600000

    Another result is another workload, whose best value is its first.

    >>> old.following(Record("343", 2000000), "aaaa").line("parse")
    'parse 343 2000000 2000000 aaaa'
    """

    result: str
    count: int
    best: int = 0
    commit: str = ""

    @staticmethod
    def read(words):
        _, result, count, best, commit = words.split()
        return Record(result, int(count), int(best), commit)

    def line(self, name):
        return f"{name} {self.result} {self.count} {self.best} {self.commit}"

    def following(self, new, commit):
        """The record of a new count, with the best value of this one if that is less."""
        if self.result != new.result or new.count < self.best:
            return replace(new, best=new.count, commit=commit)
        count = new.count if new.count > self.count * TOLERANCE else min(self.count, new.count)
        return replace(self, count=count)


def paid(readme):
    """How many instructions more than its best each workload may take, by the table of README.

    >>> text = '''## Paid
    ...
    ... | workload | from | to | commit | bought |
    ... |---|---|---|---|---|
    ... | `a`, `b` | 1 000 | 1 250 | `82977815` | something |
    ... | `a` | 1 250 | 1 300 | `82977816` | more |
    ... ## Another
    ... | `a` | 1 | 9 000 | `82977817` | not of this table |'''
    >>> paid(text)
    {'a': 300, 'b': 250}
    >>> paid(text.replace("1 300", "1 200"))
    Traceback (most recent call last):
    ...
    ValueError: | `a` | 1 250 | 1 200 | `82977816` | more |
    """
    table = readme.split(PAID + "\n", 1)[1].split("\n## ", 1)[0]
    allowed = {}
    for row in re.findall(r"^\| `.*$", table, re.MULTILINE):
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        if len(cells) != 5 or not re.fullmatch(r"`[0-9a-f]{8}`", cells[3]) or not cells[4]:
            raise ValueError(row)
        before, after = (int(cell.replace(" ", "")) for cell in cells[1:3])
        if before >= after:
            raise ValueError(row)
        for name in re.findall(r"`([^`]+)`", cells[0]):
            allowed[name] = allowed.get(name, 0) + after - before
    return allowed


def verdict(record, result, count, allowed):
    """Whether a workload is as it should be, and what to say of it.

    >>> record = Record("342", 2500, 1800, "14e206e5")
    >>> verdict(record, "343", 2500, 700)
    (False, 'WRONG: comes to 343, recorded 342')
    >>> verdict(record, "342", 2575, 700)
    (True, '+3.0 %')
    >>> verdict(record, "342", 2576, 700)
    (False, '+3.0 %: MORE than recorded (2500)')
    >>> verdict(record, "342", 2400, 700)
    (True, '-4.0 %: fewer; record them with Scripts/count --record')
    >>> verdict(record, "342", 2500, 400)
    (False, '+0.0 %: MORE than its best, 1800 of 14e206e5, plus the 400 that are paid')
    >>> verdict(record, "342", None, 400)
    (True, 'ok')
    >>> verdict(None, "342", 2500, 400)
    (False, 'NOT RECORDED: run Scripts/count --record')
    """
    if record is None:
        return False, "NOT RECORDED: run Scripts/count --record"
    if result != record.result:
        return False, f"WRONG: comes to {result}, recorded {record.result}"
    if count is None:
        return True, "ok"
    change = f"{(count - record.count) * 100 / record.count:+.1f} %"
    if count > record.count * TOLERANCE:
        return False, f"{change}: MORE than recorded ({record.count})"
    if not is_paid(record.best, count, allowed):
        return False, (f"{change}: MORE than its best, {record.best} of {record.commit}, plus the "
                       f"{allowed} that are paid")
    if count < record.count * 0.97:
        return True, f"{change}: fewer; record them with Scripts/count --record"
    return True, change


def is_paid(best, count, allowed):
    """Whether a count is at most a tenth above the best value and what was paid."""
    return count <= (best + allowed) * 1.1


# Workloads of the command, which are counted from the start of the process to its end. What one
# round takes is the difference between many rounds and few.

@dataclass
class Lines:
    """A form, the flag that reads lines, and the lines for a number of rounds."""

    flags: list
    form: dict
    lines: object
    few: int
    many: int


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def session(path):
    """The values that each step of a recorded session sets."""
    with open(path, encoding="utf-8") as lines:
        edits = [json.loads(line).get("edit", {}) for line in lines]
    return [edit["set"] for edit in edits if "set" in edit]


def edits(steps):
    """The steps of a session as edits, again and again."""
    return lambda rounds: [{"set": steps[index % len(steps)]} for index in range(rounds)]


def answers(steps):
    """The answers after each step of a session, again and again."""
    after, lines = {}, []
    for values in steps:
        after.update(values)
        lines.append({tag: value for tag, value in after.items() if value is not None})
    return lambda rounds: [lines[index % len(lines)] for index in range(rounds)]


def list_of(count):
    """A form with a list of numbers and their sum, and the edit that sets each of them."""
    rows = [{"tag": "n", "type": "decimal"}, {"tag": "t", "type": "text"}]
    form = {"sections": [
        {"tag": "l", "kind": "multivalued", "value": [{}] * count, "template": {"rows": rows}},
        {"rows": [{"tag": "sum", "type": "decimal", "calculated": "$l.@sum.n"}]}]}
    return form, {"set": {f"l[{index}].n": index + 0.5 for index in range(count)}}


def inserting(count):
    form, given = list_of(count)
    return Lines(["--edits"], form, lambda rounds: [
        given, *[{"insert": [{"section": "l", "at": count // 2}]} for _ in range(rounds)]], 5, 25)


def setting_decimals(count):
    form, given = list_of(count)
    return Lines(["--edits"], form, lambda rounds: [
        given, *[{"set": {"l[7].n": index + 0.25}} for index in range(rounds)]], 5, 25)


def choosing(count):
    """Rows that choose from one list of 600, whose titles change one after another."""
    options = {"list": "l", "value": "n", "title": "t"}
    form = {"sections": [
        {"tag": "l", "kind": "multivalued", "template": {"rows": [
            {"tag": "n", "type": "text"}, {"tag": "t", "type": "text"}]},
         "value": [{"n": f"n{index}", "t": f"Person {index}"} for index in range(600)]},
        {"rows": [{"tag": f"c{index}", "type": "push", "options": options}
                  for index in range(count)]}]}
    return Lines(["--edits"], form, lambda rounds: [
        {"set": {f"l[{index}].t": "Ann"}} for index in range(rounds)], 5, 25)


def commands(forms):
    """The workloads of the command by name."""
    batch = ["--threads", "1", "--answers"]
    world = read(WORLD + ".form.json")
    steps = session(WORLD + ".session.jsonl")
    known = {
        "answers-phq9": Lines(batch, read(PHQ9), lambda rounds: map(
            json.loads, phq9_lines(rounds)), 200, 1_200),
        "answers-va": Lines(batch, world, answers(steps), 5, 25),
        "edit-va": Lines(["--edits"], world, edits(steps), 40, 240),
        "insert-1k": inserting(1_000),
        "insert-4k": inserting(4_000),
        "set-decimals": setting_decimals(4_000),
        "choose-30": choosing(30),
        "choose-300": choosing(300),
        "start": Lines(["--set", "switchTag=true"], read(SWITCH), None, 0, 1),
    }
    if forms:
        steps = [values for each in eimci_sessions(forms) for values in each if values]
        form = read(os.path.join(forms, "eimci.form.json"))
        known["edit-eimci"] = Lines(["--edits"], form, edits(steps), 40, 440)
        known["answers-eimci"] = Lines(
            batch, form, lambda rounds: map(json.loads, eimci_lines(forms, rounds)), 200, 1_200)
    return known


def count_command(formeval, work, folder, counts):
    """What a workload of the command comes to, and its instructions; None if none are counted."""
    form = os.path.join(folder, "form.json")
    with open(form, "w", encoding="utf-8") as file:
        json.dump(work.form, file)

    def run(rounds):
        words = [formeval, form, *work.flags]
        if work.lines:
            with open(os.path.join(folder, "lines"), "w", encoding="utf-8") as file:
                file.writelines(json.dumps(line) + "\n" for line in work.lines(rounds))
            words.append(file.name)
        output, count = run_counted(words, counts)
        answered = [line for line in output.splitlines() if line and not line.startswith('{"error"')]
        return len(answered), count

    answered, count = run(work.many)
    if work.few == 0:
        return str(answered), count
    _, less = run(work.few)
    return str(answered), None if count is None else (count - less) // (work.many - work.few)


def run_counted(words, counts, within=None):
    """The output of a command and its instructions, or those within a function of it."""
    if not counts:
        return subprocess.run(words, env=ENVIRONMENT, check=False, text=True,
                              stdout=subprocess.PIPE).stdout, None
    tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    if within:
        tool.append(f"--toggle-collect={within}")
    if subprocess.run([*FIXED, "true"], check=False, stderr=subprocess.DEVNULL).returncode == 0:
        tool = FIXED + tool
    run = subprocess.run(tool + words, env=ENVIRONMENT, check=False, text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    collected = re.search(r"Collected : (\d+)", run.stderr)
    return run.stdout, int(collected[1]) if collected else 0


def compiler():
    said = subprocess.run(["swift", "--version"], check=False, capture_output=True, text=True)
    version = re.search(r"Swift version \S+", said.stdout + said.stderr)
    system = os.uname()
    return f"{version[0] if version else ''}, {system.sysname} {system.machine}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("counted", help="the workloads in Swift, built for release")
    parser.add_argument("formeval", help="the command, built for release")
    parser.add_argument("workload", nargs="*", help="which to count; all if none is named")
    parser.add_argument("--record", action="store_true", help="write Counts.txt anew")
    parser.add_argument("--forms", help="where eimci.form.json and its sessions lie; counted, not recorded")
    options = parser.parse_args()
    if options.record and (options.workload or options.forms):
        parser.error("--record writes every workload anew; name none, and no forms")

    with open(RECORDED, encoding="utf-8") as file:
        first, *rest = file.read().splitlines()
    records = {line.split()[0]: Record.read(line) for line in rest}
    with open(README, encoding="utf-8") as file:
        allowed = paid(file.read())
    made = subprocess.run([options.counted], check=True, capture_output=True, text=True)
    programs, lines = made.stdout.split(), commands(options.forms)
    known = [*programs, *lines]
    if not programs:
        sys.exit("there are no workloads")
    strange = [name for name in options.workload if name not in known]
    if strange:
        sys.exit(f"no workload is called {strange[0]}; there are {', '.join(known)}")

    why = ""
    if not shutil.which("valgrind"):
        why = "valgrind is not at hand"
    elif not options.record and f"compiler {compiler()}" != first:
        why = f"recorded with {first.removeprefix('compiler ')}, and this is {compiler()}"
    if why:
        print(f"instructions are not counted: {why}")
        if options.record:
            sys.exit(2)

    commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short=8", "HEAD"], check=False,
                            capture_output=True, text=True).stdout.strip()
    failed, written = False, [f"compiler {compiler()}"]
    with tempfile.TemporaryDirectory() as folder:
        for name in options.workload or known:
            if name in lines:
                result, count = count_command(options.formeval, lines[name], folder, not why)
            else:
                result, _ = run_counted([options.counted, name], False)
                _, count = run_counted([options.counted, name], not why, "counted_work")
                result = result.strip()
            old = records.get(name)
            if count == 0 and not why:
                is_fine, said = False, "NOT COUNTED: valgrind collected nothing"
            elif name.endswith("-eimci"):
                is_fine, said = True, "not recorded"
            elif options.record:
                record = (old or Record("", 0)).following(Record(result, count), commit)
                written.append(record.line(name))
                is_fine = is_paid(record.best, count, allowed.get(name, 0))
                said = "" if is_fine else "NOT PAID: say in Benchmarks/README.md what it has bought"
            else:
                is_fine, said = verdict(old, result, count, allowed.get(name, 0))
            failed = failed or not is_fine
            print(f"{name:<14} {result:>12} {'' if count is None else count:>14}  {said}", flush=True)

    for name in [*records, *allowed]:
        if name not in known and not options.record:
            print(f"{name:<14} {'':>12} {'':>14}  NO WORKLOAD: run Scripts/count --record")
            failed = True
    if options.record:
        if failed:
            sys.exit("nothing is recorded")
        with open(RECORDED, "w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in written)
    sys.exit(failed)


if __name__ == "__main__":
    main()
