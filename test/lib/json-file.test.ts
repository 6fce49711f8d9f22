import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import * as v from 'valibot'
import { jsonFile } from '../../src-main/lib/index.ts'
import { tempDir } from '../support/temp.ts'

function open(content?: string) {
  const folder = tempDir()
  const path = join(folder, 'own', 'notes.json')
  if (content !== undefined) {
    mkdirSync(join(folder, 'own'))
    writeFileSync(path, content)
  }
  const logged: string[] = []
  const file = jsonFile(path, v.object({ notes: v.array(v.string()) }), (line) => logged.push(line))
  return { file, path, logged, beside: () => readdirSync(join(folder, 'own')) }
}

it('an absent file is nothing to tell of', async () => {
  const { file, logged } = open()
  expect([await file.read(), file.readNow(), logged]).toEqual([undefined, undefined, []])
})

it('what is written is read, in its folder, with nothing left beside it', async () => {
  const { file, beside } = open()
  await file.write({ notes: ['a'] })
  expect(await file.read()).toEqual({ notes: ['a'] })
  file.keepNow({ notes: ['b'] })
  expect(file.readNow()).toEqual({ notes: ['b'] })
  expect(beside()).toEqual(['notes.json'])
})

it('one writes after the other: the last counts, as it was when it was given', async () => {
  const { file, path } = open()
  const notes: string[] = []
  const writing = Array.from({ length: 20 }, (_, at) => {
    notes.push(String(at))
    return file.write({ notes })
  })
  await writing[0]
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ notes: ['0'] })
  await Promise.all(writing)
  expect((await file.read())?.notes).toHaveLength(20)
})

it.each([
  ['no JSON', '{"notes": ["a'],
  ['of another shape', '{"notes": 7}'],
])('a file that is %s starts empty, and is kept aside', async (_, content) => {
  for (const read of ['read', 'readNow'] as const) {
    const { file, path, logged, beside } = open(content)
    expect(await file[read]()).toBeUndefined()
    expect(logged).toEqual(['notes.json is damaged, and starts empty'])
    expect(readFileSync(`${path}.damaged`, 'utf8')).toBe(content)
    file.keepNow({ notes: [] })
    expect(beside()).toEqual(['notes.json', 'notes.json.damaged'])
  }
})

it('the log gets nothing of what a damaged file says', async () => {
  const logged: unknown[] = []
  const { path } = open('{"notes": NH123456}')
  const file = jsonFile(path, v.object({ notes: v.array(v.string()) }), (...given) => logged.push(...given))
  await file.read()
  writeFileSync(path, '{"notes": "NH123456"}')
  await file.read()
  expect(logged.map(String).join()).not.toContain('NH123456')
})

it('a second damage leaves what was kept aside at the first', async () => {
  const { file, path, beside } = open('{"notes": ["a')
  await file.read()
  writeFileSync(path, '{"notes": ["b')
  await file.read()
  expect(beside().map((name) => readFileSync(join(path, '..', name), 'utf8'))).toEqual([
    '{"notes": ["a',
    '{"notes": ["b',
  ])
})

it('a disk that refuses is told to the log, and to who must know', async () => {
  const { file, path, logged } = open()
  mkdirSync(join(path, 'in the way'), { recursive: true })
  await expect(file.write({ notes: [] })).rejects.toThrow()
  await file.keep({ notes: [] })
  file.keepNow({ notes: [] })
  expect(logged).toEqual(['notes.json was not written', 'notes.json was not written'])
  expect(await file.read()).toBeUndefined()
  expect(logged.at(-1)).toBe('notes.json cannot be read')
})
