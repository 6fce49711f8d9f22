/** Ends a process (below zero: its whole group) that may have ended by itself. */
export function end(pid: number): void {
  try {
    process.kill(pid)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
