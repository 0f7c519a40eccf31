"""Tests of forms that stay open, from threads, with asyncio and after a fork."""

import asyncio
import datetime
import inspect
import json
import os
import pathlib
import pickle
import re
import signal
import sys
import tempfile
import threading
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Python"))
sys.path.insert(0, str(ROOT / "Python" / "tests"))

import formeval  # noqa: E402
import formeval.aio  # noqa: E402
from formeval import _feed, _form  # noqa: E402
from replica import Replica, comparable  # noqa: E402
from test_formeval import FORM, PHQ9, PackageTest  # noqa: E402

LISTS = {
    "sections": [
        {"rows": [
            {"tag": "n", "type": "int", "title": "Number"},
            {"tag": "color", "type": "push", "options": ["red", "blue"]},
            {"tag": "note", "type": "text", "required": True, "visible": "$n == 1"},
            {"tag": "secret", "type": "text", "hidden": True},
            {"type": "text", "title": "Without a tag", "required": True},
        ]},
        {"tag": "phones", "kind": "multivalued", "maximum": 1, "template": {
            "rows": [{"tag": "number", "type": "phone"}]}},
    ]
}
WRONG = {"sections": [{"rows": [{"tag": "a"}]}]}
GUESTS = {
    "languages": ["en", "de"], "inputs": {"language": "en", "member": False},
    "messages": {"de": {"wholeNumber": "Bitte eine ganze Zahl eingeben."}},
    "sections": [{"rows": [
        {"tag": "name", "type": "text", "title": {"en": "Name", "de": "Vorname"},
         "rules": [{"asyncFunction": "isFree", "message": "Taken."}]},
        {"tag": "age", "type": "int"},
        {"tag": "card", "type": "text", "visible": "$member == YES"},
        {"tag": "secret", "type": "text", "hidden": True},
        {"tag": "today", "type": "date", "calculated": "today()"},
    ]}],
}


class FormTest(PackageTest):
    def form(self, source=FORM, **options):
        form = formeval.Form(source, **options)
        self.addCleanup(form.close)
        return form

    def changes(self, answer):
        return {(change["tag"], change["attribute"]): change["new"] for change in answer["changes"]}


class SessionTests(FormTest):
    def test_edits(self):
        session = self.form(PHQ9).open()
        changes = self.changes(session.set(q1=3))
        self.assertEqual(changes["q1", "value"], 3)
        self.assertEqual(changes["total", "value"], 3)
        self.assertEqual(self.changes(session.set({"q1": 2}, q2=2))["total", "value"], 4)
        self.assertEqual(session.values()["total"], 4)
        self.assertEqual(self.changes(session.undo())["q1", "value"], 3)
        self.assertEqual(self.changes(session.redo())["q1", "value"], 2)
        self.assertEqual(session.misfits, [])
        # What the package adds to a line is not in the answer.
        for answer in (session.set(q1=1), session.why("total"), session.state(), session.save()):
            self.assertNotIn("session", answer)

    def test_texts_of_the_user(self):
        session = self.form(LISTS).open()
        self.assertEqual(self.changes(session.enter(n="1,234"))["n", "value"], 1234)
        self.assertEqual(self.changes(session.enter({"n": "7"}))["n", "value"], 7)
        with self.assertRaises(formeval.Refused) as caught:
            session.enter(n="1,23,4")
        self.assertEqual(caught.exception.tag, "n")
        self.assertEqual(session.values()["n"], 7)

    def test_lists_of_edits(self):
        session = self.form(LISTS).open()
        answer = session.edit([
            {"insert": [{"section": "phones", "at": 0}]}, {"set": {"phones[0].number": "1"}},
        ])
        self.assertEqual(len(answer["items"]["inserted"]), 1)
        self.assertEqual(session.values()["phones"], [{"number": "1"}])
        self.assertEqual(self.changes(session.edit({"set": {"n": 4}}))["n", "value"], 4)
        for nothing in ([], {}):
            self.assertEqual(session.edit(nothing)["changes"], [])

    def test_questions(self):
        session = self.form(LISTS).open()
        state = session.state()
        self.assertEqual(state["sections"][0]["rows"][0]["title"], "Number")
        nameless = state["sections"][0]["rows"][4]["id"]
        session.set({nameless: "x"})
        self.assertEqual(session.state()["sections"][0]["rows"][4]["value"], "x")
        self.assertEqual(session.blockers(), [])
        session.set({nameless: None, "n": 1})
        self.assertEqual(len(session.blockers()), 2)
        self.assertEqual(session.why("note")["why"], "note")
        [reader] = session.impact("n")["readers"]
        self.assertEqual((reader["name"], reader["use"]), ("note", "hidden"))
        self.assertEqual(session.next("n")["row"], "note")

    def test_days_and_times(self):
        session = self.form().open()
        day, time = datetime.date(2024, 5, 1), datetime.time(14, 30)
        session.set(day=day, at=time)
        values = session.values()
        self.assertEqual((values["day"], values["at"]), (day, time))
        # What was read can be set again.
        self.assertEqual(session.set(day=values["day"], at=values["at"])["changes"], [])

    def test_opening(self):
        form = self.form(now="2024-05-01")
        now = datetime.datetime(2025, 1, 2, 3, tzinfo=datetime.timezone.utc)
        session = form.open(inputs={"limit": 2}, now=now, history=1)
        self.assertEqual(session.values()["now"], "2025-01-02T03:00:00Z")
        session.set(n=3)
        session.set(text="a")
        self.assertEqual(session.values()["over"], True)
        session.undo()
        with self.assertRaises(formeval.Refused) as caught:
            session.undo()
        self.assertEqual(caught.exception.code, "noStep")
        saved = session.save()
        again = form.open(state=json.loads(json.dumps(saved)))
        self.assertEqual(again.values()["n"], 3)
        self.assertEqual(again.misfits, [])
        # Sessions share nothing.
        other = form.open()
        self.assertEqual(other.values()["n"], None)
        self.assertEqual(other.values()["now"], "2024-05-01T00:00:00Z")
        saved["values"]["lost"] = 1
        self.assertEqual(len(form.open(state=saved).misfits), 1)
        for wrong in ({"inputs": {"x": 1}}, {"state": {"version": 1, "values": {"lost": 1}}},
                      {"now": "noon"}, {"history": -1}):
            with self.assertRaises(formeval.Refused):
                form.open(**wrong)
        self.assertEqual(len(self.running()), 1)

    def test_settings(self):
        form = self.form(inputs={"limit": 2}, untrusted=True)
        session = form.open()
        session.set(n=3)
        self.assertEqual(session.values()["over"], True)
        source = {"sections": [{"rows": [
            {"tag": "n", "type": "int"}, {"tag": "m", "type": "int", "calculated": "twice(9 / $n)"},
        ]}]}
        stubs = {"twice(x)": "$x * 2"}
        for strict in (False, True):
            form = self.form(source, stubs=stubs, strict=strict)
            session = form.open()
            session.set(n=3)
            self.assertEqual(session.values()["m"], 6)
            self.assertEqual(form.validate({"n": 3})["values"]["m"], 6)
            self.assertEqual(form.check(), [])
            self.assertEqual(form.validate({"n": 0})["valid"], not strict)
            if strict:
                with self.assertRaises(formeval.Refused) as caught:
                    session.set(n=0)
                self.assertEqual(caught.exception.code, "problem")
            else:
                session.set(n=0)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "-form.json")
            path.write_text('{"sections": [{"rows": [{"tag": "n", "type": "int"},]}]}')
            form = self.form(path, trailing_commas=True)
            self.assertEqual(form.open().values(), {"n": None})
            self.assertEqual(form.validate({"n": 1})["values"], {"n": 1})
            self.assertEqual(form.check(), [])

    def test_the_user_and_the_host(self):
        self.form(LISTS).open().set(secret="x")
        session = self.form(LISTS, as_user=True).open()
        for edits in ({"set": {"secret": "x"}}, {"as": "host", "set": {"secret": "x"}},
                      [{"as": "host"}, {"set": {"secret": "x"}}],
                      [{"set": {}}, {"as": "host", "set": {"secret": "x"}}]):
            with self.assertRaises(formeval.Refused):
                session.edit(edits)
        with self.assertRaises(formeval.Refused):
            self.form(LISTS).open().edit({"as": "user", "set": {"secret": "x"}})

    def test_who_makes_an_edit(self):
        """What a call says goes before what the form says."""
        secret = {"set": {"secret": "x"}}
        session = self.form(LISTS).open()
        for edits in (secret, [secret], [{"set": {}}, secret], {"as": "user", **secret}):
            with self.assertRaises(formeval.Refused) as caught:
                session.edit(edits, as_user=True)
            self.assertEqual((caught.exception.code, caught.exception.tag), ("notEditable", "secret"))
        for edits in ({"as": "host", "set": {"n": 1}}, [{"as": "host"}, {"set": {"n": 1}}],
                      {"as": 3, "set": {"n": 1}}):
            with self.assertRaises(formeval.Refused) as caught:
                session.edit(edits, as_user=True)
            self.assertEqual(caught.exception.code, "notEditable")
        self.assertEqual(session.edit({"set": {"n": 2}}, as_user=True)["changes"][0]["new"], 2)
        self.assertEqual(self.changes(session.edit(secret))["secret", "value"], "x")
        session = self.form(LISTS, as_user=True).open()
        for ask in (lambda: session.set(secret="x"), lambda: session.enter(secret="x"),
                    lambda: session.edit(secret), lambda: session.edit({"now": "2024-05-01"})):
            with self.assertRaises(formeval.Refused) as caught:
                ask()
            self.assertEqual(caught.exception.code, "notEditable")
        self.assertEqual(
            self.changes(session.edit(secret, as_user=False))["secret", "value"], "x")
        # The user undoes what the user may not do.
        self.assertEqual(self.changes(session.undo())["secret", "value"], None)
        self.assertEqual(self.changes(session.redo())["secret", "value"], "x")

    def test_the_host(self):
        form = self.form(GUESTS, as_user=True, now="2024-05-01")
        session = form.open()
        titles = session.host.set_language("de-CH")["changes"]
        self.assertIn("Vorname", [change["new"] for change in titles])
        self.assertEqual(session.state()["language"], "de-CH")
        self.assertEqual(self.changes(session.host.set(member=True))["card", "hidden"], False)
        session.host.set({"secret": "x"}, member=False)
        for now, day in (("2024-05-02", "2024-05-02"), (datetime.date(2024, 5, 3), "2024-05-03"),
                         (datetime.datetime(2024, 5, 4, 12), "2024-05-04")):
            self.assertEqual(self.changes(session.host.set_now(now))["today", "value"], day)
        for result, valid in ((True, True), (None, True), (False, False), ("Gone.", False)):
            [asked] = session.set(name=f"A{result}")["pending"]["began"]
            self.assertEqual(session.state()["pendingValidations"], [asked])
            answer = session.host.resolve({asked["token"]: result})
            self.assertEqual(answer["pending"]["ended"], [asked])
            self.assertEqual("name" in [one["name"] for one in session.blockers()], not valid)
        # By id too; a refusal is raised as any other.
        row = session.state()["sections"][0]["rows"][3]["id"]
        self.assertEqual(self.changes(session.host.set({row: "y"}))["secret", "value"], "y")
        for ask in (lambda: session.host.set(memberr=True), lambda: session.host.resolve({"t99": True}),
                    lambda: session.host.set_language(3), lambda: session.host.set_now("soon")):
            with self.assertRaises(formeval.Refused):
                ask()
        session.close()
        with self.assertRaisesRegex(formeval.Error, "^the session is closed$"):
            session.host.set(member=True)

    def test_number_of_sessions(self):
        form = self.form(sessions=2)
        first = form.open()
        form.open()
        with self.assertRaises(formeval.Refused) as caught:
            form.open()
        self.assertEqual(caught.exception.code, "notAllowed")
        first.close()
        form.open().set(n=1)

    def test_closing(self):
        form = self.form()
        with form.open() as session:
            session.set(n=1)
        session.close()
        for ask in (session.state, session.undo, lambda: session.set(n=1)):
            with self.assertRaisesRegex(formeval.Error, "^the session is closed$"):
                ask()
        with form as entered:
            session = entered.open()
        self.assertEqual(self.running(), [])
        session.close()
        with self.assertRaisesRegex(formeval.Error, "^the session is gone: the form is closed$"):
            session.state()
        for ask in (form.open, lambda: form.validate({})):
            with self.assertRaisesRegex(formeval.Error, "^the form is closed$"):
                ask()
        form.close()

    def test_long_lines(self):
        session = self.form().open()
        text = "x" * 3_000_000
        self.assertEqual(self.changes(session.set(text=text))["text", "value"], text)


class SubscribeTests(FormTest):
    def test_the_state_and_then_each_change_set(self):
        session = self.form(GUESTS, as_user=True).open()
        session.set(age=1)
        windows = [session.subscribe(), session.subscribe()]
        for window in windows:
            self.assertEqual(next(window), {"state": session.state(), "sequence": session.sequence})
        answers = [session.set(age=2), session.enter(age="3"), session.undo(),
                   session.host.set(member=True), session.edit([{"set": {"card": "x"}}])]
        late = session.subscribe()
        self.assertEqual(next(late), {"state": session.state(), "sequence": session.sequence})
        with self.assertRaises(formeval.Refused):
            session.set(age="x")
        session.values(), session.why("age")
        answers.append(session.undo())
        self.assertEqual([next(windows[0]) for _ in answers], answers)
        self.assertEqual([next(windows[1]) for _ in answers], answers)
        self.assertEqual(next(late), answers[-1])
        # Each subscriber has answers of its own, which it may change.
        session.set(age=9).clear()
        next(windows[0]).clear()
        self.assertIn("changes", next(windows[1]))

    def test_another_session_gets_nothing(self):
        form = self.form()
        session, other = form.open(), form.open()
        news, other_news = session.subscribe(), other.subscribe()
        next(news), next(other_news)
        other.set(n=1)
        session.set(n=2)
        self.assertEqual(self.changes(next(news))["n", "value"], 2)
        self.assertEqual(self.changes(next(other_news))["n", "value"], 1)

    def test_a_copy_is_the_state_whoever_edits(self):
        """Windows that begin while threads edit miss no change set and get none twice."""
        form = self.form(LISTS)
        session = form.open()
        copies, begun = [], threading.Barrier(5)

        def window(_):
            begun.wait()
            news = session.subscribe()
            copy = Replica(next(news)["state"])
            for changes in news:
                copy.apply(changes)
            copies.append(copy.state)

        def edit(number):
            begun.wait()
            for value in range(60):
                session.set(n=number * 100 + value)
                verb = "insert" if value % 2 else "remove"
                try:
                    session.edit({verb: [{"section": "phones", "at": 0}]})
                except formeval.Refused:
                    pass

        def started(run):
            threads = [threading.Thread(target=run, args=(number,)) for number in range(2)]
            for thread in threads:
                thread.start()
            return threads

        windows, editors = started(window), started(edit)
        begun.wait()
        late = session.subscribe()
        copy = Replica(next(late)["state"])
        for thread in editors:
            thread.join()
        state = session.state()
        session.close()
        for thread in windows:
            thread.join()
        for changes in late:
            copy.apply(changes)
        self.assertEqual(len(copies), 2)
        for kept in (*copies, copy.state):
            self.assertEqual(comparable(kept), comparable(state))

    def test_an_edit_right_after_the_state_is_not_missed(self):
        session = self.form().open()
        ask = session._ask

        def ask_and_edit(question, *words, **keywords):
            answer = ask(question, *words, **keywords)
            if question == {"state": True}:
                ask({"set": {"n": 7}})
            return answer

        with mock.patch.object(session, "_ask", ask_and_edit):
            news = session.subscribe()
            first = next(news)["state"]["sections"][0]["rows"][0]
            self.assertEqual((first["tag"], first["value"]), ("n", None))
            self.assertEqual(self.changes(next(news))["n", "value"], 7)

    def test_a_subscriber_that_is_far_behind_gets_the_state(self):
        session = self.form().open()
        with mock.patch.object(_feed, "_LONGEST", 3):
            news = session.subscribe()
            next(news)
            for number in range(3):
                session.set(n=number)
            self.assertEqual(
                [self.changes(next(news))["n", "value"] for _ in range(3)], [0, 1, 2])
            for number in range(10):
                session.set(n=number)
            self.assertEqual(next(news), {"state": session.state(), "sequence": session.sequence})
            session.set(n=20)
            self.assertEqual(self.changes(next(news))["n", "value"], 20)
            # Closed while it is behind: there is no state to get.
            for number in range(10):
                session.set(n=number)
            session.close()
            self.assertEqual(list(news), [])

    def test_the_end(self):
        form = self.form()
        session, other = form.open(), form.open()
        news, other_news, unread = session.subscribe(), other.subscribe(), session.subscribe()
        next(news), next(other_news)
        session.set(n=1)
        session.close()
        self.assertEqual([self.changes(changes)["n", "value"] for changes in news], [1])
        with self.assertRaisesRegex(formeval.Error, "^the session is closed$"):
            next(unread)
        other.set(n=2)
        [process] = self.running()
        process.kill()
        with self.assertRaises(formeval.Error):
            form.open().close(), other.state()
        # What came before is read first.
        self.assertEqual(self.changes(next(other_news))["n", "value"], 2)
        with self.assertRaisesRegex(formeval.Error, "gone: .* SIGKILL$") as caught:
            next(other_news)
        self.assertEqual(caught.exception.status, -signal.SIGKILL)

    def test_those_who_wait_learn_of_the_end(self):
        for end in (lambda session, _: session.close(), lambda _, form: form.close()):
            form = self.form()
            session = form.open()
            news, said = session.subscribe(), []
            next(news)

            def wait():
                try:
                    said.extend(news)
                except formeval.Error as error:
                    said.append(str(error))

            waiting = threading.Thread(target=wait)
            waiting.start()
            end(session, form)
            waiting.join()
            self.assertIn(said, ([], ["the session is gone: the form is closed"]))

    def test_nothing_is_kept_for_those_who_have_left(self):
        session = self.form().open()
        for _ in range(3):
            for _ in session.subscribe():
                break
        self.assertEqual(session.set(n=1)["changes"][0]["new"], 1)
        self.assertEqual(session._pipe.feeds[session._name], set())


class ValidateTests(FormTest):
    def test_one_and_many(self):
        form = self.form(PHQ9)
        answers = [{"q1": 3}, '{"q1": 9}', b'{"zz": 1}\n', "nonsense", "", None, {"q2": 1}]
        expected = list(formeval.validate(PHQ9, answers))
        self.assertEqual(form.validate(answers), expected)
        self.assertEqual(form.validate(iter(answers)), expected)
        self.assertEqual(form.validate([]), [])
        for one in ({"q1": 3}, '{"q1": 3}', b'{"q1": 3}'):
            self.assertEqual(form.validate(one), expected[0])
        self.assertEqual(len(self.running()), 1)

    def test_many_and_long(self):
        """Neither side waits for the other, however long the lines and their answers are."""
        form = self.form({"sections": [{"rows": [{"tag": "t", "type": "text"}]}]})
        texts = ["x" * length for length in (1, 70_000, 3, 200_000, 16_370)] * 20 + ["y"] * 3_000
        results = form.validate({"t": text} for text in texts)
        self.assertEqual([result["values"]["t"] for result in results], texts)
        self.assertEqual([result["line"] for result in results], list(range(1, len(texts) + 1)))

    def test_days_and_times(self):
        day = datetime.date(2024, 5, 1)
        self.assertEqual(self.form().validate({"day": day})["values"]["day"], day)

    def test_answers_that_are_not_json(self):
        form = self.form()
        for answers in ({"n": object()}, [{"n": 1}, {"n": {1}}], bytearray(b"{}")):
            with self.assertRaisesRegex(formeval.Error, "cannot be written as JSON"):
                form.validate(answers)
        self.assertTrue(form.validate({"n": 1})["valid"])

    def test_time_goes_on(self):
        # A process that is too old makes room for another one, unless the form's time is given.
        for now, count in ((None, 3), ("2024-05-01", 1)):
            form = self.form(now=now)
            before = len(self.started)
            form.validate({})
            ours = len(self.started)
            with mock.patch.object(_form, "_OLDEST", 0):
                for _ in range(2):
                    self.assertTrue(form.validate({})["valid"])
            self.assertEqual(1 + len(self.started) - ours, count)
            self.assertLessEqual(len(self.running()), before + 1)
            form.close()


class CheckTests(FormTest):
    def test_findings(self):
        self.assertEqual(self.form(PHQ9).check(), [])
        [finding] = self.form(WRONG).check()
        self.assertEqual((finding["id"], finding["severity"]), ("form/missing", "error"))
        with self.assertRaisesRegex(formeval.Error, "there is no file 'missing.json'") as caught:
            self.form("missing.json").check()
        self.assertEqual(caught.exception.status, 2)


class RefusalTests(FormTest):
    def refused(self, ask):
        with self.assertRaises(formeval.Refused) as caught:
            ask()
        self.assertIsInstance(caught.exception, formeval.Error)
        return caught.exception

    def test_what_a_refusal_says(self):
        session = self.form(LISTS).open()
        refused = self.refused(lambda: session.set(colour="red"))
        self.assertEqual(refused.message, "unknown tag 'colour'")
        self.assertEqual(refused.hint, "did you mean color?")
        self.assertEqual(refused.code, "unknown")
        self.assertEqual(str(refused), f"{refused.message}; {refused.hint}")
        for tag in ("n", "phones"):
            refused = self.refused(lambda: session.set({tag: {"a": 1}}))
            self.assertEqual((refused.code, refused.tag, refused.id), ("wrongType", tag, None))
        nameless = session.state()["sections"][0]["rows"][4]["id"]
        refused = self.refused(lambda: session.set({nameless: 3}))
        self.assertEqual((refused.tag, refused.id), (None, nameless))
        self.assertIsNone(refused.shown)
        session = self.form(GUESTS, inputs={"language": "de"}).open()
        refused = self.refused(lambda: session.enter(age="ten"))
        self.assertEqual((refused.shown, refused.tag), ("Bitte eine ganze Zahl eingeben.", "age"))
        again = pickle.loads(pickle.dumps(refused))
        self.assertEqual(vars(again), vars(refused))
        self.assertEqual(str(again), str(refused))
        # Nothing has changed.
        self.assertEqual(session.values()["age"], None)

    def test_unknown_tags(self):
        session = self.form(LISTS).open()
        for ask in (session.why, session.impact, session.next):
            for tag in ("nobody", "#r99", "phones[3].number", ""):
                self.assertEqual(self.refused(lambda: ask(tag)).code, "unknown", (ask, tag))
            self.assertEqual(self.refused(lambda: ask(3)).code, "malformed")

    def test_edits_of_a_client_reach_no_other_session(self):
        form = self.form()
        session, other = form.open(), form.open()
        before = other.state()
        for part in ({"session": "2"}, {"session": "2", "set": {"n": 1}}, {"close": True},
                     {"open": {}}):
            for edits in (part, [part], [{"set": {"n": 1}}, part]):
                self.assertEqual(self.refused(lambda: session.edit(edits)).code, "malformed")
        self.assertEqual(other.state(), before)
        self.assertEqual(session.values()["n"], None)

    def test_edits_of_a_client_ask_nothing(self):
        session = self.form().open()
        for line in ({"save": True}, {"why": "n"}, {"state": True}, {"ripple": True, "set": {}}):
            for edits in (line, [line], [{"set": {"n": 1}}, line], {"only": "all", **line}):
                self.assertEqual(self.refused(lambda: session.edit(edits)).code, "question", edits)
        self.assertEqual(session.values()["n"], None)
        session.edit([{"only": "edits", "set": {"n": 1}}, {"set": {"n": 2}}])
        self.assertEqual(session.values()["n"], 2)

    def test_edits_that_nest_too_deep(self):
        form = self.form()
        session = form.open()
        for depth in (200, 900, 1000, 5000):
            nested = 1
            for _ in range(depth):
                nested = [nested]
            refused = self.refused(lambda: session.edit({"set": {"n": nested}}))
            self.assertEqual(refused.code, "malformed")
        session.set(n=3)
        self.assertEqual(session.values()["n"], 3)

    def test_ids_of_another_opening(self):
        form = self.form()
        first = form.open()
        state = first.state()
        self.assertEqual(state["opening"], first.opening)
        row = state["sections"][0]["rows"][0]["id"]
        said = {"opening": first.opening}
        first.edit({**said, "set": {row: 1}})
        first.edit([{"set": {row: 2}}, said])
        second = form.open(state=first.save())
        self.assertNotEqual(second.opening, first.opening)
        for edits in ({"set": {row: 3}}, {**said, "set": {row: 3}}, [said, {"blur": [row]}],
                      {**said, "set": {"n": 3}}):
            self.assertEqual(self.refused(lambda: second.edit(edits)).code, "stale", edits)
        self.assertEqual(second.values()["n"], 2)
        # Who has the session speaks of this opening.
        second.set({row: 4})
        second.enter({row: "5"})
        self.assertEqual(second.edit({"undo": True})["changes"][0]["new"], 4)
        self.assertEqual((second.why(row)["why"], second.next(row)["next"]), (row, row))
        self.assertEqual(second.impact(row)["impact"], row)

    def test_edits_that_are_not_edits(self):
        session = self.form().open()
        for edits in ([3], [[]], [None], {"sets": {}}, {"state": 1}, {"state": True, "set": {}},
                      [{}, {"state": True}], {"undo": True, "set": {"n": 1}}):
            self.refused(lambda: session.edit(edits))
        for edits in ('{"set": {"n": 1}}', b"{}", 3, None):
            with self.assertRaises(TypeError):
                session.edit(edits)
        for value in (object(), {1, 2}, b"x"):
            with self.assertRaisesRegex(formeval.Error, "cannot be written as JSON"):
                session.set(n=value)
        self.refused(lambda: session.set(price=float("nan")))
        self.refused(lambda: session.set(text="\ud800"))
        self.assertEqual(self.changes(session.set(n=1))["n", "value"], 1)


class ProcessTests(FormTest):
    def killed(self):
        [process] = self.running()
        process.kill()
        return process

    def test_one_process_that_starts_when_it_is_needed(self):
        form = self.form(PHQ9)
        self.assertEqual(self.started, [])
        sessions = [form.open() for _ in range(20)]
        for session in sessions:
            session.set(q1=1)
        self.assertEqual(len(self.started), 1)

    def test_wrong_form(self):
        for ask in (lambda form: form.open(), lambda form: form.validate({})):
            with self.assertRaises(formeval.Error) as caught:
                ask(self.form(WRONG))
            self.assertNotIsInstance(caught.exception, formeval.Refused)
            self.assertEqual(caught.exception.status, 1)
            self.assertIn("a row needs a 'type'", str(caught.exception))
            self.assertIn(caught.exception.stderr, str(caught.exception))
            with self.assertRaisesRegex(formeval.Error, "there is no file 'missing.json'"):
                ask(self.form("missing.json"))
        self.assertEqual(self.running(), [])

    def test_form_that_is_put_right(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "form.json")
            path.write_text(json.dumps(WRONG))
            form = self.form(path)
            with self.assertRaises(formeval.Error):
                form.open()
            path.write_text(json.dumps(FORM))
            self.assertEqual(form.open().values()["n"], None)

    def test_no_path_of_a_temporary_file(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch("tempfile.tempdir", folder):
            form = self.form(WRONG)
            for ask in (form.open, lambda: form.validate({})):
                with self.assertRaises(formeval.Error) as caught:
                    ask()
                self.assertIn("<dict>:1:23: error: ", str(caught.exception))
                self.assertNotIn(folder, str(caught.exception) + caught.exception.stderr)
            self.assertNotIn(folder, json.dumps(form.check()))
            # The file is gone as soon as the process has read it.
            self.form().open()
            self.assertEqual(os.listdir(folder), [])

    def test_a_dict_that_changes_later(self):
        source = json.loads(json.dumps(FORM))
        form = self.form(source)
        source["sections"] = []
        self.assertIn("n", form.open().values())

    def test_killed_process(self):
        form = self.form(PHQ9)
        session, other = form.open(), form.open()
        self.killed()
        with self.assertRaisesRegex(formeval.Error, "^formeval was ended by SIGKILL$") as caught:
            session.set(q1=1)
        self.assertEqual(caught.exception.status, -signal.SIGKILL)
        for gone in (session, other):
            with self.assertRaisesRegex(formeval.Error, "gone: .* by SIGKILL$") as caught:
                gone.state()
            self.assertEqual(caught.exception.status, -signal.SIGKILL)
            gone.close()
        # The form starts another process, in which the old sessions do not come back.
        fresh = form.open()
        self.assertEqual(fresh.set(q1=2)["changes"][0]["new"], 2)
        with self.assertRaisesRegex(formeval.Error, "gone"):
            session.state()
        # A new session does not fail because the process has died unseen.
        self.killed()
        self.assertEqual(form.open().values()["total"], 0)
        with self.assertRaisesRegex(formeval.Error, "gone|SIGKILL"):
            fresh.state()

    def test_killed_process_that_validates(self):
        form = self.form(PHQ9)
        for _ in range(3):
            self.assertTrue(form.validate({"q1": 1})["valid"])
            self.killed().wait()
            self.assertTrue(form.validate({"q1": 1})["valid"])
            self.killed()

    def test_process_that_ends_each_time(self):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "formeval")
            script.write_text(
                "#!/bin/sh\nread line; printf '{\"op'; echo 'disk full' >&2; exit 74\n")
            script.chmod(0o755)
            with mock.patch.dict(os.environ, FORMEVAL=str(script)):
                form = self.form()
                for ask in (form.open, lambda: form.validate({})):
                    with self.assertRaisesRegex(
                        formeval.Error, "^formeval ended with status 74: disk full$"
                    ):
                        ask()
        self.assertEqual(self.running(), [])

    def test_no_command(self):
        form = self.form()
        with mock.patch.dict(os.environ, PATH="", clear=True):
            with self.assertRaisesRegex(formeval.Error, "is not found"):
                form.open()
        with mock.patch.dict(os.environ, FORMEVAL="/nowhere/formeval"):
            for ask in (form.open, lambda: form.validate({})):
                with self.assertRaisesRegex(formeval.Error, "cannot be started"):
                    ask()
        form.open()

    def test_interrupted_line(self):
        """A session gets no answer to the line of another one."""
        form = self.form(PHQ9)
        session, other = form.open(), form.open()

        class Interrupted(BaseException):
            pass

        [pipe] = [pipes.pipes["--edits"] for pipes in form._processes.values()]
        stdout = pipe._process.stdout
        with mock.patch.object(pipe._process, "stdout") as interrupted:
            interrupted.readline.side_effect = Interrupted
            with self.assertRaises(Interrupted):
                session.set(q1=1)
        stdout.close()
        with self.assertRaisesRegex(formeval.Error, "gone: .* interrupted$"):
            other.state()
        self.assertEqual(form.open().values()["total"], 0)

    def test_closing_does_not_wait_for_an_answer(self):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "formeval")
            script.write_text("#!/bin/sh\nread line; echo '{\"open\":true}'; exec sleep 1000\n")
            script.chmod(0o755)
            with mock.patch.dict(os.environ, FORMEVAL=str(script)):
                form = self.form()
                session = form.open()
        said = []

        def ask():
            try:
                session.state()
            except formeval.Error as error:
                said.append(str(error))

        thread = threading.Thread(target=ask)
        thread.start()
        form.close()
        thread.join()
        self.assertRegex(said[0], "the form is closed$")


class ThreadTests(FormTest):
    def test_many_threads(self):
        form = self.form()
        failed = []

        def edit(offset):
            with form.open() as session:
                for number in range(offset, offset + 200):
                    answer = session.set(n=number, text=f"t{number}")
                    changes = self.changes(answer)
                    if (changes["n", "value"], changes["text", "value"]) != (number, f"t{number}"):
                        failed.append((number, answer))
                    if number % 20 == 0:
                        if session.values()["n"] != number:
                            failed.append(number)
                        if form.validate({"n": number})["values"]["n"] != number:
                            failed.append(number)
            if not session._is_closed:
                failed.append("open")

        def run(offset):
            try:
                edit(offset)
            except Exception as error:
                failed.append(error)

        self.together(run, [number * 1000 + 1 for number in range(8)])
        self.assertEqual(failed, [])
        # One for the sessions, and one that validates.
        self.assertEqual(len(self.running()), 2)

    def test_threads_that_share_a_session(self):
        session = self.form(LISTS).open()
        insert = {"insert": [{"section": "phones", "at": 0}]}
        said = []

        def run(_):
            try:
                said.append(session.edit(insert)["items"]["inserted"][0]["id"])
            except formeval.Refused as refused:
                said.append(refused.code)

        self.together(run, range(8))
        # The list takes one item.
        self.assertEqual(len([code for code in said if isinstance(code, str)]), 7, said)

    def test_a_session_is_closed_under_threads(self):
        form = self.form(sessions=1)
        for _ in range(10):
            session = form.open()
            said = []

            def run(number):
                try:
                    if number == 3:
                        session.close()
                    for _ in range(20):
                        session.set(n=number)
                except formeval.Error as error:
                    said.append(str(error))

            self.together(run, range(6))
            self.assertEqual(set(said), {"the session is closed"})
            # No late line has opened it again, so there is room for another one.

    def test_the_process_dies_under_threads(self):
        form = self.form(PHQ9)
        failed = []

        def run(number):
            for _ in range(10):
                session = None
                try:
                    session = form.open()
                    for value in (1, 2, 3):
                        new = self.changes(session.set(q1=value))["q1", "value"]
                        if new != value:
                            failed.append(new)
                    if number == 0:
                        [pipes] = form._processes.values()
                        pipes.pipes["--edits"]._process.kill()
                except formeval.Error as error:
                    if not re.search("SIGKILL", str(error)):
                        failed.append(error)

        self.together(run, range(6))
        self.assertEqual(failed, [])
        self.assertEqual(form.open().values()["total"], 0)

    def together(self, run, arguments):
        threads = [threading.Thread(target=run, args=(argument,)) for argument in arguments]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


@unittest.skipUnless(hasattr(os, "fork"), "needs fork")
class ForkTests(FormTest):
    def in_child(self, run):
        """What a child process returns."""
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            signal.alarm(60)
            try:
                os.write(write, json.dumps(run()).encode())
            except BaseException as error:
                os.write(write, json.dumps(repr(error)).encode())
            finally:
                os._exit(0)
        os.close(write)
        with open(read, "rb") as pipe:
            text = pipe.read()
        os.waitpid(child, 0)
        return json.loads(text)

    def test_a_fork_shares_no_process(self):
        form = self.form()
        session = form.open()
        session.set(n=1)
        form.validate({})

        def run():
            said = []
            try:
                session.set(n=2)
            except formeval.Error as error:
                said.append(str(error))
            session.close()
            with form:
                with form.open() as own:
                    own.set(n=3)
                    said += [own.values()["n"], form.validate({"n": 4})["values"]["n"]]
            return said

        said = self.in_child(run)
        self.assertRegex(said[0], f"belongs to the process {os.getpid()}, .* was forked")
        self.assertEqual(said[1:], [3, 4])
        self.assertEqual(session.values()["n"], 1)
        session.set(n=5)
        form.open().set(n=6)
        self.assertEqual(session.values()["n"], 5)

    def test_a_fork_while_others_ask(self):
        """Locks that a thread holds in the parent hold up nobody in the child."""
        form = self.form()
        session = form.open()
        done = threading.Event()

        def ask():
            while not done.is_set():
                session.set(n=1)

        threads = [threading.Thread(target=ask) for _ in range(3)]
        for thread in threads:
            thread.start()
        try:
            for _ in range(5):
                def run():
                    with form.open() as own:
                        session.close()
                        try:
                            session.state()
                        except formeval.Error:
                            return own.values()["n"] is None

                self.assertIs(self.in_child(run), True)
        finally:
            done.set()
            for thread in threads:
                thread.join()

    def test_asyncio_after_a_fork(self):
        form = formeval.aio.Form(FORM)

        async def number():
            session = await form.open()
            await session.set(n=3)
            return (await session.values())["n"]

        async def end():
            await form.close()

        self.assertEqual(asyncio.run(number()), 3)
        self.assertEqual(self.in_child(lambda: asyncio.run(number())), 3)
        self.assertEqual(asyncio.run(number()), 3)
        asyncio.run(end())


class AsyncTests(FormTest):
    def run_async(self, work, source=FORM, **options):
        async def run():
            async with formeval.aio.Form(source, **options) as form:
                await work(form)

        asyncio.run(run())
        self.assertEqual(self.running(), [])

    def test_the_same_names(self):
        for one, other in ((formeval.Form, formeval.aio.Form),
                           (formeval.Session, formeval.aio.Session)):
            def methods(kind):
                return {name: method for name, method in vars(kind).items()
                        if inspect.isfunction(method) and not name.startswith("_")}

            self.assertEqual(methods(one).keys(), methods(other).keys())
            for name, method in methods(other).items():
                is_asynchronous = (inspect.isasyncgenfunction if name == "subscribe"
                                   else inspect.iscoroutinefunction)
                self.assertTrue(is_asynchronous(method), name)
                self.assertEqual(
                    list(inspect.signature(method).parameters.values()),
                    list(inspect.signature(methods(one)[name]).parameters.values()))

    def test_each_method(self):
        async def work(form):
            self.assertEqual(await form.check(), [])
            self.assertTrue((await form.validate({"n": 1}))["valid"])
            self.assertEqual(len(await form.validate([{}, {}])), 2)
            async with await form.open(now="2024-05-01") as session:
                self.assertEqual(session.misfits, [])
                self.assertEqual(self.changes(await session.set(n=1))["n", "value"], 1)
                self.assertEqual(self.changes(await session.set({"n": 2}))["n", "value"], 2)
                self.assertEqual(self.changes(await session.enter(n="3"))["n", "value"], 3)
                await session.edit({"set": {"text": "x"}})
                await session.edit([{"set": {"text": "y"}}])
                await session.undo()
                await session.redo()
                self.assertEqual((await session.values())["text"], "y")
                self.assertIn("sections", await session.state())
                self.assertEqual((await session.why("n"))["why"], "n")
                self.assertEqual((await session.impact("n"))["impact"], "n")
                self.assertEqual(await session.blockers(), [])
                self.assertEqual((await session.next("text"))["next"], "text")
                saved = await session.save()
            with self.assertRaisesRegex(formeval.Error, "^the session is closed$"):
                await session.state()
            saved["values"]["lost"] = 1
            session = await form.open(state=saved)
            self.assertEqual(len(session.misfits), 1)
            with self.assertRaises(formeval.Refused) as caught:
                await session.set(lost=1)
            self.assertEqual(caught.exception.code, "unknown")

        self.run_async(work)

    def test_the_host_and_windows(self):
        async def work(form):
            session = await form.open()
            copies = []

            async def window():
                news = session.subscribe()
                copy = Replica((await news.__anext__())["state"])
                copies.append(copy)
                async for changes in news:
                    copy.apply(changes)

            async def answer():
                async for changes in session.subscribe():
                    for asked in changes.get("pending", {}).get("began", []):
                        taken = asked["arguments"]["SELF"] == "Ann"
                        await session.host.resolve({asked["token"]: not taken})

            tasks = [asyncio.ensure_future(run()) for run in (window, window, answer)]
            leaving = asyncio.ensure_future(window())
            while len(copies) < 3:
                await asyncio.sleep(0)
            await session.host.set_language("de")
            await session.host.set(member=True)
            await session.host.set_now("2024-05-01")
            with self.assertRaises(formeval.Refused) as caught:
                await session.edit({"set": {"secret": "x"}}, as_user=True)
            self.assertEqual(caught.exception.code, "notEditable")
            leaving.cancel()
            for name in ("Ann", "Bea"):
                await session.edit({"set": {"name": name}}, as_user=True)
                while "pendingValidations" in await session.state():
                    await asyncio.sleep(0)
            state = await session.state()
            self.assertEqual(state["sections"][0]["rows"][0]["valid"], True)
            await session.close()
            await asyncio.gather(*tasks)
            for copy in copies[:2]:
                self.assertEqual(comparable(copy.state), comparable(state))

        self.run_async(work, GUESTS)

    def test_a_window_of_a_process_that_dies(self):
        async def work(form):
            session = await form.open()
            news = session.subscribe()
            await news.__anext__()
            waiting = asyncio.ensure_future(news.__anext__())
            await asyncio.sleep(0)
            [process] = self.running()
            process.kill()
            with self.assertRaises(formeval.Error):
                await session.state()
            with self.assertRaisesRegex(formeval.Error, "gone: .* SIGKILL$"):
                await waiting

        self.run_async(work)

    def test_order_and_concurrency(self):
        async def work(form):
            sessions = [await form.open() for _ in range(8)]

            async def edit(session, offset):
                # Asked without waiting, and answered in this order.
                numbers = range(offset, offset + 25)
                answers = await asyncio.gather(*[session.set(n=number) for number in numbers])
                self.assertEqual(
                    [self.changes(answer)["n", "value"] for answer in answers], list(numbers))
                self.assertEqual((await session.values())["n"], offset + 24)

            await asyncio.gather(*[
                edit(session, 1 + index * 1000) for index, session in enumerate(sessions)])

        self.run_async(work)

    def test_the_loop_goes_on(self):
        """Work of the loop is done while a session waits for its answer."""
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "formeval")
            script.write_text(
                "#!/bin/sh\nread line; echo '{\"open\":true}'; read line\n"
                f"while [ ! -e {folder}/go ]; do sleep 0.01; done; echo '{{\"state\":{{}}}}'\n")
            script.chmod(0o755)

            async def work(form):
                session = await form.open()

                async def go():
                    pathlib.Path(folder, "go").touch()

                answer, _ = await asyncio.gather(session.state(), go())
                self.assertEqual(answer, {})

            with mock.patch.dict(os.environ, FORMEVAL=str(script)):
                self.run_async(work)

    def test_cancelled_tasks(self):
        async def work(form):
            session = await form.open()
            for _ in range(20):
                tasks = [asyncio.ensure_future(session.set(n=number)) for number in range(8)]
                await asyncio.sleep(0)
                for task in tasks[::2]:
                    task.cancel()
                answers = await asyncio.gather(*tasks, return_exceptions=True)
                for number, answer in enumerate(answers):
                    if not isinstance(answer, asyncio.CancelledError):
                        self.assertEqual(self.changes(answer)["n", "value"], number)
                self.assertEqual((await session.values())["n"], 7)

        self.run_async(work)

    def test_a_session_that_nobody_gets_is_closed(self):
        async def work(form):
            for _ in range(10):
                opening = asyncio.ensure_future(form.open())
                await asyncio.sleep(0)
                opening.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await opening
                session = None
                while session is None:
                    try:
                        session = await form.open()
                    except formeval.Refused as refused:
                        self.assertEqual(refused.code, "notAllowed")
                await session.close()

        self.run_async(work, sessions=1)

    def test_killed_process(self):
        async def work(form):
            session = await form.open()
            [process] = self.running()
            process.kill()
            with self.assertRaisesRegex(formeval.Error, "SIGKILL"):
                await session.set(q1=1)
            self.assertEqual((await (await form.open()).values())["total"], 0)

        self.run_async(work, PHQ9)

    def test_closed(self):
        async def work(form):
            session = await form.open()
            await form.close()
            for ask in (session.state, form.open):
                with self.assertRaisesRegex(formeval.Error, "the form is closed$"):
                    await ask()

        self.run_async(work)


if __name__ == "__main__":
    unittest.main()
