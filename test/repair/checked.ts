import type { Problem } from '../../src-preload/contract/mods.ts'
import { readHashList } from '../../src-main/mods/list/hash-list.ts'
import type { CheckedMod } from '../../src-main/mods/room-shape.ts'
import { md5, MOD, read } from './support.ts'

export type Files = Record<string, Uint8Array>

/** A list of these files, in the shape that the service tells. */
export const rowsOf = (files: Files) =>
  Object.entries(files).map(([path, bytes], Id) => ({
    Id,
    RelativPath: path.replaceAll('/', '\\'),
    Hash: md5(bytes),
    FileName: path.split('/').at(-1),
    Size: bytes.length,
  }))

/** What a check would find: by size and digest of each listed file. */
export function check(gameDir: string, files: Files, modId: number): CheckedMod {
  const reading = readHashList(rowsOf(files), { modFolder: MOD })
  if (!reading.trusted) throw new Error(reading.reason)
  const problems = Object.entries(files).flatMap(([path, bytes]): Problem[] => {
    const present = read(gameDir, path)
    if (!present) return [{ path, result: 'missing', expected: bytes.length, found: null }]
    return present.equals(bytes) ? [] : [{ path, result: 'wrong-hash', expected: md5(bytes), found: md5(present) }]
  })
  return { modId, modName: 'Nordwind', list: reading.list, problems }
}
