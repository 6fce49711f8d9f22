import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, vi } from 'vitest'
import { hangingPipe } from '../hanging-pipe.ts'
import { faultyProgramAt, type faultyPrograms } from '../programs.ts'
import { tempDir } from '../temp.ts'

interface Elsewhere {
  /** What the process needs in its environment. */
  env: Record<string, string>
  /** The words that were hit, as often as they were. */
  hits: () => string[]
}

/** Plants faults in a process that the test starts from a faulty build. The test fails if one of them is never reached. */
export function plantInProcess(words: string): Elsewhere {
  const dir = tempDir()
  const file = join(dir, 'hits')
  writeFileSync(file, '')
  const hits = () => readFileSync(file, 'utf8').split('\n').filter(Boolean)
  onTestFinished(() => expect(hits()).toEqual(expect.arrayContaining(words.split(','))))
  const pipe = words.includes('EHANG') && { LOADOUT_TEST_PIPE: hangingPipe(dir) }
  return { env: { LOADOUT_TEST_FAULTS: words, LOADOUT_TEST_HITS: file, ...pipe }, hits }
}

interface InThreads extends Elsewhere {
  /** A worker's address for this test alone: a thread that rests has the faults of the test that started it. */
  workerAt: (name: keyof typeof faultyPrograms) => URL
}

/** Plants faults in the threads that the test starts from a faulty build. */
export function plantInThreads(words: string): InThreads {
  const planted = plantInProcess(words)
  for (const [name, value] of Object.entries(planted.env)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const own = `?${encodeURIComponent(planted.env.LOADOUT_TEST_HITS ?? '')}`
  return { ...planted, workerAt: (name) => new URL(own, pathToFileURL(faultyProgramAt(name))) }
}
