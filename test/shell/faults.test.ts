import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { writeFileAtomic } from '../../src-main/lib/index.ts'
import { injectFileFaults } from '../../src-main/shell/faults/files.ts'
import { injectFaults } from '../../src-main/shell/faults/index.ts'
import { parseFaults } from '../../src-main/shell/faults/parse.ts'
import { tempDir } from '../support/temp.ts'

describe('injected faults', () => {
  it('are read from their words, and a wrong word is told', () => {
    expect(parseFaults('rename:EBUSY@.pbo*2, http:503@/v1/mods*1,http:truncate@/files,clock:-60000')).toEqual({
      files: [{ deed: 'rename', errno: 'EBUSY', match: '.pbo', times: 2 }],
      service: [
        { kind: 'status', status: 503, match: '/v1/mods', times: 1 },
        { kind: 'truncate', status: 0, match: '/files', times: Infinity },
      ],
      clockShiftMs: -60_000,
    })
    for (const wrong of ['rename', 'rename:EBUSY', 'unlink:EIO@x', 'http:5@x', 'clock:1'])
      expect(() => parseFaults(wrong)).toThrow()
  })

  it('make a deed fail as often as told, and only on paths that match', async () => {
    const dir = tempDir()
    onTestFinished(injectFileFaults([{ deed: 'rename', errno: 'EBUSY', match: 'core.pbo', times: 2 }]))
    await writeFile(join(dir, 'a'), 'a')
    await rename(join(dir, 'a'), join(dir, 'b'))
    for (let n = 0; n < 2; n++)
      await expect(rename(join(dir, 'b'), join(dir, 'core.pbo'))).rejects.toMatchObject({ code: 'EBUSY' })
    await rename(join(dir, 'b'), join(dir, 'core.pbo'))
    expect((await stat(join(dir, 'core.pbo'))).size).toBe(1)
  })

  it('show that a full disk leaves the old file as it was', async () => {
    const path = join(tempDir(), 'kept.json')
    await writeFileAtomic(path, 'old')
    onTestFinished(injectFileFaults([{ deed: 'open', errno: 'ENOSPC', match: 'kept.json.', times: 1 }]))
    await expect(writeFileAtomic(path, 'new')).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(await readFile(path, 'utf8')).toBe('old')
  })

  it('never reach a packaged app', () => {
    expect(injectFaults('clock:+5', true).clockShiftMs).toBe(0)
    expect(injectFaults('clock:+5', false).clockShiftMs).toBe(5)
  })
})
