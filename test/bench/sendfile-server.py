"""Serves a folder on loopback as web servers do, by sendfile; says its port. Node has no such call."""
import os
import socket
import sys
import threading
import urllib.parse

folder = sys.argv[1]
server = socket.create_server(("127.0.0.1", 0), backlog=64)
print(server.getsockname()[1], flush=True)


def serve(connection):
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    lines = connection.makefile("rb")
    try:
        while request := lines.readline():
            path = urllib.parse.unquote(request.split()[1].decode()).lstrip("/")
            while lines.readline() not in (b"\r\n", b""):
                pass
            file = os.open(os.path.join(folder, path), os.O_RDONLY)
            size, sent = os.fstat(file).st_size, 0
            connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n" % size)
            while sent < size:
                sent += os.sendfile(connection.fileno(), file, sent, size - sent)
            os.close(file)
    except OSError:
        connection.close()


while True:
    threading.Thread(target=serve, args=(server.accept()[0],), daemon=True).start()
