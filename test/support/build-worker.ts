import { buildForNode, workers } from '../../scripts/lib/build-for-node.mjs'

/** Builds the workers once for the tests in plain Node: `out/test/hash-worker.js` and the like. */
export default (): Promise<void> => buildForNode(workers, 'out/test')
