"""What to ask of the stock of a shop."""

from inventory import Inventory

from heapwright import scope, spec


# easy, reachable
@spec
def HAS_NAILS(stock: Inventory) -> bool:
    return "nail" in stock


# deep and arithmetic, reachable: three goods, one price above the other
@scope(Item=3, items=3)
@spec
def PRICE_LIST(stock: Inventory) -> bool:
    nail, screw, bolt = stock._items["nail"], stock._items["screw"], stock._items["bolt"]
    return screw.price - nail.price == 12 and bolt.price == nail.price + screw.price


# unreachable: what is used up is gone
@spec
def EMPTY_SHELF(stock: Inventory) -> bool:
    return "nail" in stock and stock._items["nail"].quantity == 0
