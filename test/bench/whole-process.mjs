import { spawnSync } from 'node:child_process'

/** Quotes words as a command line of the shell. */
export const lineOf = (...words) => words.map((word) => `'${String(word).replaceAll("'", "'\\''")}'`).join(' ')

/**
 * Runs a line of bash to its end.
 * @returns {{ ms: number, cpuMs: number }} the elapsed time, and the processor time (user and system) of all its processes
 */
export function timed(line) {
  const script = `set -o pipefail; TIMEFORMAT='%R %U %S'; time { ${line} ; } >/dev/null 2>&1`
  const { status, stderr } = spawnSync('bash', ['-c', script], {
    env: { ...process.env, LC_ALL: 'C' },
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (status !== 0) throw new Error(`ended with ${status}: ${line}`)
  const [real, user, system] = stderr.trim().split(' ').map(Number)
  return { ms: real * 1000, cpuMs: (user + system) * 1000 }
}
