"""Tests of the preview by requests: what it lets in, and what becomes of bad input.

They need Starlette and uvicorn, and the command, as the tests of the package do.
"""

import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.parse

try:
    import starlette  # noqa: F401
    import uvicorn  # noqa: F401
except ImportError as error:
    if os.environ.get("CI") == "true":
        raise
    raise unittest.SkipTest(f"the preview needs {error.name}")

PACKAGE = str(pathlib.Path(__file__).resolve().parents[1])
FORM = {"title": "A <script>", "sections": [{"rows": [
    {"tag": "name", "type": "text", "title": "Name", "required": True},
    {"tag": "size", "type": "int", "minimum": 1},
    {"tag": "big", "type": "label", "title": "Big", "visible": "$size > 9"}]}]}


def started(form, *flags):
    return subprocess.Popen(
        [sys.executable, "-m", "formeval", "preview", str(form), "--no-open", *flags],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([PACKAGE, os.environ.get("PYTHONPATH", "")])})


class Window:
    """A window of the page, as its requests show it."""

    def __init__(self, preview, session, window):
        self.preview, self.session, self.window = preview, session, window
        self.generation, self.heard, self.arrived = 0, [], threading.Condition()
        threading.Thread(target=self.listen, daemon=True).start()
        self.wait(lambda message: "status" in message)

    def listen(self):
        response = self.preview.request(
            "GET", f"/events?session={self.session}&window={self.window}", read=False)
        try:
            for line in response:
                if line.startswith(b"data: "):
                    with self.arrived:
                        self.heard.append(json.loads(line[6:]))
                        self.arrived.notify_all()
        except (OSError, http.client.HTTPException, ValueError):
            pass
        finally:
            response.close()
            response.connection.close()

    def wait(self, fits, seconds=10):
        """The first message from here on that fits."""
        with self.arrived:
            self.arrived.wait_for(lambda: any(map(fits, self.heard)), seconds)
            found = next((one for one in self.heard if fits(one)), None)
            self.heard = self.heard[self.heard.index(found) + 1:] if found else []
        if not found:
            raise AssertionError("the message did not come")
        return found

    def ask(self, line, status=200):
        body = {"session": self.session, "generation": self.generation, "line": line}
        got = self.preview.request("POST", "/line", body=json.dumps(body).encode(),
                                   headers={"X-Formeval": self.window})
        if got.status != status:
            raise AssertionError(f"{got.status}: {got.content}")
        answer = json.loads(got.content)
        if "state" in line and "generation" in answer:
            self.generation = answer["generation"]
        return answer

    def values(self):
        self.ask({"state": True})
        return self.ask({"values": True})["answer"]["values"]


class Preview:
    def __init__(self, form, *flags):
        self.process = started(form, *flags)
        line = self.process.stdout.readline().strip()
        self.address = urllib.parse.urlsplit(line)
        if self.address.scheme != "http":
            raise AssertionError(line)
        self.cookie = None
        got = self.request("GET", f"/?{self.address.query}")
        self.cookie = got.headers["Set-Cookie"].split(";")[0]

    def request(self, method, path, body=None, headers={}, read=True):
        connection = http.client.HTTPConnection(self.address.netloc, timeout=60)
        sent = {"Cookie": self.cookie, **headers} if self.cookie else dict(headers)
        connection.request(method, path, body, {k: v for k, v in sent.items() if v is not None})
        response = connection.getresponse()
        if not read:
            response.connection = connection
            return response
        response.content = response.read()
        connection.close()
        return response

    def close(self):
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(10)
        finally:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()


class PreviewTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.form = pathlib.Path(folder.name, "form.json")
        self.write(FORM)

    def write(self, form):
        self.form.write_text(form if isinstance(form, str) else json.dumps(form))

    def preview(self, *flags):
        preview = Preview(self.form, *flags)
        self.addCleanup(preview.close)
        return preview

    def window(self, preview, session="s", window="w"):
        window = Window(preview, session, window)
        window.ask({"state": True})
        return window

    def children(self, preview):
        path = f"/proc/{preview.process.pid}/task/{preview.process.pid}/children"
        return [int(word) for word in pathlib.Path(path).read_text().split()]

    # Who is let in

    def test_token_is_swapped_for_a_cookie_without_which_nothing_is_served(self):
        preview = self.preview()
        got = preview.request("GET", f"/?{preview.address.query}", headers={"Cookie": None})
        self.assertEqual((got.status, got.headers["Location"]), (303, "/"))
        self.assertRegex(got.headers["Set-Cookie"], "; HttpOnly; SameSite=Strict$")
        self.assertNotIn(preview.address.query.split("=")[1], got.headers["Set-Cookie"])
        name = preview.cookie.split("=")[0]
        for cookie in (None, "other=1", f"{name}=wrong", f"{name}=", "\xe4\xff;;==", "=" * 5000):
            for path in ("/", "/?token=wrong", "/renderer.js", "/events?session=s", "/line", "/draw", "/no"):
                got = preview.request("GET", path, headers={"Cookie": cookie})
                self.assertEqual(got.status, 403, (cookie, path))
                self.assertNotIn("Set-Cookie", got.headers)
        self.assertEqual(preview.request("GET", "/").status, 200)
        self.assertEqual(preview.request("GET", "/no").status, 404)
        self.assertEqual(preview.request("GET", "/../server.py").status, 404)

    def test_other_hosts_and_origins_and_posts_without_the_header_are_refused(self):
        preview = self.preview()
        port = preview.address.port
        for host in ("localhost:%d" % port, "evil.example", "127.0.0.1", "127.0.0.1:1", ""):
            for path in ("/", f"/?{preview.address.query}"):
                got = preview.request("GET", path, headers={"Host": host})
                self.assertEqual(got.status, 421, host)
        for origin in ("http://evil.example", "null", f"https://127.0.0.1:{port}"):
            for method, path in (("GET", "/"), ("POST", "/line"), ("GET", "/events?session=s")):
                headers = {"Origin": origin, "X-Formeval": "w"}
                self.assertEqual(preview.request(method, path, b"{}", headers).status, 403)
        own = {"Origin": f"http://127.0.0.1:{port}"}
        self.assertEqual(preview.request("GET", "/", headers=own).status, 200)
        for path in ("/line", "/draw", "/restart", "/"):
            self.assertEqual(preview.request("POST", path, b"{}", own).status, 403)

    def test_every_answer_has_a_strict_policy(self):
        preview = self.preview()
        for path in ("/", "/renderer.js", "/no", "/line"):
            policy = preview.request("GET", path).headers["Content-Security-Policy"]
            self.assertTrue(policy.startswith("default-src 'none';"))
            self.assertNotIn("unsafe", policy)
        page = preview.request("GET", "/").content.decode()
        self.assertIsNone(re.search(r"<script>|<style|\son\w+=|style=", page))

    def test_bodies_over_a_mebibyte_are_refused(self):
        preview = self.preview()
        window = self.window(preview)
        whole = json.dumps({"session": "s", "generation": 1, "line": {"set": {"name": ""}}})
        text = whole.replace('""', '"%s"' % ("x" * ((1 << 20) - len(whole))))
        header = {"X-Formeval": "w"}
        self.assertEqual(preview.request("POST", "/line", text.encode(), header).status, 200)
        self.assertEqual(preview.request("POST", "/line", text.encode() + b" ", header).status, 413)
        for path in ("/line", "/draw"):
            chunks = (b"x" * 4096 for _ in range(257))
            self.assertEqual(preview.request("POST", path, chunks, header).status, 413)
        self.assertEqual(len(window.values()["name"]), (1 << 20) - len(whole))

    def test_bad_bodies_get_an_answer(self):
        preview = self.preview()
        window = self.window(preview)
        bodies = [b"", b"x", b"[]", b"null", b"[" * 100_000, b"\xff", b'{"session": "s"}']
        for line in (1, None, "x", [], [1], {"close": True}, float("nan"), [{"set": {}}, 1],
                     [{"close": True}]):
            bodies.append(json.dumps({"session": "s", "generation": 1, "line": line}).encode())
        for session in (1, None, "", "x" * 51, ["s"], {}):
            bodies.append(json.dumps(
                {"session": session, "generation": 1, "line": {"state": True}}).encode())
        for body in bodies:
            got = preview.request("POST", "/line", body, {"X-Formeval": "w"})
            self.assertEqual(got.status, 400, body[:50])
        for line in ({}, {"what": 1}, {"set": {"nobody": 1}}, {"why": "\ud800"}, {"state": 1},
                     {"set": {}, "open": 1}, {"state": True, "set": {}}, {"session": "x", "set": {}},
                     [{"set": {}}, {"set": {}}], [{"state": True}, {}], [{}, {"session": "x"}]):
            self.assertIn("answer", window.ask(line), line)
        self.assertEqual(window.values(), {"name": None, "size": None})

    # Samples and tests

    def sample(self, name, content):
        path = self.form.with_name(name)
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return str(path)

    def samples(self, preview):
        return json.loads(preview.request("GET", "/samples").content)

    def test_a_file_of_samples_that_cannot_be_read_ends_the_preview(self):
        broken = self.sample("broken.json", "{")
        folder = str(self.form.parent)
        for flag in ("--state", "--test"):
            for path, said in (("nowhere.json", "cannot read"), (broken, "is not JSON"),
                               (folder, "cannot read")):
                process = started(self.form, flag, path)
                output, _ = process.communicate(timeout=20)
                self.assertEqual(process.returncode, 2, output)
                self.assertTrue(output.startswith("error: "), output)
                self.assertIn(said, output)

    def test_sessions_open_with_the_first_state_and_go_on_when_the_file_changes(self):
        state = self.sample("state.json", {"version": 1, "values": {"name": "Ana", "gone": 1}})
        other = self.sample("other.json", {"version": 1, "values": {"name": "Bo"}})
        preview = self.preview("--state", state, "--state", other)
        window = Window(preview, "s", "w")
        message = window.ask({"state": True})
        self.assertIn("gone", message["misfits"][0])
        self.assertEqual(message["saved"]["state"]["values"]["name"], "Ana")
        self.assertEqual(window.values()["name"], "Ana")
        window.ask({"set": {"size": 3}})
        self.write({**FORM, "title": "Anew"})
        window.wait(lambda one: one.get("status", {}).get("generation") == 2)
        self.assertEqual(window.values(), {"name": "Ana", "size": 3})
        self.assertEqual(window.ask({"open": True})["answer"]["misfits"], message["misfits"])
        self.assertEqual(window.values(), {"name": "Ana", "size": None})
        window.ask({"open": self.samples(preview)[1]["open"]})
        self.assertEqual(window.values(), {"name": "Bo", "size": None})
        self.write({**FORM, "title": "Again"})
        window.wait(lambda one: one.get("status", {}).get("generation") == 3)
        self.assertEqual(window.values(), {"name": "Bo", "size": None})
        # A sample that goes or becomes another form's while the preview runs.
        pathlib.Path(state).write_text('{"version": 1, "values": {"other": 1}}')
        self.assertEqual(len(window.ask({"open": True})["answer"]["misfits"]), 1)
        self.assertEqual(window.values(), {"name": None, "size": None})
        pathlib.Path(state).unlink()
        window.ask({"open": True})
        self.assertEqual(window.values(), {"name": None, "size": None})
        self.assertIn("cannot read", self.samples(preview)[0]["error"])

    def test_samples_are_states_and_scenarios(self):
        state = self.sample("state.json", {"version": 1, "values": {"name": "Ana"}})
        tests = self.sample("tests.json", [
            {"name": "one", "now": "2024-05-01", "as": "user", "answers": {"size": 2},
             "steps": [{"set": {"name": "Bo"}}, {"expect": {}}]}, {"name": "two"}, 3])
        preview = self.preview("--state", state, "--test", tests)
        self.assertEqual(self.samples(preview), [
            {"name": "state.json", "open": {"state": {"version": 1, "values": {"name": "Ana"}}},
             "steps": []},
            {"name": "tests.json: one", "open": {"now": "2024-05-01"}, "as": "user",
             "hasAnswers": True, "steps": [
                {"as": "host", "set": {"size": 2}}, {"set": {"name": "Bo"}}, {"expect": {}}]},
            *2 * [{"name": "tests.json", "error": "tests.json has a scenario without 'steps'"}]])
        pathlib.Path(tests).write_text(json.dumps({"steps": []}))
        self.assertEqual(self.samples(preview)[1]["name"], "tests.json: (without a name)")

    def test_edits_are_recorded_as_a_test(self):
        preview = self.preview("--now", "2024-01-01")

        def record(body, status=200):
            got = preview.request("POST", "/record", json.dumps(body).encode(), {"X-Formeval": "w"})
            self.assertEqual(got.status, status, got.content)
            return json.loads(got.content)

        lines = [{"as": "user", "enter": {"name": "Ana"}}, [{"as": "user", "set": {"size": 3}}, {}]]
        test = json.loads(record({"lines": lines})["text"])
        self.assertEqual([test["as"], test["now"]], ["user", "2024-01-01T00:00:00Z"])
        self.assertEqual(test["steps"][::2], [{"enter": {"name": "Ana"}}, [{"set": {"size": 3}}, {}]])
        state = {"version": 1, "values": {"name": "Bo"}}
        test = json.loads(record({"lines": [{"set": {"size": 3}}, *lines], "state": state,
                                  "now": "2025-01-01T00:00:00Z"})["text"])
        self.assertNotIn("as", test)
        self.assertEqual([test["state"], test["now"]], [state, "2025-01-01T00:00:00Z"])
        self.assertEqual(len(test["steps"]), 6)
        self.assertEqual(json.loads(record({"lines": []})["text"])["steps"], [])
        # An undo is nobody's, and takes back nothing of the state.
        test = json.loads(record({"lines": [*lines, {"undo": True}], "state": state})["text"])
        self.assertEqual([test["as"], test["state"]], ["user", state])
        self.assertEqual(test["steps"][::2], [{"enter": {"name": "Ana"}}, [{"set": {"size": 3}}, {}], {"undo": True}])
        self.assertEqual(test["steps"][-1]["expect"]["values"], {"size": None})
        # What the command refuses is left out, and a state that it refuses is told.
        self.assertEqual(json.loads(record({"lines": [{"what": 1}]})["text"])["steps"], [])
        self.assertIn("error", record({"lines": [], "state": {"version": 9}}, 400))
        for body in (1, [], {}, {"lines": 1}, {"lines": [1]}, {"lines": [[]]}, {"lines": [[1]]},
                     {"lines": [], "state": 1}, {"lines": [], "state": {"inputs": 1}},
                     {"lines": [], "now": 1}):
            self.assertEqual(record(body, 400), {"error": "not a list of lines"}, body)

    def test_any_page_is_opened_by_the_host_alone(self):
        self.write({"pages": [{"sections": [one]} for one in "ab"], "sections": [
            {"tag": "a", "rows": [{"tag": "name", "type": "text", "required": True}]},
            {"tag": "b", "hidden": "$name == 'x'", "rows": [{"tag": "size", "type": "int"}]}]})
        window = self.window(self.preview())
        line = {"page": 1, "unchecked": True}
        self.assertIn("only the host", window.ask({"as": "user", **line})["answer"]["error"])
        self.assertEqual(window.ask(line)["answer"]["page"], {"old": 0, "new": 1})
        window.ask({"set": {"name": "x"}})
        self.assertEqual(window.ask(line)["answer"]["error"], "page 1 shows nothing now")
        window = self.window(self.preview("--as-user"))
        self.assertIn("error", window.ask(line)["answer"])

    def test_every_script_that_a_script_imports_is_served(self):
        preview = self.preview()
        folder = pathlib.Path(PACKAGE, "formeval", "preview")
        files = [path.name for path in folder.iterdir() if path.suffix in (".js", ".css")]
        self.assertGreater(len(files), 5)
        page = preview.request("GET", "/").content.decode()
        for name in files:
            self.assertEqual(preview.request("GET", f"/{name}").status, 200, name)
            self.assertIn(f'"{name}"', page)
        for path in folder.iterdir():
            if path.suffix in (".js", ".css", ".py"):
                lines = path.read_text("utf-8").split("\n")
                self.assertLess(len(lines), 500, path.name)
                self.assertLessEqual(max(map(len, lines)), 100, path.name)

    def test_a_body_that_nests_too_deep_gets_an_answer_and_so_do_those_after_it(self):
        preview = self.preview()
        window = self.window(preview)
        other = self.window(preview, "t", "v")
        # Python reads some depths that it cannot write again; which ones depends on its version.
        for depth in [*range(100, 900, 50), *range(900, 1100)]:
            nested = '{"session": "s", "generation": %d, "line": {"set": {"name": %s1%s}}}' % (
                window.generation, "[" * depth, "]" * depth)
            got = preview.request("POST", "/line", nested.encode(), {"X-Formeval": "w"})
            self.assertIn(got.status, (200, 400), depth)
            self.assertIn("error", json.loads(got.content).get("answer", json.loads(got.content)))
        window.ask({"set": {"name": "Ana"}})
        self.assertEqual(window.values()["name"], "Ana")
        self.assertEqual(other.values()["name"], None)

    def test_untrusted_reaches_the_command(self):
        self.write({"sections": [{"rows": [
            {"tag": "a", "type": "int", "calculated": "+".join(["1"] * 5000)}]}]})
        preview = self.preview()
        self.assertEqual(Window(preview, "s", "w").values(), {"a": 5000})
        strict = self.preview("--untrusted")
        self.assertIn("more than 5000 parts", Window(strict, "s", "w").ask({"state": True}, 503)["ended"])

        drawn = strict.request("POST", "/draw", b"digraph {}", {"X-Formeval": "w"})
        self.assertEqual(drawn.status, 403)

    @unittest.skipUnless(shutil.which("dot") or os.environ.get("CI") == "true", "dot is needed")
    def test_pictures_are_drawn(self):
        preview = self.preview()
        window, header = self.window(preview), {"X-Formeval": "w"}
        around = window.ask({"graph": "name"})["answer"]["dot"]
        ripple = window.ask({"set": {"name": "<b>&"}, "ripple": True})["answer"]["ripple"]
        for dot, text in ((around, "name"), (ripple, "&lt;b&gt;&amp;")):
            drawn = preview.request("POST", "/draw", dot.encode(), header)
            self.assertEqual(drawn.headers["Content-Type"], "image/svg+xml")
            self.assertIn(text, drawn.content.decode())
        self.assertEqual(preview.request("POST", "/draw", b"digraph {", header).status, 500)

    # Windows

    def test_windows_of_a_session_hear_of_each_other_and_sessions_are_apart(self):
        preview = self.preview()
        one, two = self.window(preview, "s", "one"), self.window(preview, "s", "two")
        other = self.window(preview, "t", "three")
        answer = one.ask({"as": "user", "enter": {"size": "10"}})
        heard = two.wait(lambda message: "line" in message)
        self.assertEqual(heard["answer"], answer["answer"])
        self.assertEqual((heard["sequence"], heard["line"]["enter"]), (1, {"size": "10"}))
        self.assertEqual(other.values(), {"name": None, "size": None})
        self.assertEqual(two.values()["size"], 10)
        self.assertFalse(any("line" in message for message in one.heard + other.heard))

    def test_the_oldest_of_too_many_sessions_goes(self):
        preview = self.preview()
        first = self.window(preview, "s0")
        second = self.window(preview, "s1")
        for number in range(2, 50):
            Window(preview, f"s{number}", "w").ask({"state": True})
        first.ask({"set": {"name": "Ana"}})
        Window(preview, "s50", "w").ask({"state": True})
        self.assertEqual(first.values()["name"], "Ana")
        self.assertEqual(second.ask({"set": {"name": "Bo"}}), {"stale": True})

    def test_start_again_forgets_the_answers(self):
        preview = self.preview()
        window = self.window(preview)
        window.ask({"set": {"name": "Ana"}})
        self.assertTrue(window.ask({"open": True})["answer"]["open"])
        self.assertEqual(window.values()["name"], None)

    # The file

    def reloaded(self, window, seconds=10):
        before = window.generation
        window.wait(lambda message: message.get("status", {}).get("generation", 0) > before, seconds)
        return window.ask({"state": True})["answer"]["state"]

    def test_a_change_of_the_file_keeps_the_answers(self):
        preview = self.preview()
        window = self.window(preview)
        window.ask({"set": {"name": "Ana"}, "now": "2024-05-01T10:30:00Z"})
        time.sleep(0.3)
        self.write({**FORM, "title": "Other"})
        self.assertEqual(self.reloaded(window)["title"], "Other")
        self.assertEqual(window.values()["name"], "Ana")
        stale = Window(preview, "s", "old")
        self.assertEqual(stale.ask({"set": {"name": "Bo"}}), {"stale": True})

    def test_a_form_with_mistakes_shows_them_over_the_last_one_that_worked(self):
        preview = self.preview()
        window = self.window(preview)
        window.ask({"set": {"name": "Ana"}})
        told = lambda message: message.get("status", {}).get("diagnostics")
        rows = [{"tag": f"t{number}", "type": "txt"} for number in range(1000)]
        for form in ('{ "sections": [', json.dumps({"sections": [{"rows": rows}]}), "", "[]"):
            self.write(form)
            self.assertIn("error:", told(window.wait(told)))
            self.assertEqual(window.values()["name"], "Ana")
        self.form.unlink()
        self.assertIn("there is no file", told(window.wait(told)))
        self.form.mkdir()
        self.assertIn("directory", told(window.wait(told)))
        self.form.rmdir()
        self.assertEqual(window.values()["name"], "Ana")
        self.write({**FORM, "title": "Back"})
        self.assertEqual(self.reloaded(window)["title"], "Back")
        self.assertEqual(window.values()["name"], "Ana")

    def test_a_form_that_is_wrong_at_the_start_shows_when_it_is_right(self):
        self.write("{")
        preview = self.preview()
        window = Window(preview, "s", "w")
        self.assertIn("error:", window.ask({"state": True}, 503)["ended"])
        self.write(FORM)
        self.assertEqual(self.reloaded(window)["title"], FORM["title"])

    def test_a_file_that_changes_ten_times_a_second_loses_nothing(self):
        preview = self.preview()
        window = self.window(preview)
        window.ask({"set": {"name": "Ana"}})
        for number in range(21):
            self.write("{" if number % 3 == 1 else {**FORM, "title": f"T{number}"})
            answer = window.ask({"set": {"size": number}})
            if answer.get("stale"):
                window.ask({"state": True})
            time.sleep(0.1)
        for _ in range(50):
            title = window.ask({"state": True})["answer"]["state"]["title"]
            if title == "T20":
                break
            time.sleep(0.1)
        self.assertEqual(title, "T20")
        self.assertEqual(window.values()["name"], "Ana")

    def test_tables_are_watched(self):
        table = self.form.with_name("t.csv")
        table.write_text("code\na\n")
        self.write({"tables": {"t": {"file": "t.csv"}}, "sections": [{"rows": [
            {"tag": "c", "type": "push", "options": {"table": "t", "value": "code"}}]}]})
        window = self.window(self.preview())
        time.sleep(0.3)
        table.write_text("code\na\nb\n")
        options, = self.reloaded(window)["optionSources"].values()
        self.assertEqual([option["value"] for option in options], ["a", "b"])

    def test_the_form_is_followed_by_its_path(self):
        folder = self.form.parent / "forms"
        folder.mkdir()
        self.form = folder / "form.json"
        self.write(FORM)
        window = self.window(self.preview())
        window.ask({"set": {"name": "Ana"}})
        told = lambda message: message.get("status", {}).get("diagnostics")
        folder.rename(folder.with_name("old"))
        self.assertIn("there is no file", told(window.wait(told)))
        # The folder is made again, with a file at once, and by a rename in a moment.
        folder.mkdir()
        self.write({**FORM, "title": "Anew"})
        self.assertEqual(self.reloaded(window)["title"], "Anew")
        self.write({**FORM, "title": "Changed"})
        self.assertEqual(self.reloaded(window)["title"], "Changed")
        folder.rename(folder.with_name("older"))
        folder.with_name("old").rename(folder)
        self.assertEqual(self.reloaded(window)["title"], FORM["title"])
        # The form and its folder are links that turn, and what they lead to changes.
        shutil.rmtree(folder)
        folder.with_name("older").joinpath("other.json").write_text(
            json.dumps({**FORM, "title": "Other"}))
        window.wait(told)
        folder.symlink_to("older")
        self.assertEqual(self.reloaded(window)["title"], "Changed")
        link = folder / "link"
        link.symlink_to("other.json")
        link.replace(self.form)
        self.assertEqual(self.reloaded(window)["title"], "Other")
        folder.joinpath("other.json").write_text(json.dumps({**FORM, "title": "By a link"}))
        self.assertEqual(self.reloaded(window)["title"], "By a link")
        self.assertEqual(window.values()["name"], "Ana")

    def test_a_pipe_in_the_place_of_a_file_is_not_read(self):
        table = self.form.with_name("t.csv")
        table.write_text("code\na\n")
        form = {**FORM, "tables": {"t": {"file": "t.csv"}}}
        self.write(form)
        preview = self.preview()
        window = self.window(preview)
        window.ask({"set": {"name": "Ana"}})
        told = lambda message: message.get("status", {}).get("diagnostics")
        for path in (self.form, table):
            text = path.read_text()
            path.unlink()
            os.mkfifo(path)
            window.wait(lambda message: "is not a file" in (told(message) or ""))
            self.assertEqual(window.values()["name"], "Ana")
            self.assertEqual(len(self.children(preview)), 1)
            path.unlink()
            path.write_text(text)
            self.reloaded(window)
        self.assertEqual(window.values()["name"], "Ana")
        self.form.unlink()
        os.mkfifo(self.form)
        other = self.preview()
        self.assertIn("is not a file", Window(other, "s", "w").ask({"state": True}, 503)["ended"])
        self.assertEqual(self.children(other), [])

    # The command

    def test_a_command_that_is_killed_can_be_started_again(self):
        preview = self.preview()
        window = self.window(preview)
        window.ask({"set": {"name": "Ana"}})
        time.sleep(1)
        [command] = self.children(preview)
        os.kill(command, signal.SIGKILL)
        ended = window.wait(lambda message: message.get("status", {}).get("ended"))
        self.assertIn("signal 9", ended["status"]["ended"])
        self.assertIn("signal 9", window.ask({"set": {"name": "Bo"}}, 503)["ended"])
        got = preview.request("POST", "/restart", b"", {"X-Formeval": "w"})
        self.assertEqual(json.loads(got.content)["ended"], "")
        self.assertEqual(window.values()["name"], "Ana")

    def test_what_is_mistyped_opens_no_browser(self):
        opened = self.form.with_name("opened")
        for words, said in (
            (["from.json"], f"there is no file '{self.form.with_name('from.json')}'"),
            (["."], "is a directory"), ([self.form, "--prot", "80"], "unknown flag --prot"),
            ([self.form, "--input", "size=1"], "unknown input 'size'"), ([], "usage: "),
        ):
            run = subprocess.run(
                [sys.executable, "-m", "formeval", "preview", *map(str, words)],
                cwd=self.form.parent, capture_output=True, text=True, timeout=60,
                env={**os.environ, "PYTHONPATH": PACKAGE, "BROWSER": f"touch {opened} %s"})
            self.assertEqual((run.returncode, run.stdout), (2, ""), words)
            self.assertIn(said, run.stderr)
            self.assertFalse(opened.exists())
        # A form with mistakes is shown, because the page follows how they are put right.
        self.write({"sections": [{"rows": [{"tag": "a"}]}]})
        self.assertIn("needs a 'type'", Window(self.preview(), "s", "w").ask({"state": True}, 503)["ended"])

    def test_a_port_in_use_is_said(self):
        with socket.socket() as used:
            used.bind(("127.0.0.1", 0))
            used.listen()
            process = started(self.form, "--port", str(used.getsockname()[1]))
            output, _ = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 1)
        self.assertRegex(output, "^cannot listen on port")
        process = started(self.form, "--port", "70000")
        self.assertRegex(process.communicate(timeout=30)[0], "^cannot listen on port")
        self.assertEqual(process.returncode, 1)

    def test_inputs_reach_the_form(self):
        self.write({"inputs": {"vip": False}, "sections": [{"rows": [
            {"tag": "is", "type": "switch", "calculated": "$vip"}]}]})
        preview = self.preview("--input", "vip=true")
        self.assertEqual(Window(preview, "s", "w").values(), {"is": True})

    def test_no_process_stays(self):
        preview = self.preview()
        self.window(preview)
        [command] = self.children(preview)
        preview.close()
        self.assertFalse(pathlib.Path(f"/proc/{command}").exists())

    def test_a_form_of_five_thousand_rows_is_there(self):
        self.write({"sections": [{"rows": [
            {"tag": f"t{number}", "type": "text"} for number in range(5000)]}]})
        window = Window(self.preview(), "s", "w")
        state = window.ask({"state": True})["answer"]["state"]
        self.assertEqual(len(state["sections"][0]["rows"]), 5000)


class ScriptTests(unittest.TestCase):
    """Scripts/preview takes the command that is there, and builds one only if there is none."""

    def test_which_command(self):
        with tempfile.TemporaryDirectory() as name:
            root = pathlib.Path(name).resolve()

            def program(path, text):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(f"#!/bin/sh\n{text}\n")
                path.chmod(0o755)
                return path

            script = root / "Scripts" / "preview"
            script.parent.mkdir()
            shutil.copy(pathlib.Path(PACKAGE).parent / "Scripts" / "preview", script)
            program(root / ".build/preview-environment/bin/python",
                    '[ "$1" = -c ] || echo "$FORMEVAL" "$@"')
            built = root / ".build" / "built" / "formeval"
            program(root / "tools" / "swift", f"""
                case "$*" in
                *--show-bin-path) echo {built.parent} ;;
                *) echo building; touch {root}/built ;;
                esac""")

            def run(**variables):
                path = os.pathsep.join([str(root / "tools"), "/usr/bin", "/bin"])
                said = subprocess.run(
                    [script, "a.json", "--no-open"], capture_output=True, text=True, check=True,
                    env={"PATH": path, **variables})
                command, *words = said.stdout.split()
                self.assertEqual(words, ["-m", "formeval", "preview", "a.json", "--no-open"])
                return pathlib.Path(command)

            self.assertEqual(run(), built)
            self.assertTrue((root / "built").exists())
            (root / "built").unlink()
            debug = program(root / ".build/debug/formeval", "")
            os.utime(debug, (1, 1))
            self.assertEqual(run(), debug)
            release = program(root / ".build/release/formeval", "")
            self.assertEqual(run(), release)
            found = program(root / "tools" / "formeval", "")
            self.assertEqual(run(), found)
            self.assertEqual(run(FORMEVAL="/named"), pathlib.Path("/named"))
            self.assertFalse((root / "built").exists())


if __name__ == "__main__":
    unittest.main()
