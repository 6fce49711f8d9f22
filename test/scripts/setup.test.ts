import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkIntegrity } from '../../scripts/lib/npm-package.mjs'
import { sourceDigest } from '../../scripts/lib/build.mjs'
import { missingPackages } from '../../scripts/lib/dependencies.mjs'
import { capture, relay } from '../../scripts/lib/run.mjs'
import { stampIs, writeStamp } from '../../scripts/lib/stamp.mjs'
import { hasNoDisplay } from '../../scripts/lib/system.mjs'
import { isWindows } from '../support/system.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'loadout-setup-'))))
afterEach(() => rmSync(folder, { recursive: true }))

describe('installed packages', () => {
  const lock = {
    packages: {
      '': { version: '1.0.0' },
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { version: '2.0.0' },
      'node_modules/b-other-platform': { version: '2.0.0', optional: true },
    },
  }

  it('are complete when every locked version is there; optional ones may be absent', () => {
    const packages = {
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { version: '2.0.0' },
      extra: { version: '1.0.0' },
    }
    expect(missingPackages(lock, { packages })).toEqual([])
  })

  it('are incomplete when one is absent or of another version', () => {
    expect(missingPackages(lock, {})).toEqual(['node_modules/a', 'node_modules/b'])
    const packages = { 'node_modules/a': { version: '1.0.1' }, 'node_modules/b': { version: '2.0.0' } }
    expect(missingPackages(lock, { packages })).toEqual(['node_modules/a'])
  })
})

describe('a fetched file', () => {
  it('is refused when its integrity is not the expected one', async () => {
    const file = join(folder, 'package.tgz')
    writeFileSync(file, 'content')
    const integrity = `sha512-${createHash('sha512').update('content').digest('base64')}`
    await expect(checkIntegrity(file, integrity)).resolves.toBeUndefined()
    writeFileSync(file, 'c0ntent')
    await expect(checkIntegrity(file, integrity)).rejects.toThrow(/refused/)
  })
})

describe('the build', () => {
  it('is stale when a source changes, is renamed or removed, and not when it is only touched', () => {
    mkdirSync(join(folder, 'src-main/module'), { recursive: true })
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
    const digest = () => sourceDigest(folder, ['src-main', 'package.json'])
    write('package.json', '{}')
    write('src-main/module/a.ts', 'a')
    const first = digest()
    write('src-main/module/a.ts', 'a')
    expect(digest()).toBe(first)
    write('src-main/module/b.ts', 'a')
    const second = digest()
    expect(second).not.toBe(first)
    rmSync(join(folder, 'src-main/module/b.ts'))
    expect(digest()).toBe(first)
    write('src-main/module/a.ts', 'b')
    expect(digest()).not.toBe(first)
  })

  it('is remembered by a stamp that must match exactly', () => {
    const stamp = join(folder, 'deep', 'stamp')
    expect(stampIs(stamp, 'x')).toBe(false)
    writeStamp(stamp, 'x')
    expect(stampIs(stamp, 'x')).toBe(true)
    expect(stampIs(stamp, 'xy')).toBe(false)
  })
})

describe('running programs', () => {
  it('keeps output and exit code, and survives a program that does not exist', async () => {
    const code = 'console.log(1); console.error(2); process.exit(3)'
    expect(await capture(process.execPath, ['-e', code])).toEqual({ code: 3, stdout: '1\n', stderr: '2\n' })
    expect(await capture(join(folder, 'absent'), [])).toMatchObject({ code: -1 })
  })

  it('hands on exit codes and signals', async () => {
    const run = (code: string) => relay(process.execPath, ['-e', code], { stdio: 'ignore' })
    expect(await run('process.exit(7)')).toBe(7)
    if (!isWindows) expect(await run('process.kill(process.pid, "SIGINT"); setInterval(() => {}, 1000)')).toBe(130)
  })

  it('needs a virtual display only on Linux without any', () => {
    expect(hasNoDisplay({})).toBe(process.platform === 'linux')
    expect(hasNoDisplay({ DISPLAY: ':0' })).toBe(false)
    expect(hasNoDisplay({ WAYLAND_DISPLAY: 'wayland-0' })).toBe(false)
  })
})
