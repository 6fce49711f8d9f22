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
  const services: ((test: ConnectionTest) => void)[] = []
  const added: (() => void)[] = []
  const chosen: unknown[] = []
  let last = 0
  const main = {
    communities: {
      describe: ({ name, baseUrl }: { name: string; baseUrl: string }): Promise<CommunityDraft> =>
        baseUrl.startsWith('https:')
          ? Promise.resolve({ draft: ++last, id: name, name, baseUrl, replaces: false, moves: false })
          : Promise.reject(
              new Failure('profile-invalid', { path: baseUrl, reason: 'address', field: 'baseUrl', errno: '' }),
            ),
      add: () => new Promise<void>((resolve) => added.push(resolve)),
      choose: (input: unknown) => Promise.resolve(void chosen.push(input)),
      test: () => new Promise<ConnectionTest>((resolve) => services.push(resolve)),
    },
  }
  return { communities: new Communities(main as unknown as Main), services, added, chosen }
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

it('waits no more for the service of a draft that was dropped, and shows nothing of it beside the next', async () => {
  const { communities, services } = open()
  void communities.describe('Hallig', 'https://hallig.example', '')
  await expect.poll(() => services).toHaveLength(1)
  communities.cancel()
  expect(communities.attempt.busy).toBe(false)
  void communities.describe('Oland', 'https://oland.example', '')
  await expect.poll(() => services).toHaveLength(2)
  services[0]?.({ ms: 5, servers: 1 })
  await Promise.resolve()
  expect(communities).toMatchObject({ draft: { name: 'Oland' }, test: undefined, attempt: { busy: true } })
  services[1]?.({ ms: 5, servers: 2 })
  await expect.poll(() => communities.test).toEqual({ ms: 5, servers: 2 })
  expect(communities.attempt.busy).toBe(false)
})

it('changes to no community that was dropped while it was being added, and drops no other draft for it', async () => {
  const { communities, services, added, chosen } = open()
  const describe = async (name: string) => {
    const asked = services.length
    const described = communities.describe(name, `https://${name}.example`, '')
    await expect.poll(() => services).toHaveLength(asked + 1)
    services.at(-1)?.({ ms: 5, servers: 1 })
    await described
  }
  await describe('hallig')
  const adding = communities.add(true)
  await expect.poll(() => added).toHaveLength(1)
  communities.cancel()
  await describe('oland')
  added[0]?.()
  await adding
  expect(chosen).toEqual([])
  expect(communities.draft).toMatchObject({ name: 'oland' })
})
