// Runs tests on one mutant after the other in one Vitest, which test-mutants.mjs starts and may have to end.
import { relative } from 'node:path'
import { BaseSequencer, createVitest } from 'vitest/node'
import { root } from './paths.mjs'

const tests = process.argv.slice(2)
let mutant
const standIn = {
  name: 'mutant',
  enforce: 'pre',
  load: (id) => (id === mutant?.file ? mutant.code : undefined),
}
/** Runs the tests in the order in which they are named, so that the fastest find a mistake first. */
class AsNamed extends BaseSequencer {
  sort(specifications) {
    const placeOf = ({ moduleId }) => tests.indexOf(relative(root, moduleId))
    return specifications.toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}
const vitest = await createVitest(
  'test',
  {
    config: false,
    watch: true,
    include: tests,
    environment: 'node',
    isolate: false,
    maxWorkers: 1,
    pool: 'forks',
    bail: 1,
    sequence: { sequencer: AsNamed },
    reporters: [{}],
    globalSetup: ['test/support/build-programs.ts'],
    testTimeout: 30_000,
  },
  { plugins: [standIn], configFile: false, server: { watch: null } },
)
vitest.onTestsRerun(() => undefined)
const specifications = await vitest.globTestSpecifications()

async function passes() {
  await vitest.runTestSpecifications(specifications, true)
  const modules = vitest.state.getTestModules()
  return modules.length > 0 && modules.every((module) => module.ok()) && vitest.state.getUnhandledErrors().length === 0
}

process.on('message', async (next) => {
  const touched = [mutant?.file, next?.file].filter(Boolean)
  mutant = next ?? undefined
  for (const file of touched) vitest.invalidateFile(file)
  vitest.state.clearErrors()
  process.send({ passes: await passes() })
})
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL')) // the parent is gone, so this process and its children end
process.send({ ready: true })
