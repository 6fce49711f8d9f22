// The walk itself, inside its own desktop session: main.mjs ELECTRON [OPTION…]
import { join } from 'node:path'
import { launchOf } from '../launch.mjs'
import { out } from '../paths.mjs'
import { runScript } from '../say.mjs'
import { gallery } from './gallery.mjs'

await runScript(() => {
  const [electron, ...wishes] = process.argv.slice(2)
  return gallery(launchOf(electron, ['--log-level=3', '--lang=en-US']), join(out, 'gallery'), wishes)
})
