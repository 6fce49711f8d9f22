import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { readSync, readText, renameOver } from '../../src-main/lib/files.ts'
import { jsonFile, writeFileAtomic } from '../../src-main/lib/index.ts'
import { planted } from '../support/faults/planted.ts'
import { tempDir } from '../support/temp.ts'

test('a disk that refuses leaves the old content and nothing beside it', async () => {
  const path = join(tempDir(), 'a.json')
  await writeFileAtomic(path, 'old')
  const hits = planted('rename:EIO@a.json')
  await expect(writeFileAtomic(path, 'new')).rejects.toMatchObject({ code: 'EIO' })
  expect(readFileSync(path, 'utf8')).toBe('old')
  expect(readdirSync(join(path, '..'))).toEqual(['a.json'])
  expect(hits('rename:EIO@a.json')).toBe(1)
})

test('waits for a scanner that holds a file, where that happens, and for no other trouble', async () => {
  const folder = tempDir()
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  writeFileSync(from, 'new')
  const hits = planted('rename:EBUSY@from*3')
  await expect(renameOver(from, to, false)).rejects.toMatchObject({ code: 'EBUSY' })
  await renameOver(from, to, true)
  expect(readFileSync(to, 'utf8')).toBe('new')
  expect(existsSync(from)).toBe(false)
  expect(hits('rename:EBUSY@from*3')).toBe(3)
  await expect(renameOver(from, to, true)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('reads a file that a scanner holds for a moment, where that happens, and does not take it for absent', async () => {
  const path = join(tempDir(), 'own.json')
  writeFileSync(path, 'kept')
  const fault = 'readFile:EBUSY@own.json*4'
  const hits = planted(fault)
  await expect(readText(path, false)).rejects.toMatchObject({ code: 'EBUSY' })
  expect(await readText(path, true)).toBe('kept')
  expect(hits(fault)).toBe(4)
  const again = planted(fault)
  expect(() => readSync(path, false)).toThrow('EBUSY')
  expect(String(readSync(path, true))).toBe('kept')
  expect(again(fault)).toBe(4)
})

test('a file that cannot be read is kept aside before it is written over, or is not written', async () => {
  for (const way of ['write', 'keepNow'] as const) {
    const path = join(tempDir(), 'notes.json')
    writeFileSync(path, '["old"]')
    planted('readFile:EIO@notes.json*1,rename:EIO@notes.json*1')
    const file = jsonFile(path, v.array(v.string()), () => undefined)
    expect(await file.read()).toBeUndefined()
    if (way === 'write') await expect(file.write(['new'])).rejects.toMatchObject({ code: 'EIO' })
    else file.keepNow(['new'])
    expect(readFileSync(path, 'utf8')).toBe('["old"]')
    await file.write(['new'])
    expect(readFileSync(`${path}.damaged`, 'utf8')).toBe('["old"]')
    expect(readFileSync(path, 'utf8')).toBe('["new"]')
  }
})

test('a damaged file that cannot be kept aside is not replaced', async () => {
  const path = join(tempDir(), 'notes.json')
  writeFileSync(path, '["ol')
  planted('rename:EIO@notes.json.damaged')
  const lines: string[] = []
  const file = jsonFile(path, v.array(v.string()), (line) => lines.push(line))
  expect([await file.read(), file.readNow()]).toEqual([undefined, undefined])
  file.keepNow(['new'])
  await expect(file.write(['new'])).rejects.toMatchObject({ code: 'EIO' })
  expect(readFileSync(path, 'utf8')).toBe('["ol')
  expect(lines.at(-1)).toBe('notes.json was not written')
})
