import { isIPv4, isIPv6 } from 'node:net'
import { Failure } from '../../../src-preload/contract/failure.ts'
import type { FieldProblem } from '../../../src-preload/contract/play.ts'
import { foldersIn } from '../../../src-preload/contract/server-mods.ts'
import { hasHidden } from '../../lib/index.ts'
import type { PlayServer } from '../ports.ts'

/** Values of a server record that reach a command line, by the record's field names, which a refusal contains. */
export interface ServerFields {
  IpAddress: string
  Port: number
  ServerPassword: string
  /** The content of `-mod=`: folders, separated by `;`. */
  StartParameters: string
}

/**
 * The values of a server record that reach a command line. A missing port is 0. If the record has no folders, the folder of the
 * server's mod is used. `leaveOut`: skips folders that would be refused, and those beyond the limit.
 */
export function toFields(server: PlayServer, modFolder = '', leaveOut = false): ServerFields {
  const wanted = (names: string[]) => (leaveOut ? names.filter(isFolderName).slice(0, MOST_FOLDERS) : names).join(';')
  return {
    IpAddress: server.host,
    Port: server.port ?? 0,
    ServerPassword: server.password,
    StartParameters: wanted(foldersIn(server.startParameters)) || wanted([modFolder]),
  }
}

/** The checked values. An empty `host` and `port` 0 mean no server. */
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
 * Letters and digits, without modifier letters, marks and the four click letters: if a program reads its command line in the old code
 * page, Windows turns some of them into quotes and bars. Invisible letters are excluded too.
 */
const LETTER = String.raw`(?![\u01c0-\u01c3\u115f\u1160\u3164\uffa0])[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{Nd}]`
const FOLDER = new RegExp(
  String.raw`^@?(?:${LETTER}|_)(?:(?:${LETTER}|[_ .()[\]+&!'-])*(?:${LETTER}|[_)\]+&!'-]))?$`,
  'u',
)
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i
const PASSWORD = new RegExp(String.raw`^(?:${LETTER}|[!#$&()*+,./:;<=>?@[\]^_{|}~-])+$`, 'u')
/** Characters with a meaning in a shell. */
const SHELL = /[\s!"#$&'()*;<>?[\\\]^`{|}~]/

type FieldName = keyof ServerFields | 'Ip' | 'Mod.Directories'

const refuse = (field: FieldName, problem: FieldProblem): never => {
  throw new Failure('server-field-refused', { field, problem })
}

const isHostname = (host: string): boolean => {
  const name = host.replace(/\.$/, '')
  // A last label with digits only, or 0x…, would be read as an IP address.
  return name.split('.').every((label) => LABEL.test(label)) && !/(?:^|\.)(?:\d+|0x[0-9a-f]*)$/i.test(name)
}

/** An IPv4 or IPv6 address without a zone, or a hostname in ASCII. @throws Failure `server-field-refused` */
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

/** Joins host and port as in a link. */
export const hostAndPort = (host: string, port: number): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`

/** Accepts letters, digits and signs without a special meaning on command lines. @throws Failure `server-field-refused` */
function safePassword(password: string): string {
  if (password === '') return ''
  if (password.length > LONGEST_PASSWORD) refuse('ServerPassword', 'tooLong')
  if (hasHidden(password)) refuse('ServerPassword', 'controlCharacter')
  if (password.startsWith('-')) refuse('ServerPassword', 'startsASwitch')
  return PASSWORD.test(password) ? password : refuse('ServerPassword', 'forbiddenCharacter')
}

const NAME = new RegExp(String.raw`^(?![.-])(?:${LETTER}|[_.()[\]+&!'-]| (?![ -]))+$`, 'u')

/**
 * The profile's name; empty if a part of it has a special meaning on a command line. Never a similar name: the game makes a new profile
 * of a name that it does not know.
 */
export function safeName(name: string): string {
  const own = name.normalize('NFC').trim()
  return NAME.test(own) ? own : ''
}

/** The subfolder in which the game's launcher keeps links to the workshop's mods. */
const WORKSHOP = /^!Workshop[\\/]/i

/** The fault of a folder's name, if any. A dash between spaces is part of a name, not a switch. */
function faultOf(name: string): FieldProblem | undefined {
  if (hasHidden(name)) return 'controlCharacter'
  const own = name.replace(WORKSHOP, '')
  if (own.length > LONGEST_FOLDER) return 'tooLong'
  if (own.startsWith('-') || / (?:-(?! )|\/)/.test(own)) return 'startsASwitch'
  return !FOLDER.test(own) || RESERVED.test(own.replace(/^@/, '')) ? 'notAFolder' : undefined
}

/** True for the name of a mod folder that is safe on a command line. */
export const isFolderName = (name: string): boolean => faultOf(name) === undefined

/** The folders that no command line may hold. */
export const refusedFolders = ({ StartParameters }: ServerFields): string[] =>
  foldersIn(StartParameters).filter((name) => !isFolderName(name))

/** The mod folders, which are names in the game's folder. @throws Failure `server-field-refused` */
function safeFolders(parameters: string): string[] {
  const names = foldersIn(parameters)
  if (names.length > MOST_FOLDERS) refuse('StartParameters', 'tooLong')
  for (const name of names) {
    const fault = faultOf(name)
    if (fault) refuse('StartParameters', fault)
  }
  return names
}

/**
 * True if a text may change its meaning when it goes through Steam on Linux: Steam joins its arguments to one line, and a shell starts
 * the game with that line.
 */
export const isForShells = (text: string): boolean => SHELL.test(text)

/**
 * Checks all values that reach a command line. `viaSteam`: the password goes through Steam's shell, since it cannot go into a file.
 * @throws Failure `server-field-refused` with the record's field
 */
export function safeServer(server: ServerFields, viaSteam = false): SafeServer {
  if (viaSteam && isForShells(server.ServerPassword)) refuse('ServerPassword', 'forbiddenCharacter')
  return {
    host: safeHost(server.IpAddress),
    port: safePort(server.Port),
    password: safePassword(server.ServerPassword),
    mods: safeFolders(server.StartParameters),
  }
}
