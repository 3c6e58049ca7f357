"""What to ask of list nodes that clients link by public methods."""

from node import Node

from heapwright import scope, spec


# easy, reachable
@scope(Node=2)
@spec
def TWO_NODES(o: Node) -> bool:
    return o._next is not None


# arithmetic, reachable: two values by sum and difference
@scope(Node=2)
@spec
def SUM_AND_DIFFERENCE(o: Node) -> bool:
    return o._value - o._next._value == 100 and o._value + o._next._value == 800


# deep and arithmetic, reachable: five values in steps
@scope(Node=5)
@spec
def FIVE_IN_STEPS(o: Node) -> bool:
    a, b, c = o._value, o._next._value, o._next._next._value
    d, e = o._next._next._next._value, o._next._next._next._next._value
    return a - b == 100 and b - c == 200 and c - d == 300 and d - e == 400 and a + e == 5000


# unreachable: a node is linked when it is made, and never to itself
@scope(Node=3)
@spec
def LOOP(o: Node) -> bool:
    return o._next._next is o
