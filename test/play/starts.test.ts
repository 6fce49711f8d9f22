import { expect, it } from 'vitest'
import type { GameState } from '../../src-preload/contract/play.ts'
import { noteStarts } from '../../src-main/play/join/starts.ts'

it('remembers a start until its game is seen or could have been', () => {
  let time = 0
  let hear: (state: GameState) => void = () => undefined
  const onChange = (listener: typeof hear) => {
    hear = listener
    return () => undefined
  }
  const starts = noteStarts({ onChange }, () => new Date(time), 180_000)
  expect(starts.ago()).toBeUndefined()
  starts.note()
  time = 20_000
  expect(starts.ago()).toBe(20)
  hear({ running: true, since: 1 })
  hear({ running: false })
  expect(starts.ago()).toBeUndefined()
  starts.note()
  time += 180_000
  expect(starts.ago()).toBeUndefined()
})
