// Setup prints short lines, and only if it has something to do. The command line uses stdout for its result, so these lines go to
// stderr.
let out = process.stdout

export function sayOn(stream) {
  out = stream
}

export function say(line) {
  out.write(`loadout: ${line}\n`)
}

/** A problem that the user can solve. Only its message is shown, without a stack. */
export class SetupProblem extends Error {}

export function complain(problem) {
  const text = problem instanceof SetupProblem ? problem.message : problem.stack
  process.stderr.write(`loadout: ${text}\n`)
}

/** Runs a script's main function; the exit code is its return value. */
export async function runScript(main) {
  try {
    process.exitCode = (await main()) ?? 0
  } catch (problem) {
    complain(problem)
    process.exitCode = 1
  }
}
