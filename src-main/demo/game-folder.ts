import { createHash } from 'node:crypto'
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import demoMods from '../../resources/demo/mods.json' with { type: 'json' }
import { createRandom, hashOf, writeFileAtomic } from '../lib/index.ts'

/** One file of a demo mod. `path` has forward slashes and begins with the mod's folder. */
interface GameFile {
  path: string
  size: number
}

/** A demo mod that has files. */
interface GameMod {
  id: number
  folder: string
  /** The algorithm of its list's digests. */
  algorithm: 'md5' | 'sha256'
  files: GameFile[]
}

const KB = 1024
const MB = 1024 * KB

/** The main mod: packages with their signatures, keys, and loose files in folders. About 40 MB in some 300 files. */
function nordwind(seed: string): GameFile[] {
  const random = createRandom(`${seed}/game-files`)
  const files: GameFile[] = []
  const add = (path: string, size: number) => files.push({ path: `@Nordwind/${path}`, size })
  for (const [at, name] of demoMods.packages.entries()) {
    const size = at < 6 ? random.whole(2 * MB, 4 * MB) : random.whole(80 * KB, 1200 * KB)
    add(`addons/nw_${name}.pbo`, size)
    add(`addons/nw_${name}.pbo.nordwind.bisign`, 512)
  }
  for (let at = 1; at <= 120; at++)
    add(`data/textures/nw_sign_${String(at).padStart(3, '0')}.paa`, random.whole(2 * KB, 40 * KB))
  for (let at = 1; at <= 70; at++)
    add(`data/sounds/engine/${random.pick(['idle', 'start', 'far', 'near'])}_${at}.ogg`, random.whole(4 * KB, 60 * KB))
  for (let at = 1; at <= 24; at++) add(`data/languages/${at}.xml`, random.whole(600, 9 * KB))
  for (const name of ['mod.cpp', 'meta.cpp', 'logo.paa', 'LIESMICH Straßenkarte.txt', 'empty.cfg'])
    add(name, name === 'empty.cfg' ? 0 : random.whole(300, 6 * KB))
  add('keys/nordwind.bikey', 296)
  return files
}

/** A small second mod without damage. Its list has longer digests. */
function maps(seed: string): GameFile[] {
  const random = createRandom(`${seed}/map-files`)
  return Array.from({ length: 36 }, (_, at) => ({
    path: `@NordwindMaps/addons/tiles_${at % 6}/nw_map_${at}.pbo`,
    size: random.whole(20 * KB, 300 * KB),
  }))
}

const gameMods = (seed: string): GameMod[] => [
  { id: 1, folder: '@Nordwind', algorithm: 'md5', files: nordwind(seed) },
  { id: 2, folder: '@NordwindMaps', algorithm: 'sha256', files: maps(seed) },
]

/** The true bytes of a demo file. Only seed, path and size determine them. */
function bytesOf(seed: string, { path, size }: GameFile): Buffer {
  const words = new Uint32Array(Math.ceil(size / 4))
  let state = hashOf(`${seed}/${path}`) || 1
  for (let at = 0; at < words.length; at++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    words[at] = state
  }
  return Buffer.from(words.buffer, 0, size)
}

/** A row of a hash list, with the usual oddities: backslashes, capital digests, sizes as text. */
const HashRow = v.object({
  Id: v.number(),
  RelativPath: v.string(),
  Hash: v.string(),
  FileName: v.string(),
  Size: v.union([v.number(), v.string()]),
})
export type HashRow = v.InferOutput<typeof HashRow>

function rowOf(file: GameFile, digest: string, at: number): HashRow {
  return {
    Id: at,
    RelativPath: file.path.replaceAll('/', '\\'),
    Hash: at % 5 === 3 ? digest.toUpperCase() : digest,
    FileName: file.path.slice(file.path.lastIndexOf('/') + 1),
    Size: at % 7 === 6 ? String(file.size) : file.size,
  }
}

const digestOf = (algorithm: GameMod['algorithm'], bytes: Uint8Array): string =>
  createHash(algorithm).update(bytes).digest('hex')

/** The problems of the demo's main mod, so that a check finds something. */
export const plantedProblems = {
  missing: '@Nordwind/addons/nw_harbour.pbo',
  'wrong-hash': '@Nordwind/addons/nw_trucks.pbo',
  'wrong-size': '@Nordwind/addons/nw_radio.pbo',
  'case-differs': '@Nordwind/addons/nw_clothing.pbo',
  extra: '@Nordwind/addons/nw_uniforms_2019.pbo',
} as const

const CASE_ON_DISK = '@Nordwind/addons/NW_Clothing.pbo'
const EXTRA_BYTES = 24_000
const FORMAT = 2
const DAY_MS = 24 * 3_600_000

const Marker = v.object({ format: v.literal(FORMAT), seed: v.string(), lists: v.record(v.string(), v.array(HashRow)) })
type Lists = v.InferOutput<typeof Marker>['lists']

/** A file's place and bytes on disk, with the planted problems. Undefined if the file is left out. */
function asPlanted(path: string, bytes: Buffer): { path: string; bytes: Buffer } | undefined {
  switch (path) {
    case plantedProblems.missing:
      return undefined
    case plantedProblems['wrong-hash']: {
      const rotten = Buffer.from(bytes)
      rotten.writeUInt32LE((rotten.readUInt32LE(rotten.length >> 1) ^ 0x10) >>> 0, rotten.length >> 1)
      return { path, bytes: rotten }
    }
    case plantedProblems['wrong-size']:
      return { path, bytes: bytes.subarray(0, Math.floor(bytes.length * 0.6)) }
    case plantedProblems['case-differs']:
      return { path: CASE_ON_DISK, bytes }
    default:
      return { path, bytes }
  }
}

async function place(dir: string, path: string, bytes: Uint8Array, at: Date): Promise<void> {
  const target = join(dir, path)
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, bytes)
  await utimes(target, at, at)
}

async function build(dir: string, seed: string, now: Date): Promise<Lists> {
  const lists: Lists = {}
  const at = new Date(now.getTime() - 9 * DAY_MS) // as if installed last week
  for (const { id, files, algorithm } of gameMods(seed)) {
    const rows: HashRow[] = []
    for (const file of files) {
      const bytes = bytesOf(seed, file)
      rows.push(rowOf(file, digestOf(algorithm, bytes), rows.length))
      const planted = asPlanted(file.path, bytes)
      if (planted) await place(dir, planted.path, planted.bytes, at)
    }
    lists[id] = rows
  }
  await place(dir, plantedProblems.extra, bytesOf(seed, { path: plantedProblems.extra, size: EXTRA_BYTES }), at)
  return lists
}

async function readMarker(path: string, seed: string): Promise<Lists | undefined> {
  try {
    const marker = v.parse(Marker, JSON.parse(await readFile(path, 'utf8')))
    return marker.seed === seed ? marker.lists : undefined
  } catch {
    return undefined
  }
}

/**
 * Opens the demo's game folder, and makes it on the first run: some 300 files with exactly the five {@link plantedProblems}.
 * What the player changes or repairs later stays as it is.
 * @param dir absolute; the folder beside it keeps the lists
 */
export function openGameFolder(dir: string, seed: string, now: () => Date) {
  const marker = `${dir}.json`
  const files = new Map<string, GameFile>(gameMods(seed).flatMap((mod) => mod.files.map((file) => [file.path, file])))
  const open = async (): Promise<Lists> => {
    const known = await readMarker(marker, seed)
    if (known) return known
    const lists = await build(dir, seed, now())
    await writeFileAtomic(marker, JSON.stringify({ format: FORMAT, seed, lists }))
    return lists
  }
  const lists = open()
  const ready = lists.then(() => undefined)
  ready.catch(() => undefined) // those who wait for it get the error
  return {
    dir,
    /** Resolves when the files are on disk. On later runs, that is at once, and nothing is written. */
    ready,
    /** The true hash list of a mod, or undefined if it has none. Waits until it is known. */
    list: async (modId: number): Promise<HashRow[] | undefined> => (await lists)[modId],
    /** The true bytes of a listed file (path with forward slashes), whatever is on disk. */
    bytes(path: string): Uint8Array | undefined {
      const file = files.get(path)
      return file && bytesOf(seed, file)
    },
  }
}

export type GameFolder = ReturnType<typeof openGameFolder>
