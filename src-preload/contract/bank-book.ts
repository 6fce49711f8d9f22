import * as v from 'valibot'
import { call, topic } from './members.ts'

export const Iban = v.pipe(v.string(), v.trim(), v.maxLength(64))
export const Id = v.pipe(v.string(), v.minLength(1), v.maxLength(64))

const whole = (least: number, most: number) => v.pipe(v.number(), v.safeInteger(), v.minValue(least), v.maxValue(most))

/** The days of a reminder: a day of the week (Monday is 1), or of the month. */
export const Rhythm = v.variant('unit', [
  v.strictObject({ unit: v.literal('week'), day: whole(1, 7) }),
  v.strictObject({ unit: v.literal('month'), day: whole(1, 31) }),
])
export type Rhythm = v.InferOutput<typeof Rhythm>

/** A prepared transfer form. It sends nothing: the form opens, and main asks as for any transfer. */
export const TemplateInput = v.strictObject({
  /** Absent for a new template. */
  id: v.optional(Id),
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60)),
  from: Iban,
  to: Iban,
  /** Null: the player types it each time. */
  amount: v.nullable(whole(1, Number.MAX_SAFE_INTEGER)),
  info: v.pipe(v.string(), v.maxLength(2_000)),
  every: v.optional(Rhythm),
})
export type TemplateInput = v.InferOutput<typeof TemplateInput>

export interface Template extends TemplateInput {
  id: string
  /** The day it was due, if nothing was sent since: `YYYY-MM-DD`. */
  due?: string
  next?: string
}

export interface BankBook {
  /** Account numbers. */
  favourites: string[]
  /** By name. */
  templates: Template[]
}

/** The bank's members for favourites and templates. None of them moves money or changes what main asks. */
export const bookMembers = {
  book: topic<BankBook>(),
  setFavourite: call<void>()('harmless', v.strictObject({ iban: Iban, is: v.boolean() })),
  saveTemplate: call<void>()('harmless', TemplateInput),
  removeTemplate: call<void>()('harmless', v.strictObject({ id: Id })),
  /** Removes the reminder until its next day. */
  skipReminder: call<void>()('harmless', v.strictObject({ id: Id })),
}
