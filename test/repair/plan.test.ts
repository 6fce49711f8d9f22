import { describe, expect, it } from 'vitest'
import type { FoundProblem } from '../../src-main/mods/check/index.ts'
import { addChosen, chosenBy, plannedFiles } from '../../src-main/mods/repair/plan.ts'
import { readAddresses } from '../../src-main/mods/repair/sources.ts'
import { StepList } from '../../src-main/mods/repair/steps.ts'
import { md5, MOD, safe } from './support.ts'

const checked = {
  ...{ modId: 1, modName: 'Nordwind', modFolder: MOD, listVersion: 'v1' },
  ...{ filesStay: 9, checkedAt: '' },
}
const source = readAddresses(['https://files.example/'], false)
const listed = (path: string) => ({ path: safe(path), size: 7, hash: md5('listed'), algorithm: 'md5' as const })
const problem = (name: string, result: FoundProblem['result'], found: FoundProblem['found'] = null): FoundProblem => {
  const path = `${MOD}/${name}`
  const isListed = !['extra', 'unsafe-path', 'unsupported-hash'].includes(result)
  return { path, result, expected: null, found, ...(isListed ? { listed: listed(path) } : {}) }
}

/** The files of a plan, and the steps where all of it is chosen. */
function planOf(problems: FoundProblem[], from = source) {
  const basis = { gameDir: '', checked, source: from }
  const steps = new StepList()
  addChosen(steps, problems, basis, () => true)
  return { files: plannedFiles(problems, basis), steps: [...steps] }
}

const nothing = planOf([]).files

describe('a plan', () => {
  it.each([
    ['missing', null, false],
    ['wrong-size', 6, true],
    ['wrong-hash', md5('other'), true],
    ['unreadable', 'EISDIR', true],
    ['unreadable', 'EIO', true],
  ] as const)('fetches a listed file that is %s (%s)', (result, found, replaces) => {
    const { files, steps } = planOf([problem('a.pbo', result, found)])
    const path = `${MOD}/a.pbo`
    expect(files).toEqual({ ...nothing, fetch: [{ path, bytes: 7, replaces }] })
    expect(steps).toEqual([{ do: 'fetch', ...listed(path) }])
  })

  it('moves nothing but what no list names', () => {
    const { files, steps } = planOf([
      problem('mine.txt', 'extra', 5),
      problem('gone.txt', 'extra'),
      problem('closed', 'extra', 'EACCES'),
      problem('strange', 'extra', 'EWHAT'),
      problem('its name is none elsewhere?', 'extra', 5),
    ])
    expect(files).toMatchObject({
      extras: [
        { path: `${MOD}/mine.txt`, bytes: 5 },
        { path: `${MOD}/gone.txt`, bytes: null },
      ],
      blocked: [
        { path: `${MOD}/closed`, cause: { kind: 'no-permission' } },
        { path: `${MOD}/strange`, cause: { kind: 'other', errno: 'EWHAT' } },
      ],
      fetch: [],
    })
    expect(steps).toEqual([
      { do: 'set-aside', path: `${MOD}/mine.txt` },
      { do: 'set-aside', path: `${MOD}/gone.txt` },
    ])
  })

  it('gives a file the listed spelling, but not across folders of the mod itself or from outside', () => {
    const good = planOf([problem('Big.pbo', 'case-differs', `${MOD}/big.pbo`)])
    expect(good.steps).toEqual([{ do: 'rename', from: `${MOD}/big.pbo`, ...listed(`${MOD}/Big.pbo`) }])
    expect(good.files.rename).toEqual([{ path: `${MOD}/Big.pbo`, from: `${MOD}/big.pbo` }])
    const folder = MOD.toLowerCase()
    const other = planOf([problem('Big.pbo', 'case-differs', `${folder}/Big.pbo`)])
    expect(other.files.blocked).toMatchObject([{ cause: { kind: 'folder-case', folder } }])
    expect(other.steps).toEqual([])
    const outside = planOf([problem('Big.pbo', 'case-differs', `${MOD}/../x`)])
    expect(outside.files.blocked).toMatchObject([{ cause: { kind: 'unusable-entry' } }])
    expect(outside.steps).toEqual([])
  })

  it.each([
    ['unsafe-path', 'dot-dot', 'unusable-entry'],
    ['unsafe-path', 'link-outside', 'unsafe-place'],
    ['unsupported-hash', null, 'unusable-entry'],
    ['unreadable', 'ENOTEMPTY', 'in-the-way'],
    ['unreadable', 'EFTYPE', 'in-the-way'],
  ] as const)('does nothing about %s (%s), and says why', (result, found, kind) => {
    const { files, steps } = planOf([problem('a.pbo', result, found)])
    expect(files).toEqual({ ...nothing, blocked: [{ path: `${MOD}/a.pbo`, cause: { kind } }] })
    expect(steps).toEqual([])
  })

  it('names programs among what is fetched', () => {
    const { files } = planOf([problem('tool.exe', 'missing'), problem('a.pbo', 'missing')])
    expect(files.programs).toEqual([`${MOD}/tool.exe`])
  })

  it.each([
    ['', 'no-source'],
    ['nonsense', 'bad-source'],
    ['http://files.example/', 'insecure-source'],
  ] as const)('without a source that can be used (%s) fetches nothing, and renames all the same', (address, kind) => {
    const from = readAddresses([address], false)
    const { files, steps } = planOf([problem('a', 'missing'), problem('B', 'case-differs', `${MOD}/b`)], from)
    expect(files.blocked).toMatchObject([{ cause: { kind } }])
    expect(steps.map((step) => step.do)).toEqual(['rename'])
  })
})

describe('what the player chose', () => {
  const pieces = [
    [problem('a', 'missing'), problem('C', 'case-differs', `${MOD}/c`), problem('mine', 'extra', 1)],
    [problem('never', 'unsupported-hash'), problem('b', 'missing'), problem('yours', 'extra', 1)],
  ]
  const chosen = (choice: { fetch: string; rename: string; extras: string }, of = pieces) => {
    const [steps, isChosen] = [new StepList(), chosenBy(choice)]
    for (const problems of of) addChosen(steps, problems, { gameDir: '', checked, source }, isChosen)
    return [...steps].map((step) => [step.do, step.path])
  }

  it('is done, and nothing else, in whatever pieces the plan comes', () => {
    expect(chosen({ fetch: '01', rename: '0', extras: '10' })).toEqual([
      ['set-aside', `${MOD}/mine`],
      ['fetch', `${MOD}/b`],
    ])
    expect(chosen({ fetch: '', rename: '1', extras: '' })).toEqual([['rename', `${MOD}/C`]])
  })

  it('sets aside nothing outside the mod’s folder, whatever a check has said', () => {
    const strange = { ...problem('x', 'extra', 1), path: '@Other/precious.txt' }
    expect(chosen({ fetch: '', rename: '', extras: '1' }, [[strange]])).toEqual([])
    const then = [strange, problem('mine', 'extra', 1)]
    expect(chosen({ fetch: '', rename: '', extras: '1' }, [then])).toEqual([['set-aside', `${MOD}/mine`]])
  })
})
