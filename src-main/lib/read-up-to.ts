/** Reads a body whole, up to `most` bytes; nothing where it has more, and then it is let go of. */
export async function readUpTo(most: number, body: AsyncIterable<Uint8Array>): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > most) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}
