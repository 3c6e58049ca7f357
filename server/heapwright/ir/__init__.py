"""The language-neutral program: the narrow waist between languages and engine."""
