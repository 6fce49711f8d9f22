import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pinsOfText, textsOfPins, type MapPin } from '../../src-preload/contract/map-pins.ts'
import { addCommunityLink, parseLink, PendingRequests } from '../../src-main/links/index.ts'
import {
  forgetOthersFile,
  LINK_ENTRY,
  linksAreOurs,
  ownCommand,
  ownProgram,
  placeLinkEntry,
  removeLinkEntry,
} from '../../src-main/desktop/index.ts'
import { tempDir } from '../support/temp.ts'

describe('a link', () => {
  it('joins a server, opens a screen, adds a community', () => {
    expect(parseLink('loadout://join/7')).toEqual({ kind: 'ask-join', serverId: '7' })
    expect(parseLink('LOADOUT://join/7/')).toEqual({ kind: 'ask-join', serverId: '7' })
    expect(parseLink('loadout://open/market')).toEqual({ kind: 'go', place: { screen: 'market' } })
    expect(parseLink('loadout://open/company-shops')).toEqual({ kind: 'go', place: { screen: 'company-shops' } })
    // the names that they had in earlier versions
    expect(parseLink('loadout://open/play')).toEqual({ kind: 'go', place: { screen: 'home' } })
    expect(parseLink('loadout://open/property')).toEqual({ kind: 'go', place: { screen: 'houses' } })
    expect(parseLink('loadout://open/constructor')).toMatchObject({ kind: 'refused-link' })
    expect(parseLink(`loadout://add-community/${encodeURIComponent('https://example.org/c.json?v=1')}`)).toEqual({
      kind: 'ask-add-community',
      source: 'https://example.org/c.json?v=1',
    })
  })

  it('shows places on the map, with notes that are text and nothing else', () => {
    const text = '3122-12838-Base%20A/0-99999'
    expect(parseLink(`loadout://map/${text}`)).toEqual({ kind: 'go', place: { screen: 'map', id: text } })
    expect(pinsOfText(text)).toEqual([
      { x: 3122, y: 12838, note: 'Base A' },
      { x: 0, y: 99999, note: '' },
    ])
  })

  it('tells all that a pin may hold, and comes back as it was', () => {
    const note = fc
      .string({ unit: 'grapheme', maxLength: 40 })
      .map((text) => text.replace(/\p{C}|\p{Z}/gu, '').slice(0, 80))
    const metres = fc.integer({ min: 0, max: 99_999 })
    const pins = fc.array(fc.record({ x: metres, y: metres, note }), { minLength: 1, maxLength: 12 })
    const returns = (list: MapPin[]) => {
      const texts = textsOfPins(list)
      for (const text of texts) expect(parseLink(`loadout://map/${text}`)).toMatchObject({ kind: 'go' })
      expect(texts.flatMap(pinsOfText)).toEqual(list)
      return true
    }
    fc.assert(fc.property(pins, returns), { numRuns: 300 })
  })

  it('is one of several where it cannot hold all pins, and of as few as can', () => {
    const all = (count: number) => Array.from({ length: count }, (_, x) => ({ x, y: 2, note: 'ä'.repeat(80) }))
    expect([0, 1, 3, 4, 200].map((count) => textsOfPins(all(count)).length)).toEqual([0, 1, 1, 2, 67])
    expect(textsOfPins(all(200)).flatMap(pinsOfText)).toEqual(all(200))
    expect(textsOfPins([{ x: 1, y: 2, note: 'cut \ud83d' }])).toEqual(['1-2-cut%20%EF%BF%BD'])
  })

  const encoded = (address: string) => `loadout://add-community/${encodeURIComponent(address)}`
  it.each([
    '',
    'loadout:',
    'loadout://',
    'loadout:join/7',
    'loadout://join',
    'loadout://join/7?mod=x',
    'loadout://join/7#x',
    'loadout://join/7 -mod=evil',
    'loadout://join/../../7',
    'loadout://join/%37',
    'loadout://map',
    'loadout://map/',
    'loadout://map/1',
    'loadout://map/1-2-',
    'loadout://map/1-2-a/nothing',
    'loadout://map/1-123456',
    'loadout://map/-1-2',
    'loadout://map/1-2-%E0%A4%A',
    'loadout://map/1-2-a%0Ab',
    'loadout://map/1-2-%E2%80%AEa',
    'loadout://map/1-2?note=x',
    'loadout://map/1-2-<b>',
    `loadout://map/1-2-${'a'.repeat(81)}`,
    'loadout://open/nowhere',
    'loadout://open/__proto__',
    'loadout://open/constructor',
    'loadout://bank/transfer?to=1&amount=5',
    'loadout://transfer/1/5',
    'loadout://open/bank?to=NH417702&amount=5',
    'loadout://open/bank/NH417702/5',
    'loadout://open/bank#to=NH417702',
    'loadout://bank',
    'loadout://run/-malloc=evil',
    'https://example.org',
    ' loadout://join/7',
    'loadout://join/7\n--no-sandbox',
    encoded('http://example.org/c.json'),
    encoded('http://127.0.0.1/c.json'),
    encoded('https://127.1:8443/c.json'),
    encoded('https://localhost/c.json'),
    encoded('https://[::ffff:7f00:1]/c.json'),
    encoded('https://192.168.0.1/c.json'),
    encoded('file:///etc/passwd'),
    encoded('javascript:alert(1)'),
    encoded('https://user:pass@example.org/'),
    encoded('https://:pass@example.org/'),
    encoded('https://exa mple.org/'),
    encoded('https:example.org/c.json'),
    encoded('https:\\\\example.org\\c.json'),
    encoded('https://example.org:99999/c.json'),
    'loadout://add-community/https://example.org/c.json',
    'loadout://add-community/%E0%A4%A',
  ])('is refused, and shown as refused: %s', (link) => {
    expect(parseLink(link)).toMatchObject({ kind: 'refused-link' })
  })

  it('that is refused is shown by its first 80 signs, a dot for each that is no plain one', () => {
    expect(parseLink('a\nb\u202e')).toEqual({ kind: 'refused-link', link: 'a·b·' })
    expect(parseLink('a'.repeat(80))).toEqual({ kind: 'refused-link', link: 'a'.repeat(80) })
    expect(parseLink('b'.repeat(81))).toEqual({ kind: 'refused-link', link: `${'b'.repeat(80)}…` })
    expect(parseLink(`loadout://add-community/${'a'.repeat(1901)}`)).toMatchObject({ kind: 'refused-link' })
  })

  it('of any kind is one of the four meanings, and never throws', () => {
    const parts = fc.constantFrom(
      'loadout://',
      'join/',
      'open/',
      'add-community/',
      'map/',
      '1-2-',
      'https%3A%2F%2F',
      '/',
      '..',
      '%',
      '7',
    )
    const link = fc.array(fc.oneof(parts, fc.string({ unit: 'binary' }))).map((words) => words.join(''))
    const isSound = (text: string): boolean => {
      const meaning = parseLink(text)
      if (meaning.kind === 'ask-join') return /^[\w-]{1,32}$/.test(meaning.serverId)
      if (meaning.kind === 'ask-add-community') return new URL(meaning.source).protocol === 'https:'
      return meaning.kind === 'go' || /^[\u0020-\u007e·…]{0,81}$/.test(meaning.link)
    }
    fc.assert(fc.property(link, isSound), { numRuns: 500 })
  })
})

describe('the registration of links', () => {
  it('is the installer’s where there is one, and the app’s own for what is not installed', () => {
    const facts = { isPackaged: true, platform: 'linux' as const, env: {} }
    expect(linksAreOurs(facts)).toBe(false)
    expect(linksAreOurs({ ...facts, env: { APPIMAGE: '/x' } })).toBe(true)
    expect(linksAreOurs({ ...facts, platform: 'win32' })).toBe(false)
    expect(linksAreOurs({ ...facts, platform: 'win32', env: { PORTABLE_EXECUTABLE_FILE: 'x' } })).toBe(true)
    expect(linksAreOurs({ ...facts, platform: 'darwin' })).toBe(true)
    expect(linksAreOurs({ ...facts, isPackaged: false, env: { APPIMAGE: '/x' } })).toBe(false)
  })

  it('leaves an entry that names the program itself, and takes it away again', () => {
    const folder = join(tempDir(), 'applications')
    const execPath = '/tmp/.mount_x/loadout'
    placeLinkEntry(folder, ownCommand({ env: { APPIMAGE: '/home/o/My "Apps"/Loadout.AppImage' }, execPath }))
    const entry = readFileSync(join(folder, LINK_ENTRY), 'utf8')
    expect(entry).toContain(String.raw`Exec="/home/o/My \\"Apps\\"/Loadout.AppImage" %u`)
    expect(entry).toContain('MimeType=x-scheme-handler/loadout;')
    removeLinkEntry(folder)
    removeLinkEntry(folder)
    expect(readdirSync(folder)).toEqual([])
  })

  it('names what will still be there tomorrow', () => {
    const execPath = '/opt/loadout'
    expect(ownCommand({ env: {}, execPath })).toEqual(['/opt/loadout'])
    expect(ownCommand({ env: {}, execPath, sourceFolder: '/src' })).toEqual(['/opt/loadout', '/src'])
    expect(ownCommand({ env: { PORTABLE_EXECUTABLE_FILE: 'L.exe' }, execPath })).toEqual(['L.exe'])
    expect(ownProgram({ env: { APPIMAGE: '/home/o/L.AppImage', FLATPAK_ID: '' }, execPath })).toBe('/home/o/L.AppImage')
    expect(ownCommand({ env: { FLATPAK_ID: 'dev.x' }, execPath })).toEqual(['flatpak', 'run', 'dev.x'])
  })

  it('does not take the file of the program that started it for its own', () => {
    const after = (env: Record<string, string>, execPath: string) => {
      forgetOthersFile(env, execPath)
      return ownProgram({ env, execPath })
    }
    const browser = { APPIMAGE: '/home/o/Browser.AppImage', APPDIR: '/tmp/.mount_BrowsXyZ1' }
    const own = { APPIMAGE: '/home/o/Loadout.AppImage', APPDIR: '/tmp/.mount_LoadoAbC2' }
    expect(after({ ...browser }, '/opt/Loadout/loadout')).toBe('/opt/Loadout/loadout')
    expect(after({ APPIMAGE: '/home/o/Browser.AppImage' }, '/opt/Loadout/loadout')).toBe('/opt/Loadout/loadout')
    expect(after({ ...own }, '/tmp/.mount_LoadoAbC2/loadout')).toBe('/home/o/Loadout.AppImage')
    expect(after({ ...own }, '/run/tmp/.mount_LoadoAbC2/loadout')).toBe('/home/o/Loadout.AppImage') // `/tmp` is a link
    const portable = (name: string) => ({
      PORTABLE_EXECUTABLE_FILE: String.raw`D:\a.exe`,
      PORTABLE_EXECUTABLE_APP_FILENAME: name,
    })
    expect(after(portable('chat'), 'C:\\Loadout.exe')).toBe('C:\\Loadout.exe')
    expect(after(portable('Loadout'), 'C:\\x\\Loadout.exe')).toBe('D:\\a.exe')
  })
})

describe('waiting requests', () => {
  it('wait until the page has settled them', () => {
    const requests = new PendingRequests()
    requests.add({ kind: 'ask-join', serverId: '7' })
    const seen: number[][] = []
    requests.subscribe((waiting) => seen.push(waiting.map(({ id }) => id)))
    requests.add({ kind: 'go', place: { screen: 'bank' } })
    requests.settle(1)
    requests.settle(99)
    expect(seen).toEqual([[1], [1, 2], [2], [2]])
  })

  it('never pile up', () => {
    const requests = new PendingRequests()
    for (let n = 0; n < 50; n++) requests.add({ kind: 'refused-link', link: `${n}` })
    const seen: number[][] = []
    requests.subscribe((waiting) => seen.push(waiting.map(({ id }) => id)))
    expect(seen).toEqual([[...Array(20).keys()].map((n) => n + 31)])
  })
})

describe('the link that adds a community', () => {
  it.each(['https://a.example/north.json', "https://a.example/(it's)*!.json?a=b&c=d", 'https://A.example/ü'])(
    'is read as the address that it was made of: %s',
    (address) => {
      const link = addCommunityLink(address) ?? ''
      expect(parseLink(link)).toEqual({ kind: 'ask-add-community', source: new URL(address).href })
    },
  )

  it.each(['nonsense', '', 'http://a.example/', 'https://a:b@c.example/', 'https://127.0.0.1/'])(
    'is none for %j, which it could not add',
    (address) => expect(addCommunityLink(address)).toBeUndefined(),
  )
})
