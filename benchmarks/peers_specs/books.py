"""What to ask of a bank account that keeps its books."""

from bank import Account

from heapwright import scope, spec


# easy, reachable
@spec
def RICH(account: Account) -> bool:
    return account.balance > 1000


# arithmetic, reachable: paid in and out, by sum and difference
@scope(Account=1, items=2)
@spec
def SUM_AND_DIFFERENCE(account: Account) -> bool:
    first, second = account._history
    return first + second == 13 and first - second == 87


# deep and arithmetic, reachable: four bookings, each half of the one before, leave 75
@scope(Account=1, items=4)
@spec
def HALVES(account: Account) -> bool:
    first, second, third, fourth = account._history
    return (
        first == -2 * second
        and second == -2 * third
        and third == -2 * fourth
        and account.balance == 75
    )


# unreachable: nothing is booked for nothing
@scope(Account=1, items=3)
@spec
def BOOKED_NOTHING(account: Account) -> bool:
    return 0 in account._history
