"""Runs Examples/server.py, and kills it. Needs Starlette and uvicorn.

Without them the tests are skipped, unless CI=true says that they must be there.
"""

import contextlib
import importlib.util
import json
import os
import pathlib
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Python"))
sys.path.insert(0, str(ROOT / "Python" / "tests"))

import formeval  # noqa: E402
from replica import Replica, comparable  # noqa: E402

IS_THERE = all(importlib.util.find_spec(name) for name in ("starlette", "uvicorn"))


def questions():
    """A line for each question of the pipe, as the schema lists them, and for a picture of edits."""
    schema = json.loads((ROOT / "Schema" / "edits.schema.json").read_text())["$defs"]
    asked = schema["question"]["properties"].keys() - schema["edits"]["properties"].keys()
    lines = [{key: True} for key in sorted(asked)] + [{key: "email"} for key in sorted(asked)]
    assert len(lines) == 16, lines
    return lines + [{"set": {}, "ripple": True}]


class Server:
    """A process of the example, with its database."""

    def __init__(self, database, form="register"):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        words = [sys.executable, ROOT / "Examples" / "server.py",
                 ROOT / "Examples" / f"{form}.json", database, str(self.port)]
        path = os.pathsep.join([str(ROOT / "Python"), os.environ.get("PYTHONPATH", "")])
        self.process = subprocess.Popen(words, env={**os.environ, "PYTHONPATH": path})
        for _ in range(600):
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            time.sleep(0.05)
        raise TimeoutError("the server does not listen")

    def ask(self, path, value=None, method=None):
        """The status and the JSON of the response."""
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", None if value is None else body, method=method)
        try:
            with urllib.request.urlopen(request) as response:
                return response.status, json.load(response)
        except urllib.error.HTTPError as error:
            said = error.read()
            return error.code, json.loads(said) if said[:1] == b"{" else None

    def state(self, path):
        """The state that a window which is opened now gets."""
        window = Window(self, path)
        window.leave()
        return window.first

    def end(self, how=signal.SIGKILL):
        self.process.send_signal(how)
        self.process.wait()


class Window:
    """A window with a form, which keeps the state by the change sets that the server sends."""

    def __init__(self, server, path):
        self.response = urllib.request.urlopen(
            f"http://127.0.0.1:{server.port}{path}/events", timeout=60)
        self.first = self.next()["state"]
        self.copy = Replica(json.loads(json.dumps(self.first)))

    def next(self):
        """What comes next; None at the end."""
        for line in self.response:
            if line.startswith(b"data: "):
                return json.loads(line[6:])
        return None

    def until(self, fits):
        """Reads until the state fits, and returns it."""
        while not fits(self.copy.state):
            self.copy.apply(self.next())
        return comparable(self.copy.state)

    def leave(self):
        self.response.close()


def row(state, tag):
    return next(row for section in state["sections"] for row in section["rows"] if row["tag"] == tag)


@unittest.skipUnless(IS_THERE or os.environ.get("CI") == "true", "needs starlette and uvicorn")
class ServerTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.database = pathlib.Path(folder.name) / "answers.db"

    def start(self, form="register"):
        server = Server(self.database, form)
        self.addCleanup(server.end)
        return server

    def window(self, server, path):
        window = Window(server, path)
        self.addCleanup(window.leave)
        return window

    def test_a_killed_server_loses_the_last_second_at_most(self):
        server = self.start()
        _, opened = server.ask("/forms", {})
        path = f"/forms/{opened['key']}"
        taken = []

        def type_without_a_pause():
            number = 0
            with contextlib.suppress(OSError):
                while True:
                    number += 1
                    status, _ = server.ask(path, {"set": {"firstName": f"Ann {number}"}})
                    if status == 200:
                        taken.append((time.monotonic(), number))

        typing = threading.Thread(target=type_without_a_pause)
        typing.start()
        time.sleep(3)
        killed = time.monotonic()
        server.end()
        typing.join()
        self.assertGreater(len(taken), 20)

        again = self.start()
        value = row(again.state(path), "firstName")["value"]
        kept = int(value.removeprefix("Ann "))
        lost = [moment for moment, number in taken if number > kept]
        self.assertTrue(all(killed - moment <= 1 for moment in lost), f"{killed - min(lost)} s")
        # The form goes on.
        status, changes = again.ask(path, {"set": {"lastName": "Lee"}})
        self.assertEqual((status, changes["changes"][0]["new"]), (200, "Lee"))

    def test_what_is_wrong_gets_an_answer(self):
        server = self.start()
        _, opened = server.ask("/forms", {})
        path = f"/forms/{opened['key']}"
        self.assertEqual(server.ask("/forms/nobody/events")[0], 404)
        self.assertEqual(server.ask("/forms/nobody/visitor", {})[0], 404)
        self.assertEqual(server.ask("/forms/nobody", {"set": {}})[0], 404)
        for wrong in (b"{", b"7", b'{"sett": {}}', b'{"as": "host", "set": {}}',
                      b'{"session": "x", "set": {}}', b'{"set": {"nobody": 1}}'):
            self.assertEqual(server.ask(path, wrong)[0], 422, wrong)
        for depth in range(100, 1100, 20):
            nested = b'{"set": {"firstName": %s1%s}}' % (b"[" * depth, b"]" * depth)
            self.assertEqual(server.ask(path, nested)[0], 422, depth)
        self.assertEqual(server.ask(path, b" " * (1 << 17))[0], 413)
        self.assertEqual(server.ask(path, {"set": {"firstName": "Ann"}})[0], 200)


    def test_a_stranger_asks_no_question(self):
        server = self.start()
        _, opened = server.ask("/forms", {})
        path = f"/forms/{opened['key']}"
        for line in questions():
            for body in (line, [{"set": {"firstName": "Eve"}}, line], {"only": "all", **line}):
                status, said = server.ask(path, body)
                self.assertEqual((status, said["code"]), (422, "question"), body)
        self.assertNotIn("Eve", json.dumps(server.state(path)))

    def test_an_id_of_another_opening_edits_nothing(self):
        server = self.start()
        _, opened = server.ask("/forms", {})
        path, old = f"/forms/{opened['key']}", opened["state"]
        id = next(row["id"] for section in old["sections"] for row in section["rows"]
                  if row["tag"] == "firstName")
        line = {"opening": old["opening"], "set": {id: "Ann"}}
        self.assertEqual(server.ask(path, line)[0], 200)
        status, said = server.ask(path, {"set": {id: "Bea"}})
        self.assertEqual((status, said["code"]), (422, "stale"))
        time.sleep(1.5)
        server.end()
        server = self.start()
        for edits in ({"set": {id: "Cleo"}}, {"blur": [id]}, {"tap": id}):
            status, said = server.ask(path, {**line, **edits})
            self.assertEqual((status, said["code"]), (422, "stale"))
        state = server.state(path)
        self.assertNotEqual(state["opening"], old["opening"])
        self.assertIn('"Ann"', json.dumps(state))
        self.assertEqual(server.ask(path, {**line, "opening": state["opening"]})[0], 200)
        self.assertEqual(server.ask(path, {"set": {"firstName": "Dora"}})[0], 200)

    def test_one_more_visitor_than_there_are_sessions(self):
        server = self.start()
        _, opened = server.ask("/forms", {})
        first = f"/forms/{opened['key']}"
        self.assertEqual(server.ask(first, {"set": {"firstName": "Ann"}})[0], 200)
        second = f"/forms/{server.ask('/forms', {})[1]['key']}"
        for _ in range(999):
            self.assertEqual(server.ask("/forms", {})[0], 200)
        state = server.state(first)
        self.assertIn('"Ann"', json.dumps(state))
        self.assertNotEqual(state["opening"], opened["state"]["opening"])
        # Many at once, of whom each one closes the session of another.
        paths = [first, second]
        def visit(number):
            status, _ = server.ask(paths[number % 2], {"set": {"lastName": f"L{number}"}})
            more.append((status, server.ask("/forms", {})[0]))
        more = []
        threads = [threading.Thread(target=visit, args=(number,)) for number in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(more, [(200, 200)] * 20)
        for path in paths:
            self.assertRegex(json.dumps(server.state(path)), '"L1?[0-9]"')

    def test_after_the_end_of_the_process_forms_go_on_from_the_database(self):
        server = self.start()
        _, opened = server.ask("/forms", {})
        path = f"/forms/{opened['key']}"
        server.ask(path, {"set": {"firstName": "Ann"}})
        time.sleep(1.5)
        children = pathlib.Path(f"/proc/{server.process.pid}/task")
        for task in children.iterdir():
            for child in (task / "children").read_text().split():
                os.kill(int(child), signal.SIGKILL)
        self.assertIn(server.ask(path, {"blur": ["firstName"]})[0], (200, 503))
        self.assertIn('"Ann"', json.dumps(server.state(path)))

    def test_two_windows(self):
        server = self.start("account")
        _, opened = server.ask("/forms", {})
        path = f"/forms/{opened['key']}"
        windows = [self.window(server, path), self.window(server, path)]
        other = server.ask("/forms", {})[1]
        unconcerned = self.window(server, f"/forms/{other['key']}")
        for window in windows:
            self.assertEqual(window.first["opening"], opened["state"]["opening"])
        # What one window sets, both show, and so what follows from it.
        for edits in ({"set": {"born": "1990-02-03"}}, {"enter": {"name": "Annika"}}):
            self.assertEqual(server.ask(path, edits)[0], 200)
        self.assertEqual(*(window.until(
            lambda state: row(state, "name")["value"] and row(state, "name")["valid"]
        ) for window in windows))
        # The server says that a name is taken, the language, and who is invited.
        server.ask(path, {"set": {"name": "Ann"}, "blur": ["name"]})
        self.assertEqual(*(window.until(
            lambda state: row(state, "name")["errors"] == ["Somebody has this name."]
        ) for window in windows))
        self.assertEqual(server.ask(path + "/visitor?language=de&code=coffee", {})[0], 200)
        self.assertEqual(*(window.until(
            lambda state: row(state, "born")["title"] == "Geboren") for window in windows))
        for window in windows:
            self.assertTrue(row(window.copy.state, "gift")["hidden"])
        self.assertEqual(server.ask(path + "/visitor?language=de&code=tea", {})[0], 200)
        self.assertEqual(*(window.until(
            lambda state: not row(state, "gift")["hidden"]) for window in windows))
        # After a window has left, edits go on. A window that comes shows the same.
        windows[1].leave()
        status, said = server.ask(path, {"enter": {"born": "soon"}})
        self.assertEqual(
            (status, said["code"], said["tag"], said["shown"]),
            (422, "wrongType", "born", "Bitte ein Datum eingeben."))
        self.assertEqual(server.ask(path, {"set": {"gift": "tea"}})[0], 200)
        late = self.window(server, path)
        self.assertEqual(
            comparable(late.first), windows[0].until(lambda state: row(state, "gift")["value"]))
        self.assertEqual(row(unconcerned.first, "name")["value"], None)
        server.ask(f"/forms/{other['key']}", {"set": {"name": "Zoe"}})
        self.assertTrue(unconcerned.until(lambda state: row(state, "name")["value"] == "Zoe"))

    def test_a_visitor_is_not_the_server(self):
        server = self.start("account")
        path = f"/forms/{server.ask('/forms', {})[1]['key']}"
        self.assertEqual(server.ask(path, {"set": {"name": "Ann"}})[0], 200)
        for edits in ({"set": {"invited": True}}, {"set": {"language": "de"}}, {"now": "2000-01-01"},
                      {"as": "host", "set": {"invited": True}}, {"resolve": {"t1": True}}):
            self.assertEqual(server.ask(path, edits)[0], 422, edits)
        state = server.state(path)
        self.assertTrue(row(state, "gift")["hidden"])
        self.assertEqual(state["language"], "en")

    def test_a_question_of_before_is_answered(self):
        """The server was killed before it had answered."""
        with formeval.Form(ROOT / "Examples" / "account.json") as form, form.open() as session:
            session.set(name="Bob")
            self.assertEqual(session.state()["firstInvalid"], "born")
            saved = session.save()
        server = self.start("account")
        with contextlib.closing(sqlite3.connect(self.database)) as connection, connection:
            connection.execute("INSERT INTO forms VALUES (?, ?)", ("old", json.dumps(saved)))
        window = self.window(server, "/forms/old")
        window.until(lambda state: state["firstInvalid"] == "name")

    def test_the_time_goes_on(self):
        """Opened on another day: what is shown follows from the day of the next line."""
        with formeval.Form(ROOT / "Examples" / "account.json") as form:
            with form.open(now="1990-01-01") as session:
                session.set(born="1980-01-01")
                self.assertFalse(row(session.state(), "parent")["hidden"])
                saved = session.save()
        server = self.start("account")
        with contextlib.closing(sqlite3.connect(self.database)) as connection, connection:
            connection.execute("INSERT INTO forms VALUES (?, ?)", ("old", json.dumps(saved)))
        self.assertTrue(row(server.state("/forms/old"), "parent")["hidden"])

    def test_a_window_of_a_closed_form_ends(self):
        server = self.start()
        _, opened = server.ask("/forms", {})
        path = f"/forms/{opened['key']}"
        window = self.window(server, path)
        for _ in range(1000):
            self.assertEqual(server.ask("/forms", {})[0], 200)
        while window.next() is not None:
            pass
        self.assertNotEqual(server.state(path)["opening"], window.first["opening"])


if __name__ == "__main__":
    unittest.main()
