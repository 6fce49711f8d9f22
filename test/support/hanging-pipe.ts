import { execFileSync } from 'node:child_process'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A pipe at which whatever opens it to read waits in a call of the system, as for a disk that does not answer, until the test is over. */
export function hangingPipe(dir: string): string {
  const pipe = join(dir, 'pipe')
  execFileSync('mkfifo', [pipe])
  onTestFinished(async () => (await open(pipe, 'r+')).close()) // a thread that waits there would keep the process
  return pipe
}
