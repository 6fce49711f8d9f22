#!/usr/bin/env node
// npm start: sets up, builds what changed, runs the app with the arguments given. Without a display, or with --tour,
// the app walks its main job once on a virtual display and leaves screenshots in out/tour.
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { virtualDisplay } from './lib/desktop.mjs'
import { launchOf } from './lib/launch.mjs'
import { out } from './lib/paths.mjs'
import { relay } from './lib/run.mjs'
import { ordinaryUser } from './lib/sandbox.mjs'
import { runScript, say } from './lib/say.mjs'
import { setup } from './lib/setup.mjs'
import { hasNoDisplay } from './lib/system.mjs'

function play(electron, args) {
  const { executablePath, args: argv, cwd, env } = launchOf(electron, args)
  return relay(executablePath, argv, { cwd, env })
}

/** The tour drives the real app, so it says English: its pictures and its report are read by anyone. */
async function goOnTour(electron, args) {
  const { tour } = await import('./lib/tour.mjs') // needs the packages that setup has installed
  const display = process.platform === 'linux' ? await virtualDisplay() : undefined
  try {
    // A machine without a display has no graphics card and no system bus either; Chromium would complain at length.
    return await tour(launchOf(electron, ['--log-level=3', '--lang=en-US', ...args], display?.env), join(out, 'tour'))
  } finally {
    await display?.stop()
  }
}

await runScript(async () => {
  const args = process.argv.slice(2).filter((argument) => argument !== '--tour')
  const noDisplay = hasNoDisplay()
  const touring = noDisplay || args.length < process.argv.length - 2
  const electron = await setup({ display: touring && process.platform === 'linux' })
  await ensureBuilt()
  const [program, ...words] = await ordinaryUser()
  if (program) return relay(program, [...words, process.execPath, ...process.argv.slice(1)])
  if (!touring) return play(electron, args)
  if (noDisplay)
    say('no display here: the app runs on a virtual one and walks its main job, screenshots go to out/tour')
  return goOnTour(electron, args)
})
