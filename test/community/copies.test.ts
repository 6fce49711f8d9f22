import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Reading } from '../../src-preload/contract/community/index.ts'
import { questions } from './questions.ts'
import { setStage, type Stage } from './support.ts'

let stage: Stage
beforeEach(async () => {
  stage = await setStage()
})
afterEach(() => stage.close())

const answersDir = () => join(stage.cacheDir, 'answers')
const filesOf = async (folder: string) => (await readdir(folder)).filter((name) => name.endsWith('.json'))

test('starts offline with yesterday’s data, for every endpoint, and says so', async () => {
  const first = stage.open()
  const kept = questions.filter(({ name }) => name !== 'playerValidate')
  const live = await Promise.all(kept.map(({ name, params }) => first.read(name, params)))
  await first.close()
  stage.service.faults.set(/./, { kind: 'reset' })
  stage.clock.pass(86_400_000)
  const second = stage.open()
  const stored = await Promise.all(kept.map(({ name, params }) => second.read(name, params)))
  for (const [at, reading] of stored.entries()) {
    expect(reading).toMatchObject({ source: 'stored', state: 'ok', refreshFailure: { code: 'connection-lost' } })
    expect(reading.asOf).toBe(live[at]?.asOf)
    expect(reading.value).toEqual(live[at]?.value)
  }
})

test('a copy from a time to come, as the clock was set back, is not taken for fresh', async () => {
  const community = stage.open()
  await community.read('servers', {})
  stage.clock.pass(-86_400_000)
  expect(await community.read('servers', {})).toMatchObject({ source: 'live', asOf: '2026-02-28T12:00:00.000Z' })
})

test('a failure is not taken back by a copy that is still fresh, but by the next answer', async () => {
  const community = stage.open()
  await community.read('servers', {})
  stage.service.faults.set('/v1/servers', { kind: 'reset' })
  const failure = { refreshFailure: { code: 'connection-lost' } }
  expect(await community.read('servers', {}, { maxAgeMs: 0 })).toMatchObject(failure)
  expect(await community.read('servers', {})).toMatchObject(failure)
  stage.service.faults.clear()
  const before = stage.service.asked.length
  expect(await community.read('servers', {})).not.toHaveProperty('refreshFailure')
  await community.read('servers', {})
  expect(stage.service.asked).toHaveLength(before + 1)
})

test('who is content with an old copy does not wait for a service that does not answer', async () => {
  const community = stage.open()
  const { asOf } = await community.read('teamspeaks', {})
  stage.service.faults.set(/./, { kind: 'reset' })
  stage.clock.pass(3_600_000)
  await community.read('teamspeaks', {})
  const before = stage.service.asked.length
  expect(await community.read('teamspeaks', {}, { maxAgeMs: 86_400_000 })).toMatchObject({ source: 'stored', asOf })
  expect(stage.service.asked).toHaveLength(before)
})

test('gives the copy at once and the live value after', async () => {
  const community = stage.open()
  await community.read('servers', {})
  stage.clock.pass(3_600_000)
  const stored: Reading<unknown>[] = []
  const live = await community.read('servers', {}, { onStored: (reading) => stored.push(reading) })
  expect(stored).toMatchObject([{ source: 'stored', asOf: '2026-03-01T12:00:00.000Z' }])
  expect(live).toMatchObject({ source: 'live', asOf: '2026-03-01T13:00:00.000Z' })
})

test('a validation of the secret is never kept', async () => {
  await stage.open().validateSecret('some-secret')
  expect(await filesOf(answersDir())).toEqual([])
})

test('a failure without a copy is a failure; a fresh answer is never replaced by a bad one', async () => {
  const community = stage.open()
  stage.service.faults.set('/v1/mods', { kind: 'html' }, 1)
  await expect(community.read('mods', {})).rejects.toMatchObject({
    code: 'not-json',
    facts: { contentType: expect.stringContaining('html') as string },
  })
  const good = await community.read('mods', {})
  for (const kind of ['html', 'half', 'wrong-shape', 'empty'] as const) {
    stage.service.faults.set('/v1/mods', { kind }, 1)
    expect((await community.read('mods', {}, { maxAgeMs: 0 })).value).toEqual(good.value)
  }
})

test('forgetting the player leaves nothing of the player, and stops what is on its way', async () => {
  const community = stage.open()
  const player = questions.filter(({ path }) => path.startsWith('/v1/player'))
  const readAll = () => Promise.all(player.map(({ name, params }) => community.read(name, params)))
  await readAll()
  await community.read('mods', {})
  const own = join(stage.cacheDir, 'player')
  expect(await filesOf(own)).toHaveLength(2)
  stage.clock.pass(3_600_000)
  const onItsWay = readAll().catch((error: unknown) => error)
  await community.forgetPlayer()
  expect(await onItsWay).toMatchObject({ name: 'AbortError' })
  expect(await filesOf(own)).toEqual([])
  expect(await filesOf(answersDir())).toHaveLength(1)
  expect(await readAll()).toMatchObject([{ source: 'live' }, { source: 'live' }, { source: 'live' }])
})

test('damaged files and halves of a crash are swept away, not believed', async () => {
  const community = stage.open()
  await community.read('mods', {})
  const [file = ''] = await filesOf(answersDir())
  await writeFile(join(answersDir(), `${file}.abc123.tmp`), 'half')
  for (const damage of ['', '{', '{"version":1}\n{}', '{"version":1,"asOf":"yesterday"}\n[]', '\u0000'.repeat(50)]) {
    await writeFile(join(answersDir(), file), damage)
    expect(await stage.open().read('mods', {})).toMatchObject({ source: 'live' })
  }
  expect((await readdir(answersDir())).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

test('a copy that this version cannot read, as another one kept it, is asked for anew', async () => {
  const live = await stage.open().read('mods', {})
  const [file = ''] = await filesOf(answersDir())
  const [head = ''] = (await readFile(join(answersDir(), file), 'utf8')).split('\n')
  await writeFile(join(answersDir(), file), `${head}\n{"mods":"in another shape"}`)
  expect(await stage.open().read('mods', {})).toEqual(live)
  expect(stage.service.asked).toHaveLength(2)
})

test('a disk that refuses costs the copies, not the data', async () => {
  await mkdir(stage.cacheDir, { recursive: true })
  const blocked = join(stage.cacheDir, 'blocked')
  await writeFile(blocked, 'a file where the folder should be')
  const community = stage.open({ cacheDir: blocked })
  expect(await community.read('mods', {})).toMatchObject({ source: 'live' })
})

test('the secret stands in no file, no file name, no log line and no failure', async () => {
  const secret = 'hush-hush-1234567890'
  stage.service.faults.set(/player/, { kind: 'wrong-shape' }, 1)
  const community = stage.open()
  const failure: unknown = await community.read('player', { secret }).catch((error: unknown) => error)
  await community.read('player', { secret })
  const player = questions.find(({ name }) => name === 'player')
  await community.read('player', player?.params as never)
  const own = join(stage.cacheDir, 'player')
  const names = await readdir(own)
  expect(names.length).toBeGreaterThan(1)
  const contents = await Promise.all(names.map((name) => readFile(join(own, name), 'utf8')))
  const { secret: valid } = player?.params ?? { secret: '' }
  for (const seen of [...names, ...contents, ...stage.lines, JSON.stringify(failure), String((failure as Error).stack)])
    for (const word of [secret, valid]) expect(seen).not.toContain(word)
})

test('a secret that the service repeats, however it writes it, stands in no copy', async () => {
  const secret = 'hush-hush-"1234567890'
  const written = JSON.stringify({
    data: [
      {
        id: 1,
        name: 'Otto',
        profilename: `https://x/${encodeURIComponent(secret)}`,
        phones: [{ phone: '1', note: secret }],
      },
    ],
  })
  const community = stage.open({ baseUrl: await stage.serve(JSON.parse(written)) })
  const live = await community.read('player', { secret })
  expect(live).toMatchObject({ source: 'live', value: { name: 'Otto' } })
  const own = join(stage.cacheDir, 'player')
  const [file = ''] = await filesOf(own)
  const kept = await readFile(join(own, file), 'utf8')
  expect(kept).toContain('Otto')
  expect(kept).not.toContain('1234567890')
  const named = stage.open({
    baseUrl: await stage.serve({ data: [{ id: 1, [secret]: 1 }] }),
    cacheDir: join(stage.cacheDir, 'named'),
  })
  await named.read('player', { secret })
  expect(await filesOf(join(stage.cacheDir, 'named', 'player'))).toEqual([])
})

test('copies are the player’s alone to read, also where an earlier version made their folder for all', async () => {
  if (process.platform === 'win32') return // a profile's folder is its user's there
  await mkdir(answersDir(), { recursive: true })
  await chmod(answersDir(), 0o755)
  await stage.open().read('mods', {})
  const [file = ''] = await filesOf(answersDir())
  const modes = [answersDir(), join(answersDir(), file)].map(async (path) =>
    ((await stat(path)).mode & 0o777).toString(8),
  )
  expect(await Promise.all(modes)).toEqual(['700', '600'])
})

test('another service in place of the first one gets none of its copies', async () => {
  const before = stage.open()
  await before.read('servers', {})
  await before.close()
  const other = (await stage.serve({ data: [] })).replace('127.0.0.1', 'localhost')
  expect(await stage.open({ baseUrl: other }).read('servers', {})).toMatchObject({ source: 'live', value: [] })
})
