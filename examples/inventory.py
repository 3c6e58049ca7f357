"""The stock of a shop: a dict from names to dataclasses."""

from __future__ import annotations

from dataclasses import dataclass

from heapwright import invariant, scope, spec


@dataclass
class Item:
    name: str
    price: int
    quantity: int = 0


class OutOfStock(Exception):
    """There is not enough of an item."""


class Inventory:
    def __init__(self) -> None:
        self._items: dict[str, Item] = {}

    def __len__(self) -> int:
        return len(self._items)

    def __contains__(self, name: str) -> bool:
        return name in self._items

    def add(self, name: str, price: int, quantity: int = 1) -> None:
        if not name or price < 0 or quantity < 1:
            raise ValueError("not an item")
        item = self._items.get(name)
        if item is None:
            self._items[name] = Item(name, price, quantity)
        else:
            item.price = price
            item.quantity += quantity

    def take(self, name: str, quantity: int = 1) -> int:
        item = self._items[name]
        if quantity < 1 or quantity > item.quantity:
            raise OutOfStock(name)
        item.quantity -= quantity
        if item.quantity == 0:
            del self._items[name]
        return item.price * quantity

    # holds
    @invariant
    def has_no_empty_items(self) -> bool:
        return all(item.quantity > 0 for item in self._items.values())

    # holds
    @invariant
    def knows_items_by_name(self) -> bool:
        return all(item.name == name for name, item in self._items.items())


# reachable: bought twice, sold once
@scope(Item=2, items=2)
@spec
def NAILS(stock: Inventory) -> bool:
    return stock._items["nail"].quantity == 40 and stock._items["nail"].price == 2


# unreachable: an item that is used up is gone
@spec
def EMPTY_SHELF(stock: Inventory) -> bool:
    return "nail" in stock and stock._items["nail"].quantity == 0
