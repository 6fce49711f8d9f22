import { execFileSync } from 'node:child_process'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A named pipe. Opening it to read blocks in the system call, as on a disk that does not respond, until the test ends. */
export function hangingPipe(dir: string): string {
  const pipe = join(dir, 'pipe')
  execFileSync('mkfifo', [pipe])
  onTestFinished(async () => (await open(pipe, 'r+')).close()) // a blocked thread would keep the process alive
  return pipe
}
