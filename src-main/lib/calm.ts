import { realTiming, type Timing } from './activity.ts'

/** How long a process is watched at a time (longer than the threads of a start stay), and the share of a core under which it counts as calm. */
const SLICE_MS = 5_000
const CALM_SHARE = 0.05

/** Milliseconds of processor time that this process has used, all threads together. */
const ownCpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Runs `work` once, as soon as this process has had next to nothing to do for five seconds; returns the way to call it off. */
export function whenCalm(work: () => void, cpuMs = ownCpuMs, timing: Timing = realTiming): () => void {
  let callOff = () => undefined as void
  const watch = () => {
    const [used, since] = [cpuMs(), timing.now()]
    callOff = timing.after(SLICE_MS, () => {
      if (cpuMs() - used < CALM_SHARE * (timing.now() - since)) work()
      else watch()
    })
  }
  watch()
  return () => callOff()
}
