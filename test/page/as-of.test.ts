import { render, screen } from '@testing-library/svelte'
import { beforeAll, expect, it } from 'vitest'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import AsOf from '#shared/ui/AsOf.svelte'
import Host from './support/Host.svelte'
import { playMain } from './support/play-main.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))

it.each([
  ['live', {}, /^As of /],
  ['stored', {}, /^Saved /],
  ['stored', { pending: true }, /^As of /],
  ['live', { archived: true }, /^Saved /],
] as const)('says in a plain word whether data is %s %o', (source, more, words) => {
  const given = { at: new Date(), source, ...more }
  render(Host, { main: playMain().main, i18n, router: new Router(), view: AsOf, given })
  expect(screen.getByRole('time').textContent).toMatch(words)
})
