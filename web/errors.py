"""What a person is told when something is wrong: one sentence that says what to do, with the right status."""

from __future__ import annotations

from flask import Flask, Response, jsonify, make_response, render_template, request
from flask_babel import LazyString
from flask_babel import lazy_gettext as _l
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from referee import RefereeError
from web.photos.files import NoSuchPhoto, PhotoError
from web.referee_sentences import refusal
from web.store import NoSuchGame, StoreError

_OPEN_TOO_LONG = _l("This page was open too long: reload it and send again. Nothing that was saved is lost.")
_SENTENCES = {
    400: _l("This page sent something that can't be understood: go back, reload the page and try again."),
    403: _l("This page is not open to you: go back to the games."),
    404: _l("There is no such page: go back to the games."),
    405: _l("This page can't be used that way: go back to the games."),
    413: _l("That is too large to be sent here: save a smaller copy of the photo and send that."),
    415: _l("This kind of file can't be read: send a photo as JPEG, PNG, WebP or HEIC."),
    421: _l(
        "Stationmaster does not answer to this name: open the address that it shows when it starts, or start "
        "it with --allow-host and this name."
    ),
    422: _l("Something that was entered can't be so: go back and check it."),
    429: _l("That was too much at once: wait a moment and try again."),
    500: _l(
        "Something went wrong here, and it is not your doing: nothing that was saved is lost, try again."
    ),
    503: _l("Too much is going on just now: wait a moment and try again. Nothing is lost."),
}
"""The sentence of each status; another one is told as 400 or 500."""

_RETRY_AFTER = 10
"""Seconds after which a busy server is worth asking again."""
_TYPED: tuple[tuple[type[Exception], int], ...] = (
    (NoSuchGame, 404),
    (NoSuchPhoto, 404),
    (StoreError, 503),
    (PhotoError, 503),
)


def explain(app: Flask) -> None:
    """Answer every error of `app` with a sentence: a page, or JSON where the request asks for that."""

    @app.errorhandler(HTTPException)
    def _http(error: HTTPException) -> Response:
        own_words = error.description if error.description != type(error).description else None
        response = answer(own_words, error.code or 500)
        if isinstance(error, MethodNotAllowed):
            response.allow.update(error.valid_methods or ())
        return response

    @app.errorhandler(CSRFError)
    def _csrf(error: CSRFError) -> Response:
        return answer(_OPEN_TOO_LONG, 400)

    @app.after_request
    def _say_when(response: Response) -> Response:
        if response.status_code == 503:
            response.headers.setdefault("Retry-After", str(_RETRY_AFTER))
        return response

    for type_, status in _TYPED:
        app.register_error_handler(type_, lambda error, status=status: answer(str(error), status))
    app.register_error_handler(RefereeError, lambda error: answer(refusal(error), 422))


def answer(sentence: str | LazyString | None, status: int) -> Response:
    """An error page that says `sentence`, or the usual one of `status`; JSON where the request prefers it."""
    said = str(sentence or _SENTENCES.get(status) or _SENTENCES[400 if status < 500 else 500])
    best = request.accept_mimetypes.best_match(["text/html", "application/json"], "text/html")
    if best == "application/json":
        response = jsonify(error=said, status=status)
    else:
        response = make_response(render_template("error.html", sentence=said))
    response.status_code = status
    return response
