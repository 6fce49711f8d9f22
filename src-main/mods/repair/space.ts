import { basename, dirname, join } from 'node:path'
import { Failure } from '../../../src-preload/contract/failure.ts'
import type { RepairState } from '../../../src-preload/contract/repair.ts'
import { mayResume } from '../../../src-preload/contract/repair-cause.ts'
import { sliced } from '../../lib/index.ts'
import { orUnusable } from '../files/index.ts'
import { foldKey, isPartName, parseModFolder, partNameOf, resolveInside } from '../list/index.ts'
import { type Disk, diskOf, entriesBelow, MARGIN, pathsFor, removePart, statsAt } from './disk.ts'
import { busyWith } from './mod-lock.ts'
import type { RepairNeeds } from './needs.ts'
import { basisOf, chosenSteps, freeIn } from './plans.ts'
import { hasEnded, listSessions, openRepairSession, type Hold, type SessionMod, storeOf } from './session.ts'
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
  lockSession: (gameDir: string, mod: SessionMod) => ReturnType<Hold>
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
    const all = await this.#wantsOf(gameDir, [...modIds, ...this.#inWork, ...waiting])
    await this.#mustFit(gameDir, all.slice(0, modIds.length), all, MARGIN)
  }

  /**
   * Checks that a mod's steps fit beside all mods that are in work. If they do not, gives up what was fetched ahead for mods that are neither
   * in work nor wait. @throws Failure `repair-disk-full`, `game-dir-unusable`
   */
  async mustFit(gameDir: string, { modId, modFolder }: Omit<SessionMod, 'modName'>, left: StepList, margin = MARGIN) {
    const want = this.#wantOfSteps(gameDir, modFolder, left)
    const others = this.#inWork.filter((other) => other !== modId)
    await this.#mustFit(gameDir, [want], [want, ...(await this.#wantsOf(gameDir, others))], margin)
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

  /** What these mods still need, each once. */
  #wantsOf(gameDir: string, modIds: readonly number[]): Promise<Want[]> {
    return Promise.all(Array.from(new Set(modIds), (modId) => this.#wantOf(gameDir, modId)))
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

/** The part files in a mod's folder. */
async function partsIn(disk: Disk, gameDir: string, modFolder: string): Promise<{ at: string; size: number }[]> {
  const folder = parseModFolder(modFolder)
  const found = folder.ok && (await resolveInside(gameDir, folder.path))
  if (!found || !found.ok) return []
  const parts: { at: string; size: number }[] = []
  for await (const { name, parentPath } of entriesBelow(disk, found.real)) {
    const at = join(parentPath, name)
    const stats = isPartName(name) ? await statsAt(disk, at) : undefined
    if (stats?.isFile() && stats.nlink === 1) parts.push({ at, size: stats.size }) // a part file has one name
  }
  return parts
}

/**
 * The part files in mods' folders that no session continues, and no repair by the last check would: what earlier lists and versions left. None
 * if there is a session that only another computer can read.
 */
export async function leftOverIn(needs: RepairNeeds, gameDir: string) {
  const { disk } = needs
  const mods: (SessionMod & { parts: Awaited<ReturnType<typeof partsIn>> })[] = []
  for (const { id: modId, name: modName, folder: modFolder } of needs.mods())
    mods.push({ modId, modName, modFolder, parts: await partsIn(disk, gameDir, modFolder) })
  if (mods.every(({ parts }) => parts.length === 0)) return []
  const needed = new Set<string>()
  const folders = new Map<string, string>() // resolved once for all their files
  const keep = async (steps: StepList) => {
    for await (const { path } of sliced(steps)) {
      const folder = folders.get(dirname(path)) ?? (await pathsFor(gameDir, path)).folder
      folders.set(dirname(path), folder)
      needed.add(foldKey(join(folder, partNameOf(basename(path)))))
    }
  }
  for (const id of await listSessions(disk, gameDir)) {
    const session = await openRepairSession(disk, gameDir, id)
    if (session && !hasEnded(session.journal)) await keep(session.head.steps)
    if (!session && (await statsAt(disk, join(storeOf(gameDir), id, 'session.json')))) return []
  }
  for (const { modId } of mods)
    if (needs.lastCheck(modId)) await keep(await chosenSteps(needs, basisOf(needs, modId), (list) => list !== 'extras'))
  return mods.flatMap((mod) => {
    const parts = mod.parts.filter(({ at }) => !needed.has(foldKey(at)))
    return parts.length > 0 ? { ...mod, parts, bytes: parts.reduce((sum, { size }) => sum + size, 0) } : []
  })
}

/** Deletes what {@link leftOverIn} finds. @throws Failure `repair-busy` if something else works on a mod */
export async function discardLeftOver(needs: RepairNeeds, gameDir: string, hold: Hold): Promise<void> {
  for (const mod of await leftOverIn(needs, gameDir)) {
    const letGo = await hold(mod)
    if (!letGo) throw await busyWith(gameDir, mod)
    try {
      const still = (await leftOverIn(needs, gameDir)).find(({ modId }) => modId === mod.modId) // a repair may have begun since
      for (const { at } of still?.parts ?? []) await removePart(needs.disk, at)
    } finally {
      letGo()
    }
  }
}
