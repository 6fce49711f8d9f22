import { Failure, isFailure } from '../../src-preload/contract/failure.ts'
import type { MessageKey, Translate } from '#shared/i18n/index.ts'

/** What the form calls a profile's fields. */
const labels = new Map<string, MessageKey>([
  ['name', 'settings.community.name'],
  ['baseUrl', 'settings.community.base'],
  ['infoUrl', 'settings.community.info'],
])

/** A fault of what was typed, told by its field's label: who types has never seen the field's name in a profile's file. */
export function asTyped(failure: unknown, t: Translate): unknown {
  if (!isFailure(failure) || !failure.is('profile-invalid')) return failure
  const label = labels.get(failure.facts.field)
  return label ? new Failure('profile-invalid', { ...failure.facts, field: t(label) }) : failure
}
