import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runLoadout } from '../support/loadout.ts'
import { serve } from '../support/serve.ts'
import { tempDir } from '../support/temp.ts'

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const answers: Record<string, Buffer | string> = {
  '/v1/servers': JSON.stringify({ data: [{ Id: 1 }, { Id: 2 }] }),
  '/banner.png': PNG,
  '/empty/v1/servers': '{"error":"none"}',
}

const service = () =>
  serve(({ url = '' }, response) => {
    const body = answers[url]
    response.writeHead(body === undefined ? (url === '/bank' ? 302 : 404) : 200, { location: '/sign-in' })
    response.end(body)
  })

const profileIn = (dir: string, profile: unknown): string => {
  const path = join(dir, 'north.json')
  writeFileSync(path, typeof profile === 'string' ? profile : JSON.stringify(profile))
  return path
}

test('a profile that is made is one that can be checked and added', async () => {
  const dir = tempDir()
  const out = join(dir, 'north.json')
  const base = await service()
  const words = ['--id', 'north', '--name', 'North', '--base-url', base, '--out', out, '--local']
  expect(await runLoadout(['profile', 'new', ...words], dir)).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual({ id: 'north', name: 'North', baseUrl: base })
  const again = await runLoadout(['profile', 'new', ...words, '--name', 'South'], dir)
  expect([again.code, again.err]).toEqual([2, expect.stringContaining('north.json exists already')])
  const checked = await runLoadout(['profile', 'check', out, '--local'], dir)
  expect(checked).toMatchObject({ code: 0, err: '' })
  expect(checked.out).toMatch(/^ {2}timeZone +Europe\/Berlin {2}\(.+, default\)$/m)
  expect(checked.out).toMatch(/^✓ baseUrl +http:.+: 2 servers$/m)
})

test('all that is wrong is told at once, and nothing is asked then', async () => {
  const dir = tempDir()
  const file = profileIn(dir, { id: 'No Id', name: '', baseUrl: 'http://127.0.0.1:9', colour: 'red' })
  const { code, out } = await runLoadout(['profile', 'check', file], dir)
  expect(code).toBe(3)
  expect(out.split('\n').map((line) => line.slice(0, 10).trim())).toEqual([
    '✗ id',
    '✗ name',
    '✗ baseUrl',
    '✗ colour',
    '',
  ])
})

test.each([{ '\u001b]0;title\u0007': 1 }, { mods: { sources: { '@Mod\u001b[2J': ['http://north.example'] } } }])(
  'no name in a profile reaches the terminal as a command: %j',
  async (more) => {
    const dir = tempDir()
    const file = profileIn(dir, { id: 'north', name: 'North', baseUrl: 'https://127.0.0.2:9', ...more })
    const { out } = await runLoadout(['profile', 'check', file, '--local'], dir)
    expect(out).toContain(String.raw`\u{1b}`)
    expect(out).not.toMatch(/(?!\n)\p{Cc}/u)
  },
)

test('what answers, what does not, and fields that nobody reads are told, for programs too', async () => {
  const dir = tempDir()
  const base = await service()
  const images = {
    item: [`${base}/items`, 'http://127.0.0.1:9'],
    mapTiles: `${base}/no-tiles`,
    banner: `${base}/banner.png`,
  }
  const whole = {
    id: 'north',
    name: 'North',
    baseUrl: `${base}/empty`,
    infoUrl: `${base}/bank`,
    images,
    voice: { clientPage: 'https://north.invalid/client' },
    mods: { sources: { '@North5.0': [`${base}/files`] } },
    colur: '#ffffff',
  }
  const { code, out } = await runLoadout(['profile', 'check', profileIn(dir, whole), '--local', '--json'], dir)
  const told = JSON.parse(out) as { result: string; unknown: string[]; tried: { field: string; ok: boolean }[] }
  expect(code).toBe(3)
  expect(told.result).toBe('failed')
  expect(told.unknown).toEqual(['colur'])
  expect(told.tried.map(({ field, ok }) => [field, ok])).toEqual([
    ['baseUrl', false],
    ['infoUrl', true],
    ['voice.clientPage', false],
    ['images.item', true], // a folder need not be shown
    ['images.item', false],
    ['images.mapTiles', false],
    ['images.banner', true],
    ['mods.sources', true],
  ])
})

test('a list of servers that would take main long to read is not read', async () => {
  answers['/long/v1/servers'] = JSON.stringify({ data: [], more: 'x'.repeat(1 << 18) })
  const dir = tempDir()
  const profile = { id: 'north', name: 'North', baseUrl: `${await service()}/long` }
  const { out } = await runLoadout(['profile', 'check', profileIn(dir, profile), '--local', '--json'], dir)
  expect(JSON.parse(out)).toMatchObject({ tried: [{ field: 'baseUrl', ok: false, said: 'too-large' }] })
})

test('the servers of a service are counted as the app reads them', async () => {
  answers['/refusing/v1/servers'] = JSON.stringify({ success: false, data: [] })
  answers['/odd/v1/servers'] = JSON.stringify({ data: [{ Id: 1 }, 'none'] })
  const base = await service()
  const triedOf = async (path: string) => {
    const dir = tempDir()
    const file = profileIn(dir, { id: 'north', name: 'North', baseUrl: base + path })
    const { out } = await runLoadout(['profile', 'check', file, '--local', '--json'], dir)
    return (JSON.parse(out) as { tried: unknown[] }).tried
  }
  expect(await triedOf('/refusing')).toMatchObject([{ ok: false, said: 'no-servers' }])
  expect(await triedOf('/odd')).toMatchObject([{ ok: true, said: 'servers', count: 1 }])
})

test.each([
  ['no deed', ['profile']],
  ['a file that is not there', ['profile', 'check', 'none.json']],
  ['a name that is none', ['profile', 'new', '--id', 'A b', '--name', 'x', '--base-url', 'https://a.example']],
])('%s is wrong use', async (_what, words) => {
  const { code, err, out } = await runLoadout(words, tempDir())
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain('loadout: ')
})
