import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { writeFileAtomic } from '../../src-main/lib/index.ts'
import { injectFileFaults } from '../../src-main/lib/faults/files.ts'
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { injectFaults } from '../../src-main/lib/faults/index.ts'
import { jumpingClock, parseFaults } from '../../src-main/lib/faults/parse.ts'
import { openDemo } from '../../src-main/demo/open.ts'
import { serveFaults } from '../../src-main/demo/serve-faults.ts'
import { tempDir } from '../support/temp.ts'

describe('injected faults', () => {
  it('are read from their words, and a wrong word is told', () => {
    expect(
      parseFaults('rename:EBUSY@.pbo*2, http:503@/v1/mods*1,http:truncate@/files,clock:-60000,clock:+5*3,haste:20'),
    ).toEqual({
      files: [{ deed: 'rename', errno: 'EBUSY', match: '.pbo', times: 2 }],
      service: [
        { kind: 'status', status: 503, match: '/v1/mods', times: 1 },
        { kind: 'truncate', status: 0, match: '/files', times: Infinity },
      ],
      clock: [
        { ms: -60_000, atReading: 1 },
        { ms: 5, atReading: 3 },
      ],
      haste: 20,
    })
    expect(parseFaults('').haste).toBe(1)
    for (const wrong of ['rename', 'rename:EBUSY', 'unlink:EIO@x', 'http:5@x', 'clock:1', 'haste:0'])
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

  it('make deeds that wait for no promise fail as well, as the threads of the app do them', () => {
    const path = join(tempDir(), 'core.pbo')
    writeFileSync(path, 'a')
    onTestFinished(injectFileFaults([{ deed: 'open', errno: 'EIO', match: 'core.pbo', times: 1 }]))
    expect(() => openSync(path, 'r')).toThrow(expect.objectContaining({ code: 'EIO' }))
    closeSync(openSync(path, 'r'))
  })

  it('let the clock jump at a reading of its own', () => {
    const clock = jumpingClock(
      [
        { ms: -100, atReading: 1 },
        { ms: 1_000, atReading: 3 },
      ],
      () => 500,
    )
    expect([clock(), clock(), clock(), clock()].map(Number)).toEqual([400, 400, 1_400, 1_400])
  })

  it('show that a full disk leaves the old file as it was', async () => {
    const path = join(tempDir(), 'kept.json')
    await writeFileAtomic(path, 'old')
    onTestFinished(injectFileFaults([{ deed: 'open', errno: 'ENOSPC', match: 'kept.json.', times: 1 }]))
    await expect(writeFileAtomic(path, 'new')).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(await readFile(path, 'utf8')).toBe('old')
  })

  it('reach whatever the demo serves: the information service, its files and its bank', async () => {
    const demo = await openDemo({ dataDir: tempDir(), now: () => new Date() })
    onTestFinished(() => demo.close())
    const words = 'http:503@/v1/mods*1,http:not-json@/v1/servers*1,http:truncate@.pbo*1,http:reset@/panel*1'
    serveFaults(demo.service, parseFaults(words).service)
    const { baseUrl, infoUrl } = demo.service
    expect((await fetch(`${baseUrl}/v1/mods`)).status).toBe(503)
    expect((await fetch(`${baseUrl}/v1/mods`)).status).toBe(200)
    expect(await (await fetch(`${baseUrl}/v1/servers`)).text()).toContain('Fatal error')
    const fonts = `${baseUrl}/files/@Nordwind/addons/nw_fonts.pbo`
    await expect((await fetch(fonts)).arrayBuffer()).rejects.toThrow()
    const whole = await fetch(fonts)
    expect([whole.status, (await whole.arrayBuffer()).byteLength > 1_000]).toEqual([200, true])
    await expect(fetch(infoUrl)).rejects.toThrow()
    expect((await fetch(infoUrl)).status).toBeLessThan(500)
  })

  it('make a folder that cannot be made and a file that cannot be read or written, by promise and at once', async () => {
    const path = join(tempDir(), 'sick')
    const words = 'mkdir:EPERM@sick,writeFile:ENOSPC@sick,readFile:EIO@sick'
    onTestFinished(injectFileFaults(parseFaults(words).files))
    await expect(mkdir(path)).rejects.toMatchObject({ code: 'EPERM' })
    await expect(writeFile(path, '')).rejects.toMatchObject({ code: 'ENOSPC' })
    await expect(readFile(path)).rejects.toMatchObject({ code: 'EIO' })
    expect(() => writeFileSync(path, '')).toThrow(expect.objectContaining({ code: 'ENOSPC' }))
  })

  it('never reach a packaged app', () => {
    expect(injectFaults('clock:+5', true).clock).toEqual([])
    expect(injectFaults('clock:+5', false).clock).toEqual([{ ms: 5, atReading: 1 }])
  })
})
