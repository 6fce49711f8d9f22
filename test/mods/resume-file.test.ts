import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ResumePoint } from '../../src-main/mods/check/resume-point.ts'
import { tempDir } from '../support/temp.ts'

const DAY = 24 * 3_600_000
const NOW = Date.UTC(2026, 4, 1)
const stat = { size: 1, key: '1 2 3 4' }
const row = (name: string) => [name, stat.key, 'aa']
const header = (more: object = {}) => JSON.stringify({ format: 2, version: 'list', startedAt: NOW, ...more })

/** What an earlier run left, read again for the same list. */
async function reopened(lines: string[], { version = 'list', now = NOW, resume = true } = {}) {
  const base = join(tempDir(), 'mod')
  const path = `${base}.resume`
  writeFileSync(path, lines.join('\n'))
  const point = await ResumePoint.open(base, version, resume, now)
  if (!point) throw new Error('another check is at work')
  return { point, path, size: point.done.length }
}

test.each([
  ['as it was left', [header(), JSON.stringify([row('a'), row('b')])], {}, 2],
  ['whose last line a crash tore', [header(), JSON.stringify([row('a')]), '[["b","1'], {}, 1],
  ['with a line of another shape', [header(), '[["a"]]', '7', JSON.stringify([row('b')])], {}, 1],
  ['of another list', [header(), JSON.stringify([row('a')])], { version: 'other' }, 0],
  ['of another format', [header({ format: 1 }), JSON.stringify([row('a')])], {}, 0],
  ['without a header', [JSON.stringify([row('a')])], {}, 0],
  ['a moment younger than a week', [header(), JSON.stringify([row('a')])], { now: NOW + 7 * DAY - 1 }, 1],
  ['a week old', [header(), JSON.stringify([row('a')])], { now: NOW + 7 * DAY }, 0],
  ['of a time to come', [header({ startedAt: NOW + 1 }), JSON.stringify([row('a')])], {}, 0],
  ['that is not asked for', [header(), JSON.stringify([row('a')])], { resume: false }, 0],
])('a resume point %s', async (_, lines, given, size) => {
  const found = await reopened(lines, given)
  expect(found.size).toBe(size)
  if (size === 0) expect(() => statSync(found.path)).toThrow('ENOENT')
  await found.point.leave()
})

test('what is found is added behind what was there, on lines of its own', async () => {
  const { point, path } = await reopened([header(), JSON.stringify([row('a')]), '[["torn'])
  point.add('b', stat, 'bb')
  await point.leave()
  const lines = readFileSync(path, 'utf8').split('\n')
  expect(lines.slice(2)).toEqual(['[["torn', JSON.stringify([['b', stat.key, 'bb']]), ''])
  const again = await ResumePoint.open(path.replace(/\.resume$/, ''), 'list', true, NOW)
  expect(Array.from(again?.done ?? [], ([name]) => name)).toEqual(['a', 'b'])
  await again?.forget()
  expect(() => statSync(path)).toThrow('ENOENT')
})

test('a check that begins anew writes its header first; one that found nothing writes nothing', async () => {
  const base = join(tempDir(), 'below', 'mod')
  const quiet = await ResumePoint.open(base, 'list', true, NOW)
  quiet?.add('fresh', { size: 1 << 21, key: `1 ${BigInt(NOW) * 1_000_000n} 3 4` }, 'aa')
  await quiet?.leave()
  expect(() => statSync(`${base}.resume`)).toThrow('ENOENT')
  const point = await ResumePoint.open(base, 'list', true, NOW)
  point?.add('fresh', { size: 1, key: `1 ${BigInt(NOW) * 1_000_000n} 3 4` }, 'aa')
  point?.add('a', stat, 'aa')
  await point?.leave()
  expect(readFileSync(`${base}.resume`, 'utf8')).toBe(`${header()}\n${JSON.stringify([row('a')])}\n`)
})

test('is written while the check goes on: after 64 files, or one of more than a mebibyte', async () => {
  const base = join(tempDir(), 'mod')
  const point = await ResumePoint.open(base, 'list', true, NOW)
  let added = 0
  const add = (size = 1) => point?.add(String(added++), { ...stat, size }, 'aa')
  /** How many rows each line has. */
  const written = (): number[] => {
    if (!existsSync(`${base}.resume`)) return []
    const lines = readFileSync(`${base}.resume`, 'utf8').split('\n').slice(1, -1)
    return lines.map((line) => (JSON.parse(line) as unknown[]).length)
  }
  const addRows = (count: number) => {
    for (let at = 0; at < count; at++) add()
  }
  add(1 << 20)
  addRows(63)
  add((1 << 20) + 1)
  addRows(2)
  add((1 << 20) + 1)
  addRows(64)
  await expect.poll(written).toEqual([64, 1, 3, 64])
  add((1 << 20) + 1)
  await point?.leave() // waits until that is written, too
  expect(written()).toEqual([64, 1, 3, 64, 1])
})

test('a disk that refuses costs the resume point alone', async () => {
  const base = join(tempDir(), 'mod')
  const point = await ResumePoint.open(base, 'list', true, NOW)
  mkdirSync(`${base}.resume`)
  point?.add('a', stat, 'aa')
  await point?.leave()
  const next = await ResumePoint.open(base, 'list', false, NOW)
  expect(next).toBeDefined()
  await next?.forget()
})

test('one check of a mod has it at a time', async () => {
  const base = join(tempDir(), 'mod')
  const open = () => ResumePoint.open(base, 'list', true, NOW)
  const first = await open()
  expect(await open()).toBeUndefined()
  await first?.forget()
  const second = await open()
  expect(second).toBeDefined()
  await second?.leave()
  await (await open())?.leave()
})
