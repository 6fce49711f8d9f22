import * as v from 'valibot'
import { createSchemaHelpers, type Reader, type SchemaHelpers } from '../../src-main/community/records/index.ts'

/** What a reader makes of a value. */
export const read = <T>(reader: (helpers: SchemaHelpers) => Reader<T>, value: unknown): T =>
  v.parse(reader(createSchemaHelpers('UTC')), value)
export const readAll = <T>(reader: (helpers: SchemaHelpers) => Reader<T>, values: unknown[]): T[] =>
  values.map((value) => read(reader, value))

/** A day as the service says it, and as a moment. */
export const [day, at] = ['2026-05-01 12:00:00', '2026-05-01T12:00:00.000Z'] as const
