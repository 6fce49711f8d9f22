import type { Player, PlayerCheck, PlayerVehicle } from '../../src-preload/contract/community/player.ts'
import type { Reading } from '../../src-preload/contract/community/reading.ts'
import { Failure, isFailure } from '../../src-preload/contract/failure.ts'
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
  /** @throws Failure `secret-wrong`, or why the service could not be asked */
  signIn(secret: string): Promise<PlayerView>
  signOut(): Promise<void>
  /** @throws Failure `player-signed-out`, `keychain-unavailable`, `secret-wrong`, network failures */
  data(fresh: boolean): Promise<PlayerData>
  /** The player's record alone. @throws as `data` */
  player(fresh: boolean): Promise<Reading<Player>>
  onChange(listener: (view: PlayerView) => void): () => void
}

/** The secret while the app runs, and who it belongs to. */
interface Inside {
  secret?: string
  view: PlayerView
  bringing?: Promise<void>
  readonly source: PlayerSource
  readonly rest: SecretRest
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
  if (inside.secret === undefined) throw new Failure('player-signed-out', {})
  return inside.secret
}

async function signIn(inside: Inside, given: string): Promise<PlayerView> {
  const { source, rest } = inside
  const check = await source.validate(given)
  if (!check.valid) throw new Failure('secret-wrong', {})
  if (inside.secret !== given) await source.forget() // what is kept is another's, also where the keychain was not asked yet
  inside.secret = given
  await rest.write(given)
  become(inside, { state: 'signed-in', name: check.name })
  return inside.view
}

async function readPlayer(inside: Inside, fresh: boolean): Promise<Reading<Player>> {
  const { source } = inside
  const mine = await heldSecret(inside)
  const reading = await source.player(mine, fresh ? 0 : undefined).catch(async (error: unknown) => {
    throw isFailure(error) && error.code === 'http-status' && (await isWrong(source, mine)) ? wrong() : error
  })
  if (reading.state === 'gone' && (await isWrong(source, mine))) throw wrong()
  if (inside.secret !== mine) throw new Failure('player-signed-out', {}) // signed out while it was on its way
  if (reading.value?.name) become(inside, { state: 'signed-in', name: reading.value.name })
  return reading
}

const wrong = () => new Failure('secret-wrong', {})

async function readAll(inside: Inside, fresh: boolean): Promise<PlayerData> {
  const mine = await heldSecret(inside)
  const [player, vehicles] = await Promise.all([
    readPlayer(inside, fresh),
    inside.source.vehicles(mine, fresh ? 0 : undefined).catch(() => undefined),
  ])
  const shown = vehicles?.value?.filter(({ state }) => state !== 'hidden')
  const upkeep = player.value ? upkeepOf(player.value) : []
  return { player, vehicles: vehicles && { ...vehicles, value: shown }, upkeep }
}

/** Opens the player's room. The secret is fetched from its rest when it is first needed, and kept in here only. */
export function openPlayer(source: PlayerSource, rest: SecretRest): PlayerRoom {
  const inside: Inside = { view: { state: 'unasked', name: '' }, source, rest, listeners: new Set() }
  return {
    get view() {
      return inside.view
    },
    signIn: (secret) => signIn(inside, secret),
    async signOut() {
      inside.secret = undefined
      become(inside, { state: 'signed-out', name: '' })
      await source.forget()
      await rest.forget()
    },
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
