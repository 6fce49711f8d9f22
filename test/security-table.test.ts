import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const text = readFileSync(join(root, 'docs/security.md'), 'utf8')

/** Where a name of the document may lie: named from the root, from main, or from the shell. */
const places = ['', 'src-main', 'src-main/shell']

it('every rule of the security document names files that are there', () => {
  const named = [...text.matchAll(/`([\w./-]+\/[\w./-]*|[\w-]+\.(?:ts|mjs|json))`/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((name) => !places.some((place) => existsSync(join(root, place, name))))).toEqual([])
})

it('each of Electron’s twenty items has its row', () => {
  const rows = [...text.matchAll(/^- ([\d, ]+):/gm)].flatMap(([, numbers = '']) => numbers.split(',').map(Number))
  expect(rows).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
})
