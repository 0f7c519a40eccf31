"""Forms and sessions for asyncio, with the names of `formeval.Form` and `formeval.Session`.

    import formeval.aio

    async with formeval.aio.Form("form.json") as form:
        session = await form.open()
        await session.set(age=41)

What a method waits for, it waits for in a thread, so the loop goes on. The lines of the sessions
are asked in the order in which they were awaited, by one thread for each form. A line that has
been asked when its task is cancelled is carried out all the same.
"""

import asyncio
import concurrent.futures
import contextlib
import functools
import os
from typing import (
    Any, AsyncGenerator, Callable, Dict, Iterable, List, Mapping, Optional, TypeVar, Union,
)

from . import _form
from ._feed import Feed
from ._host import Host
from ._source import Date, Source

__all__ = ["Form", "Session"]

_Result = TypeVar("_Result")


class Form:
    """A form whose sessions are open in one process; see `formeval.Form` for the keywords."""

    def __init__(self, form: Source, **options: Any) -> None:
        self._form = _form.Form(form, **options)
        # By process, since a fork copies this and no threads.
        self._threads: Dict[int, concurrent.futures.ThreadPoolExecutor] = {}

    async def open(
        self,
        inputs: Optional[Mapping[str, Any]] = None,
        state: Optional[Mapping[str, Any]] = None,
        now: Optional[Date] = None,
        history: Optional[int] = None,
    ) -> "Session":
        """Opens a session; see `formeval.Form.open`."""
        opening = self._in_order(self._form.open, inputs, state, now, history)
        try:
            return Session(self, await asyncio.shield(opening))
        except asyncio.CancelledError:
            # Nobody else can close it.
            opening.add_done_callback(
                lambda done: done.exception() or self._in_order(done.result().close)
            )
            raise

    async def validate(self, answers: Any) -> Any:
        """Returns what the form says of answers; see `formeval.Form.validate`."""
        return await asyncio.to_thread(self._form.validate, answers)

    async def check(self) -> List[Dict[str, Any]]:
        """Returns the probable mistakes in the form."""
        return await asyncio.to_thread(self._form.check)

    async def close(self) -> None:
        """Ends the process, and all sessions with it."""
        await asyncio.to_thread(self._form.close)

    async def __aenter__(self) -> "Form":
        return self

    async def __aexit__(self, *_: Any) -> None:
        await self.close()

    def _in_order(
        self, function: Callable[..., _Result], *arguments: Any
    ) -> "asyncio.Future[_Result]":
        """Calls a function in the thread of the form."""
        process = os.getpid()
        if process not in self._threads:
            self._threads[process] = concurrent.futures.ThreadPoolExecutor(1, "formeval")
        work = functools.partial(function, *arguments)
        return asyncio.get_running_loop().run_in_executor(self._threads[process], work)


class Session:
    """A live form; see `formeval.Session`. `Form.open` makes one.

    Attributes:
        opening: The name of the opening, which the state has.
        misfits: What of the given state does not fit, in words.
        host: What the host app does; each method is awaited.
    """

    def __init__(self, form: Form, session: _form.Session) -> None:
        self.opening = session.opening
        self.misfits = session.misfits
        self.host = Host(functools.partial(self._call, session._edit_as_host))
        self._form = form
        self._session = session

    async def set(
        self, values: Optional[Mapping[str, Any]] = None, /, **by_tag: Any
    ) -> Dict[str, Any]:
        """Sets values, and returns what has changed."""
        return await self._call(self._session.set, {**(values or {}), **by_tag})

    async def enter(
        self, texts: Optional[Mapping[str, str]] = None, /, **by_tag: str
    ) -> Dict[str, Any]:
        """Sets values as the user types them, and returns what has changed."""
        return await self._call(self._session.enter, {**(texts or {}), **by_tag})

    async def edit(
        self,
        edits: Union[Mapping[str, Any], Iterable[Mapping[str, Any]]],
        as_user: Optional[bool] = None,
    ) -> Dict[str, Any]:
        """Makes edits as one transaction; see `formeval.Session.edit`."""
        return await self._call(self._session.edit, edits, as_user)

    async def subscribe(self) -> AsyncGenerator[Dict[str, Any], None]:
        """Yields the state and then each change set; see `formeval.Session.subscribe`."""
        loop, changed = asyncio.get_running_loop(), asyncio.Event()

        def wake() -> None:
            # A loop that has ended waits for nothing.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(changed.set)

        feed = Feed(wake)
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
                    await self._call(self._session._restart, feed)
                else:
                    await changed.wait()
        finally:
            feed.end()

    async def state(self) -> Dict[str, Any]:
        """Returns all that a client shows."""
        return await self._call(self._session.state)

    async def values(self) -> Dict[str, Any]:
        """Returns the values of visible rows."""
        return await self._call(self._session.values)

    async def why(self, tag: str) -> Dict[str, Any]:
        """Returns everything that decides a row or a section."""
        return await self._call(self._session.why, tag)

    async def impact(self, tag: str) -> Dict[str, Any]:
        """Returns what a change of a row or a section can reach, and what it reads."""
        return await self._call(self._session.impact, tag)

    async def blockers(self) -> List[Dict[str, Any]]:
        """Returns what keeps the form from being submitted."""
        return await self._call(self._session.blockers)

    async def next(self, tag: str) -> Dict[str, Any]:
        """Returns the row that the user's next key leads to, as `row` and `id`."""
        return await self._call(self._session.next, tag)

    async def undo(self) -> Dict[str, Any]:
        """Undoes the last step, and returns what has changed."""
        return await self._call(self._session.undo)

    async def redo(self) -> Dict[str, Any]:
        """Redoes the step that was undone last, and returns what has changed."""
        return await self._call(self._session.redo)

    async def save(self) -> Dict[str, Any]:
        """Returns what the session holds, for `state` of another one."""
        return await self._call(self._session.save)

    async def close(self) -> None:
        """Ends the session."""
        await self._call(self._session.close)

    async def __aenter__(self) -> "Session":
        return self

    async def __aexit__(self, *_: Any) -> None:
        await self.close()

    async def _call(self, function: Callable[..., _Result], *arguments: Any) -> _Result:
        return await self._form._in_order(function, *arguments)
