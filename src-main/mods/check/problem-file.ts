import { open } from 'node:fs/promises'
import * as v from 'valibot'
import type { FileResult } from '../../../src-preload/contract/mods.ts'
import { type Log, writeFileAtomic } from '../../lib/index.ts'
import { listedFacts, parseSafePath } from '../list/index.ts'
import { type Checked, type FoundProblem, noCounts, type ProblemPiece } from './result.ts'

/** The number of problems in one piece. Main reads a piece in a few milliseconds. */
const PIECE = 500
/** The head is the first line. It is shorter than this even for a list with millions of files. */
const HEAD_BYTES = 128 << 10

const wrong = (Object.keys(noCounts()) as FileResult[]).filter((result) => result !== 'ok')
const fact = v.nullable(v.union([v.string(), v.number()]))

const Head = v.object({
  format: v.literal(3),
  /** Identifies the check. */
  startedAtMs: v.number(),
  modFolder: v.string(),
  /** The length in bytes of each line after the head. Each line is a JSON array of problems. */
  pieces: v.array(v.pipe(v.number(), v.integer(), v.minValue(0))),
})

const Piece = v.array(
  v.object({
    path: v.string(),
    result: v.picklist(wrong),
    expected: fact,
    found: fact,
    listed: v.optional(v.object({ path: v.string(), ...listedFacts })),
  }),
)

/** The results of a check that a repair needs later. */
export type ProblemFile = Pick<Checked, 'startedAtMs' | 'modFolder'> & { problems: Iterable<FoundProblem> }

/** Divides problems, or their paths, into pieces that can be read or sent to another thread without blocking. */
export function* piecesOf<T>(items: Iterable<T>): Generator<T[]> {
  let piece: T[] = []
  for (const item of items) {
    piece.push(item)
    if (piece.length < PIECE) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}

/**
 * Writes a check's problems, in pieces. There may be as many as rows in the list, so only worker threads do it. A failure is only logged.
 */
export async function writeProblems(path: string, check: ProblemFile, log: Log['error']): Promise<void> {
  const { startedAtMs, modFolder, problems } = check
  const lines = Array.from(piecesOf(problems), (piece) => Buffer.from(`${JSON.stringify(piece)}\n`))
  const head = { format: 3, startedAtMs, modFolder, pieces: lines.map(({ length }) => length) }
  const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...lines])
  await writeFileAtomic(path, bytes).catch((error: unknown) => log('what a check found was not written', error))
}

/**
 * Reads one piece of a check's problems. `piece` counts from 0; a piece that does not exist is empty. The file's paths are untrusted data:
 * a problem whose path is not safe loses its listed file, so it is not repaired.
 * @throws if the file cannot be read, or belongs to another check
 */
export async function readProblems(
  path: string,
  startedAtMs: number | undefined,
  piece: number,
): Promise<ProblemPiece> {
  const file = await open(path)
  const read = async (from: number, length: number) => {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, from)
    return buffer.subarray(0, bytesRead)
  }
  try {
    const start = await read(0, HEAD_BYTES)
    const headBytes = start.indexOf('\n') + 1
    const head = v.parse(Head, JSON.parse(start.toString('utf8', 0, headBytes)))
    if (head.startedAtMs !== startedAtMs) throw new Error('it is of another check')
    const pieces = head.pieces.length
    const bytes = head.pieces[piece]
    if (bytes === undefined) return { problems: [], pieces }
    const from = head.pieces.slice(0, piece).reduce((sum, length) => sum + length, headBytes)
    const rows = v.parse(Piece, JSON.parse((await read(from, bytes)).toString()))
    const problems = rows.map(({ listed, ...problem }): FoundProblem => {
      const parsed = listed && parseSafePath(listed.path, head.modFolder)
      return listed && parsed?.ok ? { ...problem, listed: { ...listed, path: parsed.path } } : problem
    })
    return { problems, pieces }
  } finally {
    await file.close()
  }
}
