"""Português do Brasil."""
