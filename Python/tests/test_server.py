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
            return error.code, None

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
        self.assertEqual(server.ask(path, b" " * (1 << 17))[0], 413)
        self.assertEqual(server.ask(path, {"set": {"firstName": "Ann"}})[0], 200)


if __name__ == "__main__":
    unittest.main()
