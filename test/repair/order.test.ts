import { describe, expect, it } from 'vitest'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { realDisk } from './real-disk.ts'
import { readUnfinished } from '../../src-main/mods/repair/unfinished.ts'
import { beginRepairSession, listSessions, storeOf } from '../../src-main/mods/repair/session.ts'
import { StepList } from '../../src-main/mods/repair/steps.ts'
import { tempDir } from '../support/temp.ts'

const head = {
  kind: 'repair' as const,
  modId: 1,
  modName: 'Nordwind',
  modFolder: '@Nordwind',
  listVersion: '1',
  steps: new StepList(),
}
const moment = new Date('2026-03-01T12:00:00.500Z')

async function begin(gameDir: string, at: Date): Promise<string> {
  const session = await beginRepairSession(realDisk, gameDir, head, at)
  await session.close()
  return session.head.id
}

describe('sessions', () => {
  it('are listed in the order in which they began, also those of one moment', async () => {
    const gameDir = tempDir()
    const begun: string[] = []
    for (let i = 0; i < 12; i++) begun.push(await begin(gameDir, moment))
    expect(await listSessions(realDisk, gameDir)).toEqual(begun.toReversed())
    expect((await readUnfinished(realDisk, gameDir)).unfinished).toMatchObject([{ head: { id: begun.at(-1) } }])
  })

  it('keep their order where the clock was set back', async () => {
    const gameDir = tempDir()
    await mkdir(storeOf(gameDir))
    await mkdir(join(storeOf(gameDir), 'zz a stranger’s folder'))
    const [first, second] = [await begin(gameDir, moment), await begin(gameDir, new Date('2026-02-28T00:00:00Z'))]
    expect((await listSessions(realDisk, gameDir)).slice(1)).toEqual([second, first])
  })
})
