import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { readArguments } from '../../src-main/desktop/arguments.ts'

const read = (...words: string[]) => readArguments(['electron', '.', ...words], {})

it('takes a data folder beside the folder it was started in, in either spelling', () => {
  expect(read('--user-data-dir', './profile').userDataDir).toBe(resolve('profile'))
  expect(read('--user-data-dir=profile', '--hidden')).toMatchObject({ userDataDir: resolve('profile'), hidden: true })
})

it('leaves the data where the system has it when no folder is named', () => {
  expect(read().userDataDir).toBeUndefined()
  expect(read('--user-data-dir=').userDataDir).toBeUndefined()
  expect(read('--user-data-dir').userDataDir).toBeUndefined()
})

it('tries the start alone where it is told to', () => {
  expect([read('--smoke').smoke, read().smoke]).toEqual([true, false])
})

it('takes the community by option before the one by environment', () => {
  const env = { LOADOUT_COMMUNITY: 'south.json' }
  expect(readArguments(['electron', '.', '--community', 'north.json'], env).community).toBe('north.json')
  expect(readArguments(['electron', '.'], env).community).toBe('south.json')
  expect(readArguments(['electron', '.'], { LOADOUT_COMMUNITY: '' }).community).toBeUndefined()
})

it('takes nothing that follows a link: whoever made the link may have made that too', () => {
  const link = 'loadout://open/settings'
  const more = ['--community', 'evil.json', '--user-data-dir=evil', '--hidden', '--smoke']
  expect(read(link, ...more)).toEqual({ hidden: false, smoke: false, sandboxRestored: false, link })
  expect(read('--community', 'own.json', link, ...more)).toMatchObject({ community: 'own.json', hidden: false })
  expect(read('--community', link).community).toBeUndefined()
  expect(readArguments([link, '--hidden'], {})).toMatchObject({ hidden: false, link })
})
