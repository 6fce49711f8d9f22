import type { Player } from '../../src-preload/contract/community/player.ts'
import type { Reading } from '../../src-preload/contract/community/reading.ts'
import { asWire, Failure, isFailure } from '../../src-preload/contract/failure.ts'
import type { BankPending, playerContract, PlayerData, PlayerView } from '../../src-preload/contract/player.ts'
import type { DomainHandlers } from '../../src-preload/contract/members.ts'
import type { CommunityService } from '../community/index.ts'
import { Emitter, type Log, oneFlight, topicOf } from '../lib/index.ts'
import type { CommunitySettings } from '../settings/index.ts'
import type { SecretRest } from '../vault/index.ts'
import { upkeepOf, withoutMoney } from './record.ts'
import type { MoneyLock } from './lock.ts'

/** The part of the community's data that needs the player's secret. */
type PlayerSource = Pick<CommunityService, 'read' | 'validateSecret' | 'forgetPlayer'>

/** What may be a secret. It becomes a part of a path. */
const SECRET = /^[^\s/?#]{1,500}$/

const signedOut = () => new Failure('player-signed-out', {})

/** The signed-in player. Reads the secret at its first use and keeps it private. */
export class PlayerService {
  readonly #source: PlayerSource
  readonly #rest: SecretRest
  readonly #endBelongings: () => Promise<void>
  readonly #changed = new Emitter<PlayerView>()
  #view: PlayerView = { state: 'unasked', name: '' }
  #secret: string | undefined
  /** Counts sign-ins and sign-outs. Only the last one counts, even if an earlier one is answered later. */
  #turn = 0

  readonly onChange = this.#changed.on

  /** @param endBelongings ends what also ends with the sign-out: the bank's session. Rejects if the keychain may still hold it */
  constructor(source: PlayerSource, rest: SecretRest, endBelongings: () => Promise<void>) {
    this.#source = source
    this.#rest = rest
    this.#endBelongings = endBelongings
  }

  get view(): PlayerView {
    return this.#view
  }

  /** @throws Failure `secret-wrong`, `player-signed-out` if another sign-in or sign-out followed, or why the service did not answer */
  async signIn(secret: string): Promise<PlayerView> {
    if (!SECRET.test(secret)) throw new Failure('secret-wrong', {})
    const turn = ++this.#turn
    const refuseLate = () => {
      if (this.#turn !== turn) throw signedOut()
    }
    const check = await this.#source.validateSecret(secret).catch((error: unknown) => {
      refuseLate()
      throw error
    })
    refuseLate()
    if (!check.valid) throw new Failure('secret-wrong', {})
    if (this.#secret !== secret) {
      this.#leave().catch(() => undefined) // if the keychain refuses, the vault reports it and the sign-in continues
      await this.#source.forgetPlayer() // the copies may be another player's
      refuseLate()
    }
    this.#secret = secret
    this.#become({ state: 'signed-in', name: check.name })
    await this.#rest.write(secret)
    return this.#view
  }

  /** Forgets the player and ends their belongings, in memory in any case. @throws Failure `keychain-unavailable` if it may still hold something */
  async signOut(): Promise<void> {
    this.#turn++
    // All are tried, even if the keychain refuses one of them.
    const done = await Promise.allSettled([this.#leave(), this.#source.forgetPlayer(), this.#rest.forget()])
    for (const result of done) if (result.status === 'rejected') throw result.reason
  }

  /** @throws Failure `player-signed-out`, `keychain-unavailable`, `secret-wrong`, network failures */
  async data(fresh: boolean): Promise<PlayerData> {
    const secret = await this.#heldSecret()
    const [player, vehicles] = await Promise.all([this.player(fresh), this.#readVehicles(secret, fresh)])
    this.#refuseOther(secret)
    const upkeep = player.value ? upkeepOf(player.value) : []
    return { player, ...vehicles, upkeep }
  }

  /** The player's record alone. @throws as `data` */
  async player(fresh: boolean): Promise<Reading<Player>> {
    const secret = await this.#heldSecret()
    const isWrong = () => this.#isWrong(secret)
    const wrong = new Failure('secret-wrong', {})
    const reading = await this.#source
      .read('player', { secret }, { maxAgeMs: fresh ? 0 : undefined })
      .catch(async (error: unknown) => {
        const failure = isFailure(error) && error.code === 'http-status' && (await isWrong()) ? wrong : error
        this.#refuseOther(secret)
        throw failure
      })
    const { state, refreshFailure: why } = reading
    const isRefused = state === 'gone' || (why?.code === 'http-status' && why.facts.status < 500)
    const isRevoked = isRefused && (await isWrong())
    this.#refuseOther(secret)
    if (isRevoked) throw wrong
    if (reading.value?.name) this.#become({ state: 'signed-in', name: reading.value.name })
    return reading
  }

  #become(next: PlayerView): void {
    if (next.state === this.#view.state && next.name === this.#view.name) return
    this.#view = next
    this.#changed.emit(next)
  }

  readonly #load = oneFlight(async () => {
    const kept = await this.#rest.read()
    if (this.#view.state !== 'unasked') return // signed in or out meanwhile
    this.#secret = kept
    this.#become({ state: kept === undefined ? 'signed-out' : 'signed-in', name: '' })
  })

  async #heldSecret(): Promise<string> {
    if (this.#view.state === 'unasked') await this.#load()
    if (this.#secret === undefined) throw signedOut()
    return this.#secret
  }

  #leave(): Promise<void> {
    this.#secret = undefined
    this.#become({ state: 'signed-out', name: '' })
    return this.#endBelongings()
  }

  /** Refuses what was read with a former secret. */
  #refuseOther(secret: string): void {
    if (this.#secret !== secret) throw signedOut()
  }

  /** Asks the service whether a secret is wrong: a refused reading may also be a fault of the service. */
  #isWrong(secret: string): Promise<boolean> {
    return this.#source.validateSecret(secret).then(
      ({ valid }) => !valid,
      () => false,
    )
  }

  /** Reads the vehicles. If that fails, the answer has the reason and the rest is still shown. */
  async #readVehicles(secret: string, fresh: boolean): Promise<Pick<PlayerData, 'vehicles' | 'vehiclesFailure'>> {
    try {
      const reading = await this.#source.read('playerVehicles', { secret }, { maxAgeMs: fresh ? 0 : undefined })
      return { vehicles: { ...reading, value: reading.value?.filter(({ state }) => state !== 'hidden') } }
    } catch (error) {
      this.#refuseOther(secret) // a sign-out has priority
      if (!isFailure(error)) throw error
      return { vehiclesFailure: asWire(error) }
    }
  }
}

/** Keeps the name of the present player for voice, which may need it before the player is read. Undefined: nobody is signed in. */
export function keepPlayerName(view: PlayerView | undefined, own: CommunitySettings, log: Pick<Log, 'error'>): void {
  const playerNames = view?.state === 'signed-in' ? view.name : undefined
  if (playerNames === '' || own.get('playerNames') === playerNames) return // not read yet, or known
  try {
    own.change({ playerNames })
  } catch (error) {
    log.error('the player’s name was not kept for voice', error)
  }
}

export const playerHandlers = (
  player: PlayerService,
  demoSecret: () => Promise<string | undefined>,
  bankPending: (announce: (pending: BankPending) => void) => void,
  lock: MoneyLock,
): DomainHandlers<typeof playerContract> => ({
  state: topicOf(() => player.view, player.onChange),
  signIn: ({ secret }) => player.signIn(secret),
  signInAsDemo: async () => {
    const secret = await demoSecret()
    if (secret === undefined) throw new Failure('forbidden', {})
    return player.signIn(secret)
  },
  signOut: () => player.signOut(),
  bankPending,
  lock: topicOf(() => lock.view, lock.onChange),
  lockNow: () => lock.lock(),
  unlock: ({ pin }) => lock.unlock(pin),
  setPin: ({ pin, present }) => lock.setPin(pin, present),
  data: async ({ fresh }) => {
    const data = await player.data(fresh)
    const { value } = data.player
    return lock.view.locked && value ? { ...data, player: { ...data.player, value: withoutMoney(value) } } : data
  },
})
