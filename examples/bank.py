"""Accounts of a bank in a dict; a transfer either happens as a whole or not at all."""

from __future__ import annotations

from heapwright import invariant, scope, spec


class InsufficientFunds(Exception):
    """The account does not cover the amount."""


class Account:
    def __init__(self, number: int, balance: int = 0) -> None:
        self.number = number
        self._balance = balance
        self._history: list[int] = []

    @property
    def balance(self) -> int:
        return self._balance

    def deposit(self, amount: int) -> None:
        if amount <= 0:
            raise ValueError(f"cannot deposit {amount}")
        self._balance += amount
        self._history.append(amount)

    def withdraw(self, amount: int) -> None:
        if amount <= 0:
            raise ValueError(f"cannot withdraw {amount}")
        if amount > self._balance:
            raise InsufficientFunds(f"{amount} is more than {self._balance}")
        self._balance -= amount
        self._history.append(-amount)

    # violated: nothing stops a negative opening balance
    @invariant
    def is_covered(self) -> bool:
        return self._balance >= 0

    # holds: no entry of nothing is ever booked
    @invariant
    def books_no_zero(self) -> bool:
        return all(entry != 0 for entry in self._history)


# reachable: paid in and out again
@scope(Account=1, items=2)
@spec
def IN_AND_OUT(account: Account) -> bool:
    return account._history == [100, -30] and account.balance == 70


# unreachable: what leaves an account was there before
@spec
def OUT_BEFORE_IN(account: Account) -> bool:
    return len(account._history) == 1 and account._history[0] < 0 and account._balance < 0
