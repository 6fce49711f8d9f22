import type { LaunchOptions } from '../../../src-preload/contract/play.ts'
import type { GameRecipe } from '../../settings/index.ts'
import { type SafeServer, safeName } from './server-fields.ts'

const HIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu
/** Stands for a password wherever a line is shown. */
const MASK = '•••'

type Values = Readonly<Record<string, string>>

/** Fills `{name}` in a template; undefined when one of its values is empty. */
function fill(template: string, values: Values): string | undefined {
  let empty = false
  const text = template.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = values[name] ?? ''
    if (value === '') empty = true
    return value
  })
  return empty ? undefined : text
}

/** A part of a word that means more than its signs: in double quotes, in single ones, or behind a backslash. */
const PART = /"((?:\\["\\]|[^"])*)"?|'([^']*)'?|\\([\s"'\\])/g
const WORD = new RegExp(`(?:${PART.source}|\\S)+`, 'g')

/**
 * Splits a line into words as a POSIX shell would: blanks part words, single quotes keep everything, double quotes keep all
 * but `\"` and `\\`. A backslash outside quotes stands for itself unless a blank, a quote or a backslash follows, so that
 * Windows paths survive. Nothing is expanded. A quote that is not closed ends with the line.
 */
export const splitWords = (line: string): string[] =>
  [...line.matchAll(WORD)].map(([word]) =>
    word.replace(
      PART,
      (_part, double: string | undefined, single: string | undefined, escaped: string) =>
        double?.replace(/\\(["\\])/g, '$1') ?? single ?? escaped,
    ),
  )

/** The player's switches, in a fixed order; the free text last. */
function playerSwitches(options: LaunchOptions): string[] {
  const switches: string[] = []
  if (options.noSplash) switches.push('-noSplash')
  if (options.skipIntro) switches.push('-skipIntro')
  if (options.window) switches.push('-window')
  if (options.noPause) switches.push('-noPause')
  if (options.worldEmpty) switches.push('-world=empty')
  if (options.hugePages) switches.push('-hugePages')
  if (options.enableHT) switches.push('-enableHT')
  if (options.systemMalloc) switches.push('-malloc=system')
  if (options.maxMem !== null) switches.push(`-maxMem=${options.maxMem}`)
  if (options.cpuCount !== null) switches.push(`-cpuCount=${options.cpuCount}`)
  if (options.exThreads !== null) switches.push(`-exThreads=${options.exThreads}`)
  return [...switches, ...splitWords(options.extra.replace(HIDDEN, ' '))]
}

/** Whether an argument is this switch, with or without a value. */
const isSwitch = (argument: string, name: string): boolean => {
  const [one, other] = [argument.toLowerCase(), name.toLowerCase()]
  return one === other || one.startsWith(`${other}=`)
}

/** The game's arguments: the recipe's templates, then the player's switches. One argument is one element, whatever is in it. */
export function gameArguments(recipe: GameRecipe, server: SafeServer, options: LaunchOptions): string[] {
  const values: Values = {
    host: server.host,
    port: server.port === 0 ? '' : String(server.port),
    mods: server.mods.join(';'),
    password: server.password,
    profile: safeName(options.profileName),
  }
  const filled = recipe.arguments.map((template) => fill(template, values))
  return [...filled.filter((argument) => argument !== undefined), ...playerSwitches(options)]
}

/** What goes to a parameter file and what the game reads only from the line. */
export function partForFile(args: readonly string[], recipe: GameRecipe): { file: string[]; line: string[] } {
  const onLine = (argument: string) => recipe.notInParameterFile.some((name) => isSwitch(argument, name))
  return { file: args.filter((argument) => !onLine(argument)), line: args.filter(onLine) }
}

/** The arguments as they may be shown: what the recipe fills with the password is masked. */
export function masked(args: readonly string[], recipe: GameRecipe): string[] {
  const starts = recipe.arguments
    .filter((template) => template.includes('{password}'))
    .map((template) => template.slice(0, template.indexOf('{password}')))
  return args.map((argument) => {
    const start = starts.find((text) => argument.startsWith(text))
    return start === undefined ? argument : `${start}${MASK}`
  })
}
