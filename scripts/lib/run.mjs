import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Runs a program with its output kept. A program that cannot start has code -1.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ code: number, stdout: string, stderr: string }>}
 */
export function capture(command, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const parts = { stdout: [], stderr: [] }
    for (const name of ['stdout', 'stderr']) child[name].on('data', (data) => parts[name].push(data))
    const text = (name) => Buffer.concat(parts[name]).toString()
    child.on('error', (error) => done({ code: -1, stdout: '', stderr: error.message }))
    child.on('close', (code) => done({ code: code ?? -1, stdout: text('stdout'), stderr: text('stderr') }))
  })
}

/** The exit code in a shell for a child that ended with `code` or by `signal`. */
export function exitCode(code, signal) {
  if (code !== null) return code
  return { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal] ?? 1
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a program with this one's input and output and returns its exit code. It stands in a process group of its own,
 * so that a signal reaches it once: from here. With `group`, signals go to all of its group, and what is left running
 * there is ended with it; without, to the program alone (an app ends its own children in order). After `limit`
 * milliseconds it is told to end.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { group?: boolean, limit?: number }} [options]
 * @returns {Promise<number>}
 */
export function relay(command, args, { group = false, limit, ...options } = {}) {
  return new Promise((done, fail) => {
    const own = process.platform !== 'win32'
    const child = spawn(command, args, { stdio: 'inherit', detached: own, ...options })
    const pass = (signal) => signalTo(child, group && own, signal)
    for (const signal of SIGNALS) process.on(signal, pass)
    const alarm = limit && setTimeout(() => pass('SIGTERM'), limit)
    const forget = () => {
      clearTimeout(alarm)
      SIGNALS.forEach((signal) => process.off(signal, pass))
    }
    child.on('error', (error) => {
      forget()
      fail(error)
    })
    child.on('exit', (code, signal) => {
      forget()
      if (group) pass('SIGTERM')
      done(exitCode(code, signal))
    })
  })
}

function signalTo(child, group, signal) {
  try {
    if (group) process.kill(-child.pid, signal)
    else child.kill(signal)
  } catch {
    // nobody is left
  }
}

/** The full path of a command on PATH, or undefined. */
export function which(command) {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    if (!folder) continue
    const file = join(folder, command)
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {
      // not in this folder
    }
  }
  return undefined
}

/** How to call npm: the npm that runs this script if there is one, else the one on PATH. */
function npmCommand() {
  const running = process.env['npm_execpath']
  if (running?.endsWith('.js')) {
    return { command: process.execPath, args: [running.replace(/npx-cli\.js$/, 'npm-cli.js')], options: {} }
  }
  const windows = process.platform === 'win32'
  return { command: windows ? 'npm.cmd' : 'npm', args: [], options: { shell: windows } }
}

/** Runs npm with its output kept. */
export function npm(args, options = {}) {
  const call = npmCommand()
  return capture(call.command, [...call.args, ...args], { ...call.options, ...options })
}

const linesOf = ({ stdout, stderr }) => `${stdout}\n${stderr}`.trim().split('\n')

/** The last lines of a program's output, for a message about its failure. */
export const tail = (result, lines = 15) => linesOf(result).slice(-lines).join('\n')

/** The first lines: npm prints the error first, then its usage. */
export const head = (result, lines = 15) => linesOf(result).slice(0, lines).join('\n')
