import pathlib

import pytest

import baton
from baton import find_daemon


def found(tmp_path, environ=None, **arguments):
    place = find_daemon(environ=environ or {}, folder=tmp_path, **arguments)
    place.renew_token()
    return place


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_without_anything_said_it_is_the_local_daemon_and_its_token(tmp_path):
    write(tmp_path / "baton.token", "secret\n")
    place = found(tmp_path)
    assert (place.url, place.token) == ("http://127.0.0.1:7777", "secret")


def test_arguments_stand_above_the_environment_and_that_above_the_file(tmp_path):
    write(tmp_path / "baton.toml", 'listen = "127.0.0.1:1"\ntoken_file = "c"\n[table]\nlisten = "127.0.0.1:9"\n')
    for name in ("a", "b", "c"):
        write(tmp_path / name, f"token-{name}")
    environ = {"BATON_URL": "http://localhost:2", "BATON_TOKEN_FILE": str(tmp_path / "b")}
    assert found(tmp_path).url == "http://127.0.0.1:1" and found(tmp_path).token == "token-c"
    assert found(tmp_path, environ).url == "http://localhost:2" and found(tmp_path, environ).token == "token-b"
    assert found(tmp_path, {**environ, "BATON_TOKEN": "text"}).token == "text"
    named = found(tmp_path, environ, url="http://[::1]:3", token_file=str(tmp_path / "a"))
    assert named.url == "http://[::1]:3" and named.token == "token-a"
    assert found(tmp_path, environ, token="given").token == "given"


def test_the_note_of_a_daemon_leads_to_its_token_from_any_folder(tmp_path):
    token = write(tmp_path / "elsewhere" / "baton.token", "noted")
    write(tmp_path / "state" / "baton" / "daemons" / "127.0.0.1:7777", f"{token}\n")
    assert found(tmp_path, {"XDG_STATE_HOME": str(tmp_path / "state")}).token == "noted"


def test_the_token_is_beside_the_store(tmp_path):
    write(tmp_path / "deep" / "baton.token", "beside")
    assert found(tmp_path, {"BATON_STORE": "sqlite:deep/state.db"}).token == "beside"


def test_a_token_file_that_changes_is_read_again(tmp_path):
    path = write(tmp_path / "baton.token", "old")
    place = found(tmp_path)
    assert not place.renew_token()
    path.write_text("new")
    assert place.renew_token() and place.token == "new"


@pytest.mark.parametrize("url", ["ftp://x", "http://", "http://host:port", "http://127.0.0.1/path", "http://u:p@127.0.0.1"])
def test_what_is_no_address_is_refused(tmp_path, url):
    with pytest.raises(baton.Invalid, match="no address"):
        found(tmp_path, url=url)


def test_a_token_never_crosses_a_network_in_clear(tmp_path):
    with pytest.raises(baton.Invalid, match="TLS"):
        found(tmp_path, url="http://baton.example")
    assert found(tmp_path, url="https://baton.example", token="t").url == "https://baton.example:7777"


def test_a_missing_token_names_the_next_step(tmp_path):
    with pytest.raises(baton.Unauthorized, match="BATON_TOKEN_FILE"):
        found(tmp_path)
    with pytest.raises(baton.Unauthorized, match="BATON_TOKEN"):
        found(pathlib.Path("/nonexistent"), url="https://baton.example")
