import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { programAt } from '../support/programs.ts'

const python = process.platform === 'win32' ? 'python' : 'python3'
const TREES = 2

function hasPython(): boolean {
  try {
    execFileSync(python, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    process.stdout.write(`no ${python} here: the fuzz of damaged trees is left out\n`)
    return false
  }
}

it.runIf(hasPython())(
  'repairs and undoes damaged trees, as another program sees it',
  async () => {
    const program = [process.execPath, programAt('cli').replace(/cli\.js$/, '{}.js')]
    const words = [join(import.meta.dirname, 'fuzz.py'), String(TREES), 'short', ...program]
    const run = spawn(python, words, { stdio: ['ignore', 'pipe', 'inherit'] })
    let out = ''
    run.stdout.on('data', (text: Buffer) => (out += text.toString()))
    await once(run, 'close')
    expect(JSON.parse(out.trim().split('\n').at(-1) ?? '{}')).toMatchObject({ trees: TREES, failed: [] })
  },
  300_000,
)
