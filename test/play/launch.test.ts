import { readFile } from 'node:fs/promises'
import { join, win32 } from 'node:path'
import { describe, expect, it } from 'vitest'
import { planLaunch, previewOf, type PlanParts } from '../../src-main/play/launch/plan.ts'
import { cleanEnv, startPlan } from '../../src-main/play/launch/start.ts'
import { shellish } from './hostile.ts'
import { directGame, installAt, noLinks, server, steamGame } from './launch-support.ts'
import { optionsWith, platformWith, recipeWith, write } from './support.ts'
import { canStandIn } from './stand-in.ts'
import { isLinux, isWindows } from '../support/system.ts'

describe('the line that the game receives', () => {
  it.skipIf(!canStandIn)('is the recipe, started directly', async () => {
    const { game, parts, folder } = await directGame({
      options: optionsWith({
        profileName: 'Anna B',
        noSplash: true,
        skipIntro: true,
        window: true,
        enableHT: true,
        maxMem: 8192,
        cpuCount: 8,
        exThreads: 7,
        extra: `-malloc=system "-profiles=C:\\My Games" ''`,
      }),
    })
    const plan = await planLaunch(server({ ServerPassword: '123', StartParameters: '@Harbour;@Harbour Maps' }), parts)
    await startPlan(plan, { env: { ...process.env, APPIMAGE: '/x', ELECTRON_RUN_AS_NODE: '' }, openExternal: noLinks })
    const seen = await game.seen()
    expect(seen.args).toEqual([
      '-noLauncher',
      '-useBE',
      '-connect=203.0.113.5',
      '-port=2302',
      '-mod=@Harbour;@Harbour Maps',
      '-password=123',
      '-name=Anna B',
      '-noSplash',
      '-skipIntro',
      '-window',
      '-enableHT',
      '-maxMem=8192',
      '-cpuCount=8',
      '-exThreads=7',
      '-malloc=system',
      '-profiles=C:\\My Games',
      '',
    ])
    expect(seen.cwd).toBe(join(folder, 'Arma 3'))
    expect(Object.keys(seen.env)).not.toContain('APPIMAGE')
    expect(Object.keys(seen.env)).not.toContain('ELECTRON_RUN_AS_NODE')
  })

  it.skipIf(!canStandIn)('names where the server’s and the player’s own mods lie', async () => {
    const { parts } = await directGame({
      ownMods: ['@Own', '@Sounds'],
      modAt: (folder) => Promise.resolve(folder === '@Sounds' ? undefined : `/mods/${folder}`),
    })
    expect(await planLaunch(server(), parts)).toMatchObject({
      args: expect.arrayContaining(['-mod=/mods/@Harbour;/mods/@Own;@Sounds']) as string[],
    })
  })

  it.skipIf(!canStandIn)('leaves out what has no value', async () => {
    const { game, parts } = await directGame()
    await startPlan(await planLaunch(server({ StartParameters: '' }), parts), { env: {}, openExternal: noLinks })
    expect((await game.seen()).args).toEqual(['-noLauncher', '-useBE', '-connect=203.0.113.5', '-port=2302'])
  })

  it.skipIf(!isLinux).each([
    ['steam', 'steam', []],
    ['flatpak', 'steam-flatpak', ['run', 'com.valvesoftware.Steam']],
    ['snap', 'steam-snap', ['run', 'steam']],
  ] as const)('goes through %s on Linux', async (program, source, before) => {
    const { steam, parts } = await steamGame({}, program, source)
    await startPlan(await planLaunch(server(), parts), { env: {}, openExternal: noLinks })
    expect((await steam.seen()).args).toEqual([
      ...before,
      '-applaunch',
      '107410',
      '-noLauncher',
      '-useBE',
      '-connect=203.0.113.5',
      '-port=2302',
      '-mod=@Harbour',
    ])
  })

  it('leads to no server where there is none, with the player’s mods', async () => {
    const { parts } = await directGame()
    const ownMods = ['@Maps', '!Workshop\\@Sounds']
    expect(await planLaunch(undefined, { ...parts, ownMods })).toMatchObject({
      args: ['-noLauncher', '-useBE', '-mod=@Maps;!Workshop\\@Sounds'],
    })
    expect(await planLaunch(server(), { ...parts, ownMods: ['@HARBOUR', '@Maps'] })).toMatchObject({
      args: ['-noLauncher', '-useBE', '-connect=203.0.113.5', '-port=2302', '-mod=@Harbour;@Maps'],
    })
    const recipe = recipeWith({ appId: 730, byLink: true })
    expect(await planLaunch(undefined, { ...parts, recipe })).toEqual({ way: 'link', url: 'steam://rungameid/730' })
  })

  it.skipIf(!isLinux)('goes to a file beyond 900 signs, but for what the game reads only from the line', async () => {
    const mods = Array.from({ length: 30 }, (_none, at) => `@Mod_with_a_rather_long_name_${at}`)
    const { steam, parts, folder } = await steamGame({ options: optionsWith({ maxMem: 4096, noSplash: true }) })
    const plan = await planLaunch(server({ StartParameters: mods.join(';'), ServerPassword: 'key' }), parts)
    await startPlan(plan, { env: {}, openExternal: noLinks })
    expect((await steam.seen()).args).toEqual([
      '-applaunch',
      '107410',
      '-noLauncher',
      '-useBE',
      '-password=key',
      '-maxMem=4096',
      '-par=loadout-parameters.txt',
    ])
    expect(await readFile(join(folder, 'game/loadout-parameters.txt'), 'utf8')).toBe(
      ['-connect=203.0.113.5', '-port=2302', `-mod=${mods.join(';')}`, '-noSplash', ''].join('\n'),
    )
  })

  it.skipIf(!isLinux)('goes to a file through Steam when a blank is in an argument', async () => {
    const { parts } = await steamGame()
    const plan = await planLaunch(server({ StartParameters: '@Harbour Maps' }), parts)
    expect(plan).toMatchObject({
      parameterFile: { lines: ['-connect=203.0.113.5', '-port=2302', '-mod=@Harbour Maps'] },
    })
  })

  it.skipIf(!isLinux)(
    'leaves nothing on the line through Steam of which a shell would make something else',
    async () => {
      const { parts } = await steamGame({ options: optionsWith({ profileName: 'A$(id)' }) })
      const plan = await planLaunch(
        server({ StartParameters: "@a;@b & c;@d(e)!;@it's", ServerPassword: 'key-1' }),
        parts,
      )
      expect(plan).toMatchObject({
        args: ['-applaunch', '107410', '-noLauncher', '-useBE', '-password=key-1', '-par=loadout-parameters.txt'],
        parameterFile: {
          lines: ['-connect=203.0.113.5', '-port=2302', "-mod=@a;@b & c;@d(e)!;@it's"],
        },
      })
      for (const ServerPassword of shellish)
        await expect(planLaunch(server({ ServerPassword }), parts)).rejects.toMatchObject({
          code: 'server-field-refused',
          facts: { field: 'ServerPassword', problem: 'forbiddenCharacter' },
        })
    },
  )

  it.skipIf(!canStandIn)('has the file in our own folder where the game is started directly', async () => {
    const { game, parts, folder } = await directGame({ options: optionsWith({ extra: '-x=y '.repeat(200) }) })
    await startPlan(await planLaunch(server(), parts), { env: {}, openExternal: noLinks })
    expect((await game.seen()).args.at(-1)).toBe(`-par=${join(folder, 'own folder/loadout-parameters.txt')}`)
  })

  it('has Windows paths on Windows', async () => {
    const platform = platformWith({ name: 'win32', path: win32 })
    const parts: PlanParts = {
      platform,
      recipe: recipeWith(),
      install: installAt('C:\\Games\\Arma 3', 'arma3launcher.exe'),
      options: optionsWith(),
      ownFolder: 'C:\\own',
    }
    expect(await planLaunch(server(), parts)).toMatchObject({
      way: 'direct',
      file: 'C:\\Games\\Arma 3\\arma3launcher.exe',
      cwd: 'C:\\Games\\Arma 3',
    })
  })

  it.each([
    ['203.0.113.5', 'steam://connect/203.0.113.5:2302'],
    ['play.example.org', 'steam://connect/play.example.org:2302'],
    ['2001:db8::1', 'steam://connect/[2001:db8::1]:2302'],
  ])('is a link for a server of another game: %s', async (IpAddress, url) => {
    const { parts } = await directGame()
    const opened: string[] = []
    const plan = await planLaunch(server({ appId: 730, IpAddress }), parts)
    await startPlan(plan, {
      env: {},
      openExternal: (link) => {
        opened.push(link)
        return Promise.resolve()
      },
    })
    expect(opened).toEqual([url])
  })

  it('is shown with the password masked', async () => {
    const { parts } = await directGame()
    const plan = await planLaunch(server({ ServerPassword: '2302' }), parts)
    const preview = previewOf(plan, parts.recipe)
    expect(preview.args).toContain('-password=•••')
    expect(preview.args).toContain('-port=2302')
  })
})

describe('what cannot be started', () => {
  it('is told by its code', async () => {
    const { parts } = await directGame()
    await expect(planLaunch(server(), { ...parts, install: undefined })).rejects.toMatchObject({
      code: 'game-not-found',
    })
    const empty = { ...parts, install: installAt('/nowhere') }
    await expect(planLaunch(server(), empty)).rejects.toMatchObject({ code: 'game-incomplete' })
    const noSteam = { ...parts, recipe: recipeWith() }
    await expect(planLaunch(server(), noSteam)).rejects.toMatchObject({ code: 'steam-not-found' })
  })

  it('is told by the system: not a program, not there, no right', async () => {
    const { parts, folder } = await directGame()
    await write(folder, { 'Arma 3/plain.exe': 'text' })
    for (const [executable, errno] of [
      ['plain.exe', isWindows ? /^(?:EFTYPE|UNKNOWN)$/ : /^EACCES$/], // EFTYPE since Node 22
      ['gone.exe', /^ENOENT$/],
    ] as const) {
      const plan = await planLaunch(server(), { ...parts, install: installAt(join(folder, 'Arma 3'), executable) })
      await expect(startPlan(plan, { env: {}, openExternal: noLinks })).rejects.toMatchObject({
        code: 'game-not-started',
        facts: { errno: expect.stringMatching(errno) as string },
      })
    }
  })
})

it('takes an AppImage out of the environment', () => {
  const env = {
    APPDIR: '/tmp/.mount_x',
    APPIMAGE: '/home/a/x.AppImage',
    PATH: '/tmp/.mount_x:/tmp/.mount_x/usr/bin:/usr/bin',
    LD_LIBRARY_PATH: '/tmp/.mount_x/lib',
    HOME: '/home/a',
    LOADOUT_COMMUNITY: '/x',
  }
  expect(cleanEnv(env)).toEqual({ PATH: '/usr/bin', HOME: '/home/a' })
  expect(cleanEnv({ APPDIR: '', HOME: '/home/a', LANG: '' })).toEqual({ HOME: '/home/a', LANG: '' })
})
