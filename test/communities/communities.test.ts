import { expect, test } from 'vitest'
import { openRegistry, profileByHand } from '../../src-main/settings/index.ts'
import { communitiesHandlers } from '../../src-main/communities/index.ts'
import type { Question } from '../../src-main/lib/index.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import { tempDir } from '../support/temp.ts'
import { noLog } from '../support/no-log.ts'

const asked = { signal: new AbortController().signal, windowId: 1 }
const untested = { choose: false, untested: true }
const harbour = profileByHand({ name: 'Harbour', baseUrl: 'https://api.harbour.example' })
const lake = profileByHand({ name: 'Lake', baseUrl: 'https://api.lake.example' })

async function open(forgetSecrets: (id: string) => Promise<void>, file = '') {
  const registry = openRegistry(tempDir(), noLog)
  await registry.add(harbour)
  await registry.add(lake)
  await registry.choose(lake.id)
  const never = () => Promise.reject(new Error('not asked for here'))
  const probed: string[] = []
  const probe = ({ baseUrl }: { baseUrl: string }) => Promise.resolve({ ms: probed.push(baseUrl), servers: 1 })
  const restarts: string[] = []
  const restart = () => void restarts.push('restart')
  const needs = { registry, present: lake, given: false, demoName: 'Demo', fetchProfile: never, probe, restart }
  const requests = { sourceOf: (id: number) => (id === 1 ? file : undefined), settle: () => undefined }
  const dropped = (number: number) => (number === 2 ? file : undefined)
  const handlers = communitiesHandlers({ ...needs, requests, dropped, forgetSecrets })
  return { registry, handlers, probed, restarts }
}

/** Says yes to what a handler proposes; gives the question. */
async function yes(proposal: unknown): Promise<Question> {
  const { question, yes: carryOut } = (await proposal) as { question: Question; yes: () => unknown }
  await carryOut()
  return question
}

test('a community that is removed takes its credentials along', async () => {
  const forgotten: string[] = []
  const { registry, handlers } = await open((id) => Promise.resolve(void forgotten.push(id)))
  await handlers.remove({ id: harbour.id }, asked)
  expect(forgotten).toEqual([harbour.id])
  expect(registry.list().map(({ id }) => id)).toEqual([lake.id])
  await handlers.restore({ id: harbour.id }, asked)
  expect(registry.list()).toContainEqual(harbour)
})

test('only what was removed in this run is put back, and takes nobody’s place', async () => {
  const { registry, handlers } = await open(() => Promise.resolve())
  registry.remove(harbour.id) // in an earlier run
  const restore = () => handlers.restore({ id: harbour.id }, asked)
  expect(restore).toThrow(expect.objectContaining({ code: 'forbidden' }) as Error)
  await registry.add(harbour)
  await handlers.remove({ id: harbour.id }, asked)
  const other = { ...harbour, name: 'Another' }
  await registry.add(other)
  await restore()
  expect(registry.list()).toContainEqual(other)
  expect(restore).toThrow()
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
  for (const source of ['\\\\host\\share\\profile.json', '//host/share/profile.json']) {
    const { handlers } = await open(() => Promise.resolve(), source)
    await expect(handlers.readDropped({ file: 2 }, asked)).rejects.toMatchObject({ facts: { reason: 'remote' } })
    await expect(handlers.readRequest({ request: 1 }, asked)).rejects.toMatchObject({ facts: { reason: 'remote' } })
  }
})

test('only what was dropped or asked for from outside is read', async () => {
  const { handlers } = await open(() => Promise.resolve(), '/etc/passwd')
  await expect(async () => handlers.readDropped({ file: 1 }, asked)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(handlers.readRequest({ request: 2 }, asked)).rejects.toMatchObject({ code: 'forbidden' })
})

test('the player sees all hosts of a profile, and before a yes none of them is spoken to', async () => {
  const { handlers, registry, probed, restarts } = await open(() => Promise.resolve())
  const given = { name: 'Sand', baseUrl: 'https://api.sand.example', infoUrl: 'https://bank.sand.example' }
  const { draft } = await handlers.describe(given, asked)
  const add = { draft, choose: true, untested: false }
  const proposal = await handlers.add(add, asked)
  expect({ has: registry.has('api-sand-example'), probed, restarts }).toEqual({ has: false, probed: [], restarts: [] })
  expect(proposal).toMatchObject({
    question: {
      kind: 'add-community',
      name: 'Sand',
      baseUrl: given.baseUrl,
      infoUrl: given.infoUrl,
      otherHosts: ['www.teamspeak.com', 'steamcommunity.com'],
      moves: false,
      chooses: true,
    },
  })
  await yes(proposal)
  expect({ present: registry.present()?.name, probed, restarts }).toEqual({
    present: 'Sand',
    probed: [given.baseUrl],
    restarts: ['restart'],
  })
  await handlers.choose({ id: lake.id }, asked)
  expect(registry.present()?.name).toBe('Lake')
  await expect(handlers.choose({ id: 'stranger' }, asked)).rejects.toMatchObject({ code: 'profile-invalid' })
})

test('credentials never go to the hosts of a profile that takes the place of another', async () => {
  const forgotten: string[] = []
  const { registry, handlers } = await open((id) => Promise.resolve(void forgotten.push(id)))
  const draftOf = (baseUrl: string, infoUrl?: string) => handlers.describe({ name: 'Harbour', baseUrl, infoUrl }, asked)
  const same = await draftOf('https://api.harbour.example')
  expect(same).toMatchObject({ id: harbour.id, replaces: true, moves: false })
  expect(await yes(handlers.add({ draft: same.draft, ...untested }, asked))).toMatchObject({
    replaces: 'Harbour',
    moves: false,
  })
  expect(forgotten).toEqual([])
  for (const elsewhere of [
    await draftOf('https://api-harbour.example'), // the same id, made of another host
    await draftOf('https://api.harbour.example', 'https://bank.other.example'),
  ]) {
    expect(elsewhere).toMatchObject({ id: harbour.id, moves: true })
    expect(await yes(handlers.add({ draft: elsewhere.draft, ...untested }, asked))).toMatchObject({ moves: true })
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
  await expect(yes(handlers.add({ draft, ...untested }, asked))).rejects.toThrow()
  expect(registry.list().find(({ id }) => id === harbour.id)?.baseUrl).toBe(harbour.baseUrl)
})
