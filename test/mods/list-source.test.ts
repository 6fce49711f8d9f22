import { execFileSync } from 'node:child_process'
import { constants, openSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { readList } from '../../src-main/cli/list-source.ts'
import { tempDir } from '../support/temp.ts'

function makePipe(): string {
  const pipe = join(tempDir(), 'pipe')
  execFileSync('mkfifo', [pipe])
  return pipe
}

describe.skipIf(process.platform === 'win32')('a list that comes through a pipe', () => {
  it('is read to its end', async () => {
    const pipe = makePipe()
    const text = JSON.stringify('x'.repeat(200_000))
    const read = readList({ file: pipe }, new AbortController().signal)
    await writeFile(pipe, text)
    expect(await read).toBe(text)
  })

  it('can be interrupted while nobody writes', async () => {
    const pipe = makePipe()
    const control = new AbortController()
    const read = readList({ file: pipe }, control.signal).catch((error: unknown) => error)
    // a pipe has its reader once it can be opened for writing without waiting
    const hasReader = () => {
      try {
        return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK) > 0
      } catch {
        return false
      }
    }
    while (!hasReader()) await sleep(5)
    control.abort()
    expect(await read).toBe(control.signal.reason)
  })
})
