"""The codes of what can be wrong with names, types and declarations of a tiny file.

Place: frontends/tiny/declare/. One constant per kind; `docs/problems.md` explains each, and
each has a test in `tests/specs/*.md`. The syntax codes HW100-HW129 are in `codes.py`.
"""

# Names that nothing declares.
UNKNOWN_CLASS = "HW130"
UNKNOWN_FIELD = "HW131"
UNKNOWN_METHOD = "HW132"
UNKNOWN_VARIABLE = "HW133"
UNKNOWN_SPEC = "HW134"

# Types that do not fit.
ARGUMENT_COUNT = "HW135"
ARGUMENT_TYPE = "HW136"
ASSIGNMENT_TYPE = "HW137"
OPERAND_TYPE = "HW138"
CONDITION_TYPE = "HW139"
RESULT_TYPE = "HW140"
BRANCH_TYPES = "HW141"
NO_VALUE = "HW142"
NOT_AN_OBJECT = "HW143"

# Things used where they may not be.
PRIVATE_MEMBER = "HW144"
PRIVATE_CONSTRUCTION = "HW145"
THIS_OUTSIDE_OBJECT = "HW146"
STATIC_MISUSE = "HW147"
SPEC_CALL_OUTSIDE = "HW148"

# Declarations that do not go together.
DUPLICATE_DECLARATION = "HW150"
INHERITANCE_CYCLE = "HW151"
OVERRIDE_MISMATCH = "HW152"
VOID_PLACE = "HW153"

# Specs, invariants and scopes.
PARAMETER_UNREACHABLE = "HW160"
SPEC_RECURSION = "HW161"
SCOPE_BOUND = "HW165"

# Includes.
INCLUDE_UNREADABLE = "HW170"
INCLUDE_CYCLE = "HW171"
