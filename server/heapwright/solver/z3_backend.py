"""Ask z3. The only module that imports it, and only when the first query arrives.

Place: solver/. Last link of the chain. Each thread has its own z3 context, since
contexts must not be shared, one reused solver in it, and a bounded table from
terms to z3 expressions; all of them live and die in their thread.

z3's `div` and `mod` are Euclidean: the remainder is never negative. Ours floor.
For a positive divisor both agree; for a negative one `a // b` is `-a div -b`.
Limits are z3's own count of work, so that the same query gives the same answer
on every machine, with a clock as a guard only.

The raw C functions are called directly. Measured for `x - y + 1 <= 0`: 17 µs,
and 51 µs through z3's Python operators.
"""

from __future__ import annotations

import threading
from math import ceil
from time import monotonic
from typing import Any, TypeAlias

from heapwright.records import dataclass
from heapwright.solver.answer import Answer, Sat, SolverCounts, Unknown, Unsat
from heapwright.solver.query import AnyQuery, EntailmentQuery, query_variables, without_quantifier
from heapwright.terms import term as node
from heapwright.terms.evaluate import Value
from heapwright.terms.rewrite import children
from heapwright.terms.sorts import BOOL
from heapwright.terms.term import Term

MOST_EXPRESSIONS = 50_000
OUT_OF_TIME = "no time is left for z3"

# z3 ships no types. What crosses this module is typed; what stays inside is not.
Untyped: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class Z3Limits:
    """How long one check may take: z3's unit of work, and a guard by the clock."""

    work: int = 2_000_000
    milliseconds: int = 10_000


class Z3Solver:
    """Answers queries by z3, Unknown where it gives up or fails."""

    __slots__ = ("_counts", "_limits", "_sessions", "_until")

    def __init__(self, counts: SolverCounts, limits: Z3Limits, until: float | None = None) -> None:
        """Count every call; z3 is loaded at the first and stopped at the moment `until`."""
        self._counts = counts
        self._limits = limits
        self._until = until
        self._sessions = threading.local()

    def check(self, query: AnyQuery) -> Answer:
        """Answer a query."""
        self._counts.z3_calls += 1
        session: _Session | None = getattr(self._sessions, "session", None)
        if session is None:
            try:
                session = _Session(self._limits, self._until)
            except ImportError as problem:
                return Unknown(f"z3 cannot be loaded: {problem}")
            self._sessions.session = session
        answer = session.check(query)
        if isinstance(answer, Unknown):
            self._counts.unknown += 1
        return answer


class _Session:
    """One thread's context, solver and table of expressions."""

    def __init__(self, limits: Z3Limits, until: float | None = None) -> None:
        import z3

        self.z3: Untyped = z3
        self.raw: Untyped = z3.z3core
        self.context: Untyped = z3.Context()
        self.handle: Untyped = self.context.ref()
        self.limits = limits
        self.until = until
        self.solver: Untyped = self._fresh_solver()
        self.int_sort: Untyped = z3.IntSort(self.context)
        self.bool_sort: Untyped = z3.BoolSort(self.context)
        self.expressions: dict[Term, Untyped] = {}

    def check(self, query: AnyQuery) -> Answer:
        try:
            return self._check(query)
        except self.z3.Z3Exception as problem:
            self.expressions.clear()
            self.solver = self._fresh_solver()
            return Unknown(f"z3 failed: {problem}")

    def _check(self, query: AnyQuery) -> Answer:
        if len(self.expressions) > MOST_EXPRESSIONS:
            self.expressions.clear()
        asserted = self._asserted(query)
        if without_quantifier(query) is not None:
            self.solver.push()
            try:
                answer = self._ask(self.solver, asserted, query)
            finally:
                self.solver.pop()
            if not isinstance(answer, Unknown):
                return answer
        # After a push z3 is quick but weak at quantifiers and products; a solver
        # that was never pushed runs its full strategy.
        return self._ask(self._fresh_solver(), asserted, query)

    def _ask(self, solver: Untyped, asserted: list[Untyped], query: AnyQuery) -> Answer:
        for expression in asserted:
            self.raw.Z3_solver_assert(self.handle, solver.solver, expression.ast)
        if self.until is not None:
            left = ceil((self.until - monotonic()) * 1_000)
            if left <= 0:
                return Unknown(OUT_OF_TIME)
            if left < self.limits.milliseconds:
                solver.set("timeout", left)
        verdict = self._verdict(solver)
        if verdict == self.z3.Z3_L_FALSE:
            return Unsat()
        if verdict != self.z3.Z3_L_TRUE:
            return Unknown(f"z3: {solver.reason_unknown()}")
        return self._model(solver.model(), query)

    def _verdict(self, solver: Untyped) -> Untyped:
        """Let z3 work so that Ctrl-C ends it at once.

        Python learns of signals in its main thread and between its own instructions only;
        so there z3 works in a thread beside it (which costs some 0.1 ms).
        """
        if threading.current_thread() is not threading.main_thread():
            return self.raw.Z3_solver_check(self.handle, solver.solver)
        ends: list[Untyped] = []

        def work() -> None:
            try:
                ends.append(self.raw.Z3_solver_check(self.handle, solver.solver))
            except self.z3.Z3Exception as problem:
                ends.append(problem)

        worker = threading.Thread(target=work, daemon=True)
        worker.start()
        try:
            worker.join()
        except KeyboardInterrupt:
            self.raw.Z3_interrupt(self.handle)
            worker.join()
            raise
        if isinstance(ends[0], Exception):
            raise ends[0]
        return ends[0]

    def _fresh_solver(self) -> Untyped:
        solver = self.z3.Solver(ctx=self.context)
        solver.set("rlimit", self.limits.work)
        solver.set("timeout", self.limits.milliseconds)
        solver.set("ctrl_c", False)
        return solver

    def _asserted(self, query: AnyQuery) -> list[Untyped]:
        plain = without_quantifier(query)
        if plain is not None:
            return [self.encode(term) for term in plain.conjuncts]
        assert isinstance(query, EntailmentQuery)
        z3 = self.z3
        kept = [self.encode(term) for term in query.kept]
        # Inside the quantifier the existentials are bound; the same constants
        # outside it, if `fresh` uses them, are not.
        bound = [self.encode(variable) for variable in query.kept_existentials]
        never = z3.ForAll(bound, z3.Not(z3.And(*kept)) if len(kept) > 1 else z3.Not(kept[0]))
        return [*[self.encode(term) for term in query.fresh], never]

    def _model(self, model: Untyped, query: AnyQuery) -> Answer:
        assignment: dict[Term, Value] = {}
        for variable in query_variables(query):
            value = model.eval(self.encode(variable), model_completion=True)
            if variable.sort is BOOL:
                if not (self.z3.is_true(value) or self.z3.is_false(value)):
                    return Unknown("z3 gave a model without a value")
                assignment[variable] = bool(self.z3.is_true(value))
            else:
                if not self.z3.is_int_value(value):
                    return Unknown("z3 gave a model without a value")
                assignment[variable] = int(value.as_string())
        return Sat(assignment)

    def encode(self, term: Term) -> Untyped:
        """Give the z3 expression of a term."""
        known = self.expressions
        stack = [term]
        while stack:
            top = stack[-1]
            if top in known:
                stack.pop()
                continue
            missing = [child for child in children(top) if child not in known]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            known[top] = self._encoded(top)
        return known[term]

    def _encoded(self, term: Term) -> Untyped:
        known, raw, handle = self.expressions, self.raw, self.handle
        match term:
            case node.Variable(name, sort):
                kind = self.bool_sort if sort is BOOL else self.int_sort
                symbol = raw.Z3_mk_string_symbol(handle, name)
                return self._wrap(raw.Z3_mk_const(handle, symbol, kind.ast))
            case node.IntegerConstant(value):
                return self._number(value)
            case node.BooleanConstant(value):
                return self.z3.BoolVal(value, self.context)
            case node.Linear(parts, constant):
                return self._sum(parts, constant)
            case node.AtMostZero(parts, constant):
                left, right = self._sides(parts, constant)
                return self._wrap(raw.Z3_mk_le(handle, left.ast, right.ast))
            case node.EqualsZero(parts, constant):
                left, right = self._sides(parts, constant)
                return self._wrap(raw.Z3_mk_eq(handle, left.ast, right.ast))
            case node.DiffersFromZero(parts, constant):
                left, right = self._sides(parts, constant)
                same = self._wrap(raw.Z3_mk_eq(handle, left.ast, right.ast))
                return self._wrap(raw.Z3_mk_not(handle, same.ast))
            case node.Product(factors):
                return self._many(raw.Z3_mk_mul, [known[factor] for factor in factors])
            case node.FloorDivision(dividend, divisor):
                return self._division(known[dividend], divisor)
            case node.FloorModulo(dividend, divisor):
                return self._modulo(known[dividend], divisor)
            case node.Choice(condition, then, otherwise):
                return self._choice(known[condition], known[then], known[otherwise])
            case node.Negation(operand):
                return self._wrap(raw.Z3_mk_not(handle, known[operand].ast))
            case node.Conjunction(terms):
                return self._many(raw.Z3_mk_and, [known[part] for part in terms])
            case node.Disjunction(terms):
                return self._many(raw.Z3_mk_or, [known[part] for part in terms])
            case _:
                raise TypeError(f"not a term: {term!r}")

    def _wrap(self, ast: Untyped) -> Untyped:
        # The wrapper counts the reference, and only that.
        return self.z3.ExprRef(ast, self.context)

    def _number(self, value: int) -> Untyped:
        return self._wrap(self.raw.Z3_mk_numeral(self.handle, str(value), self.int_sort.ast))

    def _many(self, make: Untyped, expressions: list[Untyped]) -> Untyped:
        array = (self.z3.Ast * len(expressions))(*[one.as_ast() for one in expressions])
        return self._wrap(make(self.handle, len(expressions), array))

    def _sum(self, parts: node.Parts, constant: int) -> Untyped:
        pieces = []
        for atom, factor in parts:
            piece = self.expressions[atom]
            if factor != 1:
                piece = self._many(self.raw.Z3_mk_mul, [self._number(factor), piece])
            pieces.append(piece)
        if constant or not pieces:
            pieces.append(self._number(constant))
        return pieces[0] if len(pieces) == 1 else self._many(self.raw.Z3_mk_add, pieces)

    def _sides(self, parts: node.Parts, constant: int) -> tuple[Untyped, Untyped]:
        """Split a sum so that no coefficient is negative on either side."""
        left = tuple([(atom, factor) for atom, factor in parts if factor > 0])
        right = tuple([(atom, -factor) for atom, factor in parts if factor < 0])
        return self._sum(left, max(constant, 0)), self._sum(right, max(-constant, 0))

    def _division(self, dividend: Untyped, divisor: Term) -> Untyped:
        below = self.expressions[divisor]
        whole = self._wrap(self.raw.Z3_mk_div(self.handle, dividend.ast, below.ast))
        if type(divisor) is node.IntegerConstant and divisor.value > 0:
            return whole
        minus_above, minus_below = self._minus(dividend), self._minus(below)
        mirrored = self._wrap(self.raw.Z3_mk_div(self.handle, minus_above.ast, minus_below.ast))
        return self._choice(self._is_negative(below), mirrored, whole)

    def _modulo(self, dividend: Untyped, divisor: Term) -> Untyped:
        below = self.expressions[divisor]
        rest = self._wrap(self.raw.Z3_mk_mod(self.handle, dividend.ast, below.ast))
        if type(divisor) is node.IntegerConstant and divisor.value > 0:
            return rest
        minus_above, minus_below = self._minus(dividend), self._minus(below)
        mirrored = self._wrap(self.raw.Z3_mk_mod(self.handle, minus_above.ast, minus_below.ast))
        return self._choice(self._is_negative(below), self._minus(mirrored), rest)

    def _minus(self, expression: Untyped) -> Untyped:
        return self._wrap(self.raw.Z3_mk_unary_minus(self.handle, expression.ast))

    def _is_negative(self, expression: Untyped) -> Untyped:
        zero = self._number(0)
        return self._wrap(self.raw.Z3_mk_lt(self.handle, expression.ast, zero.ast))

    def _choice(self, condition: Untyped, then: Untyped, otherwise: Untyped) -> Untyped:
        return self._wrap(self.raw.Z3_mk_ite(self.handle, condition.ast, then.ast, otherwise.ast))
