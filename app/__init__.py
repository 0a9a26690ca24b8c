"""Margine: questions to your own documents, on your own machine."""

__version__ = "0.1.0"
