import { expect, it } from 'vitest'
import type { CommunityDraft, ConnectionTest } from '../../src-preload/contract/communities.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import { Communities } from '../../src-renderer/settings/communities.svelte.ts'
import { asTyped } from '../../src-renderer/settings/communities.svelte.ts'
import type { Main } from '#shared/bridge/index.ts'
import { describeFailure } from '#shared/failure/describe.ts'
import { I18n, type Language } from '#shared/i18n/index.ts'

/** The communities, with a service of each draft that answers when it is told to. */
function open() {
  const added: ((test: ConnectionTest) => void)[] = []
  let last = 0
  const main = {
    communities: {
      describe: ({ name, baseUrl }: { name: string; baseUrl: string }): Promise<CommunityDraft> =>
        baseUrl.startsWith('https:')
          ? Promise.resolve({ draft: ++last, id: name, name, baseUrl, replaces: false, moves: false })
          : Promise.reject(
              new Failure('profile-invalid', { path: baseUrl, reason: 'address', field: 'baseUrl', errno: '' }),
            ),
      add: () => new Promise<ConnectionTest>((resolve) => added.push(resolve)),
    },
  }
  return { communities: new Communities(main as unknown as Main), added }
}

it('says of a typed address that is wrong what its field is called, in the present language', async () => {
  const { communities } = open()
  await communities.describe('Hallig', 'ftp://hallig.example', '')
  expect(communities.isTyped).toBe(true)
  const i18n = new I18n()
  const said = async (language: Language) => {
    await i18n.use(language)
    return describeFailure(asTyped(communities.attempt.failure, i18n.t), i18n).sentence
  }
  expect(await said('en')).toContain('“Address of the information service” must be an https address')
  expect(await said('de')).toContain('„Adresse des Informationsdienstes“ muss eine https-Adresse sein')
})

it('shows what the service of an added community answered, and nothing of a draft that was dropped meanwhile', async () => {
  const { communities, added } = open()
  await communities.describe('Hallig', 'https://hallig.example', '')
  const adding = communities.add(false)
  expect(communities.attempt.busy).toBe(true)
  added[0]?.({ ms: 5, servers: 2 })
  await adding
  expect(communities).toMatchObject({ draft: undefined, test: { ms: 5, servers: 2 } })
})

it('drops no other draft for one that was dropped while it was being added', async () => {
  const { communities, added } = open()
  await communities.describe('hallig', 'https://hallig.example', '')
  const adding = communities.add(true)
  communities.cancel()
  expect(communities.attempt.busy).toBe(false)
  await communities.describe('oland', 'https://oland.example', '')
  added[0]?.({ ms: 5, servers: 1 })
  await adding
  expect(communities).toMatchObject({ draft: { name: 'oland' }, test: undefined })
})
