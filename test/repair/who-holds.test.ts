import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { whoHolds } from '../../src-main/mods/repair/who-holds.ts'
import { tempDir } from '../support/temp.ts'
import { write } from './support.ts'

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
    const name = readFileSync(`/proc/${holder.pid}/comm`, 'utf8').trim()
    expect(await whoHolds(join(folder, 'held.pbo'))).toBe(name)
    expect(await whoHolds(join(folder, 'link.pbo'))).toBe(name)
    expect(await whoHolds(join(folder, 'free.pbo'))).toBeNull()
    expect(await whoHolds(join(folder, 'nothing.pbo'))).toBeNull()
  })

  it('is not told where the system does not tell', async () => {
    expect(await whoHolds('/any/file', join(tempDir(), 'no-proc'))).toBeNull()
  })
})
