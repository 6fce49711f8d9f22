import { join } from 'node:path'
import * as v from 'valibot'
import type { ListChange } from '../../../src-preload/contract/repair.ts'
import pLimit from 'p-limit'
import { jsonFile, type Log } from '../../lib/index.ts'
import type { HashList } from '../hash-list.ts'
import { versionOf } from './plan.ts'

/** A trusted list as it is kept: `[path, size, digest]` of each file. */
const Kept = v.object({
  version: v.string(),
  /** ISO times. */
  firstSeen: v.string(),
  lastSeen: v.string(),
  files: v.array(v.tuple([v.string(), v.nullable(v.number()), v.string()])),
})
type Kept = v.InferOutput<typeof Kept>

const History = v.object({
  format: v.literal(2),
  present: Kept,
  /** The list that the files were last right by, or the one seen before where they never were. */
  former: v.nullable(Kept),
  /** The files were seen right by the present list. */
  settled: v.boolean(),
})
type History = v.InferOutput<typeof History>

/** Remembers the last trusted lists of each mod, so that a change can be shown. */
export interface ListHistory {
  /** Takes note of a list that is trusted now. `right`: the mod's files were all found as it says. */
  remember(modId: number, list: HashList, right: boolean): Promise<void>
  /** What the present list changed that the mod's files do not follow yet; null where there is nothing like that. */
  changeOf(modId: number): Promise<ListChange | null>
}

const keep = (list: HashList, now: string): Kept => ({
  version: versionOf(list),
  firstSeen: now,
  lastSeen: now,
  files: list.entries.flatMap((entry) => (entry.kind === 'unsafe-path' ? [] : [[entry.path, entry.size, entry.hash]])),
})

/** The history after a list was seen. Two changes that the player did not follow are one to them. */
function next(known: History | undefined, seen: Kept, right: boolean): History {
  if (!known) return { format: 2, present: seen, former: null, settled: right }
  const { present, former, settled } = known
  if (present.version === seen.version)
    return { ...known, present: { ...present, lastSeen: seen.lastSeen }, settled: settled || right }
  const before = settled || !former ? present : former
  return { format: 2, present: seen, former: before, settled: right || (!settled && former?.version === seen.version) }
}

/** Opens the history in a folder (absolute). A damaged file counts as none: then the next change is shown, not this one. */
export function openListHistory(folder: string, now: () => Date, log: Log['error']): ListHistory {
  const fileOf = (modId: number) => jsonFile(join(folder, `${modId}.json`), History, log)
  const inTurn = pLimit(1)
  return {
    remember: (modId, list, right) =>
      inTurn(async () => {
        const file = fileOf(modId)
        await file.write(next(await file.read(), keep(list, now().toISOString()), right))
      }),
    changeOf: (modId) =>
      inTurn(async () => {
        const known = await fileOf(modId).read()
        return known?.former && !known.settled ? compare(modId, known.former, known.present) : null
      }),
  }
}

function compare(modId: number, former: Kept, present: Kept): ListChange {
  const before = new Map(former.files.map(([path, , hash]) => [path, hash]))
  const after = new Set(present.files.map(([path]) => path))
  const shown = ([path, bytes]: Kept['files'][number]) => ({ path, bytes })
  const added = present.files.filter(([path]) => !before.has(path)).map(shown)
  const changed = present.files.filter(([path, , hash]) => before.has(path) && before.get(path) !== hash).map(shown)
  const removed = former.files.filter(([path]) => !after.has(path)).map(shown)
  const fetchBytes = [...added, ...changed].reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)
  return { modId, before: former.lastSeen, since: present.firstSeen, added, changed, removed, fetchBytes }
}
