import { type LastCheck, type FoundProblem, parseHashList } from '../../src-main/mods/index.ts'
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

/** The list of these files, read. */
export function listOf(files: Files) {
  const reading = parseHashList(Buffer.from(JSON.stringify(rowsOf(files))), MOD)
  if (!reading.trusted) throw new Error(reading.reason)
  return reading.list
}

let checks = 0

/** What a check would find: by size and digest of each listed file. */
export function check(gameDir: string, files: Files, modId: number): LastCheck & { problems: FoundProblem[] } {
  const list = listOf(files)
  const problems = list.entries.flatMap((entry): FoundProblem[] => {
    const { path } = entry
    if (entry.kind !== 'file') return [{ path, result: 'unsafe-path', expected: null, found: entry.kind }]
    const { size, hash, algorithm } = entry
    const listed = { path: entry.path, size, hash, algorithm }
    const present = read(gameDir, path)
    if (!present) return [{ path, result: 'missing', expected: size, found: null, listed }]
    if (size !== null && present.length !== size)
      return [{ path, result: 'wrong-size', expected: size, found: present.length, listed }]
    return md5(present) === hash ? [] : [{ path, result: 'wrong-hash', expected: hash, found: md5(present), listed }]
  })
  return {
    ...{ modId, modName: 'Nordwind', modFolder: MOD, problems },
    listVersion: list.version,
    filesStay: list.entries.length - problems.length,
    checkedAt: `${++checks}`,
  }
}
