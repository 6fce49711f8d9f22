import { jsonFile, type Log } from '../../lib/index.ts'
import * as v from 'valibot'
import type { FileResult } from '../../../src-preload/contract/mods.ts'
import { parseSafePath } from '../list/index.ts'
import type { CheckReport, FoundProblem } from './report.ts'
import { noCounts } from './counts.ts'

const wrong = (Object.keys(noCounts()) as FileResult[]).filter((result) => result !== 'ok')
const fact = v.nullable(v.union([v.string(), v.number()]))

const Kept = v.object({
  format: v.literal(2),
  /** Names the check. */
  startedAtMs: v.optional(v.number()),
  modFolder: v.string(),
  listVersion: v.string(),
  filesListed: v.number(),
  problems: v.array(
    v.object({
      path: v.string(),
      result: v.picklist(wrong),
      expected: fact,
      found: fact,
      listed: v.optional(
        v.object({
          path: v.string(),
          size: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
          hash: v.pipe(v.string(), v.regex(/^[0-9a-f]+$/)),
          algorithm: v.picklist(['md5', 'sha1', 'sha256']),
        }),
      ),
    }),
  ),
})

/** What a check found, as far as a repair needs it later. */
export type KeptCheck = Pick<CheckReport, 'modFolder' | 'listVersion' | 'filesListed' | 'problems'> & {
  startedAtMs?: number
}

/** Keeps what a check found. It may be as long as the list: for worker threads. */
export async function keepCheck(path: string, check: KeptCheck, log: Log['error']): Promise<void> {
  const { modFolder, listVersion, filesListed, problems, startedAtMs } = check
  await jsonFile(path, Kept, log).keep({ format: 2, startedAtMs, modFolder, listVersion, filesListed, problems })
}

/** Reads it back; undefined where there is none. Its paths are data from outside: one that is not safe is not repaired. */
export async function readKeptCheck(path: string, log: Log['error']): Promise<KeptCheck | undefined> {
  const kept = await jsonFile(path, Kept, log).read()
  if (!kept) return undefined
  const problems = kept.problems.map(({ listed, ...problem }): FoundProblem => {
    const parsed = listed && parseSafePath(listed.path, kept.modFolder)
    return listed && parsed?.ok ? { ...problem, listed: { ...listed, path: parsed.path } } : problem
  })
  const { modFolder, listVersion, filesListed, startedAtMs } = kept
  return { modFolder, listVersion, filesListed, problems, startedAtMs }
}
