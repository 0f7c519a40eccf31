"""Live forms: sessions that stay open in one process of the command."""

import itertools
import json
import os
import secrets
import subprocess
import threading
import time
from typing import (
    Any, Callable, Dict, Generator, Iterable, List, Mapping, Optional, Tuple, Union,
)

from ._dates import Convert, conversions, convert
from ._feed import Feed
from ._host import Host
from ._json import answer_line, json_text
from ._pipe import Pipe
from ._process import Error, Refused
from ._source import Date, Source, input_words, now_words, reading, reading_words

# The process that validates takes `now()` once, when it starts. After so many seconds another one
# takes its place.
_OLDEST = 60.0
# Keys of a line that are no edits. The package writes them.
_RESERVED = ("session", "open", "close")


class Form:
    """A form whose sessions are open in one process, which starts when it is first needed.

    Threads may use a form and its sessions at the same time. If the process dies, its sessions are
    gone, and the next session starts another process. After a fork, each process has a process of
    its own, and only the sessions that it opened itself.

    Args:
        form: The path of the form, or the form as a dict. The form in a dict cannot read tables
            from files beside it.
        inputs: Values of the form's inputs, by name.
        stubs: Formulas for functions of the host app, such as {"isAdult(age)": "$age >= 18"}.
        trailing_commas: Allow a comma before a closing bracket of the form.
        now: What `now()` gives at first. If it is not given, the time at which a session opens. For
            `validate` then the time, at most a minute old.
        strict: Refuse edits and answers after which a condition cannot be evaluated.
        as_user: Make all edits as the user, who cannot change hidden and disabled rows, but for those
            of `host` of a session.
        untrusted: Use the limits for strangers.
        sessions: How many sessions there may be: 100 000 if not given, 1 000 with `untrusted`.
    """

    def __init__(
        self,
        form: Source,
        *,
        inputs: Optional[Mapping[str, Any]] = None,
        stubs: Optional[Mapping[str, str]] = None,
        trailing_commas: bool = False,
        now: Optional[Date] = None,
        strict: bool = False,
        as_user: bool = False,
        untrusted: bool = False,
        sessions: Optional[int] = None,
    ) -> None:
        # A copy: a process that starts later reads the same form.
        self._source: Source = json.loads(json_text(form)) if isinstance(form, Mapping) else form
        self._reading = reading_words(trailing_commas, untrusted, stubs)
        self._has_now = now is not None
        words = [*self._reading, *input_words(inputs), *now_words(now)]
        words += ["--strict"] if strict else []
        self._answers_words = ["--answers", "-", "--threads", "1", *words]
        self._as_user = as_user
        words += [] if sessions is None else ["--sessions", str(sessions)]
        self._edits_words = ["--edits", "-", *words]
        # By process, since a fork copies all of this. The key cannot stand twice.
        self._processes: Dict[int, _Processes] = {}
        self._names = itertools.count(1)
        self._known: Optional[Dict[str, Convert]] = None
        self._is_closed = False

    def open(
        self,
        inputs: Optional[Mapping[str, Any]] = None,
        state: Optional[Mapping[str, Any]] = None,
        now: Optional[Date] = None,
        history: Optional[int] = None,
    ) -> "Session":
        """Opens a session.

        Args:
            inputs: Values of inputs, which go before those of the form.
            state: What `save` of a session has returned. What of it does not fit any more is left
                out, and listed in `misfits` of the session.
            now: What `now()` gives at first.
            history: How many steps can be undone.

        Raises:
            Refused: An input is unknown, or there are too many sessions.
            Error: The command is not found, the form is wrong, or the process has died.
        """
        # No name of another opening, also of another process or machine.
        opening = secrets.token_urlsafe(9)
        given = {"inputs": inputs, "state": state, "now": now, "history": history}
        given = {key: value for key, value in given.items() if value is not None}
        name = str(next(self._names))
        line = _line({"session": name, "open": {**given, "opening": opening}})
        pipe, answer = self._ask(self._edits_words, line)
        return Session(self, pipe, name, opening, _accepted(answer).get("misfits", []))

    def validate(self, answers: Any) -> Any:
        """Returns what the form says of a set of answers, or a list of that for many sets.

        A set of answers is a dict of values by tag or JSON text, and many are a list or another
        iterable. A result is that of `formeval.validate`, which holds only a part of many answers at
        a time. The `line` counts the answers of one call.

        Raises:
            Error: The command is not found, the form is wrong, the process has died, or answers
                cannot be written as JSON.
        """
        is_one = isinstance(answers, (Mapping, str, bytes, bytearray))
        lines = [_line(element) for element in ([answers] if is_one else answers)]
        if not lines:
            return []
        _, results = self._ask_all(self._answers_words, lines)
        for number, result in enumerate(results, 1):
            result["line"] = number
        known = self._conversions()
        results = [convert(result, known) for result in results]
        return results[0] if is_one else results

    def check(self) -> List[Dict[str, Any]]:
        """Returns the probable mistakes in the form, as `formeval FORM --check --json` lists them.

        Raises:
            Error: The command is not found, or cannot read the form.
        """
        with reading(self._source) as (run, folder):
            checked = subprocess.run(
                [*run, "--check", "--json", *self._reading], stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder,
            )
        if not checked.stdout:
            text = checked.stderr.decode("utf-8", "replace").strip()
            raise Error(f"formeval cannot check the form: {text}", None, checked.returncode, text)
        answer = json.loads(checked.stdout)
        if "notChecked" in answer:
            text = answer["notChecked"]
            raise Error(f"formeval cannot check the form: {text}", None, checked.returncode, text)
        return answer["findings"]

    def close(self) -> None:
        """Ends the process, and all sessions with it. The form cannot be used any more."""
        self._is_closed = True
        mine = self._processes.get(os.getpid())
        if mine is not None:
            with mine.lock:
                for pipe in mine.pipes.values():
                    pipe.close()

    def __enter__(self) -> "Form":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def _ask(self, words: List[str], line: bytes) -> Tuple[Pipe, Dict[str, Any]]:
        """Asks a line that needs no session, and returns who has answered and what."""
        pipe, answers = self._ask_all(words, [line])
        return pipe, answers[0]

    def _ask_all(
        self, words: List[str], lines: List[bytes]
    ) -> Tuple[Pipe, List[Dict[str, Any]]]:
        """Asks lines that need no session, and returns who has answered and what."""
        pipe, is_new = self._pipe(words)
        try:
            return pipe, pipe.ask_all(lines)
        except Error:
            # A process that had been there may have died before the lines.
            if is_new:
                raise
        pipe, _ = self._pipe(words)
        return pipe, pipe.ask_all(lines)

    def _pipe(self, words: List[str]) -> Tuple[Pipe, bool]:
        """The process for such lines, and whether it has been started just now."""
        mine = self._processes.setdefault(os.getpid(), _Processes())
        with mine.lock:
            if self._is_closed:
                raise Error("the form is closed")
            mode = words[0]
            pipe = mine.pipes.get(mode)
            if pipe is not None and mode == "--answers" and not self._has_now:
                if time.monotonic() - pipe.started >= _OLDEST:
                    pipe.retire()
            if pipe is not None and pipe.runs():
                return pipe, False
            mine.pipes[mode] = Pipe(self._source, words)
            return mine.pipes[mode], True

    def _conversions(self) -> Dict[str, Convert]:
        """What to do with values. The form has been read without a mistake before."""
        if self._known is None:
            with reading(self._source) as (run, folder):
                self._known = conversions([*run, *self._reading], folder)
        return self._known


class Session:
    """A live form. `Form.open` makes one.

    Docs/Protocols.md describes what the methods return. A row or section is called by its tag, its
    address, such as `phones[0].number`, or its id in the state. What the form refuses changes
    nothing and raises Refused. Every method raises an Error if the session is closed or gone.

    Attributes:
        opening: The name of the opening, which the state has. Ids hold as long as the session is
            open, so a client says the name in a line with an id.
        misfits: What of the given state does not fit, in words.
        sequence: How often the form had been changed at the last answer. A line that says this number
            as `"after"` is done only if nothing has changed since.
        host: What the host app does: it sets the language, inputs and the time, and answers rules.
    """

    def __init__(
        self, form: Form, pipe: Pipe, name: str, opening: str, misfits: List[str]
    ) -> None:
        self.opening = opening
        self.misfits = misfits
        self.sequence = 0
        self.host = Host(self._edit_as_host)
        self._form = form
        self._pipe = pipe
        self._name = name
        self._is_closed = False

    def set(self, values: Optional[Mapping[str, Any]] = None, /, **by_tag: Any) -> Dict[str, Any]:
        """Sets values, and returns what has changed. A dict takes names that are no keywords."""
        return self._edit(self._own({"set": {**(values or {}), **by_tag}}))

    def enter(self, texts: Optional[Mapping[str, str]] = None, /, **by_tag: str) -> Dict[str, Any]:
        """Sets values as the user types them, and returns what has changed.

        The type of the row and the language of the form say how a text is read.
        """
        return self._edit(self._own({"enter": {**(texts or {}), **by_tag}}))

    def edit(
        self,
        edits: Union[Mapping[str, Any], Iterable[Mapping[str, Any]]],
        as_user: Optional[bool] = None,
    ) -> Dict[str, Any]:
        """Makes edits as one transaction, and returns what has changed.

        The edits are a dict such as {"insert": [{"section": "phones", "at": 0}]}, or a list of such
        dicts. They may come from a client: they cannot name another session, and ask nothing. Edits
        that use an id say the `"opening"` of the state that the id is from, or they are refused
        with the code `stale`.

        As the user, edits that say they are the host's are refused. `as_user` is that of the form if
        it is not given.
        """
        return self._edit(edits, as_user, {"only": "edits"})

    def subscribe(self) -> Generator[Dict[str, Any], None, None]:
        """Yields the state, as `{"state": …}`, and then each change set, and waits for the next one.

        Nothing is missing between the two, and nothing comes twice. Change sets come in the order
        in which they were made, whoever made them: the user, the host, this thread or another one.
        Any number may subscribe. The generator ends when the session is closed. A subscriber who is
        1000 change sets behind gets the state again in place of them.

        Raises:
            Error: The process has died.
        """
        changed = threading.Event()
        feed = Feed(changed.set)
        try:
            while True:
                changed.clear()
                is_ended = feed.is_ended  # Before what waits is taken, which is read to its end.
                answer = feed.take()
                if answer is not None:
                    yield answer
                elif is_ended:
                    return
                elif feed.is_behind:
                    self._restart(feed)
                else:
                    changed.wait()
        finally:
            feed.end()

    def state(self) -> Dict[str, Any]:
        """Returns all that a client shows. Change sets tell what becomes different."""
        return self._ask({"state": True})["state"]

    def values(self) -> Dict[str, Any]:
        """Returns the values of visible rows; days and times are those of `datetime`."""
        return convert(self._ask({"values": True}), self._form._conversions())["values"]

    def why(self, tag: str) -> Dict[str, Any]:
        """Returns everything that decides a row or a section."""
        return self._ask(self._own({"why": tag}))

    def impact(self, tag: str) -> Dict[str, Any]:
        """Returns what a change of a row or a section can reach, and what it reads."""
        return self._ask(self._own({"impact": tag}))

    def blockers(self) -> List[Dict[str, Any]]:
        """Returns what keeps the form from being submitted."""
        return self._ask({"blockers": True})["blockers"]

    def next(self, tag: str) -> Dict[str, Any]:
        """Returns the row that the user's next key leads to, as `row` and `id`."""
        return self._ask(self._own({"next": tag}))

    def undo(self) -> Dict[str, Any]:
        """Undoes the last step, and returns what has changed."""
        return self._edit({"undo": True})

    def redo(self) -> Dict[str, Any]:
        """Redoes the step that was undone last, and returns what has changed."""
        return self._edit({"redo": True})

    def save(self) -> Dict[str, Any]:
        """Returns what the session holds, for `state` of another one."""
        return self._ask({"save": True})["save"]

    def close(self) -> None:
        """Ends the session. To close it again, or one that is gone, does nothing."""
        if self._is_closed or not self._pipe.runs():
            return
        try:
            self._ask({"close": True}, closes=True)
        except Error:
            # Another thread was faster, or the process has died.
            if not self._is_closed and self._pipe.runs():
                raise

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def _own(self, line: Mapping[str, Any]) -> Dict[str, Any]:
        """The line, with the name of this opening, which lines with ids must say."""
        return {**line, "opening": self.opening}

    def _edit(
        self, edits: Any, as_user: Optional[bool] = None, also: Mapping[str, Any] = {}
    ) -> Dict[str, Any]:
        if not (self._form._as_user if as_user is None else as_user):
            return self._ask(edits, also)
        return self._ask(edits, {"as": "user", **also})

    def _edit_as_host(self, edits: Mapping[str, Any]) -> Dict[str, Any]:
        return self._edit(self._own(edits), as_user=False)

    def _restart(self, feed: Feed) -> None:
        """Gives a feed the state, and the change sets from here on."""

        def subscribe(_: Any, text: bytes) -> None:
            feed.restart(text)
            self._pipe.feeds.setdefault(self._name, set()).add(feed)

        try:
            self._ask({"state": True}, after=subscribe)
        except Error:
            if not feed.is_ended:  # Else the session was closed after the feed had fallen behind.
                raise

    def _ask(
        self,
        question: Any,
        also: Mapping[str, Any] = {},
        closes: bool = False,
        after: Optional[Callable[[Dict[str, Any], bytes], None]] = None,
    ) -> Dict[str, Any]:
        line = _line(self._named(question, also, () if closes else _RESERVED))

        def turn() -> None:
            # Checked when nobody else asks, because a line after the end would open it anew.
            if self._is_closed:
                raise Error("the session is closed")
            self._is_closed = closes

        answer = self._pipe.ask(line, turn, after or self._tell)
        answer.pop("session", None)
        self.sequence = answer.get("sequence", self.sequence)
        return _accepted(answer)

    def _tell(self, answer: Dict[str, Any], text: bytes) -> None:
        """Gives a change set to the subscribers. The lock of the pipe keeps other lines away."""
        feeds = self._pipe.feeds.get(self._name, set())
        if "changes" in answer:
            for feed in list(feeds):
                if feed.is_ended:
                    feeds.discard(feed)
                else:
                    feed.put(text)
        if self._is_closed:
            for feed in self._pipe.feeds.pop(self._name, ()):
                feed.end()

    def _named(self, question: Any, also: Mapping[str, Any], reserved: Iterable[str]) -> Any:
        """The line with the name of the session, and with other members."""
        parts = [question] if isinstance(question, Mapping) else question
        if isinstance(parts, (str, bytes)) or not isinstance(parts, Iterable):
            raise TypeError(f"edits must be a dict or a list, not {type(question).__name__}")
        parts = list(parts)
        for key in reserved:
            if any(isinstance(part, Mapping) and key in part for part in parts):
                raise Refused(f"'{key}' is not an edit")
        # The command cannot refuse it, because the key is written anew below.
        if also.get("as") == "user" and any(
                isinstance(part, Mapping) and part.get("as", "user") != "user" for part in parts):
            raise Refused("the host makes no edits here", code="notEditable")
        # Of a list, the first object says which session it is for.
        also = {"session": self._name, **also}
        if parts and isinstance(parts[0], Mapping):
            parts[0] = {**parts[0], **also}
        else:
            parts = [also, *parts]
        return parts[0] if isinstance(question, Mapping) else parts


class _Processes:
    """The processes that one process has started."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.pipes: Dict[str, Pipe] = {}


def _line(value: Any) -> bytes:
    try:
        return answer_line(value)
    except RecursionError as error:  # The command would refuse it too.
        raise Refused("the JSON nests too deep") from error
    except Exception as error:  # What a value is made of may raise anything.
        raise Error(str(error)) from error


def _accepted(answer: Dict[str, Any]) -> Dict[str, Any]:
    """The answer, if it is not a refusal."""
    if "error" not in answer:
        return answer
    keys = ("error", "message", "hint", "code", "tag", "id", "shown", "key", "sequence")
    raise Refused(**{key: answer[key] for key in keys if key in answer})
