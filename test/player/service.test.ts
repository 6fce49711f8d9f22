import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { demoPlayer } from '../../src-main/demo/index.ts'
import { PlayerService } from '../../src-main/player/index.ts'
import { Failure, isFailure } from '../../src-preload/contract/failure.ts'
import { setStage, type Stage } from '../community/support.ts'

const { secret, name } = demoPlayer
let stage: Stage
afterEach(() => stage.close())

/** The player's service against the demo's service; `kept` is what the keychain holds, `broken` makes it refuse. */
async function open(kept?: string) {
  stage = await setStage()
  const community = stage.open()
  const keychain = { kept, broken: false, reads: 0 }
  const refuse = () => {
    if (keychain.broken) throw new Failure('keychain-unavailable', { state: 'locked' })
  }
  const left: string[] = []
  const start = () =>
    new PlayerService(
      community,
      {
        read: () => Promise.resolve().then(() => (refuse(), keychain.reads++, keychain.kept)),
        write: (value) => Promise.resolve(void (keychain.kept = value)),
        forget: () => Promise.resolve().then(() => (refuse(), void (keychain.kept = undefined))),
      },
      () => Promise.resolve(void left.push('left')),
    )
  return { playerService: start(), start, keychain, left, service: stage.service }
}
/** The files that still tell of the player. */
const tell = () =>
  readdirSync(stage.cacheDir, { recursive: true, withFileTypes: true }).filter(
    (file) => file.isFile() && readFileSync(join(file.parentPath, file.name)).includes('Carstens'),
  )
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no failure',
    (error: unknown) => (isFailure(error) ? error.code : error),
  )

test('opens without the keychain and without the network', async () => {
  const { playerService, keychain, service } = await open(secret)
  expect(playerService.view).toEqual({ state: 'unasked', name: '' })
  expect({ reads: keychain.reads, asked: service.asked }).toEqual({ reads: 0, asked: [] })
})

test('a right secret is kept and greeted by name; a wrong one is told from a service that is down', async () => {
  const { playerService, keychain, service } = await open()
  expect(await codeOf(playerService.signIn('wrong'))).toBe('secret-wrong')
  const asked = service.asked.length
  for (const text of ['', 'two words', 'https://a.example/key?x=1', '#', 'k'.repeat(501)])
    expect(await codeOf(playerService.signIn(text)), text).toBe('secret-wrong')
  expect(service.asked).toHaveLength(asked)
  service.faults.set(/validate/, { kind: 'status', status: 503 })
  expect(await codeOf(playerService.signIn(secret))).toBe('http-status')
  expect({ kept: keychain.kept, state: playerService.view.state }).toEqual({ kept: undefined, state: 'unasked' })
  service.faults.clear()
  expect(await playerService.signIn(secret)).toEqual({ state: 'signed-in', name })
  expect(keychain.kept).toBe(secret)
})

test('the next start brings the player in when they are first needed, and asks the keychain once', async () => {
  const { playerService, keychain } = await open(secret)
  const heard: string[] = []
  playerService.onChange(({ state, name: called }) => heard.push(`${state} ${called}`))
  const [{ player, vehicles }] = await Promise.all([
    playerService.data(false),
    playerService.data(false),
    playerService.player(false),
  ])
  expect(player.value?.name).toBe(name)
  expect(vehicles?.value?.some(({ state }) => state === 'hidden')).toBe(false)
  expect(vehicles?.value?.length).toBeGreaterThan(10)
  expect({ reads: keychain.reads, heard }).toEqual({ reads: 1, heard: ['signed-in ', `signed-in ${name}`] })
})

test('a keychain that refuses is asked again, not taken for empty', async () => {
  const { playerService, keychain } = await open(secret)
  keychain.broken = true
  expect(await codeOf(playerService.data(false))).toBe('keychain-unavailable')
  expect(playerService.view.state).toBe('unasked')
  keychain.broken = false
  expect((await playerService.data(false)).player.value?.name).toBe(name)
})

test('nobody signed in is said so', async () => {
  const { playerService } = await open()
  expect(await codeOf(playerService.data(false))).toBe('player-signed-out')
  expect(playerService.view.state).toBe('signed-out')
})

test('a secret that the service does not know any more is wrong; one it cannot look up now is not', async () => {
  const { playerService, service } = await open('revoked')
  expect(await codeOf(playerService.data(true))).toBe('secret-wrong')
  service.faults.set(/validate/, { kind: 'status', status: 500 })
  expect(await codeOf(playerService.data(true))).not.toBe('secret-wrong')
})

test('a secret that was revoked is wrong, although there is a copy of what it gave', async () => {
  const { playerService, service } = await open(secret)
  await playerService.data(false)
  service.faults.set(/player\/[^/]+$/, { kind: 'status', status: 401 })
  expect((await playerService.data(true)).player).toMatchObject({ value: { name }, source: 'stored' })
  service.faults.set(/validate/, { kind: 'status', status: 404 })
  expect(await codeOf(playerService.data(true))).toBe('secret-wrong')
})

test('vehicles that cannot be read leave the rest, and say why', async () => {
  const { playerService, service } = await open(secret)
  service.faults.set(/vehicles$/, { kind: 'not-json' })
  const { player, vehicles, vehiclesFailure } = await playerService.data(true)
  expect(player.value?.name).toBe(name)
  expect(vehicles).toBeUndefined()
  expect(vehiclesFailure?.code).toBe('not-json')
  service.faults.clear()
  expect(await playerService.data(true)).not.toHaveProperty('vehiclesFailure')
})

test('signing out forgets the secret, what was read with it, and what is still on its way', async () => {
  const { playerService, start, keychain } = await open(secret)
  await playerService.data(false)
  expect(tell().length).toBeGreaterThan(0)
  const onItsWay = codeOf(playerService.data(true))
  await playerService.signOut()
  expect(await onItsWay).toBe('player-signed-out')
  expect({ kept: keychain.kept, state: playerService.view.state }).toEqual({ kept: undefined, state: 'signed-out' })
  expect(tell()).toEqual([])
  expect(await codeOf(start().data(false))).toBe('player-signed-out')
})

test.each([
  [/vehicles$/, name],
  [/player\/[^/]+$/, ''], // the record, not the vehicles
])('who signs out while %s is still on its way is told so', async (stalled, known) => {
  const { playerService, service } = await open(secret)
  service.faults.set(stalled, { kind: 'stall' })
  const onItsWay = codeOf(playerService.data(true))
  await expect.poll(() => [service.asked.length, playerService.view.name]).toEqual([2, known])
  await playerService.signOut()
  expect(await onItsWay).toBe('player-signed-out')
})

test('who signs in before the keychain was asked finds nothing of who was there before', async () => {
  const { playerService, start } = await open(secret)
  await playerService.data(false)
  expect(tell().length).toBeGreaterThan(0)
  await start().signIn(secret)
  expect(tell()).toEqual([])
})

test('a keychain that cannot delete says so, but this run has forgotten', async () => {
  const { playerService, keychain } = await open(secret)
  await playerService.data(false)
  keychain.broken = true
  expect(await codeOf(playerService.signOut())).toBe('keychain-unavailable')
  expect(await codeOf(playerService.data(false))).toBe('player-signed-out')
})

/** A player's playerService whose service and keychain answer when the test says so: `answers.NAME` is the last call's. */
function openHeld() {
  const answers: Record<string, (value?: unknown) => void> = {}
  const kept: { secret?: string } = {}
  const left: string[] = []
  const held =
    (name: string, effect: (given: string) => void = () => undefined) =>
    (given = '') =>
      new Promise<never>((resolve) => {
        answers[`${name}${given && ` ${given}`}`] = (value) => (effect(given), resolve(value as never))
      })
  const now = (effect: () => void) => () => Promise.resolve(effect())
  const playerService = new PlayerService(
    {
      validateSecret: held('validate'),
      read: (endpoint, params) =>
        held(endpoint === 'playerVehicles' ? 'vehicles' : endpoint)((params as { secret: string }).secret),
      forgetPlayer: held('clear'),
    },
    {
      read: held('read'),
      write: held('write', (secret) => (kept.secret = secret)),
      forget: now(() => delete kept.secret),
    },
    now(() => left.push(playerService.view.state)),
  )
  const answer = async (name: string, value?: unknown) => {
    await expect.poll(() => Object.keys(answers)).toContain(name)
    answers[name]?.(value)
    delete answers[name]
  }
  const signIn = async (secret: string) => {
    const signing = playerService.signIn(secret)
    await answer(`validate ${secret}`, { valid: true, name: secret.toUpperCase() })
    await answer('clear')
    await answer(`write ${secret}`)
    return signing
  }
  return { playerService, answer, kept, left, signIn }
}

test('a sign-in that is answered after sign-out, or after a later one, does not count', async () => {
  const { playerService, answer, kept, signIn } = openHeld()
  const first = codeOf(playerService.signIn('ada'))
  await signIn('ben')
  await answer('validate ada', { valid: true, name: 'ADA' })
  expect(await first).toBe('player-signed-out')
  expect({ ...playerService.view, ...kept }).toEqual({ state: 'signed-in', name: 'BEN', secret: 'ben' })
  const late = codeOf(playerService.signIn('ada'))
  const out = playerService.signOut()
  await answer('clear')
  await out
  await answer('validate ada', { valid: true, name: 'ADA' })
  expect(await late).toBe('player-signed-out')
  expect({ ...playerService.view, ...kept }).toEqual({ state: 'signed-out', name: '' })
})

test('signed out while the keychain takes the secret stays signed out', async () => {
  const { playerService, answer } = openHeld()
  const signing = playerService.signIn('ada')
  await answer('validate ada', { valid: true, name: 'ADA' })
  await answer('clear')
  await expect.poll(() => playerService.view.state).toBe('signed-in')
  const out = playerService.signOut()
  await answer('clear')
  await out
  await answer('write ada')
  expect((await signing).state).toBe('signed-out')
  expect(playerService.view).toEqual({ state: 'signed-out', name: '' })
})

test('a secret that the keychain gives after a sign-in does not take its place', async () => {
  const { playerService, answer, signIn } = openHeld()
  const reading = codeOf(playerService.player(false))
  const signing = signIn('ben')
  await expect.poll(() => playerService.view.name).toBe('BEN')
  await answer('read', 'ada')
  await answer('player ben', { state: 'live', value: { name: 'Ben' } })
  await Promise.all([signing, reading])
  expect(playerService.view).toEqual({ state: 'signed-in', name: 'Ben' })
})

test('what comes after sign-out is told to nobody, and whoever signs in over another ends what was theirs', async () => {
  const { playerService, answer, left, signIn } = openHeld()
  await signIn('ada')
  const reading = codeOf(playerService.data(false))
  await answer('player ada', { state: 'live', value: undefined })
  await signIn('ben')
  await answer('vehicles ada', { value: [] })
  expect(await reading).toBe('player-signed-out')
  expect({ left, view: playerService.view }).toEqual({
    left: ['signed-out', 'signed-out'], // before anybody is in
    view: { state: 'signed-in', name: 'BEN' },
  })
})
