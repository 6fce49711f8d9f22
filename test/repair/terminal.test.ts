import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { programAt } from '../support/programs.ts'
import { isWindows } from '../support/system.ts'
import { tempDir } from '../support/temp.ts'
import { rowsOf } from './checked.ts'
import { bytesOf, MOD, openWorld, read, treeOf, write } from './support.ts'

/** A terminal around a command: what is typed goes in, what is shown comes out. How Ctrl+C ends one on Windows: test/windows/console.test.ts */
const AT_TERMINAL = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))'
const CTRL_C = '\u0003'
const CTRL_D = '\u0004'

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    process.stdout.write('no python3 here: Ctrl+C at a terminal is left out\n')
    return false
  }
}

/**
 * A mod of which `present` is there, at a terminal where each key is pressed as soon as its moment has come. `redirect`: what goes
 * elsewhere, as in a shell.
 */
async function openTerminal(files: Record<string, Buffer>, present: Record<string, Buffer | string>, redirect = '') {
  const world = await openWorld(files)
  const home = tempDir()
  write(home, 'list.json', JSON.stringify({ data: rowsOf(files) }))
  for (const [path, bytes] of Object.entries(present)) write(world.gameDir, path, bytes)
  const shared = ['--list', join(home, 'list.json'), '--game-dir', world.gameDir]
  const run = async (words: string[], ...presses: [key: string, moment: (screen: string) => boolean][]) => {
    const env = { ...process.env, LOADOUT_CACHE_DIR: home, HOME: home, XDG_DATA_HOME: '' }
    const redirected = ['sh', '-c', `exec "$0" "$@" ${redirect}`]
    const line = [...redirected, process.execPath, programAt('cli'), ...words, ...shared]
    const terminal = spawn('python3', ['-c', AT_TERMINAL, ...line], { env, stdio: ['pipe', 'pipe', 'inherit'] })
    let screen = ''
    terminal.stdout.on('data', (text: Buffer) => (screen += text.toString()))
    const look = setInterval(() => {
      const [press] = presses
      if (press?.[1](screen)) terminal.stdin.write(presses.shift()?.[0] ?? '')
    }, 20)
    const [code] = (await once(terminal, 'close')) as [number]
    clearInterval(look)
    return { code, screen: screen.replaceAll('\r\n', '\n') }
  }
  return { ...world, home, run }
}

const one = `${MOD}/addons/one.pbo`
const two = `${MOD}/addons/two.pbo`
const files = { [one]: bytesOf('one', 3000), [two]: bytesOf('two', 200_000) }
const asks = (screen: string) => screen.includes('[y/N]')

describe.runIf(!isWindows && hasPython())('at a terminal, Ctrl+C', () => {
  it('at the question begins nothing', async () => {
    const { gameDir, base, run } = await openTerminal(files, { [two]: 'rotten' })
    const before = treeOf(gameDir)
    const { code, screen } = await run(['repair', '--source', base.href], [CTRL_C, asks])
    expect(screen).toMatch(/\nnothing was changed\ninterrupted\n$/)
    expect([code, treeOf(gameDir)]).toEqual([130, before])
  })

  it.each([
    ['nothing was there', {}, /\d of 2 files done; downloaded data is kept\nrun the same command to continue\n/],
    ['a file was replaced', { [one]: 'rotten' }, /is kept; in the quarantine \([\w-]+\): 1 file\nrun the same/],
  ])('while files are fetched tells what is kept where %s', async (_, present, told) => {
    const { gameDir, base, faults, run } = await openTerminal(files, present)
    faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
    const part = join(gameDir, MOD, 'addons', '.two.pbo.loadout-part')
    const isInBetween = () => existsSync(part) && read(gameDir, one)?.equals(files[one]) === true
    const words = ['repair', '--source', base.href]
    const { code, screen } = await run(words, ['y\r', asks], [CTRL_C, isInBetween])
    expect(screen).toMatch(told)
    expect(screen).toMatch(/\ninterrupted\n$/)
    expect(code).toBe(130)
    faults.clear()
    expect(await run([...words, '--yes'])).toMatchObject({ code: 0 })
  })

  it('while files are hashed tells what is kept on a line of its own', async () => {
    const { gameDir, home, run } = await openTerminal({}, { [one]: '' })
    const size = 8 * 2 ** 30
    truncateSync(join(gameDir, one), size)
    const row = { Id: 0, RelativPath: one.replaceAll('/', '\\'), Hash: '0'.repeat(32), FileName: 'one.pbo', Size: size }
    write(home, 'list.json', JSON.stringify({ data: [row] }))
    const { code, screen } = await run(['verify'], [CTRL_C, (text) => text.includes('MB/s')])
    expect(screen).toMatch(/[\n\r]\u001b\[2Krun the same command to continue; [^\n]*\n[^\n]*interrupted\n$/)
    expect(code).toBe(130)
  })
})

describe.runIf(!isWindows && hasPython())('messages that nobody can see', () => {
  it('ask nothing', async () => {
    const { gameDir, base, run } = await openTerminal(files, {}, '2> /dev/null')
    const { code } = await run(['repair', '--source', base.href], [CTRL_D, (screen) => screen.includes('deleted')])
    expect([code, treeOf(gameDir)]).toEqual([2, {}])
  })

  it('end no repair', async () => {
    const served = { ...files }
    const { gameDir, faults, base, home, run } = await openTerminal(served, {}, '2> /dev/full')
    faults.decide(() => {
      served[two] = bytesOf('two, updated', 200_000)
      write(home, 'list.json', JSON.stringify({ data: rowsOf(served) })) // told as R-301
      return undefined
    })
    expect(await run(['repair', '--yes', '--source', base.href])).toMatchObject({ code: 0 })
    expect(read(gameDir, two)).toEqual(served[two])
  })
})
