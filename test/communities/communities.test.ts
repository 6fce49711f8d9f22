import { expect, test } from 'vitest'
import { openRegistry, profileByHand } from '../../src-main/settings/index.ts'
import { communitiesHandlers } from '../../src-main/communities/index.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import { tempDir } from '../support/temp.ts'
import { noLog } from '../support/no-log.ts'

const asked = { signal: new AbortController().signal, windowId: 1 }
const harbour = profileByHand({ name: 'Harbour', baseUrl: 'https://api.harbour.example' })
const lake = profileByHand({ name: 'Lake', baseUrl: 'https://api.lake.example' })

async function open(forgetSecrets: (id: string) => Promise<void>) {
  const registry = openRegistry(tempDir(), noLog)
  await registry.add(harbour)
  await registry.add(lake)
  await registry.choose(lake.id)
  const never = () => Promise.reject(new Error('not asked for here'))
  const needs = { registry, present: lake, given: false, demoName: 'Demo', fetchProfile: never, probe: never }
  return { registry, handlers: communitiesHandlers({ ...needs, forgetSecrets, restart: () => undefined }) }
}

test('a community that is removed takes its credentials along', async () => {
  const forgotten: string[] = []
  const { registry, handlers } = await open((id) => Promise.resolve(void forgotten.push(id)))
  await handlers.remove({ id: harbour.id }, asked)
  expect(forgotten).toEqual([harbour.id])
  expect(registry.list().map(({ id }) => id)).toEqual([lake.id])
})

test('where the keychain refuses, nothing is removed', async () => {
  const { registry, handlers } = await open(() =>
    Promise.reject(new Failure('settings-not-saved', { errno: 'EACCES' })),
  )
  await expect(handlers.remove({ id: harbour.id }, asked)).rejects.toThrow()
  expect(registry.has(harbour.id)).toBe(true)
})

test('the present community and unknown ones keep their credentials', async () => {
  const forgotten: string[] = []
  const { handlers } = await open((id) => Promise.resolve(void forgotten.push(id)))
  for (const id of [lake.id, 'nobody']) await expect(handlers.remove({ id }, asked)).rejects.toThrow()
  expect(forgotten).toEqual([])
})

test('a profile’s file is never looked for on another computer', async () => {
  const { handlers } = await open(() => Promise.resolve())
  for (const source of ['\\\\host\\share\\profile.json', '//host/share/profile.json'])
    await expect(async () => handlers.read({ source }, asked)).rejects.toMatchObject({ facts: { reason: 'remote' } })
})

test('credentials never go to the hosts of a profile that takes the place of another', async () => {
  const forgotten: string[] = []
  const { registry, handlers } = await open((id) => Promise.resolve(void forgotten.push(id)))
  const draftOf = (baseUrl: string, infoUrl?: string) => handlers.describe({ name: 'Harbour', baseUrl, infoUrl }, asked)
  const same = await draftOf('https://api.harbour.example')
  expect(same).toMatchObject({ id: harbour.id, replaces: true, moves: false })
  await handlers.add({ draft: same.draft }, asked)
  expect(forgotten).toEqual([])
  for (const elsewhere of [
    await draftOf('https://api-harbour.example'), // the same id, made of another host
    await draftOf('https://api.harbour.example', 'https://bank.other.example'),
  ]) {
    expect(elsewhere).toMatchObject({ id: harbour.id, moves: true })
    await handlers.add({ draft: elsewhere.draft }, asked)
  }
  expect(forgotten).toEqual([harbour.id, harbour.id])
  expect(registry.list()).toHaveLength(2)
  const own = await handlers.describe({ name: 'Lake', baseUrl: 'https://api-lake.example' }, asked)
  expect(own).toMatchObject({ id: lake.id, moves: true }) // the present one as well
})

test('where the keychain refuses to let go of them, the profile stays as it was', async () => {
  const refused = new Failure('settings-not-saved', { errno: 'EACCES' })
  const { registry, handlers } = await open(() => Promise.reject(refused))
  const { draft } = await handlers.describe({ name: 'Harbour', baseUrl: 'https://api-harbour.example' }, asked)
  await expect(handlers.add({ draft }, asked)).rejects.toThrow()
  expect(registry.list().find(({ id }) => id === harbour.id)?.baseUrl).toBe(harbour.baseUrl)
})
