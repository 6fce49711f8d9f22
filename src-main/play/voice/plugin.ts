import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { PlatformPath } from 'node:path'

/** How the voice plugin's files were found: every one as it should be, some not there, some other. */
export interface PluginCheck {
  state: 'ok' | 'missing' | 'differs'
  files: string[]
}

const ALGORITHMS: Readonly<Record<number, string>> = { 32: 'md5', 40: 'sha1', 64: 'sha256' }

async function digestOf(path: string, algorithm: string): Promise<string | undefined> {
  const hash = createHash(algorithm)
  try {
    await pipeline(createReadStream(path), hash)
    return hash.digest('hex')
  } catch {
    return undefined
  }
}

/** Compares the plugin's files with the profile's digests (MD5, SHA-1 or SHA-256 by their length). */
export async function checkPlugin(
  folder: string,
  files: Readonly<Record<string, string>>,
  path: PlatformPath,
): Promise<PluginCheck> {
  const missing: string[] = []
  const different: string[] = []
  for (const [name, digest] of Object.entries(files)) {
    const found = await digestOf(path.join(folder, name), ALGORITHMS[digest.length] ?? 'md5')
    if (found === undefined) missing.push(name)
    else if (found !== digest.toLowerCase()) different.push(name)
  }
  if (missing.length > 0) return { state: 'missing', files: missing }
  return different.length > 0 ? { state: 'differs', files: different } : { state: 'ok', files: [] }
}
