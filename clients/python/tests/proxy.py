"""Stands between clients and the daemon, and spoils their connections on demand."""

import socket
import struct
import threading


class Proxy:
    """Listens on a free port. A control holds from the next bytes on."""

    def __init__(self, port, tls=None):
        """`tls`: the context of a server that takes TLS off what comes."""
        self._target = port
        self._tls = tls
        self._guard = threading.Condition()
        self._pairs = []
        self._dead = set()
        self._refusing = False
        self._held = False
        self._losing = 0
        self.lost = 0
        self.connections = 0
        self.requests = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.url = f"{'https' if tls else 'http'}://127.0.0.1:{self.port}"
        self._start(self._accept)

    def cut(self):
        """Resets every live connection."""
        with self._guard:
            pairs, self._pairs = self._pairs, []
        for pair in pairs:
            for sock in pair:
                _reset(sock)

    def refuse(self, on):
        """While set, nobody is served."""
        self._refusing = on
        if on:
            self.cut()

    def vanish(self):
        """What is live stays open, and carries nothing any more: as if the machine at the other end were gone."""
        with self._guard:
            self._dead.update(self._pairs)

    def hold(self, on):
        """While set, nothing is carried from the daemon: to a client it is very slow. Then it all comes."""
        with self._guard:
            self._held = on
            self._guard.notify_all()

    def lose_replies(self, count):
        """So many of the next answers are thrown away and their connections cut: the daemon has done it, nobody hears."""
        with self._guard:
            self._losing = count

    def wait_for_lost(self, count, patience=30):
        with self._guard:
            assert self._guard.wait_for(lambda: self.lost >= count, patience), f"{self.lost} answers were lost"

    def close(self):
        self._refusing = True
        self._listener.close()
        self.hold(False)
        self.cut()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def _start(self, run, *arguments):
        threading.Thread(target=run, args=arguments, daemon=True).start()

    def _accept(self):
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            try:
                if self._refusing:
                    raise ConnectionRefusedError
                if self._tls is not None:
                    client = self._tls.wrap_socket(client, server_side=True)
                daemon = socket.create_connection(("127.0.0.1", self._target))
            except OSError:
                _reset(client)
                continue
            pair = (client, daemon)
            with self._guard:
                self._pairs.append(pair)
            self._start(self._carry, pair, client, daemon, self._pass_on)
            self._start(self._carry, pair, daemon, client, self._bring_back)

    def _carry(self, pair, source, sink, pass_on):
        try:
            while True:
                data = source.recv(65536)
                if not data or (pair not in self._dead and not pass_on()):
                    break
                if pair not in self._dead:
                    sink.sendall(data)
        except OSError:
            pass
        for sock in (source, sink):
            _reset(sock)

    def _pass_on(self):
        with self._guard:
            self.requests += 1
        return True

    def _bring_back(self):
        with self._guard:
            while self._held:
                self._guard.wait()
            if self._losing == 0:
                return True
            self._losing -= 1
            self.lost += 1
            self._guard.notify_all()
            return False


def _reset(sock):
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        sock.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
    sock.close()
