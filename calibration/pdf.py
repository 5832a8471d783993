"""A page of black boxes, dashed lines and words as a PDF file, to the tenth of a millimetre."""

from __future__ import annotations

from dataclasses import dataclass

from calibration.rectangles import Points

_POINT = 72 / 25.4  # PDF points in a mm


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text (ASCII) that starts at `x` on the base line `y`, its letters `height` high (mm)."""

    x: float
    y: float
    height: float
    text: str


@dataclass(frozen=True, eq=False, slots=True)
class Page:
    """A page of `width` x `height` mm; everything on it in mm from its top left, y down.

    `boxes` (N x 4: x, y, width, height) are black, `cuts` (N x 4, the same) are dashed outlines to cut along.
    """

    width: float
    height: float
    boxes: Points
    cuts: Points
    words: tuple[Words, ...]


def write_pdf(page: Page) -> bytes:
    """The PDF file of one `page`, which asks the printing program not to scale it."""
    content = "\n".join(
        (
            # from here on in mm and y down
            f"{_POINT:.8f} 0 0 {-_POINT:.8f} 0 {page.height * _POINT:.8f} cm",
            "0 g",
            *map(_box, page.boxes),
            "f",  # all boxes as one shape: no hair lines between those that touch
            "0.6 G 0.2 w [2 2] 0 d",
            *map(_box, page.cuts),
            "S",
            *map(_text, page.words),
        )
    )
    size = f"{page.width * _POINT:.4f} {page.height * _POINT:.4f}"
    return _file(
        "<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {size}] /Contents 4 0 R "
        "/Resources << /Font << /F1 5 0 R >> >> >>",
        f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    )


def _box(box: Points) -> str:
    return " ".join(f"{number:.4f}" for number in box) + " re"


def _text(words: Words) -> str:
    escaped = words.text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"BT /F1 {words.height:.3f} Tf 1 0 0 -1 {words.x:.4f} {words.y:.4f} Tm ({escaped}) Tj ET"


def _file(*objects: str) -> bytes:
    """The file of numbered objects, with the table of where each begins."""
    file, starts = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        starts.append(len(file))
        file += f"{number} 0 obj\n{content}\nendobj\n".encode("ascii")
    table = "".join(f"{start:010} 00000 n \n" for start in starts)
    end = (
        f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
        f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(file)}\n%%EOF\n"
    )
    return file + end.encode("ascii")
