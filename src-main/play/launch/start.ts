import { spawn } from 'node:child_process'
import { Failure } from '../../../src-preload/contract/failure.ts'
import { errnoOf, writeFileAtomic } from '../../lib/index.ts'
import { cleanEnv } from './clean-env.ts'
import type { LaunchPlan } from './plan.ts'

/** What a start needs of the outside. `openExternal` rejects with a Failure. */
export interface StartParts {
  env: Readonly<Record<string, string | undefined>>
  openExternal(url: string): Promise<void>
}

/** Starts a program of its own: it outlives this app, and no shell is between. Settles once the system has started it. */
export function startDetached(
  file: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: unknown) => {
      reject(new Failure('game-not-started', { program: file, errno: errnoOf(error) || 'unknown' }))
    }
    try {
      const child = spawn(file, [...args], { cwd, env, detached: true, stdio: 'ignore', shell: false })
      child.once('error', refuse)
      child.once('spawn', () => {
        child.unref()
        resolve()
      })
    } catch (error) {
      refuse(error) // an argument that the system cannot take at all
    }
  })
}

/**
 * Does what a plan says.
 * @throws Failure `game-not-started`, `parameters-not-written`, `link-refused`, `link-not-opened`
 */
export async function startPlan(plan: LaunchPlan, { env, openExternal }: StartParts): Promise<void> {
  if (plan.way === 'link') return openExternal(plan.url)
  if (plan.parameterFile) {
    try {
      await writeFileAtomic(plan.parameterFile.path, plan.parameterFile.lines.join('\n') + '\n')
    } catch (error) {
      throw new Failure('parameters-not-written', { errno: errnoOf(error) || 'unknown' })
    }
  }
  await startDetached(plan.file, plan.args, plan.cwd, cleanEnv(env))
}
