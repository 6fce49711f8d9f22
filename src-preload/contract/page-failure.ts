/**
 * How a page that cannot come alive is told apart from one that has not yet: its script, the preload and main's document name the
 * same things. Whatever the page is made of may be what failed, so telling it needs the document and the preload alone.
 */

/** The mark that the page's script sets once it runs. A document that is read to its end without it has no script. */
export const BEGUN = 'begun'

/** The document's event by which the page's script says that it gave up; its detail is why, as text. */
export const GAVE_UP = 'page-gave-up'

/** Most characters of it that the log takes. */
export const MOST_REASON = 10_000

/** Id of the hidden part of the document that says so. */
export const FAILED_ID = 'page-failed'

/** What its buttons do, by their `data-do`. */
export const failedDeeds = ['reload', 'copy', 'log'] as const
export type FailedDeed = (typeof failedDeeds)[number]
