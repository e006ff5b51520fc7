"""The program's icon in the form each system wants, drawn from one SVG with Qt and Pillow."""

import io
import os
import sys
from pathlib import Path

SVG = Path(__file__).resolve().parent.parent / "assets" / "icons" / "segue.svg"
ICO_SIZES = (16, 20, 24, 32, 40, 48, 64, 128, 256)
PNG_SIZES = (16, 24, 32, 48, 64, 128, 256)


def for_this_system(folder: Path) -> Path | None:
    """Return the icon to build into the program, made in a folder; None where there is none."""
    if sys.platform == "win32":
        return ico(folder / "segue.ico")
    if sys.platform == "darwin":
        return icns(folder / "segue.icns")
    return None


def png(size: int) -> bytes:
    """Return the icon as a PNG of so many pixels a side."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    QSvgRenderer(str(SVG)).render(painter)
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # its stubs want bytes
    return bytes(data.data())


def ico(made: Path) -> Path:
    """Write a Windows icon with all the sizes Explorer asks for."""
    from PIL import Image

    images = [Image.open(io.BytesIO(png(size))) for size in ICO_SIZES]
    images[-1].save(made, sizes=[image.size for image in images], append_images=images[:-1])
    return made


def icns(made: Path) -> Path:
    """Write a macOS icon."""
    from PIL import Image

    Image.open(io.BytesIO(png(1024))).save(made)
    return made


def pngs(folder: Path) -> None:
    """Write the icon in the sizes that Linux desktops keep below `hicolor`."""
    for size in PNG_SIZES:
        place = folder / f"{size}x{size}" / "apps"
        place.mkdir(parents=True, exist_ok=True)
        (place / "org.segue.Segue.png").write_bytes(png(size))


if __name__ == "__main__":
    (ico if sys.argv[1].endswith(".ico") else icns)(Path(sys.argv[1]))
