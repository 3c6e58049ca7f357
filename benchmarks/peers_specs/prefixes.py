"""What to ask of the beginnings of words; a file of its own, for a smaller scope than `words`."""

from trie import Trie

from heapwright import scope, spec


# unreachable: with a word come all of its beginnings
@scope(_Node=3, characters=2)
@spec
def WORD_WITHOUT_BEGINNING(trie: Trie) -> bool:
    return "to" in trie and not trie.starts_with("t")
