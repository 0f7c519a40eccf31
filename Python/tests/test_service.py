"""Runs the service in Docs/Python.md. Needs FastAPI, and neither a server nor a client for HTTP.

Without FastAPI the tests are skipped, unless CI=true says that it must be there.
"""

import asyncio
import importlib.util
import json
import os
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Python"))
sys.path.insert(0, str(ROOT / "Python" / "tests"))

from test_formeval import PackageTest  # noqa: E402
from test_server import questions  # noqa: E402

HAS_FASTAPI = importlib.util.find_spec("fastapi") is not None


class Client:
    """Asks an application as a server does."""

    def __init__(self, app):
        self.app = app

    async def __aenter__(self):
        self.told = asyncio.Queue()
        self.said = asyncio.Queue()
        scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
        self.life = asyncio.ensure_future(self.app(scope, self.told.get, self.said.put))
        await self.told.put({"type": "lifespan.startup"})
        said = await self.said.get()
        if said["type"] != "lifespan.startup.complete":
            raise RuntimeError(said)
        return self

    async def __aexit__(self, *_):
        await self.told.put({"type": "lifespan.shutdown"})
        await self.said.get()
        await self.life

    async def post(self, path, value=None):
        """The status and the JSON of the response."""
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST",
            "scheme": "http", "path": path, "raw_path": path.encode(), "query_string": b"",
            "root_path": "", "headers": [(b"content-type", b"application/json")],
            "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "state": {},
        }
        bodies = [json.dumps(value).encode()]
        sent = []

        async def receive():
            if bodies:
                return {"type": "http.request", "body": bodies.pop(), "more_body": False}
            await asyncio.Event().wait()

        async def send(message):
            sent.append(message)

        await self.app(scope, receive, send)
        body = b"".join(message.get("body", b"") for message in sent[1:])
        return sent[0]["status"], json.loads(body)


@unittest.skipUnless(
    HAS_FASTAPI or os.environ.get("CI") == "true",
    "the service in Docs/Python.md needs FastAPI: pip install fastapi")
class ServiceTests(PackageTest):
    def run_async(self, work):
        page = (ROOT / "Docs" / "Python.md").read_text(encoding="utf-8")
        [block] = [block for block in re.findall(r"^```python\n(.*?)^```", page, re.S | re.M)
                   if "fastapi" in block]
        # FastAPI finds types by the name of the module.
        names = {"__name__": __name__}
        before = os.getcwd()
        os.chdir(ROOT)
        self.addCleanup(os.chdir, before)
        exec(block, names)

        async def run():
            async with Client(names["app"]) as client:
                await work(client)

        asyncio.run(run())
        self.assertEqual(self.running(), [])

    def test_forms(self):
        async def work(client):
            status, opened = await client.post("/forms")
            self.assertEqual(status, 200)
            self.assertFalse(opened["state"]["canSubmit"])
            path = f"/forms/{opened['key']}"
            status, answer = await client.post(path, {"set": {"password": "secret1"}})
            self.assertEqual(status, 200)
            self.assertEqual(answer["changes"][0]["tag"], "password")
            _, other = await client.post("/forms")
            self.assertNotEqual(other["key"], opened["key"])
            password = other["state"]["sections"][1]["rows"][0]
            self.assertEqual((password["tag"], password["value"]), ("password", None))
            # What a client may not do.
            for edits in ({"set": {"pasword": "x"}}, {"session": "2", "set": {}}, {"close": True},
                          {"as": "host", "set": {"email": "a@b.org"}}, {"now": "2024-05-01"}):
                status, refused = await client.post(path, edits)
                names = ["message", "hint", "code", "shown", "tag", "id", "key", "sequence"]
                self.assertEqual((status, list(refused)), (422, names), edits)
            status, _ = await client.post("/forms/nobody", {"set": {}})
            self.assertEqual(status, 404)
            for value in (3, None, "x"):
                self.assertEqual((await client.post(path, value))[0], 422)

        self.run_async(work)

    def test_a_stranger_asks_no_question(self):
        async def work(client):
            _, opened = await client.post("/forms")
            path = f"/forms/{opened['key']}"
            for line in questions():
                status, refused = await client.post(path, line)
                self.assertEqual((status, refused["code"]), (422, "question"), line)

        self.run_async(work)

    def test_an_id_needs_the_opening(self):
        async def work(client):
            _, opened = await client.post("/forms")
            path, state = f"/forms/{opened['key']}", opened["state"]
            id = state["sections"][1]["rows"][0]["id"]
            for said in ({}, {"opening": "other"}):
                status, refused = await client.post(path, {**said, "set": {id: "secret1"}})
                self.assertEqual((status, refused["code"]), (422, "stale"))
            said = {"opening": state["opening"], "set": {id: "secret1"}}
            self.assertEqual((await client.post(path, said))[0], 200)

        self.run_async(work)

    def test_answers(self):
        async def work(client):
            status, result = await client.post("/answers", {"email": "nobody"})
            self.assertEqual((status, result["valid"]), (200, False))
            self.assertIn("email", [error["tag"] for error in result["errors"]])
            status, result = await client.post("/answers", {"nobody": 1})
            self.assertEqual((status, result["refused"][0]["tag"]), (200, "nobody"))

        self.run_async(work)

    def test_no_process_for_each_request(self):
        async def work(client):
            _, opened = await client.post("/forms")
            await client.post("/answers", {})
            before = len(self.started)

            async def ask(number):
                name = f"N{number}"
                status, answer = await client.post(
                    f"/forms/{opened['key']}", {"set": {"firstName": name}})
                self.assertEqual((status, answer["changes"][0]["new"]), (200, name))
                status, result = await client.post("/answers", {"firstName": name})
                self.assertEqual((status, result["values"]["firstName"]), (200, name))

            await asyncio.gather(*[ask(number) for number in range(50)])
            self.assertEqual(len(self.started), before)

        self.run_async(work)


if __name__ == "__main__":
    unittest.main()
