"""What `margine COMMAND` prints, and how it drives the engine."""
