export { PartDigests } from './local-copy.ts'
export { hasStopped, RepairRun, restingState, untilChecked } from './repair-run.ts'
