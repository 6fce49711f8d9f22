import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endpoints } from '../../src-main/community/index.ts'

/** The interface's GET rows: heading, operation, path. */
function rowsOfTables(): string[][] {
  const text = readFileSync(join(import.meta.dirname, 'interface-tables.md'), 'utf8')
  let heading = ''
  const rows: string[][] = []
  for (const line of text.split('\n')) {
    if (line.startsWith('### ')) heading = line.slice(4)
    const row = /^\| ([^|]+) \| GET `([^`]+)` \|$/.exec(line)
    if (row) rows.push([heading, row[1] ?? '', row[2] ?? ''])
  }
  return rows
}

test('the table of endpoints is the interface, row by row, in its order and words', () => {
  expect(endpoints.map(({ category, operation, path }) => [category, operation, path])).toEqual(rowsOfTables())
})

test('only the player rows carry a secret', () => {
  for (const { path, secret } of endpoints) expect(secret).toBe(path.includes('{secret}'))
})
