import { Failure } from '../../../src-preload/contract/failure.ts'
import type { RepairState } from '../../../src-preload/contract/repair.ts'
import { mayResume } from '../../../src-preload/contract/repair-cause.ts'
import { asUnusable } from '../files/index.ts'
import { diskOf, MARGIN } from './disk.ts'
import type { RepairNeeds } from './needs.ts'
import { basisOf, chosenSteps, freeIn } from './plans.ts'
import type { SessionHead, SessionMod } from './session.ts'
import type { StepList } from './steps.ts'
import { bytesHere, giveUpAhead } from './unfinished.ts'

/** What a mod still needs: steps, of which part files may be here, or a number of bytes. */
interface Want {
  modFolder: string
  left: StepList | number
}

/** The repairs that share the space of a disk. */
interface Repairs {
  readonly states: readonly RepairState[]
  stateOf: (modId: number) => RepairState | undefined
  lockSession: (gameDir: string, head: SessionHead) => Promise<(() => void) | undefined>
}

const most = ({ left }: Want): number => (typeof left === 'number' ? left : left.bytes)

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

  /** Checks that these mods fit beside all that are in work or wait, before the first of them begins. @throws as {@link mustFit} */
  async mustFitAll(modIds: readonly number[]): Promise<void> {
    const gameDir = this.#needs.gameDir()
    if (gameDir === undefined) return
    const wants = await Promise.all(modIds.map((modId) => this.#wantOf(modId)))
    const others = await this.#wantsWithout(modIds, [...this.#inWork, ...this.#queued])
    await this.#mustFit(gameDir, wants, [...wants, ...others], MARGIN)
  }

  /**
   * Checks that a mod's steps fit beside all mods that are in work. If they do not, gives up what was fetched ahead for mods that are neither
   * in work nor wait. @throws Failure `repair-disk-full`, `game-dir-unusable`
   */
  async mustFit(gameDir: string, { modId, modFolder }: Omit<SessionMod, 'modName'>, left: StepList, margin = MARGIN) {
    const want = { modFolder, left }
    await this.#mustFit(gameDir, [want], [want, ...(await this.#wantsWithout([modId], this.#inWork))], margin)
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
    if (most(want) === 0) return
    const { disk } = this.#needs
    const free = await freeIn(disk, gameDir, want.modFolder)
    const diskOfWant = (one: Want) => diskOf(disk, gameDir, one.modFolder)
    const there = await diskOfWant(want).catch((error: unknown) => {
      throw asUnusable(error, gameDir)
    })
    const wants: Want[] = []
    for (const one of all) if ((await diskOfWant(one).catch(() => there)) === there) wants.push(one)
    let neededBytes = wants.reduce((sum, one) => sum + most(one), margin)
    if (free >= neededBytes) return
    for (const { left } of wants) if (typeof left !== 'number') neededBytes -= await bytesHere(disk, gameDir, left)
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
  #wantsWithout(without: readonly number[], modIds: readonly number[]): Promise<Want[]> {
    const others = [...new Set(modIds)].filter((modId) => !without.includes(modId))
    return Promise.all(others.map((modId) => this.#wantOf(modId)))
  }

  #folderOf(modId: number): string {
    const { lastCheck, mods } = this.#needs
    return mods().find(({ id }) => id === modId)?.folder ?? lastCheck(modId)?.modFolder ?? ''
  }

  /** What the present or next repair of a mod needs, as far as is known. */
  async #wantOf(modId: number): Promise<Want> {
    const { lastCheck, update: updateOf } = this.#needs
    const checked = lastCheck(modId)
    const modFolder = this.#folderOf(modId)
    const state = this.#repairs.stateOf(modId)
    if (state && (state.phase !== 'ended' || mayResume(state))) {
      const { bytesTotal, bytesDone } = state.progress
      return { modFolder, left: bytesTotal - bytesDone }
    }
    const update = updateOf?.(modId)
    const isOld = checked === undefined || (update && update.version !== checked.listVersion)
    if (isOld) return { modFolder, left: update?.fetchBytes ?? 0 }
    const steps = chosenSteps(this.#needs, basisOf(this.#needs, modId), (list) => list !== 'extras')
    return { modFolder, left: await steps.catch(() => 0) } // a check is just ending
  }
}
