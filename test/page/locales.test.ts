import { IntlMessageFormat } from 'intl-messageformat'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'resources/locales')
const read = (language: string, file: string) =>
  JSON.parse(readFileSync(join(folder, language, file), 'utf8')) as Record<string, string>

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

/** What the sources ask for: keys written out, and keys whose end is one of a closed set. */
function askedKeys(): RegExp {
  const sources = ['src-main', 'src-renderer'].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|svelte)$/.test(file))
      .map((file) => readFileSync(join(root, room, file), 'utf8')),
  )
  const written = sources.join('\n').match(/(?<=['"`])[a-z]+\.(?:[\w.-]|\$\{[^{}]*\})+(?=['"`])/g) ?? []
  const patterns = new Set(written.map((key) => key.replaceAll('.', '\\.').replace(/\$\{[^{}]*\}/g, '.+')))
  return new RegExp(`^(?:${[...patterns].join('|')})$`)
}
const asked = askedKeys()

describe.each(readdirSync(join(folder, 'en')))('%s', (file) => {
  it('takes the same arguments in both languages', () => {
    const [en, de] = [read('en', file), read('de', file)]
    const differ = Object.keys(en).filter((key) => {
      return JSON.stringify(argumentsOf(en[key] ?? '')) !== JSON.stringify(argumentsOf(de[key] ?? ''))
    })
    expect(differ).toEqual([])
  })

  it('has no message that nobody asks for', () => {
    const domain = file === 'native.json' ? '' : `${basename(file, '.json')}.` // main asks for its own by their bare keys
    const keys = Object.keys(read('en', file)).map((key) => domain + key)
    expect(keys.filter((key) => !asked.test(key))).toEqual([])
  })
})
