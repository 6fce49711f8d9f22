import { realpathSync } from 'node:fs'
import { startModule, type Module, type Run, type SharedMemory } from '../wasm/engine.ts'
import type { Gate } from './hash-file.ts'
import type { Md5Lanes } from './md5-lanes.ts'
import { Lane, LANE_ROOM, LANES, LANES_AT, MOST_SHORT, PATHS_ROOM, Table, Word } from './memory.ts'
import { STAT_FIELDS, type HashBatch } from './protocol.ts'
import { closeWasi, startWasi, type WasiFunctions } from './wasi.ts'

/** Hears which files of a batch have the listed digest, and how many; and the stats of those, if they were asked for. */
export type OnListed = (isSame: Uint8Array, same: number, stats: BigInt64Array) => void

export interface ShortHasher {
  hash(batch: HashBatch, gate: Gate, onListed: OnListed): number[]
  /** Closes the folder of the last batch. It is opened again where it is needed. */
  leave(): void
}

/** So many turns of the lanes between two looks at the gate: a few milliseconds at most. */
const ROUNDS = 8
const DIGEST_BYTES = 16

/** Sets all lanes free. */
function clearLanes(words: Int32Array): void {
  for (let lane = 0; lane < LANES; lane++) {
    const at = (Lane.at + lane * Lane.bytes) / 4
    words[at + Lane.blocks / 4] = 0
    words[at + Lane.next / 4] = LANES_AT + lane * LANE_ROOM
    words[at + Lane.place / 4] = -1
  }
}

const allOf = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

function placesOf(isSame: Uint8Array): number[] {
  const others: number[] = []
  for (let at = 0; at < isSame.length; at++) if (isSame[at] === 0) others.push(at)
  return others
}

/** Gives the program for files below a folder; undefined where there is no WASI. The last one stays, with its folder open, until `leave`. */
function createPrograms(memory: SharedMemory, short: Module, md5: Run) {
  let last: { root: string; run: Run; wasi: WasiFunctions } | undefined
  const leave = () => {
    if (last) closeWasi(last.wasi)
    last = undefined
  }
  const of = (root: string): Run | undefined => {
    if (last?.root === root) return last.run
    leave()
    const wasi = startWasi(memory, root)
    if (!wasi) return undefined
    const { run } = startModule(short, memory, { ...wasi, md5 })
    last = { root, run, wasi }
    return run
  }
  return { of, leave }
}

function realOf(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path // each of its files will tell
  }
}

/**
 * Makes the function that hashes by MD5 what of a batch needs no more than to be opened, read once and closed, and has the
 * listed digest. It is one WebAssembly program: JavaScript for that would be compiled in each fresh thread, which takes longer
 * than thousands of such files. Gives the places of all others, which have to be looked at one by one; all of them where
 * there is no WASI.
 */
export function createShortHasher(memory: SharedMemory, short: Module, { program }: Md5Lanes): ShortHasher {
  const programs = createPrograms(memory, short, program)
  const words = new Int32Array(memory.buffer)
  const bytes = new Uint8Array(memory.buffer)
  const sizes = new Float64Array(memory.buffer, Table.sizes, MOST_SHORT)
  const stats = new BigInt64Array(memory.buffer, Table.stats, MOST_SHORT * STAT_FIELDS)

  const load = (batch: HashBatch): void => {
    sizes.set(batch.sizes)
    bytes.set(batch.expected, Table.digests)
    bytes.set(batch.paths, Table.paths)
    bytes.fill(0, Table.isSame, Table.isSame + batch.sizes.length)
    words[Word.count / 4] = batch.sizes.length
    words[Word.file / 4] = 0
    words[Word.path / 4] = Table.paths
    words[Word.wantsStats / 4] = batch.wantsStats ? 1 : 0
    words[Word.same / 4] = 0
    clearLanes(words)
  }
  const hash = (run: Run, gate: Gate): void => {
    for (let isMore = true; isMore && gate.open;) {
      words[Word.bytes / 4] = 0
      isMore = run(ROUNDS) !== 0
      gate.count(words[Word.bytes / 4] as number)
    }
  }
  const hashShort: ShortHasher['hash'] = (batch, gate, onListed) => {
    const count = batch.sizes.length
    const fits = count <= MOST_SHORT && batch.paths.length <= PATHS_ROOM
    const run = fits && batch.expected.length === count * DIGEST_BYTES ? programs.of(realOf(batch.root)) : undefined
    if (!run) return allOf(count)
    load(batch)
    hash(run, gate)
    const same = words[Word.same / 4] as number
    const isSame = bytes.subarray(Table.isSame, Table.isSame + count)
    onListed(isSame, same, stats)
    return same === count ? [] : placesOf(isSame)
  }
  return { hash: hashShort, leave: programs.leave }
}
