import { execFile } from 'node:child_process'

/** A program's output. `code` is null if it did not start or took too long. */
export interface ToolAnswer {
  code: number | null
  stdout: string
}

const LONGEST_MS = 15_000
const MOST_OUTPUT = 8 << 20

/**
 * Runs a program of the system with arguments and additional environment variables, never through a shell and with a time limit. Never
 * throws.
 */
export const runTool = (
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ToolAnswer> =>
  new Promise((resolve) => {
    const options = { timeout: LONGEST_MS, maxBuffer: MOST_OUTPUT, windowsHide: true, shell: false }
    execFile(file, [...args], { ...options, env: { ...process.env, ...env } }, (error, stdout) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null
      resolve({ code, stdout })
    })
  })

export type RunTool = typeof runTool
