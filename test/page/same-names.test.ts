import { render, screen } from '@testing-library/svelte'
import type { Component } from 'svelte'
import { beforeAll, expect, it } from 'vitest'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import QuarantineEntry from '../../src-renderer/mods/repair/QuarantineEntry.svelte'
import TroubleList from '../../src-renderer/mods/repair/TroubleList.svelte'
import StateLine from '../../src-renderer/play/StateLine.svelte'
import Host from './support/Host.svelte'
import { playMain } from './support/play-main.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))

const PATH = '@Harbour/a.pbo'
const twice = <T>(one: T) => [one, one]
const show = (view: unknown, given: object) =>
  render(Host, { main: playMain().main, i18n, router: new Router(), view: view as Component, given })

it('a file that a hash list names twice, with two digests, is told twice, and the plan opens', () => {
  show(TroubleList, { troubles: twice({ path: PATH, cause: { kind: 'unusable-entry' } }) })
  expect(screen.getAllByText(PATH)).toHaveLength(2)
})

it('few files that could not be repaired are named at once, and the support code only in the details', () => {
  show(TroubleList, { troubles: [{ path: '@Harbour/b.pbo', cause: { kind: 'unusable-entry' } }] })
  expect(screen.getByText('@Harbour/b.pbo').closest('details')).toBeNull()
  expect(screen.getByText(/^Code /).closest('details')?.open).toBe(false)
})

it('a file of which the quarantine keeps two versions is there twice', () => {
  const session = {
    ...{ sessionId: 's', kind: 'repair', modId: 1, modName: 'Harbour', at: '2026-01-01T10:00:00Z' },
    ...{
      files: twice({ path: PATH, bytes: 5, why: 'replaced' }),
      count: 2,
      bytes: 10,
      added: 0,
      renamed: 0,
      others: [],
    },
  }
  show(QuarantineEntry, { session, undo: () => undefined, giveUp: () => undefined })
  expect(screen.getAllByText(PATH)).toHaveLength(2)
})

it('a check that names a file twice shows it twice', () => {
  show(StateLine, { tone: 'bad', state: 'Bad', name: 'Files', sentence: 'Damaged', more: twice(PATH) })
  expect(screen.getAllByText(PATH)).toHaveLength(2)
})
