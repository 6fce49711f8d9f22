import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { PlayPorts, PlayServer } from '../../src-main/play/index.ts'
import { LiveServers } from '../../src-main/play/query/live-servers.ts'
import { SeatWatch, type FoundSeats } from '../../src-main/play/seat-watch.ts'
import { findSeats } from '../../src-main/play/servers.ts'
import { noLog } from '../support/no-log.ts'
import { tempFolder } from './support.ts'

/** Waits are kept nowhere. */
const unkept = { path: '/dev/null/waits.json', log: noLog }

it.each([
  ['that a seat is free', [0, undefined, 0, 2], 'seat'],
  ['that a server is back, full or not', ['down', undefined, 'down', 0], 'back'],
] as const)('tells once %s', async (_, given, news) => {
  const rounds: (number | 'down' | undefined)[] = [...given]
  const told = await new Promise<unknown[]>((resolve) => {
    const watch = new SeatWatch({
      pollMs: () => 1,
      now: () => new Date(0),
      ...unkept,
      seats: () => {
        const found = rounds.shift()
        if (found === undefined) return Promise.reject(new Error('no answer'))
        const isDown = found === 'down'
        return Promise.resolve({ name: 'Harbour', isDown, free: isDown ? 40 : found })
      },
      notify: (...args) => resolve([...args, watch.watched]),
    })
    onTestFinished(() => watch.close())
    watch.set(7, true)
    watch.set(7, true)
    expect(watch.watched).toEqual([7])
  })
  expect(told).toEqual([7, 'Harbour', news, []])
  expect(rounds).toEqual([])
})

const unheard = (_line: string, error: unknown) => expect.unreachable(String(error))

/** A watch whose waits are kept in `file`; each server is found as `found` says. */
function keptWatch(file: string, time: number, found: FoundSeats, log: typeof noLog = unheard) {
  const now = () => new Date(time)
  const told: unknown[][] = []
  const seats = () => Promise.resolve(found)
  const watch = new SeatWatch({ now, path: file, log, pollMs: () => 1, seats, notify: (...args) => told.push(args) })
  onTestFinished(() => watch.close())
  return { watch, told }
}

const hour = 3_600_000
const full = { name: 'Harbour', isDown: false, free: 0 }

it('a wait goes on after a restart, with what is known of the server, but not on the next day', async () => {
  const file = join(await tempFolder(), 'own/waits.json')
  const evening = keptWatch(file, 20 * hour, { ...full, isDown: true })
  evening.watch.set(7, true)
  const stored = async () => JSON.parse(await readFile(file, 'utf8').catch(() => '[]')) as unknown
  await expect.poll(stored).toEqual([{ serverId: 7, since: 20 * hour, wasDown: true }])
  await evening.watch.close()

  expect(keptWatch(file, 33 * hour, full).watch.watched).toEqual([])
  const again = keptWatch(file, 21 * hour, full)
  expect(again.watch.watched).toEqual([7])
  await expect.poll(() => again.told).toEqual([[7, 'Harbour', 'back']])
  await expect.poll(stored).toEqual([])
})

it('a wait for a server that does not come back ends after half a day, also in a run that lasts for weeks', async () => {
  let [time, asked] = [0, 0]
  const told: unknown[] = []
  const watch = new SeatWatch({
    pollMs: () => 1,
    now: () => new Date(time),
    ...unkept,
    seats: () => Promise.reject(new Error(`the community no longer has it, ${++asked}`)),
    notify: (...args) => told.push(args),
  })
  onTestFinished(() => watch.close())
  watch.set(7, true)
  await expect.poll(() => asked).toBeGreaterThan(1)
  time = 6 * hour
  watch.set(7, true) // the player asks for it again
  time = 13 * hour
  const before = asked
  await expect.poll(() => asked).toBeGreaterThan(before)
  expect(watch.watched).toEqual([7])
  time = 18 * hour
  await expect.poll(() => watch.watched).toEqual([])
  expect(told).toEqual([])
})

it('a wait that was asked for last is kept, though the app ends at once', async () => {
  const file = join(await tempFolder(), 'own/waits.json')
  const { watch } = keptWatch(file, hour, { ...full, isDown: true })
  for (const serverId of [7, 8]) watch.set(serverId, true)
  await watch.close()
  expect(keptWatch(file, hour, full).watch.watched).toEqual([7, 8])
})

it.each(['', '{}', '[{"serverId":"7"}]', '[{"serverId":7,"since":1e99,"wasDown":false}]'])(
  'waits that cannot be read are none: %s',
  async (text) => {
    const file = join(await tempFolder(), 'waits.json')
    await writeFile(file, text)
    expect(keptWatch(file, hour, full, noLog).watch.watched).toEqual([])
  },
)

it('a wait that was given up while the server was asked is not told of', async () => {
  let asked: (answer: (found: FoundSeats) => void) => void = () => undefined
  const question = new Promise<(found: FoundSeats) => void>((resolve) => (asked = resolve))
  const told: unknown[] = []
  const watch = new SeatWatch({
    pollMs: () => 1,
    now: () => new Date(0),
    ...unkept,
    seats: () => new Promise(asked),
    notify: (...args) => told.push(args),
  })
  onTestFinished(() => watch.close())
  watch.set(7, true)
  const answer = await question
  watch.set(7, false)
  answer({ ...full, free: 3 })
  await new Promise(setImmediate)
  expect(told).toEqual([])
})

it.each(['renewed', 'kept for the next run'])('a wait that runs out during a round is %s', async (what) => {
  const file = join(await tempFolder(), 'waits.json')
  let time = 0
  const answers: (() => void)[] = []
  const asked: number[] = []
  const watch = new SeatWatch({
    pollMs: () => 1,
    now: () => new Date(time),
    path: file,
    log: unheard,
    seats: (serverId) => {
      asked.push(serverId)
      return new Promise((resolve) => answers.push(() => resolve(full)))
    },
    notify: () => expect.unreachable(),
  })
  onTestFinished(() => watch.close())
  for (const serverId of [7, 8]) watch.set(serverId, true)
  time = 6 * hour
  watch.set(7, true)
  await expect.poll(() => asked).toEqual([7])
  if (what === 'renewed') watch.set(8, true)
  else await watch.close()
  time = 13 * hour
  answers[0]?.()
  await new Promise(setImmediate)
  if (what === 'renewed') expect(watch.watched).toEqual([7, 8])
  await watch.close()
  expect((JSON.parse(await readFile(file, 'utf8')) as unknown[]).length).toBe(2)
})

it.each([true, false])(
  'a server that does not answer has the free seats of a new list, not of a stored one: %s',
  async (isStored) => {
    const server = { id: 7, name: 'Harbour', host: '127.0.0.1', port: 1, online: true, playerCount: 99, slots: 100 }
    const list = [server as PlayServer]
    const ports = { servers: () => Promise.resolve({ list, at: 0, isStored }) } as unknown as PlayPorts
    const patience = { tries: 1, timeoutMs: 1 }
    const live = new LiveServers({ now: () => new Date(0), patience, isOnline: () => true })
    const found = await findSeats(7, ports, live).catch((error: unknown) => error)
    if (isStored) expect(found).toMatchObject({ code: 'servers-unknown' })
    else expect(found).toEqual({ name: 'Harbour', isDown: false, free: 1 })
  },
)
