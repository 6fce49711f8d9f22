import { join } from 'node:path'
import * as v from 'valibot'
import type { CheckOutcome } from '../../../src-preload/contract/mods.ts'
import type { ListChange, ModUpdate } from '../../../src-preload/contract/repair.ts'
import {
  Emitter,
  type JsonFile,
  jsonFile,
  type Log,
  oneFlight,
  type RunTool,
  runTool,
  type Timing,
} from '../../lib/index.ts'
import type { RepairService } from './service.ts'
import { outputOf, runPowerShell } from './who-holds.ts'

/** The changes of the mods' lists. */
export interface ListUpdates {
  readonly updates: ModUpdate[]
  readonly onUpdates: (listener: () => void) => () => void
  change(modId: number): Promise<ListChange | null>
}

export interface AheadNeeds {
  lists: ListUpdates
  /** True if the player wants it and is away. */
  mayBegin: () => boolean
  isMetered: () => Promise<boolean>
  check: (modId: number) => Promise<CheckOutcome>
  service: Pick<RepairService, 'prepare' | 'prepared' | 'onGivenUp' | 'stopAhead' | 'discardAhead'>
  /** Absolute folder for data that is kept between runs. */
  dataDir: string
  log: Log['error']
  /** Called with the reason if an update was not fetched. */
  failed: (modId: number, error: unknown) => void
  after: Timing['after']
}

/** A laptop may switch to a phone's hotspot while a mod is fetched. */
const METERED_EVERY_MS = 60_000

/** Until the community replaces a wrong file at the source, each download of it is in vain. */
const REST_MS = 12 * 3_600_000

const keyOf = ({ modId, version }: ModUpdate): string => `${modId} ${version}`

/** Fetches the updates of mods before the player asks for them. Replaces nothing. */
export class Ahead implements ListUpdates {
  readonly #needs: AheadNeeds
  /** The updates that the player discarded. */
  readonly #discarded: JsonFile<string[]>
  /** By mod: the version of the list that its fetched files are from. */
  #here: ReadonlyMap<number, string> = new Map()
  readonly #changed = new Emitter()
  readonly onUpdates = this.#changed.on
  /** Updates with a file that the source does not have yet, or that the player discarded. */
  readonly #resting = new Set<string>()
  /** The mod whose update is being fetched. */
  #fetching: number | undefined
  #isClosed = false

  constructor(needs: AheadNeeds) {
    this.#needs = needs
    this.#discarded = jsonFile(join(needs.dataDir, 'discarded-updates.json'), v.array(v.string()), needs.log)
    needs.lists.onUpdates(() => this.#changed.emit())
    needs.service.onGivenUp(() => void this.#readHere())
  }

  /** The updates. An update that was fetched completely has 0 bytes to fetch. */
  get updates(): ModUpdate[] {
    return this.#needs.lists.updates.map((update) => (this.#isHere(update) ? { ...update, fetchBytes: 0 } : update))
  }

  change(modId: number): Promise<ListChange | null> {
    return this.#needs.lists.change(modId)
  }

  /** Fetches the updates that were not fetched yet. */
  readonly look = oneFlight(() => this.#look())

  /** Discards what was fetched. It is not fetched again before the player asks, or there is another list. @throws as `RepairService.discardAhead` */
  async discard(): Promise<void> {
    const { lists, service } = this.#needs
    const begun = await service.prepared('some').catch(() => new Map<number, string>())
    const isBegun = ({ modId, version }: ModUpdate) => begun.get(modId) === version || modId === this.#fetching
    const keys = lists.updates.filter(isBegun).map(keyOf)
    for (const key of keys) this.#resting.add(key)
    await this.#discarded.keep([...new Set([...((await this.#discarded.read()) ?? []), ...keys])])
    await service.discardAhead()
  }

  /** Begins no further mod. */
  close(): void {
    this.#isClosed = true
  }

  async #look(): Promise<void> {
    const { lists, failed } = this.#needs
    if (lists.updates.length === 0) return
    for (const key of (await this.#discarded.read()) ?? []) this.#resting.add(key)
    await this.#readHere()
    for (const update of lists.updates)
      if (!this.#isHere(update) && !this.#resting.has(keyOf(update)) && (await this.#mayFetch()))
        await this.#fetch(update).catch((error: unknown) => failed(update.modId, error)) // the next one may still succeed
  }

  async #mayFetch(): Promise<boolean> {
    const { mayBegin, isMetered } = this.#needs
    return mayBegin() && !(await isMetered()) && mayBegin() && !this.#isClosed // the system may take seconds to say
  }

  /** If the folder cannot be read, nothing counts as fetched. */
  async #readHere(): Promise<void> {
    this.#here = await this.#needs.service.prepared().catch(() => new Map<number, string>())
    this.#changed.emit()
  }

  async #fetch(update: ModUpdate): Promise<void> {
    const { check, service, lists } = this.#needs
    const { modId } = update
    const outcome = await check(modId)
    const isLeft = lists.updates.some((one) => one.modId === modId) // the check may have found it removed
    if (!outcome.trusted || !isLeft || !(await this.#mayFetch())) return // the check may have taken long
    const leave = this.#watchConnection()
    this.#fetching = modId
    const came = await service.prepare(modId).finally(() => {
      leave()
      this.#fetching = undefined
    })
    if (came === 'here') await this.#readHere()
    if (came === 'differs') this.#rest(update)
  }

  #rest(update: ModUpdate): void {
    const key = keyOf(update)
    this.#resting.add(key)
    this.#needs.after(REST_MS, () => this.#resting.delete(key))
  }

  /** Stops fetching when the connection becomes metered. Returns the function that ends the watch. */
  #watchConnection(): () => void {
    const { after, isMetered, service } = this.#needs
    let isOver = false
    let cancel = () => undefined as void
    const lookAgain = async () => {
      const metered = await isMetered()
      if (isOver) return
      if (metered) await service.stopAhead()
      else watch()
    }
    const watch = () => (cancel = after(METERED_EVERY_MS, () => void lookAgain()))
    watch()
    return () => {
      isOver = true
      cancel()
    }
  }

  #isHere({ modId, version }: ModUpdate): boolean {
    return this.#here.get(modId) === version
  }
}

const COST_SCRIPT = `[void][Windows.Networking.Connectivity.NetworkInformation, Windows, ContentType = WindowsRuntime]
[Windows.Networking.Connectivity.NetworkInformation]::GetInternetConnectionProfile().GetConnectionCost().NetworkCostType`

/**
 * True if the network is metered, and if Windows does not answer. False if another system does not say: macOS, and Linux without
 * NetworkManager.
 */
export async function isMetered(run: RunTool = runTool, platform = process.platform): Promise<boolean> {
  if (platform === 'win32') return !/^(?:Unrestricted|Unknown)\s*$/m.test(await runPowerShell(COST_SCRIPT, {}, run))
  return /^yes/m.test(outputOf(await run('nmcli', ['-g', 'GENERAL.METERED', 'device', 'show'], { LC_ALL: 'C' })))
}
