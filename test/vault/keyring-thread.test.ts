import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { openSystemKeyring } from '../../src-main/vault/index.ts'
import { tempDir } from '../support/temp.ts'

/** A keyring on a thread of this code; `idle` makes the time pass after which it is not needed any more. */
function open(code: string) {
  const path = join(tempDir(), 'thread.mjs')
  writeFileSync(path, `import { parentPort, threadId } from 'node:worker_threads'\n${code}`)
  const waiting = new Set<() => void>()
  const after = (_ms: number, run: () => void) => {
    waiting.add(run)
    return () => void waiting.delete(run)
  }
  const keyring = openSystemKeyring({ service: 'any', platform: 'linux', thread: pathToFileURL(path), after })
  return { keyring, idle: () => waiting.forEach((run) => run()), waiting }
}

const answering = "parentPort.on('message', ({ id }) => parentPort.postMessage({ id, value: String(threadId) }))"

test('the thread of the keychain is used again while it is needed, and ended when it is not', async () => {
  const { keyring, idle, waiting } = open(answering)
  const first = await keyring.get('a')
  expect(await keyring.get('b')).toBe(first)
  expect(waiting.size).toBe(1)
  idle()
  expect(await keyring.get('a')).not.toBe(first)
})

test('one that breaks is told, and the next question has another', async () => {
  const { keyring, idle } = open("parentPort.on('message', () => { throw new Error('broken') })")
  await expect(keyring.get('a')).rejects.toThrow('broken')
  await expect(keyring.get('a')).rejects.toThrow('broken')
  idle()
})
