"""A form for each visitor, on Starlette, with the answers in SQLite.

    python Examples/server.py Examples/register.json answers.db 8000

needs Python 3.10, `formeval`, `starlette` and `uvicorn`. `POST /forms` opens a form and gives its key,
`GET /forms/KEY` its state, `POST /forms/KEY` takes edits of the user. A state is saved at most a second
after the first edit that is not saved: a server that is killed loses no more, and forms go on. At most
1 000 forms are open; one more closes the form that was used longest ago, which is in the database.
"""

import asyncio, contextlib, json, secrets, sqlite3, sys

import formeval.aio
import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.routing import Route

FORM, DATABASE, PORT = sys.argv[1:]
UNSAVED_SECONDS, LARGEST_BODY = 0.5, 1 << 16  # A save takes a little itself.
MOST_SESSIONS = 1000
form = formeval.aio.Form(FORM, as_user=True, untrusted=True, sessions=MOST_SESSIONS)
sessions, unsaved = {}, {}  # The sessions in the order of their last use.
lock = asyncio.Lock()  # Nobody asks a session while it is opened, saved or closed.


def database(query, *values):
    with contextlib.closing(sqlite3.connect(DATABASE)) as connection, connection:
        return connection.execute(query, values).fetchone()


async def save(key):
    state = json.dumps(await sessions[key].save())
    await asyncio.to_thread(database, "REPLACE INTO forms VALUES (?, ?)", key, state)


async def save_soon(key):
    await asyncio.sleep(UNSAVED_SECONDS)
    async with lock:
        del unsaved[key]  # An edit from here on is saved the next time.
        if key in sessions:  # Or it was saved when it was closed.
            await save(key)


@contextlib.asynccontextmanager
async def session(key, is_new=False):
    async with lock:
        try:
            if key not in sessions:
                row = await asyncio.to_thread(
                    database, "SELECT state FROM forms WHERE key = ?", key)
                if not row and not is_new:
                    raise HTTPException(404)
                while len(sessions) >= MOST_SESSIONS:
                    oldest = next(iter(sessions))
                    if oldest in unsaved:
                        await save(oldest)
                    await sessions.pop(oldest).close()
                sessions[key] = await form.open(state=json.loads(row[0]) if row else None)
            sessions[key] = sessions.pop(key)
            yield sessions[key]
        except formeval.Refused:
            raise
        except formeval.Error:  # The process has ended: all forms go on from the database.
            sessions.clear()
            raise HTTPException(503)


def is_changed(key):
    if key not in unsaved:
        unsaved[key] = asyncio.create_task(save_soon(key))


async def open_form(_):
    key = secrets.token_urlsafe()
    async with session(key, is_new=True) as visitor:
        is_changed(key)
        return JSONResponse({"key": key, "state": await visitor.state()})


async def state(request):
    async with session(request.path_params["key"]) as visitor:
        return JSONResponse(await visitor.state())


async def edit(request):
    key, body = request.path_params["key"], b""
    async for part in request.stream():
        body += part
        if len(body) > LARGEST_BODY:
            raise HTTPException(413)
    try:
        async with session(key) as visitor:
            changes = await visitor.edit(json.loads(body))
            is_changed(key)
    except (formeval.Refused, ValueError, TypeError, RecursionError) as refused:
        said = {"error": str(refused), "code": getattr(refused, "code", "malformed")}
        return JSONResponse(said, status_code=422)
    return JSONResponse(changes)


if __name__ == "__main__":
    database("CREATE TABLE IF NOT EXISTS forms (key TEXT PRIMARY KEY, state TEXT)")
    routes = [Route("/forms", open_form, methods=["POST"]), Route("/forms/{key}", state),
              Route("/forms/{key}", edit, methods=["POST"])]
    uvicorn.run(Starlette(routes=routes), port=int(PORT), log_level="warning")
