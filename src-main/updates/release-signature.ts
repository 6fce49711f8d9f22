import { createPublicKey, verify } from 'node:crypto'

interface Release {
  version: string
  /** The files that would be loaded: name, and SHA-512 in base64. */
  files: readonly { url: string; sha512: string }[]
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

const FILE = /^[ \t]*-[ \t]+url:[ \t]+(\S.*)\n[ \t]+sha512:[ \t]+(\S+)$/gm

const versionIn = (text: string) => /^version:\s*['"]?([^'"\s]+)['"]?\s*$/m.exec(text)?.[1]

/**
 * Refuses a release whose description is not signed, whose version is not that of the signed description (an old release is
 * signed as well, and must not be offered as a new one), or that has a file which the description does not have under this name: the
 * updater has a shell install it by its name. It checks what it loads against the digests, so nothing unsigned is ever installed. `read`
 * reads a file of the feed.
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
  const signed = new Set([...text.matchAll(FILE)].map(([, name, digest]) => `${name} ${digest}`))
  if (release.files.length === 0 || !release.files.every(({ url, sha512 }) => signed.has(`${url} ${sha512}`)))
    throw new Unsigned('the signed description names other files')
}
