// The walk itself, inside a desktop session of its own: main.mjs ELECTRON [WISH…]
import { join } from 'node:path'
import { out, root } from '../paths.mjs'
import { runScript } from '../say.mjs'
import { isRoot } from '../system.mjs'
import { gallery } from './gallery.mjs'

await runScript(() => {
  const [electron, ...wishes] = process.argv.slice(2)
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env
  const sandbox = isRoot && process.platform === 'linux' ? ['--no-sandbox'] : []
  const launch = { executablePath: electron, args: [...sandbox, root, '--log-level=3', '--lang=en-US'], env }
  return gallery(launch, join(out, 'gallery'), wishes)
})
