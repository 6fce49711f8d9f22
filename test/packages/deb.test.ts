import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { virtualDisplay } from '../../scripts/lib/desktop.mjs'
import { type CleanRoot, openCleanRoot } from './support/clean-root.ts'
import { tempFolder } from './support/temp-folder.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
const VERSIONS = ['1.0.0', '2.0.0'] as const

/** Builds the deb of a version by electron-builder, of the Electron at hand. Resolves to its path. */
async function build(version: string): Promise<string> {
  const output = join(tempFolder(), version)
  const changes = [`-c.directories.output=${output}`, `-c.extraMetadata.version=${version}`]
  const env = { ...process.env, CUSTOM_FPM_PATH: join(import.meta.dirname, 'support/fpm.mjs') }
  const words = [join(root, 'scripts/package.mjs'), '--linux', 'deb', '--at-hand', ...changes]
  await run(process.execPath, words, { cwd: root, env, maxBuffer: 1 << 24 })
  return join(output, `loadout_${version}_amd64.deb`)
}

/** A repository of packages as apt reads it. What it offers, and whether the bytes are the ones it says, is set from outside. */
async function openRepository() {
  let [deb, isWhole] = ['', true]
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/loadout.deb')) {
      const bytes = readFileSync(deb)
      if (!isWhole) bytes.fill(0, bytes.length - 1000)
      response.end(bytes)
    } else if (request.url?.endsWith('/Packages') && deb) void describeDeb(deb).then((text) => response.end(text))
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    offer: (path: string, whole = true) => void ([deb, isWhole] = [path, whole]),
  }
}

async function describeDeb(deb: string): Promise<string> {
  const bytes = readFileSync(deb)
  const { stdout } = await run('dpkg-deb', ['--field', deb])
  const digest = createHash('sha256').update(bytes).digest('hex')
  return `${stdout.trim()}\nFilename: ./loadout.deb\nSize: ${bytes.length}\nSHA256: ${digest}\n`
}

const AS_PLAYER = 'cd /home/player && HOME=/home/player setpriv --reuid=player --regid=player --init-groups --'
const SETTINGS = '/home/player/.config/Loadout/kept-by-the-player'

describe('the deb, in a least Debian', () => {
  let system: CleanRoot
  let debs: string[]
  let repository: Awaited<ReturnType<typeof openRepository>>

  beforeAll(async () => {
    const display = await virtualDisplay()
    afterAll(display.stop)
    system = await openCleanRoot(display.env.DISPLAY)
    debs = []
    for (const version of VERSIONS) debs.push(await build(version))
    repository = await openRepository()
    writeFileSync(join(system.files, 'loadout.list'), `deb [trusted=yes allow-insecure=yes] ${repository.url} ./\n`)
    const prepared = await system.run('mv /loadout.list /etc/apt/sources.list.d/; useradd -m player')
    expect(prepared).toMatchObject({ code: 0 })
  })

  /** What the app says of its first screen. */
  async function smoke(...switches: string[]): Promise<unknown> {
    const { out } = await system.run(`${AS_PLAYER} loadout --smoke ${switches.join(' ')}`)
    return JSON.parse(out.split('\n').find((line) => line.startsWith('{')) ?? '{}')
  }
  const apt = (words: string) => system.run(`apt-get -o Acquire::Retries=0 ${words} 2>&1`)
  const installed = async () => (await system.run("dpkg-query -f '${Version}' -W loadout")).out

  it('is installed with what it names, and nothing else', async () => {
    repository.offer(debs[0] ?? '')
    expect(await apt('update -qq')).toMatchObject({ code: 0 })
    const { code, out } = await apt('install -y -qq --no-install-recommends loadout')
    expect({ code, end: code === 0 ? '' : out.slice(-2000) }).toEqual({ code: 0, end: '' })
    expect(await installed()).toBe(VERSIONS[0])
    const handler = await system.run(`${AS_PLAYER} xdg-mime query default x-scheme-handler/loadout`)
    expect(handler.out.trim()).toBe('loadout.desktop')
  })

  it('starts for an ordinary user with the sandbox, and shows its first screen', async () => {
    expect(await smoke()).toMatchObject({ ok: true, packaged: true, version: VERSIONS[0] })
    expect(await smoke('--no-sandbox')).toEqual({}) // it refuses to
  })

  it('is not replaced by a broken one', async () => {
    await system.run(`echo mine > ${SETTINGS}`)
    repository.offer(debs[1] ?? '', false)
    await apt('update -qq')
    const { code, out } = await apt('install -y -qq --only-upgrade loadout')
    expect(code).not.toBe(0)
    expect(out).toContain('Hash Sum mismatch')
    cpSync(debs[1] ?? '', join(system.files, 'broken.deb'))
    expect((await system.run('truncate -s -1M /broken.deb && dpkg -i /broken.deb')).code).not.toBe(0)
    expect(await smoke()).toMatchObject({ ok: true, version: VERSIONS[0] })
  })

  it('is replaced by the next version, which has the same data', async () => {
    repository.offer(debs[1] ?? '')
    await apt('update -qq')
    expect(await apt('install -y -qq --only-upgrade loadout')).toMatchObject({ code: 0 })
    expect(await installed()).toBe(VERSIONS[1])
    expect(await smoke()).toMatchObject({ ok: true, version: VERSIONS[1] })
    expect((await system.run(`cat ${SETTINGS}`)).out).toBe('mine\n')
  })

  it('is not replaced by an older one', async () => {
    cpSync(debs[0] ?? '', join(system.files, 'older.deb'))
    const { code, out } = await apt('install -y -qq /older.deb')
    expect(code).not.toBe(0)
    expect(out).toContain('downgraded')
    expect(await installed()).toBe(VERSIONS[1])
  })

  it('is removed without the player’s data', async () => {
    expect(await apt('purge -y -qq loadout')).toMatchObject({ code: 0 })
    expect((await system.run('ls /opt/Loadout /usr/bin/loadout')).code).not.toBe(0)
    expect((await system.run(`cat ${SETTINGS}`)).out).toBe('mine\n')
  })
})
