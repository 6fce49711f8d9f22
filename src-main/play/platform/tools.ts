import { execFile } from 'node:child_process'
import { readFile, realpath, stat } from 'node:fs/promises'
import type { FileView, RunTool } from './platform.ts'

const LONGEST_MS = 10_000
const MOST_OUTPUT = 8 << 20

/** Runs a program of the system with a time limit. */
export const runTool: RunTool = (file, args) =>
  new Promise((resolve) => {
    execFile(
      file,
      [...args],
      { timeout: LONGEST_MS, maxBuffer: MOST_OUTPUT, windowsHide: true, shell: false, encoding: 'utf8' },
      (error, stdout) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null
        resolve({ code, stdout })
      },
    )
  })

const kindOf = (path: string) =>
  stat(path).then(
    (found) => (found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'other'),
    () => undefined,
  )

/** The disk as it is. */
export const diskView: FileView = {
  readText: (path) => readFile(path, 'utf8').catch(() => undefined),
  isFile: async (path) => (await kindOf(path)) === 'file',
  isFolder: async (path) => (await kindOf(path)) === 'folder',
  realPath: (path) => realpath(path).catch(() => undefined),
}
