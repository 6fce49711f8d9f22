import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { connect, type BankRequest } from '../../src-main/bank/connection.ts'
import { watchTraffic } from '../../src-main/lib/index.ts'
import { serve } from '../support/serve.ts'
import { limits, setup, transfer } from './setup.ts'

/** A server that answers as told; says how many connections there were and what was asked on them. */
async function serveBank(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: string[] = []
  let connections = 0
  const server = createServer().on('connection', () => connections++)
  const base = await serve((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    answer(request.resume(), response)
  }, server)
  const url = new URL('/order', base)
  return { url, asked, connections: () => connections }
}
const post = (url: URL, body = 'amount=1'): BankRequest => ({ method: 'POST', url, headers: {}, body })

test.each([301, 302, 303, 307, 308])('a %i answer is handed back; nothing is sent after it', async (status) => {
  const { url, asked, connections } = await serveBank((_request, response) =>
    response.writeHead(status, { location: '/again', connection: 'keep-alive' }).end(),
  )
  const answer = await (await connect(url, limits)).send(post(url))
  expect(answer).toMatchObject({ status, headers: { location: '/again' } })
  expect({ asked, connections: connections() }).toEqual({ asked: ['POST /order'], connections: 1 })
})

test('two requests never share a connection, even where the server offers to keep it', async () => {
  const { url, connections } = await serveBank((_request, response) =>
    response.writeHead(200, { connection: 'keep-alive', 'keep-alive': 'timeout=60' }).end('ok'),
  )
  for (let turn = 0; turn < 3; turn++) await (await connect(url, limits)).send(post(url))
  expect(connections()).toBe(3)
})

test.each(['before any byte of an answer', 'in the middle of one'])(
  'a cut %s is an error, not a second try',
  async (when) => {
    const { url, asked, connections } = await serveBank((request, response) => {
      if (when.startsWith('in')) {
        response.writeHead(200, { 'content-length': 100 })
        response.write('half', () => request.socket.destroy())
      } else request.socket.destroy()
    })
    await expect((await connect(url, limits)).send(post(url))).rejects.toThrow(/connection: /)
    expect({ asked, connections: connections() }).toEqual({ asked: ['POST /order'], connections: 1 })
  },
)

test('a server that hangs up before it is asked is seen: the connection says that it is broken', async () => {
  const sockets: Socket[] = []
  const server = createTcpServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const connection = await connect(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), limits)
  await expect.poll(() => sockets.length).toBe(1)
  expect(connection.broken).toBe(false)
  sockets[0]?.end()
  await expect.poll(() => connection.broken).toBe(true)
})

test('an interim answer is none, and a packed one is unpacked within the limit', async () => {
  const { url } = await serveBank((request, response) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' })
    response.writeHead(200, { 'content-encoding': 'gzip' })
    response.end(gzipSync(request.headers['x-size'] ? Buffer.alloc(3 << 20) : 'Käse'))
  })
  expect((await (await connect(url, limits)).send(post(url))).text).toBe('Käse')
  const bomb = { ...post(url), headers: { 'x-size': 'large' } }
  await expect((await connect(url, { ...limits, maxBytes: 1 << 20 })).send(bomb)).rejects.toThrow(
    'connection: too-large',
  )
})

test.each([
  [307, '/panel/banking/NH100001', 'unknown'],
  [308, '/panel/banking/NH100001', 'unknown'],
  [302, 'https://elsewhere.example/thanks', 'unknown'],
])('a transfer answered with %i to %s is not sent anew, and %s', async (status, location, state) => {
  const fixture = await setup({}, (demo) => [
    (request) => {
      if (request.method !== 'POST' || request.path.endsWith('/data')) return undefined
      demo.route(request) // the bank has it
      return { status, headers: { location }, body: '' }
    },
  ])
  const { bank, demo, service, signIn } = fixture
  await signIn()
  expect(await transfer(bank, 5)).toMatchObject({ state })
  const posts = service.asked.filter(({ method, path }) => method === 'POST' && !path.endsWith('/data'))
  expect({ posts: posts.length, orders: demo.orders.length }).toEqual({ posts: 1, orders: 1 })
})

test('what the bank is told stands in the list of what left the computer', async () => {
  const traffic = watchTraffic(() => new Date(7))
  onTestFinished(() => traffic.close())
  const { bank, service, signIn } = await setup()
  await signIn()
  await transfer(bank, 5)
  const { host } = new URL(service.infoUrl)
  const [row] = traffic.list()
  expect(row).toMatchObject({ host, requests: service.asked.length, lastAt: 7 })
  expect(row?.sentBytes).toBeGreaterThan(300 * service.asked.length)
  expect(row?.receivedBytes).toBeGreaterThan(1_000)
})
