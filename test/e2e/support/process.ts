/** Ends a process, or a group if `pid` is negative. It may have ended by itself. */
export function end(pid: number): void {
  try {
    process.kill(pid)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
