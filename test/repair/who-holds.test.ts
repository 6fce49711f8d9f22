import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { symlinkSync } from 'node:fs'
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
    const holder = spawn('tail', ['-f', join(folder, 'held.pbo')])
    onTestFinished(() => void holder.kill())
    await once(holder.stdout, 'data') // it has read the file, so it has it open
    expect(await whoHolds(join(folder, 'held.pbo'))).toBe('tail')
    expect(await whoHolds(join(folder, 'link.pbo'))).toBe('tail')
    expect(await whoHolds(join(folder, 'free.pbo'))).toBeNull()
    expect(await whoHolds(join(folder, 'nothing.pbo'))).toBeNull()
  })

  it('is not told where the system does not tell', async () => {
    expect(await whoHolds('/any/file', join(tempDir(), 'no-proc'))).toBeNull()
  })
})
