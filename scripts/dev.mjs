#!/usr/bin/env node
// npm run dev: the app, rebuilt as the sources change. A change of the page reloads it; any other change restarts the app.
// The page is always the built one, so it has the same address and policy as for players.
import { watch } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { launchOf } from './lib/launch.mjs'
import { root } from './lib/paths.mjs'
import { relay } from './lib/run.mjs'
import { ordinaryUser } from './lib/sandbox.mjs'
import { complain, runScript, say, SetupProblem } from './lib/say.mjs'
import { setup } from './lib/setup.mjs'
import { hasNoDisplay } from './lib/system.mjs'

const PAGE = ['src-renderer']
const REST = ['src-main', 'src-preload', 'resources']
/** An editor writes a file in several steps. */
const SETTLED_MS = 150

/** Calls `onchange(restart)` when the files no longer change, one call after the other. */
function watchSources(onchange) {
  let timer
  let restart = false
  let last = Promise.resolve()
  const settle = () => {
    const full = restart
    restart = false
    last = last.then(() => onchange(full)).catch(complain)
  }
  const note = (full) => {
    restart ||= full
    clearTimeout(timer)
    timer = setTimeout(settle, SETTLED_MS)
  }
  const watchers = [...PAGE, ...REST].map((folder) =>
    watch(join(root, folder), { recursive: true }, () => note(REST.includes(folder))),
  )
  return () => watchers.forEach((watcher) => watcher.close())
}

/** Runs the app and watches the sources until the user closes it. */
async function develop(electron, args) {
  const { _electron } = await import('playwright') // needs the packages that setup has installed
  let app
  let end
  const ended = new Promise((done) => (end = done))
  const launch = async () => {
    const running = await _electron.launch(launchOf(electron, args))
    running.on('close', () => running === app && end())
    app = running
  }
  await launch()
  const stop = watchSources(async (restart) => {
    await ensureBuilt()
    say(restart ? 'starting the app anew' : 'reloading the page')
    if (!restart) return (await app.firstWindow()).reload()
    const old = app
    app = undefined // this close is not the user's
    await old.close()
    await launch()
  })
  await ended
  stop()
}

await runScript(async () => {
  if (hasNoDisplay())
    throw new SetupProblem('there is no display to show the app on; npm run tour needs none, and leaves pictures')
  const electron = await setup()
  await ensureBuilt()
  const [program, ...words] = await ordinaryUser()
  if (program) return relay(program, [...words, process.execPath, ...process.argv.slice(1)])
  await develop(electron, process.argv.slice(2))
  return 0
})
