import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { demoPlayer } from '../../src-main/demo/index.ts'
import { openPlayer } from '../../src-main/player/index.ts'
import { Failure, isFailure } from '../../src-preload/contract/failure.ts'
import { setStage, type Stage } from '../community/support.ts'

const { secret, name } = demoPlayer
let stage: Stage
afterEach(() => stage.close())

/** The player's room against the demo's service; `kept` is what the keychain holds, `broken` makes it refuse. */
async function open(kept?: string) {
  stage = await setStage()
  const community = stage.open()
  const keychain = { kept, broken: false, reads: 0 }
  const refuse = () => {
    if (keychain.broken) throw new Failure('keychain-unavailable', { state: 'locked' })
  }
  const start = () =>
    openPlayer(
      {
        validate: (given) => community.validateSecret(given),
        player: (given, maxAgeMs) => community.readPlayer(given, { maxAgeMs }),
        vehicles: (given, maxAgeMs) => community.readPlayerVehicles(given, { maxAgeMs }),
        forget: () => community.forgetPlayer(),
      },
      {
        read: () => Promise.resolve().then(() => (refuse(), keychain.reads++, keychain.kept)),
        write: (value) => Promise.resolve(void (keychain.kept = value)),
        forget: () => Promise.resolve().then(() => (refuse(), void (keychain.kept = undefined))),
      },
    )
  return { room: start(), start, keychain, service: stage.service }
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
  const { room, keychain, service } = await open(secret)
  expect(room.view).toEqual({ state: 'unasked', name: '' })
  expect({ reads: keychain.reads, asked: service.asked }).toEqual({ reads: 0, asked: [] })
})

test('a right secret is kept and greeted by name; a wrong one is told from a service that is down', async () => {
  const { room, keychain, service } = await open()
  expect(await codeOf(room.signIn('wrong'))).toBe('secret-wrong')
  service.faults.set(/validate/, { kind: 'status', status: 503 })
  expect(await codeOf(room.signIn(secret))).toBe('http-status')
  expect({ kept: keychain.kept, state: room.view.state }).toEqual({ kept: undefined, state: 'unasked' })
  service.faults.clear()
  expect(await room.signIn(secret)).toEqual({ state: 'signed-in', name })
  expect(keychain.kept).toBe(secret)
})

test('the next start brings the player in when they are first needed, and asks the keychain once', async () => {
  const { room, keychain } = await open(secret)
  const heard: string[] = []
  room.onChange(({ state, name: called }) => heard.push(`${state} ${called}`))
  const [{ player, vehicles }] = await Promise.all([room.data(false), room.data(false), room.player(false)])
  expect(player.value?.name).toBe(name)
  expect(vehicles?.value?.some(({ state }) => state === 'hidden')).toBe(false)
  expect(vehicles?.value?.length).toBeGreaterThan(10)
  expect({ reads: keychain.reads, heard }).toEqual({ reads: 1, heard: ['signed-in ', `signed-in ${name}`] })
})

test('a keychain that refuses is asked again, not taken for empty', async () => {
  const { room, keychain } = await open(secret)
  keychain.broken = true
  expect(await codeOf(room.data(false))).toBe('keychain-unavailable')
  expect(room.view.state).toBe('unasked')
  keychain.broken = false
  expect((await room.data(false)).player.value?.name).toBe(name)
})

test('nobody signed in is said so', async () => {
  const { room } = await open()
  expect(await codeOf(room.data(false))).toBe('player-signed-out')
  expect(room.view.state).toBe('signed-out')
})

test('a secret that the service does not know any more is wrong; one it cannot look up now is not', async () => {
  const { room, service } = await open('revoked')
  expect(await codeOf(room.data(true))).toBe('secret-wrong')
  service.faults.set(/validate/, { kind: 'status', status: 500 })
  expect(await codeOf(room.data(true))).not.toBe('secret-wrong')
})

test('vehicles that cannot be read leave the rest', async () => {
  const { room, service } = await open(secret)
  service.faults.set(/vehicles$/, { kind: 'not-json' })
  const { player, vehicles } = await room.data(true)
  expect(player.value?.name).toBe(name)
  expect(vehicles?.value).toBeUndefined()
})

test('signing out forgets the secret, what was read with it, and what is still on its way', async () => {
  const { room, start, keychain } = await open(secret)
  await room.data(false)
  expect(tell().length).toBeGreaterThan(0)
  const onItsWay = codeOf(room.data(true))
  await room.signOut()
  expect(await onItsWay).toBe('player-signed-out')
  expect({ kept: keychain.kept, state: room.view.state }).toEqual({ kept: undefined, state: 'signed-out' })
  expect(tell()).toEqual([])
  expect(await codeOf(start().data(false))).toBe('player-signed-out')
})

test('who signs in before the keychain was asked finds nothing of who was there before', async () => {
  const { room, start } = await open(secret)
  await room.data(false)
  expect(tell().length).toBeGreaterThan(0)
  await start().signIn(secret)
  expect(tell()).toEqual([])
})

test('a keychain that cannot delete says so, but this run has forgotten', async () => {
  const { room, keychain } = await open(secret)
  await room.data(false)
  keychain.broken = true
  expect(await codeOf(room.signOut())).toBe('keychain-unavailable')
  expect(await codeOf(room.data(false))).toBe('player-signed-out')
})
