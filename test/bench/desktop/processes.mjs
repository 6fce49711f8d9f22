// What a program and its children use, as Linux tells it.
import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** All processes below `pid`, itself included. */
function tree(pid) {
  const parents = new Map()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // ended meanwhile
    }
  }
  const found = [pid]
  for (const id of found) for (const [child, parent] of parents) if (parent === id) found.push(child)
  return found
}

/** What a process is for: Chromium's own name for it, `main` for the first. */
const kindOf = (id) => /--type=([\w-]+)/.exec(readFileSync(`/proc/${id}/cmdline`, 'utf8'))?.[1] ?? 'main'

/** Proportional memory of each process of a tree, bytes. */
export const pssOf = (pid) =>
  tree(pid).map((id) => {
    const text = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8')
    return { kind: kindOf(id), bytes: Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) * 1024 }
  })

/** CPU seconds that each process of a tree has used so far. */
export const cpuOf = (pid) =>
  tree(pid).map((id) => {
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1).split(' ')
    return { kind: kindOf(id), seconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND }
  })

export const sum = (values) => values.reduce((total, value) => total + value, 0)

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
