import { Failure } from '../../../src-preload/contract/failure.ts'
import type { RepairState } from '../../../src-preload/contract/repair.ts'
import { mayResume } from '../../../src-preload/contract/repair-cause.ts'
import { orUnusable } from '../files/index.ts'
import { diskOf, MARGIN } from './disk.ts'
import type { RepairNeeds } from './needs.ts'
import { basisOf, chosenSteps, freeIn } from './plans.ts'
import type { SessionHead, SessionMod } from './session.ts'
import { StepList } from './steps.ts'
import { bytesAhead, bytesHere, giveUpAhead } from './unfinished.ts'

/** What a mod still needs. */
interface Want {
  modFolder: string
  bytes: number
  /** How many of these bytes are already here, in part files. Called only if it matters. */
  here: () => Promise<number>
}

const none = () => Promise.resolve(0)

/** The repairs that share the space of a disk. */
interface Repairs {
  readonly states: readonly RepairState[]
  stateOf: (modId: number) => RepairState | undefined
  lockSession: (gameDir: string, head: SessionHead) => Promise<(() => void) | undefined>
}

/** Looks at the free space before anything is fetched. */
export class Space {
  readonly #needs: RepairNeeds
  readonly #repairs: Repairs
  readonly #givenUp: () => void

  /** `givenUp`: called when what was fetched ahead was removed. */
  constructor(needs: RepairNeeds, repairs: Repairs, givenUp: () => void) {
    this.#needs = needs
    this.#repairs = repairs
    this.#givenUp = givenUp
  }

  /** Checks that these mods fit beside all that are in work, and beside those that wait, before the first begins. @throws as {@link mustFit} */
  async mustFitAll(modIds: readonly number[], waiting = this.#queued): Promise<void> {
    const gameDir = this.#needs.gameDir()
    if (gameDir === undefined) return
    const wants = await Promise.all(modIds.map((modId) => this.#wantOf(gameDir, modId)))
    const others = await this.#wantsWithout(gameDir, modIds, [...this.#inWork, ...waiting])
    await this.#mustFit(gameDir, wants, [...wants, ...others], MARGIN)
  }

  /**
   * Checks that a mod's steps fit beside all mods that are in work. If they do not, gives up what was fetched ahead for mods that are neither
   * in work nor wait. @throws Failure `repair-disk-full`, `game-dir-unusable`
   */
  async mustFit(gameDir: string, { modId, modFolder }: Omit<SessionMod, 'modName'>, left: StepList, margin = MARGIN) {
    const want = this.#wantOfSteps(gameDir, modFolder, left)
    const others = await this.#wantsWithout(gameDir, [modId], this.#inWork)
    await this.#mustFit(gameDir, [want], [want, ...others], margin)
  }

  async #mustFit(gameDir: string, wants: readonly Want[], all: readonly Want[], margin: number): Promise<void> {
    const { disk } = this.#needs
    for (const want of wants) {
      const look = () => this.#look(gameDir, want, all, margin)
      await look().catch(async (full: unknown) => {
        if (margin > MARGIN) throw full
        const keep = [want, ...all, ...this.#queued.map((modId) => ({ modFolder: this.#folderOf(modId) }))]
        await giveUpAhead(disk, gameDir, keep, full, (head) => this.#repairs.lockSession(gameDir, head))
        this.#givenUp()
        await look()
      })
    }
  }

  /** Looks at the disk that a mod's folder is on. The folders of other mods that cannot be read count as on the same disk. */
  async #look(gameDir: string, want: Want, all: readonly Want[], margin: number): Promise<void> {
    if (want.bytes === 0) return
    const { disk } = this.#needs
    const free = await freeIn(disk, gameDir, want.modFolder)
    const diskOfWant = (one: Want) => diskOf(disk, gameDir, one.modFolder)
    const there = await diskOfWant(want).catch(orUnusable(gameDir))
    const wants: Want[] = []
    for (const one of all) if ((await diskOfWant(one).catch(() => there)) === there) wants.push(one)
    let neededBytes = wants.reduce((sum, { bytes }) => sum + bytes, margin)
    if (free >= neededBytes) return
    for (const { bytes, here } of wants) neededBytes -= Math.min(bytes, await here())
    if (free < neededBytes) throw new Failure('repair-disk-full', { neededBytes, freeBytes: free })
  }

  get #queued(): readonly number[] {
    return this.#needs.queued?.() ?? []
  }

  get #inWork(): number[] {
    const inWork = this.#repairs.states.filter(({ phase }) => phase !== 'ended' && phase !== 'interrupted')
    return inWork.map(({ modId }) => modId)
  }

  /** What these mods still need, except those of `without`. */
  #wantsWithout(gameDir: string, without: readonly number[], modIds: readonly number[]): Promise<Want[]> {
    const others = [...new Set(modIds)].filter((modId) => !without.includes(modId))
    return Promise.all(others.map((modId) => this.#wantOf(gameDir, modId)))
  }

  #folderOf(modId: number): string {
    const { lastCheck, mods } = this.#needs
    return mods().find(({ id }) => id === modId)?.folder ?? lastCheck(modId)?.modFolder ?? ''
  }

  #wantOfSteps(gameDir: string, modFolder: string, steps: StepList): Want {
    return { modFolder, bytes: steps.bytes, here: () => bytesHere(this.#needs.disk, gameDir, steps) }
  }

  /** What the present or next repair of a mod needs, as far as is known. */
  async #wantOf(gameDir: string, modId: number): Promise<Want> {
    const { disk, lastCheck, update: updateOf } = this.#needs
    const checked = lastCheck(modId)
    const modFolder = this.#folderOf(modId)
    const state = this.#repairs.stateOf(modId)
    if (state && (state.phase !== 'ended' || mayResume(state))) {
      const { bytesTotal, bytesDone } = state.progress
      return { modFolder, bytes: bytesTotal - bytesDone, here: none }
    }
    const update = updateOf?.(modId)
    const isOld = checked === undefined || (update && update.version !== checked.listVersion)
    if (isOld) {
      // what was fetched ahead by a former list is used or removed as the repair begins
      return { modFolder, bytes: update?.fetchBytes ?? 0, here: () => bytesAhead(disk, gameDir, modFolder) }
    }
    const steps = chosenSteps(this.#needs, basisOf(this.#needs, modId), (list) => list !== 'extras')
    return this.#wantOfSteps(gameDir, modFolder, await steps.catch(() => new StepList())) // a check is just ending
  }
}
