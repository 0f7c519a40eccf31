#!/usr/bin/env python3
"""Measures live forms on one pipe: edits come at a fixed rate, and each answer is checked.

    Scripts/bench pipe [--quick] [--sessions N] [--rate N] [--seconds N] [--forms DIRECTORY]

The command runs as a server runs it, `formeval FORM --edits - --as-user`. This process opens the
sessions and then edits a row of one session after the other. A time is from the moment that a line
was due until its answer was read, so a line that this process sends late counts as slow. Fails if
an answer is an error, is lost, or belongs to another line, and if a session does not hold its edits
in the end.
"""

import argparse
import gc
import json
import os
import select
import subprocess
import sys
import time
from collections import deque

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OWN = os.path.join(ROOT, "Tests", "formevalTests", "WorldForms", "soar_kenya.form.json")
FLOOR, TARGET = 0.050, 0.005
# How long a line may take before its answer counts as lost.
PATIENCE = 30.0


class Pipe:
    """The command, with the lines that wait for their answers."""

    def __init__(self, command, form):
        self.process = subprocess.Popen(
            [command, form, "--edits", "-", "--as-user"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.input, self.output = self.process.stdin.fileno(), self.process.stdout.fileno()
        os.set_blocking(self.input, False)
        self.unsent, self.partial, self.waiting = bytearray(), b"", deque()

    def send(self, line, note=None):
        self.unsent += json.dumps(line).encode() + b"\n"
        self.waiting.append((line, note))

    def turn(self, until):
        """Writes and reads what can be until a time; gives each line, its note, its answer and when
        the answer was read."""
        wait = max(0.0, until - time.monotonic())
        readable, writable, _ = select.select(
            [self.output], [self.input] if self.unsent else [], [], wait)
        if writable:
            del self.unsent[:os.write(self.input, self.unsent)]
        if not readable:
            return
        piece = os.read(self.output, 1 << 20)
        now = time.monotonic()
        if not piece:
            sys.exit("FAILED: the command has ended")
        *lines, self.partial = (self.partial + piece).split(b"\n")
        for line in lines:
            if not self.waiting:
                sys.exit("FAILED: an answer that nothing asked for")
            yield *self.waiting.popleft(), json.loads(line), now

    def ask(self, lines):
        """The answers to lines that are sent in groups."""
        for start in range(0, len(lines), 100):
            for line in lines[start:start + 100]:
                self.send(line)
            while self.waiting:
                yield from self.turn(time.monotonic() + PATIENCE)

    def resident(self):
        """The bytes of memory that the command holds."""
        with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def edited_rows(state):
    """The rows that are visible at first and take a value."""
    for section in state["sections"]:
        for row in section.get("rows", []):
            if "optionSource" in row:
                row["allOptions"] = state["optionSources"][row["optionSource"]]
    return [
        row for section in state["sections"] if not section["hidden"] for row in section.get("rows", [])
        if row["tag"] and not row["hidden"] and not row["disabled"] and "calculated" not in row
        and value(row, 0) is not None]


def value(row, number):
    """A value of a row, another one with each number."""
    if "allOptions" in row:
        options = row.get("options") or [option["value"] for option in row["allOptions"]]
        return None if row["type"] == "multipleSelector" else options[number % len(options)]
    return {
        "int": number % 10, "decimal": number % 10 + 0.5, "switch": number % 2 == 0,
        "check": number % 2 == 0, "text": f"a{number % 100}", "textArea": f"a{number % 100}",
        "date": f"2024-05-{10 + number % 20}",
    }.get(row["type"])


class Client:
    """Who fills in one session: knows which rows it shows, and what it has set."""

    def __init__(self, index, rows):
        self.name, self.index, self.rows = f"s{index}", index, rows
        self.hidden, self.held, self.turns = set(), {}, 0

    def next_edit(self):
        for attempt in range(len(self.rows)):
            row = self.rows[(7 * self.index + 13 * self.turns + attempt) % len(self.rows)]
            if row["tag"] not in self.hidden:
                break
        self.turns += 1
        number = self.turns + self.index
        given = value(row, number)
        if self.held.get(row["tag"]) == given:
            given = value(row, number + 1)
        self.held[row["tag"]] = given
        return {"session": self.name, "set": {row["tag"]: given}}

    def reads(self, line, answer):
        """Reads the answer to a line; false if it is the answer to another one."""
        tag, given = next(iter(line["set"].items()))
        for change in answer["changes"]:
            if change["attribute"] == "hidden":
                (self.hidden.add if change["new"] else self.hidden.discard)(change["tag"])
            if change["attribute"] == "value" and change["tag"] in self.held:
                if change["cause"] != "set":
                    # The form has cleared what was set, for example with the row.
                    self.held[change["tag"]] = change["new"]
                elif change["tag"] != tag or change["new"] != given:
                    return False
        return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("command", help="the command, built for release")
    parser.add_argument("--quick", action="store_true", help="few sessions, nothing is asked of a figure")
    parser.add_argument("--sessions", type=int, default=10_000)
    parser.add_argument("--rate", type=int, default=1_000, help="edits a second")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--forms", help="where eimci.form.json lies; a form of the repository without it")
    options = parser.parse_args()
    if options.quick:
        options.sessions, options.seconds = 1_000, 3
    form = OWN
    if options.forms:
        form = next(os.path.join(place, "eimci.form.json")
                    for place, _, names in os.walk(options.forms) if "eimci.form.json" in names)

    pipe = Pipe(options.command, form)
    [(_, _, answer, _)] = pipe.ask([{"state": True}])
    rows = edited_rows(answer["state"])
    clients = [Client(index, rows) for index in range(options.sessions)]
    by_name = {client.name: client for client in clients}
    alone = pipe.resident()
    errors = swapped = 0
    for line, _, answer, _ in pipe.ask([{"session": client.name, "open": True} for client in clients]):
        errors += "error" in answer
        swapped += answer.get("session") != line["session"]
    opened = pipe.resident()

    # The collector would stop this process in the middle of a line.
    gc.freeze()
    gc.disable()
    count = options.rate * options.seconds
    times, sent, began = [], 0, time.monotonic() + 0.1
    end = began + options.seconds + PATIENCE
    while len(times) < count and time.monotonic() < end:
        now = time.monotonic()
        while sent < count and (due := began + sent / options.rate) <= now:
            pipe.send(clients[sent % len(clients)].next_edit(), due)
            sent += 1
        wake = began + sent / options.rate if sent < count else end
        for line, due, answer, read in pipe.turn(now if pipe.unsent else wake):
            times.append(read - due)
            if answer.get("session") != line["session"]:
                swapped += 1
            elif "error" in answer:
                errors += 1
            elif not by_name[line["session"]].reads(line, answer):
                swapped += 1
    gc.enable()
    lost = count - len(times)
    edited = pipe.resident()

    # Each session holds what was set in it, and nothing of another one.
    if not lost:
        for line, _, answer, _ in pipe.ask(
                [{"session": client.name, "save": True} for client in clients]):
            held = by_name[line["session"]].held
            values = answer.get("save", {}).get("values", {})
            swapped += any(values.get(tag) != given for tag, given in held.items())
    pipe.process.kill()

    times = sorted(times) or [float("inf")]

    def percentile(part):
        return times[min(len(times) - 1, int(part * len(times)))]

    figure = percentile(0.99)
    verdict = "target" if figure <= TARGET else "floor" if figure <= FLOOR else "BELOW"
    if options.quick or form == OWN:
        verdict = "-"
    print(f"pipe: {os.path.basename(form)}, {len(clients):,} sessions, {len(rows)} rows edited by the "
          f"user, {options.rate:,} edits a second for {options.seconds} s")
    print(f"99 % of the answers within {1000 * figure:.2f} ms (floor {1000 * FLOOR:.0f}, target "
          f"{1000 * TARGET:.0f})  {verdict}")
    print(f"50 % within {1000 * percentile(0.5):.2f} ms, 99.9 % within {1000 * percentile(0.999):.2f} ms, "
          f"all within {1000 * times[-1]:.2f} ms")
    print(f"{errors} errors, {lost} lost, {swapped} swapped, of {count:,} answers")
    print(f"memory of the process: {(opened - alone) / len(clients) / 1000:.1f} kB more for each session "
          f"that was opened, {(edited - opened) / len(clients) / 1000:.1f} kB more with "
          f"{count / len(clients):.0f} edits each")
    sys.exit(1 if errors or lost or swapped else 0)


if __name__ == "__main__":
    main()
