import { buildForNode } from '../../scripts/lib/build-for-node.mjs'
import { programs } from './programs.ts'

/** Builds what the tests in plain Node run beside them: `out/test/hash-worker.js` and the like. */
export default (): Promise<void> => buildForNode(programs, 'out/test')
