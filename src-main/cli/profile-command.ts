import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import words from '../../resources/locales/en/profile.json'
import { isGroup, type TriedAddress, valueAt } from '../../src-preload/contract/profile-editor.ts'
import { tryAddresses } from '../communities/index.ts'
import { escapeHidden, writeFileAtomic } from '../lib/index.ts'
import {
  parseGivenProfile,
  parseProfile,
  faultsOfProfile,
  profileFields,
  readProfileJson,
  unknownFields,
} from '../settings/index.ts'
import { faultWords, mustRead } from './profile.ts'
import { Exit, type Terminal, Usage, writeJson } from './terminal.ts'

/** A field's description in the app's profile editor. */
function meaningOf(field: string): string {
  const texts: Partial<Record<string, string>> = words
  return texts[`about.${field}`] ?? texts[`label.${field}`] ?? ''
}

const answers: Partial<Record<string, string>> = {
  picture: 'a picture',
  package: 'the package with this SHA-256',
  'no-servers': 'responds, but without a server list',
  'no-picture': 'not a PNG, JPEG or WebP up to 1 MB',
}
const answerOf = ({ said, count }: TriedAddress): string =>
  count === undefined ? (answers[said] ?? said) : `${count} ${said}`

async function check(
  file: string,
  { json, local }: { json: boolean; local: boolean },
  { stdout }: Terminal,
  signal: AbortSignal,
): Promise<number> {
  const raw = mustRead(file, () => readProfileJson(file))
  const faults = faultsOfProfile(raw, local).map(({ field, fault }) => ({ field, fault, said: faultWords[fault] }))
  const profile = faults.length > 0 ? undefined : local ? parseGivenProfile(raw, file).profile : parseProfile(raw, file)
  const isOwnGame = (field: string) => local && field.startsWith('game.')
  const unknown = profile && isGroup(raw) ? unknownFields(raw).filter((field) => !isOwnGame(field)) : []
  const tried = profile ? await tryAddresses(profile, signal) : []
  const isWell = faults.length === 0 && tried.every(({ ok }) => ok)
  if (json) writeJson(stdout, { result: isWell ? 'ready' : 'failed', faults, unknown, tried, profile })
  else {
    const row = (mark: string, name: string, text: string) => `${mark} ${escapeHidden(`${name.padEnd(24)} ${text}`)}\n`
    for (const { field, said } of faults) stdout.write(row('✗', field, said))
    for (const { field } of profile ? profileFields : []) {
      const value = valueAt(profile, field)
      if (value === undefined) continue
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      const origin = valueAt(raw, field) === undefined ? ', default' : ''
      stdout.write(row(' ', field, `${text}  (${meaningOf(field)}${origin})`))
    }
    for (const field of unknown) stdout.write(row('?', field, 'is not a profile field and has no effect'))
    for (const one of tried) stdout.write(row(one.ok ? '✓' : '✗', one.field, `${one.address}: ${answerOf(one)}`))
  }
  return isWell ? Exit.ready : Exit.failed
}

const options = {
  json: { type: 'boolean', default: false },
  local: { type: 'boolean', default: false },
  id: { type: 'string' },
  name: { type: 'string' },
  'base-url': { type: 'string' },
  'info-url': { type: 'string' },
  out: { type: 'string' },
} as const

export async function profileCommand(words: string[], terminal: Terminal, signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true })
  const [action, file, ...others] = positionals
  if (action === 'check' && file !== undefined && others.length === 0) return check(file, values, terminal, signal)
  if (action !== 'new' || file !== undefined) throw new Usage('profile needs: check FILE, or new')
  const { id, name, 'base-url': baseUrl, 'info-url': infoUrl, out } = values
  const profile = { id, name, baseUrl, infoUrl }
  const [wrong] = faultsOfProfile(profile, values.local)
  if (wrong) throw new Usage(`"${wrong.field}" ${faultWords[wrong.fault]}`)
  const text = `${JSON.stringify(profile, undefined, 2)}\n`
  if (out === undefined) terminal.stdout.write(text)
  else if (existsSync(out))
    throw new Usage(`${out} exists already`) // its other fields would be lost
  else await writeFileAtomic(out, text, 0o666)
  return Exit.ready
}
