import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import words from '../../resources/locales/en/profile.json' with { type: 'json' }
import { editorHandlers } from '../../src-main/communities/profile-editor.ts'
import { triedAddresses } from '../../src-main/communities/try-addresses.ts'
import { DroppedFiles } from '../../src-main/lib/index.ts'
import { parseLink } from '../../src-main/links/index.ts'
import { parseProfile, faultsOfProfile, profileFields, readProfile } from '../../src-main/settings/index.ts'
import type { KeptDraft, ProfileContent, ProfileField } from '../../src-preload/contract/profile-editor.ts'
import { tempDir } from '../support/temp.ts'

const asked = { signal: new AbortController().signal, windowId: 1 }
const north = { id: 'north', name: 'North', baseUrl: 'https://api.north.example' }
const files = new DroppedFiles()
let kept: KeptDraft | undefined
const draft = { read: () => kept, keep: (next: KeptDraft) => void (kept = next) }
/** The pixels themselves, in place of a PNG. */
const toPng = (pixels: Buffer) => pixels
const handlers = editorHandlers({ dropped: files.pathOf, draft, toPng })

/** Opens a file of this text. */
function openFile(text: string) {
  const path = join(tempDir(), 'north.json')
  writeFileSync(path, text)
  return handlers.openProfile({ file: files.add(path) }, asked)
}

/** Takes a proposal's file to be the player's choice. */
async function written(proposal: object): Promise<Buffer> {
  const path = join(mkdtempSync(join(tempDir(), 'saved-')), 'chosen')
  await (proposal as { taken: (path: string) => Promise<unknown> }).taken(path)
  return readFileSync(path)
}
const save = (profile: ProfileContent) => handlers.saveProfile({ profile }, asked)

test('every field of the schema has a label, each column too, and no other has', () => {
  const named = profileFields.flatMap(({ field, columns = [] }) => [field, ...columns.map((column) => column.field)])
  const labels = Object.keys(words).filter((key) => key.startsWith('label.'))
  expect(labels.map((key) => key.slice('label.'.length)).sort()).toEqual(named.sort())
})

test('the inputs are the schema’s, with their standards', () => {
  const of = (name: string) => profileFields.find(({ field }) => field === name)
  expect(of('timeZone')).toMatchObject({ kind: 'text', standard: 'Europe/Berlin' })
  expect(of('images.banner')).toMatchObject({ kind: 'text' }) // however long an address may be
  expect(of('images.item')).toMatchObject({ kind: 'lines' })
  expect(of('bank.encoding')?.choices?.map(({ choice }) => choice)).toEqual(['form', 'json'])
  expect(of('bank.infoMaxLength')).toMatchObject({ kind: 'number', standard: 80 })
  expect(of('bank.loginHosts')).toMatchObject({ kind: 'lines', standard: ['steamcommunity.com'] })
  expect(of('community.rules')).toMatchObject({ kind: 'long' })
  expect(of('community.faq')?.columns?.map(({ kind }) => kind)).toEqual(['text', 'long'])
  expect(of('mods.allowHttpDownloads')).toMatchObject({ kind: 'switch', standard: false })
  expect(of('mods.sources')).toMatchObject({ kind: 'map', columns: [{ kind: 'text' }, { kind: 'lines' }] })
})

test('a file is opened with what is wrong in it, told field by field, and without what is no field', async () => {
  const game = { appId: 730, executables: {} }
  const raw = { ...north, id: 'No', colur: 'red', game, voice: { fallback: { host: 'v' } }, images: 'none' }
  const { profile, unknown } = await openFile(JSON.stringify(raw))
  expect(unknown).toEqual(['colur', 'game.executables', 'images'])
  expect(profile).toEqual({ ...north, id: 'No', game: { appId: 730 }, voice: { fallback: { host: 'v' } } })
  expect(await handlers.checkProfile({ profile }, asked)).toEqual([
    { field: 'id', fault: 'id' },
    { field: 'voice.fallback.port', fault: 'missing' },
  ])
})

test('a draft is kept as it is, but for the voice password, of which only is told that there was one', async () => {
  expect(await handlers.keptDraft(undefined, asked)).toEqual({ profile: {}, hadPassword: false })
  const faulty = { id: 'No Id', mods: { sources: [{ key: '@N' }, { key: '@N' }] }, voice: { channel: 'Lobby' } }
  const whole = { ...faulty, voice: { channel: 'Lobby', password: 'harbour-secret' } }
  await handlers.keepDraft({ profile: whole }, asked)
  expect(JSON.stringify(kept)).not.toContain('harbour-secret')
  expect(await handlers.keptDraft(undefined, asked)).toEqual({ profile: faulty, hadPassword: true })
})

test('what is no profile, and no file that the player gave, is not opened', async () => {
  for (const [text, reason] of [
    ['{', 'not-json'],
    ['[]', 'no-profile'],
    [`{"id": "${'x'.repeat(70_000)}"}`, 'too-large'],
  ] as const)
    await expect(async () => openFile(text)).rejects.toMatchObject({ facts: { reason } })
  const remote = files.add('//host/share/x.json')
  await expect(async () => handlers.openProfile({ file: remote }, asked)).rejects.toMatchObject({
    facts: { reason: 'remote' },
  })
  await expect(async () => handlers.openProfile({ file: 99 }, asked)).rejects.toMatchObject({ code: 'forbidden' })
})

test('what is saved is what was given of a profile, and can be added', async () => {
  const links = [{ label: ' Forum ', url: 'https://forum.north.example', more: 'x' }]
  const proposal = await save({ ...north, bank: { currency: '$' }, community: { links }, evil: 'x' })
  expect(proposal).toMatchObject({ dialog: 'save', startsAt: 'north.json' })
  const path = join(tempDir(), 'saved.json')
  writeFileSync(path, await written(proposal))
  const kept = { ...north, bank: { currency: '$' }, community: { links: [{ label: 'Forum', url: links[0]?.url }] } }
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(kept)
  expect(readProfile(path)).toMatchObject(kept)
})

const faq = Array.from({ length: 30 }, () => ({ question: 'q', answer: 'ü'.repeat(2_000) }))
test.each([
  ['wrong', { ...north, id: 'No' }, 'id'],
  ['the demo’s', { ...north, id: 'demo' }, 'demo-id'],
  ['with a list for a map', { ...north, mods: { sources: [{ key: '@N' }, { key: '@N' }] } }, 'kind'],
  ['of this computer', { ...north, baseUrl: 'http://127.0.0.1:8080' }, 'local-address'],
  ['plain http', { ...north, infoUrl: 'http://bank.north.example' }, 'address'],
  ['larger than a file may be', { ...north, community: { faq } }, 'too-large'],
])('what is %s is neither saved nor tried', async (_what, profile, reason) => {
  for (const member of [handlers.saveProfile, handlers.tryProfile])
    await expect(async () => member({ profile }, asked)).rejects.toMatchObject({ facts: { reason } })
})

test('addresses are asked after a yes to all of them', async () => {
  const images = { banner: 'https://pictures.invalid/banner.png', mapTiles: 'https://tiles.invalid' }
  const proposal = await handlers.tryProfile({ profile: { ...north, baseUrl: 'https://north.invalid', images } }, asked)
  const addresses = ['https://north.invalid', 'https://tiles.invalid/1/0/0.png', images.banner]
  expect(proposal).toMatchObject({ question: { kind: 'try-addresses', addresses } })
  const tried = await (proposal as { yes: () => Promise<unknown> }).yes()
  expect(tried).toMatchObject([
    { field: 'baseUrl', address: addresses[0], ok: false },
    { field: 'images.mapTiles', ok: false },
    { field: 'images.banner', ok: false, said: 'no-picture' },
  ])
})

test('every address that a profile brings is tried', () => {
  const address = 'https://a.example/x.ts3_plugin'
  const plugin = { name: 'P', files: {}, package: { address, sha256: '0'.repeat(64) } }
  const base = { ...north, voice: { plugin }, discord: { clientId: '1'.repeat(18) } }
  /** A profile with a text in one field: in each of its columns, where it has such. */
  const withText = ({ field, kind, columns = [] }: ProfileField, text: string): ProfileContent => {
    const list = (one: ProfileField) => (one.kind === 'lines' ? [text] : text)
    const row = Object.fromEntries(columns.map((one) => [one.field.slice(field.length + 1), list(one)]))
    const value = kind === 'table' ? [row] : kind === 'map' ? { '@N': row['value'] } : kind === 'lines' ? [text] : text
    const put = (within: ProfileContent, [name = '', ...inner]: string[]): ProfileContent => ({
      ...within,
      [name]: inner.length === 0 ? value : put((within[name] ?? {}) as ProfileContent, inner),
    })
    return put(base, field.split('.'))
  }
  const isRight = (profile: ProfileContent) => faultsOfProfile(profile).length === 0
  const holding = profileFields.filter(
    (field) => isRight(withText(field, address)) && !isRight(withText(field, 'no address')),
  )
  expect(holding.length).toBeGreaterThan(10)
  const tried = (field: ProfileField) => triedAddresses(parseProfile(withText(field, address), '')).length
  const before = triedAddresses(parseProfile(base, '')).length
  const replaces = ['baseUrl', 'voice.plugin.package.address']
  for (const field of holding)
    expect([field.field, tried(field)]).toEqual([field.field, before + (replaces.includes(field.field) ? 0 : 1)])
})

const linkOf = async (address: string) => (await handlers.addLink({ address }, asked))?.link

test.each([
  'https://north.example/profile.json',
  "https://north.example/a'(b)*!/ü~x.json?v=1&w=%20#top",
  'https://nördlich.example/x',
])('the add-link of %s is one that the app reads', async (address) => {
  expect(parseLink((await linkOf(address)) ?? '')).toEqual({
    kind: 'ask-add-community',
    source: new URL(address).href,
  })
})

test.each([
  '',
  'north',
  'http://north.example',
  'https://127.0.0.1/x',
  'https://192.168.0.1',
  'https://a:b@north.example',
  `https://north.example/${'ü'.repeat(900)}`,
])('no link and no code is made of “%s”', async (address) => {
  expect(await linkOf(address)).toBeUndefined()
  await expect(async () => handlers.saveQrCode({ address }, asked)).rejects.toMatchObject({ code: 'link-refused' })
})

test.each(['https://north.example/p.json', `https://north.example/${'x'.repeat(970)}`])(
  'the QR code is the link’s, on the page and in the file: %s',
  async (address) => {
    const made = await handlers.addLink({ address }, asked)
    const pixels = await written(await handlers.saveQrCode({ address }, asked))
    expect(made?.code).toBe(`data:image/png;base64,${pixels.toString('base64')}`)
    const { data, size } = encode(made?.link ?? '', { ecc: 'M', border: 4 })
    expect(pixels).toHaveLength((size * 8) ** 2 * 4)
    const isDark = (x: number, y: number) => pixels[((y * 8 + 4) * size * 8 + x * 8 + 4) * 4] === 0
    expect(data.map((row, y) => row.map((_, x) => isDark(x, y)))).toEqual(data)
  },
)
