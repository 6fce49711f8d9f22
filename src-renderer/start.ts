import type { PageStart } from '../src-preload/contract/settings.ts'

/** What main has put into the document, so that the first picture waits for no answer. */
export const readStart = (): PageStart => JSON.parse(document.getElementById('start')?.textContent ?? '{}') as PageStart
