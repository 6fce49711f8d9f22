import fc from 'fast-check'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve, sep, win32 } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  foldKey,
  isSafePath,
  parseModFolder,
  parseSafePath,
  resolveInside,
  type SafePath,
} from '../../src-main/mods/list/index.ts'
import { badPaths, goodPaths } from './bad-paths.ts'
import { hasLinks } from '../support/system.ts'

const pathOf = (raw: string): SafePath => {
  const parsed = parseSafePath(raw, '@Mod')
  if (!parsed.ok) throw new Error(`refused ${raw}: ${parsed.refusal}`)
  return parsed.path
}

describe('the corpus', () => {
  it('holds at least 200 bad paths, none twice', () => {
    const all = badPaths.flatMap(({ paths }) => paths)
    expect(all.length).toBeGreaterThanOrEqual(200)
    expect(new Set(all).size).toBe(all.length)
  })

  for (const { refusal, paths } of badPaths)
    it.each(paths.map((path) => [JSON.stringify(path)?.slice(0, 60), path]))(`${refusal}: %s`, (_, path) => {
      expect(parseSafePath(path, '@Mod')).toEqual({ ok: false, refusal })
    })

  it.each(goodPaths)('takes %s', (path) => {
    expect(parseSafePath(path, '@Mod')).toEqual({ ok: true, path: path.replaceAll('\\', '/') })
  })
})

describe('any path that is taken', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '..',
      '.',
      '/',
      '\\',
      ':',
      '@Mod',
      '@Mod/',
      'C:',
      'NUL',
      ' ',
      '\0',
      '\n',
      '...',
      '~',
      'a',
      '%2e%2e',
      '¹',
    ),
    fc.string({ unit: 'binary', maxLength: 6 }),
  )
  const anyPath = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(''))
  const behindFolder = anyPath.map((rest) => `@Mod/${rest}`)

  it('stays inside the mod folder on every system, and means the same after normalising', () => {
    fc.assert(
      fc.property(fc.oneof(anyPath, behindFolder), (raw) => {
        const parsed = parseSafePath(raw, '@Mod')
        if (!parsed.ok) return
        expect(resolve('/game', parsed.path).startsWith(`${resolve('/game')}${sep}@`)).toBe(true)
        expect(win32.resolve('C:\\game', parsed.path)).toBe(`C:\\game\\${parsed.path.replaceAll('/', '\\')}`)
        expect(parseSafePath(parsed.path, '@Mod')).toEqual(parsed)
        expect(/[. ](\/|$)|[\0-\x1f:]|\/\/|\\/.test(parsed.path)).toBe(false)
      }),
      { numRuns: 20_000 },
    )
  })
})

describe('foldKey', () => {
  it.each([
    ['A', 'a'],
    ['Ä', 'ä'],
    ['A\u0308', 'ä'],
    ['ÉCOLE', 'e\u0301cole'],
    ['ς', 'σ'],
    ['Σ', 'ς'],
    ['\u212a', 'k'],
    ['\u1e9e', 'ß'],
    ['Ж', 'ж'],
  ])('takes %s and %s for one', (a, b) => {
    expect(foldKey(a)).toBe(foldKey(b))
  })

  it.each([
    ['ß', 'ss'],
    ['ı', 'i'],
    ['a', 'ä'],
    ['ﬁ', 'fi'],
  ])('tells %s from %s', (a, b) => {
    expect(foldKey(a)).not.toBe(foldKey(b))
  })

  it('is stable', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(foldKey(foldKey(text))).toBe(foldKey(text))
        expect(foldKey(text.normalize('NFD'))).toBe(foldKey(text))
      }),
      { numRuns: 5_000 },
    )
  })
})

it('A text is a safe path as it stands, or none', () => {
  const texts = ['@Mod/a', '@Mod\\a', '@Mod/../a', '@Other/a']
  expect(texts.map((text) => isSafePath(text, '@Mod'))).toEqual([true, false, false, false])
})

describe('the mod folder', () => {
  it.each(['', '..', 'a/b', 'a\\b', 'C:', 'NUL', 'a.', '/', '@Mod/'])('refuses %j', (name) => {
    expect(parseModFolder(name).ok).toBe(false)
  })
  it('compares it byte for byte', () => {
    for (const path of ['@mod/A.PBO', '@MOD\\x']) expect(parseSafePath(path, '@Mod').ok).toBe(false)
  })
  it('says why a name is none', () => {
    expect(parseModFolder('@mod.')).toEqual({ ok: false, refusal: 'trailing-dot-or-space' })
    expect(parseModFolder('@a/b')).toEqual({ ok: false, refusal: 'no-mod-folder' })
  })
  it('takes one plain name', () => expect(parseModFolder('@RPG 5.0').ok).toBe(true))
})

describe('resolveInside', () => {
  let dir: string
  let game: string
  beforeEach(async () => {
    dir = await realpath(await mkdtemp(join(tmpdir(), 'loadout-')))
    game = join(dir, 'game')
    await mkdir(join(game, '@Mod', 'addons'), { recursive: true })
    await mkdir(join(dir, 'outside'))
    await writeFile(join(game, '@Mod', 'addons', 'a.pbo'), 'a')
  })
  afterEach(() => rm(dir, { recursive: true, force: true }))

  it('gives the real place of a file, and of one that is not there yet', async () => {
    const real = join(game, '@Mod', 'addons', 'a.pbo')
    expect(await resolveInside(game, pathOf('@Mod/addons/a.pbo'))).toEqual({ ok: true, real, exists: true })
    const missing = join(game, '@Mod', 'new', 'deep', 'b.pbo')
    expect(await resolveInside(game, pathOf('@Mod/new/deep/b.pbo'))).toEqual({ ok: true, real: missing, exists: false })
  })

  describe.skipIf(!hasLinks)('with links', () => {
    it.each([
      ['a file', 'x.pbo', '../../outside/x.pbo', '@Mod/x.pbo'],
      ['a folder', 'data', '../../outside', '@Mod/data/x.pbo'],
      ['an absolute place', 'etc', '/etc', '@Mod/etc/passwd'],
      ['nowhere, outside', 'gone', '../../nowhere/x', '@Mod/gone'],
      ['nowhere, outside, as a folder', 'gone', '../../nowhere', '@Mod/gone/x/y'],
      ['the game folder', 'up', '..', '@Mod/up/game.exe'],
      ['a sibling whose name begins alike', 'sib', '../@Mod2', '@Mod/sib/x'],
    ])('refuses a link to %s', async (_, name, target, path) => {
      await symlink(target, join(game, '@Mod', name))
      expect(await resolveInside(game, pathOf(path))).toEqual({ ok: false, refusal: 'link-outside' })
    })

    it('follows a link that stays inside, and a chain of them', async () => {
      await symlink('addons', join(game, '@Mod', 'one'))
      await symlink('one', join(game, '@Mod', 'two'))
      expect((await resolveInside(game, pathOf('@Mod/two/a.pbo'))).ok).toBe(true)
    })

    it('gives the place that a link to a missing file inside names', async () => {
      await symlink('later.pbo', join(game, '@Mod', 'link.pbo'))
      const real = join(game, '@Mod', 'later.pbo')
      expect(await resolveInside(game, pathOf('@Mod/link.pbo'))).toEqual({ ok: true, real, exists: false })
    })

    it('takes the mod folder itself from another disk', async () => {
      await symlink(join(dir, 'outside'), join(game, '@Moved'))
      const parsed = parseSafePath('@Moved/x.pbo', '@Moved')
      if (!parsed.ok) throw new Error()
      expect(await resolveInside(game, parsed.path)).toEqual({
        ok: true,
        real: join(dir, 'outside', 'x.pbo'),
        exists: false,
      })
    })

    it('says ELOOP for links in a circle', async () => {
      await symlink('b', join(game, '@Mod', 'a'))
      await symlink('a', join(game, '@Mod', 'b'))
      await expect(resolveInside(game, pathOf('@Mod/a/x'))).rejects.toMatchObject({ code: 'ELOOP' })
    })
  })
})

it.each(['', '@', 'mod', '.', '@a/b', 'a/@b', '@a/', '@con/x', 'Arma 3', '@mod.', 7])(
  '%j is no mod’s folder',
  (name) => {
    expect(parseModFolder(name)).toMatchObject({ ok: false })
  },
)

it.each(['@a', '@Mod', '@Nordwind Maps'])('%j is a mod’s folder', (name) => {
  expect(parseModFolder(name)).toEqual({ ok: true, path: name })
})
