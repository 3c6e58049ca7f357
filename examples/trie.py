"""Words that share their beginnings: a tree whose children stand in dicts by letter."""

from __future__ import annotations

from heapwright import invariant, scope, spec


class _Node:
    def __init__(self) -> None:
        self.children: dict[str, _Node] = {}
        self.ends_word = False


class Trie:
    def __init__(self) -> None:
        self._root = _Node()
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def __contains__(self, word: str) -> bool:
        node = self._find(word)
        return node is not None and node.ends_word

    def starts_with(self, prefix: str) -> bool:
        return self._find(prefix) is not None

    def insert(self, word: str) -> None:
        node = self._root
        for letter in word:
            if letter not in node.children:
                node.children[letter] = _Node()
            node = node.children[letter]
        if not node.ends_word:
            node.ends_word = True
            self._size += 1

    def remove(self, word: str) -> None:
        node = self._find(word)
        if node is None or not node.ends_word:
            raise KeyError(word)
        node.ends_word = False
        self._size -= 1

    def _find(self, word: str) -> _Node | None:
        node = self._root
        for letter in word:
            if letter not in node.children:
                return None
            node = node.children[letter]
        return node

    # holds
    @invariant
    def counts_words(self) -> bool:
        return self._count(self._root) == self._size

    # violated: removing a word leaves its letters behind
    @invariant
    def ends_in_words(self) -> bool:
        return all(node.children or node.ends_word for node in self._root.children.values())

    def _count(self, node: _Node) -> int:
        return node.ends_word + sum(self._count(child) for child in node.children.values())


# reachable: two words with a common beginning
@scope(_Node=4, characters=3)
@spec
def SHARED_BEGINNING(trie: Trie) -> bool:
    return "to" in trie and "tea" not in trie and trie.starts_with("te") and len(trie) == 2


# unreachable: with a word come all of its beginnings
@spec
def WORD_WITHOUT_BEGINNING(trie: Trie, word: str) -> bool:
    return word in trie and len(word) == 2 and not trie.starts_with(word[:1])
