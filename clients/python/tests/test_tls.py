"""https is verified; the daemon's own TLS and a proxy in front of it look the same from here."""

import asyncio
import ssl
import subprocess

import pytest

from baton import AsyncClient, Client, Untrusted
from proxy import Proxy


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    """An authority, and a certificate of its making for 127.0.0.1 alone."""
    folder = tmp_path_factory.mktemp("tls")

    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)

    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    openssl("req", "-x509", *key, "-subj", "/CN=test authority", "-days", "2", "-keyout", "ca.key", "-out", "ca.crt",
            "-addext", "keyUsage=critical,keyCertSign")
    openssl("req", *key, "-subj", "/CN=daemon", "-keyout", "daemon.key", "-out", "daemon.csr")
    (folder / "names").write_text("subjectAltName=IP:127.0.0.1\n")
    openssl("x509", "-req", "-in", "daemon.csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2",
            "-extfile", "names", "-out", "daemon.crt")
    return folder


@pytest.fixture
def secured(authority, baton_daemon):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(authority / "daemon.crt", authority / "daemon.key")
    with Proxy(baton_daemon.port, context) as proxy:
        yield proxy


def ask(shell, url, ca_file):
    if shell == "blocking":
        with Client(url, ca_file=ca_file) as client:
            return [client.livez().status for _ in range(2)]

    async def awaiting():
        async with AsyncClient(url, ca_file=ca_file) as client:
            return [(await client.livez()).status for _ in range(2)]

    return asyncio.run(awaiting())


@pytest.mark.parametrize("shell", ["blocking", "awaiting"])
def test_a_certificate_of_a_known_authority_is_trusted_and_no_other(secured, authority, shell, monkeypatch):
    ca_file = str(authority / "ca.crt")
    assert ask(shell, secured.url, ca_file) == ["alive", "alive"]
    with pytest.raises(Untrusted, match="BATON_CA_FILE"):
        ask(shell, secured.url, None)
    with pytest.raises(Untrusted, match="localhost"):
        ask(shell, secured.url.replace("127.0.0.1", "localhost"), ca_file)
    monkeypatch.setenv("BATON_CA_FILE", ca_file)
    assert ask(shell, secured.url, None) == ["alive", "alive"]
