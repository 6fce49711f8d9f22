import { expect, it } from 'vitest'
import type { OwnAccount } from '../../src-preload/contract/player-act.ts'
import { createSay, sheetOf, type SheetStyle } from '../../src-main/desktop/index.ts'
import { DroppedFiles, type Question } from '../../src-main/lib/index.ts'
import { answerOf, questionHtml } from '../../src-main/desktop/question-html.ts'
import { questionPlace } from '../../src-main/desktop/question-place.ts'

const sheet = (question: Question, style: SheetStyle) =>
  sheetOf(
    question,
    createSay(() => style.language),
    style,
  )

const hostile = '<img src=x onerror=alert(1)>"\u202Egnp'
const transfer: Question = {
  kind: 'transfer',
  from: 'NH104233',
  sender: { kind: 'shared', label: '' },
  to: 'NH417702',
  payee: 'Ole Tams',
  amount: 12_345,
  currency: '$',
  info: 'Miete',
  left: 7,
}
const link: Question = { kind: 'external-link', url: `https://hostile.invalid/${'x'.repeat(2_000)}` }
const questions: Question[] = [
  { ...transfer, payee: hostile, info: hostile },
  { kind: 'game-folder', folder: hostile },
  {
    kind: 'add-community',
    id: 'x',
    name: hostile,
    baseUrl: 'https://a.invalid',
    otherHosts: [hostile],
    replaces: hostile,
    moves: true,
  },
  { kind: 'read-profile', address: `https://a.invalid/${encodeURI(hostile)}` },
  { kind: 'empty-quarantine', mods: [hostile], files: 1, bytes: 0, folder: hostile },
  { kind: 'remove-mod', mod: hostile, files: 1, bytes: 0, others: 1, folder: hostile },
  { kind: 'keep-quarantine', days: 7, gib: 10 },
  { kind: 'launch-switches', switches: hostile },
  { kind: 'clear-missions', files: 1, bytes: 0, folder: hostile },
  { kind: 'launch-mods', mods: [hostile] },
  { kind: 'mod-preset', name: hostile, mods: [hostile] },
  { kind: 'start-game', game: hostile, server: 1 },
  { kind: 'open-folder', folder: hostile },
  {
    kind: 'own-recipe',
    ...{ community: hostile, game: hostile, appId: 1, changed: true },
    parts: [{ part: 'programs', values: [hostile] }],
  },
  link,
]
const english = { language: 'en', streamer: false } as const
const plain = { language: 'en', theme: 'dark', scale: 1, font: 'data:' } as const

it('takes no answer in the first half second, and none from another address', () => {
  expect([0, 499, -Infinity].map((ms) => answerOf('loadout-answer:yes', ms))).toEqual([undefined, undefined, undefined])
  expect(answerOf('loadout-answer:yes?', 500)).toBe(true)
  expect(answerOf('loadout-answer:no?', 500)).toBe(false)
  expect(answerOf('loadout-answer:other?', 500)).toBe('other')
  for (const url of ['https://x.invalid/loadout-answer:yes', 'loadout-answer:yesyes', 'LOADOUT-ANSWER:yes', ''])
    expect(answerOf(url, 9_999)).toBeUndefined()
})

it.each(questions)('$kind: a stranger’s text is text, shown as it is, with no script anywhere', (question) => {
  for (const language of ['en', 'de'] as const) {
    const html = questionHtml(sheet(question, { language, streamer: false }), { ...plain, language })
    expect(html).not.toMatch(
      /<(?!\/?(?:html|head|meta|title|style|body|main|h1|section|p|dl|wbr|dt|dd|b|form|button|span|!doctype)\b)|\u202E/,
    )
    expect(html).toContain(`default-src 'none'; font-src data:; style-src 'unsafe-inline'; form-action loadout-answer:`)
    expect(html.match(/autofocus/g)).toHaveLength(1)
    expect(html).toMatch(/value="no"[^>]*autofocus/)
  }
})

it('offers to delete a mod’s files permanently only where a mod is removed, and tells what that frees and takes', () => {
  for (const question of questions)
    expect(questionHtml(sheet(question, english), plain).includes('value="other"')).toBe(question.kind === 'remove-mod')
  const removal = { kind: 'remove-mod', mod: '@Nordwind', files: 9, bytes: 5e9, others: 2, folder: '/games/a' } as const
  const shown = sheet(removal, english)
  expect(shown).toMatchObject({
    title: 'Uninstall @Nordwind?',
    yes: 'Move to quarantine',
    other: 'Delete permanently',
    danger: false,
  })
  expect(shown.note).toMatch(/^The quarantine keeps the files.*frees the space now and cannot be undone\.$/)
  expect(shown.warning).toContain('2 files')
  // it may be the community's all the same: of an earlier list, or damaged
  expect(sheet({ ...removal, files: 1, others: 1 }, english).warning).toMatch(/^This file differs.*again\.$/)
  expect(sheet({ ...removal, others: 0 }, english).warning).toBeUndefined()
})

it('shows a transfer whole: who, which numbers, how much in figures and in words', () => {
  const shown = sheet({ ...transfer, repeats: new Date(2026, 2, 1, 14, 5).getTime() }, english)
  expect(shown).toMatchObject({
    lead: '$12,345',
    note: 'twelve thousand three hundred and forty-five',
    yes: 'Send $12,345',
  })
  expect(shown.rows.map(({ value, more }) => [more, value])).toEqual([
    ['Ole Tams', 'NH417702'],
    ['Shared account', 'NH104233'],
    [undefined, 'Miete'],
    [undefined, '$7'],
  ])
  expect(shown.warning).toContain('2:05')
  expect(sheet(transfer, { language: 'de', streamer: false })).toMatchObject({
    lead: '12.345\u00a0$',
    yes: '12.345\u00a0$ senden',
    note: 'zwölftausenddreihundertfünfundvierzig',
  })
})

it('names an account of the player that receives the money', () => {
  const to = (receiver: OwnAccount) => sheet({ ...transfer, payee: '', receiver }, english).rows[0]?.more
  expect(to({ kind: 'own', label: '' })).toBe('Additional account')
  expect(to({ kind: 'company', label: 'Moin e. V.' })).toBe('Moin e. V.')
})

it('while others look on, names and numbers only tell apart; a number that nobody is known by stays whole', () => {
  const rows = (question: Question) => sheet(question, { language: 'en', streamer: true }).rows
  expect(rows(transfer).map(({ value, more }) => [more, value])).toEqual([
    ['O•• T•••', '••••••02'],
    [undefined, '••••••33'],
    [undefined, 'M••••'],
    [undefined, '••••••'],
  ])
  expect(rows(transfer).map(({ held }) => held?.value)).toEqual(['NH417702', 'NH104233', 'Miete', '$7'])
  expect(rows(transfer)[1]?.held?.more).toBe('Shared account')
  expect(rows({ ...transfer, payee: '' })[0]).toMatchObject({ value: 'NH417702' })
  const html = questionHtml(sheet(transfer, { language: 'en', streamer: true }), plain)
  expect(html).toContain('<span class="whole"><b dir="auto">Ole Tams</b>NH417702</span>')
  expect(html).toContain('.hold .whole, .hold:active .dots { display: none }') // shown while it is pressed
})

it('opens over the window, on the screen, and never with its buttons under the pointer', () => {
  const workArea = { x: 0, y: 0, width: 1280, height: 760 }
  const parent = { x: 100, y: 60, width: 940, height: 600 }
  for (const question of questions)
    for (const scale of [0.8, 1, 1.25, 1.5])
      for (let y = 0; y < workArea.height; y += 20) {
        const pointer = { x: 570, y }
        const place = questionPlace(sheet(question, english), scale, { parent, workArea, pointer })
        expect(place.y >= 0 && place.y + place.height <= workArea.height && place.x >= 0).toBe(true)
        const strip = place.y + place.height - 70 * scale
        const isIn = pointer.x >= place.x + place.width - 330 * scale && pointer.x <= place.x + place.width
        expect(
          isIn && pointer.y >= strip && pointer.y <= place.y + place.height,
          `${question.kind} ${scale} ${y}`,
        ).toBe(false)
      }
})

it('knows only files that the system told it of, and not for ever', () => {
  const dropped = new DroppedFiles()
  const made = dropped.add('')
  const real = dropped.add('/games/x')
  expect(dropped.pathOf(real)).toBe('/games/x')
  for (const none of [made, real + 1]) expect(() => dropped.pathOf(none)).toThrow('forbidden')
  for (let count = 0; count < 40; count++) dropped.add('/other')
  expect(() => dropped.pathOf(real)).toThrow('forbidden')
})

it('no name of a payee or a company pushes the account numbers or the warning out of sight', () => {
  const workArea = { x: 0, y: 0, width: 1366, height: 768 }
  for (const sign of ['x', '\u00a0', '😀']) {
    const name = sign.repeat(4_000)
    const whole = { ...transfer, payee: name, sender: { kind: 'company', label: name }, repeats: 0 } satisfies Question
    const shown = sheet(whole, { language: 'en', streamer: false })
    expect(shown.rows[0]).toMatchObject({ value: 'NH417702', more: `${sign.repeat(60)}…` })
    expect(questionPlace(shown, 1, { workArea, pointer: { x: 0, y: 0 } }).height).toBeLessThan(720)
  }
})
