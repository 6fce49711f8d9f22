#!/usr/bin/env node
// npm start: sets up, builds what changed, runs the app with the arguments given. Without a display, or with --tour,
// the app walks its main job once on a virtual display and leaves screenshots in out/tour.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { virtualDisplay } from './lib/desktop.mjs'
import { out, root } from './lib/paths.mjs'
import { relay } from './lib/run.mjs'
import { runScript, say } from './lib/say.mjs'
import { setup } from './lib/setup.mjs'
import { hasNoDisplay, isRoot } from './lib/system.mjs'

function switches(env, tour) {
  const list = []
  if (isRoot && process.platform === 'linux') list.push('--no-sandbox')
  if (env['WAYLAND_DISPLAY'] && !env['DISPLAY']) list.push('--ozone-platform-hint=auto')
  // A machine without a display has no graphics card and no system bus either; Chromium would complain at length.
  if (tour) list.push('--log-level=3')
  return list
}

function run(electron, args, extra, tour) {
  // Relative paths mean the folder that npm was called in.
  const cwd = process.env['INIT_CWD'] ?? process.cwd()
  const { ELECTRON_RUN_AS_NODE: _, ...env } = { ...process.env, ...extra }
  return relay(electron, [...switches(env, tour), root, ...args], { cwd, env })
}

await runScript(async () => {
  const args = process.argv.slice(2).filter((argument) => argument !== '--tour')
  const noDisplay = hasNoDisplay()
  const tour = noDisplay || args.length < process.argv.length - 2
  const virtual = tour && process.platform === 'linux'
  const electron = await setup({ display: virtual })
  await ensureBuilt()
  if (!tour) return run(electron, args, {}, false)

  const folder = join(out, 'tour')
  mkdirSync(folder, { recursive: true })
  if (noDisplay)
    say('no display here: the app runs on a virtual one and walks its main job, screenshots go to out/tour')
  const display = virtual ? await virtualDisplay() : undefined
  try {
    return await run(electron, args, { LOADOUT_TOUR: folder, ...display?.env }, true)
  } finally {
    await display?.stop()
  }
})
