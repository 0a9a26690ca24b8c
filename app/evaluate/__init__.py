"""Measuring: metrics, BEIR datasets, runs, reports."""
