import { IntlMessageFormat } from 'intl-messageformat'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { wholeMessages } from '../electron.vite.config.ts'

const folder = resolve(import.meta.dirname, '../resources/locales')
const read = (language: string, file: string) =>
  JSON.parse(readFileSync(join(folder, language, file), 'utf8')) as Record<string, string>

const reads = (message: string, language: string): boolean => {
  try {
    new IntlMessageFormat(message, language)
    return true
  } catch {
    return false
  }
}

type Node = { type: number; value?: unknown; options?: Record<string, { value: Node[] }> }
const ARGUMENTS = new Set([1, 2, 3, 4, 5, 6])

/** The arguments that a message takes, whatever their order. */
function argumentsOf(message: string): string[] {
  const found = new Set<string>()
  const visit = (nodes: Node[]) => {
    for (const node of nodes) {
      if (ARGUMENTS.has(node.type)) found.add(String(node.value))
      Object.values(node.options ?? {}).forEach((option) => visit(option.value))
    }
  }
  visit(new IntlMessageFormat(message, 'en').getAst())
  return [...found].sort()
}

const languages = readdirSync(folder)

describe.each(readdirSync(join(folder, 'en')))('the messages of %s', (file) => {
  it.each(languages)('can all be read, in %s', (language) => {
    expect(Object.entries(read(language, file)).filter(([, message]) => !reads(message, language))).toEqual([])
  })

  it.each(languages)('are all there, and no others, in %s', (language) => {
    expect(Object.keys(read(language, file)).sort()).toEqual(Object.keys(read('en', file)).sort())
  })

  it.each(languages)('take the same arguments as in English, in %s', (language) => {
    const [en, own] = [read('en', file), read(language, file)]
    const differ = Object.keys(en).filter(
      (key) => argumentsOf(en[key] ?? '').join() !== argumentsOf(own[key] ?? '').join(),
    )
    expect(differ).toEqual([])
  })
})

it('English stands in for what a translation lacks, text by text', () => {
  const whole = (own: object) =>
    JSON.parse(wholeMessages(join(folder, 'xx', 'common.json'), JSON.stringify(own))) as Record<string, string>
  expect(whole({ close: 'Luk' })).toEqual({ ...read('en', 'common.json'), close: 'Luk' })
})

it('no badge of news says the same as a mark beside it', () => {
  for (const language of languages) {
    const news = read(language, 'news.json')
    const marks = Object.keys(news).filter((key) => key.startsWith('mark.'))
    expect(marks.map((key) => news[key])).not.toContain(news['unread'])
  }
})

/** Keys of one thing, which is called the same on every screen, in the tray and in notifications. */
const sameWords: readonly (readonly string[])[] = [
  ['repair.phase.fetching', 'native.tray.fetching'],
  ['repair.phase.paused', 'native.tray.paused-work'],
  ['mods.standing.working', 'native.tray.checking'],
  ['repair.phase.checking', 'native.tray.checking-work'],
  ['common.paused', 'mods.standing.paused', 'native.tray.paused'],
  ['mods.paused-for-game', 'native.tray.paused-game'],
  ['mods.move.job', 'native.tray.moving'],
  ['common.time-left', 'native.tray.left'],
  ['play.join', 'native.notice.join'],
  ['mods.offer.install', 'play.next.install'],
  ['mods.offer.update', 'play.next.update'],
  ['mods.offer.repair', 'play.next.repair'],
]
/** Keys whose message begins with another one's: "Update available: Harbour". */
const sameBeginning = [['mods.standing.update', 'native.notice.mod-update']] as const

it.each(languages)('a state and a deed have one word everywhere, in %s', (language) => {
  const wordOf = (key: string) => {
    const [file = ''] = key.split('.', 1)
    return read(language, `${file}.json`)[key.slice(file.length + 1)] ?? key
  }
  for (const keys of sameWords) expect(new Set(keys.map(wordOf)).size, keys.join()).toBe(1)
  for (const [word, longer] of sameBeginning) expect(wordOf(longer)).toMatch(new RegExp(`^${wordOf(word)}\\b`))
  expect(wordOf('native.notice.mod-ready').replace('{name}', '{mod}')).toBe(wordOf('repair.ready'))
})

const root = resolve(import.meta.dirname, '..')
const sources = ['src-renderer', 'src-main']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(root, folder, name)),
  )
  .filter((path) => /\.(?:ts|svelte)$/.test(path))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')

/** Keys written out, and the patterns of keys that are built from a closed set: `play.state.${state}`. */
function usedKeys(): (key: string) => boolean {
  const plain = new Set([...sources.matchAll(/['"`]([a-z][\w.-]*)['"`]/g)].map(([, key]) => key))
  const built = [
    ...sources.matchAll(/`((?:(?:failures|notice|question|recent)\.|[a-z][a-z-]*\.[\w.-]+)\$\{[^`]*)`/g),
  ].map(([, text = '']) => {
    const parts = text.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.\\^$*+?()[\]{}|]/g, '\\$&'))
    return new RegExp(`^${parts.join('[\\w.-]+')}$`)
  })
  return (key) => plain.has(key) || built.some((pattern) => pattern.test(key))
}

it('no message is left that nobody shows', () => {
  const isUsed = usedKeys()
  const unused = readdirSync(join(folder, 'en')).flatMap((file) => {
    const domain = file.replace('.json', '')
    const keys = Object.keys(read('en', file)).map((key) => (domain === 'native' ? key : `${domain}.${key}`))
    return keys.filter((key) => !isUsed(key))
  })
  expect(unused).toEqual([])
})
