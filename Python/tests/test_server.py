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
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
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

    def __init__(self, database):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        words = [sys.executable, ROOT / "Examples" / "server.py",
                 ROOT / "Examples" / "register.json", database, str(self.port)]
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

    def end(self, how=signal.SIGKILL):
        self.process.send_signal(how)
        self.process.wait()


@unittest.skipUnless(IS_THERE or os.environ.get("CI") == "true", "needs starlette and uvicorn")
class ServerTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.database = pathlib.Path(folder.name) / "answers.db"

    def start(self):
        server = Server(self.database)
        self.addCleanup(server.end)
        return server

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
        status, state = again.ask(path)
        self.assertEqual(status, 200)
        rows = [row for section in state["sections"] for row in section["rows"]]
        value = next(row["value"] for row in rows if row["tag"] == "firstName")
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
        self.assertEqual(server.ask("/forms/nobody")[0], 404)
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
        self.assertNotIn("Eve", json.dumps(server.ask(path)[1]))

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
        status, state = server.ask(path)
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
        status, state = server.ask(first)
        self.assertEqual(status, 200)
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
            self.assertRegex(json.dumps(server.ask(path)[1]), '"L1?[0-9]"')

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
        self.assertIn(server.ask(path)[0], (200, 503))
        status, state = server.ask(path)
        self.assertEqual(status, 200)
        self.assertIn('"Ann"', json.dumps(state))


if __name__ == "__main__":
    unittest.main()
