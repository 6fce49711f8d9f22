import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withResolvers } from '../../src-main/lib/index.ts'
import { digestHere } from './digest-here.ts'
import type { DigestOf, Disk } from '../../src-main/mods/repair/disk.ts'
import { realDisk } from './real-disk.ts'
import { tempDir } from '../support/temp.ts'
import { old, one, openRepairs, three, two, wholeOf } from './setup.ts'
import { bytesOf, hastyClock, MOD, read, treeOf, write } from './support.ts'

describe('a repair', () => {
  it('shows its plan, leaves out what the player left out, and ends checked', async () => {
    const { repairs, reached, gameDir } = await openRepairs()
    const plan = await repairs.plans.whole(1)
    expect(plan).toMatchObject({ modName: 'Nordwind', staysCount: 0, blocked: [], insecure: false })
    expect(plan.fetch.map(({ bytes }) => bytes)).toEqual([90_000, 80_000, 700])
    expect(existsSync(join(gameDir, MOD))).toBe(false)
    await repairs.start(plan.id, { fetch: '101', rename: '', extras: '' })
    expect((await reached('ended')).outcome).toMatchObject({ repaired: 2, troubles: [] })
    expect(read(gameDir, two)).toBeUndefined()
    expect((await repairs.plans.whole(1)).fetch.map(({ path }) => path)).toEqual([two])
  })

  it('is told to the page before the check after it begins, however short it is', async () => {
    const told: string[] = []
    const { reached, repairAll, handlers } = await openRepairs({
      changed: () => Promise.resolve(void told.push('is checked')),
    })
    handlers().states((states) => told.push(...states.map(({ phase }) => phase)))
    await repairAll()
    await reached('ended')
    expect(told.slice(0, told.indexOf('is checked'))).toContain('fetching')
    expect(told.slice(told.indexOf('is checked'))).toEqual(['is checked', 'ended'])
  })

  it('whose list changes in between stops with its code, keeps what is right, and is planned anew by the new list', async () => {
    const { repairs, reached, repairAll, served, community, gameDir } = await openRepairs()
    const changed = bytesOf('two, updated', 81_000)
    const fresh = bytesOf('four', 900)
    const four = `${MOD}/addons/four.pbo`
    served[two] = changed
    served[four] = fresh
    community.listed = { ...old, [two]: changed, [four]: fresh }
    await repairAll()
    const { outcome } = await reached('ended')
    expect(outcome?.stopped).toEqual({ kind: 'list-changed' })
    expect(read(gameDir, two)).toBeUndefined()
    const plan = await repairs.plans.whole(1)
    expect(plan.fetch.map(({ path }) => path)).toEqual(expect.arrayContaining([two, four]))
    await repairs.start(plan.id, wholeOf(plan))
    const end = await reached('ended', (state) => state.outcome?.stopped === null)
    expect(end.outcome?.troubles).toEqual([])
    for (const [path, bytes] of Object.entries(community.listed)) expect(read(gameDir, path)?.equals(bytes)).toBe(true)
    expect(await repairs.plans.whole(1)).toMatchObject({ fetch: [], blocked: [], staysCount: 4 })
  })

  it('that was interrupted is told of also while it is looked for again', async () => {
    const { repairs, reached, repairAll } = await openRepairs()
    await repairAll()
    await repairs.stop(1)
    await reached('interrupted')
    const recovered = repairs.recover()
    expect(repairs.states).toMatchObject([{ modId: 1, phase: 'interrupted' }])
    await recovered
    expect(repairs.states).toMatchObject([{ modId: 1, phase: 'interrupted' }])
  })

  it('that meets a bug is told, keeps what is done, and can go on', async () => {
    const bugs: unknown[] = []
    const digestOf: DigestOf = (...wish) =>
      bugs.length === 0 ? Promise.reject(new TypeError('a bug')) : digestHere(...wish)
    const { repairs, reached, repairAll, gameDir } = await openRepairs({ digestOf, failed: (bug) => bugs.push(bug) })
    await repairAll()
    await reached('interrupted')
    expect(bugs).toMatchObject([{ message: 'a bug' }])
    for (const path of [one, two, three]) expect(read(gameDir, path)).toBeUndefined()
    await repairs.resume(1)
    expect((await reached('ended')).outcome).toMatchObject({ repaired: 3, troubles: [], stopped: null })
  })

  it('that is stopped counts as done what is done', async () => {
    const { repairs, reached, repairAll, faults } = await openRepairs()
    faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
    await repairAll()
    await reached('fetching', ({ progress }) => progress.filesDone === 2 && progress.bytesDone > 90_700)
    await repairs.stop(1)
    const { progress } = await reached('interrupted')
    expect(progress).toMatchObject({ filesDone: 2, filesTotal: 3, current: [] })
    expect(progress.bytesDone).toBeGreaterThan(90_700)
  })

  it('does not begin by a plan of an older check', async () => {
    const { repairs, recheck } = await openRepairs()
    const plan = await repairs.plans.whole(1)
    void recheck()
    await expect(repairs.start(plan.id, wholeOf(plan))).rejects.toMatchObject({ code: 'repair-plan-gone' })
    await expect(repairs.start('nonsense', { fetch: '', rename: '', extras: '' })).rejects.toMatchObject({
      code: 'repair-plan-gone',
    })
  })

  it('is paused and taken up again; meanwhile nobody else may begin', async () => {
    const { repairs, reached, repairAll, gameDir, open } = await openRepairs()
    await repairAll()
    repairs.pause(1, true)
    await reached('paused')
    await expect(open().repairAll()).rejects.toMatchObject({ code: 'repair-busy' }) // as another process is one
    const another = repairs.plans.whole(1).then((next) => repairs.start(next.id, wholeOf(next)))
    await expect(another).rejects.toMatchObject({ code: 'repair-busy' })
    repairs.pause(1, false)
    expect((await reached('ended')).outcome).toMatchObject({ repaired: 3, troubles: [] })
    expect(read(gameDir, one)?.equals(old[one] ?? Buffer.alloc(0))).toBe(true)
  })

  it('that may write nothing in the game folder says so, and lets go', async () => {
    const refuse = () => Promise.reject(Object.assign(new Error('EROFS'), { code: 'EROFS' }))
    const { repairs, repairAll, gameDir, needs } = await openRepairs({ disk: { ...realDisk, mkdir: refuse } })
    const failure = { code: 'game-dir-unusable', facts: { path: gameDir, errno: 'EROFS' } }
    await expect(repairAll()).rejects.toMatchObject(failure)
    needs.disk = { ...realDisk, statfs: refuse }
    await expect(repairs.plans.whole(1)).rejects.toMatchObject(failure)
    needs.disk = realDisk
    await repairAll()
  })

  it('that cannot write the journal of the repair that it replaces says so, and leaves no journal open', async () => {
    const { repairs, reached, repairAll, faults, needs } = await openRepairs()
    faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
    await repairAll()
    await reached('fetching', ({ progress }) => progress.filesDone === 2)
    await repairs.stop(1)
    await repairs.rests(1)
    let [journals, open] = [0, 0]
    needs.disk = {
      ...realDisk,
      async open(...given) {
        const handle = await realDisk.open(...given)
        if (!String(given[0]).endsWith('journal.ndjson')) return handle
        open++
        const close = handle.close.bind(handle)
        const full = () => Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }))
        journals++
        handle.appendFile = full
        return Object.assign(handle, { close: () => (open--, close()) })
      },
    }
    await expect(repairAll()).rejects.toMatchObject({ code: 'game-dir-unusable', facts: { errno: 'ENOSPC' } })
    expect({ journals, open }).toEqual({ journals: 1, open: 0 })
    needs.disk = realDisk
    await repairAll()
  })

  it('gives way to the game, and goes on by itself after it, unless the player has paused it', async () => {
    const { repairs, reached, repairAll, faults } = await openRepairs()
    faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
    await repairAll()
    await reached('fetching', ({ progress }) => progress.filesDone === 2)
    repairs.gameRuns(true)
    await reached('paused', ({ forGame }) => forGame)
    repairs.pause(1, true)
    await reached('paused', ({ forGame }) => !forGame)
    repairs.gameRuns(false)
    expect(repairs.states).toMatchObject([{ phase: 'paused', forGame: false }])
    repairs.pause(1, false)
    repairs.gameRuns(true)
    await reached('paused', ({ forGame }) => forGame)
    repairs.gameRuns(false) // ends the stall as well: its connection is of before the game
    expect((await reached('ended')).outcome).toMatchObject({ repaired: 3, troubles: [] })
  })

  it('fetches at the wished speed while the game runs, and replaces nothing before its end', async () => {
    const limits = () => ({ concurrency: 2, bytesPerSecond: 0, playing: 50_000_000 })
    const game = { runs: true, sure: () => Promise.resolve({ running: true }) }
    const { repairs, reached, repairAll, service, gameDir } = await openRepairs({ limits, game })
    write(gameDir, one, 'the former one')
    write(gameDir, `${MOD}/addons/TWO.pbo`, 'another spelling')
    const before = treeOf(gameDir)
    await repairAll()
    await reached('paused', ({ forGame }) => forGame)
    expect(service.asked).toHaveLength(3)
    expect(treeOf(gameDir)).toMatchObject(before)
    expect(read(gameDir, three)).toBeUndefined()
    repairs.gameRuns(false)
    expect((await reached('ended')).outcome).toMatchObject({ repaired: 3, troubles: [] })
    expect(service.asked).toHaveLength(3)
  })

  it('whose last digest is taken while the game starts puts the file in its place only after the game', async () => {
    const [taken, goOn] = [withResolvers(), withResolvers()]
    const digestOf: DigestOf = async (file, ...how) => {
      if (file.endsWith('two.pbo.loadout-part')) {
        taken.resolve()
        await goOn.promise
      }
      return digestHere(file, ...how)
    }
    const { repairs, reached, repairAll, gameDir } = await openRepairs({ digestOf })
    await repairAll()
    await taken.promise
    await reached('checking', ({ progress }) => progress.filesDone === 2)
    repairs.gameRuns(true)
    goOn.resolve()
    await reached('paused', ({ forGame }) => forGame)
    expect(read(gameDir, two)).toBeUndefined()
    repairs.gameRuns(false)
    expect((await reached('ended')).outcome).toMatchObject({ repaired: 3, troubles: [] })
  })

  it('that begins while the game runs changes nothing until it ends, or the player takes it over', async () => {
    const game = { runs: true, sure: () => Promise.resolve({ running: true }) }
    const { repairs, reached, repairAll, gameDir } = await openRepairs({ game })
    await repairAll()
    await reached('paused', ({ forGame }) => forGame)
    await repairs.stop(1)
    await reached('interrupted')
    await repairs.resume(1) // as after a restart
    await reached('paused', ({ forGame }) => forGame)
    expect(existsSync(join(gameDir, MOD))).toBe(false)
    repairs.pause(1, false)
    expect((await reached('ended')).outcome).toMatchObject({ repaired: 3, troubles: [] })
  })

  it('writes nothing where nobody can tell whether the game runs, and goes on once the player has', async () => {
    const told: { runs: boolean | null } = { runs: null }
    const game = { runs: false, sure: () => Promise.resolve({ running: told.runs }) }
    const { repairs, reached, gameDir, faults, service } = await openRepairs({ game })
    faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
    const plan = await repairs.plans.whole(1)
    await expect(repairs.start(plan.id, wholeOf(plan))).rejects.toMatchObject({ code: 'game-unseen' })
    expect([treeOf(gameDir), repairs.states, service.asked]).toEqual([{}, [], []])
    told.runs = false
    await repairs.start(plan.id, wholeOf(plan)) // the very plan that was refused
    await reached('fetching', ({ progress }) => progress.filesDone === 2)
    await repairs.stop(1)
    await reached('interrupted')
    told.runs = null
    await expect(repairs.resume(1)).rejects.toMatchObject({ code: 'game-unseen' })
    expect(repairs.states).toMatchObject([{ phase: 'interrupted' }])
    told.runs = false
    await repairs.resume(1)
    expect((await reached('ended')).outcome).toMatchObject({ repaired: 3, troubles: [] })
  })

  it('is not undone while the game runs, nor where nobody can tell', async () => {
    const told: { runs: boolean | null } = { runs: false }
    const game = { runs: false, sure: () => Promise.resolve({ running: told.runs }) }
    const { reached, repairAll, handlers, gameDir } = await openRepairs({ game })
    write(gameDir, one, 'before')
    await repairAll()
    await reached('ended')
    const { undo, quarantine } = handlers()
    const run = { signal: new AbortController().signal } as Parameters<typeof undo>[1]
    const [session] = (await quarantine(undefined, run)).sessions
    const putBack = () => undo({ sessionId: session?.sessionId ?? '', paths: null }, run)
    const after = treeOf(gameDir)
    for (const [runs, code] of [
      [true, 'undo-while-playing'],
      [null, 'game-unseen'],
    ] as const) {
      told.runs = runs
      await expect(putBack()).rejects.toMatchObject({ code })
      expect(treeOf(gameDir)).toEqual(after)
    }
    told.runs = false
    expect(await putBack()).toMatchObject({ restored: 3 })
    expect(read(gameDir, one)?.toString()).toBe('before')
  })

  it('is emptied of what the player was shown, not of what came in since', async () => {
    const { reached, repairAll, handlers, gameDir } = await openRepairs()
    write(gameDir, one, 'before')
    await repairAll()
    await reached('ended')
    const { empty, quarantine } = handlers()
    const run = { signal: new AbortController().signal } as Parameters<typeof empty>[1]
    const [{ sessionId = '' } = {}] = (await quarantine(undefined, run)).sessions
    const ask = async () => {
      const proposal = await empty({ sessionIds: [sessionId] }, run)
      if (!('question' in proposal)) throw new Error('no question')
      return proposal
    }
    const { question, yes } = await ask()
    expect(question).toMatchObject({ kind: 'empty-quarantine', files: 1, bytes: 6 })
    const later = `.loadout/${sessionId}/kept/0/${two}`
    write(gameDir, later, 'later')
    await expect(yes()).rejects.toMatchObject({ code: 'quarantine-gone' })
    expect(read(gameDir, later)?.toString()).toBe('later')
    expect(await (await ask()).yes()).toEqual({ bytes: 11 })
    expect(read(gameDir, later)).toBeUndefined()
  })

  it('shows the first of very many former files, and counts and empties all', async () => {
    const { reached, repairAll, handlers, gameDir } = await openRepairs()
    await repairAll()
    await reached('ended')
    const { empty, quarantine } = handlers()
    const run = { signal: new AbortController().signal } as Parameters<typeof empty>[1]
    const [{ sessionId = '' } = {}] = (await quarantine(undefined, run)).sessions
    for (let at = 0; at < 300; at++) write(gameDir, `.loadout/${sessionId}/kept/1/${one}_${at}.pbo`, 'x')
    expect((await quarantine(undefined, run)).sessions).toMatchObject([
      { count: 300, bytes: 300, files: { length: 200 } },
    ])
    const proposal = await empty({ sessionIds: [sessionId] }, run)
    if (!('question' in proposal)) throw new Error('no question')
    expect(proposal.question).toMatchObject({ files: 300, bytes: 300 })
    expect(await proposal.yes()).toEqual({ bytes: 300 })
  })

  it('that the app left is found after a restart, and goes on', async () => {
    const { repairs, reached, repairAll, open, faults, service } = await openRepairs()
    faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
    const fetched = 90_000 + 700 + 40_000
    await repairAll()
    await reached('fetching', ({ progress }) => progress.bytesDone === fetched && progress.filesDone === 2)
    await repairs.close()
    const again = open()
    await again.repairs.recover()
    expect(again.repairs.states).toMatchObject([
      { phase: 'interrupted', progress: { filesDone: 2, filesTotal: 3, bytesDone: fetched } },
    ])
    const seen: number[] = []
    again.handlers().states(([state]) => state && seen.push(state.progress.bytesDone))
    const asked = service.asked.length
    await again.repairs.resume(1)
    expect((await again.reached('ended')).outcome).toMatchObject({ repaired: 3, troubles: [] })
    expect(service.asked.slice(asked).map(({ headers }) => headers.range)).toEqual(['bytes=40000-'])
    expect([Math.min(...seen), seen]).toEqual([fetched, seen.toSorted((a, b) => a - b)])
  })

  it('that is let go leaves no part files', async () => {
    const { repairs, reached, repairAll, gameDir, faults } = await openRepairs()
    faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
    await repairAll()
    await reached('fetching', ({ progress }) => progress.filesDone === 2)
    await repairs.stop(1)
    const part = join(gameDir, MOD, 'addons', '.two.pbo.loadout-part')
    expect(existsSync(part)).toBe(true)
    await repairs.dismiss(1)
    expect(existsSync(part)).toBe(false)
    expect(repairs.states).toEqual([])
  })

  it('keeps to the limits of the settings', async () => {
    const slept: number[] = []
    const clock = {
      ...hastyClock,
      sleep: (ms: number, signal: AbortSignal) => (slept.push(ms), hastyClock.sleep(1, signal)),
    }
    let [open, most] = [0, 0]
    const disk: Disk = {
      ...realDisk,
      async open(...given) {
        const handle = await realDisk.open(...given)
        if (!String(given[0]).endsWith('-part')) return handle
        most = Math.max(most, ++open)
        const close = handle.close.bind(handle)
        return Object.assign(handle, { close: () => (open--, close()) })
      },
    }
    const limits = () => ({ concurrency: 1, bytesPerSecond: 50_000 })
    const { reached, repairAll } = await openRepairs({ clock, disk, limits })
    await repairAll()
    await reached('ended')
    expect(most).toBe(1)
    expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(1_000)
  })

  it('takes what another install has instead of fetching it', async () => {
    const other = tempDir()
    write(other, 'Mods/elsewhere/renamed.bin', old[one] ?? '')
    write(other, 'Mods/elsewhere/two.pbo', bytesOf('another two', 80_000))
    const { reached, repairAll, gameDir, service } = await openRepairs({ otherFolders: () => Promise.resolve([other]) })
    await repairAll()
    expect((await reached('ended')).outcome).toMatchObject({ repaired: 3, copied: 1 })
    expect(read(gameDir, one)?.equals(old[one] ?? Buffer.alloc(0))).toBe(true)
    expect(read(other, 'Mods/elsewhere/renamed.bin')?.equals(old[one] ?? Buffer.alloc(0))).toBe(true)
    expect(service.asked.map(({ path }) => path).filter((path) => path.endsWith('one.pbo'))).toEqual([])
  })
})

describe('a source', () => {
  it.each([
    ['', false, 'no-source'],
    ['http://files.example.invalid/', false, 'insecure-source'],
    ['nonsense', true, 'bad-source'],
  ])('that cannot be used is explained in the plan: %s', async (address, allowHttp, kind) => {
    const { repairs } = await openRepairs({ downloadUrls: () => [address], allowHttp })
    const plan = await repairs.plans.whole(1)
    expect(plan).toMatchObject({ fetch: [], host: null })
    expect(plan.blocked).toEqual([one, two, three].map((path) => ({ path, cause: { kind } })))
  })

  it('of plain http is used where the profile allows it, with a warning in the plan', async () => {
    const { repairs } = await openRepairs({ downloadUrls: () => ['http://files.example.invalid/'], allowHttp: true })
    const plan = await repairs.plans.whole(1)
    expect(plan).toMatchObject({ insecure: true, host: 'files.example.invalid', blocked: [] })
  })
})
