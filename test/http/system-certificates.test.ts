import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import tls from 'node:tls'
import { expect, it, onTestFinished, vi } from 'vitest'
import { connect } from '../../src-main/bank/connection.ts'
import { getBytes } from '../../src-main/http/index.ts'
import { trustSystemCertificates } from '../../src-main/http/exchange.ts'
import { makeCertificate } from '../support/file-servers.ts'
import { isLinux, isWindows } from '../support/system.ts'
import { tempDir } from '../support/temp.ts'

/** A server with a certificate that nobody trusts, and the folder with its authority's. */
async function startUntrusted() {
  const dir = tempDir()
  makeCertificate(dir)
  const [key, cert] = ['leaf.key', 'leaf.pem'].map((name) => readFileSync(join(dir, name)))
  const server = createServer({ key, cert }, (_, response) => response.end('here')).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const timeouts = { connectMs: 30_000, headersMs: 30_000, stallMs: 30_000, slowMs: 30_000, bodyMs: 30_000 }
  const url = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const get = () => getBytes(url.href, { headers: {}, timeouts, maxBytes: 100, signal: new AbortController().signal })
  return { dir, url, get }
}

// Windows brings no openssl.
it.skipIf(isWindows)('trusts no certificate because of a variable that other programs need', async () => {
  const { url, get } = await startUntrusted()
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  onTestFinished(() => void vi.unstubAllEnvs())
  await expect(get()).rejects.toMatchObject({ code: 'tls' })
  const limits = { connectMs: 30_000, answerMs: 30_000, maxBytes: 100 }
  await expect(connect(url, limits)).rejects.toMatchObject({ reason: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' })
})

// Older Nodes cannot do this. Only on Linux can a test give the computer a certificate.
it.skipIf(!isLinux || !('setDefaultCACertificates' in tls))(
  'trusts the computer’s certificates once told so',
  async () => {
    const { dir, get } = await startUntrusted()
    await expect(get()).rejects.toMatchObject({ code: 'tls' })
    vi.stubEnv('SSL_CERT_FILE', join(dir, 'ca.pem'))
    onTestFinished(() => void vi.unstubAllEnvs())
    trustSystemCertificates()
    expect(Buffer.from(await get()).toString()).toBe('here')
  },
)

it('goes on with its own certificates where one of the computer’s cannot be read', () => {
  const set: string[][] = []
  const getCACertificates = (type: string) => [type]
  trustSystemCertificates({ getCACertificates, setDefaultCACertificates: (all) => void set.push([...all]) })
  expect(set).toEqual([['default', 'system']])
  const refuse = () => {
    throw new Error('not a certificate')
  }
  trustSystemCertificates({ getCACertificates, setDefaultCACertificates: refuse })
  trustSystemCertificates({ getCACertificates: refuse, setDefaultCACertificates: refuse })
  trustSystemCertificates({})
})
