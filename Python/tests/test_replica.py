"""The state that a client keeps by change sets alone is the state of the form.

SCRIPTS is the number of random scripts (200 if not given), SEED the first of their seeds.
"""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Python"))
sys.path.insert(0, str(ROOT / "Python" / "tests"))

from formeval import _process  # noqa: E402
from replica import Replica, all_options, comparable, differences  # noqa: E402

TRANSCRIPTS = ROOT / "Tests" / "formevalTests" / "Transcripts" / "Forms"
WORLD = ROOT / "Tests" / "formevalTests" / "WorldForms"
SCRIPTS = int(os.environ.get("SCRIPTS", "200"))
SEED = int(os.environ.get("SEED") or random.randrange(1 << 40))
EDITS_IN_A_SCRIPT = 12


class Pipe:
    """A command that answers lines about one form."""

    def __init__(self, form, *flags):
        words = [_process.command(), str(form), "--edits", "-", *flags]
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors)

    def ask(self, line):
        self.process.stdin.write(json.dumps(line).encode() + b"\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            self.errors.seek(0)
            raise EOFError(f"the command ended at {line}:\n{self.errors.read().decode()[:3000]}")
        return json.loads(answer)

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()
        self.errors.close()


class Client:
    """A session and the replica of its form."""

    def __init__(self, pipe, name, opening=None):
        self.pipe = pipe
        self.name = name
        self.log = []
        self.refused = 0
        opened = self._ask({"open": opening or {}})
        if "error" in opened:
            raise ValueError(opened["error"])
        self.replica = Replica(self._ask({"state": True})["state"])

    def _ask(self, line):
        if isinstance(line, list):
            line = [{**line[0], "session": self.name}, *line[1:]]
        else:
            line = {"session": self.name, **line}
        return self.pipe.ask(line)

    def edit(self, line):
        """Makes an edit, and compares what is kept with what the form says then."""
        self.log.append(line)
        answer = self._ask(line)
        if "error" in answer:
            self.refused += 1
        else:
            self.replica.apply(answer)
        said = self._ask({"state": True})["state"]
        kept = self.replica.state
        if kept == said:
            return
        found = list(differences(comparable(kept), comparable(said)))
        if found:
            raise AssertionError(
                f"after {json.dumps(self.log)}:\n" + "\n".join(found[:8])
                + f"\nthe answer was {json.dumps(answer)[:4000]}")

    def close(self):
        self._ask({"close": True})


class RandomScript:
    """Edits of a form that nobody has in mind."""

    WORDS = ["", "a", "Ann", "12", "2024-05-01", "14:30", "x@y.z", "nobody", "0171 1234567"]

    def __init__(self, client, seed):
        self.client = client
        self.random = random.Random(seed)

    def run(self):
        for _ in range(EDITS_IN_A_SCRIPT):
            self.client.edit(self.line())

    def line(self):
        pick = self.random
        state = self.client.replica.state
        kinds = [self.set] * 6 + [self.item] * 4 + [self.select] * 2 + [
            self.step, self.step, self.show, self.blur, self.reset, self.page, self.locale,
            self.now, self.several]
        for _ in range(8):
            line = pick.choice(kinds)(state)
            if line is not None:
                if pick.random() < 0.2 and isinstance(line, dict):
                    line["as"] = "user"
                return line
        return {"validate": True}

    def row(self):
        rows = list(self.client.replica.rows())
        return self.random.choice(rows) if rows else None

    def called(self, row):
        """A row by its id or by its name."""
        name = row.get("address") or row["tag"]
        return name if name and self.random.random() < 0.5 else row["id"]

    def value(self, row):
        pick = self.random
        if pick.random() < 0.15:
            return None
        kind = row["type"]
        options = all_options(self.client.replica.state, row)
        if options:
            values = [option["value"] for option in options]
            if pick.random() < 0.1:
                values.append("other")
            if kind.startswith("multiple") or isinstance(row["value"], list):
                return pick.sample(values, pick.randint(0, min(3, len(values))))
            return pick.choice(values)
        if kind in ("switch", "check"):
            return pick.random() < 0.5
        if kind in ("int", "decimal", "stepper", "slider"):
            return pick.choice([-1, 0, 1, 2, 3, 12, 40, 100])
        if kind in ("date", "dateInline"):
            return pick.choice(["2024-05-01", "1990-01-31", "2030-12-24"])
        if kind.startswith("time"):
            return pick.choice(["14:30", "00:00"])
        if kind.startswith("dateTime"):
            return pick.choice(["2024-05-01T10:00:00Z", "2024-05-02T10:00:00Z"])
        return pick.choice(self.WORDS)

    def set(self, _):
        row = self.row()
        return row and {"set": {self.called(row): self.value(row)}}

    def several(self, _):
        rows = [self.row() for _ in range(3)]
        if rows[0] is None:
            return None
        return [{"set": {self.called(row): self.value(row)}} for row in rows]

    def lists(self, state):
        return [section for section in state["sections"] if "items" in section]

    def item(self, state):
        lists = self.lists(state)
        if not lists:
            return None
        section = self.random.choice(lists)
        count = len(section["items"])
        place = {"section": section["id"], "at": self.random.randint(0, max(0, count - 1))}
        kind = self.random.choice(["insert", "insert", "insert", "remove", "move"])
        if kind == "insert":
            place["at"] = self.random.randint(0, count)
            if section.get("templates"):
                place["template"] = self.random.choice(section["templates"])
        if kind == "move":
            place["to"] = self.random.randint(0, max(0, count - 1))
        return {kind: [place]}

    def select(self, _):
        row = self.row()
        options = row and all_options(self.client.replica.state, row)
        if not options:
            return None
        return {"select": {self.called(row): self.random.choice(options)["value"]}}

    def step(self, _):
        return {self.random.choice(["undo", "undo", "redo"]): True}

    def show(self, _):
        return {self.random.choice(["validate", "validate", "clearErrors"]): True}

    def blur(self, _):
        row = self.row()
        if row is None:
            return None
        kind = self.random.choice(["focus", "blur", "tap"])
        return {kind: [self.called(row)] if kind == "blur" else self.called(row)}

    def reset(self, _):
        row = self.row()
        if row is None or self.random.random() < 0.3:
            return {"reset": True}
        return {"reset": [self.called(row)]}

    def page(self, state):
        if "pages" not in state:
            return None
        return {"page": self.random.choice(["next", "next", "previous"])}

    def locale(self, state):
        if self.random.random() < 0.5:
            return {"set": {"timeZone": self.random.choice(["Europe/Berlin", "Asia/Tokyo", None])}}
        languages = state.get("languages", ["en", "de"])
        return {"set": {"language": self.random.choice(languages)}}

    def now(self, _):
        return {"now": f"2024-05-{self.random.randint(10, 28)}T08:00:00Z"}


def forms():
    """The forms of the repository that the command opens, smaller ones first."""
    paths = sorted((ROOT / "Examples").glob("*.json")) + sorted(TRANSCRIPTS.glob("*.json"))
    for path in paths:
        if path.name == "predicates.json":
            continue
        opened = subprocess.run(
            [_process.command(), path, "--json"], capture_output=True, check=False)
        if opened.returncode == 0 and opened.stdout.startswith(b'{"title"'):
            yield path


class ReplicaTests(unittest.TestCase):
    def pipe(self, form, *flags):
        pipe = Pipe(form, *flags)
        self.addCleanup(pipe.close)
        return pipe

    def test_scenarios_of_the_examples(self):
        steps = 0
        for path in sorted((ROOT / "Examples" / "tests").glob("*.json")):
            form = ROOT / "Examples" / path.name
            scenarios = json.loads(path.read_text())
            if path.name == "predicates.json":
                continue
            pipe = self.pipe(form)
            for number, scenario in enumerate(scenarios):
                with self.subTest(form=path.name, scenario=scenario["name"]):
                    opening = {
                        key: scenario[key] for key in ("inputs", "state", "now")
                        if key in scenario}
                    client = Client(pipe, f"s{number}", opening)
                    for step in scenario["steps"]:
                        if "expect" not in step:
                            client.edit(step)
                            steps += 1
        self.assertGreater(steps, 60)

    def test_recorded_sessions(self):
        for path in sorted(WORLD.glob("*.session.jsonl")):
            with self.subTest(session=path.name):
                lines = [json.loads(line) for line in path.read_text().splitlines()]
                name = path.name.replace(".session.jsonl", ".form.json")
                client = Client(self.pipe(WORLD / name), "s", {"now": lines[0]["now"]})
                for line in lines[1:]:
                    client.edit(line["edit"])

    def test_random_scripts(self):
        print(f"\nrandom scripts: SCRIPTS={SCRIPTS} SEED={SEED}", file=sys.stderr)
        pipes = [(path, self.pipe(path)) for path in forms()]
        self.assertGreater(len(pipes), 25)
        edits = refused = failed = 0
        for seed in range(SEED, SEED + SCRIPTS):
            path, pipe = pipes[seed % len(pipes)]
            with self.subTest(form=path.name, seed=seed):
                client = Client(pipe, f"s{seed}", {"now": "2024-05-01T08:00:00Z"})
                try:
                    RandomScript(client, seed).run()
                except AssertionError:
                    failed += 1
                    if failed > 20:
                        self.fail("more than 20 scripts failed")
                    raise
                finally:
                    edits += len(client.log)
                    refused += client.refused
                    client.close()
        self.assertLess(refused * 2, edits)


if __name__ == "__main__":
    unittest.main()
