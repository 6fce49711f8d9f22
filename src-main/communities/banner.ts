import { getBytes } from '../http/index.ts'

const TIMEOUT_MS = 15_000
const MOST_BANNER_BYTES = 1024 * 1024

/** The first bytes of each type of picture; -1 is any byte. */
const pictureKinds = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/webp', [0x52, 0x49, 0x46, 0x46, -1, -1, -1, -1, 0x57, 0x45, 0x42, 0x50]],
] as const

/** A community's banner as a `data:` address; undefined if there is none or it is no picture. */
export async function readBanner(address: string | undefined, signal: AbortSignal): Promise<string | undefined> {
  if (address === undefined) return undefined
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
    const bytes = await getBytes(address, { maxBytes: MOST_BANNER_BYTES, signal: within })
    const kind = pictureKinds.find(([, head]) => head.every((byte, at) => byte === -1 || bytes[at] === byte))
    return kind && `data:${kind[0]};base64,${Buffer.from(bytes).toString('base64')}`
  } catch {
    return undefined
  }
}
