import { isIPv4, isIPv6 } from 'node:net'
import { Failure } from '../../../src-preload/contract/failure.ts'
import type { FieldProblem } from '../../../src-preload/contract/play.ts'
import { hasHidden } from '../../lib/index.ts'
import type { PlayServer } from '../ports.ts'

/** Values of a server record that reach a command line, with the record's field names for the refusal. */
export interface ServerFields {
  IpAddress: string
  Port: number
  ServerPassword: string
  /** Content of `-mod=`: folders, separated by `;`. */
  StartParameters: string
}

/**
 * The values of a server record that reach a command line. A port that is absent is no port; where the server names no folders, its
 * mod's own is one.
 */
export const toFields = (server: PlayServer, modFolder = ''): ServerFields => ({
  IpAddress: server.host,
  Port: server.port ?? 0,
  ServerPassword: server.password,
  StartParameters: server.startParameters.trim() || modFolder,
})

/** The same values, checked. `host` empty and `port` 0: no server. */
export interface SafeServer {
  host: string
  port: number
  password: string
  mods: readonly string[]
}

const LONGEST_HOST = 253
const LONGEST_PASSWORD = 64
const LONGEST_FOLDER = 64
const MOST_FOLDERS = 64

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i
/**
 * Letters and digits. Not the modifying ones and marks, nor the four click letters: Windows takes some of those for quotes and
 * bars when a program reads its line in the old code page. Letters that show nothing are none either.
 */
const LETTER = String.raw`(?![\u01c0-\u01c3\u115f\u1160\u3164\uffa0])[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{Nd}]`
const FOLDER = new RegExp(
  String.raw`^@?(?:${LETTER}|_)(?:(?:${LETTER}|[_ .()[\]+&!'-])*(?:${LETTER}|[_)\]+&!'-]))?$`,
  'u',
)
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i
const PASSWORD = new RegExp(String.raw`^(?:${LETTER}|[!#$&()*+,./:;<=>?@[\]^_{|}~-])+$`, 'u')
/** Signs that mean something to a shell. */
const SHELL = /[\s!"#$&'()*;<>?[\\\]^`{|}~]/

/** Fields of any record that a refusal can name. */
type FieldName = keyof ServerFields | 'Ip' | 'Mod.Directories'

const refuse = (field: FieldName, problem: FieldProblem): never => {
  throw new Failure('server-field-refused', { field, problem })
}

const isHostname = (host: string): boolean => {
  const name = host.replace(/\.$/, '')
  // A last label of digits only (or 0x…) would be read as an address in another notation.
  return name.split('.').every((label) => LABEL.test(label)) && !/(?:^|\.)(?:\d+|0x[0-9a-f]*)$/i.test(name)
}

/** An IPv4 or IPv6 address (no zone), or a hostname in plain ASCII. @throws Failure `server-field-refused` */
export function safeHost(host: string, field: FieldName = 'IpAddress'): string {
  if (host === '') refuse(field, 'missing')
  if (host.length > LONGEST_HOST) refuse(field, 'tooLong')
  if (hasHidden(host)) refuse(field, 'controlCharacter')
  if (host.startsWith('-')) refuse(field, 'startsASwitch')
  if (isIPv4(host) || (isIPv6(host) && !host.includes('%')) || isHostname(host)) return host
  return refuse(field, 'notAHost')
}

/** A port, 1 to 65535. @throws Failure `server-field-refused` */
export function safePort(port: number): number {
  return Number.isInteger(port) && port >= 1 && port <= 65_535 ? port : refuse('Port', 'notAPort')
}

/** An address with its port as links and people write it. */
export const hostAndPort = (host: string, port: number): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`

/** Letters, digits and signs that no command line reader treats in its own way. @throws Failure `server-field-refused` */
function safePassword(password: string): string {
  if (password === '') return ''
  if (password.length > LONGEST_PASSWORD) refuse('ServerPassword', 'tooLong')
  if (hasHidden(password)) refuse('ServerPassword', 'controlCharacter')
  if (password.startsWith('-')) refuse('ServerPassword', 'startsASwitch')
  return PASSWORD.test(password) ? password : refuse('ServerPassword', 'forbiddenCharacter')
}

const NOT_IN_NAME = new RegExp(String.raw`(?!${LETTER})[^_ .()[\]+&!'-]`, 'gu')

/** The player's name in the game without what could be more than a name on a command line. The page sets it, so it is a stranger's. */
export const safeName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(NOT_IN_NAME, '')
    .replace(/ (?=[ -])/g, '')
    .replace(/^[ .-]+/, '')
    .trimEnd()

/** Where Steam's own launcher keeps links to the workshop's mods, below the game's folder. */
const WORKSHOP = /^!Workshop[\\/]/i

/** What is wrong with the name of a folder below the game's. A lone dash is part of a name, and no switch. */
function faultOf(name: string): FieldProblem | undefined {
  const own = name.replace(WORKSHOP, '')
  if (own.length > LONGEST_FOLDER) return 'tooLong'
  if (own.startsWith('-') || / (?:-(?! )|\/)/.test(own)) return 'startsASwitch'
  return !FOLDER.test(own) || RESERVED.test(own.replace(/^@/, '')) ? 'notAFolder' : undefined
}

/** True for a mod folder below the game's that can stand on a command line. */
export const isFolderName = (name: string): boolean => !hasHidden(name) && faultOf(name) === undefined

/** Mod folders: names directly below the game's folder. `leaveOut`: without those that are none. @throws Failure `server-field-refused` */
function safeFolders(parameters: string, leaveOut: boolean): string[] {
  if (hasHidden(parameters)) refuse('StartParameters', 'controlCharacter')
  const names = parameters
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (names.length > MOST_FOLDERS) refuse('StartParameters', 'tooLong')
  return names.filter((name) => {
    const fault = faultOf(name)
    return fault === undefined || (leaveOut ? false : refuse('StartParameters', fault))
  })
}

/**
 * True where a text may change its meaning on a line that goes through Steam on Linux: Steam joins the arguments that it is
 * given to one line, and has a shell start the game with it.
 */
export const isForShells = (text: string): boolean => SHELL.test(text)

/**
 * Checks all that reaches a command line; `viaSteam`: with Steam between, where a password cannot go by a file; `leaveOut`: without
 * the mod folders that are none. @throws Failure `server-field-refused`, naming the record's field
 */
export function safeServer(server: ServerFields, viaSteam = false, leaveOut = false): SafeServer {
  if (viaSteam && isForShells(server.ServerPassword)) refuse('ServerPassword', 'forbiddenCharacter')
  return {
    host: safeHost(server.IpAddress),
    port: safePort(server.Port),
    password: safePassword(server.ServerPassword),
    mods: safeFolders(server.StartParameters, leaveOut),
  }
}
