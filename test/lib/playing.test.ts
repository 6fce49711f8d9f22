import { expect, it } from 'vitest'
import { inRhythm, type Playing, type Timing } from '../../src-main/lib/index.ts'

/** A game that runs or not, and a clock that stands until it is moved. */
function stage() {
  let at = 0
  let due: { at: number; run: () => void }[] = []
  const listeners = new Set<(playing: boolean) => void>()
  let runs = false
  const timing: Timing = {
    now: () => at,
    after(ms, run) {
      const entry = { at: at + ms, run }
      due.push(entry)
      return () => (due = due.filter((one) => one !== entry))
    },
  }
  const playing: Playing = {
    get now() {
      return runs
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return {
    timing,
    playing,
    waiting: () => due.length,
    setPlaying(now: boolean) {
      runs = now
      for (const listener of listeners) listener(now)
    },
    pass(ms: number) {
      for (const until = at + ms; ;) {
        const [next] = due.filter((entry) => entry.at <= until).sort((a, b) => a.at - b.at)
        at = next?.at ?? until
        if (!next) return
        due = due.filter((entry) => entry !== next)
        next.run()
      }
    },
  }
}

it('goes on and on at its pace, slowly while the game runs', () => {
  const { timing, playing, pass, setPlaying, waiting } = stage()
  const done: number[] = []
  const stop = inRhythm(100, () => done.push(timing.now()), playing, timing)
  pass(250)
  expect(done).toEqual([100, 200])
  setPlaying(true)
  pass(1_150)
  expect(done).toEqual([100, 200, 800, 1_400])
  setPlaying(false)
  pass(100)
  expect(done).toEqual([100, 200, 800, 1_400, 1_500])
  stop()
  pass(1_000)
  expect(done).toHaveLength(5)
  expect(waiting()).toBe(0)
})

it('does not wait longer than its pace when the clock is set back', () => {
  const { timing, playing, pass, setPlaying } = stage()
  let [ahead, done] = [500_000, 0]
  const clock = { ...timing, now: () => timing.now() + ahead }
  inRhythm(100, () => done++, playing, clock)
  pass(100)
  ahead = 0
  setPlaying(true)
  setPlaying(false)
  pass(100)
  expect(done).toBe(2)
})

it('does at once what came due while the game ran', () => {
  const { timing, playing, pass, setPlaying } = stage()
  const done: number[] = []
  inRhythm(100, () => done.push(timing.now()), playing, timing)
  setPlaying(true)
  pass(350)
  expect(done).toEqual([])
  setPlaying(false)
  pass(0)
  expect(done).toEqual([350])
  pass(100)
  expect(done).toEqual([350, 450])
})
