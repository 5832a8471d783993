"""Addresses: this computer's own, those by which phones reach it, and which of them mean itself."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable, Iterator

_ANY = ("0.0.0.0", "::")
_PRIVATE = ("192.0.2.1", "10.255.255.255", "172.31.255.255", "192.168.255.255")
"""Addresses that the way to is asked for: an outside one (nothing is sent there) and the private networks."""


def for_this_computer(host: str, port: int) -> str:
    """The address by which a browser on this computer reaches a server that listens on `host`."""
    return url("localhost" if host in _ANY else host, port)


def for_phones(host: str, port: int) -> tuple[str, ...]:
    """The addresses by which phones reach a server that listens on `host`, the likeliest first.

    None where it listens to this computer alone.
    """
    if host in _ANY:
        return tuple(url(address, port) for address in home_addresses())
    return () if is_loopback(host) else (url(host, port),)


def is_loopback(name: str) -> bool:
    """True for a name or an address by which a computer means itself.

    >>> [is_loopback(name) for name in ("localhost", "127.0.0.1", "::1", "192.168.1.5", "pi.local")]
    [True, True, True, False, False]
    """
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name.lower() == "localhost"


def without_port(host: str) -> str:
    """The name or address in `host`, which may have a port.

    >>> without_port("[::1]:8000"), without_port("pi.local:80")
    ('::1', 'pi.local')
    """
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def url(host: str, port: int) -> str:
    """The address to open in a browser.

    >>> url("192.168.1.5", 8000), url("::1", 80)
    ('http://192.168.1.5:8000/', 'http://[::1]:80/')
    """
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def home_addresses() -> tuple[str, ...]:
    """The addresses of this computer that phones on the home network reach, the likeliest first."""
    return tuple(dict.fromkeys(a for a in _addresses() if not ipaddress.ip_address(a).is_loopback))


def _addresses() -> Iterator[str]:
    for target in _PRIVATE:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            try:
                asking.connect((target, 9))  # UDP: finds the way, sends nothing
            except OSError:
                continue
            yield asking.getsockname()[0]
    yield from _resolved(socket.gethostname())


def _resolved(name: str) -> Iterable[str]:
    try:
        return [str(found[4][0]) for found in socket.getaddrinfo(name, None, socket.AF_INET)]
    except OSError:
        return []
