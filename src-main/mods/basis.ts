import type { CheckInput } from './check.ts'
import type { DigestCache } from './digest-cache.ts'
import { parseInSlices, type HashList, type ListReading } from './hash-list.ts'
import { later, once } from './later.ts'
import { readPlainList, type PlainList } from './plain/plain-list.ts'
import { planCheck, planPlain } from './plan.ts'
import { noSeals, type Seals } from './seals.ts'
import { keptFiles, planUnchanged } from './unchanged.ts'

/** A list that is trusted, and what there is to do about it once it is known what is on disk. */
export type Basis = Pick<CheckInput, 'list' | 'plan' | 'kept'>

/** A list's text, and how it is to be read. */
export interface ListSpelling {
  listText: string
  /** Name of the mod's folder; absent, the list tells it. */
  modFolder: string | undefined
  /** From how many characters on it is read as a plain one, if it is; absent: from where that is quicker. */
  plainFrom: number | undefined
}

const readPlain = ({ listText, modFolder, plainFrom }: ListSpelling) => readPlainList(listText, modFolder, plainFrom)

const listOf = async (plain: PlainList): Promise<HashList> => ({
  modFolder: plain.modFolder,
  entries: await plain.all(),
})

async function readRows(spelling: ListSpelling, plain: PlainList | undefined): Promise<ListReading> {
  if (plain) return { trusted: true, list: await listOf(plain) }
  return parseInSlices(spelling.listText, { modFolder: spelling.modFolder })
}

/** Reads a list while others get their turn; never throws. `modFolder`: absent, the list tells it. */
export async function readListText(listText: string, modFolder?: string): Promise<ListReading> {
  const spelling = { listText, modFolder, plainFrom: undefined }
  return readRows(spelling, await readPlain(spelling))
}

/** Its files are objects only where something is not as listed. */
function plainBasis(plain: PlainList): Basis {
  const read = once(() => listOf(plain))
  return {
    list: { count: plain.count, read },
    plan: async (tree) => ((await plain.isWhole(tree)) ? planPlain(plain) : planCheck(await read(), tree, noSeals)),
  }
}

/** Reads a list. @param asPlain whether one that is plain may stay as it lies in memory: a full check from the begin on */
export async function readBasis(
  spelling: ListSpelling,
  asPlain: boolean,
): Promise<{ modFolder: string; basis: Basis } | (ListReading & { trusted: false })> {
  const plain = await readPlain(spelling)
  if (plain && asPlain) return { modFolder: plain.modFolder, basis: plainBasis(plain) }
  const reading = await readRows(spelling, plain)
  if (!reading.trusted) return reading
  const { list } = reading
  const read = () => Promise.resolve(list)
  return {
    modFolder: list.modFolder,
    basis: { list: { count: list.entries.length, read }, plan: async (tree) => planCheck(list, tree, noSeals) },
  }
}

/**
 * The basis of a quick check with a list that was trusted and checked before: word for word the same, so that it is read
 * only where something has changed.
 * @param modFolder of the mod that was sealed
 */
export function sealedBasis(
  spelling: ListSpelling,
  { cache, modFolder }: { cache: () => Promise<DigestCache>; modFolder: string },
  seals: Seals,
): Basis {
  const read = once(async () => {
    const reading = await readRows(spelling, await readPlain(spelling))
    if (!reading.trusted) throw new Error(`a list that was trusted is not any more: ${reading.reason}`)
    return reading.list
  })
  const sealed = later(cache().then((known) => keptFiles(known, seals, modFolder)))
  return {
    kept: () => sealed,
    list: { count: seals.count, read },
    async plan(tree) {
      const unchanged = planUnchanged(tree, { seals, sealed: await sealed })
      return unchanged ?? planCheck(await read(), tree, seals)
    },
  }
}
