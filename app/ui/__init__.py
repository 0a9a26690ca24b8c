"""The window (PySide6). Talks to the engine through its protocol alone."""
