import { isGroup } from '../../../src-preload/contract/profile-editor.ts'
import type { Translate } from '#shared/i18n/index.ts'

/** What is wrong with a field, as it is said below it. */
export function faultHere(reason: string, t: Translate): string {
  const words = t('profile.fault', { reason, field: '', errno: '' }).trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A value as its input shows it. A value that is no text is shown as JSON. */
export function textOf(value: unknown): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.map(textOf).join('\n') : JSON.stringify(value)
}

/** The lines of a text that are not empty; undefined if there are none. */
export function linesIn(text: string): string[] | undefined {
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  return lines.length === 0 ? undefined : lines
}

/** The number, or the typed text if it is no number, so that main reports it. */
export const numberOf = (text: string): number | string => (/^\d{1,15}$/.test(text.trim()) ? Number(text) : text)

type Row = Readonly<Record<string, unknown>>

/** A table's records, or a map's values with their keys. */
export function rowsOf(value: unknown, isMap: boolean): readonly Row[] {
  if (isMap && isGroup(value)) return Object.entries(value).map(([key, inner]) => ({ key, value: inner }))
  return Array.isArray(value) ? value.map((row) => (isGroup(row) ? row : {})) : []
}

/** True if two rows of a map have the same key, so that one would be lost. */
export const hasTwins = (rows: readonly Row[]): boolean => new Set(rows.map(({ key = '' }) => key)).size < rows.length

/** The value of rows; undefined if there are none. A map's rows with equal keys stay an array, which main rejects. */
export function valueOfRows(rows: readonly Row[], isMap: boolean): unknown {
  if (rows.length === 0) return undefined
  return isMap && !hasTwins(rows) ? Object.fromEntries(rows.map(({ key = '', value = '' }) => [key, value])) : rows
}
