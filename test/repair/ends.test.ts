import type { ChildProcess } from 'node:child_process'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeCertificate } from '../support/file-servers.ts'
import { plantInProcess } from '../support/faults/elsewhere.ts'
import { runLoadout } from '../support/loadout.ts'
import { runHere } from '../support/loadout-here.ts'
import { faultyProgramAt } from '../support/programs.ts'
import { serve } from '../support/serve.ts'
import { tempDir } from '../support/temp.ts'
import { bytesOf, md5, MOD, openWorld, read, write } from './support.ts'
import { isWindows } from '../support/system.ts'

const preload = (name: string) =>
  `${process.env.NODE_OPTIONS ?? ''} --import=${pathToFileURL(resolve(import.meta.dirname, '../support', `${name}.mjs`)).href}`

const path = `${MOD}/addons/one.pbo`
const bytes = bytesOf('one', 3_000_000)
const list = JSON.stringify({
  data: [{ Id: 0, RelativPath: path.replaceAll('/', '\\'), Hash: md5(bytes), FileName: 'one.pbo', Size: bytes.length }],
})

/** Its own output, and what ends by itself: a request to the disk, a stream or a thread that was told to end. */
const passing = ['PipeWrap', 'SimpleShutdownWrap', 'FSReqPromise', 'FSReqCallback', 'CloseReq', 'MessagePort']
/** Windows lists its processes by a program, which has a time limit. */
if (isWindows) passing.push('ProcessWrap', 'Timeout')

/** Runs a command, which ends with this code, and gives what held its process then. */
async function handlesAtTheEnd(words: string[], code: number, home = tempDir()): Promise<string[]> {
  const told = join(home, 'handles.json')
  const env = { NODE_OPTIONS: preload('tell-handles'), TELL_HANDLES_TO: told }
  expect(await runLoadout(words, home, env)).toMatchObject({ code })
  const handles = JSON.parse(readFileSync(told, 'utf8')) as string[]
  return handles.filter((kind) => !passing.includes(kind))
}

it.each([
  ['verify', 1, ['verify', '--json']],
  ['verify of a list from the service', 1, ['verify', '--mod', '1']],
  ['repair that only looks', 1, ['repair', '--dry-run']],
  ['repair', 0, ['repair', '--yes', '--game-closed']],
  ['repair that stops at a refusal', 1, ['repair', '--yes', '--game-closed', '--refused']],
  ['hash', 0, ['hash']],
  ['wrong use', 2, ['verify', '--nonsense']],
])('%s leaves nothing that would hold the process', async (_, code, [command = '', ...more]) => {
  const world = await openWorld({ [path]: bytes })
  const home = tempDir()
  write(home, 'list.json', list)
  write(world.gameDir, path, 'rotten')
  const asked = more.filter((word) => word !== '--refused')
  const isListed = !asked.includes('--mod')
  const mods = JSON.stringify({ data: [{ Id: 1, Directories: MOD }] })
  const service = await serve(({ url }, response) => response.end(url === '/v1/mods' ? mods : list))
  const from = isListed ? ['--list', join(home, 'list.json')] : ['--base-url', service]
  const source = command === 'repair' ? ['--source', world.base.href] : []
  if (asked.length < more.length) world.faults.set(/one/, { kind: 'status', status: 403 })
  const words =
    command === 'hash' ? [join(world.gameDir, MOD)] : [...asked, ...from, '--game-dir', world.gameDir, ...source]
  expect(await handlesAtTheEnd([command, ...words], code, home)).toEqual([])
})

it('profile, help and --version leave nothing that would hold the process either', async () => {
  const home = tempDir()
  const service = await serve((_, response) => response.end('{"data":[]}'))
  const out = join(home, 'north.json')
  const fields = ['--id', 'north', '--name', 'North', '--base-url', service, '--out', out, '--local']
  expect(await handlesAtTheEnd(['profile', 'new', ...fields], 0)).toEqual([])
  for (const [code, ...words] of [
    [0, 'profile', 'check', out, '--local'],
    [3, 'profile', 'check', out],
    [0, 'help', 'verify'],
    [0, '--version'],
  ] as const)
    expect(await handlesAtTheEnd([...words], code), words.join(' ')).toEqual([])
})

it('ends with 3 and a whole object where something fails that nobody caught', async () => {
  const service = await serve(() => undefined) // never answers
  const words = ['verify', '--mod', '1', '--base-url', service, '--game-dir', tempDir(), '--json']
  const { code, out, err } = await runLoadout(words, tempDir(), { NODE_OPTIONS: preload('throw-late') })
  expect(code).toBe(3)
  expect(JSON.parse(out)).toMatchObject({ result: 'failed', code: 'bug', message: 'a library \u001b[31mfailed' })
  expect(err).toBe('loadout: a library \\u{1b}[31mfailed\n')
})

// Windows brings no openssl.
it.skipIf(isWindows).each(['verify', 'repair'])(
  'says of %s whether its list’s server has no name, no trusted certificate or is down, and ends with 3',
  async (command) => {
    const dir = tempDir()
    makeCertificate(dir)
    const [key, cert] = ['leaf.key', 'leaf.pem'].map((name) => readFileSync(join(dir, name)))
    const secure = createTlsServer({ key, cert }).listen(0, '127.0.0.1')
    const down = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void secure.close())
    await Promise.all([secure, down].map((server) => once(server, 'listening')))
    const [secureAt, downAt] = [secure, down].map((server) => `127.0.0.1:${(server.address() as AddressInfo).port}`)
    await new Promise((closed) => down.close(closed))
    const told = async (base: string) => {
      const words = [command, '--mod', '1', '--base-url', base, '--game-dir', dir, '--json']
      const { code, out } = await runHere(words, tempDir())
      expect(code).toBe(3)
      return JSON.parse(out) as { code: string; message: string }
    }
    const nameless = await told('https://nobody.invalid')
    const words = { 'name-not-found': 'the host was not found', offline: 'no internet connection' }
    expect(nameless.message).toContain(words[nameless.code as keyof typeof words])
    const untrusted = {
      code: 'bad-certificate',
      message: expect.stringContaining('certificate is not trusted') as string,
    }
    expect(await told(`https://${secureAt}`)).toMatchObject(untrusted)
    expect(await told(`http://${downAt}`)).toMatchObject({ code: 'unreachable' })
    const plain = await told((await serve(() => undefined)).replace('http:', 'https:'))
    expect(plain).toMatchObject({ code: 'unreachable', message: expect.stringContaining('ERR_SSL_') as string })
  },
)

describe.skipIf(isWindows)('a signal', () => {
  /** A repair whose only file stalls; `press` is called as soon as there is something to keep, or a planted fault was reached. */
  async function interrupted(press: (run: ChildProcess) => void, planted?: ReturnType<typeof plantInProcess>) {
    const world = await openWorld({ [path]: bytes })
    const home = tempDir()
    write(home, 'list.json', list)
    world.faults.set(/one/, { kind: 'stall', share: 0.5 }, 1)
    const listed = ['--list', join(home, 'list.json'), '--game-dir', world.gameDir, '--source', world.base.href]
    const words = ['repair', '--yes', '--game-closed', '--json', ...listed]
    const part = join(world.gameDir, MOD, 'addons', '.one.pbo.loadout-part')
    const ended = await runLoadout(words, home, planted?.env, planted && faultyProgramAt('cli'), (run) => {
      const look = setInterval(() => {
        if (planted ? planted.hits().length === 0 : !existsSync(part)) return
        clearInterval(look)
        press(run)
      }, 20)
    })
    world.faults.clear()
    return { ...ended, again: await runLoadout(words, home) }
  }
  const whole = { result: 'interrupted', code: 'interrupted', message: 'interrupted' }

  it('that comes twice at one press, as npx hands it on, says what is kept and how to go on', async () => {
    const { code, out, err, again } = await interrupted((run) => {
      for (const signal of ['SIGSTOP', 'SIGINT', 'SIGTERM', 'SIGCONT'] as const) run.kill(signal)
    })
    expect(err).toMatch(/downloaded data is kept\nrun the same command to continue\ninterrupted\n$/)
    expect([code, JSON.parse(out), again.code]).toEqual([130, whole, 0])
  })

  it('of a second press ends at once what does not stop, with its whole object, and the next call goes on', async () => {
    const { code, out, err, again } = await interrupted((run) => {
      const press = setInterval(() => run.kill('SIGINT'), 50)
      run.once('exit', () => clearInterval(press))
    }, plantInProcess('write:ENEVER@.loadout-part'))
    expect(err).toMatch(/(?:^|\n)interrupted\n$/)
    expect(err).not.toContain('is kept')
    expect([code, JSON.parse(out), again.code]).toEqual([130, whole, 0])
  })

  it('at each piece that is read of a long result does not cut it', async () => {
    const home = tempDir()
    const Hash = md5(bytes)
    const rows = Array.from({ length: 20_000 }, (_, at) => ({ RelativPath: `${MOD}\\f${at}`, Hash, Size: 1 }))
    write(home, 'list.json', JSON.stringify(rows))
    const words = ['verify', '--json', '--list', join(home, 'list.json'), '--game-dir', home]
    const interrupt = (run: ChildProcess) => run.stdout?.on('data', () => run.kill('SIGINT'))
    const { code, out } = await runLoadout(words, home, {}, undefined, interrupt)
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ result: 'damaged', counts: { missing: 20_000 } })
  })
})

it('ends a repair with 3, not as a damaged mod, where a bug ends it, and the next call goes on', async () => {
  const world = await openWorld({ [path]: bytes })
  const home = tempDir()
  write(home, 'list.json', list)
  const listed = ['--list', join(home, 'list.json'), '--game-dir', world.gameDir, '--source', world.base.href]
  const words = ['repair', '--yes', '--game-closed', '--json', ...listed]
  const { env } = plantInProcess('rename:EBUG@.loadout-part')
  const { code, out } = await runLoadout(words, home, env, faultyProgramAt('cli'))
  expect(code).toBe(3)
  expect(JSON.parse(out)).toEqual({ result: 'failed', code: 'bug', message: 'a bug' })
  expect(read(world.gameDir, path)).toBeUndefined()
  expect((await runLoadout(words, home)).code).toBe(0)
  expect(read(world.gameDir, path)?.equals(bytes)).toBe(true)
})
