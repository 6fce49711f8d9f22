import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { signReleases } from '../../../scripts/lib/sign-release.mjs'
import { makeCertificate } from '../../support/file-servers.ts'
import { atEnd, tempFolder } from './temp-folder.ts'

const DESCRIPTION = 'latest-linux.yml'

/** What is wrong with an offer: bytes of the file, the signature, or that it says another version. */
interface Fault {
  broken?: boolean
  unsigned?: boolean
  version?: string
}

/** A server of updates, with the key that its releases are signed with. */
export async function openFeed() {
  const folder = tempFolder()
  makeCertificate(folder)
  const offered = join(folder, 'offered')
  mkdirSync(offered)
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const [key, cert] = ['leaf.key', 'leaf.pem'].map((name) => readFileSync(join(folder, name)))
  let asked: string[] = []
  const server = createServer({ key, cert }, ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'https://feed.invalid')
    asked.push(basename(pathname))
    response.end(readFileSync(join(offered, basename(pathname))))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    authority: join(folder, 'ca.pem'),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** The files that were asked for since the last offer. */
    asked: () => asked,
    /** Offers a deb by the description that electron-builder left beside it. */
    offer(deb: string, { broken, unsigned, version }: Fault = {}) {
      asked = []
      const bytes = readFileSync(deb)
      if (broken) bytes.fill(0, bytes.length - 1000)
      writeFileSync(join(offered, basename(deb)), bytes)
      cpSync(join(dirname(deb), DESCRIPTION), join(offered, DESCRIPTION))
      const text = readFileSync(join(offered, DESCRIPTION), 'utf8')
      if (version) writeFileSync(join(offered, DESCRIPTION), text.replace(/^version: .*/, `version: ${version}`))
      signReleases(offered, privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'))
      if (unsigned) writeFileSync(join(offered, `${DESCRIPTION}.sig`), 'none')
    },
  }
}
