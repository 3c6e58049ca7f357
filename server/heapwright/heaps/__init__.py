"""Heaps: how references and fields behave while a program runs on symbols."""
