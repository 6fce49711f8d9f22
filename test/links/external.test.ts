import { describe, expect, it } from 'vitest'
import { externalLinks, isAllowedLink, linkProposal } from '../../src-main/links/index.ts'

const allowed = [
  'https://example.org/',
  'https://example.org/a?b=c#d',
  'ts3server://voice.example.org?port=9987&nickname=Anna%20B&password=x',
  'ts3server://[2001:db8::1]?port=9987',
  'teamspeak://voice.example.org?port=9987&channel=Lobby',
  'steam://validate/107410',
  'steam://connect/203.0.113.5:2302',
  'steam://connect/[2001:db8::1]:2302',
  'steam://rungameid/107410',
  `https://example.org/${'a'.repeat(2028)}`,
]

const refused = [
  '',
  'http://example.org/',
  'https:example.org',
  'https://user:secret@example.org/',
  'https://bank@evil.example/',
  'https://:secret@evil.example/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'ms-msdt:/id',
  'search-ms:query=x',
  'loadout://join/1',
  'steam://run/107410//-connect=evil',
  'steam://install/1',
  'steam://validate/107410/../x',
  'steam://validate/107410?x',
  'steam://connect/host:2302/password',
  'steam://connect/-x y:2302',
  'steam://connect/host',
  'STEAM://validate/1',
  'ts3server://host?port=1&addbookmark=x',
  'ts3server://user@host?port=1',
  'ts3server://host/path?port=1',
  'ts3server://host?port=1#x',
  'https://example.org/\u202ecod.exe',
  'https://example.org/ --flag',
  'https://example.org/\n',
  `https://example.org/${'a'.repeat(2029)}`,
]

describe('links to the outside', () => {
  it.each(allowed)('opens %s', (url) => {
    expect(isAllowedLink(url)).toBe(true)
  })

  it.each(refused)('refuses %j', async (url) => {
    const opened: string[] = []
    const log: string[] = []
    const open = externalLinks(
      (link) => {
        opened.push(link)
        return Promise.resolve()
      },
      (line) => log.push(line),
    )
    expect(isAllowedLink(url)).toBe(false)
    await expect(open(url)).rejects.toMatchObject({ code: 'link-refused' })
    expect(opened).toEqual([])
    expect(log.join()).not.toContain('secret')
    expect(log).toHaveLength(1)
  })

  it.each([
    ['', 'unknown'],
    [' x:', 'unknown'],
    ['JavaScript:1', 'javascript'],
    [`${'a'.repeat(20)}b:`, 'a'.repeat(20)],
  ])('tells of %j no more than its scheme, %s', async (url, scheme) => {
    const open = externalLinks(
      () => Promise.resolve(),
      () => undefined,
    )
    await expect(open(url)).rejects.toMatchObject({ facts: { scheme } })
  })

  it('tells that the system did not open a link', async () => {
    const open = externalLinks(
      () => Promise.reject(new Error('no handler')),
      () => undefined,
    )
    await expect(open('steam://validate/1')).rejects.toMatchObject({
      code: 'link-not-opened',
      facts: { scheme: 'steam' },
    })
  })
})

it('a press opens the community’s own pages; every other address is asked about, and only web addresses are taken', () => {
  const opened: string[] = []
  const profile = { baseUrl: 'https://api.harbour.example/v1', infoUrl: 'https://bank.harbour.example' }
  const proposalFor = (url: string) => linkProposal(url, profile, (link) => Promise.resolve(void opened.push(link)))
  for (const url of ['https://api.harbour.example/news', 'https://bank.harbour.example/x?y=1'])
    expect(proposalFor(url)).toMatchObject({ pressOr: { kind: 'external-link', url } })
  for (const url of [
    'https://harbour.example/',
    'https://api.harbour.example.evil.example/',
    'https://api.harbour.example:444/',
  ])
    expect(proposalFor(url)).toMatchObject({ question: { kind: 'external-link', url } })
  for (const url of [
    'steam://validate/107410',
    'ts3server://api.harbour.example',
    'https://a@api.harbour.example/',
    'file:///x',
  ])
    expect(() => proposalFor(url)).toThrow('link-refused')
  expect(opened).toEqual([])
})
