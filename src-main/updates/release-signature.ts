import { createPublicKey, verify } from 'node:crypto'

interface Release {
  version: string
  /** SHA-512, base64, of the files that would be loaded. */
  digests: readonly string[]
}

/** An update without the publisher's signature. The player sees its code. */
export class Unsigned extends Error {
  readonly code = 'unsigned'
}

/** The name of the file that describes the newest release, as electron-builder writes it. */
export function releaseFile(platform: NodeJS.Platform, arch: string): string {
  if (platform === 'win32') return 'latest.yml'
  if (platform === 'darwin') return 'latest-mac.yml'
  return arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${arch}.yml`
}

/** True when `signature` (base64) is the Ed25519 signature of `text` by the owner of `publicKey` (SPKI, base64). */
function isSigned(text: string, signature: string, publicKey: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    if (key.asymmetricKeyType !== 'ed25519') return false
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
  } catch {
    return false // no key, or no signature, at all
  }
}

const versionIn = (text: string) => /^version:\s*['"]?([^'"\s]+)['"]?\s*$/m.exec(text)?.[1]

/**
 * Refuses a release whose description is not signed, whose version is not that of the signed description (an old release is
 * signed as well, and must not be offered as a new one), or that has a file which the description does not name. The updater
 * checks what it loads against these digests, so nothing unsigned is ever installed. `read` reads a file of the feed.
 * @throws Unsigned; what `read` throws
 */
export async function assertSigned(
  release: Release,
  file: string,
  publicKey: string,
  read: (name: string) => Promise<string>,
): Promise<void> {
  const [text, signature] = await Promise.all([read(file), read(`${file}.sig`)])
  if (!isSigned(text, signature.trim(), publicKey)) throw new Unsigned('the description of the release is not signed')
  if (versionIn(text) !== release.version) throw new Unsigned('the signed description is of another version')
  const named = new Set(
    [...text.matchAll(/^[ \t]*sha512:[ \t]*['"]?([A-Za-z0-9+/=]+)['"]?[ \t\r]*$/gm)].map((match) => match[1]),
  )
  if (release.digests.length === 0 || !release.digests.every((digest) => named.has(digest)))
    throw new Unsigned('the signed description names other files')
}
