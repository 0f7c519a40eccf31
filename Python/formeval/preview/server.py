"""Serves the page of a form to this machine alone, and hands lines to the command."""

import argparse
import asyncio
import collections
import contextlib
import json
import os
import pathlib
import secrets
import socket
import stat
import sys
import tempfile
import webbrowser
from typing import Any, AsyncIterator, Dict, List, Optional, Set, Tuple

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from .._process import Error, command
from .._workbook import Workbook, is_workbook
from .process import Ended, Process
from .record import recorded
from .samples import Samples

HERE = pathlib.Path(__file__).parent
FILES = {"/": "page.html", **{f"/{name}": name for name in (
    "changes.js", "choices.js", "controls.js", "elements.js", "inspector.js", "log.js",
    "pictures.js", "renderer.js", "samples.js", "state.js", "style.css", "words.js")}}
LARGEST_BODY = 1 << 20
MISTYPED = 2  # The status of the command if there is no such file or flag.
MOST_SESSIONS = 50
LOOK_SECONDS = 0.1  # How often the preview looks at the files.
HEADERS = [
    (b"content-security-policy", b"default-src 'none'; script-src 'self'; style-src 'self'; "
     b"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"), (b"cache-control", b"no-store"),
]


class Session:
    """A live form of a window, and what is needed to open it again."""

    def __init__(self) -> None:
        self.sequence = 0  # The number of its change sets, by which windows keep their order.
        self.saved: Dict[str, Any] = {}
        self.saving: Optional["asyncio.Task[None]"] = None


class Preview:
    """The form, the command that has it open, and the windows that show it."""

    def __init__(self, form: pathlib.Path, flags: List[str], samples: Samples) -> None:
        self.form, self.flags, self.samples = form, flags, samples
        # What the command reads in the place of a workbook.
        self.folder = tempfile.TemporaryDirectory(prefix="formeval-") if is_workbook(form) else None
        self.workbook: Optional[Workbook] = None
        self.read = pathlib.Path(self.folder.name, f"{form.stem}.xml") if self.folder else form
        self.words = [command(), str(self.read), "--edits", "-", *flags]
        self.sessions: "collections.OrderedDict[str, Session]" = collections.OrderedDict()
        self.listeners: Set[Tuple[str, str, "asyncio.Queue[Any]"]] = set()
        self.process: Optional[Process] = None
        self.generation = 0  # Ids of rows hold as long as the command runs.
        self.diagnostics = ""
        self.exit_status: Optional[int] = None  # Of a command that has not started.
        self.lock = asyncio.Lock()
        self.watched = {form}
        # The files as they were when the command was about to read them.
        self.seen: Dict[pathlib.Path, Any] = {}

    # The command

    async def load(self) -> None:
        """Starts the command with the form as it is now. The sessions go on with their answers."""
        self.find_files()
        # To read what is no file may never end.
        if odd := next((path for path in self.watched if is_odd(path)), None):
            self.diagnostics = f"'{odd}' is not a file."
            return self.tell_all()
        try:
            if self.folder:
                self.workbook = await asyncio.to_thread(Workbook, self.form)
                self.workbook.write(self.folder.name)
            process = await Process.start(self.words)
        except (Error, OSError) as error:
            self.diagnostics = str(error)
            return self.tell_all()
        try:
            await process.ask({"session": "-", "close": True})  # The answer says that it runs.
            async with self.lock:
                for name, session in self.sessions.items():
                    await self.save(name)
                    opened = await process.ask({"session": name, "open": session.saved or True})
                    if "error" in opened:
                        await process.ask({"session": name, "open": True})
                    session.sequence = 0
                before, self.process, self.diagnostics = self.process, process, ""
                self.generation += 1
        except Ended as ended:
            self.diagnostics, self.exit_status = self.told(str(ended)), process.status
        else:
            asyncio.ensure_future(self.mourn(process))
            if before:
                await before.stop()
        finally:
            if process is not self.process:
                await process.stop()
        self.tell_all()

    def told(self, text: str) -> str:
        """What the command says, with cells of the workbook if there is one."""
        return self.workbook.told(text, str(self.read)) if self.workbook else text

    async def mourn(self, process: Process) -> None:
        await process.end
        if process is self.process:
            self.tell_all()

    async def save(self, name: str) -> None:
        with contextlib.suppress(Ended, KeyError):
            answer = await self.process.ask({"session": name, "save": True})
            self.sessions[name].saved["state"] = answer["save"]

    async def save_soon(self, name: str) -> None:
        await asyncio.sleep(0.5)
        async with self.lock:
            if name in self.sessions:
                self.sessions[name].saving = None
                await self.save(name)

    async def ask(self, name: str, window: str, generation: int, line: Any) -> Dict[str, Any]:
        """Hands a line to the command, and a change set to the other windows of the session."""
        # A list of edits has what is said of it in its first object.
        objects = line if isinstance(line, list) else [line]
        first = {**objects[0], "session": name}
        text = Process.text([first, *objects[1:]] if isinstance(line, list) else first)
        misfits: List[str] = []
        async with self.lock:
            if not self.process:
                raise Ended(self.diagnostics)
            session = self.sessions.get(name)
            if "open" in first or not session and "state" in first:
                await self.process.ask({"session": name, "close": True})
                session = self.sessions[name] = Session()
                if first.get("open", True) is True:
                    misfits = await self.begin(name, session)
            elif not session or generation != self.generation and "state" not in first:
                # What the window knows of the form no longer holds: it asks for the state.
                return {"stale": True}
            self.sessions.move_to_end(name)
            while len(self.sessions) > MOST_SESSIONS:
                oldest, _ = self.sessions.popitem(last=False)
                await self.process.ask({"session": oldest, "close": True})
            # It has been opened.
            answer = {"open": True, "misfits": misfits} if line == {"open": True} \
                else await self.process.send(text)
            if "changes" in answer:
                session.sequence += 1
                session.saving = session.saving or asyncio.ensure_future(self.save_soon(name))
            if "changes" in answer or "open" in answer:
                given = [first["open"]] if isinstance(first.get("open"), dict) else objects
                session.saved.update({"now": one["now"] for one in given if "now" in one})
            if answer.get("open") and isinstance(first["open"], dict):
                misfits = answer.get("misfits", [])
                await self.save(name)
            message: Dict[str, Any] = {
                "generation": self.generation, "sequence": session.sequence, "answer": answer}
            if misfits:
                message["misfits"] = misfits
            if first.keys() & {"state", "undo", "redo"} and (session.sequence or session.saved):
                await self.save(name)
                message["saved"] = dict(session.saved)  # A log of edits can begin with it.
            if "changes" in answer or "open" in answer:
                self.tell({**message, "line": line}, name, window)
            return message

    async def begin(self, name: str, session: Session) -> List[str]:
        """Opens a session as the form begins: with the first sample state, if that fits.

        Gives what does not fit."""
        given = self.samples.first()
        answer = await self.process.ask({"session": name, "open": given or True})
        if "error" in answer:
            await self.process.ask({"session": name, "open": True})
            return [answer["error"]]
        session.saved.update(given)
        return list(answer.get("misfits", []))

    # The windows

    def status(self) -> Dict[str, Any]:
        return {
            "generation": self.generation, "diagnostics": self.diagnostics,
            "ended": self.process.last_words if self.process else "",
            "command": [str(self.form), *self.words[2:]],
        }

    def tell_all(self) -> None:
        self.tell({"status": self.status()})

    def tell(self, message: Dict[str, Any], session: str = "", but: str = "") -> None:
        for listener in list(self.listeners):
            name, window, queue = listener
            if not session or name == session and window != but:
                if queue.full():  # A window that has stopped reading asks anew when it comes back.
                    self.listeners.discard(listener)
                else:
                    queue.put_nowait(message)

    def end_events(self) -> None:
        listeners, self.listeners = self.listeners, set()
        for _, _, queue in listeners:
            if not queue.full():
                queue.put_nowait(None)  # Wakes it, to see that it has ended.

    async def events(self, session: str, window: str) -> AsyncIterator[str]:
        listener = (session, window, asyncio.Queue(maxsize=1000))
        self.listeners.add(listener)
        known = self.sessions.get(session)
        message: Any = {"status": self.status(), "sequence": known.sequence if known else 0}
        try:
            while listener in self.listeners:
                yield f"data: {json.dumps(message)}\n\n"
                message = await listener[2].get()
        finally:
            self.listeners.discard(listener)

    # The files

    def find_files(self) -> None:
        """Finds the files of the form's tables; a form with mistakes keeps those that it had."""
        form = look(self.form)
        if not is_odd(self.form):
            with contextlib.suppress(
                OSError, ValueError, AttributeError, TypeError, RecursionError
            ):
                tables = json.loads(self.form.read_text("utf-8")).get("tables", {})
                self.watched = {self.form} | {
                    self.form.parent / table["file"]
                    for table in tables.values() if isinstance(table.get("file"), str)
                }
        self.seen = {**self.look(), self.form: form}

    def look(self) -> Dict[pathlib.Path, Any]:
        return {path: look(path) for path in self.watched}

    async def watch(self) -> None:
        """Follows the files by their paths, whatever happens to folders and links on the way."""
        last = self.seen
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            found = self.look()
            # A file that still changes is being written.
            if found != self.seen and found == last:
                await self.load()
            last = found


def look(path: pathlib.Path) -> Any:
    """What becomes different when another file takes its place or it changes; None without one."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino, found.st_mode, found.st_size, found.st_mtime_ns


def is_odd(path: pathlib.Path) -> bool:
    """Whether it is a pipe or a device."""
    found = look(path)
    return found is not None and not (stat.S_ISREG(found[2]) or stat.S_ISDIR(found[2]))


class Server(uvicorn.Server):
    """A server that ends the streams of events, for which it would wait at its end."""

    async def shutdown(self, sockets: Optional[List[socket.socket]] = None) -> None:
        self.config.app.preview.end_events()
        await super().shutdown(sockets)


class Guard:
    """Lets in only requests of the page itself."""

    def __init__(self, preview: Preview, app: Any, host: str, token: str) -> None:
        self.preview, self.app, self.host, self.token = preview, app, host, token
        # Cookies do not know ports: two previews need two names.
        self.cookie, self.secret = "formeval-" + host.split(":")[1], secrets.token_urlsafe(32)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def send_guarded(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        app = self.app
        if scope["type"] == "http":
            app = self.refusal(Request(scope)) or app
        await app(scope, receive, send_guarded)

    def refusal(self, request: Request) -> Optional[Response]:
        headers, origin = request.headers, f"http://{self.host}"
        if headers.get("host") != self.host:
            return Response("another host", 421)
        if headers.get("origin", origin) != origin:
            return Response("another origin", 403)
        if request.url.path == "/" and equal(request.query_params.get("token", ""), self.token):
            cookie = f"{self.cookie}={self.secret}; Path=/; HttpOnly; SameSite=Strict"
            return Response(None, 303, {"Location": "/", "Set-Cookie": cookie})
        if not equal(request.cookies.get(self.cookie, ""), self.secret):
            return Response("open the address that the preview has printed", 403)
        if request.method not in ("GET", "HEAD") and not headers.get("x-formeval"):
            return Response("the header X-Formeval is missing", 403)
        return None


def equal(one: str, other: str) -> bool:
    return secrets.compare_digest(one.encode("utf-8", "replace"), other.encode())


async def body_of(request: Request) -> Optional[bytes]:
    """The body of a request; None if it is too large."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_BODY:
            return None
    return body


async def draw(dot: bytes) -> Response:
    """Lets Graphviz lay a picture out."""
    pipe = asyncio.subprocess.PIPE
    try:
        process = await asyncio.create_subprocess_exec(
            "dot", "-Tsvg", stdin=pipe, stdout=pipe, stderr=pipe)
    except FileNotFoundError:
        return Response("Install graphviz, whose command dot draws pictures.", 501)
    try:
        svg, errors = await asyncio.wait_for(process.communicate(dot), 10)
    except asyncio.TimeoutError:
        process.kill()
        await process.wait()
        return Response("dot took longer than 10 seconds", 504)
    if process.returncode:
        return Response(errors, 500, media_type="text/plain")
    return Response(svg, media_type="image/svg+xml")


def no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def application(preview: Preview, host: str, token: str) -> Guard:
    too_large = Response("the body is larger than 1 MiB", 413)

    async def file(request: Request) -> Response:
        return FileResponse(HERE / FILES[request.url.path])

    async def line(request: Request) -> Response:
        body = await body_of(request)
        if body is None:
            return too_large
        try:
            asked = json.loads(body, parse_constant=no_constant)
            name, generation, asked = asked["session"], asked["generation"], asked["line"]
            objects = asked if isinstance(asked, list) else [asked]
            if not objects or not all(isinstance(one, dict) for one in objects):
                raise TypeError
            if not isinstance(name, str) or not 0 < len(name) <= 50 or "close" in objects[0]:
                raise ValueError
        except (ValueError, LookupError, TypeError, RecursionError):
            return JSONResponse({"error": "not a line of a session"}, 400)
        try:
            window = request.headers["x-formeval"]
            return JSONResponse(await preview.ask(name, window, generation, asked))
        except RecursionError:
            return JSONResponse({"error": "the line nests too deep"}, 400)
        except Ended as ended:
            return JSONResponse({"ended": str(ended)}, 503)

    async def picture(request: Request) -> Response:
        dot = await body_of(request)
        if dot is None:
            return too_large
        if "--untrusted" in preview.words:
            return Response("--untrusted starts no other program, so it draws nothing.", 403)
        return await draw(dot)

    async def samples(request: Request) -> Response:
        return JSONResponse(preview.samples.all())

    async def record(request: Request) -> Response:
        body = await body_of(request)
        if body is None:
            return too_large
        try:
            text = await recorded(preview.words[:2], preview.flags, body)
        except ValueError as error:
            return JSONResponse({"error": str(error)}, 400)
        return JSONResponse({"text": text})

    async def events(request: Request) -> Response:
        session, window = (request.query_params.get(key, "") for key in ("session", "window"))
        return StreamingResponse(preview.events(session, window), media_type="text/event-stream")

    async def restart(request: Request) -> Response:
        await preview.load()
        return JSONResponse(preview.status())

    return Guard(preview, Starlette(routes=[
        *(Route(path, file) for path in FILES), Route("/events", events),
        Route("/line", line, methods=["POST"]), Route("/draw", picture, methods=["POST"]),
        Route("/restart", restart, methods=["POST"]), Route("/samples", samples),
        Route("/record", record, methods=["POST"]),
    ]), host, token)


async def serve(
    form: pathlib.Path, flags: List[str], samples: Samples, port: int, opens: bool
) -> None:
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind(("127.0.0.1", port))
        except (OSError, OverflowError) as error:
            sys.exit(f"cannot listen on port {port}: {error}")
        host, token = f"127.0.0.1:{listening.getsockname()[1]}", secrets.token_urlsafe(24)
        preview = Preview(form, flags, samples)
        server = Server(uvicorn.Config(
            application(preview, host, token), log_level="error", server_header=False,
            timeout_graceful_shutdown=1))
        await preview.load()
        if preview.exit_status == MISTYPED:
            print(preview.diagnostics, file=sys.stderr)
            sys.exit(MISTYPED)
        watching = asyncio.ensure_future(preview.watch())
        serving = asyncio.ensure_future(server.serve(sockets=[listening]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        print(f"http://{host}/?token={token}", flush=True)
        if opens:
            webbrowser.open(f"http://{host}/?token={token}")
        try:
            await serving
        finally:
            watching.cancel()
            if preview.process:
                await preview.process.stop()


def main(arguments: Optional[List[str]] = None) -> None:
    parser = argparse.ArgumentParser(
        "formeval preview", allow_abbrev=False, description="Shows a form in a browser.",
        epilog="Flags after FORM, such as --input, --now, --stub and --untrusted, go to formeval.")
    parser.add_argument("form", metavar="FORM", help="the file of the form, which is watched")
    parser.add_argument("--port", type=int, default=0, help="a free port if not given")
    parser.add_argument("--no-open", action="store_true", help="do not open the browser")
    parser.add_argument("--state", action="append", default=[], metavar="FILE",
                        help="sample answers, as --save prints them; the form opens with the first")
    parser.add_argument("--test", action="append", default=[], metavar="FILE",
                        help="scenarios, whose steps are sample answers")
    given, flags = parser.parse_known_args(arguments)
    samples = Samples(*([pathlib.Path(one).absolute() for one in paths]
                        for paths in (given.state, given.test)))
    try:
        samples.check()
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(MISTYPED)
    form = pathlib.Path(given.form).absolute()
    try:
        asyncio.run(serve(form, flags, samples, given.port, not given.no_open))
    except (Error, OSError) as error:
        sys.exit(str(error))
    except (KeyboardInterrupt, asyncio.CancelledError):
        pass
