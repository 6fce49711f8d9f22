import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Failure } from '../../../src-preload/contract/failure.ts'
import { errnoOf, writeFileAtomic } from '../../lib/index.ts'
import type { PlayPorts } from '../ports.ts'
import type { LaunchPlan } from './plan.ts'

/** Variables of this app's own start, which would mislead another program. */
const OWN_NAMES =
  /^(APPIMAGE|APPDIR|ARGV0|OWD|CHROME_DESKTOP|NODE_OPTIONS|NODE_ENV|ELECTRON_.*|LOADOUT_.*|APPIMAGE_.*)$/

type Env = Readonly<Record<string, string | undefined>>

/** The environment for another program, without what an AppImage or this app's start added. */
export function cleanEnv(env: Env): Record<string, string> {
  const { APPDIR: appDir } = env
  const isAdded = (folder: string) => appDir && (folder === appDir || folder.startsWith(`${appDir}/`))
  const clean: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || OWN_NAMES.test(name)) continue
    const folders = value.split(':') // an AppImage adds its own to many lists
    const kept = folders.filter((folder) => !isAdded(folder))
    if (kept.join('') !== '' || kept.length === folders.length) clean[name] = kept.join(':')
  }
  return clean
}

/** Starts a program that outlives this app, without a shell. Settles once the system has started it. */
export async function startDetached(
  file: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string>,
): Promise<void> {
  try {
    const child = spawn(file, [...args], { cwd, env, detached: true, stdio: 'ignore', shell: false })
    await once(child, 'spawn')
    child.unref()
  } catch (error) {
    throw new Failure('game-not-started', { program: file, errno: errnoOf(error) || 'unknown' })
  }
}

/**
 * Carries out a plan.
 * @throws Failure `game-not-started`, `parameters-not-written`, `link-refused`, `link-not-opened`
 */
export async function startPlan(
  plan: LaunchPlan,
  { env, openExternal }: Pick<PlayPorts, 'openExternal'> & { env: Env },
): Promise<void> {
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
