import type { Language } from '../../src-preload/contract/languages.ts'
import type { OwnAccount } from '../../src-preload/contract/player-act.ts'
import { formatBytes } from '../../src-preload/contract/progress.ts'
import { type Question, withoutHidden } from '../lib/index.ts'
import { amountInWords } from './amount-in-words.ts'
import type { Say } from './texts.ts'

export interface SheetRow {
  label: string
  value: string
  more?: string
  /** In streamer mode: the real row, which is shown while the player presses it. */
  held?: { value: string; more?: string }
}

/** A question as it is shown, with plain texts in the player's language, not escaped yet. */
export interface Sheet {
  title: string
  /** The most important text, in large type. */
  lead?: string
  /** The text below it: the same in words, or what a yes means. */
  note?: string
  rows: readonly SheetRow[]
  warning?: string
  yes: string
  /** A second kind of yes, which cannot be undone. */
  other?: string
  no: string
  /** The hint that tells how to see a hidden row. */
  hold: string
  danger: boolean
}

export interface SheetStyle {
  language: Language
  /** Streamer mode: names and numbers are hidden, except for what the player needs to tell them apart. */
  streamer: boolean
}

/** Longest text of a stranger, so that it cannot push the rest off the window. */
const MOST = 4_096

const plain = (text: string): string => withoutHidden(text, '·').slice(0, MOST)

/** Longest name beside an account number, so that number and warning stay in sight. */
const MOST_NAME = 60
const nameOf = (text: string): string => {
  const signs = [...plain(text)]
  return signs.length > MOST_NAME ? `${signs.slice(0, MOST_NAME).join('')}…` : signs.join('')
}

/** `NH417702` → `••••••02`. */
const hiddenNumber = (iban: string): string => iban.slice(0, -2).replace(/./gu, '•') + iban.slice(-2)
/** `Ole Tams` → `O•• T•••`. */
const hiddenName = (name: string): string => name.replace(/(?<=\S)\S/gu, '•')

type Of<K extends Question['kind']> = Extract<Question, { kind: K }>

function transferSheet(question: Of<'transfer'>, say: Say, { language, streamer }: SheetStyle) {
  const { amount, currency, sender, receiver, info, left, repeats } = question
  const figures = (value: number) => {
    const parts = new Intl.NumberFormat(language, {
      style: 'currency',
      currency: 'USD',
      maximumFractionDigits: 0,
    }).formatToParts(value)
    return parts.map((part) => (part.type === 'currency' ? currency : part.value)).join('')
  }
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short' })
  const hidden = (label: string, whole: { value: string; more?: string }, shown: { value: string; more?: string }) =>
    streamer ? { label, ...shown, held: whole } : { label, ...whole }
  const wordOf = ({ kind, label }: OwnAccount) => nameOf(label) || say('question.transfer.account', { kind })
  const payee = receiver ? wordOf(receiver) : nameOf(question.payee)
  const to = plain(question.to)
  const text = plain(info) || '–'
  return {
    lead: figures(amount),
    note: amountInWords(amount, language),
    yes: say('question.yes.transfer', { amount: figures(amount) }),
    rows: [
      payee
        ? hidden(
            say('question.transfer.to'),
            { value: to, more: payee },
            { value: hiddenNumber(to), more: hiddenName(payee) },
          )
        : // the player must be able to compare an unknown number
          { label: say('question.transfer.to'), value: to, more: say('question.transfer.nobody') },
      hidden(
        say('question.transfer.from'),
        { value: plain(question.from), more: wordOf(sender) },
        { value: hiddenNumber(question.from) },
      ),
      hidden(say('question.transfer.info'), { value: text }, { value: hiddenName(text) }),
      ...(left === undefined
        ? []
        : [hidden(say('question.transfer.left'), { value: figures(left) }, { value: '••••••' })]),
    ],
    warning: repeats === undefined ? undefined : say('question.transfer.repeats', { time: time.format(repeats) }),
  }
}

const addressRow = (address: string, say: Say): SheetRow => ({
  label: say('question.community.address'),
  value: plain(address),
  more: new URL(address).host,
})

function limitSheet(question: Of<'keep-quarantine'>, say: Say) {
  const { days, gib } = question
  return {
    note: say('question.note.keep-quarantine'),
    rows: [
      { label: say('question.keep-quarantine.days'), value: say('question.keep-quarantine.days-value', { days }) },
      { label: say('question.keep-quarantine.size'), value: say('question.keep-quarantine.size-value', { gib }) },
    ],
    danger: true,
  }
}

function communitySheet(question: Of<'add-community'>, say: Say) {
  const { name, baseUrl, infoUrl, otherHosts, replaces, moves } = question
  return {
    note: say('question.note.add-community'),
    rows: [
      { label: say('question.community.name'), value: plain(name) },
      addressRow(baseUrl, say),
      {
        label: say('question.community.bank'),
        value: infoUrl === undefined ? say('question.community.no-bank') : plain(infoUrl),
        more: infoUrl && new URL(infoUrl).host,
      },
      ...(otherHosts.length === 0
        ? []
        : [{ label: say('question.community.others'), value: otherHosts.map(plain).join('\n') }]),
    ],
    warning:
      replaces === undefined
        ? undefined
        : say(moves ? 'question.community.moves' : 'question.community.replaces', { name: plain(replaces) }),
  }
}

function filesSheet(question: Of<'empty-quarantine' | 'remove-mod' | 'clear-missions'>, say: Say, language: string) {
  const { kind, files, bytes, folder } = question
  const mods = kind === 'empty-quarantine' ? question.mods : []
  const size = formatBytes(language, bytes)
  return {
    note: say(`question.note.${kind}`, { size }),
    rows: [
      ...(mods.length > 0 ? [{ label: say('question.empty-quarantine.mod'), value: mods.map(plain).join('\n') }] : []),
      { label: say('question.empty-quarantine.files'), value: new Intl.NumberFormat(language).format(files) },
      { label: say('question.empty-quarantine.size'), value: size },
      { label: say('question.folder'), value: folder.split('\n').map(plain).join('\n') },
    ],
    danger: kind === 'empty-quarantine',
    ...(kind === 'remove-mod' && {
      title: say('question.title.remove-mod', { mod: nameOf(question.mod) }),
      other: say('question.yes.empty-quarantine'),
      warning:
        question.others > 0
          ? say('question.remove-mod.others', { count: question.others, all: String(question.others === files) })
          : undefined,
    }),
  }
}

function gameSheet(question: Of<'launch-switches' | 'launch-mods' | 'mod-preset' | 'start-game'>, say: Say) {
  const { kind } = question
  if (kind === 'start-game') {
    const { game, server } = question
    const title = say('question.title.start-game', { game: plain(game) })
    return {
      title,
      rows: server === undefined ? [] : [{ label: say('question.start-game.server'), value: `${server}` }],
    }
  }
  if (kind === 'launch-switches') {
    const value = plain(question.switches) || say('question.none')
    return {
      note: say('question.note.launch-switches'),
      rows: [{ label: say('question.launch-switches.label'), value }],
    }
  }
  const folders = question.mods?.map(plain).join('\n') || say('question.none')
  return {
    rows: [
      ...(kind === 'mod-preset' ? [{ label: say('question.community.name'), value: plain(question.name) }] : []),
      { label: say('question.launch-mods.label'), value: folders },
    ],
  }
}

function contentOf(question: Question, say: Say, style: SheetStyle): Partial<Sheet> & Pick<Sheet, 'rows'> {
  switch (question.kind) {
    case 'transfer':
      return transferSheet(question, say, style)
    case 'add-community':
      return communitySheet(question, say)
    case 'read-profile':
      return {
        note: say('question.note.read-profile'),
        rows: [addressRow(question.address, say)],
      }
    case 'try-addresses':
      return {
        note: say('question.note.try-addresses'),
        rows: [{ label: say('question.try-addresses.label'), value: question.addresses.map(plain).join('\n') }],
      }
    case 'empty-quarantine':
    case 'remove-mod':
    case 'clear-missions':
      return filesSheet(question, say, style.language)
    case 'keep-quarantine':
      return limitSheet(question, say)
    case 'game-folder':
      return {
        note: say('question.note.game-folder'),
        rows: [{ label: say('question.folder'), value: plain(question.folder) }],
      }
    case 'open-folder':
      return { rows: [{ label: say('question.folder'), value: plain(question.folder) }] }
    case 'launch-switches':
    case 'launch-mods':
    case 'mod-preset':
    case 'start-game':
      return gameSheet(question, say)
    case 'external-link':
      return {
        note: say('question.note.external-link'),
        rows: [
          { label: say('question.community.host'), value: new URL(question.url).host || '–' },
          { label: say('question.community.address'), value: plain(question.url) },
        ],
      }
    case 'install-plugin':
      return {
        note: say('question.note.install-plugin'),
        rows: [
          { label: say('question.community.name'), value: plain(question.name) },
          addressRow(question.address, say),
          { label: 'SHA-256', value: question.sha256 },
        ],
        danger: true,
      }
    case 'own-recipe':
      return {
        note: say('question.note.own-recipe'),
        rows: [
          { label: say('question.community.name'), value: plain(question.community) },
          { label: say('question.own-recipe.game'), value: `${plain(question.game)} (${question.appId})` },
          ...question.parts
            .filter(({ values }) => values.length > 0)
            .map(({ part, values }) => ({
              label: say(`question.own-recipe.${part}`),
              value: values.map(plain).join('\n'),
            })),
        ],
        warning: question.changed ? say('question.own-recipe.changed') : undefined,
        danger: true,
      }
  }
}

export function sheetOf(question: Question, say: Say, style: SheetStyle): Sheet {
  const content = contentOf(question, say, style)
  return {
    title: content.title ?? say(`question.title.${question.kind}`),
    yes: content.yes ?? say(`question.yes.${question.kind}`),
    no: say('question.no'),
    hold: say('question.hold'),
    danger: false,
    ...content,
  }
}
