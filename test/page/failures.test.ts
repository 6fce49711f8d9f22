import { render, screen, waitFor } from '@testing-library/svelte'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import sentences from '../../resources/locales/en/failures.json' with { type: 'json' }
import { Failure, type FailureCode } from '../../src-preload/contract/failure.ts'
import { fieldFaults, profileFaults } from '../../src-preload/contract/settings.ts'
import { screens, type Screen } from '../../src-preload/contract/shell.ts'
import type { Main } from '#shared/bridge/index.ts'
import { actionPlaces, failureActions } from '#shared/failure/actions.ts'
import { describeFailure } from '#shared/failure/describe.ts'
import { failureDetails } from '#shared/failure/describe.ts'
import { remediesOf } from '#shared/failure/remedies.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import { toasts } from '#shared/ui/toasts.svelte.ts'
import FailureCases from './support/FailureCases.svelte'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))

/** A main that notes what it is asked; `picks`: what its folder dialogs give. */
function askedMain(picks = true) {
  const openLogFolder = vi.fn(() => Promise.resolve())
  const gameClosed = vi.fn(() => Promise.resolve())
  const asked = { openLogFolder, chooseInstall: vi.fn(), getVoiceClient: vi.fn(), gameClosed }
  asked.chooseInstall.mockImplementation(() =>
    picks ? Promise.resolve() : Promise.reject(new Failure('cancelled', {})),
  )
  asked.getVoiceClient.mockResolvedValue(undefined)
  const { chooseInstall, getVoiceClient } = asked
  const main = {
    diagnostics: { openLogFolder },
    play: { chooseInstall, getVoiceClient, gameClosed },
  }
  return { ...asked, main: main as unknown as Main }
}

function show(failure: unknown, onretry?: () => void, at: Screen = 'home', picks = true) {
  const router = new Router(at)
  const { main, ...asked } = askedMain(picks)
  render(FailureCases, { main, i18n, router, failure, onretry })
  return { router, ...asked }
}

const offline = new Failure('offline', { host: 'example.org' })
const signedOut = new Failure('bank-signed-out', { expired: false })
const press = (name: string) => screen.getByRole('button', { name }).click()

it('a notice has the sentence and the action of its failure', () => {
  const again = vi.fn()
  show(offline, again)
  expect(screen.getByText(/You are offline/)).toBeTruthy()
  press('Try again')
  expect(again).toHaveBeenCalledOnce()
})

it('a game that Windows starts only as administrator is told as that', () => {
  const started = (errno: string) =>
    describeFailure(new Failure('game-not-started', { program: 'a.exe', errno }), i18n).sentence
  expect(started('EACCES')).toContain('administrator')
  expect(started('ENOENT')).toBe('a.exe could not be started.')
})

it('a failure that is put right elsewhere leads there, and offers no way to where one is', () => {
  const { router } = show(signedOut)
  press('Go to the bank')
  expect(router.screen).toBe('bank')
  document.body.replaceChildren()
  show(signedOut, undefined, 'bank')
  expect(screen.queryByRole('button', { name: 'Go to the bank' })).toBeNull()
})

it('a mistake of ours leads to the log, also from a toast', async () => {
  const { openLogFolder } = show(new Error('no failure of the table'))
  press('Show the log')
  press('Tell')
  await waitFor(() => expect(toasts.shown).toHaveLength(1))
  expect(toasts.shown[0]).toMatchObject({ tone: 'bad', action: { label: 'Show the log' } })
  toasts.shown[0]?.action?.run()
  expect(openLogFolder).toHaveBeenCalledTimes(2)
})

it('a toast does again what failed where its failure may pass', async () => {
  const again = vi.fn()
  show(offline, again)
  press('Tell')
  await waitFor(() => expect(toasts.shown).toHaveLength(1))
  toasts.shown[0]?.action?.run()
  expect(again).toHaveBeenCalledOnce()
})

describe('whatever fails', () => {
  const codes = Object.keys(failureActions) as FailureCode[]
  /** Every fact that a sentence names. */
  const facts = Object.fromEntries(
    [...JSON.stringify(sentences).matchAll(/\{(\w+)/g)].map(([, name]) => [name ?? '', 1]),
  )
  const failed = (code: FailureCode) => new Failure(code, facts as never)
  const around = (at: Screen, params = {}) => {
    const router = new Router()
    router.go(at, params)
    return { main: askedMain().main, router, speech: i18n }
  }

  it.each(codes)('can be acted upon on every screen, with and without a way to try again: %s', (code) => {
    for (const at of screens)
      for (const retry of [undefined, () => undefined]) {
        const [first] = remediesOf(failed(code), around(at), retry)
        expect(first.label, `${code} on ${at}`).not.toMatch(/^failures\.|^$/)
      }
  })

  it('leads only to screens there are, and is never told without a button', () => {
    for (const { screen: place } of Object.values(actionPlaces)) expect(screens).toContain(place)
    for (const code of codes) {
      document.body.replaceChildren()
      show(failed(code))
      expect(screen.getAllByRole('button').length, code).toBeGreaterThan(1) // one of them is this test's own
    }
  })
})

it('a folder that will not do is chosen on the spot, and what failed for want of it is tried again', async () => {
  const again = vi.fn()
  const { chooseInstall } = show(
    new Failure('game-folder-refused', { folder: '/x', names: 'game', why: 'no-program' }),
    again,
    'home',
  )
  press('Choose game folder…')
  await waitFor(() => expect(again).toHaveBeenCalledOnce())
  expect(chooseInstall).toHaveBeenCalledOnce()
  document.body.replaceChildren()
  const left = show(new Failure('game-dir-not-chosen', {}), again, 'mods', false)
  press('Choose game folder…')
  await waitFor(() => expect(left.chooseInstall).toHaveBeenCalledOnce())
  await Promise.resolve()
  expect(again).toHaveBeenCalledOnce() // the dialog was left: nothing has changed, and nothing is told
  expect(toasts.shown).toEqual([])
})

it('a game that cannot be seen is closed by the player’s word, and what waited for it is tried again', async () => {
  const again = vi.fn()
  const { gameClosed } = show(new Failure('game-unseen', {}), again)
  press('I have closed the game')
  await waitFor(() => expect(again).toHaveBeenCalledOnce())
  expect(gameClosed).toHaveBeenCalledOnce()
})

it('sizes are told in the unit that fits, in the language', async () => {
  const full = new Failure('repair-disk-full', { neededBytes: 3 << 20, freeBytes: 5 * 1024 ** 3 })
  expect(describeFailure(full, i18n).sentence).toMatch(/: 3\sMB needed, 5\sGB free\./)
  const german = new I18n()
  await german.use('de')
  expect(describeFailure(full, german).sentence).toMatch(/: 3\sMB nötig, 5\sGB frei\./)
})

it('a server’s setting is named as a setting, whatever its name begins with', async () => {
  const german = new I18n()
  await german.use('de')
  for (const field of ['IpAddress', 'Ip', 'Port', 'ServerPassword', 'StartParameters', 'Mod.Directories']) {
    const refused = new Failure('server-field-refused', { field, problem: 'missing' })
    expect(describeFailure(refused, i18n).sentence).toContain(`The server’s ${field} setting is unsafe and is not used`)
    expect(i18n.t('play.reason.server-refused', { field })).toContain(`The server’s ${field} setting`)
    expect(describeFailure(refused, german).sentence).toContain(`Die Einstellung ${field} des Servers ist unsicher`)
  }
})

it('the voice program is fetched, and an outdated review is looked at again', () => {
  const { getVoiceClient } = show(new Failure('voice-client-missing', {}))
  press('Get the voice app')
  expect(getVoiceClient).toHaveBeenCalledOnce()
  document.body.replaceChildren()
  const again = vi.fn()
  show(new Failure('transfer-outdated', {}), again, 'bank')
  press('Check again')
  expect(again).toHaveBeenCalledOnce()
})

it('where nothing helps, the details can be copied, without the folders that name people', () => {
  const copied: string[] = []
  document.execCommand = () => {
    const event = new Event('copy') as Event & { clipboardData?: unknown }
    event.clipboardData = { setData: (_kind: string, text: string) => copied.push(text) }
    return document.dispatchEvent(event)
  }
  show(new Failure('forbidden', {}))
  press('Copy details')
  expect(copied.join()).toMatch(/^Loadout: forbidden\nThat is not allowed here\.\n\d{4}-/)
  expect(toasts.shown.at(-1)).toMatchObject({ tone: 'ok' })
  const unusable = new Failure('game-dir-unusable', { path: '/home/otto/Arma 3', errno: 'EACCES' })
  const told = failureDetails(unusable, i18n, new Date(0))
  expect(told).toContain('game-dir-unusable')
  expect(told).toContain('…/Arma 3')
  expect(told).toContain('errno: EACCES')
  expect(told).toContain('1970-01-01T00:00:00.000Z')
  expect(told).not.toContain('otto')
})

it.each(['en', 'de'] as const)(
  'each fault of a community profile is a sentence of its own, in %s',
  async (language) => {
    const said = new I18n()
    await said.use(language)
    const facts = { path: '/north.json', field: 'game.appId', errno: 'EACCES' }
    const sentences = profileFaults.map(
      (reason) => describeFailure(new Failure('profile-invalid', { ...facts, reason }), said).sentence,
    )
    expect(new Set(sentences).size).toBe(profileFaults.length)
    for (const [at, sentence] of sentences.entries()) {
      const isOfField = fieldFaults.some((fault) => fault === profileFaults[at])
      expect(sentence.includes('game.appId'), sentence).toBe(isOfField)
      expect(sentence).toMatch(/^[^{}]+\.$/)
    }
  },
)
