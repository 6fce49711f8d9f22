import type { App } from 'electron'
import { EventEmitter, once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createRedactor, openLog } from '../../src-main/lib/index.ts'
import { runBeforeQuit } from '../../src-main/shell/quit.ts'
import { tempDir } from '../support/temp.ts'

/** An app that is asked to quit. `closed`: what has closed, in its order. */
function open(limits?: Parameters<typeof runBeforeQuit>[2]) {
  const app = Object.assign(new EventEmitter(), { quit: () => app.emit('quit-asked') })
  const log = openLog(join(tempDir(), 'a.log'), createRedactor(), () => new Date())
  const closed: string[] = []
  return { app, onQuit: runBeforeQuit(app as unknown as App, log, limits), closed }
}

it('closes each module once, last opened first, also when the player quits again meanwhile', async () => {
  const { app, onQuit, closed } = open()
  let finish = () => undefined as void
  onQuit(() => void closed.push('first'))
  onQuit(() => {
    closed.push('broken')
    throw new Error('it does not close')
  })
  onQuit(async () => {
    closed.push('last')
    await new Promise<void>((resolve) => (finish = resolve))
  })
  const held: string[] = []
  const quit = () => app.emit('will-quit', { preventDefault: () => held.push('held') })
  quit()
  quit()
  const asked = once(app, 'quit-asked')
  finish()
  await asked
  quit()
  expect(closed).toEqual(['last', 'broken', 'first'])
  expect(held).toHaveLength(2)
})

it('lets a module that never closes keep neither the others from closing nor the app from ending', async () => {
  const { app, onQuit, closed } = open({ allMs: 200, oneMs: 1 })
  onQuit(() => void closed.push('first'))
  onQuit(() => new Promise(() => undefined))
  onQuit(() => void closed.push('last'))
  const asked = once(app, 'quit-asked')
  app.emit('will-quit', { preventDefault: () => undefined })
  await asked
  expect(closed).toEqual(['last', 'first'])
})

it('closes a module that opens while the others close', async () => {
  const { app, onQuit, closed } = open()
  onQuit(() => void closed.push('first'))
  onQuit(() => onQuit(() => void closed.push('late')))
  const asked = once(app, 'quit-asked')
  app.emit('will-quit', { preventDefault: () => undefined })
  await asked
  expect(closed).toEqual(['late', 'first'])
})

it('closes a module that opens after the last of the others has begun to close', async () => {
  const { app, onQuit, closed } = open({ allMs: 5_000, oneMs: 1 })
  let finish = () => undefined as void
  const openLate = () => {
    onQuit(() => void closed.push('late'))
    finish()
  }
  onQuit(() => void setImmediate(openLate))
  onQuit(() => new Promise<void>((resolve) => (finish = resolve)))
  const asked = once(app, 'quit-asked')
  app.emit('will-quit', { preventDefault: () => undefined })
  await asked
  expect(closed).toEqual(['late'])
})
