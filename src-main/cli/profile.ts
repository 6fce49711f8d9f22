import * as v from 'valibot'
import { isFailure, type Failure } from '../../src-preload/contract/failure.ts'
import type { ProfileFault } from '../../src-preload/contract/settings.ts'
import { LocalAddress, readGivenProfile, type GivenProfile } from '../settings/index.ts'
import { Usage } from './terminal.ts'

const ADDRESS = 'must be an https address (http only on this computer)'

/** Words for each fault. They follow the field's name, if the fault has one. */
export const faultWords: Record<ProfileFault, string> = {
  remote: 'it is on another computer',
  'not-there': 'it does not exist',
  'not-readable': 'it cannot be read',
  'not-a-file': 'it is not a file',
  'too-large': 'it is too large',
  'not-json': 'it is not JSON',
  'no-profile': 'it is JSON, but not a profile',
  'demo-id': 'is reserved for the demo',
  'other-community': 'is the ID of another community',
  missing: 'is missing',
  kind: 'has the wrong type',
  empty: 'is empty',
  'too-long': 'is too long',
  hidden: 'has invisible characters',
  range: 'is out of range',
  choice: 'is not one of the allowed values',
  id: 'may only contain lower-case letters, digits and dashes',
  address: ADDRESS,
  zone: 'must be a time zone such as Europe/Berlin',
  colour: 'must be a colour such as #1f6feb',
  pattern: 'must be a pattern of characters, classes and repetitions',
  'inner-path': 'must be inside its folder',
  'plugin-package': 'must be the https address of a .ts3_plugin file',
  'discord-id': 'must be the number of a Discord application',
  digest: 'must be the 64 hexadecimal digits of a SHA-256',
  'registry-name': 'is not a registry name',
  'bare-address': 'must not have a user name, a password, “?” or “#”',
  'local-address': 'is an address on this computer',
  'own-recipe': 'only works in a profile opened with --community',
  'not-agreed': 'was not allowed',
}

const sentence = ({ reason, field, errno }: Failure<'profile-invalid'>['facts']): string =>
  [field && `"${field}"`, faultWords[reason], errno && `(${errno})`].filter((part) => part !== '').join(' ')

/** The result of `read`. @throws Usage that says what is wrong with the profile */
export function mustRead<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!isFailure(error) || !error.is('profile-invalid')) throw error
    throw new Usage(`the profile ${path} cannot be used: ${sentence(error.facts)}`)
  }
}

/** Reads the profile in a file. @throws Usage that says what is wrong with it */
export const profileOf = (path: string): GivenProfile => mustRead(path, () => readGivenProfile(path))

/** The service's address from the option or the profile. @throws Usage */
export function serviceAddress({ baseUrl, community }: { baseUrl?: string; community?: string }): string {
  if (baseUrl !== undefined) {
    const parsed = v.safeParse(LocalAddress, baseUrl)
    if (!parsed.success) throw new Usage(`--base-url ${ADDRESS}`)
    return parsed.output
  }
  if (!community) throw new Usage('--mod needs --community or --base-url')
  return profileOf(community).profile.baseUrl
}
