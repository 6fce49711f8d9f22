import { open } from 'node:fs/promises'

/** The first bytes of a version block in a Windows program (VS_FIXEDFILEINFO). */
const SIGNATURE = Buffer.from([0xbd, 0x04, 0xef, 0xfe])
const SECTION_BYTES = 40
/** The resource section of a game has a few MB. This limits what is read of a hostile file. */
const MOST_BYTES = 64 << 20

/** Finds the resource section in the section table after the PE header. */
function resourceSection(head: Buffer): { start: number; size: number } | undefined {
  if (head.length < 0x40 || head.toString('latin1', 0, 2) !== 'MZ') return undefined
  const header = head.readUInt32LE(0x3c)
  if (header + 24 > head.length || head.toString('latin1', header, header + 4) !== 'PE\0\0') return undefined
  const count = head.readUInt16LE(header + 6)
  const table = header + 24 + head.readUInt16LE(header + 20)
  for (let at = table; at < table + count * SECTION_BYTES && at + SECTION_BYTES <= head.length; at += SECTION_BYTES)
    if (head.toString('latin1', at, at + 6) === '.rsrc\0')
      return { size: Math.min(head.readUInt32LE(at + 16), MOST_BYTES), start: head.readUInt32LE(at + 20) }
  return undefined
}

/**
 * The version in a Windows program's resources, as `major.minor.build`. For build 152405 the game has 2.18.152.405, since a part of a
 * version is at most 65535. Undefined if the file cannot be read or has no version.
 */
export async function exeVersion(path: string): Promise<string | undefined> {
  const file = await open(path, 'r').catch(() => undefined)
  if (!file) return undefined
  try {
    const head = Buffer.alloc(4096)
    const { bytesRead } = await file.read(head, 0, head.length, 0)
    const section = resourceSection(head.subarray(0, bytesRead))
    if (!section) return undefined
    const resources = Buffer.alloc(section.size)
    const read = await file.read(resources, 0, section.size, section.start)
    const at = resources.subarray(0, read.bytesRead).indexOf(SIGNATURE)
    if (at < 0 || at + 16 > read.bytesRead) return undefined
    const [minor, major] = [resources.readUInt16LE(at + 8), resources.readUInt16LE(at + 10)]
    const [low, high] = [resources.readUInt16LE(at + 12), resources.readUInt16LE(at + 14)]
    const build = high === 0 ? String(low) : `${high}${String(low).padStart(3, '0')}`
    return `${major}.${String(minor).padStart(2, '0')}.${build}`
  } catch {
    return undefined
  } finally {
    await file.close()
  }
}
