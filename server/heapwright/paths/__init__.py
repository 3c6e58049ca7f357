"""Running a program, on plain values or on symbols."""
