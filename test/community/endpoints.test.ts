import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endpoints } from '../../src-main/community/index.ts'

test('the table of endpoints is the interface, row by row, in its order', () => {
  const text = readFileSync(join(import.meta.dirname, 'interface-tables.md'), 'utf8')
  const rows = [...text.matchAll(/^\| [^|]+ \| GET `([^`]+)` \|$/gm)].map((row) => row[1])
  expect(endpoints.map(({ path }) => path)).toEqual(rows)
})
