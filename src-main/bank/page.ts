import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { plain } from './settle.ts'

/** The parts of a bank page that the app needs. */
export interface BankPage {
  /** The form token: the hidden input `_token`, else the meta tag `csrf-token`. */
  token?: string
  /** The words that a person sees, with single spaces: no scripts, no field values. */
  words: string
}

const hidden = new Set(['script', 'style', 'template', 'noscript', 'textarea', 'select', 'title', 'head'])
const spaced = new Set(['br', 'p', 'div', 'li', 'td', 'th', 'tr', 'h1', 'h2', 'h3', 'h4', 'section', 'option'])

const attribute = (element: Tree.Element, name: string) => element.attrs.find((held) => held.name === name)?.value

const isElement = (node: Tree.Node): node is Tree.Element => 'tagName' in node

/** No bank page has more words than this. */
const MOST_WORDS = 1_000_000

/** Reads a page as a browser does. Any text is a page; what it lacks is absent. */
export function readPage(html: string): BankPage {
  let fromInput: string | undefined
  let fromMeta: string | undefined
  const words: string[] = []
  // An own stack instead of recursion, because a page may be nested to any depth.
  const open: { node: Tree.ChildNode; visible: boolean }[] = []
  const push = (nodes: readonly Tree.ChildNode[], visible: boolean) => {
    for (const node of [...nodes].reverse()) open.push({ node, visible })
  }
  push(parse(html).childNodes, true)
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, visible } = next
    if (node.nodeName === '#text' && visible) words.push((node as Tree.TextNode).value)
    if (!isElement(node)) continue
    if (node.tagName === 'input' && attribute(node, 'name') === '_token') fromInput ??= attribute(node, 'value')
    if (node.tagName === 'meta' && attribute(node, 'name')?.toLowerCase() === 'csrf-token')
      fromMeta ??= attribute(node, 'content')
    if (spaced.has(node.tagName)) words.push(' ')
    push(node.childNodes, visible && !hidden.has(node.tagName))
  }
  return {
    token: fromInput || fromMeta || undefined,
    words: words.join('').normalize('NFC').replace(/\s+/g, ' ').slice(0, MOST_WORDS),
  }
}

/** How often each text stands in a page's words. */
export function countTexts<K extends string>(words: string, texts: Readonly<Record<K, string>>): Record<K, number> {
  const count = (text: string) => {
    const sought = plain(text)
    return sought === '' ? 0 : words.split(sought).length - 1
  }
  return Object.fromEntries(Object.entries<string>(texts).map(([key, text]) => [key, count(text)])) as Record<K, number>
}
