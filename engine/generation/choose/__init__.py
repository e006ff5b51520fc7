"""Which of the drawn alternatives are offered: ranking, aims of wishes, and how a gap leads on."""
