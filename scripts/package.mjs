#!/usr/bin/env node
// npm run package: the unpacked app in dist/, with the installed Electron and without the network.
// npm run package -- --win nsis (or any other target of electron-builder): packages for release, with the official Electron, which
// needs the network. With --at-hand, packages with the installed Electron, for trying them on this computer.
import { dirname, join } from 'node:path'
import { ensureBindings } from './lib/bindings.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { modules, root } from './lib/paths.mjs'
import { capture, relay } from './lib/run.mjs'
import { runScript, say, SetupProblem } from './lib/say.mjs'
import { setup } from './lib/setup.mjs'
import { signReleases } from './lib/sign-release.mjs'

async function versionOf(electron) {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  const { code, stdout } = await capture(electron, ['-p', 'process.versions.electron'], { env })
  if (code !== 0) throw new SetupProblem('the Electron at hand does not tell its version')
  return stdout.trim()
}

const AT_HAND = '--at-hand'

/** Options that make electron-builder use the installed Electron. */
async function atHand(electron) {
  return [`-c.electronDist=${dirname(electron)}`, `-c.electronVersion=${await versionOf(electron)}`]
}

const SYSTEMS = { '--win': 'win32', '--mac': 'darwin', '--linux': 'linux' }

await runScript(async () => {
  const said = process.argv.slice(2)
  const targets = said.length > 0 ? said.filter((word) => word !== AT_HAND) : ['--dir']
  const electron = await setup()
  await ensureBuilt()
  const system = Object.keys(SYSTEMS).find((word) => said.includes(word))
  const cpus = ['x64', 'arm64'].filter((cpu) => said.includes(`--${cpu}`))
  if (system) await ensureBindings(SYSTEMS[system], cpus)
  const builder = join(modules, 'electron-builder', 'cli.js')
  const what = [...targets, ...(said.length === 0 || said.includes(AT_HAND) ? await atHand(electron) : [])]
  const args = ['--config', 'electron-builder.config.mjs', '--publish', 'never', ...what]
  const code = await relay(process.execPath, [builder, ...args], { cwd: root })
  const key = process.env.LOADOUT_UPDATE_SIGNING_KEY
  if (code === 0 && key) for (const name of signReleases(join(root, 'dist'), key)) say(`signed: ${name}`)
  return code
})
