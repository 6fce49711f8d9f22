import { root } from './paths.mjs'
import { sandboxSwitches } from './sandbox.mjs'

function switches(env) {
  const list = [...sandboxSwitches]
  if (env['WAYLAND_DISPLAY'] && !env['DISPLAY']) list.push('--ozone-platform-hint=auto')
  return list
}

/**
 * How the app is launched, in Playwright's words: relative paths in `args` mean the folder that npm was called in.
 *
 * @param {string} electron path of the program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [extra]
 */
export function launchOf(electron, args, extra) {
  const cwd = process.env['INIT_CWD'] ?? process.cwd()
  const { ELECTRON_RUN_AS_NODE: _, ...env } = { ...process.env, ...extra }
  // Playwright disables the sandbox by default.
  return { executablePath: electron, chromiumSandbox: true, args: [...switches(env), root, ...args], cwd, env }
}
