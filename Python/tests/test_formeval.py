"""Tests of the package. FORMEVAL names the binary:

    FORMEVAL=.build/release/formeval python3 -m unittest discover Python/tests
"""

import contextlib
import datetime
import decimal
import functools
import inspect
import io
import itertools
import os
import pathlib
import pickle
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Python"))

import formeval  # noqa: E402
import formeval.spark  # noqa: E402
from formeval._host import Host  # noqa: E402

PHQ9 = ROOT / "Examples" / "phq9.json"
FORM = {
    "inputs": {"limit": 10},
    "sections": [
        {
            "rows": [
                {"tag": "n", "type": "int"},
                {"tag": "day", "type": "date"},
                {"tag": "at", "type": "time"},
                {"tag": "price", "type": "decimal"},
                {"tag": "text", "type": "text"},
                {"tag": "over", "type": "switch", "calculated": "TERNARY($n > $limit, YES, NO)"},
                {"tag": "now", "type": "dateTime", "calculated": "now()"},
                {"tag": "secret", "type": "text", "hidden": "$n == nil", "value": "x"},
            ]
        }
    ],
}


class PackageTest(unittest.TestCase):
    """A test that fails if it waits for ever or leaves a process behind."""

    def setUp(self):
        start = subprocess.Popen
        self.started = []

        def started(*words, **keywords):
            self.started.append(start(*words, **keywords))
            return self.started[-1]

        patch = mock.patch("subprocess.Popen", started)
        patch.start()
        self.addCleanup(patch.stop)
        self.addCleanup(lambda: self.assertEqual(self.running(), []))

        def stop(*_):
            raise AssertionError("the test waits for ever")

        previous = signal.signal(signal.SIGALRM, stop)
        self.addCleanup(signal.signal, signal.SIGALRM, previous)
        self.addCleanup(signal.alarm, 0)
        signal.alarm(120)

    def running(self):
        """The processes that have been started and not been waited for."""
        return [process for process in self.started if process.returncode is None]


class ValidateTests(PackageTest):
    def test_results(self):
        answers = [{"q1": 3}, '{"q1": 9}', b'{"zz": 1}\n', "nonsense"]
        results = list(formeval.validate(PHQ9, answers))
        self.assertEqual([result["valid"] for result in results], [True, False, False, False])
        self.assertEqual(results[0]["values"]["total"], 3)
        self.assertEqual(results[0]["values"]["severity"], "minimal")
        self.assertEqual(results[1]["errors"][0]["tag"], "q1")
        self.assertEqual(results[2]["refused"][0]["tag"], "zz")
        self.assertEqual([result["line"] for result in results], [1, 2, 3, 4])

    def test_each_element_has_a_result(self):
        answers = ["", None, " \n", "\t", '{"n":\n3}\n', '{"text": "a\nb"}', "[]", 3]
        answers += [b"\xff", "\ud800"]
        results = list(formeval.validate(FORM, answers))
        self.assertEqual(len(results), len(answers))
        self.assertEqual([index for index, result in enumerate(results) if result["valid"]], [4])
        self.assertEqual(results[4]["values"]["n"], 3)

    def test_values_of_python(self):
        zone = datetime.timezone(datetime.timedelta(hours=2))
        answers = {
            "n": 3,
            "day": datetime.date(2024, 5, 1),
            "at": datetime.time(14, 30),
            "price": decimal.Decimal("2.5"),
            "text": "é\u2028\n",
        }
        now = datetime.datetime(2024, 5, 1, 12, 30, tzinfo=zone)
        [result] = formeval.validate(FORM, [answers], now=now)
        self.assertEqual(
            result["values"],
            {
                "n": 3, "day": datetime.date(2024, 5, 1), "at": datetime.time(14, 30),
                "price": 2.5, "text": "é\u2028\n", "over": False, "now": "2024-05-01T10:30:00Z",
                "secret": "x",
            },
        )
        # What a result has can be given again.
        [again] = formeval.validate(FORM, [result["values"]], now=now)
        self.assertEqual(again["values"], result["values"])
        [text] = formeval.validate(FORM, [answers], now=now, as_text=True)
        self.assertIn('"day":"2024-05-01","at":"14:30"', text)

    def test_days_and_times(self):
        day, time = datetime.date(2024, 5, 1), datetime.time(8, 30)
        form = {
            "tables": {"slots": {
                "columns": [{"name": "day", "type": "date"}, {"name": "at", "type": "time"}, "of"],
                "rows": [["2024-05-01", "08:30", "x"]],
            }},
            "inputs": {"since": {"type": "date"}},
            "sections": [
                {"rows": [
                    {"tag": "a", "name": "first", "type": "date", "minimum": "$since"},
                    {"tag": "text", "type": "text"},
                    {"tag": "slot", "type": "push", "options": {"table": "slots", "value": "day"}},
                    {"tag": "slots", "type": "multipleSelector",
                     "options": {"table": "slots", "value": "at"}},
                    {"tag": "visit", "type": "push", "options": {"list": "visits", "value": "on"}},
                ], "sections": [{"rows": [{"tag": "inside", "type": "time"}]}]},
                {"tag": "visits", "kind": "multivalued", "template": {
                    "rows": [{"tag": "on", "type": "date"}, {"tag": "note", "type": "text"}],
                    "sections": [{"tag": "doses", "kind": "multivalued", "template": {
                        "rows": [{"tag": "at", "type": "time"}]}}],
                }},
                {"tag": "days", "kind": "multivalued", "item": {"type": "date"}},
            ],
        }
        answers = {
            "first": day, "text": "2024-05-01", "slot": day, "slots": [time], "visit": day,
            "inside": datetime.time(8, 30, 15, 250_000),
            "visits": [{"on": day, "note": "08:30", "doses": [{"at": time}, {"at": None}]}],
            "days": [day, None],
        }
        [result] = formeval.validate(form, [answers], inputs={"since": day})
        self.assertEqual((result["valid"], result["errors"]), (True, []))
        self.assertEqual(result["values"], answers)
        for spelling in ("2024-05-01", "2024-05-01T00:00:00Z"):
            [result] = formeval.validate(form, [{"first": spelling, "slot": spelling}])
            self.assertEqual(result["values"]["first"], day)
            self.assertEqual(result["values"]["slot"], day)

    def test_days_in_nested_answers(self):
        day = datetime.date(2024, 5, 1)
        born = {"name": "born", "type": "date"}
        form = {
            "answers": "nested",
            "sections": [
                {"tag": "mother", "rows": [{"tag": "m", **born}], "sections": [
                    {"name": "more", "rows": [{"tag": "more_at", "name": "at", "type": "time"}]}]},
                {"tag": "father", "rows": [{"tag": "f", "name": "born", "type": "text"}]},
                {"tag": "kids", "name": "children", "kind": "multivalued", "template": {
                    "rows": [{"tag": "k", **born}],
                    "sections": [{"tag": "school", "rows": [{"tag": "since", "type": "date"}]}],
                }},
            ],
        }
        answers = {
            "mother": {"born": day, "more": {"at": datetime.time(8, 30)}},
            "father": {"born": "2024-05-01"},
            "children": [{"born": day, "school": {"since": day}}],
        }
        [result] = formeval.validate(form, [answers])
        self.assertEqual((result.get("refused"), result.get("values")), (None, answers))

    def test_keywords(self):
        def values(answers, **keywords):
            [result] = formeval.validate(FORM, [answers], **keywords)
            return result.get("values")

        self.assertEqual(values({"n": 3}, inputs={"limit": 2})["over"], True)
        self.assertNotIn("secret", values({}))
        self.assertEqual(values({}, include_hidden=True)["secret"], "x")
        self.assertIsNone(values({"secret": "y"}))
        self.assertEqual(values({"secret": "y"}, as_host=True, include_hidden=True)["secret"], "y")
        self.assertEqual(values({}, now="2024-05-01")["now"], "2024-05-01T00:00:00Z")
        self.assertEqual(values({"n": 3}, only=["n", "over"]), {"n": 3, "over": False})
        self.assertEqual(values({"n": 3}, only="n"), {"n": 3})
        changed = values({"n": 3, "text": "a"}, changed=True, now="2024-05-01")
        self.assertNotIn("n", changed)
        self.assertEqual(changed["over"], False)
        self.assertEqual(values({}, untrusted=True)["n"], None)
        form = {"sections": [{"rows": [{"tag": "n", "type": "int", "calculated": "twice(4)"}]}]}
        [result] = formeval.validate(form, [{}], stubs={"twice(x)": "$x * 2"})
        self.assertEqual(result["values"], {"n": 8})

    def test_strict(self):
        rows = [{"tag": "n", "type": "int"}, {"tag": "part", "type": "int", "calculated": "9 / $n"}]
        form = {"sections": [{"rows": rows}]}
        for strict in (False, True):
            results = list(formeval.validate(form, [{"n": 0}, {"n": 3}], strict=strict))
            self.assertEqual([result["valid"] for result in results], [not strict, True])
            self.assertEqual("refused" in results[0], strict)

    def test_form_with_trailing_commas_and_migration(self):
        with tempfile.TemporaryDirectory() as folder:
            form = pathlib.Path(folder, "form.json")
            form.write_text('{"sections": [{"rows": [{"tag": "n", "type": "int"},]}]}')
            with self.assertRaisesRegex(formeval.Error, "comma"):
                list(formeval.validate(form, [{}]))
            migration = pathlib.Path(folder, "migration.json")
            migration.write_text('{"rename": {"m": "n"}}')
            results = list(
                formeval.validate(form, [{"m": 7}], trailing_commas=True, migration=migration)
            )
        self.assertEqual(results[0]["values"], {"n": 7})

    def test_values_that_look_like_flags(self):
        for keyword in ("migration", "now", "only", "threads"):
            with self.assertRaises(formeval.Error):
                list(formeval.validate(PHQ9, [{}], **{keyword: "--quiet"}))
        for keyword in ("functions", "time_zone", "now", "threads"):
            with self.assertRaises(formeval.Error):
                list(formeval.evaluate("a == 1", [{}], **{keyword: "--help"}))

    def test_one_element_in_place_of_many(self):
        for answers in ({"n": 3}, '{"n": 3}', b'{"n": 3}', bytearray(b'{"n": 3}')):
            kind = type(answers).__name__
            message = f"^answers must be .*, not one {kind}; put it in a list: \\[answers\\]$"
            with self.assertRaisesRegex(TypeError, message):
                formeval.validate(FORM, answers)
            with self.assertRaisesRegex(TypeError, "^objects must be"):
                formeval.evaluate("n == 3", answers)
        with self.assertRaisesRegex(TypeError, "^arguments must be"):
            formeval.evaluate("n == %@", [{}], arguments="3")

    def test_files_of_answers(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "answers.ndjson")
            path.write_text('{"n": 3}\n{"n": 4}\n')
            for mode in ("r", "rb"):
                with open(path, mode) as answers:
                    results = list(formeval.validate(FORM, answers, only="n"))
                    self.assertEqual([result["values"]["n"] for result in results], [3, 4])
                with open(path, mode) as objects:
                    self.assertEqual(list(formeval.evaluate("n > 3", objects)), [False, True])

    def test_numbers(self):
        def value(tag, number):
            [result] = formeval.validate(FORM, [{tag: number}])
            return result["values"][tag] if "values" in result else None

        exact = 2**53 + 1
        for number in (100, 2**53 - 1, 2**53, exact, 10**17, 2**63 - 1, -exact, -(2**63)):
            self.assertEqual(value("n", number), number)
            self.assertEqual(value("n", decimal.Decimal(number)), number)
        self.assertEqual(value("n", decimal.Decimal("1E+18")), 10**18)
        # A form has no such numbers.
        for number in (2**63, decimal.Decimal(2**63 + 1), decimal.Decimal("1.5"), 10**400):
            self.assertIsNone(value("n", number))
        for text in ("NaN", "-Infinity", "1E+1000000"):
            self.assertIsNone(value("price", decimal.Decimal(text)))
        # Others are doubles.
        self.assertEqual(value("price", decimal.Decimal("0.1")), 0.1)
        self.assertEqual(value("price", decimal.Decimal(1) / 3), 1 / 3)
        self.assertEqual(value("price", decimal.Decimal("1E+20")), 1e20)
        self.assertEqual(value("price", decimal.Decimal(exact) + decimal.Decimal("0.5")), exact + 1)
        self.assertEqual(value("price", 2**64), 2.0**64)

    def test_times_of_day_have_no_zone(self):
        for zone in (datetime.timezone.utc, datetime.timezone(datetime.timedelta(hours=2))):
            with self.assertRaisesRegex(formeval.Error, "^line 1: a time of day has no time zone"):
                list(formeval.validate(FORM, [{"at": datetime.time(14, 30, tzinfo=zone)}]))

    def test_numbers_of_numpy(self):
        def scalar(kind, shape, item):
            return mock.Mock(dtype=mock.Mock(kind=kind), shape=shape, item=lambda: item)

        answers = [{"n": scalar("i", (), 3)}, {"over": scalar("b", (), False)}]
        # An array of one number, a duration, and something else that has items.
        others = [{"n": scalar("i", (1,), 3)}, {"n": scalar("m", (), 3)}, {"n": mock.Mock()}]
        results = list(formeval.validate(FORM, answers + others, on_error=lambda error: None))
        self.assertEqual([result["valid"] for result in results[:2]], [True, True])
        self.assertEqual(results[2:], [None] * 3)

    def test_text(self):
        [text] = formeval.validate(PHQ9, [{}], as_text=True)
        self.assertTrue(text.startswith('{"valid":true,"errors":[],"values":{"q1":null,'))

    def test_path_that_begins_with_a_dash(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "-form.json").write_text(PHQ9.read_text())
            before = os.getcwd()
            os.chdir(folder)
            try:
                [result] = formeval.validate("-form.json", [{}])
            finally:
                os.chdir(before)
        self.assertTrue(result["valid"])

    def test_same_lines_as_the_command(self):
        lines = [f'{{"q1":{index % 5},"q2":{index % 3}}}' for index in range(6000)]
        printed = subprocess.run(
            [formeval.command(), PHQ9, "--answers", "-"],
            input="\n".join(lines), capture_output=True, text=True,
        )
        for read_ahead, threads in ((1, 1), (1, 2), (7, 2), (1024, 1), (1024, 2), (50_000, 3)):
            count = min(len(lines), 500 * read_ahead)
            results = formeval.validate(
                PHQ9, lines[:count], as_text=True, read_ahead=read_ahead, threads=threads
            )
            self.assertEqual(list(results), printed.stdout.splitlines()[:count])

    def test_long_lines(self):
        # Each line is longer than the pipe, and so is its result.
        texts = [character * 500_000 for character in "abcdefgh"]
        results = formeval.validate(FORM, ({"text": text} for text in texts))
        self.assertEqual([result["values"]["text"] for result in results], texts)

    def test_no_path_of_a_temporary_file(self):
        with self.assertRaises(formeval.Error) as caught:
            list(formeval.validate({"sections": [{"rows": [{"tag": "a"}]}]}, [{}]))
        self.assertIn("<dict>:1:23: error: ", caught.exception.stderr)
        self.assertNotIn(tempfile.gettempdir(), str(caught.exception))

    def test_form_of_a_dict_with_relative_paths(self):
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(os.path.abspath(formeval.command()), os.path.join(folder, "command"))
            pathlib.Path(folder, "migration.json").write_text('{"rename": {"m": "n"}}')
            before = os.getcwd()
            os.chdir(folder)
            try:
                with mock.patch.dict(os.environ, FORMEVAL="./command"):
                    [result] = formeval.validate(FORM, [{"m": 7}], migration="migration.json")
            finally:
                os.chdir(before)
        self.assertEqual(result["values"]["n"], 7)

    def test_form_of_a_dict_is_removed(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch("tempfile.tempdir", folder):
            results = formeval.validate(FORM, [{}, {}])
            next(results)
            self.assertEqual(len(os.listdir(folder)), 1)
            results.close()
            self.assertEqual(os.listdir(folder), [])


class ProcessTests(PackageTest):
    def test_nothing_runs_before_the_first_result(self):
        results = formeval.validate(PHQ9, iter([{}]))
        self.assertEqual(self.running(), [])
        next(results)
        self.assertEqual(len(self.running()), 1)
        self.assertEqual(list(results), [])
        self.assertEqual(self.running(), [])

    def test_closing_ends_the_process(self):
        results = formeval.validate(PHQ9, ({} for _ in iter(int, 1)))
        next(results)
        results.close()
        self.assertEqual(self.running(), [])
        for _ in formeval.validate(PHQ9, ({} for _ in iter(int, 1))):
            break
        self.assertEqual(self.running(), [])

    def test_reads_ahead_no_further_than_said(self):
        for limit in (1, 2, 5, 100):
            taken = 0

            def answers():
                nonlocal taken
                for taken in range(1, 1001):
                    yield {}

            for index, _ in enumerate(formeval.validate(PHQ9, answers(), read_ahead=limit)):
                self.assertLessEqual(taken, index + limit)
            self.assertEqual(index, 999)
        with self.assertRaises(ValueError):
            list(formeval.validate(PHQ9, [{}], read_ahead=0))

    def test_answers_that_depend_on_results(self):
        total = 0

        def answers():
            while total < 20:
                yield {"q1": 3, "q2": min(3, total // 5)}

        for result in formeval.validate(PHQ9, answers(), read_ahead=1):
            total += result["values"]["total"]
        self.assertGreaterEqual(total, 20)

    @unittest.skipUnless(hasattr(os, "fork"), "needs fork")
    def test_results_end_while_a_forked_process_runs(self):
        signal.alarm(60)
        results = formeval.validate(PHQ9, [{"q1": 1}] * 5000)
        next(results)
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            # It has the pipe to the command, too.
            os.close(write)
            os.read(read, 1)
            os._exit(0)
        try:
            self.assertEqual(len(list(results)), 4999)
        finally:
            os.close(write)
            os.close(read)
            os.waitpid(child, 0)
            signal.alarm(0)

    def test_elements_that_raise(self):
        class Lost(dict):
            def items(self):
                raise KeyError("lost")

        answers = [{"q1": 1}, Lost(q1=1), {"q1": 2}]
        results = list(formeval.validate(PHQ9, answers, on_error=lambda error: error.line))
        self.assertEqual(results[1], 2)
        self.assertEqual([results[index]["valid"] for index in (0, 2)], [True, True])

    def test_errors_of_the_iterable(self):
        def answers():
            yield {}
            raise KeyError("lost")

        with self.assertRaisesRegex(KeyError, "lost"):
            list(formeval.validate(PHQ9, answers()))
        self.assertEqual(self.running(), [])
        # The form is wrong too.
        with self.assertRaisesRegex(formeval.Error, "there is no file") as caught:
            list(formeval.validate("missing.json", answers()))
        self.assertIsInstance(caught.exception.__cause__, KeyError)

    def test_results_before_an_error_are_yielded(self):
        class Items:
            """Goes on after an exception, as generators do not."""

            def __init__(self, count):
                self.left = count

            def __iter__(self):
                return self

            def __next__(self):
                self.left -= 1
                if self.left == -1:
                    raise KeyError("lost")
                return {"n": self.left}

        def fails(count):
            return itertools.chain(({"n": 1} for _ in range(count)), [{"n": object()}, {"n": 1}])

        for count in (0, 1, 5, 3000):
            for read_ahead in (1, 2, 1024):
                for ask in (
                    functools.partial(formeval.validate, FORM, as_text=True),
                    functools.partial(formeval.evaluate, "n < 100000"),
                ):
                    for kind, elements in (
                        (KeyError, Items(count)), (formeval.Error, fails(count))
                    ):
                        results = ask(elements, read_ahead=read_ahead)
                        found = list(itertools.islice(results, count))
                        self.assertEqual(len(found), count)
                        with self.assertRaises(kind) as caught:
                            next(results)
                        if kind is formeval.Error:
                            self.assertEqual(caught.exception.line, count + 1)
                            self.assertIsInstance(caught.exception.__cause__, TypeError)
                        self.assertEqual(list(results), [])
                        self.assertEqual(self.running(), [])

    def test_many_at_once(self):
        failed = []

        def run(offset):
            lines = ({"n": offset + index} for index in range(2000))
            results = [result["values"]["n"] for result in formeval.validate(FORM, lines)]
            if results != list(range(offset, offset + 2000)):
                failed.append(offset)

        threads = [threading.Thread(target=run, args=(index * 10_000,)) for index in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failed, [])

    def test_memory(self):
        """The package takes no more memory for more lines."""
        program = (
            "import formeval, resource, sys\n"
            "lines = ('{\"q1\":1}' for _ in range(int(sys.argv[1])))\n"
            "count = sum(1 for _ in formeval.validate(sys.argv[2], lines, as_text=True))\n"
            "print(count, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
        )
        sizes = []
        for count in (1000, 30_000):
            run = subprocess.run(
                [sys.executable, "-c", program, str(count), str(PHQ9)],
                capture_output=True, text=True, check=True,
                env={**os.environ, "PYTHONPATH": str(ROOT / "Python")},
            )
            counted, size = map(int, run.stdout.split())
            self.assertEqual(counted, count)
            sizes.append(size)
        self.assertLess(sizes[1], sizes[0] * 1.2)


class ErrorTests(PackageTest):
    def test_killed_process(self):
        results = formeval.validate(PHQ9, ({} for _ in iter(int, 1)))
        for _ in range(5000):
            next(results)
        [process] = self.running()
        process.kill()
        # What the process has answered is still there.
        count = 5000
        with self.assertRaises(formeval.Error) as caught:
            for _ in results:
                count += 1
        self.assertEqual(caught.exception.line, count + 1)
        self.assertEqual(caught.exception.status, -signal.SIGKILL)
        self.assertEqual(
            str(caught.exception),
            f"formeval was ended by SIGKILL before it answered line {count + 1}",
        )
        self.assertEqual(self.running(), [])

    def test_wrong_form(self):
        for answers in ([], [{}], [{}] * 10_000):
            with self.assertRaises(formeval.Error) as caught:
                list(formeval.validate({"sections": [{"rows": [{"tag": "a"}]}]}, answers))
            self.assertEqual((caught.exception.line, caught.exception.status), (1, 1))
            self.assertIn("error:", caught.exception.stderr)
            self.assertIn(caught.exception.stderr, str(caught.exception))

    def test_missing_form(self):
        with self.assertRaisesRegex(formeval.Error, "there is no file 'missing.json'") as caught:
            list(formeval.validate("missing.json", [{}]))
        self.assertEqual(caught.exception.status, 2)

    def test_answers_that_are_not_json(self):
        answers = [{}, {"n": 3}, {"n": object()}]
        with self.assertRaises(formeval.Error) as caught:
            list(formeval.validate(FORM, answers))
        self.assertEqual(caught.exception.line, 3)
        self.assertEqual(
            str(caught.exception), "line 3: a value of the type object cannot be written as JSON"
        )
        circle = {}
        circle["n"] = circle
        with self.assertRaises(formeval.Error):
            list(formeval.validate(FORM, [circle]))
        [result] = formeval.validate(FORM, [{"price": float("nan")}])
        self.assertIn("NaN", result["refused"][0]["message"])

    def test_going_on_after_answers_that_are_not_json(self):
        bad = object()
        answers = [{"n": bad}, {"n": 3}, None, {"n": bad}, {"n": {1, 2}}, {"n": 4}, {"n": bad}]
        errors = []
        for read_ahead in (1, 1024):
            errors.clear()
            results = list(
                formeval.validate(FORM, answers, on_error=errors.append, read_ahead=read_ahead)
            )
            self.assertEqual(
                [result and result["valid"] for result in results],
                [None, True, False, None, None, True, None],
            )
            self.assertEqual([error.line for error in errors], [1, 4, 5, 7])
        results = formeval.validate(FORM, answers, on_error=lambda error: error.line, as_text=True)
        self.assertEqual([result for result in results if isinstance(result, int)], [1, 4, 5, 7])

    def test_program_that_stops_early(self):
        """A process that answers some lines and then fails."""
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "formeval")
            script.write_text(
                "#!/bin/sh\nfor n in 1 2 3; do read line; echo '{\"valid\":true}'; done\n"
                "printf '{\"val'; echo 'the disk is full' >&2; exit 74\n"
            )
            script.chmod(0o755)
            with mock.patch.dict(os.environ, FORMEVAL=str(script)):
                results = formeval.validate(PHQ9, [{"q1": 1}] * 100_000)
                self.assertEqual([next(results)["valid"] for _ in range(3)], [True] * 3)
                with self.assertRaises(formeval.Error) as caught:
                    next(results)
        self.assertEqual(
            str(caught.exception),
            "formeval ended with status 74 before it answered line 4: the disk is full",
        )

    def test_no_command(self):
        with mock.patch.dict(os.environ, PATH="", clear=True):
            with self.assertRaisesRegex(formeval.Error, "is not found"):
                formeval.validate(PHQ9, [{}])
        with mock.patch.dict(os.environ, FORMEVAL="/nowhere/formeval"):
            with self.assertRaisesRegex(formeval.Error, "cannot be started"):
                next(formeval.validate(PHQ9, [{}]))

    def test_errors_travel(self):
        error = pickle.loads(pickle.dumps(formeval.Error("text", 3, -9, "more")))
        self.assertEqual((str(error), error.line, error.status), ("text", 3, -9))
        self.assertEqual(error.stderr, "more")


class EvaluateTests(PackageTest):
    def test_results(self):
        people = [{"age": 41}, '{"age": 12}', {"age": None}]
        self.assertEqual(list(formeval.evaluate("age >= 18", people)), [True, False, False])

    def test_keywords(self):
        def one(text, value, **keywords):
            [result] = formeval.evaluate(text, [value], **keywords)
            return result

        self.assertTrue(one("%K == %@", {"name": "Ana"}, arguments=["name", "Ana"]))
        self.assertTrue(one("SELF < $limit", 3, variables={"limit": 4}))
        self.assertTrue(one("concat(a, 1) == 'x1'", {"a": "x"}, functions="extended"))
        day = datetime.date(2024, 5, 1)
        self.assertTrue(one("now() == %@", {}, arguments=[day], now="2024-05-01"))
        self.assertTrue(
            one("day == %@", {"day": datetime.datetime(2024, 5, 1)}, arguments=[day])
        )
        objects = {"data": b"\1", "x": 1}
        self.assertTrue(one("data == %@ AND x IN %@", objects, arguments=[b"\1", {1}]))
        self.assertTrue(
            one("today() == %@", {}, functions="extended", time_zone="Pacific/Kiritimati",
                now="2024-05-01T10:30:00Z", arguments=[datetime.date(2024, 5, 2)])
        )

    def test_objects_that_cannot_be_decided(self):
        objects = [{"age": 1}, {"age": "x"}, "nonsense", {"age": 7}]
        results = formeval.evaluate("age + 1 > 3", objects)
        self.assertFalse(next(results))
        with self.assertRaises(formeval.Error) as caught:
            next(results)
        self.assertEqual(caught.exception.line, 2)
        self.assertIn("line 2: + needs numbers, not the text 'x'", str(caught.exception))
        errors = []
        results = list(formeval.evaluate("age + 1 > 3", objects, on_error=errors.append))
        self.assertEqual(results, [False, None, None, True])
        self.assertEqual([error.line for error in errors], [2, 3])

    def test_objects_that_are_not_json(self):
        objects = [{"age": 1}, "", None, " \n", {"age": object()}, b"\t", {"age": 7}, "nonsense"]
        errors = []
        for read_ahead in (1, 1024):
            errors.clear()
            results = list(
                formeval.evaluate("age > 3", objects, on_error=errors.append, read_ahead=read_ahead)
            )
            self.assertEqual(results, [False, None, False, None, None, None, True, None])
            self.assertEqual([error.line for error in errors], [2, 4, 5, 6, 8])
        self.assertEqual(str(errors[0]), "line 2: the text is blank; the JSON of nothing is null")
        results = formeval.evaluate("age > 3", objects)
        self.assertFalse(next(results))
        with self.assertRaisesRegex(formeval.Error, "^line 2: the text is blank"):
            next(results)

    def test_numbers(self):
        def holds(text, value):
            [result] = formeval.evaluate(text, [{"a": value}])
            return result

        exact = 2**53 + 1
        for number in (exact, decimal.Decimal(exact)):
            self.assertTrue(holds(f"a == {exact}", number))
            self.assertFalse(holds(f"a == {exact - 1}", number))
        # An integer is divided by an integer, and a double is not.
        self.assertTrue(holds("a / 2 == 2", 5))
        self.assertTrue(holds("a / 2 == 2.5", decimal.Decimal(5)))
        self.assertTrue(holds("a == 0.1", decimal.Decimal("0.1")))

    def test_wrong_predicate(self):
        for text in ("age >", "age CONTAIN 3", "age == %@"):
            for objects in ([{}], [object()], [object(), {}]):
                with self.assertRaises(formeval.Error) as caught:
                    list(formeval.evaluate(text, objects, on_error=lambda error: None))
                self.assertNotIn("JSON", str(caught.exception))

    def test_text_cannot_add_keys(self):
        for text in ('1,"vars":{"x":1}', '1,"args":[1]', '1,"format":"TRUEPREDICATE"', '1}{"a":2'):
            results = formeval.evaluate("SELF == $x", [text], on_error=str, variables={"x": 2})
            self.assertRegex(next(results), "^line 1: ")


class Column(list):
    """What the Spark helper uses of a column of pyarrow."""

    def to_pylist(self):
        return list(self)


class Batch:
    """What the Spark helper uses of a batch of pyarrow."""

    def __init__(self, columns, names):
        self.columns = columns
        self.schema = mock.Mock(names=names)
        self.num_rows = len(columns[0])

    def column(self, name):
        return self.columns[self.schema.names.index(name)]

    @staticmethod
    def from_arrays(columns, names):
        return Batch(columns, names)


class SparkTests(PackageTest):
    """Scripts/spark-check runs the helper in Spark; these tests need neither Spark nor pyarrow."""

    def setUp(self):
        super().setUp()
        arrow = mock.Mock(RecordBatch=Batch, array=lambda values, _: Column(values))
        patch = mock.patch.dict(sys.modules, pyarrow=arrow)
        patch.start()
        self.addCleanup(patch.stop)

    def test_each_batch_keeps_its_rows(self):
        sizes = [0, 1, 3, 0, 700, 2, 5000, 0]
        batches = [
            Batch([Column(f'{{"n":{number}}}' for number in range(size)), Column([size] * size)],
                  ["answers", "size"])
            for size in sizes
        ]
        run = formeval.spark.validate(FORM, only=["n"], read_ahead=64)
        found = list(run(iter(batches)))
        self.assertEqual([batch.num_rows for batch in found], [size for size in sizes if size])
        line = 0  # Lines are counted through the partition.
        for batch in found:
            self.assertEqual(batch.schema.names, ["answers", "size", "result"])
            self.assertEqual(batch.column("size"), [batch.num_rows] * batch.num_rows)
            self.assertEqual(
                batch.column("result"),
                [
                    f'{{"values":{{"n":{number}}},"line":{line + number + 1}}}'
                    for number in range(batch.num_rows)
                ],
            )
            line += batch.num_rows

    def test_failures_name_the_line_of_the_partition(self):
        batches = [Batch([Column(["{}", "{}"])], ["a"]), Batch([Column(["{}", object()])], ["a"])]
        run = formeval.spark.validate(FORM, "a", "r")
        results = run(batches)
        # The results of the batches before come first.
        self.assertEqual(next(results).num_rows, 2)
        with self.assertRaisesRegex(formeval.Error, "^line 4: "):
            next(results)
        self.assertEqual(list(run([])), [])


class ModuleTests(PackageTest):
    """`python -m formeval`."""

    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        # The first word of `python -m formeval preview` is not this file.
        pathlib.Path(folder.name, "preview").write_text('{"sections": []}')

    def run_words(self, *words, **variables):
        return subprocess.run(
            words, cwd=self.folder, capture_output=True, text=True, stdin=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(ROOT / "Python"), **variables})

    def module(self, *words, **variables):
        return self.run_words(sys.executable, "-m", "formeval", *words, **variables)

    def test_the_words_are_those_of_the_command(self):
        said = {}
        for words in (["./preview", "--check"], ["./preview", "--set", "a=1"], ["missing.json"],
                      ["--version"], ["./preview", "--values"], ["--bad"], []):
            ours, other = self.module(*words), self.run_words(formeval.command(), *words)
            self.assertEqual((ours.returncode, ours.stdout, ours.stderr),
                             (other.returncode, other.stdout, other.stderr), words)
            said[ours.returncode] = words
        self.assertEqual(said.keys() & {0, 2}, {0, 2})

    def test_preview_is_a_word_of_the_module(self):
        # Without a form: its own usage, or what the preview needs to be installed.
        run = self.module("preview")
        self.assertRegex(run.stderr, "usage: formeval preview|^the preview needs")

    def test_no_command(self):
        for command, said in ((None, "is not found"), ("/nowhere", "cannot be started: ")):
            run = self.module("./preview", PATH="", FORMEVAL=command or "")
            self.assertEqual((run.returncode, run.stdout), (2, ""))
            self.assertRegex(run.stderr, f"^error: the command .*{said}")


class PageTests(PackageTest):
    def test_blocks_print_what_their_comments_say(self):
        page = (ROOT / "Docs" / "Python.md").read_text(encoding="utf-8")
        blocks = re.findall(r"^```python\n(.*?)^```", page.split("\n## Spark")[0], re.S | re.M)
        # test_service.py runs the service.
        blocks = [block for block in blocks if "fastapi" not in block]
        self.assertGreater(len(blocks), 4)
        names = {}
        before = os.getcwd()
        os.chdir(ROOT)
        self.addCleanup(os.chdir, before)
        for block in blocks:
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(block, names)
            said = re.findall(r"^# (.*)", block, re.M)
            self.assertEqual(printed.getvalue().splitlines(), said)

    def test_keywords_are_on_the_page(self):
        page = (ROOT / "Docs" / "Python.md").read_text(encoding="utf-8")
        for function in (formeval.validate, formeval.evaluate, formeval.Form):
            for name, parameter in inspect.signature(function).parameters.items():
                if parameter.kind == parameter.KEYWORD_ONLY:
                    self.assertIn(f"`{name}`", page)
                    self.assertIn(f"    {name}: ", function.__doc__)
        for kind in (formeval.Form, formeval.Session, Host):
            for name, method in vars(kind).items():
                if inspect.isfunction(method) and not name.startswith("_"):
                    self.assertIn(f"`{name}(", page)


if __name__ == "__main__":
    unittest.main()
