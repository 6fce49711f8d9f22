import { expect, it } from 'vitest'
import { ListRefresh } from '../../src-renderer/mods/list-refresh.svelte.ts'
import type { Mods } from '../../src-renderer/mods/mods.svelte.ts'
import { damaged, modsViewOf } from './support/mods-view.ts'

it('has the reason why the list of mods is a stored copy', () => {
  const refreshFailure = { code: 'offline', facts: { host: 'h' } } as const
  const made = (view: ReturnType<typeof modsViewOf>) => {
    let list: ListRefresh | undefined
    $effect.root(() => void (list = new ListRefresh({ view, lookAnew: () => undefined } as Mods)))()
    return list
  }
  expect(made(modsViewOf(damaged))).toMatchObject({ failure: undefined, reading: { source: 'live' } })
  const stored = made({ ...modsViewOf(damaged), refreshFailure })
  expect(stored).toMatchObject({ failure: refreshFailure, reading: { source: 'stored', refreshFailure } })
})

it('has the files looked at anew when the screen opens and at each refresh', () => {
  const asked: string[] = []
  const mods = {
    view: modsViewOf(damaged),
    lookAnew: () => void asked.push('look'),
    refresh: () => Promise.resolve(void asked.push('list')),
  }
  $effect.root(() => new ListRefresh(mods as unknown as Mods).refresh())()
  expect(asked).toEqual(['look', 'look', 'list'])
})
