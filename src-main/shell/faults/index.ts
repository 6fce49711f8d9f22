import { injectFileFaults } from './files.ts'
import { type InjectedFaults, parseFaults } from './parse.ts'

export type { InjectedFaults, ServiceFault } from './parse.ts'

/** Injects what `LOADOUT_FAULTS` names; nothing in a packaged app, whatever its environment says. */
export function injectFaults(text: string | undefined, isPackaged: boolean): InjectedFaults {
  const faults = parseFaults(isPackaged ? '' : (text ?? ''))
  if (faults.files.length > 0) injectFileFaults(faults.files)
  return faults
}
