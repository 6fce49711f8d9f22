import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Failure } from '../../src-preload/contract/failure.ts'
import { planLaunch } from '../../src-main/play/launch/plan.ts'
import { safeServer, type ServerFields } from '../../src-main/play/launch/server-fields.ts'
import { startPlan } from '../../src-main/play/launch/start.ts'
import { hostile, honest } from './hostile.ts'
import { directGame, noLinks, server } from './launch-support.ts'

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
