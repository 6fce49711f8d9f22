#!/usr/bin/env node
// npm run gallery: walks every screen, tab and dialog of the demo in both languages, all themes, three sizes and at 150 %, and
// leaves pictures and contact sheets in out/gallery. --only=, --theme=, --language=, --size=1366x768 and its --scale=125 choose some.
import { join } from 'node:path'
import { ensureFaultyBuilt } from './lib/build.mjs'
import { withDesktop } from './lib/desktop.mjs'
import { root } from './lib/paths.mjs'
import { runScript } from './lib/say.mjs'
import { setup } from './lib/setup.mjs'

await runScript(async () => {
  const electron = await setup({ tests: true })
  await ensureFaultyBuilt()
  const walk = join(root, 'scripts/lib/gallery/main.mjs')
  return withDesktop(process.execPath, [walk, electron, ...process.argv.slice(2)], { cwd: root })
})
