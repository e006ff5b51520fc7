"""Playing together, measured: scripted players, ports, and a clock of the processor's work."""
