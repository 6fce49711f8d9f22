import type { ServiceFault } from '../lib/faults/index.ts'
import type { DemoService } from './service.ts'

/** Lets a service answer wrongly, as `LOADOUT_FAULTS` says: for every path that has the fault's words in it. */
export function serveFaults({ faults }: Pick<DemoService, 'faults'>, injected: readonly ServiceFault[]): void {
  for (const { kind, status, match, times } of injected) {
    const pattern = new RegExp(match.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    faults.set(pattern, kind === 'status' ? { kind, status } : { kind }, times)
  }
}
