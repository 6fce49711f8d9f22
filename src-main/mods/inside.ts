import { isAbsolute, relative, sep } from 'node:path'

/** True if `path` is `folder` or below it; both absolute and without links. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}
