import { fireEvent, render, screen } from '@testing-library/svelte'
import { beforeAll, expect, it } from 'vitest'
import type { CommunityDraft, TestedDraft } from '../../src-preload/contract/communities.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import AddCommunity from '../../src-renderer/settings/AddCommunity.svelte'
import { faultOf, Communities } from '../../src-renderer/settings/communities.svelte.ts'
import type { Main } from '#shared/bridge/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'

const english = new I18n()
beforeAll(() => english.use('en'))

interface Asked {
  draft: CommunityDraft
  answer: (found: TestedDraft) => void
  fail: (failure: unknown) => void
}

/** The communities, with a service of each draft that answers when it is told to. */
function open() {
  const asked: Asked[] = []
  const added: number[] = []
  const drafts: CommunityDraft[] = []
  const main = {
    communities: {
      describe({ address }: { address: string }): Promise<CommunityDraft> {
        const wrong = { path: address, reason: 'address', field: 'baseUrl', errno: '' } as const
        if (!address.startsWith('https:')) return Promise.reject(new Failure('profile-invalid', wrong))
        const { host: name } = new URL(address)
        drafts.push({ draft: drafts.length, id: name, name, baseUrl: address, isProfile: address.endsWith('.json') })
        return Promise.resolve(drafts.at(-1) as CommunityDraft)
      },
      test: ({ draft: number }: { draft: number }) =>
        new Promise<TestedDraft>((answer, fail) =>
          asked.push({ draft: drafts[number] as CommunityDraft, answer, fail }),
        ),
      add: ({ draft }: { draft: number }) => Promise.resolve(void added.push(draft)),
    },
    settings: { state: () => () => undefined, profile: () => () => undefined },
    play: { game: () => () => undefined },
  } as unknown as Main
  return { main, communities: new Communities(main), asked, added, drafts }
}

const test = { ms: 5, servers: 2, players: 30 }
const silent = new Failure('profile-unreachable', { reason: 'no-answer' })

it('says at the field what is wrong with a typed address, in the present language', async () => {
  const { communities } = open()
  await communities.find('ftp://hallig.example')
  expect(communities.isTyped).toBe(true)
  const i18n = new I18n()
  const said = async (language: string) => {
    await i18n.use(language)
    return faultOf(communities.finding.failure, i18n)
  }
  expect(await said('en')).toBe('Must start with https://')
  expect(await said('de')).toBe('Muss mit https:// beginnen')
})

it('says what an address has too much, and that a web page is no community', async () => {
  const i18n = new I18n()
  const host = 'hallig.example'
  const extra = { path: '', reason: 'bare-address', field: 'baseUrl', errno: '' } as const
  const failures = [
    new Failure('profile-invalid', extra),
    new Failure('not-json', { host, contentType: 'text/html; charset=utf-8' }),
    new Failure('http-status', { host, status: 404 }),
    new Failure('not-json', { host, contentType: 'application/json' }),
  ]
  const said = async (language: string) => {
    await i18n.use(language)
    return failures.map((failure) => faultOf(failure, i18n))
  }
  const page = 'There is no community at hallig.example. Check the address.'
  expect(await said('en')).toEqual([
    ...['Must not have a user name, a password, “?” or “#”', page, page],
    'hallig.example sent no usable data. It may be under maintenance.',
  ])
  const seite = 'Unter hallig.example gibt es keine Community. Prüfe die Adresse.'
  expect(await said('de')).toEqual([
    ...['Darf keinen Benutzernamen, kein Passwort, kein „?“ und kein „#“ enthalten', seite, seite],
    'hallig.example hat keine brauchbaren Daten geschickt. Vielleicht laufen dort gerade Wartungsarbeiten.',
  ])
})

it('shows what the service of an address answered, and nothing of a draft that was dropped meanwhile', async () => {
  const { communities, asked } = open()
  const finding = communities.find('https://hallig.example')
  await expect.poll(() => asked.length).toBe(1)
  communities.cancel()
  expect(communities.finding.busy).toBe(false)
  const next = communities.find('https://oland.example')
  await expect.poll(() => asked.length).toBe(2)
  for (const { draft, answer } of asked) answer({ draft, test })
  await Promise.all([finding, next])
  expect(communities).toMatchObject({ draft: { name: 'oland.example' }, test })
})

it('asks for what a profile leads to after it was loaded', async () => {
  const { communities, asked } = open()
  const finding = communities.find('https://hallig.example/loadout.json')
  await expect.poll(() => asked.length).toBe(1)
  const hallig = { ...asked[0]?.draft, draft: 0, name: 'Hallig', isProfile: false } as CommunityDraft
  asked[0]?.answer({ draft: hallig })
  await expect.poll(() => asked.length).toBe(2)
  expect(communities.test).toBeUndefined()
  asked[1]?.answer({ draft: hallig, test })
  await finding
  expect(communities).toMatchObject({ draft: { name: 'Hallig' }, test })
})

it('adds what was tested: another address drops it and is tested anew', async () => {
  const { main, communities, asked, added } = open()
  render(Host, { main, i18n: english, router: new Router('home'), view: AddCommunity, given: { communities } })
  const field = screen.getByLabelText('Community address')
  const find = async (address: string) => {
    await fireEvent.input(field, { target: { value: address } })
    await fireEvent.click(screen.getByRole('button', { name: 'Connect' }))
  }
  await find('https://hallig.example')
  await expect.poll(() => asked.length).toBe(1)
  asked[0]?.fail(silent)
  await screen.findByRole('button', { name: 'Add anyway' })
  expect(field.getAttribute('aria-invalid')).toBe('true')

  await fireEvent.input(field, { target: { value: 'https://oland.example' } })
  expect(screen.queryByRole('button', { name: 'Add anyway' })).toBeNull()
  await communities.add()
  expect(added).toEqual([]) // nothing is left that the address before could be added by

  await find('https://oland.example')
  await expect.poll(() => asked.length).toBe(2)
  const { draft } = asked[1] as Asked
  asked[1]?.answer({ draft, test })
  await fireEvent.click(await screen.findByRole('button', { name: 'Add and start' }))
  expect(added).toEqual([draft.draft])
  expect(screen.getByText('2 servers')).toBeTruthy()
  expect(screen.getByText('30 players online')).toBeTruthy()
})

it('says why a community could not be added, also if what comes before has failed, and adds it by a retry', async () => {
  const { main, communities, asked, added } = open()
  let isFull = true
  const onadd = () =>
    isFull ? Promise.reject(new Failure('settings-not-saved', { errno: 'ENOSPC' })) : Promise.resolve()
  const given = { communities, onadd }
  render(Host, { main, i18n: english, router: new Router('home'), view: AddCommunity as never, given })
  const finding = communities.find('https://hallig.example')
  await expect.poll(() => asked.length).toBe(1)
  const { draft, answer } = asked[0] as Asked
  answer({ draft, test })
  await finding
  await fireEvent.click(await screen.findByRole('button', { name: 'Add and start' }))
  expect(communities.adding.failure).toMatchObject({ code: 'settings-not-saved' })
  isFull = false
  await fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(added).toEqual([draft.draft])
})

it('leads to the community of a file, not to the empty field above it', async () => {
  const { main, communities, asked, drafts } = open()
  const draft = { draft: 0, id: 'hallig', name: 'Hallig', baseUrl: 'https://hallig.example', isProfile: false } as const
  drafts.push(draft)
  Object.assign(main.communities, { readRequest: () => Promise.resolve(draft) })
  const given = { communities, leads: true }
  render(Host, { main, i18n: english, router: new Router('home'), view: AddCommunity as never, given })
  const mainActs = () => document.querySelectorAll('form .button.primary').length
  expect(mainActs()).toBe(1)
  void communities.readRequest(1)
  await expect.poll(() => asked.length).toBe(1)
  await screen.findByText('Hallig')
  expect(mainActs()).toBe(0)
})
