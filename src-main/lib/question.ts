import type { Question } from '../../src-preload/contract/player-act.ts'

export type { Question, RecipePart } from '../../src-preload/contract/player-act.ts'

/**
 * Asks the player in a window of main's own, which no page can reach. True only for a yes; an abort is a no.
 * @throws Failure `question-open` while another question is open
 */
export type Ask = (question: Question, signal?: AbortSignal) => Promise<boolean>
