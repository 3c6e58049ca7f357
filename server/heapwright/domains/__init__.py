"""Constraints that are decided without a solver."""

from heapwright.domains.constraint import FALSE, TRUE, Constraint, assume
from heapwright.domains.decide import (
    Included,
    Inclusion,
    NotIncluded,
    Status,
    entails,
    includes,
    status,
)
from heapwright.domains.image import image, rename
from heapwright.domains.models import NoModel, Undecided, model, satisfies
from heapwright.domains.normal_form import existentials, key, literals, variables
from heapwright.domains.project import project

__all__ = [
    "FALSE",
    "TRUE",
    "Constraint",
    "Included",
    "Inclusion",
    "NoModel",
    "NotIncluded",
    "Status",
    "Undecided",
    "assume",
    "entails",
    "existentials",
    "image",
    "includes",
    "key",
    "literals",
    "model",
    "project",
    "rename",
    "satisfies",
    "status",
    "variables",
]
