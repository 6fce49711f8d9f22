import { createHash } from 'node:crypto'
import { createRandom, hashOf } from './random.ts'

/** One file of a demo mod as it should be; `path` has forward slashes and begins with the mod's folder. */
export interface GameFile {
  path: string
  size: number
}

/** A demo mod that has files. */
export interface GameMod {
  id: number
  folder: string
  /** Digest of its list. */
  algorithm: 'md5' | 'sha256'
  files: GameFile[]
}

const KB = 1024
const MB = 1024 * KB

const themes = [
  ...['base', 'vehicles', 'trucks', 'boats', 'clothing', 'uniforms', 'houses', 'harbour', 'airport', 'roads', 'signs'],
  ...['weapons', 'tools', 'fishing', 'farming', 'mining', 'police', 'medics', 'firefighters', 'radio', 'phone', 'bank'],
  ...[
    'shops',
    'furniture',
    'plants',
    'weather',
    'lights',
    'sounds',
    'music',
    'interface',
    'fonts',
    'language',
    'faces',
  ],
]

/** The main mod: packages with their signatures, keys, and loose files in folders. About 40 MB in some 300 files. */
function nordwind(seed: string): GameFile[] {
  const random = createRandom(`${seed}/game-files`)
  const files: GameFile[] = []
  const add = (path: string, size: number) => files.push({ path: `@Nordwind/${path}`, size })
  for (const [at, theme] of themes.entries()) {
    const size = at < 6 ? random.whole(2 * MB, 4 * MB) : random.whole(80 * KB, 1200 * KB)
    add(`addons/nw_${theme}.pbo`, size)
    add(`addons/nw_${theme}.pbo.nordwind.bisign`, 512)
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

/** A small second mod, intact, whose list has longer digests. */
function maps(seed: string): GameFile[] {
  const random = createRandom(`${seed}/map-files`)
  return Array.from({ length: 36 }, (_, at) => ({
    path: `@NordwindMaps/addons/tiles_${at % 6}/nw_map_${at}.pbo`,
    size: random.whole(20 * KB, 300 * KB),
  }))
}

/** The demo's mods that have files. */
export const gameMods = (seed: string): GameMod[] => [
  { id: 1, folder: '@Nordwind', algorithm: 'md5', files: nordwind(seed) },
  { id: 2, folder: '@NordwindMaps', algorithm: 'sha256', files: maps(seed) },
]

/** The true bytes of a demo file: they follow from seed, path and size alone. */
export function bytesOf(seed: string, { path, size }: GameFile): Buffer {
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

/** A row of a hash list, with the oddities that such lists have: backslashes, capital digests, sizes as text. */
export interface HashRow {
  Id: number
  RelativPath: string
  Hash: string
  FileName: string
  Size: number | string
}

/** The list row of a file. */
export function rowOf(file: GameFile, digest: string, at: number): HashRow {
  return {
    Id: at,
    RelativPath: file.path.replaceAll('/', '\\'),
    Hash: at % 5 === 3 ? digest.toUpperCase() : digest,
    FileName: file.path.slice(file.path.lastIndexOf('/') + 1),
    Size: at % 7 === 6 ? String(file.size) : file.size,
  }
}

/** Hex digest of bytes. */
export const digestOf = (algorithm: GameMod['algorithm'], bytes: Uint8Array): string =>
  createHash(algorithm).update(bytes).digest('hex')
