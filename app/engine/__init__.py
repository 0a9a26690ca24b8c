"""The engine process, its jobs and its children, and the protocol spoken with them."""
