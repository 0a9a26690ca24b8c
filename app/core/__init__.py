"""Value types, errors, settings, paths. Knows no Qt and no model."""
