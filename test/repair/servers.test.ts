import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { RepairOutcome } from '../../src-preload/contract/repair.ts'
import { absent, installed, makeCertificate, startFileServer } from '../support/file-servers.ts'
import { runLoadout } from '../support/loadout.ts'
import { isWindows } from '../support/system.ts'
import { tempDir } from '../support/temp.ts'
import { bytesOf, md5, MOD, treeOf, write } from './support.ts'

/** Twice what waits in memory, so that the end of an answer is often there before the disk is. */
const SIZE = 2 << 20
const TIMES = 8

/** A folder with files of this size, their list, and an empty game folder. */
function mod(size = SIZE) {
  const [root, gameDir, home] = [tempDir(), tempDir(), tempDir()]
  const names = Array.from({ length: TIMES }, (_, at) => `${MOD}/addons/part-${at}.pbo`)
  const files = names.map((path) => ({ path, bytes: bytesOf(path, size) }))
  for (const { path, bytes } of files) write(root, path, bytes)
  const data = files.map(({ path, bytes }, Id) => ({
    Id,
    RelativPath: path.replaceAll('/', '\\'),
    Hash: md5(bytes),
    FileName: path.split('/').at(-1),
    Size: size,
  }))
  write(home, 'list.json', JSON.stringify({ data }))
  const words = ['repair', '--list', join(home, 'list.json'), '--game-dir', gameDir, '--yes', '--json', '--game-closed']
  const repair = (base: string, env: Record<string, string> = {}) => runLoadout([...words, '--source', base], home, env)
  return { root, gameDir, repair }
}

it.skipIf(installed.length === 0)('some file server is installed here', () => expect(installed).not.toEqual([]))
if (absent.length > 0) process.stderr.write(`not here, so not tried: ${absent.join(', ')}\n`)

it.each(installed)('$name gives every file whole', async (server) => {
  const { root, gameDir, repair } = mod()
  const { base, authority } = await startFileServer(server, root)
  const { code, out, err } = await repair(base, server.isTls ? { NODE_EXTRA_CA_CERTS: authority } : {})
  expect({ code, err }, out).toEqual({ code: 0, err: '' })
  expect(JSON.parse(out)).toMatchObject({ result: 'ready', outcome: { repaired: TIMES, troubles: [] } })
  expect(treeOf(join(gameDir, MOD))).toEqual(treeOf(join(root, MOD)))
})

// Windows brings no openssl.
it.skipIf(isWindows).each([
  ['by an authority that is not trusted', '', false],
  ['for other uses', ' -addext extendedKeyUsage=clientAuth', true],
  ['signed as ten years ago, as by old firewalls', ' -sha1', true],
])('a server with a certificate %s is not asked again, and told by its cause', async (_, more, isTrusted) => {
  const { root, repair } = mod(1_000)
  makeCertificate(root, more)
  const [key, cert] = ['leaf.key', 'leaf.pem'].map((name) => readFileSync(join(root, name)))
  let connections = 0
  const server = createServer({ key, cert, ciphers: 'DEFAULT@SECLEVEL=0' }).on('connection', () => connections++)
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const env: Record<string, string> = isTrusted ? { NODE_EXTRA_CA_CERTS: join(root, 'ca.pem') } : {}
  const { out, err, code } = await repair(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`, env)
  expect({ code, err }).toEqual({ code: 1, err: '' })
  const { outcome } = JSON.parse(out) as { outcome: RepairOutcome }
  expect(outcome.stopped).toMatchObject({ kind: 'bad-certificate' })
  expect(out).toMatch(/127\.0\.0\.1:\d+ has no valid certificate/)
  expect(connections).toBeLessThanOrEqual(4) // as many as begin at a time
})
