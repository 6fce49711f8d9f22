import * as v from 'valibot'
import { asFault, PageAddress } from './fields.ts'

const text = (most: number) => v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most)))
const line = (most: number) =>
  v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most), v.regex(/^\P{Cc}*$/u, asFault('kind')))

/** What a community tells its players of itself, as plain text: the app shows it on a page of its own. */
export const CommunityInfo = v.optional(
  v.object({
    about: text(2_000),
    rules: text(10_000),
    /** Where players find the key to sign in with. */
    key: text(1_000),
    contact: text(1_000),
    /** When support answers. */
    hours: text(500),
    faq: v.optional(
      v.pipe(v.array(v.object({ question: line(200), answer: v.nonOptional(text(2_000)) })), v.maxLength(30)),
      [],
    ),
    links: v.optional(v.pipe(v.array(v.object({ label: line(60), url: PageAddress })), v.maxLength(12)), []),
  }),
  {},
)
