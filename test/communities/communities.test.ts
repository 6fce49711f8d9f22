import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openRegistry, profileByHand } from '../../src-main/settings/index.ts'
import { Drafts } from '../../src-main/communities/drafts.ts'
import { communitiesHandlers } from '../../src-main/communities/index.ts'
import { DroppedFiles, type Question } from '../../src-main/lib/index.ts'
import { PendingRequests } from '../../src-main/links/index.ts'
import type { CommunityList, TestedDraft } from '../../src-preload/contract/communities.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import { tempDir } from '../support/temp.ts'
import { noLog } from '../support/no-log.ts'

const asked = { signal: new AbortController().signal, windowId: 1 }
const harbour = profileByHand({ name: 'Harbour', baseUrl: 'https://api.harbour.example' })
const lake = profileByHand({ name: 'Lake', baseUrl: 'https://api.lake.example' })

/** What the addresses give that are asked: a service's servers, or a profile. Others do not answer. */
type Answers = Record<string, 'servers' | object>

async function open(
  forgetSecrets: (id: string) => Promise<void>,
  file = '',
  answers: Answers = {},
  given?: typeof lake,
  isBusy = () => false,
) {
  const registry = openRegistry(tempDir(), noLog)
  await registry.add(harbour)
  await registry.add(lake)
  await registry.choose(lake.id)
  const silent = () => Promise.reject(new Failure('profile-unreachable', { reason: 'no-answer' }))
  const spokenTo: string[] = []
  const fetchProfile = (address: string) => {
    spokenTo.push(address)
    return typeof answers[address] === 'object' ? Promise.resolve(answers[address]) : silent()
  }
  const probe = ({ baseUrl }: { baseUrl: string }) => {
    spokenTo.push(baseUrl)
    return answers[baseUrl] === 'servers' ? Promise.resolve({ ms: 5, servers: 1, players: 2 }) : silent()
  }
  const restarts: string[] = []
  const restart = () => void restarts.push('restart')
  const needs = {
    registry,
    present: given ?? lake,
    given: given !== undefined,
    demoName: 'Demo',
    fetchProfile,
    probe,
    restart,
    isBusy,
  }
  const { add: request, takeSource } = new PendingRequests()
  request({ kind: 'ask-add-community', source: file })
  const files = new DroppedFiles()
  for (const path of ['', file]) files.add(path)
  const dropped = files.pathOf
  const draft = { read: () => undefined, keep: () => undefined }
  const toPng = (pixels: Buffer) => pixels
  const handlers = communitiesHandlers({ ...needs, takeSource, dropped, forgetSecrets, draft, toPng })
  const test = (draft: number) => handlers.test({ draft }, asked)
  const add = (draft: number) => handlers.add({ draft }, asked)
  return { registry, handlers, spokenTo, restarts, test, add }
}

/** Says yes to what a handler proposes; gives the question, and what came of it. */
async function yes(proposal: unknown): Promise<{ question: Question; came: TestedDraft | undefined }> {
  const { question, yes: carryOut } = (await proposal) as { question: Question; yes: () => Promise<TestedDraft> }
  return { question, came: await carryOut().catch(() => undefined) }
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

test('while work runs, the app does not restart for another community, and nothing is changed', async () => {
  const fresh = 'https://fresh.example'
  let isBusy = true
  const { handlers, registry, restarts, test, add } = await open(
    () => Promise.reject(new Failure('forbidden', {})), // no credentials are deleted
    '',
    { [fresh]: 'servers' },
    undefined,
    () => isBusy,
  )
  const { draft } = await handlers.describe({ address: fresh }, asked)
  await yes(test(draft))
  await expect(add(draft)).rejects.toThrow('switch-while-busy')
  await expect(handlers.choose({ id: harbour.id }, asked)).rejects.toThrow('switch-while-busy')
  expect([registry.list(), restarts]).toEqual([[harbour, lake], []])
  isBusy = false
  await handlers.choose({ id: harbour.id }, asked)
  expect(restarts).toEqual(['restart'])
})

test('one that was named on the command line is in the list and marked, once', async () => {
  const sand = profileByHand({ name: 'Sand', baseUrl: 'https://api.sand.example' })
  for (const given of [sand, harbour]) {
    const { handlers } = await open(() => Promise.resolve(), '', {}, given)
    const list = await new Promise<CommunityList>((tell) => void handlers.state(tell))
    expect(list).toMatchObject({ present: given.id, given: true })
    expect(list.list.filter(({ given: is }) => is).map(({ id }) => id)).toEqual([given.id])
    expect(new Set(list.list.map(({ id }) => id)).size).toBe(list.list.length)
  }
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

test('who takes the id of a removed community takes over its data, and the player is told so', async () => {
  const forgotten: string[] = []
  const { handlers, test } = await open((id) => Promise.resolve(void forgotten.push(id)), '', {
    'https://evil.example/p.json': { ...harbour, name: 'Nice', baseUrl: 'https://evil.example' },
  })
  const questionOf = async (address: string) => {
    const { draft } = await handlers.describe({ address }, asked)
    return (await yes(test(draft))).came?.draft.draft ?? draft
  }
  const told = async (draft: number) => (await test(draft)) as unknown as { question: object }
  const evil = await questionOf('https://evil.example/p.json')
  expect((await told(evil)).question).toMatchObject({ replaces: 'Harbour', moves: true })
  await handlers.remove({ id: harbour.id }, asked) // which a page may do
  expect((await told(evil)).question).toMatchObject({ replaces: 'Harbour', moves: true })
  const again = await questionOf(harbour.baseUrl)
  expect((await told(again)).question).toMatchObject({ replaces: undefined, moves: false })
})

test('a community that is added again by another way keeps its id, and with it its record of transfers, also once it was removed', async () => {
  const file = join(tempDir(), 'profile.json')
  const bank = { name: 'Sand', address: 'https://api.sand.example', infoUrl: 'https://bank.sand.example' }
  const { baseUrl, infoUrl } = profileByHand({ ...bank, baseUrl: bank.address })
  writeFileSync(file, JSON.stringify({ id: 'sand', name: 'Sand RP', colour: '#112233', baseUrl, infoUrl }))
  const { registry, handlers, test, add } = await open(() => Promise.resolve(), file)
  const typed = await handlers.describe(bank, asked)
  await yes(test(typed.draft))
  await add(typed.draft)
  const idOfFile = async () => {
    const { draft, id } = await handlers.readDropped({ file: 2 }, asked)
    return { draft, id, question: (await yes(test(draft))).question }
  }
  const again = await idOfFile()
  expect(again).toMatchObject({ id: typed.id, question: { replaces: 'Sand', moves: false } })
  await add(again.draft)
  expect(registry.list().map(({ name }) => name)).toEqual(['Harbour', 'Lake', 'Sand RP'])

  const typedAgain = await handlers.describe(bank, asked)
  await yes(test(typedAgain.draft))
  await add(typedAgain.draft)
  expect(registry.present()).toMatchObject({ id: typed.id, name: 'Sand', colour: '#112233' })

  await handlers.choose({ id: lake.id }, asked)
  await handlers.remove({ id: typed.id }, asked)
  expect(await idOfFile()).toMatchObject({ id: typed.id, question: { replaces: undefined, moves: false } })
  writeFileSync(file, JSON.stringify({ id: 'sand', name: 'Sand RP', baseUrl, infoUrl: 'https://other.example' }))
  expect(await idOfFile()).toMatchObject({ id: 'sand' }) // another bank: nothing of the former one is its
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
  const named = await open((id) => Promise.resolve(void forgotten.push(id)), '', {}, harbour) // and is on the list, too
  await expect(named.handlers.remove({ id: harbour.id }, asked)).rejects.toThrow('community-not-removable')
  expect([forgotten, named.registry.has(harbour.id)]).toEqual([[], true])
})

test('a profile’s file is never looked for on another computer', async () => {
  for (const source of ['\\\\host\\share\\profile.json', '//host/share/profile.json']) {
    const { handlers } = await open(() => Promise.resolve(), source)
    await expect(handlers.readDropped({ file: 2 }, asked)).rejects.toMatchObject({ facts: { reason: 'remote' } })
    await expect(handlers.readRequest({ request: 1 }, asked)).rejects.toMatchObject({ facts: { reason: 'remote' } })
  }
})

test('hosts of more download addresses are shown with the others', async () => {
  const folder = tempDir()
  const sources = { '@Sand': ['https://files.sand.example/a', 'https://mirror.example/'] }
  const sand = { id: 'sand', name: 'Sand', baseUrl: 'https://api.sand.example', mods: { sources } }
  writeFileSync(join(folder, 'sand.json'), JSON.stringify(sand))
  const { handlers, test } = await open(() => Promise.resolve(), join(folder, 'sand.json'))
  const { draft } = await handlers.readDropped({ file: 2 }, asked)
  expect(await test(draft)).toMatchObject({
    question: { otherHosts: ['www.teamspeak.com', 'files.sand.example', 'mirror.example'] },
  })
})

test('only what was dropped or asked for from outside is read', async () => {
  const { handlers } = await open(() => Promise.resolve(), '/etc/passwd')
  await expect(async () => handlers.readDropped({ file: 1 }, asked)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(handlers.readRequest({ request: 2 }, asked)).rejects.toMatchObject({ code: 'forbidden' })
})

test('the player sees all hosts of a profile, and before a yes none of them is spoken to', async () => {
  const address = 'https://api.sand.example'
  const { handlers, registry, spokenTo, restarts, test, add } = await open(() => Promise.resolve(), '', {
    [address]: 'servers',
  })
  const given = { name: 'Sand', address, infoUrl: 'https://bank.sand.example' }
  const { draft } = await handlers.describe(given, asked)
  const proposal = await test(draft)
  await expect(add(draft)).rejects.toMatchObject({ code: 'forbidden' })
  const has = () => registry.has('api-sand-example')
  expect({ has: has(), spokenTo, restarts }).toEqual({ has: false, spokenTo: [], restarts: [] })
  expect(proposal).toMatchObject({
    question: {
      kind: 'add-community',
      name: 'Sand',
      baseUrl: address,
      infoUrl: given.infoUrl,
      otherHosts: ['www.teamspeak.com', 'steamcommunity.com'],
      moves: false,
    },
  })
  expect((await yes(proposal)).came).toMatchObject({ draft: { draft, name: 'Sand' }, test: { servers: 1, players: 2 } })
  expect({ has: has(), spokenTo, restarts }).toEqual({ has: false, spokenTo: [address], restarts: [] })
  await add(draft)
  expect({ present: registry.present()?.name, restarts }).toEqual({ present: 'Sand', restarts: ['restart'] })
  await handlers.choose({ id: lake.id }, asked)
  expect(registry.present()?.name).toBe('Lake')
  await expect(handlers.choose({ id: 'stranger' }, asked)).rejects.toMatchObject({ code: 'profile-invalid' })
})

test('a yes counts for the draft that was shown, and for no other', async () => {
  const { handlers, registry, test, add } = await open(() => Promise.resolve())
  const failed = await handlers.describe({ address: 'https://sand.example' }, asked)
  await yes(test(failed.draft))
  const next = await handlers.describe({ address: 'https://api.sand.example' }, asked)
  await expect(add(next.draft)).rejects.toMatchObject({ code: 'forbidden' })
  await add(failed.draft) // it does not answer now, and the player adds it all the same
  expect(registry.present()?.baseUrl).toBe('https://sand.example')
})

test('the address of a profile leads to the profile, whose hosts are asked for again', async () => {
  const profile = { id: 'sand', name: 'Sand', baseUrl: 'https://api.sand.example' }
  const file = 'https://sand.example/loadout.json'
  const page = 'https://sand.example/loadout'
  const { handlers, spokenTo, test, add } = await open(() => Promise.resolve(), '', {
    [file]: profile,
    [page]: profile,
    [profile.baseUrl]: 'servers',
  })
  for (const [address, kind, asks] of [
    [file, 'read-profile', [file]],
    [page, 'add-community', [page, page]], // its servers first, since it may be a service
  ] as const) {
    spokenTo.length = 0
    const { draft } = await handlers.describe({ address }, asked)
    const { question, came } = await yes(test(draft))
    expect({ kind: question.kind, spokenTo }).toEqual({ kind, spokenTo: asks })
    expect(came).toMatchObject({ draft: { name: 'Sand', baseUrl: profile.baseUrl } })
    expect(came?.test).toBeUndefined()
    const found = came?.draft.draft ?? -1
    await expect(add(found)).rejects.toMatchObject({ code: 'forbidden' })
    const next = await yes(test(found))
    expect(next).toMatchObject({ question: { baseUrl: profile.baseUrl }, came: { test: { servers: 1 } } })
  }
})

test('a community of which only the address is known is called after its host', async () => {
  const { handlers } = await open(() => Promise.resolve())
  for (const [address, name] of [
    ['api.north-sea.example', 'North Sea'],
    ['https://www.halligen.co.example/api', 'Halligen'],
    ['https://192.0.2.7', '192.0.2.7'],
    ['sand', 'Sand'],
  ] as const)
    expect(await handlers.describe({ address }, asked)).toMatchObject({ name })
})

test('credentials never go to the hosts of a profile that takes the place of another', async () => {
  const forgotten: string[] = []
  const { registry, handlers, test, add } = await open((id) => Promise.resolve(void forgotten.push(id)))
  const draftOf = (address: string, infoUrl?: string) => handlers.describe({ name: 'Harbour', address, infoUrl }, asked)
  const same = await draftOf('https://api.harbour.example')
  expect(same).toMatchObject({ id: harbour.id })
  expect((await yes(test(same.draft))).question).toMatchObject({ replaces: 'Harbour', moves: false })
  await add(same.draft)
  expect(forgotten).toEqual([])
  for (const elsewhere of [
    await draftOf('https://api-harbour.example'), // the same id, made of another host
    await draftOf('https://api.harbour.example', 'https://bank.other.example'),
  ]) {
    expect((await yes(test(elsewhere.draft))).question).toMatchObject({ id: harbour.id, moves: true })
    await add(elsewhere.draft)
  }
  expect(forgotten).toEqual([harbour.id, harbour.id])
  expect(registry.list()).toHaveLength(2)
  const own = await handlers.describe({ name: 'Lake', address: 'https://api-lake.example' }, asked)
  expect(await test(own.draft)).toMatchObject({ question: { id: lake.id, moves: true } }) // the present one as well
})

test('where the keychain refuses to let go of them, the profile stays as it was', async () => {
  const refused = new Failure('settings-not-saved', { errno: 'EACCES' })
  const { registry, handlers, test, add } = await open(() => Promise.reject(refused))
  const { draft } = await handlers.describe({ name: 'Harbour', address: 'https://api-harbour.example' }, asked)
  await yes(test(draft))
  await expect(add(draft)).rejects.toThrow()
  expect(registry.list().find(({ id }) => id === harbour.id)?.baseUrl).toBe(harbour.baseUrl)
})

test('a test that the player stops does not ask the address for a profile, too', async () => {
  const spokenTo: string[] = []
  const stopped = new AbortController()
  const drafts = new Drafts({
    fetchProfile: (address) => Promise.resolve(spokenTo.push(address)),
    known: () => undefined,
    probe() {
      stopped.abort()
      return Promise.reject(new Failure('cancelled', {}))
    },
  })
  const { draft } = drafts.describe({ address: harbour.baseUrl })
  await expect(drafts.test(draft, stopped.signal)).rejects.toThrow()
  expect(spokenTo).toEqual([])
})
