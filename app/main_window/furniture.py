"""What a window is furnished with: importing this imports every view that it begins with."""

from app.main_window.actions import Actions
from app.main_window.compose_page import ComposePage
from app.main_window.menus import Menus
from app.views.notice_strip import NoticeStrip
from app.views.status_strip import StatusStrip
from app.views.transport_bar import TransportBar
from app.views.welcome import WelcomeCard

__all__ = [
    "Actions",
    "ComposePage",
    "Menus",
    "NoticeStrip",
    "StatusStrip",
    "TransportBar",
    "WelcomeCard",
]
