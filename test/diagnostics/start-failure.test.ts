import type { MessageBoxOptions } from 'electron'
import { expect, it } from 'vitest'
import { reportStartFailure } from '../../src-main/diagnostics/index.ts'
import { createSay } from '../../src-main/desktop/index.ts'

/** A desktop whose player presses these buttons, one after the other; none left: it has no dialogs. */
function desktop(...presses: string[]) {
  const did: string[] = []
  const asked: MessageBoxOptions[] = []
  return {
    did,
    asked,
    needs: {
      log: { incident: (error: unknown) => (did.push(`log ${String(error)}`), 'N1') },
      say: createSay(() => 'en'),
      ask: async (options: MessageBoxOptions) => {
        asked.push(options)
        const press = presses.shift()
        if (press === undefined) throw new Error('no display')
        return Promise.resolve({ response: options.buttons?.indexOf(press) ?? -1 })
      },
      box: (title: string, text: string) => void did.push(`box ${title}: ${text}`),
      openLog: () => Promise.resolve(did.push('opens the log')),
      restart: () => void did.push('restarts'),
      exit: (code: number) => void did.push(`ends ${code}`),
    },
  }
}

const failure = new Error('EIO: i/o error')

it('a start that fails is in the log and on the screen, and can be tried again', async () => {
  const { needs, did, asked } = desktop('Restart')
  await reportStartFailure(failure, needs)
  expect(asked[0]).toMatchObject({ type: 'error', message: 'Loadout could not start' })
  expect(asked[0]?.detail).toContain('EIO: i/o error')
  expect(asked[0]?.detail).toContain('N1')
  expect(did).toEqual(['log Error: EIO: i/o error', 'restarts'])
})

it('the log can be looked at first, and then the app ends', async () => {
  const { needs, did } = desktop('Show the log', 'Close')
  await reportStartFailure(failure, needs)
  expect(did.slice(1)).toEqual(['opens the log', 'ends 1'])
})

it('where the system shows no such dialog, the least of them is shown', async () => {
  const { needs, did } = desktop()
  await reportStartFailure(failure, needs)
  expect(did[1]).toMatch(/^box Loadout could not start: EIO: i\/o error/)
  expect(did.at(-1)).toBe('ends 1')
})
