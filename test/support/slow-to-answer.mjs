// A server whose queue of connections is short, and which takes none of them for a while. The system then answers a new one after a second.
import { createServer } from 'node:net'

const server = createServer((socket) => {
  socket.on('error', () => undefined)
  socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nhere'))
})
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  process.stdout.write(`${server.address().port}\n`, () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700)
  })
})
process.stdin.once('end', () => process.exit()).resume()
