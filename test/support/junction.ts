import { execFileSync } from 'node:child_process'
import { existsSync, symlinkSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

const inSystemBelow = (path: string): string => execFileSync('winepath', ['-u', path], { encoding: 'utf8' }).trim()

/** Runs a program of the system below wine until `done`, because wine does not report its end. */
async function below(words: string[], done: () => boolean): Promise<void> {
  execFileSync('start', ['/unix', ...words], { stdio: 'ignore' })
  while (!done()) await delay(20)
}

/**
 * Makes a folder lead to another one until the test ends: by a junction or, since wine 8 has none, by a link of the system below it,
 * which Windows programs see as a folder in another place.
 */
export async function makeJunction(target: string, path: string): Promise<void> {
  try {
    symlinkSync(target, path, 'junction')
  } catch {
    const at = inSystemBelow(path)
    await below(['/bin/ln', '-s', inSystemBelow(target), at], () => existsSync(path))
    onTestFinished(() => below(['/bin/rm', '-f', at], () => !existsSync(path)))
  }
}
