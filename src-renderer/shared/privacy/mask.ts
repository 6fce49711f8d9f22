import { streamer } from './streamer.svelte.ts'

/** A text, or dots while streamer mode is on; for attributes and options, where `Private` cannot stand. Read in a template it follows the switch. */
export const mask = (text: string): string => (streamer.on ? '••••••' : text)
