"""Type variables for what `view` and `choices` of a kind's rules return: two TypedDicts."""

from collections.abc import Mapping
from typing import Any, TypeVar

V = TypeVar("V", bound=Mapping[str, Any])  # the view
V_co = TypeVar("V_co", bound=Mapping[str, Any], covariant=True)
V_contra = TypeVar("V_contra", bound=Mapping[str, Any], contravariant=True)
C = TypeVar("C", bound=Mapping[str, Any])  # the choices
C_co = TypeVar("C_co", bound=Mapping[str, Any], covariant=True)
C_contra = TypeVar("C_contra", bound=Mapping[str, Any], contravariant=True)
