import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { PlainOptions } from '../../src-preload/contract/play.ts'
import type { Failure } from '../../src-preload/contract/failure.ts'
import { planLaunch } from '../../src-main/play/launch/plan.ts'
import { safeName, safeServer, type ServerFields } from '../../src-main/play/launch/server-fields.ts'
import { startPlan } from '../../src-main/play/launch/start.ts'
import { hostile, honest } from './hostile.ts'
import { directGame, noLinks, server } from './launch-support.ts'
import { optionsWith } from './support.ts'

const corpus = (Object.keys(hostile) as (keyof ServerFields)[]).flatMap((field) =>
  hostile[field].map((value) => [field, value] as const),
)

describe('a hostile server record', () => {
  it.each(corpus)('is refused by %s: %j', async (field, value) => {
    const { parts, folder } = await directGame()
    const start = async () => {
      const plan = await planLaunch(server({ [field]: value }), parts)
      await startPlan(plan, { env: {}, openExternal: noLinks })
    }
    await expect(start()).rejects.toMatchObject({ code: 'server-field-refused', facts: { field } })
    expect(await readdir(join(folder, 'Arma 3'))).toEqual(['arma3launcher.exe'])
    await expect(planLaunch(server({ [field]: value, appId: 730 }), parts)).rejects.toMatchObject({ facts: { field } })
  })

  it.each([
    ['IpAddress', ['203.0.113.5', '2001:db8::1', '::1', 'play.example.org', 'a', 'xn--nxasmq6b.example', 'h.example.']],
    ['ServerPassword', ['', 'abc', '123', 'Müsli#1', 'a&b$c', '日本']],
    ['StartParameters', ['', '@a', '@Größe;@b c', ' @a ; @b ;', '@a.b-c_(d)', 'mod [x]', "@it's"]],
  ] as const)('is not seen where there is none: %s', (field, values) => {
    for (const value of values) expect(() => safeServer({ ...honest, [field]: value })).not.toThrow()
  })

  it('can only ever change the value of its own argument', async () => {
    const { parts } = await directGame()
    const shape = ['-noLauncher', '-useBE', '-connect=', '-port=', '-mod=', '-password=']
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.string({ unit: fc.constantFrom(...`-/\\"' ;@a.%0\n\0:[]=`), maxLength: 20 }),
    )
    await fc.assert(
      fc.asyncProperty(text, fc.double(), text, text, async (IpAddress, Port, ServerPassword, StartParameters) => {
        let args: string[]
        try {
          const plan = await planLaunch({ IpAddress, Port, ServerPassword, StartParameters, appId: 107410 }, parts)
          args = plan.way === 'link' ? [] : plan.args
        } catch (error) {
          expect((error as Failure).code).toBe('server-field-refused')
          return
        }
        for (const argument of args) {
          expect(shape.filter((start) => argument.startsWith(start))).toHaveLength(1)
          expect(argument).not.toMatch(/[\p{Cc}\p{Cf}"\\`%]/u)
        }
      }),
      { numRuns: 3000 },
    )
  })
})

describe('what a page may set without the player', () => {
  const names = [
    'x\uFF02 -mod=\\\\hostile.invalid\\share', // a quote to Windows' old code pages
    'x\u02BA\u2033\u275E\u301E -mod=//hostile.invalid/share',
    '"x" -mod=\\\\hostile.invalid\\share',
    'x\n-mod=@evil',
    'x /mod',
    '-par=evil.txt',
    '..\\..\\..\\Startup',
    '$(touch x)`id`%COMSPEC%;|&<>',
    '\u202Etxt.exe',
  ]

  it.each(names)('a name that could be more than one adds nothing: %j', async (profileName) => {
    const { parts } = await directGame({ options: optionsWith({ profileName, noSplash: false, skipIntro: false }) })
    const plan = await planLaunch(server(), parts)
    const args = plan.way === 'link' ? [] : plan.args
    expect(args).toEqual(['-noLauncher', '-useBE', '-connect=203.0.113.5', '-port=2302', '-mod=@Harbour'])
  })

  it('a name that a player has stays as it is', () => {
    for (const name of ['Anna B', 'Søren_[NH] (2)', "O'Neill", 'Jörg-Peter', '日本', 'Zoe\u0301'.normalize('NFC')])
      expect(safeName(name)).toBe(name)
  })

  it('switches are taken as they are where they name no file; all others wait for the player', () => {
    for (const extra of ['', ' -noSound  -noPause ', '-maxVRAM=4096', '-world=empty -malloc=system'])
      expect(v.safeParse(PlainOptions, { extra }).success, extra).toBe(true)
    const others = names.concat(
      '-mod=@evil',
      '-malloc=evil',
      '-malloc=system.dll',
      '-noSound -par=x',
      '-noSound;-mod=x',
      '"-noSound" -mod=x',
      '-noSound\u00A0-mod=x',
      '-maxVRAM=1-mod=x',
      '-profiles=x',
      '-connect=203.0.113.9',
      '-bepath=x',
      '-exec',
    )
    for (const extra of others) expect(v.safeParse(PlainOptions, { extra }).success, extra).toBe(false)
    expect(v.safeParse(PlainOptions, { presets: {} }).success).toBe(false) // one at a time, with the player
    expect(v.safeParse(PlainOptions, { profileNames: {} }).success).toBe(false)
  })
})
