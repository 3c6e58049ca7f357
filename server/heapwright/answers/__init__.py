"""Answers to questions about a state graph."""
