import type { PageStart } from '../../src-preload/contract/settings.ts'

/** The data that main put into the document, so that the page starts without waiting for an answer. */
export const readStart = (): PageStart => JSON.parse(document.getElementById('start')?.textContent ?? '{}') as PageStart
