"""Playback controls: the transport, the playhead, outputs and inputs."""
