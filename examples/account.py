"""A bank account with a credit line, as business code has it: properties, exceptions."""

from dataclasses import dataclass

from heapwright import invariant, spec

LIMIT = 500


class Refused(Exception):
    """A withdrawal that the account does not cover."""


@dataclass
class Fee:
    amount: int
    is_waived: bool = False


class Account:
    def __init__(self, opening: int = 0, fee: Fee | None = None) -> None:
        if opening < 0:
            raise ValueError(f"an account cannot start with {opening}")
        self._balance = opening
        self._credit = 0
        self._fee = fee
        self._is_open = True

    @property
    def balance(self) -> int:
        return self._balance

    @property
    def credit(self) -> int:
        return self._credit

    @credit.setter
    def credit(self, value: int) -> None:
        if not 0 <= value <= LIMIT:
            raise ValueError("no such credit line")
        self._credit = value

    def deposit(self, amount: int) -> None:
        if amount <= 0 or not self._is_open:
            raise ValueError
        self._balance += amount

    def withdraw(self, amount: int) -> int:
        cost = 0 if self._fee is None or self._fee.is_waived else self._fee.amount
        if amount <= 0 or not self._is_open:
            raise ValueError
        if amount + cost > self._balance + self._credit:
            raise Refused(f"{amount} is too much")
        self._balance -= amount + cost
        return amount

    def close(self) -> None:
        if self._balance != 0:
            raise Refused("the balance is not zero")
        self._is_open = False

    # violated: the credit line can be lowered after it was used
    @invariant
    def covered(self) -> bool:
        return self._balance >= -self._credit

    # holds
    @invariant
    def settled(self) -> bool:
        return self._is_open or self._balance == 0


# reachable: by a credit line and a withdrawal
@spec
def OVERDRAWN(account: Account) -> bool:
    return account.balance == -120


# reachable in 2 calls, by a fee below zero
@spec
def FEE_PAID(account: Account) -> bool:
    return account._fee.amount < 0 and account._balance > 10


# unreachable: nobody gets more credit than the limit
@spec
def BOTTOMLESS(account: Account) -> bool:
    return account._credit > LIMIT
