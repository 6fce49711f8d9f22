import { expect, it } from 'vitest'
import { createFormat } from '#shared/format/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import type { ModUpdate, RepairState } from '../../src-preload/contract/repair.ts'
import type { Verification } from '../../src-preload/contract/mods.ts'
import { priceOf } from '../../src-renderer/mods/price.ts'
import { asShown, offerOf, standingOf, standingWord, waitIn } from '../../src-renderer/mods/standing.ts'
import { last as lastCheck, modsViewOf } from './support/mods-view.ts'

const update = { modId: 7, added: 1, changed: 2, removed: 0, fetchBytes: 300 } as ModUpdate
const last = { ...lastCheck, missingBytes: 50 }
const damaged: Verification = { state: 'damaged', last }
const repair = (phase: RepairState['phase']) => ({ modId: 7, phase }) as RepairState

/** The one mod there is, as its check left it. */
function modOf(verification: Verification, more: Parameters<typeof modsViewOf>[1] = {}) {
  const [mod] = modsViewOf(verification, more).mods
  if (!mod) throw new Error('there is no mod')
  return mod
}

it('of a mod that is paused, damaged and outdated at once the word is what can be gone on with, then the update', () => {
  const mod = modOf(damaged)
  expect(standingOf(mod, update, repair('paused'))).toBe('paused')
  expect(standingOf(mod, update, repair('interrupted'))).toBe('paused')
  expect(standingOf(mod, update, repair('fetching'))).toBe('working')
  expect(standingOf(mod, update, repair('ended'))).toBe('update')
  expect(standingOf(mod, undefined, repair('ended'))).toBe('damaged')
  const paused: Verification = { state: 'interrupted', filesDone: 1, filesTotal: 8, last }
  expect(standingOf(modOf(paused), update, undefined)).toBe('paused')
  expect(
    standingOf(modOf(damaged, { distrust: { reason: 'unreachable', detail: '', at: '' } }), update, undefined),
  ).toBe('not-trusted')
})

it('a list that did not come is not called untrustworthy, and a mod with some of its files not absent', () => {
  const t = ((key: string) => key) as never
  const word = (mod: ReturnType<typeof modOf>) =>
    standingWord(mod, standingOf(mod, undefined, undefined), undefined, undefined, t)
  const refused = (reason: 'unreachable' | 'empty') => modOf(damaged, { distrust: { reason, detail: '', at: '' } })
  expect(word(refused('unreachable'))).toBe('mods.standing.not-loaded')
  expect(word(refused('empty'))).toBe('mods.standing.not-trusted')
  const half = { ...last, isInstalled: false }
  expect(word(modOf({ state: 'damaged', last: half }))).toBe('mods.standing.partly-installed')
  const none = { ...half, counts: { ...last.counts, ok: 0, missing: 8 } }
  expect(word(modOf({ state: 'damaged', last: none }))).toBe('mods.standing.not-installed')
})

it('while the community is away, what was found wrong stays, and of no other mod the files are called right, tried or not', () => {
  const shown = (mod: ReturnType<typeof modOf>, away: 'offline' | 'down' | undefined) => {
    const seen = asShown(mod, away)
    return [standingOf(seen, undefined, undefined), seen.distrust?.reason]
  }
  const tried = { distrust: { reason: 'dns', detail: '', at: '' } } as const
  const ready: Verification = { state: 'ready', last: { ...last, result: 'ready' } }
  for (const more of [{}, tried]) expect(shown(modOf(damaged, more), 'down')).toEqual(['damaged', undefined])
  expect(shown(modOf(ready), 'offline')).toEqual(['not-trusted', 'offline'])
  expect(shown(modOf(ready), 'down')).toEqual(['not-trusted', 'unreachable'])
  expect(shown(modOf(ready, tried), 'down')).toEqual(['not-trusted', 'dns'])
  expect(shown(modOf(ready), undefined)).toEqual(['ready', undefined])
  const rejected = { distrust: { reason: 'empty', detail: '', at: '' } } as const
  expect(shown(modOf(damaged, rejected), 'down')).toEqual(['not-trusted', 'empty'])
})

it('a mod that waits in the queue for the end of the game says so', () => {
  const queue = { mods: [{ modId: 7, state: 'game' as const }], paused: false, wentOn: false }
  const t = ((key: string) => key) as never
  expect(standingWord(modOf(damaged), 'not-installed', undefined, waitIn(queue, 7), t)).toBe('mods.queue.game')
})

it('an update is offered before a repair: it puts right what is damaged, too', () => {
  expect(offerOf(modOf(damaged), update)).toEqual({ kind: 'update', files: 3, bytes: 300 })
  expect(offerOf(modOf(damaged), undefined)).toEqual({ kind: 'repair', files: 3, bytes: 50 })
})

it('a price names the time that it takes, but no second of nothing', async () => {
  const i18n = new I18n()
  await i18n.use('en')
  const offer = { kind: 'install', files: 3, bytes: 2 << 20 } as const
  const price = (ms: number) => priceOf(offer, i18n.t, createFormat(i18n), () => ms).replaceAll(/\s/gu, ' ')
  expect([price(90_000), price(400)]).toEqual(['3 files · 2 MB · about 1m 30s', '3 files · 2 MB'])
})

it.each([
  ['en', ['Nothing to download', 'Already downloaded', '3 files · 2 MB', '3 files']],
  ['de', ['Kein Download nötig', 'Schon heruntergeladen', '3 Dateien · 2 MB', '3 Dateien']],
] as const)('an update that fetches nothing says why, %s', async (language, words) => {
  const i18n = new I18n()
  await i18n.use(language)
  const update = { kind: 'update', files: 3, bytes: 0 } as const
  const offers = [
    { ...update, files: 0 },
    update,
    { ...update, bytes: 2 << 20 },
    { ...update, kind: 'repair' as const },
  ]
  const told = offers.map((offer) => priceOf(offer, i18n.t, createFormat(i18n), () => undefined))
  expect(told.map((text) => text.replaceAll(/\s/gu, ' '))).toEqual(words)
})
