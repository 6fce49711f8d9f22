import { parseModFolder, readPath } from './safe-path.ts'

const FIRST_PATH = /"relativ(?:e)?path"\s*:\s*("(?:[^"\\]|\\.){1,1024}")/i

/** The folder of a list's first path, to begin with before the list is read; undefined if it cannot be told so early. */
export function guessModFolder(listText: string): string | undefined {
  const spelled = FIRST_PATH.exec(listText.slice(0, 4096))?.[1]
  if (spelled === undefined) return undefined
  try {
    const read = readPath(JSON.parse(spelled))
    return read.ok && parseModFolder(read.folder).ok ? read.folder : undefined
  } catch {
    return undefined
  }
}
