import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createRedactor, openLog } from '../../src-main/lib/index.ts'
import { tempDir } from '../support/temp.ts'

const now = () => new Date('2026-01-02T03:04:05Z')

test('lines are redacted, incidents carry their number and the stack', () => {
  const path = join(tempDir(), 'logs', 'a.log')
  const log = openLog(path, createRedactor(['hidden-value']), now)
  log.info('hello hidden-value')
  const number = log.incident(new Error('broke on hidden-value'))
  const text = readFileSync(path, 'utf8')
  expect(text).not.toContain('hidden-value')
  expect(text).toContain(`incident ${number}: Error: broke on •••`)
})

test('a full log moves aside, and only so many are kept', () => {
  const path = join(tempDir(), 'a.log')
  const log = openLog(path, createRedactor(), now)
  const big = 'x'.repeat(600_000)
  for (let n = 0; n < 12; n++) log.info(big)
  expect(existsSync(`${path}.1`)).toBe(true)
  expect(existsSync(`${path}.3`)).toBe(true)
  expect(existsSync(`${path}.4`)).toBe(false)
})

test('a full log that cannot move aside goes on', () => {
  const path = join(tempDir(), 'a.log')
  mkdirSync(join(`${path}.3`, 'in the way'), { recursive: true })
  writeFileSync(`${path}.2`, '')
  const log = openLog(path, createRedactor(), now)
  log.info('x'.repeat(1 << 20))
  log.info('the last words')
  expect(readFileSync(path, 'utf8').includes('the last words')).toBe(true)
})

test('a folder that cannot be made and an error that is none keep nothing from going on', () => {
  const inTheWay = join(tempDir(), 'file')
  writeFileSync(inTheWay, '')
  openLog(join(inTheWay, 'logs', 'a.log'), createRedactor(), now).info('lost')
  const path = join(tempDir(), 'a.log')
  const circle: Record<string, unknown> = { size: 1n }
  circle.self = circle
  openLog(path, createRedactor(), now).error('odd', circle)
  expect(readFileSync(path, 'utf8')).toContain('odd: <ref *1> { size: 1n, self: [Circular *1] }')
})

test('whatever it holds, an entry is one line', () => {
  const path = join(tempDir(), 'a.log')
  const forged = 'page\n2026-01-02T03:04:05.000Z error forged\r\x1b[2J\u2028\u202e'
  openLog(path, createRedactor(), now).info(forged)
  const lines = readFileSync(path, 'utf8').split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain(String.raw`page\n2026-01-02T03:04:05.000Z error forged\r\u{1b}[2J\u{2028}\u{202e}`)
})
