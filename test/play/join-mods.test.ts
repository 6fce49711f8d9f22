import { describe, expect, it } from 'vitest'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { ModCheck } from '../../src-main/play/index.ts'
import { joining, ready } from './joining.ts'

const failing = (failure: Failure) => () => Promise.reject(failure)
const damaged = { ...ready, ready: false, problems: 3 }

describe('a join of a server with several mods', () => {
  it('brings up all mods of the server, one after the other, and starts none of them unless it is ready', async () => {
    const open = (isMendable: (modId: number) => boolean) => {
      const up = new Set<number>()
      const checkMod = (modId: number) => Promise.resolve(up.has(modId) ? ready : { ...damaged, mod: `${modId}` })
      const bringUp = (modIds: readonly number[]) => {
        for (const modId of modIds.filter(isMendable)) up.add(modId)
        return Promise.resolve(true)
      }
      return { ...joining({ modsOf: () => Promise.resolve([5, 6]), checkMod, bringUp }), up }
    }
    const well = open(() => true)
    expect((await well.run({ bringUp: true })).outcome).toBe('playing')
    expect([...well.up]).toEqual([5, 6])
    const half = open((modId) => modId === 5)
    const { steps } = await half.run({ bringUp: true })
    expect(steps[0]).toMatchObject({ state: 'failed', failure: { facts: { mod: '6' } } })
    expect(half.done).toEqual([])
  })

  it('plans the start with the folders that the mods of the community have now', async () => {
    const order: string[] = []
    const { run, parts } = joining({ modsOf: () => Promise.resolve([5]).finally(() => order.push('mods')) })
    const { plan } = parts
    parts.plan = (...given) => {
      order.push('plan')
      return plan(...given)
    }
    await run()
    expect(order).toEqual(['mods', 'plan'])
  })

  it('starts no mod that a new list has changed while another was brought up', async () => {
    const stateOf = new Map([
      [5, ready],
      [6, { ...damaged, mod: '6' }],
    ])
    const checkMod = (modId: number) => Promise.resolve(stateOf.get(modId) ?? ready)
    const bringUp = () => {
      stateOf.set(5, { ...damaged, mod: '5' }).set(6, ready)
      return Promise.resolve(true)
    }
    const { run, done } = joining({ modsOf: () => Promise.resolve([5, 6]), checkMod, bringUp })
    expect((await run({ bringUp: true })).steps[0]).toMatchObject({ state: 'failed', failure: { facts: { mod: '5' } } })
    expect(done).toEqual([])
  })

  it('looks again at all mods after a long check, during which one of them may have changed', async () => {
    const stateOf = new Map<number, ModCheck>([[5, ready]])
    const checkMod = (modId: number) => {
      const found = stateOf.get(modId) ?? ready
      if (modId === 6) stateOf.set(5, { ...damaged, mod: '5' })
      return Promise.resolve(found)
    }
    const { run, done } = joining({ modsOf: () => Promise.resolve([5, 6]), checkMod, longCheckMs: -1 })
    expect((await run()).steps[0]).toMatchObject({ state: 'failed', failure: { facts: { mod: '5' } } })
    expect(done).toEqual([])
  })

  it('checks again where the mods’ folder became another one during the check, and starts with that one', async () => {
    const order: (string | undefined)[] = []
    const dirs = { now: '/old' }
    const checkMod = (modId: number) => {
      order.push(`${modId} in ${dirs.now}`)
      dirs.now = '/new'
      return Promise.resolve(ready)
    }
    const { run, parts } = joining({ modsOf: () => Promise.resolve([5, 6]), checkMod, modsDir: () => dirs.now })
    const { plan } = parts
    parts.plan = (...given) => {
      order.push(`plan ${dirs.now}`)
      return plan(...given)
    }
    expect((await run()).outcome).toBe('playing')
    expect(order).toEqual(['plan /old', '5 in /old', '6 in /new', 'plan /new', '5 in /new', '6 in /new'])
  })

  it('downloads nothing for a join that another mod stops anyway', async () => {
    const checkMod = (modId: number) =>
      modId === 5 ? Promise.resolve(damaged) : Promise.reject(new Failure('mods-unchecked', { why: 'empty' }))
    const { run, done } = joining({ modsOf: () => Promise.resolve([5, 6]), checkMod })
    expect((await run({ bringUp: true })).steps[0]).toMatchObject({ state: 'failed', number: 'J-202' })
    expect(done).toEqual([])
  })

  it('is not started unchecked while the mods of the community are unknown, only anyway', async () => {
    const modsOf = failing(new Failure('timeout', { host: 'north.example', stage: 'connect', ms: 10_000 }))
    const first = joining({ modsOf })
    expect((await first.run()).steps[0]).toMatchObject({ state: 'failed', number: 'J-202' })
    expect(first.done).toEqual([])
    expect((await joining({ modsOf }).run({ anyway: true })).outcome).toBe('playing')
    expect((await joining({ modsOf }, { appId: 730 }).run()).outcome).toBe('started') // another game, by a link
  })

  it('lets the player go on over a mod that is checked whole just now, which no join can end', async () => {
    const checkMod = failing(new Failure('mod-busy', { mod: 'Harbour' }))
    const bringUp = failing(new Failure('repair-busy', { mod: 'Harbour', program: '', pid: 0, since: 0 }))
    const { steps, anywayPossible } = await joining({ checkMod, bringUp }).run({ bringUp: true })
    expect(steps[0]).toMatchObject({ state: 'failed', number: 'J-202' })
    expect(anywayPossible).toBe(true)
  })

  it('waits for the work on a mod where the player joins during it', async () => {
    const open = () => {
      const busy: Failure[] = [new Failure('mod-busy', { mod: 'Harbour' })]
      const checkMod = () => {
        const why = busy.pop()
        return why ? Promise.reject(why) : Promise.resolve(ready)
      }
      return joining({ checkMod })
    }
    const { run, done } = open()
    expect((await run({ bringUp: true })).outcome).toBe('playing')
    expect(done[0]).toBe('bring up')
    expect((await open().run()).steps[0]).toMatchObject({ state: 'failed', number: 'J-202' })
  })

  it('goes on over an update of one mod, and over nothing else that another lacks', async () => {
    const checkMod = (modId: number) =>
      Promise.resolve({ ...damaged, mod: `${modId}`, why: modId === 5 ? 'outdated' : 'absent' } as const)
    const { run } = joining({ modsOf: () => Promise.resolve([5, 6]), checkMod })
    const { steps } = await run({ despite: 'mods-not-ready' })
    expect(steps[0]).toMatchObject({ state: 'failed', failure: { facts: { mod: '6' } } })
  })

  it('goes on over mods that are not ready only if that is all that is wrong with any of them', async () => {
    const checkMod = (modId: number) =>
      modId === 5
        ? Promise.resolve({ ...damaged, why: 'outdated' } as const)
        : Promise.reject(new Failure('mods-unchecked', { why: 'empty' }))
    const { run } = joining({ modsOf: () => Promise.resolve([5, 6]), checkMod })
    expect((await run({ despite: 'mods-not-ready' })).steps[0]).toMatchObject({ state: 'failed', number: 'J-202' })
    expect((await run({ anyway: true })).steps[0]).toMatchObject({ state: 'warned', number: 'J-201' })
  })
  it('names what is not ready also behind a mod that is unchecked', async () => {
    const checkMod = (modId: number) =>
      modId === 5
        ? Promise.reject(new Failure('mods-unchecked', { why: 'empty' }))
        : Promise.resolve({ ...damaged, mod: 'Harbour' })
    const { steps } = await joining({ modsOf: () => Promise.resolve([5, 6]), checkMod }).run()
    expect(steps[0]).toMatchObject({ state: 'failed', failure: { facts: { mod: 'Harbour' } } })
  })

  it('names all mods over which it goes on anyway', async () => {
    const checkMod = (modId: number) => Promise.resolve({ ...damaged, mod: `${modId}` })
    const { run } = joining({ modsOf: () => Promise.resolve([5, 6]), checkMod })
    const named = { failure: { facts: { mod: '5, 6', problems: 6 } } }
    expect((await run()).steps[0]).toMatchObject({ state: 'failed', ...named })
    expect((await run({ anyway: true })).steps[0]).toMatchObject({ state: 'warned', ...named })
  })
})
