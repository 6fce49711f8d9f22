import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join, win32 } from 'node:path'
import { describe, expect, it } from 'vitest'
import { planLaunch } from '../../src-main/play/launch/plan.ts'
import { startPlan } from '../../src-main/play/launch/start.ts'
import { diskView, platformOf } from '../../src-main/play/index.ts'
import { installAt, noLinks, server } from '../play/launch-support.ts'
import { canStandIn, standIn } from '../play/stand-in.ts'
import { optionsWith, recipeWith } from '../play/support.ts'
import { isWindows } from '../support/system.ts'
import { tempDir } from '../support/temp.ts'
import { runTool } from '../../src-main/lib/index.ts'

/** A word as Windows' own rule has it on a line: in quotes where a blank, a tab or nothing is in it. */
function quoted(word: string): string {
  if (word !== '' && !/[\s"]/.test(word)) return word
  return `"${word.replace(/(\\*)("|$)/g, (_, slashes: string, quote: string) => slashes + slashes + (quote && '\\"'))}"`
}

/** A game in an odd folder, planned and started as on a player's computer. */
async function started(name: string, extra: string, password: string, mods = '@Harbour') {
  const folder = join(tempDir(), 'Program Files (x86)', '100% für Łukasz & Söhne ^x')
  mkdirSync(folder, { recursive: true })
  const executable = `game${randomBytes(4).toString('hex')}.exe`
  const game = await standIn(join(folder, executable))
  const plan = await planLaunch(server({ ServerPassword: password, StartParameters: mods }), {
    platform: platformOf('win32', { home: 'C:\\', env: process.env, run: runTool, files: diskView }),
    recipe: recipeWith({ viaSteam: [], executables: { win32: [executable] } }),
    install: installAt(folder, executable),
    options: optionsWith({ profileName: name, extra }),
    ownFolder: join(folder, 'own'),
  })
  await startPlan(plan, { env: process.env, openExternal: noLinks })
  const args = 'args' in plan ? plan.args : []
  return { seen: await game.seen(), args, path: win32.join(folder, executable), folder }
}

describe.skipIf(!isWindows || !canStandIn)('the line of a program that Windows starts', () => {
  it.each([
    ['Anna B', '', '4711'],
    ['Jürgen Łu', '-profiles="C:\\Eigene Dateien\\"', 'key-1_.2'],
    ['a', `'-x="y z"' "" -path="C:\\a\\\\b c\\\\"`, 'Zß4'],
    ['b', '%PATH% ^x & | > < ! $(id)', '0'],
    ['c', '-tab=\t "two  blanks" end\\', 'x'],
  ])('is what was planned, byte for byte: %s, %s', async (name, extra, password) => {
    const { seen, args, path, folder } = await started(name, extra, password, '@Harbour;@Süd Küste')
    expect(seen.args).toEqual(args)
    expect(seen.line).toBe([path, ...args].map(quoted).join(' '))
    expect(seen.cwd).toBe(folder)
    expect(Object.keys(seen.env).filter((key) => /^(LOADOUT_|NODE_OPTIONS)/.test(key))).toEqual([])
  })
})
