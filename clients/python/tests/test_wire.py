import pytest

from baton import Misunderstood
from baton._wire import AnswerReader, Cut, request_bytes

PLAIN = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{\"a\":1}"
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\n{\"a\r\n4\r\n\":1}\r\n0\r\nTrailer: 1\r\n\r\n"
UNTIL_CLOSED = b"HTTP/1.1 200 OK\r\n\r\n{\"a\":1}"


def read(pieces):
    reader = AnswerReader()
    for piece in pieces:
        reader.feed(piece)
    return reader


def test_a_request_names_the_length_of_its_body():
    assert request_bytes("POST", "/v1/x", {"Host": "h"}, b"{}") == (
        b"POST /v1/x HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}")
    assert request_bytes("GET", "/v1/x", {}, None) == b"GET /v1/x HTTP/1.1\r\n\r\n"
    assert b"Content-Length: 0" in request_bytes("POST", "/v1/x", {}, None)


@pytest.mark.parametrize("text", [PLAIN, CHUNKED], ids=["plain", "chunked"])
def test_an_answer_is_whole_wherever_it_is_cut_into_pieces(text):
    for cut in range(1, len(text)):
        reader = read([text[:cut], text[cut:]])
        assert reader.answer is not None and reader.answer.body == b'{"a":1}' and reader.keep_alive
        with pytest.raises(Cut):
            read([text[:cut], b""])
    assert read([bytes([byte]) for byte in text]).answer.body == b'{"a":1}'


def test_an_answer_without_length_lasts_as_long_as_its_connection():
    reader = read([UNTIL_CLOSED])
    assert reader.answer is None
    reader.feed(b"")
    assert reader.answer.body == b'{"a":1}' and not reader.keep_alive


def test_an_interim_answer_is_skipped():
    assert read([b"HTTP/1.1 100 Continue\r\n\r\n" + PLAIN]).answer.status == 200


def test_204_has_no_body_and_close_is_heard():
    reader = read([b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"])
    assert reader.answer.status == 204 and not reader.keep_alive


@pytest.mark.parametrize("text", [b"SSH-2.0-OpenSSH\r\n\r\n", b"HTTP/1.1 abc\r\n\r\n", b"x" * 70000,
                                  b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"])
def test_what_is_no_http_is_said_to_be_none(text):
    with pytest.raises(Misunderstood):
        read([text])
