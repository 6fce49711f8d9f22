import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { get } from '../../src-main/http/index.ts'
import { openSourceConnections } from '../../src-main/mods/repair/index.ts'
import { giveKey, realDisk } from './real-disk.ts'
import { readUnfinished } from '../../src-main/mods/repair/unfinished.ts'
import { partNameOf, type SafePath } from '../../src-main/mods/list/index.ts'
import { beginRepairSession, listSessions, openRepairSession } from '../../src-main/mods/repair/session.ts'
import { programAt } from '../support/programs.ts'
import { ownGame } from '../support/own-game.ts'
import { tempDir } from '../support/temp.ts'
import { type Step, StepList } from '../../src-main/mods/repair/steps.ts'
import { rowsOf } from './checked.ts'
import { old, one, openRepairs, three, two } from './setup.ts'
import { bytesOf, md5, partsIn, read, treeOf, write } from './support.ts'
import { isWindows } from '../support/system.ts'

/** The app's mod. The command line, to which the list comes from a file, and the other app know it by another number. */
const MOD_ID = 7

const cli = programAt('cli')
const app = programAt('service-child')

interface Run {
  child: ChildProcessByStdio<null, Readable, Readable>
  /** Its end. */
  done: Promise<{ code: number | null; out: string; err: string }>
  kill(): Promise<void>
}

function run(words: string[], cache: string): Run {
  giveKey(cache)
  const env = {
    ...process.env,
    ...ownGame(),
    LOADOUT_CACHE_DIR: cache,
    HOME: cache,
    XDG_DATA_HOME: '',
    LOCALAPPDATA: cache,
  }
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let [out, err] = ['', '']
  child.stdout.on('data', (text: Buffer) => (out += text.toString()))
  child.stderr.on('data', (text: Buffer) => (err += text.toString()))
  const done = once(child, 'close').then(([code]) => ({ code: code as number | null, out, err }))
  const kill = async () => {
    child.kill('SIGKILL')
    await done
  }
  return { child, done, kill }
}

/** A damaged mod that the app, another app and the command line can repair. The source stalls in the middle of `two`. */
async function shared() {
  const setup = await openRepairs({}, MOD_ID)
  const { gameDir, base, faults, service, recheck } = setup
  const folder = tempDir()
  const list = join(folder, 'list.json')
  write(folder, 'list.json', JSON.stringify({ data: rowsOf(old) }))
  write(gameDir, two, 'rotten')
  void recheck()
  faults.set(/two/, { kind: 'stall', share: 0.5 })
  const words = [
    'repair',
    '--list',
    list,
    '--game-dir',
    gameDir,
    '--source',
    base.href,
    '--yes',
    '--json',
    '--no-cache',
  ]
  /** All but `two` is in place, and that is on its way. */
  const stuck = () =>
    expect.poll(() => [read(gameDir, one), read(gameDir, three)].every(Boolean) && service.asked.length >= 3).toBe(true)
  const isWhole = () => {
    for (const [path, bytes] of Object.entries(old)) expect(read(gameDir, path)?.equals(bytes), path).toBe(true)
    expect(partsIn(gameDir)).toEqual([])
    expect(Object.values(treeOf(join(gameDir, '.loadout')))).toContain(md5('rotten'))
  }
  return {
    ...setup,
    stuck,
    isWhole,
    runCli: () => run([cli, ...words], folder),
    runApp: () => run([app, gameDir, list, base.href], folder),
  }
}

const busy = { code: 'repair-busy' }

describe('a repair that goes from one to the other', () => {
  it('is begun by the command line, refused to the app meanwhile, and after a kill gone on with there', async () => {
    const { repairs, reached, repairAll, runCli, stuck, isWhole, faults } = await shared()
    const begun = runCli()
    await stuck()
    await expect(repairAll()).rejects.toMatchObject(busy)
    await repairs.recover()
    expect(repairs.states).toMatchObject([{ modId: MOD_ID, modName: 'Nordwind', phase: 'interrupted' }])
    await expect(repairs.resume(MOD_ID)).rejects.toMatchObject(busy)
    await expect(repairs.dismiss(MOD_ID)).rejects.toMatchObject(busy) // its part files are another's
    expect(repairs.states).toMatchObject([{ phase: 'interrupted' }])

    await begun.kill()
    faults.clear()
    await repairs.resume(MOD_ID)
    expect((await reached('ended')).outcome).toMatchObject({ repaired: 3, troubles: [], stopped: null })
    isWhole()
  })

  it('is begun by the command line and killed, and dismissed in the app: its part files go, what was set aside stays', async () => {
    const { repairs, gameDir, runCli, stuck } = await shared()
    const begun = runCli()
    await stuck()
    await begun.kill()
    expect(partsIn(gameDir)).toHaveLength(1)
    await repairs.recover()
    await repairs.dismiss(MOD_ID)
    expect({ states: repairs.states, parts: partsIn(gameDir) }).toEqual({ states: [], parts: [] })
    expect(read(gameDir, two)?.toString()).toBe('rotten')
    expect((await readUnfinished(realDisk, gameDir)).unfinished).toEqual([])
  })

  it.skipIf(isWindows)(
    'is begun by the command line and interrupted, and planned anew in the app: it goes on with the part files',
    async () => {
      const { reached, repairAll, runCli, stuck, isWhole, faults, service } = await shared()
      const begun = runCli()
      await stuck()
      begun.child.kill('SIGINT')
      expect((await begun.done).code).toBe(130)
      faults.clear()
      const asked = service.asked.length
      await repairAll()
      expect((await reached('ended')).outcome).toMatchObject({ troubles: [], stopped: null })
      expect(service.asked.slice(asked).map(({ headers }) => headers.range)).toContain('bytes=40000-')
      isWhole()
    },
  )

  it('leaves what lies in another mod’s folder to that mod, whatever number it was begun by', async () => {
    const { repairs, repairAll, reached, gameDir, needs } = await openRepairs({}, MOD_ID)
    const other = (modId: number, modFolder: string) => {
      const path = `${modFolder}/a.pbo` as SafePath
      const step: Step = { do: 'fetch', path, size: 3, hash: md5('abc'), algorithm: 'md5' }
      write(gameDir, `${modFolder}/${partNameOf('a.pbo')}`, 'ab')
      const steps = StepList.of([step])
      const head = { kind: 'repair', modId, modName: 'Other', modFolder, listVersion: '', steps } as const
      return beginRepairSession(realDisk, gameDir, head, new Date())
    }
    await other(MOD_ID, '@Elsewhere') // another community's, of the same number
    await other(0, '@Unknown') // a list that no mod here belongs to
    const parts = partsIn(gameDir)
    expect(parts).toHaveLength(2)
    await repairs.recover()
    expect(repairs.states).toMatchObject([{ modId: 0, modName: 'Other', phase: 'interrupted' }])
    await repairAll()
    expect((await reached('ended', ({ modId }) => modId === MOD_ID)).outcome).toMatchObject({ troubles: [] })
    expect(partsIn(gameDir)).toEqual(parts)
    expect((await readUnfinished(needs.disk, gameDir)).unfinished).toHaveLength(2)
  })

  it('is begun by the app, refused to the command line meanwhile, and after a kill gone on with there', async () => {
    const { repairs, gameDir, runApp, runCli, stuck, isWhole, faults } = await shared()
    const begun = runApp()
    await stuck()
    const refused = await runCli().done
    expect(refused.code).toBe(3)
    expect(JSON.parse(refused.out)).toMatchObject({ result: 'failed', code: 'repair-busy' })
    expect(refused.err).toMatch(/process \d+, since \d{4}-/)
    expect(refused.err).toMatch(/^loadout: repair-busy: this mod is being checked or repaired by another Loadout/)

    await begun.kill()
    await repairs.recover() // the app is started again, and only looks
    faults.clear()
    const { code, out } = await runCli().done
    expect(JSON.parse(out)).toMatchObject({ result: 'ready', outcome: { repaired: 1, troubles: [] } })
    expect(code).toBe(0)
    isWhole()
    expect((await readUnfinished(realDisk, gameDir)).unfinished).toEqual([])

    // What the app still shows was ended by the other: it is not done again.
    const sessions = await listSessions(realDisk, gameDir)
    await expect(repairs.resume(MOD_ID)).rejects.toMatchObject({ code: 'repair-plan-gone' })
    expect(repairs.states).toEqual([])
    expect(await listSessions(realDisk, gameDir)).toEqual(sessions)
  })
})

describe('part files of another version of the list', () => {
  const updated = bytesOf('two, updated', 80_000)

  it.each([
    ['half of it', (bytes: Buffer) => bytes.subarray(0, 40_000)],
    ['all of it', (bytes: Buffer) => bytes],
    ['more than all', (bytes: Buffer) => Buffer.concat([bytes, bytes])],
  ])('%s: the file is the new one in the end, and nothing else was ever in its place', async (_what, part) => {
    const { repairs, reached, repairAll, faults, served, community, recheck, gameDir } = await openRepairs()
    faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
    await repairAll()
    await reached('fetching', ({ progress }) => progress.filesDone === 2)
    await repairs.stop(1)
    await repairs.rests(1)
    const partFile = partsIn(gameDir)[0] ?? ''
    write(gameDir, partFile, part(Buffer.from(old[two] ?? '')))
    served[two] = updated
    community.listed = { ...old, [two]: updated }
    void recheck()
    await repairAll()
    expect((await reached('ended')).outcome).toMatchObject({ repaired: 1, troubles: [], stopped: null })
    expect(read(gameDir, two)?.equals(updated)).toBe(true)
    expect(partsIn(gameDir)).toEqual([])
    const ids = await listSessions(realDisk, gameDir)
    const ends = ids.map(async (id) => (await openRepairSession(realDisk, gameDir, id))?.journal.at(-1))
    expect(await Promise.all(ends)).toContainEqual({ w: 'end', how: 'dismissed' })
  })
})

describe('a computer that sleeps while a file comes', () => {
  it('goes on over new connections when it wakes, with what came before', async () => {
    const connections = openSourceConnections('http://127.0.0.1')
    onTestFinished(() => connections.close())
    const setup = await openRepairs({ connections })
    const { repairs, base, faults, reached, repairAll, service, gameDir } = setup
    faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
    await repairAll()
    await reached('fetching', ({ progress }) => progress.filesDone === 2 && progress.bytesDone >= 130_700)
    faults.set(/never/, { kind: 'stall', share: 0 })
    const never = new AbortController().signal
    const timeouts = { headersMs: 20_000, stallMs: 20_000, slowMs: 20_000 }
    const dead = get({ url: new URL(`${base}never`), headers: {}, connections, timeouts, signal: never })
    const asked = service.asked.length
    repairs.reconnect()
    connections.renew()
    await expect(dead).rejects.toMatchObject({ code: 'UND_ERR_DESTROYED' })
    expect((await reached('ended')).outcome).toMatchObject({ repaired: 3, troubles: [] })
    const again = service.asked.slice(asked).flatMap(({ headers }) => headers.range ?? [])
    expect(again).toEqual(['bytes=40000-'])
    repairs.reconnect() // nothing is at work: nothing happens
    expect(existsSync(join(gameDir, two))).toBe(true)
  })
})
