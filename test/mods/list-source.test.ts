import { execFileSync } from 'node:child_process'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { NoList, readList } from '../../src-main/cli/list-source.ts'
import { serve } from '../support/serve.ts'
import { tempDir } from '../support/temp.ts'
import { hasPipes } from '../support/system.ts'

it('that drips is given up by its speed, and that is said', async () => {
  const baseUrl = await serve((_, response) => {
    const drips = setInterval(() => response.write('x'), 5)
    response.once('close', () => clearInterval(drips))
  })
  const timeouts = { connectMs: 20_000, headersMs: 20_000, stallMs: 20_000, slowMs: 100, bodyMs: 20_000 }
  const { signal } = new AbortController()
  const given = await readList({ baseUrl, mod: 7 }, signal, timeouts).catch((error: unknown) => error)
  expect(given).toBeInstanceOf(NoList)
  expect(given).toMatchObject({
    ...{ reason: 'unreachable', code: 'too-slow' },
    message: `${baseUrl}/v1/mod/hashlist/7: the server responds too slowly`,
  })
})

function makePipe(): string {
  const pipe = join(tempDir(), 'pipe')
  execFileSync('mkfifo', [pipe])
  return pipe
}

describe.skipIf(!hasPipes)('a list that comes through a pipe', () => {
  it('is read to its end', async () => {
    const pipe = makePipe()
    const text = JSON.stringify('x'.repeat(200_000))
    const read = readList({ file: pipe }, new AbortController().signal)
    await writeFile(pipe, text)
    expect(new TextDecoder().decode(await read)).toBe(text)
  })

  it('can be interrupted while nobody writes', async () => {
    const pipe = makePipe()
    const control = new AbortController()
    const read = readList({ file: pipe }, control.signal).catch((error: unknown) => error)
    const writer = await open(pipe, 'w') // comes once the pipe has its reader
    control.abort()
    expect(await read).toBe(control.signal.reason)
    await writer.close()
  })
})
