// Memory and processor time of a program and its children, from Linux's /proc.
import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** All processes below `pid`, including itself. */
function tree(pid) {
  const parents = new Map()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // ended in the meantime
    }
  }
  const found = [pid]
  for (const id of found) for (const [child, parent] of parents) if (parent === id) found.push(child)
  return found
}

const sum = (values) => values.reduce((total, value) => total + value, 0)

/** Proportional memory (PSS) of a process and all below it, bytes. */
export const memoryOf = (pid) =>
  sum(
    tree(pid).map((id) => {
      const text = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8')
      return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) * 1024
    }),
  )

/** Processor time that a process and all below it have used so far, seconds. */
export const cpuOf = (pid) =>
  sum(
    tree(pid).map((id) => {
      const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1).split(' ')
      return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
    }),
  )
