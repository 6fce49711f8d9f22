// Game folders with the mod `@Bench`, and their hash lists.
import { createHash, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const PER_FOLDER = 500
/** A file system allows about 65,000 names for one file. */
const NAMES_PER_FILE = 10_000

const pathOf = (at) => `@Bench/${Math.floor(at / PER_FOLDER)}/file_${at}.pbo`

const md5 = (bytes) => createHash('md5').update(bytes).digest('hex')

const rowOf = (at, bytes, Hash) => ({
  Id: at,
  RelativPath: pathOf(at).replaceAll('/', '\\'),
  Hash,
  FileName: `file_${at}.pbo`,
  Size: bytes,
})

const writeList = (dir, rows) =>
  writeFileSync(join(dir, 'list.json'), JSON.stringify({ data: rows, requested_at: 1_700_000_000 }))

/** Writes `count` files of `bytes` each below `dir`, and their list. */
export function makeFiles(dir, count, bytes) {
  const rows = Array.from({ length: count }, (_, at) => {
    const path = join(dir, pathOf(at))
    if (at % PER_FOLDER === 0) mkdirSync(dirname(path), { recursive: true })
    const content = randomBytes(bytes)
    writeFileSync(path, content)
    return rowOf(at, bytes, md5(content))
  })
  writeList(dir, rows)
  return dir
}

/** Writes the list of `count` short files. With `onDisk` it also creates the files, most of them as hard links. */
export function makeLongList(dir, count, { onDisk }) {
  mkdirSync(dir, { recursive: true })
  const content = Buffer.from('a short file')
  const digest = md5(content)
  let original = ''
  for (let at = 0; onDisk && at < count; at++) {
    const path = join(dir, pathOf(at))
    if (at % PER_FOLDER === 0) mkdirSync(dirname(path), { recursive: true })
    if (at % NAMES_PER_FILE === 0) writeFileSync((original = path), content)
    else linkSync(original, path)
  }
  writeList(
    dir,
    Array.from({ length: count }, (_, at) => rowOf(at, content.length, digest)),
  )
  return dir
}
