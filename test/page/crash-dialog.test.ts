import { render, screen } from '@testing-library/svelte'
import { beforeAll, expect, it } from 'vitest'
import type { CrashCause, CrashReading } from '../../src-preload/contract/diagnostics.ts'
import { CrashHelp } from '../../src-renderer/views/crash/crash-help.svelte.ts'
import type { Main } from '#shared/bridge/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import CrashPlace from './support/CrashPlace.svelte'
import Host from './support/Host.svelte'
import { playMain } from './support/play-main.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))

it.each([
  [['graphics-device-lost', 'missing-addon'], 'Copy for support'],
  [['missing-addon', 'graphics-device-lost'], 'Check all mods'],
  [['graphics-device-lost'], 'Copy for support'],
] as [CrashCause[], string][])('of a crash with the causes %s the main action is: %s', async (causes, action) => {
  const reading = {
    ...{ file: 'a.rpt', at: 0, abnormal: true, lines: [] },
    causes: causes.map((cause) => ({ cause, detail: 'x', by: '', line: '' })),
  } as unknown as CrashReading
  const { main } = playMain()
  const help = new CrashHelp({ diagnostics: { readCrash: () => Promise.resolve(reading) } } as unknown as Main)
  await help.read()
  render(Host, { main, i18n, router: new Router('home'), view: CrashPlace, given: { help } })
  await screen.findByText('Last game log')
  const lit = [...document.querySelectorAll('dialog .primary')].map(
    (one) => one.querySelector('.words > :not(.away)') ?? one,
  )
  expect(lit.map(({ textContent }) => textContent.trim())).toEqual([action])
})
