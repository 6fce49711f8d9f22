import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../../src-preload/contract/failure.ts'
import { getBytes } from '../http/index.ts'
import { writeFileAtomic } from '../lib/index.ts'
import type { PluginPackage } from '../settings/index.ts'

/** Packages of voice plugins are many times smaller. */
const MOST_BYTES = 64 << 20
const LONGEST_MS = 600_000

const isPackage = (bytes: Uint8Array, { sha256 }: PluginPackage): boolean =>
  createHash('sha256').update(bytes).digest('hex') === sha256

/** Downloads a package and compares its digest. @throws Failure `voice-plugin-refused`, of the network */
export async function downloadPackage(wanted: PluginPackage, signal: AbortSignal): Promise<Uint8Array> {
  const bytes = await getBytes(wanted.address, { maxBytes: MOST_BYTES, signal, timeouts: { bodyMs: LONGEST_MS } })
  if (!isPackage(bytes, wanted)) throw new Failure('voice-plugin-refused', { why: 'differs' })
  return bytes
}

/**
 * The path of a package in a folder of the app. Downloads it unless the file is there with the right digest.
 * @throws Failure `voice-plugin-refused`, of the network
 */
export async function fetchPackage(wanted: PluginPackage, folder: string, signal: AbortSignal): Promise<string> {
  const path = join(folder, `voice-plugin-${wanted.sha256.slice(0, 16)}.ts3_plugin`)
  const kept = await readFile(path).catch(() => undefined)
  if (!kept || !isPackage(kept, wanted)) await writeFileAtomic(path, await downloadPackage(wanted, signal))
  return path
}
