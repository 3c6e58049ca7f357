"""What to ask of a tree of words."""

from trie import Trie

from heapwright import scope, spec


# easy, reachable
@spec
def HAS_A(trie: Trie) -> bool:
    return "a" in trie


# deep, reachable: two words with a common beginning that is no word
@scope(_Node=5, characters=3)
@spec
def SHARED_BEGINNING(trie: Trie) -> bool:
    return "tea" in trie and "ten" in trie and "te" not in trie and len(trie) == 2
