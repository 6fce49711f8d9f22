import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Question } from '../../src-main/lib/index.ts'
import { mayUseRecipe, parseGivenProfile } from '../../src-main/settings/index.ts'
import { noLog } from '../support/no-log.ts'
import { tempDir } from '../support/temp.ts'

const given = (game: object, id = 'north') =>
  parseGivenProfile({ id, name: 'North', baseUrl: 'https://api.example.org', game }, '')

function player(says: boolean, path = join(tempDir(), 'agreed.json')) {
  const questions: Question[] = []
  const ask = (question: Question) => {
    questions.push(question)
    return Promise.resolve(says)
  }
  return { questions, path, parts: { path, ask, log: noLog } }
}

const own = { executables: { linux: ['run'] }, arguments: ['--evil', '{mods}'] }

test('the app’s own recipe needs no question', async () => {
  const { questions, parts } = player(false)
  expect(await mayUseRecipe(given({ appId: 730 }), parts)).toBe(true)
  expect(questions).toEqual([])
})

test('one that the player does not agree to is not used, and asked about again', async () => {
  const { questions, parts } = player(false)
  expect(await mayUseRecipe(given(own), parts)).toBe(false)
  expect(await mayUseRecipe(given(own), parts)).toBe(false)
  expect(questions).toHaveLength(2)
})

test('it is shown whole once, and again after any change or for another community', async () => {
  const { questions, parts, path } = player(true)
  expect(await mayUseRecipe(given(own), parts)).toBe(true)
  expect(questions[0]).toMatchObject({ kind: 'own-recipe', community: 'North', changed: false })
  const shown = JSON.stringify(questions[0])
  for (const value of ['linux: run', '--evil', '{mods}', 'HKLM', 'arma3_x64.exe']) expect(shown).toContain(value)
  const refuses = player(false, path)
  expect(await mayUseRecipe(given(own), refuses.parts)).toBe(true)
  expect(refuses.questions).toEqual([])
  const changes = [
    { arguments: ['--other'] },
    { switches: { window: '--other' } },
    { processes: { linux: ['x'] } },
    { registry: [] },
    { name: 'X' },
    { appId: 5 },
  ]
  for (const change of [
    ...changes,
    { viaSteam: [] },
    { byLink: true },
    { crashLogs: { folder: 'x' } },
    { signatures: null },
  ])
    expect(await mayUseRecipe(given({ ...own, ...change }), refuses.parts), JSON.stringify(change)).toBe(false)
  expect(await mayUseRecipe(given(own, 'south'), refuses.parts)).toBe(false)
  expect(refuses.questions.filter((asked) => asked.kind === 'own-recipe' && asked.changed)).toHaveLength(
    changes.length + 4,
  )
})
