"""The keys of JSON answers as data: each answer describes its keys beside the function that writes them."""

from __future__ import annotations

from collections.abc import Mapping

from canasta_cli.values import NamedTuple


class Object(NamedTuple):
    """The description of a key whose value is an object, or a list of objects, with other keys.

    ``by`` names what the objects are found by, level by level, if they are values of other objects.
    """

    says: str
    keys: Keys
    by: tuple[str, ...] = ()


class Keys(NamedTuple):
    """The keys of an object with their descriptions, and ``also`` those of other objects.

    A description of its own replaces one that comes from another object.
    """

    title: str
    own: Mapping[str, str | Object]
    also: tuple[Keys, ...] = ()

    def every(self) -> dict[str, str | Object]:
        """Return all keys with their descriptions."""
        found: dict[str, str | Object] = {}
        for other in self.also:
            found |= other.every()
        return found | dict(self.own)

    def objects(self) -> dict[str, Keys]:
        """Return all other objects that this one has, or whose keys it has, by title."""
        found: dict[str, Keys] = {}
        inner = (each.keys for each in self.own.values() if isinstance(each, Object))
        for keys in (*self.also, *inner):
            found |= {keys.title: keys, **keys.objects()}
        return found
