import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { problemsOf } from '../../scripts/lib/workflows.mjs'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, '.github/workflows')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

it('a wrong word in a workflow is told', async () => {
  const text = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ nothing.here }}\n'
  expect(await problemsOf(text, 'a.yml')).toEqual([
    expect.stringMatching(/^a\.yml:6:\d+: undefined variable "nothing"/),
  ])
})

it.each(readdirSync(folder))('%s is in order and runs scripts that there are', async (name) => {
  const text = readFileSync(join(folder, name), 'utf8')
  expect(await problemsOf(text, name)).toEqual([])
  const called = [...text.matchAll(/npm (?:run )?([\w:]+)/g)].map(([, script = '']) => script)
  expect(called.filter((script) => script !== 'ci' && !(script in scripts))).toEqual([])
})
