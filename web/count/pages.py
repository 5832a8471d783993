"""A player's entry for a round: read photos, correct, tap or type, and save."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Literal, cast
from uuid import uuid4

from flask import (
    Blueprint,
    Response,
    abort,
    flash,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import gettext as _
from flask_babel import ngettext
from werkzeug.wrappers import Response as AnyResponse

from vision.refusal import PictureError
from web import who
from web.colours import initials
from web.count.doubts import Doubt, doubts, fingerprint
from web.count.draft import Draft, DraftError, How, draft_of, photos_of, read_draft, with_pending
from web.count.notes import Note, after_saving, before_saving
from web.count.photo_view import photo_view, row_view
from web.count.reader_sentences import PICTURE_FAULTS
from web.halves import half
from web.photos.gate import GateFull
from web.photos.reading import keep_reading, read_photo
from web.rights import Right, needs
from web.samples import offered
from web.security import MOST_UPLOAD
from web.station import station
from web.store import Game
from web.store.events import CountSaved
from web.store.fold import Cell

blueprint = Blueprint("count", __name__)
_CELL = "/games/<game_id>/rounds/<int:round_>/players/<int:seat>"


@dataclass(frozen=True, slots=True)
class Place:
    """The cell that a request is about, in the game as it stands."""

    game: Game
    round_: int
    seat: int

    @property
    def cell(self) -> Cell:
        """What is known of it."""
        return self.game.cell(self.round_, self.seat)

    @property
    def who(self) -> str:
        """Who holds the phone, in what it does here."""
        return who.current(self.game, self.seat)


@blueprint.get(_CELL)
@needs(Right.SEAT)
def entry(game_id: str, round_: int, seat: int) -> AnyResponse:
    """The page for entering one hand."""
    place = _place(game_id, round_, seat)
    return _page(place, draft_of(place.cell, uuid4().hex, place.who))


@blueprint.post(_CELL)
@needs(Right.SEAT)
def enter(game_id: str, round_: int, seat: int) -> AnyResponse:
    """Do what the pressed button says; whatever happens, the page keeps what was entered."""
    place = _place(game_id, round_, seat)
    form = request.form
    draft = read_draft(form, photos_of(place.cell), place.game.sheet.domino_set.max_pip)
    if "leave" in form:
        return _page(place, draft.without_photo(form["leave"]))
    match _deed(draft):
        case "look":
            return _page(place, with_pending(draft, place.cell, place.who), _meanwhile(place, draft))
        case "read" | "sample" as deed:
            return _read(place, draft, deed)
        case deed:
            return _save(place, draft, cast(How, deed if deed in ("typed", "out") else "tiles"))


@blueprint.get("/games/<game_id>/waiting")
@needs(Right.VIEWER)
def waiting(game_id: str) -> Response:
    """What the line before the reader looks like, as one sentence; empty when nobody waits."""
    line = station().gate.waiting
    sentence = ""
    if line:
        sentence = ngettext(
            "Two photos are read at a time; one waits in line.",
            "Two photos are read at a time; %(num)d wait in line.",
            line,
        )
    return jsonify(sentence=sentence)


def _place(game_id: str, round_: int, seat: int) -> Place:
    game = station().store.game(game_id)
    if not game.has_cell(round_, seat):
        abort(404)
    return Place(game, round_, seat)


def _deed(draft: Draft) -> str:
    """What the pressed button stands for; the return key does what the filled fields suggest."""
    deed = request.form["how"] if "anyway" in request.form else request.form.get("do", "auto")
    if deed != "auto":
        return deed
    if any(file.filename for file in request.files.getlist("picture")):
        return "read"
    return "typed" if draft.total else "tiles"


def _read(place: Place, draft: Draft, deed: Literal["read", "sample"]) -> AnyResponse:
    """Read the sent pictures or the sample; the page then shows them with all that was there before."""
    here = station()
    if deed == "sample":
        chosen = request.form.get("sample")
        pictures = [sample.file.read_bytes() for sample in here.samples if sample.file.name == chosen]
    else:
        pictures = [file.read() for file in request.files.getlist("picture") if file.filename]
    if not pictures:
        return _refuse(place, draft, "picture", _("Take or choose a photo first."), 422)
    for picture in pictures:
        try:
            reading, jpeg = read_photo(here, picture, place.game.sheet.domino_set)
        except PictureError as error:
            status, sentence = PICTURE_FAULTS[error.reason]
            return _refuse(place, draft, "picture", str(sentence), status)
        except GateFull as error:
            return _refuse(place, draft, "picture", str(error), 503)
        key = f"{draft.key} {hashlib.sha256(picture).hexdigest()}" if draft.key else None
        cell = (place.round_, place.seat)
        place = replace(place, game=keep_reading(here, place.game.id, place.who, cell, reading, jpeg, key))
        draft = with_pending(draft, place.cell, place.who)
    return _page(place, draft, _meanwhile(place, draft))


def _save(place: Place, draft: Draft, how: How) -> AnyResponse:
    """Save the hand, or say what is wrong or doubtful with it."""
    game, round_, seat = place.game, place.round_, place.seat
    try:
        saved = draft.entry(how, game.sheet)
    except DraftError as error:
        return _refuse(place, draft, error.field, str(error), 422)
    found = doubts(saved, game, round_, seat)
    if found and draft.anyway != fingerprint(found):
        return _page(place, draft, _meanwhile(place, draft), found=found, how=how, status=422)

    def decide(now: Game) -> CountSaved:
        return CountSaved(round_, seat, now.cell(round_, seat).entry, saved, draft.seen)

    key = f"{draft.key} {round_} {seat} {saved!r}" if draft.key else None
    game = station().store.record(game.id, place.who, decide, key)
    for note in after_saving(game, round_, seat, saved):
        flash(note.sentence, note.kind)
    sheet = url_for("sheet.show", game_id=game.id)
    if request.accept_mimetypes.best == "application/json":
        return jsonify(next=sheet)
    return redirect(sheet, 303)


def _meanwhile(place: Place, draft: Draft) -> tuple[Note, ...]:
    return before_saving(place.game, place.round_, place.seat, draft.seen)


def _refuse(place: Place, draft: Draft, field: str, sentence: str, status: int) -> AnyResponse:
    draft = replace(draft, errors={field: sentence})
    return _page(place, draft, _meanwhile(place, draft), status=status)


def _page(
    place: Place,
    draft: Draft,
    notes: tuple[Note, ...] = (),
    *,
    found: tuple[Doubt, ...] = (),
    how: How = "tiles",
    status: int = 200,
) -> AnyResponse:
    game, sheet = place.game, place.game.sheet
    domino_set = sheet.domino_set
    known = {photo.photo: photo for photo in draft.photos}
    repeated, most = draft.repeated, domino_set.max_pip
    rows = {row.id: row_view(game.id, known[row.photo], row, most, found, repeated) for row in draft.rows}
    photos = [
        photo_view(game.id, photo, (rows[row.id] for row in draft.rows if row.photo == photo.photo))
        for photo in draft.photos
    ]
    body = render_template(
        "count/entry.html",
        game=game,
        round_=place.round_,
        seat=place.seat,
        player=game.players[place.seat],
        mark=initials([player.name for player in game.players])[place.seat],
        who=who.mine(game),
        engine=domino_set.engine(place.round_),
        cell=place.cell,
        draft=draft,
        notes=notes,
        doubts=found,
        fingerprint=fingerprint(found),
        how=how,
        photos=photos,
        rows=[rows[row.id] for row in draft.ordered],
        total=draft.total_of(sheet),
        grid=list(domino_set)[::-1],
        max_pip=most,
        most_upload=MOST_UPLOAD,
        accept="image/*" if find_spec("pillow_heif") else "image/jpeg,image/png,image/webp",
        samples=offered(station().samples, domino_set, (place.round_, place.seat)),
        chosen_sample=request.form.get("sample", ""),
        halves=[half(value) for value in range(most + 1)],
    )
    return make_response(body, status)
