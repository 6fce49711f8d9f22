import { randomBytes } from 'node:crypto'
import { realpath, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { GameState } from '../../src-preload/contract/play.ts'
import { GameWatch, mustBeClosed } from '../../src-main/play/game-watch.ts'
import { startDetached } from '../../src-main/play/launch/start.ts'
import { diskView, platformOf, type RunningProcess } from '../../src-main/play/platform/index.ts'
import { linuxPlatform } from '../../src-main/play/platform/linux.ts'
import { macosPlatform, readPs } from '../../src-main/play/platform/macos.ts'
import { readTasklist, windowsPlatform } from '../../src-main/play/platform/windows.ts'
import { canStandIn, standIn } from './stand-in.ts'
import { platformWith, recordedTools, tempFolder, write } from './support.ts'
import { hasJunctions } from '../support/system.ts'
import { recipeOf } from '../../src-main/settings/index.ts'
import { runTool, type RunTool, type ToolAnswer } from '../../src-main/lib/index.ts'

const parts = { now: () => new Date(5000), pollMs: 40, startPollMs: 10 }
const linux = (proc?: string) =>
  linuxPlatform({ home: '/nowhere', env: {}, run: recordedTools({}), files: diskView }, proc)

describe('the running game', () => {
  it.skipIf(!canStandIn)('is seen by its real process, and so is its end', async () => {
    const folder = await tempFolder()
    const name = `game${randomBytes(4).toString('hex')}.exe`
    const here = platformOf(process.platform, { home: folder, env: process.env, run: runTool, files: diskView })
    const watch = new GameWatch({ ...parts, platform: here, names: [name] })
    onTestFinished(() => watch.close())
    expect(await watch.look()).toEqual({ running: false })
    const game = await standIn(join(folder, name), { stays: true })
    const awaited = watch.awaitGame(new AbortController().signal)
    await startDetached(game.path, [], folder, {})
    await awaited
    expect(watch.state).toEqual({ running: true, since: 5000 })
    const ended = new Promise<GameState>((resolve) => watch.onChange(resolve))
    process.kill((await game.seen()).pid)
    expect(await ended).toEqual({ running: false })
  })

  it('counts as running before the system has said where its program is, and then says that too', async () => {
    const folder = await realpath(await tempFolder())
    let say: (path: string) => void = () => undefined
    const platform = platformWith({
      processes: () => Promise.resolve([{ names: ['game.exe'] }]),
      pathOfProcess: () => new Promise((resolve) => (say = resolve)), // PowerShell takes seconds
    })
    const watch = new GameWatch({ ...parts, platform, names: ['game.exe'] })
    onTestFinished(() => watch.close())
    await expect.poll(() => watch.state).toMatchObject({ running: true })
    expect(watch.runsFrom).toBeUndefined()
    const told = new Promise<string | undefined>((resolve) => watch.onChange(() => resolve(watch.runsFrom)))
    say(folder)
    expect(await told).toBe(folder)
  })

  it('is not taken for it by the starter of the anti-cheat', async () => {
    const processes = [{ names: ['arma3battleye.exe'] }, { names: ['arma3launcher.exe'] }]
    const platform = platformWith({ processes: () => Promise.resolve(processes) })
    const watch = new GameWatch({ ...parts, platform, names: ['arma3_x64.exe'], timeoutMs: 30 })
    onTestFinished(() => watch.close())
    expect(await watch.look()).toEqual({ running: false })
    await expect(watch.awaitGame(new AbortController().signal)).rejects.toMatchObject({ code: 'game-not-seen' })
    processes.push({ names: ['Arma3_x64.exe'] })
    expect(await watch.look()).toMatchObject({ running: true })
  })

  it.each(['win32', 'linux'] as const)('is also the program of its profiling branch, on %s', async (system) => {
    const processes = [{ names: ['Arma3Profiling_x64.exe'] }]
    const platform = platformWith({ processes: () => Promise.resolve(processes) })
    const watch = new GameWatch({ ...parts, platform, names: recipeOf({ appId: 107410 }).processes[system] ?? [] })
    onTestFinished(() => watch.close())
    expect(await watch.look()).toMatchObject({ running: true })
  })

  it.skipIf(!hasJunctions)('runs from its real folder, and not from a path that only its sandbox has', async () => {
    const folder = await tempFolder()
    await write(folder, { 'drive/Arma 3/x.exe': '' })
    await symlink(join(folder, 'drive'), join(folder, 'library'), 'junction')
    const runsFrom = async (path: string) => {
      const platform = platformWith({ processes: () => Promise.resolve([{ names: ['x.exe'], path }]) })
      const watch = new GameWatch({ ...parts, platform, names: ['x.exe'] })
      onTestFinished(() => watch.close())
      await watch.look()
      return watch.runsFrom
    }
    const real = await realpath(join(folder, 'drive/Arma 3/x.exe'))
    expect(await runsFrom(join(folder, 'library/Arma 3/x.exe'))).toBe(real)
    expect(await runsFrom(join(folder, 'in the sandbox/Arma 3/x.exe'))).toBeUndefined()
  })

  it('is awaited no longer than the player wants', async () => {
    const watch = new GameWatch({ ...parts, platform: platformWith({}), names: ['x'] })
    onTestFinished(() => watch.close())
    const control = new AbortController()
    const awaited = watch.awaitGame(control.signal)
    control.abort()
    await expect(awaited).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('is no longer awaited after a cancel or its time, though a look hangs', async () => {
    const platform = platformWith({ processes: () => new Promise(() => undefined) })
    const watch = new GameWatch({ ...parts, platform, names: ['x'], timeoutMs: 30 })
    onTestFinished(() => watch.close())
    await expect(watch.awaitGame(new AbortController().signal)).rejects.toMatchObject({ code: 'game-not-seen' })
    const control = new AbortController()
    const awaited = watch.awaitGame(control.signal)
    control.abort()
    await expect(awaited).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('counts as seen by whoever looked, even if it has ended since', async () => {
    const processes: RunningProcess[] = []
    const platform = platformWith({ processes: () => Promise.resolve([...processes]) })
    const watch = new GameWatch({ ...parts, platform, names: ['x'], pollMs: 60_000, startPollMs: 60_000 })
    onTestFinished(() => watch.close())
    await watch.look()
    const awaited = watch.awaitGame(new AbortController().signal)
    await watch.look()
    processes.push({ names: ['x'] })
    expect(await watch.look()).toMatchObject({ running: true })
    processes.pop()
    expect(await watch.look()).toEqual({ running: false })
    await awaited
  })

  it('that was started from here is remembered until it is seen or could have been', async () => {
    const clock = { ms: 0 }
    const processes: RunningProcess[] = []
    const platform = platformWith({ processes: () => Promise.resolve(processes) })
    const watch = new GameWatch({ ...parts, platform, names: ['x'], now: () => new Date(clock.ms) })
    onTestFinished(() => watch.close())
    expect(watch.startedAgo).toBeUndefined()
    watch.noteStart()
    clock.ms = 20_000
    await watch.look()
    expect(watch.startedAgo).toBe(20)
    clock.ms = -3_600_000 // set back
    expect(watch.startedAgo).toBe(0)
    processes.push({ names: ['x'] })
    await watch.look()
    expect(watch.startedAgo).toBeUndefined()
    watch.noteStart()
    clock.ms += 180_000
    expect(watch.startedAgo).toBeUndefined()
  })

  it('is still taken to run when the system cannot be asked', async () => {
    let answers = true
    const platform = platformWith({
      processes: () => (answers ? Promise.resolve([{ names: ['x'] }]) : Promise.reject(new Error('EMFILE'))),
    })
    const watch = new GameWatch({ ...parts, platform, names: ['x'] })
    onTestFinished(() => watch.close())
    await watch.look()
    answers = false
    expect(await watch.look()).toMatchObject({ running: true })
  })
})

describe.each([
  {
    system: 'Windows',
    open: windowsPlatform,
    name: 'arma3_x64.exe',
    seen: '"System","4","Services","0","8 K"\r\n"arma3_x64.exe","4312","Console","1","2,104,332 K"\r\n',
    none: '"System","4","Services","0","8 K"\r\n',
  },
  {
    system: 'macOS',
    open: macosPlatform,
    name: 'ArmA3',
    seen: '    1 /sbin/launchd\n  812 /Applications/Arma 3/ArmA3.app/Contents/MacOS/ArmA3\n',
    none: '    1 /sbin/launchd\n',
  },
])('the running game on $system', ({ open, name, seen, none }) => {
  /** A watch that looks only when asked; `answers`: what the system's tool says, one by one, the last one ever after. */
  function watchOn(...answers: ToolAnswer[]) {
    const isPowershell = (file: string) => file.includes('powershell')
    const run: RunTool = (file) =>
      Promise.resolve((isPowershell(file) ? undefined : answers.length > 1 ? answers.shift() : answers[0]) ?? failed[0])
    const platform = open({ home: '/nowhere', env: {}, files: diskView, run })
    const now = () => new Date(clock.ms)
    const watch = new GameWatch({ platform, names: [name], now, pollMs: 60_000, startPollMs: 60_000 })
    onTestFinished(() => watch.close())
    return watch
  }
  const clock = { ms: 5000 }
  const failed: [ToolAnswer, ...ToolAnswer[]] = [
    { code: null, stdout: '' }, // it could not be started, or took too long
    { code: null, stdout: none }, // cut off
    { code: 1, stdout: 'ERROR: The RPC server is unavailable.\r\n' },
    { code: 0, stdout: '' },
    { code: 0, stdout: 'INFO: No tasks are running which match the specified criteria.\r\n' },
  ]

  it('does not end because the list of processes failed', async () => {
    const watch = watchOn({ code: 0, stdout: seen }, ...failed, { code: 0, stdout: none })
    expect(await watch.look()).toMatchObject({ running: true })
    for (const _ of failed) expect(await watch.look()).toMatchObject({ running: true })
    expect(await watch.look()).toEqual({ running: false })
  })

  it('is believed for so long only, where no list comes any more', async () => {
    const watch = watchOn({ code: 0, stdout: seen }, failed[0])
    let looks = 0
    while ((await watch.look()).running) looks++
    expect(looks).toBe(20)
    expect(watch.state).toEqual({ running: null, failed: true })
    expect(watch.runsFrom).toBeUndefined()
  })

  it('is not called closed before it was looked for, nor where no look succeeds', async () => {
    const watch = watchOn(...failed, { code: 0, stdout: none })
    const heard: GameState[] = []
    watch.onChange((state) => heard.push(state))
    expect(watch.state).toEqual({ running: null, failed: false })
    for (const _ of failed) expect(await watch.look()).toEqual({ running: null, failed: true })
    expect(await watch.look()).toEqual({ running: false })
    expect(heard).toEqual([{ running: null, failed: true }, { running: false }]) // told once, not with each look
  })

  it('is asked for anew by who must rely on it, once more after a failure', async () => {
    const ended = { code: 0, stdout: none }
    const watch = watchOn(ended, failed[0], { code: 0, stdout: seen }, failed[0], failed[0], ended)
    expect(await watch.look()).toEqual({ running: false })
    expect(await watch.sure()).toMatchObject({ running: true }) // it began between two looks
    expect(await watch.sure()).toMatchObject({ running: true }) // and was not seen to end
    expect(await watch.sure()).toEqual({ running: false })
  })

  it('may run although it was not seen before, where the system has stopped telling', async () => {
    const watch = watchOn({ code: 0, stdout: none }, failed[0])
    expect(await watch.look()).toEqual({ running: false })
    expect(await watch.sure()).toEqual({ running: null, failed: true })
  })

  it('is closed by the player’s word where no look succeeds: for a while, and until it is started again', async () => {
    const watch = watchOn(failed[0])
    expect(await watch.sure()).toMatchObject({ running: null })
    watch.sayClosed()
    expect(await watch.sure()).toEqual({ running: false })
    expect(watch.state).toEqual({ running: null, failed: true }) // said is not seen
    clock.ms += 6 * 60_000
    expect(await watch.sure()).toMatchObject({ running: null })
    watch.sayClosed()
    watch.noteStart()
    expect(await watch.sure()).toMatchObject({ running: null })
  })

  it('is closed by the word of who gives a command, from when its files are to be changed', async () => {
    const watch = watchOn(failed[0])
    await expect(mustBeClosed(watch)).rejects.toMatchObject({ code: 'game-unseen' })
    clock.ms += 6 * 60_000 // it showed its plan and asked
    watch.sayClosed()
    await mustBeClosed(watch)
    expect(await watch.sure()).toEqual({ running: false })
  })

  it('is believed by its process, not by the player’s word, where it can be seen', async () => {
    const running = { code: 0, stdout: seen }
    const watch = watchOn(running, running, failed[0])
    watch.sayClosed()
    expect(await watch.sure()).toMatchObject({ running: true })
    await watch.look()
    expect(await watch.sure()).toMatchObject({ running: true }) // the word was refuted
    watch.sayClosed() // out of sight since, and closed
    expect(await watch.sure()).toEqual({ running: false })
    expect(watch.state).toMatchObject({ running: null })
  })
})

describe('the list of processes', () => {
  it('is read from /proc, with the path under the compatibility layer', async () => {
    const proc = await tempFolder()
    await write(proc, {
      '12/comm': 'arma3_x64.exe\n',
      '12/cmdline': 'Z:\\home\\a\\Arma 3\\arma3_x64.exe\0-noLauncher\0',
      '13/comm': 'a-script-of-som\n',
      '13/cmdline': '/bin/sh\0/opt/a-script-of-some-length\0',
      '14/comm': 'kworker\n',
      '14/cmdline': '',
      '15/comm': 'gone\n',
      '16/comm': 'MainThread\n',
      '16/cmdline': '/usr/bin/node\0/opt/demo-game\0',
      '17/comm': 'vim\n',
      '17/cmdline': 'vim\0/opt/demo-game\0',
      '18/comm': 'arma3_x64.exe\n',
      '18/cmdline': 'arma3_x64.exe\0-noLauncher\0',
      'self/comm': 'x',
    })
    await symlink('/opt/Proton 9.0/files/bin/wine64-preloader', join(proc, '18/exe'))
    expect(await linux(proc).processes()).toEqual([
      { names: ['arma3_x64.exe', 'arma3_x64.exe'], path: '/home/a/Arma 3/arma3_x64.exe' },
      { names: ['sh', 'a-script-of-some-length'], path: '/opt/a-script-of-some-length' },
      { names: ['node', 'demo-game'], path: '/opt/demo-game' },
      { names: ['vim', 'vim'], path: undefined },
      { names: ['arma3_x64.exe', 'arma3_x64.exe'], path: undefined }, // the file is Proton's
    ])
  })

  it('is unknown in a Flatpak, which sees only its own processes', async () => {
    const env = { FLATPAK_ID: 'dev.loadout.desktop' }
    const platform = linuxPlatform({ home: '/nowhere', env, run: recordedTools({}), files: diskView })
    const watch = new GameWatch({ ...parts, platform, names: ['x'] })
    onTestFinished(() => watch.close())
    expect(await watch.sure()).toEqual({ running: null, failed: true })
    expect(await platform.steamState()).toBeUndefined()
  })

  it('sees at each look what began, what ended and what became another program', async () => {
    const proc = await tempFolder()
    await write(proc, {
      '12/comm': 'sh\n',
      '12/cmdline': 'sh\0',
      '13/comm': 'steam\n',
      '13/cmdline': '/usr/bin/steam\0',
    })
    const platform = linux(proc)
    const names = async () => (await platform.processes()).map((process) => process.names[0])
    for (let look = 0; look < 4; look++) expect(await names()).toEqual(['sh', 'steam'])
    await write(proc, { '12/comm': 'arma3_x64\n', '12/cmdline': '/games/arma3_x64\0' })
    await rm(join(proc, '13'), { recursive: true })
    for (let look = 0; look < 4; look++) expect(await names()).toEqual(['arma3_x64'])
    await write(proc, { '12/cmdline': '' }) // crashed, and its parent has not noticed
    expect(await names()).toEqual([])
  })

  it('is read from tasklist', async () => {
    const output =
      '"System Idle Process","0","Services","0","8 K"\r\n"arma3_x64.exe","4312","Console","1","2,104,332 K"\r\n\r\nINFO: x\r\n'
    expect(readTasklist(output)).toEqual([{ names: ['System Idle Process'] }, { names: ['arma3_x64.exe'] }])
    const ask =
      "powershell.exe -NoProfile -NonInteractive -Command [Console]::OutputEncoding = New-Object System.Text.UTF8Encoding $false; (Get-Process -Name 'arma3_x64' -ErrorAction SilentlyContinue | Select-Object -First 1).Path"
    const windows = windowsPlatform({
      home: 'C:\\Users\\a',
      env: {},
      files: diskView,
      run: recordedTools({ 'tasklist.exe /fo csv /nh': output, [ask]: 'D:\\Arma 3\\arma3_x64.exe\r\n' }),
    })
    expect(await windows.processes()).toHaveLength(2)
    expect(await windows.pathOfProcess?.('arma3_x64.exe')).toBe('D:\\Arma 3\\arma3_x64.exe')
    expect(await windows.pathOfProcess?.("x'; calc; '")).toBeUndefined()
  })

  it('is read from ps', () => {
    expect(readPs('    1 /sbin/launchd\n 812 /Users/a/Arma 3/ArmA3.app/Contents/MacOS/ArmA3\n 9 (zombie)\n')).toEqual([
      { names: ['launchd'], path: '/sbin/launchd' },
      { names: ['ArmA3'], path: '/Users/a/Arma 3/ArmA3.app/Contents/MacOS/ArmA3' },
      { names: ['(zombie)'], path: undefined },
    ])
  })
})
