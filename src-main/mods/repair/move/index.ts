export { moveHandlers, ModsMover } from './move.ts'
export type { MoveNeeds } from './prepare-move.ts'
