"""One implementation for blocking and for asynchronous programs.

Whatever needs the network is written once, as a coroutine. On an `Awaiting` object it is that coroutine. On a `Blocking` one
it is an ordinary method: there everything that the coroutine awaits blocks and has answered when it returns, so the coroutine
runs to its end in one step, without an event loop.
"""

from __future__ import annotations

import functools
import inspect
from typing import (TYPE_CHECKING, Any, AsyncIterator, Callable, Coroutine, Generic, Iterator, Optional, TypeVar, Union,
                    overload)

if TYPE_CHECKING:
    from typing_extensions import Concatenate, ParamSpec

    P = ParamSpec("P")
else:
    # ParamSpec is younger than the oldest Python served; where nobody checks types any variable will do.
    P = TypeVar("P")
T = TypeVar("T")


class Blocking:
    """Its dual methods return when they are done."""


class Awaiting:
    """Its dual methods are coroutines."""


def run_now(coroutine: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine that never has to wait for an event loop."""
    try:
        coroutine.send(None)
    except StopIteration as end:
        value: T = end.value
        return value
    coroutine.close()
    raise RuntimeError("something was awaited that does not block")


def iterate_now(items: AsyncIterator[T]) -> Iterator[T]:
    while True:
        try:
            item = run_now(_next_of(items))
        except StopAsyncIteration:
            return
        yield item


async def _next_of(items: AsyncIterator[T]) -> T:
    return await items.__anext__()


class dual(Generic[P, T]):
    """A method that blocks on a Blocking object and is awaited on an Awaiting one."""

    def __init__(self, method: Callable[Concatenate[Any, P], Coroutine[Any, Any, T]]) -> None:
        self.method = method
        self.__doc__ = method.__doc__

    @overload
    def __get__(self, instance: None, owner: Any) -> dual[P, T]: ...

    @overload
    def __get__(self, instance: Blocking, owner: Any) -> Callable[P, T]: ...

    @overload
    def __get__(self, instance: Awaiting, owner: Any) -> Callable[P, Coroutine[Any, Any, T]]: ...

    def __get__(self, instance: Optional[Union[Blocking, Awaiting]], owner: Any) -> Any:
        if instance is None:
            return self
        return _bind(self.method, instance, run_now)


class dual_iterator(Generic[P, T]):
    """A method that gives an iterator on a Blocking object and an asynchronous one on an Awaiting one."""

    def __init__(self, method: Callable[Concatenate[Any, P], AsyncIterator[T]]) -> None:
        self.method = method
        self.__doc__ = method.__doc__

    @overload
    def __get__(self, instance: None, owner: Any) -> dual_iterator[P, T]: ...

    @overload
    def __get__(self, instance: Blocking, owner: Any) -> Callable[P, Iterator[T]]: ...

    @overload
    def __get__(self, instance: Awaiting, owner: Any) -> Callable[P, AsyncIterator[T]]: ...

    def __get__(self, instance: Optional[Union[Blocking, Awaiting]], owner: Any) -> Any:
        if instance is None:
            return self
        return _bind(self.method, instance, iterate_now)


def _bind(method: Callable[..., Any], instance: Any, now: Callable[[Any], Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def bound(*arguments: Any, **named: Any) -> Any:
        started = method(instance, *arguments, **named)
        return now(started) if isinstance(instance, Blocking) else started

    signature = inspect.signature(method)
    bound.__signature__ = signature.replace(parameters=list(signature.parameters.values())[1:])  # type: ignore[attr-defined]
    return bound
