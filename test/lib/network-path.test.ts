import { expect, it } from 'vitest'
import { isNetworkPath } from '../../src-main/lib/index.ts'
import { modsHandlers } from '../../src-main/mods/handlers.ts'
import type { ModsNeeds, ModsService } from '../../src-main/mods/index.ts'

const foreign = ['\\\\host\\share', '//host/share', '\\\\?\\C:\\x', '\\\\.\\pipe\\x', '\\/host/share']

it('a path of another computer is known by its beginning', () => {
  expect(foreign.map(isNetworkPath)).toEqual(foreign.map(() => true))
  expect(['/home/otto', 'D:\\Games', 'games', '', '/'].map(isNetworkPath)).toEqual([false, false, false, false, false])
})

it('a game folder that the page names is never looked for on another computer', async () => {
  const taken: string[] = []
  const needs = { saveGameDir: (path: string) => taken.push(path) } as unknown as ModsNeeds
  const never = () => Promise.reject(new Error('no dialog here'))
  const { setGameDir } = modsHandlers({} as ModsService, needs, { chooseFolder: never, showFolder: never })
  const asked = { signal: new AbortController().signal, windowId: 1 }
  for (const path of foreign)
    await expect(async () => setGameDir({ path }, asked)).rejects.toMatchObject({
      code: 'game-dir-unusable',
      facts: { errno: 'EREMOTE' },
    })
  expect(taken).toEqual([])
})
