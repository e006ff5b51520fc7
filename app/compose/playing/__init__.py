"""Playing in the window: the transport and the playhead, outputs and inputs."""
