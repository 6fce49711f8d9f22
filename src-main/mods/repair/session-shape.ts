import * as v from 'valibot'
import type { RepairCause } from '../../../src-preload/contract/repair.ts'
import type { SafePath } from '../list/index.ts'
import { parseSafePath } from '../list/index.ts'

/** A path from our own file is still checked like one from the service: the file may have been changed. */
const isSafe = (text: string): boolean => parseSafePath(text, text.split('/', 1)[0] ?? '').ok
const path = v.pipe(
  v.string(),
  v.check(isSafe, 'not a safe path'),
  v.transform((text) => text as SafePath),
)
const wanted = {
  size: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]+$/)),
  algorithm: v.picklist(['md5', 'sha1', 'sha256']),
}

/** One thing to do. `fetch` makes the file equal to the list, `rename` gives it the listed spelling first. */
const Step = v.variant('do', [
  v.object({ do: v.literal('fetch'), path, ...wanted }),
  v.object({ do: v.literal('rename'), path, from: path, ...wanted }),
  v.object({ do: v.literal('set-aside'), path }),
])
export type Step = v.InferOutput<typeof Step>

/** A session's plan, written once before anything happens. */
const SessionHead = v.object({
  version: v.literal(1),
  id: v.string(),
  kind: v.picklist(['repair', 'set-aside', 'undo']),
  /** The session that an undo takes back. */
  of: v.optional(v.string()),
  modId: v.number(),
  modName: v.string(),
  modFolder: v.string(),
  /** Names the list that the plan was made from. */
  listVersion: v.string(),
  /** ISO time. */
  startedAt: v.string(),
  steps: v.array(Step),
})
export type SessionHead = v.InferOutput<typeof SessionHead>

/** How a step ended well. */
export type How = 'fetched' | 'copied' | 'renamed' | 'set-aside' | 'already' | 'put-back'

/** One line of the journal. */
export type Did =
  /** The part of `path` holds bytes that this validator names. */
  | { w: 'part'; path: SafePath; validator: string | undefined }
  /** About to keep the former file of `path` at `to` (relative to the session's folder). */
  | { w: 'keep'; path: SafePath; to: string }
  /** `path` is done; `added` when nothing stood there before; `from` when it was renamed. */
  | { w: 'done'; path: SafePath; how: How; added?: boolean; from?: SafePath }
  /** What this session did to `path` was taken back. */
  | { w: 'undone'; path: SafePath }
  | { w: 'failed'; path: SafePath; cause: RepairCause }
  /** The session came to its end, or the player let it go. */
  | { w: 'end'; how: 'finished' | 'dismissed' }

/** Reads a session's plan; `undefined` where it is not one. */
export function parseHead(text: string | undefined): SessionHead | undefined {
  if (text === undefined) return undefined
  try {
    const parsed = v.safeParse(SessionHead, JSON.parse(text))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined // written atomically, so only a stranger's hand makes it so
  }
}

const isDid = (value: unknown): value is Did =>
  typeof value === 'object' &&
  value !== null &&
  'w' in value &&
  typeof value.w === 'string' &&
  (value.w === 'end' || ('path' in value && typeof value.path === 'string' && isSafe(value.path)))

/** Reads a journal; a line cut off by a crash is left out. */
export function parseJournal(text: string): Did[] {
  const lines: Did[] = []
  for (const line of text.split('\n')) {
    if (line === '') continue
    try {
      const value: unknown = JSON.parse(line)
      if (isDid(value)) lines.push(value)
    } catch {
      // the crash's line
    }
  }
  return lines
}

/** Paths that a journal says are done. */
export const donePaths = (did: readonly Did[]): Set<string> =>
  new Set(did.flatMap((line) => (line.w === 'done' ? [line.path] : [])))
