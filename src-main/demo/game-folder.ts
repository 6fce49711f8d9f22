import { createHash } from 'node:crypto'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import mods from '../../resources/demo/game-files.json' with { type: 'json' }
import { jsonFile } from '../lib/index.ts'
import { before, DAY, seedOf } from './wire.ts'

/** One file of a demo mod. `path` has forward slashes and begins with the mod's folder. */
interface GameFile {
  path: string
  size: number
}

/** The demo's mods that have files. The main one has some 300, about 40 MB; the second one's list has longer digests; the last is not installed. */
const gameMods = mods.map(({ id, folder, algorithm, files, installed = true }) => ({
  id,
  algorithm,
  installed,
  files: (files as [path: string, size: number][]).map(([path, size]): GameFile => ({
    path: `${folder}/${path}`,
    size,
  })),
}))

/** The true bytes of a demo file. Only path and size determine them. */
function bytesOf({ path, size }: GameFile): Buffer {
  const words = new Uint32Array(Math.ceil(size / 4))
  let state = seedOf(path) || 1
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

const digestOf = (algorithm: string, bytes: Uint8Array): string => createHash(algorithm).update(bytes).digest('hex')

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
const FORMAT = 3

const Marker = v.object({ format: v.literal(FORMAT), lists: v.record(v.string(), v.array(HashRow)) })
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

async function build(dir: string, now: Date): Promise<Lists> {
  const lists: Lists = {}
  const at = before(now, 9 * DAY) // as if installed last week
  for (const { id, files, algorithm, installed } of gameMods) {
    const rows: HashRow[] = []
    for (const file of files) {
      const bytes = bytesOf(file)
      rows.push(rowOf(file, digestOf(algorithm, bytes), rows.length))
      const planted = installed ? asPlanted(file.path, bytes) : undefined
      if (planted) await place(dir, planted.path, planted.bytes, at)
    }
    lists[id] = rows
  }
  await place(dir, plantedProblems.extra, bytesOf({ path: plantedProblems.extra, size: EXTRA_BYTES }), at)
  return lists
}

/**
 * Opens the demo's game folder, and makes it on the first run: some 300 files with exactly the five {@link plantedProblems}.
 * What the player changes or repairs later stays as it is.
 * @param dir absolute; the folder beside it keeps the lists
 */
export function openGameFolder(dir: string, now: () => Date) {
  const marker = jsonFile(`${dir}.json`, Marker, () => undefined)
  const files = new Map<string, GameFile>(gameMods.flatMap((mod) => mod.files.map((file) => [file.path, file])))
  const open = async (): Promise<Lists> => {
    const known = await marker.read()
    if (known) return known.lists
    const lists = await build(dir, now())
    await marker.write({ format: FORMAT, lists })
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
      return file && bytesOf(file)
    },
  }
}

export type GameFolder = ReturnType<typeof openGameFolder>
