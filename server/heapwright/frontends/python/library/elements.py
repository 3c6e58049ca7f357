"""Elements of XML trees: what `xml.etree.ElementTree` makes.

The elements are those of CPython's module in C: one is gone through by its places, and what is no
element is refused when it is put in. Paths beyond a plain tag are given up.
"""


class xml_Element:
    def __init__(self, tag, /, attrib=_ABSENT, **extra):
        if _hw_missing(attrib):
            attrib = {}
        if not isinstance(attrib, dict):
            raise TypeError
        self.tag = tag
        self.text = None
        self.tail = None
        self._attrib = dict(attrib)
        self._attrib.update(extra)
        self._children = []

    @property
    def attrib(self):
        return self._attrib

    @attrib.setter
    def attrib(self, value):
        if not isinstance(value, dict):
            raise TypeError
        self._attrib = value

    def __len__(self):
        return len(self._children)

    def __iter__(self):
        place = 0
        while place < len(self._children):
            yield self._children[place]
            place = place + 1

    def __getitem__(self, index):
        return self._children[index]

    def __setitem__(self, index, value):
        if isinstance(index, slice):
            value = list(value)
            for one in value:
                _xml_check(one)
        else:
            self._children[index]
            _xml_check(value)
        self._children[index] = value

    def __delitem__(self, index):
        del self._children[index]

    def __repr__(self):
        _hw_stop("the text of an element, which tells its address")

    def append(self, subelement, /):
        _xml_check(subelement)
        self._children.append(subelement)

    def extend(self, elements, /):
        for one in list(elements):
            _xml_check(one)
            self._children.append(one)

    def insert(self, index, subelement, /):
        _xml_check(subelement)
        self._children.insert(index, subelement)

    def remove(self, subelement, /):
        _xml_check(subelement)
        for place, one in enumerate(self._children):
            if one is subelement:
                del self._children[place]
                return
        raise ValueError

    def clear(self):
        self._attrib = {}
        self._children = []
        self.text = None
        self.tail = None

    def get(self, key, default=None):
        return self._attrib.get(key, default)

    def set(self, key, value, /):
        self._attrib[key] = value

    def keys(self):
        return list(self._attrib)

    def items(self):
        return list(self._attrib.items())

    def makeelement(self, tag, attrib, /):
        return xml_Element(tag, attrib)

    def find(self, path, namespaces=None):
        _xml_plain(path)
        for one in self:
            if one.tag == path:
                return one
        return None

    def findtext(self, path, default=None, namespaces=None):
        _xml_plain(path)
        for one in self:
            if one.tag == path:
                return "" if one.text is None else one.text
        return default

    def findall(self, path, namespaces=None):
        _xml_plain(path)
        return [one for one in self if one.tag == path]

    def iter(self, tag=None):
        if isinstance(tag, str) and tag == "*":
            tag = None
        return _xml_iter(self, tag)

    def itertext(self):
        return _xml_texts(self)


def _xml_check(value):
    if not isinstance(value, xml_Element):
        raise TypeError


def _xml_plain(path):
    if not isinstance(path, str):
        _hw_stop("such a path to an element")
    for mark in "/*[@.{":
        if mark in path:
            _hw_stop("a path to an element")


def _xml_iter(root, tag):
    stack = [[root, 0]]
    if tag is None or root.tag == tag:
        yield root
    while stack:
        top = stack[-1]
        if top[1] >= len(top[0]):
            stack.pop()
            continue
        child = top[0][top[1]]
        top[1] = top[1] + 1
        stack.append([child, 0])
        if tag is None or child.tag == tag:
            yield child


def _xml_texts(root):
    stack = [[root, 0]]
    if root.text:
        yield root.text
    while stack:
        top = stack[-1]
        if top[1] >= len(top[0]):
            stack.pop()
            if stack and top[0].tail:
                yield top[0].tail
            continue
        child = top[0][top[1]]
        top[1] = top[1] + 1
        stack.append([child, 0])
        if child.text:
            yield child.text


def xml_SubElement(parent, tag, /, attrib=_ABSENT, **extra):
    _xml_check(parent)
    if _hw_missing(attrib):
        attrib = {}
    element = xml_Element(tag, attrib, **extra)
    parent.append(element)
    return element


def xml_Comment(text=None):
    element = xml_Element(xml_Comment)
    element.text = text
    return element
