import { buildForNode } from '../../scripts/lib/build-for-node.mjs'
import { faults } from './faults/plugin.ts'
import { faultyPrograms, programs } from './programs.ts'

/** Builds the programs that tests in plain Node start, such as `out/test/hash-worker.js`. */
export default async (): Promise<void> => {
  await buildForNode(programs, 'out/test')
  await buildForNode(faultyPrograms, 'out/test/faulty', [faults])
}
