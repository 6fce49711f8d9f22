import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type LookupFunction } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { Connections } from '../../src-main/http/index.ts'
import { isLinux } from '../support/system.ts'

const script = fileURLToPath(new URL('../support/slow-to-answer.mjs', import.meta.url))

// Only Linux leaves a connection waiting at a full queue.
it.skipIf(!isLinux)(
  'a slow connection is not given up for another address of the name that does not work',
  async () => {
    const server = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] })
    onTestFinished(() => void server.kill())
    const [line] = (await once(server.stdout, 'data')) as [Buffer]
    const port = Number(line)
    const fillers = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => undefined))
    onTestFinished(() => fillers.forEach((socket) => socket.destroy()))
    await once(fillers[1] ?? fail(), 'connect')
    const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }))
    const lookup: LookupFunction = (_name, _options, callback) => callback(null, addresses)
    const connections = new Connections({ connectMs: 20_000, lookup })
    onTestFinished(() => connections.close())
    const answer = await connections.get({
      connections,
      url: new URL(`http://files.example.org:${port}/`),
      headers: {},
      timeouts: { headersMs: 20_000, stallMs: 20_000, slowMs: 60_000 },
      signal: new AbortController().signal,
    })
    expect(await answer.body.text()).toBe('here')
  },
)

const fail = (): never => {
  throw new Error('no connection')
}
