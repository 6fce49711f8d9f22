import { buildForNode } from '../../scripts/lib/build-for-node.mjs'
import { faults } from './faults/plugin.ts'
import { faultyPrograms, programs } from './programs.ts'

/** Builds what the tests in plain Node run beside them: `out/test/hash-worker.js` and the like. */
export default async (): Promise<void> => {
  await buildForNode(programs, 'out/test')
  await buildForNode(faultyPrograms, 'out/test/faulty', [faults])
}
