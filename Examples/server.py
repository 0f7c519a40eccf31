"""A form for each visitor, on Starlette, with the answers in SQLite.

    python Examples/server.py Examples/register.json answers.db 8000

needs `formeval`, `starlette` and `uvicorn`. `POST /forms` opens a form and gives its key, `GET
/forms/KEY` its state, `POST /forms/KEY` takes edits of the user. A state is saved at most a second
after the first edit that is not saved: a server that is killed loses no more, and forms go on.
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
form = formeval.aio.Form(FORM, as_user=True, untrusted=True)
sessions, unsaved = {}, {}


def database(query, *values):
    with contextlib.closing(sqlite3.connect(DATABASE)) as connection, connection:
        return connection.execute(query, values).fetchone()


async def save(key):
    await asyncio.sleep(UNSAVED_SECONDS)
    del unsaved[key]  # An edit from here on is saved the next time.
    state = json.dumps(await sessions[key].save())
    await asyncio.to_thread(database, "REPLACE INTO forms VALUES (?, ?)", key, state)


async def session(key):
    if key not in sessions:
        row = await asyncio.to_thread(database, "SELECT state FROM forms WHERE key = ?", key)
        opened = await form.open(state=json.loads(row[0])) if row else None
        if not opened:
            raise HTTPException(404)
        if sessions.setdefault(key, opened) is not opened:
            await opened.close()  # Another request was faster.
    return sessions[key]


async def open_form(_):
    key = secrets.token_urlsafe()
    sessions[key] = await form.open()
    unsaved[key] = asyncio.create_task(save(key))
    return JSONResponse({"key": key, "state": await sessions[key].state()})


async def state(request):
    visitor = await session(request.path_params["key"])
    return JSONResponse(await visitor.state())


async def edit(request):
    key, body = request.path_params["key"], b""
    async for part in request.stream():
        body += part
        if len(body) > LARGEST_BODY:
            raise HTTPException(413)
    try:
        changes = await (await session(key)).edit(json.loads(body))
    except (formeval.Refused, ValueError, TypeError) as refused:
        return JSONResponse({"error": str(refused)}, status_code=422)
    if key not in unsaved:
        unsaved[key] = asyncio.create_task(save(key))
    return JSONResponse(changes)


if __name__ == "__main__":
    database("CREATE TABLE IF NOT EXISTS forms (key TEXT PRIMARY KEY, state TEXT)")
    routes = [Route("/forms", open_form, methods=["POST"]), Route("/forms/{key}", state),
              Route("/forms/{key}", edit, methods=["POST"])]
    uvicorn.run(Starlette(routes=routes), port=int(PORT), log_level="warning")
