import type { CheckOutcome } from '../../../src-preload/contract/mods.ts'
import type { ListChange, ModUpdate } from '../../../src-preload/contract/repair.ts'
import { Emitter, SingleFlight, type Timing } from '../../lib/index.ts'
import type { ListUpdates } from './handlers.ts'
import type { RepairService } from './service.ts'
import { runPowerShell, runProgram } from './who-holds.ts'

export interface AheadNeeds {
  /** What the mods' lists changed. */
  lists: ListUpdates
  /** Whether the player wants it, and is at something else. */
  mayBegin: () => boolean
  /** Whether the connection is paid by use. */
  isMetered: () => Promise<boolean>
  check: (modId: number) => Promise<CheckOutcome>
  service: Pick<RepairService, 'prepare' | 'prepared' | 'onGivenUp' | 'stopAhead'>
  /** Hears why an update was not fetched. */
  failed: (modId: number, error: unknown) => void
  after: Timing['after']
}

/** A laptop may be taken to a phone's hotspot in the middle of a mod. */
const METERED_EVERY_MS = 60_000

/** Fetches the updates of mods before the player asks for them; nothing is replaced. */
export class Ahead implements ListUpdates {
  readonly #needs: AheadNeeds
  /** When the files that are here were asked for, by mod: an ISO time. */
  #here: ReadonlyMap<number, string> = new Map()
  readonly #changed = new Emitter()
  readonly onUpdates = this.#changed.on
  readonly #flight = new SingleFlight<string, void>()
  #isClosed = false

  constructor(needs: AheadNeeds) {
    this.#needs = needs
    needs.lists.onUpdates(() => this.#changed.emit())
    needs.service.onGivenUp(() => void this.#readHere())
  }

  /** The updates; those that are here fetch nothing. */
  get updates(): ModUpdate[] {
    return this.#needs.lists.updates.map((update) => (this.#isHere(update) ? { ...update, fetchBytes: 0 } : update))
  }

  change(modId: number): Promise<ListChange | null> {
    return this.#needs.lists.change(modId)
  }

  /** Fetches what is not here yet. */
  readonly look = (): Promise<void> => this.#flight.join('look', undefined, () => this.#look())

  /** Fetches no other mod after the one that is broken off. */
  close(): void {
    this.#isClosed = true
  }

  async #look(): Promise<void> {
    const { lists, failed } = this.#needs
    if (lists.updates.length === 0) return
    await this.#readHere()
    for (const update of lists.updates)
      if (!this.#isHere(update) && (await this.#mayFetch()))
        await this.#fetch(update.modId).catch((error: unknown) => failed(update.modId, error)) // the next one may come all the same
  }

  async #mayFetch(): Promise<boolean> {
    const { mayBegin, isMetered } = this.#needs
    return mayBegin() && !(await isMetered()) && !this.#isClosed
  }

  /** In a folder that cannot be read nothing is here. */
  async #readHere(): Promise<void> {
    this.#here = await this.#needs.service.prepared().catch(() => new Map<number, string>())
    this.#changed.emit()
  }

  async #fetch(modId: number): Promise<void> {
    const { check, service } = this.#needs
    const outcome = await check(modId)
    if (!outcome.trusted || !(await this.#mayFetch())) return // a check takes its time
    const leave = this.#watchConnection()
    const isHere = await service.prepare(modId).finally(leave)
    if (isHere) await this.#readHere()
  }

  /** Ends what is fetched once the connection is paid by use. */
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

  /** What was asked for before the list changed is that of an older one. */
  #isHere({ modId, since }: ModUpdate): boolean {
    return (this.#here.get(modId) ?? '') >= since
  }
}

const COST_SCRIPT = `[void][Windows.Networking.Connectivity.NetworkInformation, Windows, ContentType = WindowsRuntime]
[Windows.Networking.Connectivity.NetworkInformation]::GetInternetConnectionProfile().GetConnectionCost().NetworkCostType`

/** Whether the network is paid by use. False where the system does not tell: macOS, and Linux without NetworkManager. */
export async function isMetered(run = runProgram, platform = process.platform): Promise<boolean> {
  const told =
    platform === 'win32'
      ? await runPowerShell(COST_SCRIPT, {}, run)
      : await run('nmcli', ['-g', 'GENERAL.METERED', 'device', 'show'], { LC_ALL: 'C' })
  return /^(?:yes|fixed|variable)/im.test(told)
}
