import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isMetered } from '../../src-main/mods/repair/index.ts'
import { readHolders, whoHolds, whoHoldsByProc, whoHoldsOnWindows } from '../../src-main/mods/repair/who-holds.ts'
import { tempDir } from '../support/temp.ts'
import { write } from './support.ts'

describe('a network that is paid by use', () => {
  it.each([
    ['linux', 'no (guessed)\nunknown\n', false],
    ['linux', 'unknown\nyes (guessed)\n', true],
    ['linux', '', false],
    ['win32', 'Unrestricted\r\n', false],
    ['win32', 'Fixed\r\n', true],
    ['win32', 'Variable\r\n', true],
    ['win32', 'Unknown\r\n', false],
    ['win32', 'Unlimited\r\n', true],
    ['win32', '', true],
    ['darwin', '', false],
  ] as const)('is told by %s: %j', async (platform, told, expected) => {
    expect(await isMetered(() => Promise.resolve({ code: 0, stdout: told }), platform)).toBe(expected)
  })
})

it('fetches nothing on a network of which Windows refuses to tell, and takes it for free elsewhere', async () => {
  const refuses = (stdout: string) => () => Promise.resolve({ code: 1, stdout })
  expect(await isMetered(refuses('Unrestricted'), 'win32')).toBe(true)
  expect(await isMetered(refuses('yes'), 'linux')).toBe(false)
})

describe('who holds a file', () => {
  it.runIf(process.platform === 'linux')('is told by its program, over links, and not when nobody does', async () => {
    const folder = tempDir()
    write(folder, 'held.pbo', 'held')
    write(folder, 'free.pbo', 'free')
    symlinkSync(join(folder, 'held.pbo'), join(folder, 'link.pbo'))
    const script = `require('fs').openSync(process.argv[1], 'r'); console.log('open'); setInterval(() => {}, 1e6)`
    const holder = spawn(process.execPath, ['-e', script, join(folder, 'held.pbo')])
    onTestFinished(() => void holder.kill())
    await once(holder.stdout, 'data')
    const name = basename(process.execPath)
    expect(await whoHolds(join(folder, 'held.pbo'))).toBe(name)
    expect(await whoHolds(join(folder, 'link.pbo'))).toBe(name)
    expect(await whoHolds(join(folder, 'free.pbo'))).toBeNull()
    expect(await whoHolds(join(folder, 'nothing.pbo'))).toBeNull()
  })

  it('is read from what the Restart Manager told, ourselves left out', () => {
    const told = '4242\tLoadout\r\n5151\tArma 3\r\n616\tMicrosoft Defender-Antivirusdienst\r\n'
    expect(readHolders(told, [4242])).toBe('Arma 3')
    expect(readHolders(told, [4242, 5151])).toBe('Microsoft Defender-Antivirusdienst')
    for (const nothing of ['', '\r\n', 'Add-Type : error\r\n', '12 no tab', '\tname'])
      expect(readHolders(nothing, [])).toBeNull()
  })

  it('is asked on Windows with a path that no shell reads', async () => {
    const path = `C:\\Games\\A'"; $(calc)\\x.pbo`
    const asked: unknown[] = []
    const run = (file: string, args: readonly string[], env = {}) => {
      asked.push([file, env])
      expect(Buffer.from(args.at(-1) ?? '', 'base64').toString('utf16le')).toContain('RmGetList')
      expect(args.join(' ')).not.toContain('calc')
      return Promise.resolve({ code: 0, stdout: '7\tGame\r\n' })
    }
    expect(await whoHoldsOnWindows(path, run, { SystemRoot: 'D:\\Win' })).toBe('Game')
    const shell = 'D:\\Win\\System32\\WindowsPowerShell\\v1.0\\powershell.exe'
    expect(asked).toEqual([[shell, { LOADOUT_HELD_FILE: path }]])
  })

  it('is not told where the system does not tell', async () => {
    expect(await whoHoldsByProc('/any/file', join(tempDir(), 'no-proc'))).toBeNull()
  })
})
