"""Towns and roads: a graph as a dict of sets."""

from __future__ import annotations

from collections import deque

from heapwright import invariant, scope, spec


class RoadMap:
    def __init__(self) -> None:
        self._roads: dict[str, set[str]] = {}

    def __contains__(self, town: str) -> bool:
        return town in self._roads

    def add_town(self, town: str) -> None:
        self._roads.setdefault(town, set())

    def add_road(self, start: str, end: str) -> None:
        if start == end:
            raise ValueError("a road leads somewhere else")
        self.add_town(start)
        self.add_town(end)
        self._roads[start].add(end)
        self._roads[end].add(start)

    def close_road(self, start: str, end: str) -> None:
        self._roads[start].remove(end)
        self._roads[end].remove(start)

    def neighbours(self, town: str) -> list[str]:
        return sorted(self._roads[town])

    def can_reach(self, start: str, end: str) -> bool:
        seen = {start}
        waiting = deque([start])
        while waiting:
            town = waiting.popleft()
            if town == end:
                return True
            for other in self._roads[town]:
                if other not in seen:
                    seen.add(other)
                    waiting.append(other)
        return False

    # holds
    @invariant
    def roads_lead_both_ways(self) -> bool:
        return all(
            town in self._roads[other] for town, others in self._roads.items() for other in others
        )

    # holds
    @invariant
    def no_road_leads_back_at_once(self) -> bool:
        return all(town not in others for town, others in self._roads.items())


# reachable: the way leads through a third town
@scope(items=3)
@spec
def DETOUR(roads: RoadMap) -> bool:
    return roads.can_reach("Bonn", "Rome") and "Rome" not in roads._roads["Bonn"]


# unreachable: whoever gets there gets back
@spec
def ONE_WAY(roads: RoadMap, start: str, end: str) -> bool:
    return roads.can_reach(start, end) and not roads.can_reach(end, start)
