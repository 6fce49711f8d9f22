import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { makeGame, place, resultsOf } from './game.ts'

/** What may happen to a file of the mod, and what a check has to say of it then; undefined: nothing. */
const damages: Record<string, { result?: string; happens(dir: string, path: string): void }> = {
  none: { happens: () => undefined },
  gone: { result: 'missing', happens: (dir, path) => rmSync(join(dir, path)) },
  short: { result: 'wrong-size', happens: (dir, path) => place(dir, path, readFileSync(join(dir, path)).subarray(1)) },
  long: {
    result: 'wrong-size',
    happens: (dir, path) => place(dir, path, Buffer.concat([readFileSync(join(dir, path)), randomBytes(1)])),
  },
  rotten: {
    result: 'wrong-hash',
    happens(dir, path) {
      const bytes = readFileSync(join(dir, path))
      const at = bytes.length >> 1
      bytes[at] = (bytes[at] ?? 0) ^ 1
      place(dir, path, bytes)
    },
  },
  folder: {
    result: 'unreadable',
    happens(dir, path) {
      rmSync(join(dir, path))
      mkdirSync(join(dir, path))
    },
  },
  pipe: {
    result: 'unreadable',
    happens(dir, path) {
      rmSync(join(dir, path))
      execFileSync('mkfifo', [join(dir, path)])
    },
  },
  outside: {
    result: 'unsafe-path',
    happens(dir, path) {
      rmSync(join(dir, path))
      symlinkSync('/etc/hostname', join(dir, path))
    },
  },
  renamed: {
    result: 'case-differs',
    happens: (dir, path) => renameSync(join(dir, path), join(dir, dirname(path), basename(path).toUpperCase())),
  },
}

interface Planned {
  folder: string
  size: number
  algorithm: string
  damage: string
}

const file: fc.Arbitrary<Planned> = fc.record({
  folder: fc.constantFrom('', 'addons/', 'plain/data/', 'addons/däta/', 'ünter wegs/', `${'x'.repeat(255)}/`),
  size: fc.constantFrom(1, 55, 56, 64, 4096, 131_071, 131_072, 131_073, 300_000),
  algorithm: fc.constantFrom('md5', 'md5', 'md5', 'sha1', 'sha256'),
  damage: fc.constantFrom('none', 'none', ...Object.keys(damages)),
})

it.skipIf(process.platform !== 'linux')(
  'exactly what was done to a mod is told, by any check',
  async () => {
    const tree = fc.record({
      files: fc.array(file, { minLength: 1, maxLength: 60 }),
      isKnown: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(tree, async ({ files, isKnown }) => {
        const game = makeGame()
        const check = (tier: 'full' | 'quick', more = {}) =>
          resultsOf(game.verify(tier, more)).then((results) =>
            Object.entries(results).map(([path, said]) => `${path} ${(said as string[])[0] ?? ''}`),
          )
        const all = files.map(({ folder, ...more }, at) => ({ ...more, path: `@Mod/${folder}ä${at}.pbo` }))
        for (const { path, size, algorithm } of all) game.add(path, randomBytes(size), algorithm)
        if (isKnown) expect(await check('quick')).toEqual([])
        for (const { path, damage } of all) damages[damage]?.happens(game.dir, path)
        place(game.dir, '@Mod/more', randomBytes(3))
        const wrong = all.flatMap(({ path, damage }) => {
          const result = damages[damage]?.result
          return result === undefined ? [] : [`${path} ${result}`]
        })
        const expected = [...wrong, '@Mod/more extra']
        expect(await check('quick')).toEqual(expected)
        expect(await check('full', { cacheDir: undefined })).toEqual(expected)
        expect(await check('full')).toEqual(expected)
        expect(await check('quick')).toEqual(expected)
      }),
      { numRuns: 4 },
    )
  },
  180_000,
)
