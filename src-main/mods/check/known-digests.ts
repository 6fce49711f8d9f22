import { type FileStat, isSettled } from '../files/index.ts'
import type { DigestRow } from './digest-cache.ts'
import type { ListedFile } from '../list/index.ts'

/** A listed file that is on disk. Its content has not been checked yet. */
export interface FoundFile {
  listed: ListedFile
  /** The entry's index in the list. */
  index: number
  /** The path below the game folder, with the disk's spelling. */
  path: string
  /** Undefined if the disk does not give it. */
  stat: FileStat | undefined
  /** True if the disk's spelling is different, on a disk where that matters. */
  differs: boolean
  /** The digest that an earlier check found with the same stat. If size, times and inode are the same, the bytes are the same. */
  known: string | undefined
}

/** The digests of found files that are known without hashing. If size, times and inode are the same, the bytes are the same. */
export class KnownDigests {
  readonly #files: readonly FoundFile[]
  #changed = false

  constructor(files: readonly FoundFile[]) {
    this.#files = files
  }

  /** Returns a function that takes the rows of an earlier check. A digest counts if the file's stat is still the same. */
  listener(): (row: DigestRow) => void {
    let next = 0
    let byPath: Map<string, FoundFile> | undefined // only for rows that are not in the files' order
    return ([path, key, digest]) => {
      let file = this.#files[next]
      if (file?.path === path) next++
      else file = (byPath ??= new Map(this.#files.map((one) => [one.path, one]))).get(path)
      if (file?.stat?.key === key) this.#know(file, digest)
      else this.#changed = true
    }
  }

  /** Adds a new digest, unless the file changed so recently that another change could leave its stat the same. */
  learn(file: FoundFile, stat: FileStat, digest: string, nowMs: number): void {
    if (!isSettled(stat, nowMs)) return
    this.#changed ||= file.known !== digest || file.stat?.key !== stat.key
    file.stat = stat
    this.#know(file, digest)
  }

  /** Forgets the digest of a file that could not be read, so that the next check reads it again. */
  forget(file: FoundFile): void {
    file.known = undefined
    this.#changed = true
  }

  #know(file: FoundFile, digest: string): void {
    const { hash } = file.listed
    file.known = digest === hash ? hash : digest // both share one string, to save memory
  }

  /** True if the digests differ from the rows that were read. */
  get isChanged(): boolean {
    return this.#changed
  }

  /** The rows for the next check. */
  *rows(): Iterable<DigestRow> {
    for (const { path, stat, known } of this.#files) if (stat && known !== undefined) yield [path, stat.key, known]
  }
}
