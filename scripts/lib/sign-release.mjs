import { createPrivateKey, sign } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Signs every description of a release (`latest*.yml`) in `folder` with an Ed25519 key (PKCS 8, base64): the app installs
 * nothing without it. Returns the names of the signatures, which are published beside the descriptions.
 */
export function signReleases(folder, privateKey) {
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' })
  const descriptions = readdirSync(folder).filter((name) => /^latest.*\.yml$/.test(name))
  return descriptions.map((name) => {
    const signature = sign(null, readFileSync(join(folder, name)), key).toString('base64')
    writeFileSync(join(folder, `${name}.sig`), `${signature}\n`)
    return `${name}.sig`
  })
}
