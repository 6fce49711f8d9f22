/**
 * How a page that cannot start differs from one that has not started yet. The page's script, the preload and the document share these
 * names. Any part of the page may have failed, so the message needs only the document and the preload.
 */

/** The mark that the page's script sets when it runs. If the document is loaded without it, the script is missing. */
export const BEGUN = 'begun'

/** The document's event when the page's script gives up. Its detail is the reason, as text. */
export const GAVE_UP = 'page-gave-up'

/** Longest reason in the log, in characters. */
export const MOST_REASON = 10_000

/** Id of the document's hidden element with the message. */
export const FAILED_ID = 'page-failed'

/** Actions of the message's buttons, in their `data-do`. */
export const pageFailureActions = ['reload', 'copy', 'log'] as const
export type PageFailureAction = (typeof pageFailureActions)[number]
