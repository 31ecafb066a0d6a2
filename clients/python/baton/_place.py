"""Where the daemon is and with which token, found as the program `baton` itself finds it."""

from __future__ import annotations

import ipaddress
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Dict, Mapping, Optional
from urllib.parse import urlsplit

from .errors import Invalid, Unauthorized

DEFAULT_URL = "http://127.0.0.1:7777"
TOKEN_NAME = "baton.token"


@dataclass
class Place:
    host: str
    port: int
    secure: bool
    ca_file: Optional[str]
    read_token: Callable[[], str]
    token: str = ""

    @property
    def url(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'https' if self.secure else 'http'}://{host}:{self.port}"

    @property
    def authority(self) -> str:
        return self.url.partition("//")[2]

    def renew_token(self) -> bool:
        """Whether there is another token now than the one that was used."""
        old, self.token = self.token, self.read_token()
        return self.token != old


def find_daemon(url: Optional[str] = None, token: Optional[str] = None, token_file: Optional[str] = None,
                ca_file: Optional[str] = None, environ: Mapping[str, str] = os.environ,
                folder: Path = Path(".")) -> Place:
    """An argument stands above the environment, that above baton.toml, that above the default."""
    settings = _Settings(environ, folder)
    place = _parse(url or environ.get("BATON_URL") or settings.url(), ca_file or environ.get("BATON_CA_FILE"))
    place.read_token = lambda: token or (_token_in(Path(token_file)) if token_file else _search_token(place, settings))
    return place


def _parse(url: str, ca_file: Optional[str]) -> Place:
    parts = urlsplit(url if "://" in url else "http://" + url)
    try:
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if parts.scheme not in ("http", "https") or not host or parts.path.strip("/") or parts.query or parts.username:
        raise Invalid(f"`{url}` is no address of a daemon",
                      next="write it like http://127.0.0.1:7777 or https://baton.example")
    secure = parts.scheme == "https"
    if not secure and not is_own_machine(host):
        raise Invalid(f"{url} is another machine, and without TLS everybody between could read the token",
                      next="write https://")
    return Place(host, port or 7777, secure, ca_file, lambda: "")


def is_own_machine(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _search_token(place: Place, settings: _Settings) -> str:
    environ = settings.environ
    if environ.get("BATON_TOKEN"):
        return environ["BATON_TOKEN"]
    if environ.get("BATON_TOKEN_FILE"):
        return _token_in(Path(environ["BATON_TOKEN_FILE"]))
    if not is_own_machine(place.host):
        raise Unauthorized(f"there is no token for {place.url}",
                           next="put it into BATON_TOKEN, or name a file that holds it in BATON_TOKEN_FILE")
    return _token_in(settings.local_token_file(place))


def _token_in(path: Path) -> str:
    try:
        words = path.read_text(encoding="utf-8").split()
        why = "it is empty"
    except (OSError, UnicodeDecodeError) as error:
        words, why = [], getattr(error, "strerror", None) or "it is no text"
    if words:
        return words[0]
    raise Unauthorized(f"no token in {path}: {why}",
                       next="the daemon says at its start where its token is: name that file in BATON_TOKEN_FILE")


class _Settings:
    """The few of the daemon's settings that tell a client on the same machine where it is."""

    def __init__(self, environ: Mapping[str, str], folder: Path) -> None:
        self.environ = environ
        self._folder = folder
        try:
            text = (folder / "baton.toml").read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            text = ""
        # These keys are plain strings above the first table; more of TOML is not needed, and older Pythons cannot read it.
        head = re.split(r"^\s*\[", text, maxsplit=1, flags=re.MULTILINE)[0]
        self._file: Dict[str, str] = dict(re.findall(r"""^\s*(\w+)\s*=\s*["']([^"'\n]*)["']""", head, flags=re.MULTILINE))

    def _get(self, name: str) -> Optional[str]:
        return self.environ.get("BATON_" + name.upper()) or self._file.get(name)

    def url(self) -> str:
        listen = self._get("listen") or ""
        host, _, port = listen.rpartition(":")
        if not host or port == "0":
            return DEFAULT_URL
        scheme = "https" if self._get("tls_cert") else "http"
        return f"{scheme}://{'127.0.0.1' if host == '0.0.0.0' else host}:{port}"

    def local_token_file(self, place: Place) -> Path:
        """What baton.toml says, what the daemon noted for the clients of its user, or baton.token beside the store."""
        if "token_file" in self._file:
            return self._folder / self._file["token_file"]
        noted = self._noted(place)
        if noted and noted.is_file():
            return noted
        store = self._get("store") or ""
        beside = self._folder
        if store.startswith("sqlite:"):
            beside = (beside / store[len("sqlite:"):]).parent
        return beside / TOKEN_NAME

    def _noted(self, place: Place) -> Optional[Path]:
        state = self.environ.get("XDG_STATE_HOME") or os.path.join(self.environ.get("HOME", ""), ".local/state")
        if not os.path.isabs(state):
            return None
        try:
            lines = (Path(state) / "baton" / "daemons" / f"{place.host}:{place.port}").read_text().splitlines()
        except (OSError, UnicodeDecodeError):
            return None
        return Path(lines[0]) if lines and lines[0] else None
