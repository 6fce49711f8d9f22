#!/usr/bin/env node
// with-desktop.mjs COMMAND [ARGUMENT…]: runs a command on a virtual display (if there is none) and with a keychain.
import { withDesktop } from './lib/desktop.mjs'
import { runScript, SetupProblem } from './lib/say.mjs'
import { SESSION } from './lib/setup.mjs'
import { ensureSystem, hasNoDisplay } from './lib/system.mjs'

await runScript(async () => {
  const [command, ...args] = process.argv.slice(2)
  if (!command) throw new SetupProblem('usage: with-desktop.mjs COMMAND [ARGUMENT…]')
  await ensureSystem({ commands: [...(hasNoDisplay() ? ['Xvfb'] : []), ...SESSION] })
  return withDesktop(command, args)
})
