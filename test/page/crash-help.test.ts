import { flushSync } from 'svelte'
import { afterEach, expect, it } from 'vitest'
import { crashCauses, type CrashReading } from '../../src-preload/contract/diagnostics.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { GameState } from '../../src-preload/contract/play/game.ts'
import { crashFixes, CrashHelp } from '../../src-renderer/views/crash/crash-help.svelte.ts'
import { Diagnostics } from '../../src-renderer/settings/diagnostics.svelte.ts'
import type { Main } from '#shared/bridge/index.ts'

const STARTED = 1_000
const crash: CrashReading = { file: 'a.rpt', at: STARTED + 1, causes: [], abnormal: true, lines: [] }

function setup(answer: () => Promise<CrashReading>) {
  let tell: (state: GameState) => void = () => undefined
  const reads: Promise<CrashReading>[] = []
  const readCrash = () => {
    const reading = answer()
    reads.push(reading)
    return reading
  }
  const main = {
    diagnostics: { readCrash },
    play: { game: (listener: typeof tell) => ((tell = listener), () => undefined) },
  }
  const help = new CrashHelp(main as unknown as Main)
  help.follow()
  const say = async (...states: GameState[]) => {
    for (const state of states) tell(state)
    await Promise.allSettled(reads)
    flushSync()
  }
  return { help, say, reads }
}

const running: GameState = { running: true, since: STARTED }
const ended: GameState = { running: false }

it('a game that ends in a crash is told by itself, once', async () => {
  const { help, say, reads } = setup(() => Promise.resolve(crash))
  await say(ended)
  expect(reads).toHaveLength(0) // it did not run
  await say(running, { running: null, failed: false }, ended)
  expect(help.reading).toBe(crash)
  expect(help.unasked).toBe(true)
  help.close()
  await say(ended)
  expect(reads).toHaveLength(1)
})

it.each([
  ['ended as it should', { abnormal: false }],
  ['left its last log before it started', { at: STARTED - 1 }],
])('one that %s is left alone', async (_what, more) => {
  const { help, say } = setup(() => Promise.resolve({ ...crash, ...more }))
  await say(running, ended)
  expect(help.reading).toBeUndefined()
  await help.read() // asked for, it is shown all the same
  expect(help.reading).toMatchObject(more)
  expect(help.unasked).toBe(false)
})

it('a log that is not there is no failure unless the player asked for it', async () => {
  const { help, say } = setup(() => Promise.reject(new Failure('no-crash-log', {})))
  await say(running, ended)
  expect(help.attempt.failure).toBeUndefined()
  await help.read()
  expect(help.attempt.failure).toMatchObject({ code: 'no-crash-log' })
})

/** Takes what the page copies. */
function takeCopied(): string[] {
  const copied: string[] = []
  document.execCommand = () => {
    const event = new Event('copy') as Event & { clipboardData?: unknown }
    event.clipboardData = { setData: (_kind: string, text: string) => copied.push(text) }
    return document.dispatchEvent(event)
  }
  return copied
}
afterEach(() => void Reflect.deleteProperty(document, 'execCommand'))

it('the log that is shown is copied, although the game has begun another one', async () => {
  const copied = takeCopied()
  let newest: CrashReading = { ...crash, lines: [{ text: 'first crash' }] }
  const { help, say } = setup(() => Promise.resolve(newest))
  await say(running, ended)
  newest = { ...crash, file: 'b.rpt', lines: [{ text: 'started again' }] }
  await say(running)
  help.copy()
  expect(copied).toEqual(['a.rpt\n\nfirst crash'])
  expect(help.copied).toBe(true)
})

it('the report that the player has read is copied, although another one could be made', async () => {
  const copied = takeCopied()
  let made = 0
  const main = { diagnostics: { report: () => Promise.resolve(`report ${++made}`) } } as unknown as Main
  const diagnostics = new Diagnostics(main)
  await diagnostics.preview()
  diagnostics.copy()
  expect(copied).toEqual(['report 1'])
  expect(diagnostics.copied).toBe(true)
})

it('a fix is offered for most causes', () => {
  expect(Object.keys(crashFixes).length).toBeGreaterThan(crashCauses.length / 2)
})
