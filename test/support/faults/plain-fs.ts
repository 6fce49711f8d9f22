import { plainFs as real } from '../../../src-main/lib/plain-fs.ts'
import { faultyFs } from './faulty-fs.ts'

/** Replaces lib/plain-fs.ts in the test build. */
export const plainFs = faultyFs(real)
