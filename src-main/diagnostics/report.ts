import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import type { CheckSummary } from '../../src-preload/contract/mods.ts'
import type { SetAsideRow } from '../../src-preload/contract/diagnostics.ts'

/** The content of a support report. The whole text is masked and redacted at the end. */
interface ReportFacts {
  about: Readonly<Record<string, string>>
  /** Name of the community, and whether it is the demo. */
  community: string
  /** The game folder, or why there is none. */
  install: string
  /** The settings. Lists and records may name folders and people, so the report has only their length. */
  settings: Readonly<Record<string, unknown>>
  setAside: readonly SetAsideRow[]
  lastChecks: readonly (readonly [modId: number, last: CheckSummary])[]
  logPath: string
  at: Date
}

const LAST_LINES = 60

/** A line of the log without its time. */
const textOf = (line: string) => line.slice(line.indexOf(' '))

/** The last lines of the log. Of those with the same text only the last, since some come again and again. */
const lastLines = (path: string): string[] => {
  try {
    const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
    const last = new Map(lines.map((line, at) => [textOf(line), at]))
    return lines.filter((line, at) => last.get(textOf(line)) === at).slice(-LAST_LINES)
  } catch {
    return ['(no log)']
  }
}

function plain(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' && value !== null ? `${Object.keys(value).length} entries` : String(value)
}

/** Settings that have another name on the screen. */
const settingNames: Readonly<Record<string, string>> = {
  reducedMotion: 'reduce motion',
  discordPresence: 'show on Discord',
  closeWhileBusy: 'closing while something is running',
  startWithSystem: 'open at system startup',
  startHidden: 'start minimised',
  downloadsAtOnce: 'parallel downloads',
  fetchAhead: 'download updates in advance',
}

const wordsOf = (name: string) =>
  settingNames[name] ??
  name.replace(/^ui(?=[A-Z])/, 'interface').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** `2026-11-30T01:06:04.901Z` → `2026-11-30 01:06 UTC`. */
const timeOf = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`

/** A setting as a person reads it: `quietFromMinute: 1320` is `quiet from: 22:00`. */
function setting(name: string, value: unknown): string {
  if (name.endsWith('Percent')) return `  ${wordsOf(name.slice(0, -'Percent'.length))}: ${plain(value)}%`
  const [, base] = /^(.*)Minute$/.exec(name) ?? []
  if (base === undefined || typeof value !== 'number') return `  ${wordsOf(name)}: ${plain(value)}`
  const [hours, minutes] = [Math.floor(value / 60), value % 60].map((part) => String(part).padStart(2, '0'))
  return `  ${wordsOf(base)}: ${hours}:${minutes}`
}

const setAsideLines = ({ path, count, entries }: SetAsideRow): string[] => [
  `  ${path}: ${count}`,
  ...entries.map(({ at, reason }) => `    ${at.join('.')}: ${reason}`),
]

function checkLine(modId: number, { result, tier, checkedAt, fullAt, filesListed, counts }: CheckSummary): string {
  const wrong = Object.entries(counts).filter(([result, count]) => result !== 'ok' && count > 0)
  const found = wrong.map(([result, count]) => `${result} ${count}`).join(', ') || 'nothing wrong'
  const full = tier === 'quick' && fullAt !== null ? `full ${timeOf(fullAt)}, ` : ''
  return `  mod ${modId}: ${result} (${full}${tier} ${timeOf(checkedAt)}, ${filesListed} files): ${found}`
}

/** The report as text. `clean` masks and redacts. */
export function supportReport(facts: ReportFacts, clean: (text: string) => string): string {
  const list = (record: Readonly<Record<string, unknown>>) =>
    Object.entries(record).map(([name, value]) => setting(name, value))
  const parts = [
    `Loadout support report, ${timeOf(facts.at.toISOString())}`,
    ...list(facts.about),
    `  community: ${facts.community}`,
    `  game: ${facts.install}`,
    '',
    'Settings',
    ...list(facts.settings),
    '',
    'Last checks',
    ...facts.lastChecks.map(([modId, last]) => checkLine(modId, last)),
    '',
    'Entries that could not be read',
    ...facts.setAside.flatMap(setAsideLines),
    '',
    'Last lines of the log',
    ...lastLines(facts.logPath).map((line) => `  ${line}`),
  ]
  return clean(parts.join('\n'))
}

/** The names that a report must not contain: the user's and those of their folders. */
interface Person {
  userName: string
  homeDir: string
  /** Folders that the player chose. All but the last name may say something about the player. */
  chosen?: () => readonly string[]
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The user's name. Empty if the system does not know it, as when a company's directory of users does not answer. */
export function userNameOf(ask = () => userInfo().username): string {
  try {
    return ask()
  } catch {
    return ''
  }
}

/** A shorter user name may be part of ordinary words. */
const LEAST = 3

/** A pattern for a folder in a text, with any kind of slashes. */
const inText = (folder: string) => new RegExp(escaped(folder).replace(/\\\\|\//g, String.raw`(?:\\\\|\\|/)`), 'gi')

/** The last name of a folder; empty for a whole drive. */
const lastName = (folder: string) => folder.split(/[\\/]/).slice(1).findLast(Boolean) ?? ''

/** Makes a masker: the home folder becomes `~`, a chosen folder its last name, and the user's name `‹user›`. */
export function createMask({ userName, homeDir, chosen = () => [] }: Person): (text: string) => string {
  const home = inText(homeDir)
  const places = (text: string) =>
    chosen()
      .filter((folder) => lastName(folder) !== '')
      .reduce((masked, folder) => masked.replace(inText(folder), () => `…/${lastName(folder)}`), text)
  // a name with spaces ends at the next slash
  const others = /((?:[\\/])(?:Users|home|Benutzer)[\\/]+)(?:[^\\/"':;,\r\n]{1,64}(?=[\\/])|[^\\/\s"':;,]+)/gi
  const name =
    userName.length >= LEAST
      ? new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped(userName)}(?![\p{L}\p{N}])`, 'giu')
      : undefined
  return (text) => {
    const placed = places(text)
    const hidden = (homeDir.length > 1 ? placed.replace(home, '~') : placed).replace(others, '$1‹user›')
    return name ? hidden.replace(name, '‹user›') : hidden
  }
}
