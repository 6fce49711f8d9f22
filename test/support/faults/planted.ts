import { onTestFinished } from 'vitest'
import { plant } from './faults.ts'

/** Plants faults until the test is over. Returns how often a word was hit. */
export function planted(words: string): (word: string) => number {
  const { hits, takeOut } = plant(words)
  onTestFinished(takeOut)
  return hits
}
