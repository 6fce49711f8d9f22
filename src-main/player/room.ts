import type { Player, PlayerCheck, PlayerVehicle } from '../../src-preload/contract/community/player.ts'
import type { Reading } from '../../src-preload/contract/community/reading.ts'
import { asWire, Failure, isFailure } from '../../src-preload/contract/failure.ts'
import type { PlayerData, PlayerView } from '../../src-preload/contract/player.ts'
import { upkeepOf } from './upkeep.ts'

/** The three reads that need the player's secret. `maxAgeMs` 0 asks the service in any case. @throws network failures */
export interface PlayerSource {
  validate(secret: string): Promise<PlayerCheck>
  player(secret: string, maxAgeMs?: number): Promise<Reading<Player>>
  vehicles(secret: string, maxAgeMs?: number): Promise<Reading<PlayerVehicle[]>>
  /** Removes what was kept of a player, for sign-out. */
  forget(): Promise<void>
}

/** Where the secret rests: the keychain, or memory by the player's choice. */
export interface SecretRest {
  /** @throws Failure `keychain-unavailable` */
  read(): Promise<string | undefined>
  write(secret: string): Promise<void>
  /** @throws Failure `keychain-unavailable` */
  forget(): Promise<void>
}

/** The signed-in player. */
export interface PlayerRoom {
  readonly view: PlayerView
  /** The last one asked counts. @throws Failure `secret-wrong`, `player-signed-out` where another came after it, or why the service could not be asked */
  signIn(secret: string): Promise<PlayerView>
  /** Forgets the player, and takes their belongings along. @throws Failure `keychain-unavailable` when it may still hold something; this run has forgotten in any case */
  signOut(): Promise<void>
  /** @throws Failure `player-signed-out`, `keychain-unavailable`, `secret-wrong`, network failures */
  data(fresh: boolean): Promise<PlayerData>
  /** The player's record alone. @throws as `data` */
  player(fresh: boolean): Promise<Reading<Player>>
  onChange(listener: (view: PlayerView) => void): () => void
}

/** What else is the player's: the bank's session. */
export interface Belongings {
  /** Ends it at once. @throws Failure `keychain-unavailable` when the keychain may still hold it */
  leave(): Promise<void>
}

/** The secret while the app runs, and who it belongs to. */
interface Inside {
  secret?: string
  view: PlayerView
  bringing?: Promise<void>
  /** Counts what was asked of sign-in and sign-out: the last counts, whenever an earlier one is answered. */
  turn: number
  readonly source: PlayerSource
  readonly rest: SecretRest
  readonly belongings: Belongings
  readonly listeners: Set<(view: PlayerView) => void>
}

function become(inside: Inside, next: PlayerView): void {
  if (next.state === inside.view.state && next.name === inside.view.name) return
  inside.view = next
  for (const listener of inside.listeners) listener(next)
}

async function bringIn(inside: Inside): Promise<void> {
  const kept = await inside.rest.read()
  if (inside.view.state !== 'unasked') return // signed in or out meanwhile
  inside.secret = kept
  become(inside, { state: kept === undefined ? 'signed-out' : 'signed-in', name: '' })
}

async function heldSecret(inside: Inside): Promise<string> {
  if (inside.view.state === 'unasked') {
    inside.bringing ??= bringIn(inside).finally(() => (inside.bringing = undefined))
    await inside.bringing
  }
  if (inside.secret === undefined) throw signedOut()
  return inside.secret
}

/** Nothing more is read or done for whoever was here. Tells what else is theirs to end, and how that went. */
function leave(inside: Inside): Promise<void> {
  inside.secret = undefined
  become(inside, { state: 'signed-out', name: '' })
  return inside.belongings.leave()
}

const signedOut = () => new Failure('player-signed-out', {})

async function signIn(inside: Inside, given: string): Promise<PlayerView> {
  const { source, rest } = inside
  const turn = ++inside.turn
  const refuseLate = () => {
    if (inside.turn !== turn) throw signedOut()
  }
  const check = await source.validate(given).catch((error: unknown) => {
    refuseLate()
    throw error
  })
  refuseLate()
  if (!check.valid) throw new Failure('secret-wrong', {})
  if (inside.secret !== given) {
    leave(inside).catch(() => undefined) // the vault tells of a keychain that refuses; who signs in may still do so
    await source.forget() // what is kept is another's, also where the keychain was not asked yet
    refuseLate()
  }
  inside.secret = given
  become(inside, { state: 'signed-in', name: check.name })
  await rest.write(given)
  return inside.view
}

async function signOut(inside: Inside): Promise<void> {
  inside.turn++
  // All are tried: a keychain that refuses one deletion must not keep the other from being made.
  const done = await Promise.allSettled([leave(inside), inside.source.forget(), inside.rest.forget()])
  for (const result of done) if (result.status === 'rejected') throw result.reason
}

async function readPlayer(inside: Inside, fresh: boolean): Promise<Reading<Player>> {
  const { source } = inside
  const mine = await heldSecret(inside)
  const reading = await source.player(mine, fresh ? 0 : undefined).catch(async (error: unknown) => {
    const failure = isFailure(error) && error.code === 'http-status' && (await isWrong(source, mine)) ? wrong() : error
    refuseOther(inside, mine)
    throw failure
  })
  const isGone = reading.state === 'gone' && (await isWrong(source, mine))
  refuseOther(inside, mine)
  if (isGone) throw wrong()
  if (reading.value?.name) become(inside, { state: 'signed-in', name: reading.value.name })
  return reading
}

/** Refuses what was read with a secret that is not the present one any more. */
function refuseOther(inside: Inside, mine: string): void {
  if (inside.secret !== mine) throw signedOut()
}

const wrong = () => new Failure('secret-wrong', {})

async function readAll(inside: Inside, fresh: boolean): Promise<PlayerData> {
  const mine = await heldSecret(inside)
  const [player, vehicles] = await Promise.all([readPlayer(inside, fresh), readVehicles(inside, mine, fresh)])
  refuseOther(inside, mine)
  const upkeep = player.value ? upkeepOf(player.value) : []
  return { player, ...vehicles, upkeep }
}

/** Vehicles that cannot be read leave the rest, and say why. */
async function readVehicles(
  inside: Inside,
  mine: string,
  fresh: boolean,
): Promise<Pick<PlayerData, 'vehicles' | 'vehiclesFailure'>> {
  try {
    const reading = await inside.source.vehicles(mine, fresh ? 0 : undefined)
    return { vehicles: { ...reading, value: reading.value?.filter(({ state }) => state !== 'hidden') } }
  } catch (error) {
    refuseOther(inside, mine) // a sign-out ends what is on its way
    if (!isFailure(error)) throw error
    return { vehiclesFailure: asWire(error) }
  }
}

/** Opens the player's room. The secret is fetched from its rest when it is first needed, and kept in here only. */
export function openPlayer(source: PlayerSource, rest: SecretRest, belongings: Belongings): PlayerRoom {
  const view: PlayerView = { state: 'unasked', name: '' }
  const inside: Inside = { view, turn: 0, source, rest, belongings, listeners: new Set() }
  return {
    get view() {
      return inside.view
    },
    signIn: (secret) => signIn(inside, secret),
    signOut: () => signOut(inside),
    data: (fresh) => readAll(inside, fresh),
    player: (fresh) => readPlayer(inside, fresh),
    onChange(listener) {
      inside.listeners.add(listener)
      return () => inside.listeners.delete(listener)
    },
  }
}

/** A service that refuses a player's read may be ill, or may not know the secret any more: asked, it says which. */
const isWrong = (source: PlayerSource, secret: string): Promise<boolean> =>
  source.validate(secret).then(
    ({ valid }) => !valid,
    () => false,
  )
