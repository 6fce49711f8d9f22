import { isGroup, type ProfileField } from '../../src-preload/contract/profile-editor.ts'
import { CommunityProfile } from './profile.ts'
import { recipeOf } from './recipes.ts'

/** The parts of valibot's schemas that are read here. */
interface Schema {
  type: string
  entries?: Record<string, Schema>
  wrapped?: Schema
  getter?: (given: unknown) => Schema
  default?: unknown
  item?: Schema
  value?: Schema
  options?: readonly (string | number)[]
  pipe?: readonly (Schema | Condition)[]
}
interface Condition {
  type: string
  requirement?: unknown
}

/** Longer texts get an input of several lines. */
const LONGEST_LINE = 200

const conditionsOf = ({ pipe = [] }: Schema): Condition[] =>
  pipe.flatMap((part) => ('pipe' in part ? conditionsOf(part) : [part]))

function isLong(schema: Schema): boolean {
  const conditions = conditionsOf(schema)
  const mayBe = conditions.some(({ type, requirement }) => type === 'max_length' && Number(requirement) > LONGEST_LINE)
  return mayBe && !conditions.some(({ type }) => type === 'url')
}

/** The inputs of a schema; for a group, those of its parts. */
function fieldsOf(schema: Schema, field: string, standard?: unknown): ProfileField[] {
  const { type, wrapped, getter, entries, item, value, options = [] } = schema
  const one = (more: Omit<ProfileField, 'field' | 'standard'>): ProfileField[] => [{ field, standard, ...more }]
  const within = (parts: Record<string, Schema>) =>
    Object.entries(parts).flatMap(([name, part]) => fieldsOf(part, field === '' ? name : `${field}.${name}`))
  if (wrapped) return fieldsOf(wrapped, field, schema.default)
  if (getter) return fieldsOf(getter([]), field, standard) // one value or a list
  if (entries) return within(entries)
  if (type === 'record' && value) return one({ kind: 'map', columns: within({ key: { type: 'string' }, value }) })
  if (item?.entries) return one({ kind: 'table', columns: within(item.entries) })
  if (item) return one({ kind: 'lines' })
  if (type === 'picklist') {
    const nameOf = (choice: string | number) => (typeof choice === 'number' ? recipeOf({ appId: choice }).name : choice)
    return one({ kind: 'choice', choices: options.map((choice) => ({ choice, name: nameOf(choice) })) })
  }
  if (type === 'number') return one({ kind: 'number' })
  if (type === 'boolean') return one({ kind: 'switch' })
  return one({ kind: isLong(schema) ? 'long' : 'text' })
}

/** Every field of a profile by its schema: its input and its standard value. */
export const profileFields: readonly ProfileField[] = fieldsOf(CommunityProfile, '')

/** The fields of a file that no profile has, with dotted names. */
export function unknownFields(raw: Record<string, unknown>, within = ''): string[] {
  return Object.entries(raw).flatMap(([name, value]) => {
    const field = within + name
    if (profileFields.some((known) => known.field === field)) return []
    const isKnownGroup = profileFields.some((known) => known.field.startsWith(`${field}.`))
    return isKnownGroup && isGroup(value) ? unknownFields(value, `${field}.`) : [field]
  })
}

/** A profile with the fields for which `keep` gives a value, in the schema's order. */
export function profileOfFields(keep: (field: ProfileField) => unknown): Record<string, unknown> {
  const profile: Record<string, unknown> = {}
  for (const field of profileFields) {
    const value = keep(field)
    if (value === undefined) continue
    const names = field.field.split('.')
    const last = names.pop() ?? ''
    const group = names.reduce((at, name) => (at[name] ??= {}) as Record<string, unknown>, profile)
    group[last] = value
  }
  return profile
}
