import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunTool } from './platform.ts'

const fromHex = (bytes: string): string | undefined =>
  Buffer.from(bytes.replaceAll(',', ''), 'hex').toString('utf16le').split('\0', 1)[0]

/** The text value `name` of a key from `reg export`: plain, or expandable, which is exported as bytes. */
export function readExported(text: string, name: string): string | undefined {
  const [, own = ''] = text.replace(/\\\r?\n\s*/g, '').split(/^\[.*\]\r?$/m, 2)
  for (const [, given, plain, bytes] of own.matchAll(
    /^"((?:[^"\\]|\\.)*)"=(?:"((?:[^"\\]|\\.)*)"|hex\(2\):([\da-f,]+))\r?$/gim,
  )) {
    if (given?.replace(/\\(.)/g, '$1').toLowerCase() !== name.toLowerCase()) continue
    const value = plain?.replace(/\\(.)/g, '$1') ?? fromHex(bytes ?? '')
    return value === '' ? undefined : value
  }
  return undefined
}

/** The number `name` of a key from `reg export`. */
export function readExportedNumber(text: string, name: string): number | undefined {
  const [, own = ''] = text.split(/^\[.*\]\r?$/m, 2)
  const found = [...own.matchAll(/^"(\w+)"=dword:([\da-f]{1,8})\r?$/gim)].find(
    ([, given]) => given?.toLowerCase() === name.toLowerCase(),
  )
  return found?.[2] === undefined ? undefined : parseInt(found[2], 16)
}

/**
 * A registry key as text; undefined if it does not exist. Uses an export, which is UTF-16, because `reg query` loses letters that the
 * console's code page lacks.
 */
export async function exportedKey(key: string, reg: string, run: RunTool): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'loadout-registry-'))
  try {
    const file = join(folder, 'key.reg')
    const { code } = await run(reg, ['export', key, file, '/y'])
    return code === 0 ? await readFile(file, 'utf16le') : undefined
  } catch {
    return undefined
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
