import type { FileResult, ListDistrust } from '../../src-preload/contract/mods.ts'
import type { MessageKey } from '#shared/i18n/index.ts'

/** The name of each result, in the player's words. */
export const resultKeys: Record<Exclude<FileResult, 'ok'>, MessageKey> = {
  missing: 'mods.result.missing',
  'wrong-size': 'mods.result.wrong-size',
  'wrong-hash': 'mods.result.wrong-hash',
  unreadable: 'mods.result.unreadable',
  'case-differs': 'mods.result.case-differs',
  'unsafe-path': 'mods.result.unsafe-path',
  'unsupported-hash': 'mods.result.unsupported-hash',
  extra: 'mods.result.extra',
}

/** Why a list is not used. */
export const distrustKeys: Record<ListDistrust, MessageKey> = {
  unreachable: 'mods.distrust.unreachable',
  'http-error': 'mods.distrust.http-error',
  'not-json': 'mods.distrust.not-json',
  'wrong-shape': 'mods.distrust.wrong-shape',
  empty: 'mods.distrust.empty',
  'no-usable-entry': 'mods.distrust.no-usable-entry',
  shrunk: 'mods.distrust.shrunk',
}
