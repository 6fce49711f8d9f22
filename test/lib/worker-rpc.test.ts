import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { WorkerClient, WorkerGone } from '../../src-main/lib/index.ts'
import { programAt } from '../support/programs.ts'
import { tempDir } from '../support/temp.ts'
import { hasPipes } from '../support/system.ts'

function open(startMs = 0): WorkerClient {
  const client = new WorkerClient(pathToFileURL(programAt('rpc-child')), { workerData: { startMs } })
  onTestFinished(() => void client.terminate())
  return client
}

test('calls go side by side and each gets its own answer', async () => {
  const client = open()
  const sums = await Promise.all([1, 2, 3].map((b) => client.call<number>('add', { a: 1, b })))
  expect(sums).toEqual([2, 3, 4])
})

test('an error crosses with its name, message and code, and the worker goes on', async () => {
  const client = open()
  await expect(client.call('fail')).rejects.toMatchObject({
    name: 'TypeError',
    message: 'no such thing',
    code: 'ENOENT',
  })
  await expect(client.call('nothing')).rejects.toThrow('there is no method nothing')
  expect(await client.call('add', { a: 2, b: 2 })).toBe(4)
})

test('what is told comes before the answer, in order', async () => {
  const told: unknown[] = []
  expect(await open().call('count', 3, { onEvent: (n) => told.push(n) })).toBe('done')
  expect(told).toEqual([1, 2, 3])
})

test('a signal cancels the call in the worker', async () => {
  const control = new AbortController()
  const answer = open().call('untilCancelled', undefined, { signal: control.signal })
  control.abort()
  expect(await answer).toBe('cancelled')
})

test('bytes can be handed over', async () => {
  const bytes = new Uint8Array(1000)
  expect(await open().call('length', bytes, { transfer: [bytes.buffer] })).toBe(1000)
  expect(bytes.byteLength).toBe(0)
})

test('a worker that takes too long is ended, and every open call fails', async () => {
  const client = open()
  await client.call('add', { a: 1, b: 1 })
  const other = client.call('untilCancelled')
  other.catch(() => undefined)
  await expect(client.call('hang', undefined, { deadlineMs: 50 })).rejects.toThrow('hang took too long')
  await expect(other).rejects.toBeInstanceOf(WorkerGone)
  await expect(client.call('add', { a: 1, b: 1 })).rejects.toBeInstanceOf(WorkerGone)
  expect(client.isGone).toBe(true)
})

test('a worker that starts slowly is not silent, and one that says nothing afterwards is', async () => {
  const silenceMs = 200
  expect(await open(5 * silenceMs).call('count', 1, { silenceMs })).toBe('done')
  await expect(open().call('hang', undefined, { silenceMs })).rejects.toMatchObject({ code: 'ETIMEDOUT' })
})

test('a worker that dies fails what is open', async () => {
  await expect(open().call('die')).rejects.toThrow('the worker ended without an answer')
})

test.skipIf(!hasPipes)('a process ends although a worker that it abandoned hangs in the system', () => {
  const pipe = join(tempDir(), 'pipe') // nobody ever writes to it
  execFileSync('mkfifo', [pipe])
  const options = { encoding: 'utf8', timeout: 20_000 } as const
  const { stdout, signal } = spawnSync(process.execPath, [programAt('abandon-child'), pipe], options)
  expect({ stdout, signal }).toEqual({ stdout: 'WorkerGone: it hangs', signal: 'SIGKILL' })
})
