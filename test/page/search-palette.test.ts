import { fireEvent, render, screen } from '@testing-library/svelte'
import { beforeAll, expect, it } from 'vitest'
import SearchPalette from '../../src-renderer/views/search/SearchPalette.svelte'
import type { Main } from '#shared/bridge/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))
const titles = () => screen.getAllByRole('option').map((option) => option.querySelector('.title')?.textContent)

it('shows what fits best also where it comes after as many as are looked for, below them', async () => {
  const servers = Array.from({ length: 60 }, (_, id) => ({ id, name: `Apple ${id}`, online: false, players: [] }))
  let bring: () => void = () => undefined
  const goods = new Promise<unknown>(
    (resolve) => (bring = () => resolve({ value: [{ items: [{ item: 'apple', name: 'Apple' }] }] })),
  )
  const read = ({ endpoint }: { endpoint: string }) =>
    endpoint === 'marketAll' ? goods : Promise.resolve({ value: endpoint === 'servers' ? servers : [] })
  const nothing = () => () => undefined
  const settings = { state: nothing, profile: nothing }
  const main = { community: { read }, settings, play: { game: nothing } } as unknown as Main
  const given = { onclose: () => undefined }
  render(Host, { main, i18n, router: new Router('home'), view: SearchPalette, given })
  await fireEvent.input(screen.getByRole('combobox'), { target: { value: 'apple' } })
  await expect.poll(() => titles().length).toBe(50)
  bring()
  await expect.poll(titles).toContain('Apple')
  expect(titles()[0]).toBe('Apple 0')
})
