import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { beforeAll, expect, it } from 'vitest'
import ModCard from '../../src-renderer/mods/ModCard.svelte'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { damaged, last, modsViewOf } from './support/mods-view.ts'
import { playMain, repairAtWork } from './support/play-main.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))

/** A card of a mod that was last seen like this. */
function open(verification: Parameters<typeof modsViewOf>[0]) {
  const fake = playMain()
  const view = modsViewOf(verification, { id: 5 })
  fake.mods.set(view)
  const { unmount } = render(Host, {
    ...{ main: fake.main, i18n, router: new Router('mods'), view: ModCard, given: { mod: view.mods[0] } },
  })
  const menu = within(screen.getByRole('group', { name: 'More actions', hidden: true }))
  const offers = () => menu.getAllByRole('button', { hidden: true }).map(({ textContent }) => textContent.trim())
  return { fake, menu, offers, unmount }
}

it('offers in its menu what is seldom needed, and only what can be done', async () => {
  const there = open(damaged)
  expect(there.offers()).toEqual(['Full check', 'Open folder', 'Uninstall…'])
  await fireEvent.click(there.menu.getByRole('button', { name: 'Full check', hidden: true }))
  expect(there.fake.asked('check')).toEqual([{ modId: 5, tier: 'full', acceptShorter: false }])
  await fireEvent.click(there.menu.getByRole('button', { name: 'Uninstall…', hidden: true }))
  expect(there.fake.asked('remove')).toEqual([{ modId: 5 }])
  there.fake.repairs.set([repairAtWork])
  await waitFor(() => expect(there.offers()).toEqual(['Open folder']))
  there.unmount()
  const absent = { ...last, counts: { ...last.counts, ok: 0, missing: 8 }, isInstalled: false }
  const gone = open({ state: 'damaged', last: absent })
  expect(gone.offers()).toEqual(['Full check', 'Open folder'])
  gone.unmount()
})

it('shows the progress of a repair in place of the damaged files, and says once what is going on', async () => {
  const { fake, unmount } = open(damaged)
  expect(await screen.findByText('@Harbour/addons/a.pbo')).toBeTruthy()
  fake.repairs.set([repairAtWork])
  expect(await screen.findByRole('progressbar', { name: 'Downloading' })).toBeTruthy()
  expect(screen.queryByText('@Harbour/addons/a.pbo')).toBeNull()
  const told = screen.getAllByText('Downloading').filter((one) => !one.classList.contains('visually-hidden'))
  expect(told).toHaveLength(1)
  unmount()
})
