import { injectFileFaults } from './files.ts'
import { type InjectedFaults, parseFaults } from './parse.ts'

export { type InjectedFaults, jumpingClock, type ServiceFault } from './parse.ts'

/** What the threads of this process are to inject; set by the main thread alone, so that nobody else can. */
const FOR_THREADS = 'LOADOUT_THREAD_FAULTS'

/** Injects what `LOADOUT_FAULTS` names; nothing in a packaged app, whatever its environment says. */
export function injectFaults(text: string | undefined, isPackaged: boolean): InjectedFaults {
  const faults = parseFaults(isPackaged ? '' : (text ?? ''))
  delete process.env[FOR_THREADS]
  if (faults.files.length === 0) return faults
  injectFileFaults(faults.files)
  process.env[FOR_THREADS] = text
  return faults
}

/** Called first in a worker thread: it fails as the main thread was told to. */
export function joinFaults(): void {
  const text = process.env[FOR_THREADS]
  if (text) injectFileFaults(parseFaults(text).files)
}
