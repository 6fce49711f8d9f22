import { type LaunchOptions, switchNames } from '../../../src-preload/contract/play.ts'
import type { GameRecipe } from '../../settings/index.ts'
import { type SafeServer, safeName } from './server-fields.ts'

const HIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu
const MASK = '•••'

type Values = Readonly<Record<string, string>>

/** Fills `{name}` in a template; undefined if one of its values is empty. */
function fill(template: string, values: Values): string | undefined {
  let empty = false
  const text = template.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = values[name] ?? ''
    if (value === '') empty = true
    return value
  })
  return empty ? undefined : text
}

/** A quoted or escaped part of a word: in double quotes, in single quotes, or after a backslash. */
const PART = /"((?:\\["\\]|[^"])*)"?|'([^']*)'?|\\([\s"'\\])/g
const WORD = new RegExp(`(?:${PART.source}|\\S)+`, 'g')

/**
 * Splits a line into words like a POSIX shell: at blanks; single quotes keep everything, double quotes everything but `\"` and `\\`.
 * Outside quotes, a backslash is kept unless a blank, a quote or a backslash follows, so that Windows paths survive. Expands nothing.
 * An open quote ends with the line.
 */
export const splitWords = (line: string): string[] =>
  [...line.matchAll(WORD)].map(([word]) =>
    word.replace(
      PART,
      (_part, double: string | undefined, single: string | undefined, escaped: string) =>
        double?.replace(/\\(["\\])/g, '$1') ?? single ?? escaped,
    ),
  )

/** The player's switches in a fixed order, and the free text last. */
function playerSwitches(options: LaunchOptions, { switches }: GameRecipe): string[] {
  const chosen = switchNames.flatMap((name) => {
    const [flag, value] = [switches[name], options[name]]
    if (flag === undefined || value === false || value === null) return []
    return value === true ? [flag] : [`${flag}=${value}`]
  })
  return [...chosen, ...splitWords(options.extra.replace(HIDDEN, ' '))]
}

/** True if an argument is this switch, with or without a value. */
const isSwitch = (argument: string, name: string): boolean => {
  const [one, other] = [argument.toLowerCase(), name.toLowerCase()]
  return one === other || one.startsWith(`${other}=`)
}

/** The game's arguments: the recipe's templates, then the player's switches. Each element is one argument, even with spaces in it. */
export function gameArguments(recipe: GameRecipe, server: SafeServer, options: LaunchOptions): string[] {
  const values: Values = {
    host: server.host,
    port: server.port === 0 ? '' : String(server.port),
    mods: server.mods.join(';'),
    password: server.password,
    profile: safeName(options.profileName),
  }
  const filled = recipe.arguments.map((template) => fill(template, values))
  return [...filled.filter((argument) => argument !== undefined), ...playerSwitches(options, recipe)]
}

/** Divides the arguments: those for a parameter file, and those that the game reads only from its command line. */
export function partForFile(args: readonly string[], recipe: GameRecipe): { file: string[]; line: string[] } {
  const onLine = (argument: string) => recipe.notInParameterFile.some((name) => isSwitch(argument, name))
  return { file: args.filter((argument) => !onLine(argument)), line: args.filter(onLine) }
}

/** The arguments with the password masked, for showing. */
export function masked(args: readonly string[], recipe: GameRecipe): string[] {
  const starts = recipe.arguments
    .filter((template) => template.includes('{password}'))
    .map((template) => template.slice(0, template.indexOf('{password}')))
  return args.map((argument) => {
    const start = starts.find((text) => argument.startsWith(text))
    return start === undefined ? argument : `${start}${MASK}`
  })
}
