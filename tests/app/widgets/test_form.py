"""A form shows a value, gives it back with what the user changed, and says why a row is off."""

from dataclasses import dataclass

import msgspec
import pytest
from PySide6.QtWidgets import QDialog, QLabel
from pytestqt.qtbot import QtBot

from app.settings.setting import Line, OneOf, Setting, Switch, Whole
from app.widgets.settings.form import Form, FormDialog


@dataclass(frozen=True)
class Cake:
    name: str = "Plain"
    layers: int = 1
    top: str | None = None
    whole: bool = True
    width: int = 20
    depth: int = 20


class Packed(msgspec.Struct, frozen=True):
    layers: int = 1


ROWS = (
    Setting("name", "&Name", "Of the cake", Line(12)),
    (
        Setting("layers", "&Layers", "", Whole(1, 9)),
        Setting("top", "Top", "", OneOf(((None, "nothing"), ("icing", "icing")))),
    ),
    Setting("whole", "&Whole", "", Switch()),
    Setting(
        "width depth",
        "&Size",
        "Of a layer",
        OneOf((((20, 20), "round"), ((20, 40), "long"))),
        (20, 20),
        unless=lambda cake: "" if cake.layers > 1 else "Add a layer first.",
    ),
)


@pytest.fixture
def form(qtbot: QtBot) -> Form[Cake]:
    form = Form(ROWS, Cake())
    qtbot.addWidget(form)
    return form


def test_each_change_gives_the_whole_value(form: Form[Cake]) -> None:
    heard: list[Cake] = []
    form.changed.connect(heard.append)
    form.widget("layers").setValue(3)
    form.widget("top").setCurrentIndex(1)
    form.widget("whole").click()
    form.widget("width depth").setCurrentIndex(1)
    form.widget("name").setText(" Big ")
    assert heard[-1] == form.value == Cake("Big", 3, "icing", whole=False, depth=40)
    assert len(heard) == 5
    # What the user types stays while it is typed.
    assert form.widget("name").text() == " Big "


def test_showing_a_value_is_no_change(form: Form[Cake]) -> None:
    form.changed.connect(lambda _cake: pytest.fail("it was only shown"))
    shown = Cake("Big", 3, "icing", whole=False, depth=40)
    form.show_value(shown)
    assert form.value == shown
    assert form.widget("layers").value() == 3
    assert form.widget("width depth").currentText() == "long"
    # In place of what no row offers the row's default is shown, and given.
    form.show_value(Cake(width=7))
    assert form.value == Cake()


def test_a_row_that_is_off_says_why(form: Form[Cake]) -> None:
    size = form.widget("width depth")
    assert (size.isEnabled(), size.toolTip()) == (False, "Add a layer first.")
    form.widget("layers").setValue(2)
    assert (size.isEnabled(), size.toolTip()) == (True, "Of a layer")
    form.lock("It is in the oven.")
    assert (size.isEnabled(), size.toolTip()) == (False, "It is in the oven.")
    form.lock("")
    assert size.isEnabled()


def test_each_control_has_a_label_and_a_name(form: Form[Cake]) -> None:
    labels = {label.buddy(): label.text() for label in form.findChildren(QLabel)}
    named = {text: buddy.accessibleName() for buddy, text in labels.items() if buddy}
    assert named == {"&Name": "Name", "&Layers": "Layers", "Top": "Top", "&Size": "Size"}
    assert form.widget("whole").text() == "&Whole"
    assert form.widget("whole").accessibleName() == "Whole"


def test_a_struct_is_a_value_too(qtbot: QtBot) -> None:
    form = Form((Setting("layers", "Layers", "", Whole(1, 9)),), Packed())
    qtbot.addWidget(form)
    form.widget("layers").setValue(4)
    assert form.value == Packed(layers=4)


@pytest.mark.parametrize("accepts", [True, False])
def test_a_dialog_gives_the_value_unless_the_user_cancels(
    form: Form[Cake], monkeypatch: pytest.MonkeyPatch, *, accepts: bool
) -> None:
    answer = QDialog.DialogCode.Accepted if accepts else QDialog.DialogCode.Rejected
    monkeypatch.setattr(QDialog, "exec", lambda _self: answer)
    asked = FormDialog(None, form, title="Cake").asked()
    assert asked == (Cake() if accepts else None)
