import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { modules, root } from './paths.mjs'
import { fetchMember } from './npm-package.mjs'
import { say } from './say.mjs'

/** The lock file's packages with the keychain's native part, for a system and some processors. */
export function bindingsFor(lock, platform, cpus) {
  return Object.entries(lock.packages)
    .filter(([path, { os, cpu, libc }]) => {
      const isIts =
        path.startsWith('node_modules/@napi-rs/keyring-') && os.includes(platform) && !libc?.includes('musl')
      return isIts && cpus.includes(cpu[0])
    })
    .map(([path, { version, integrity }]) => ({ name: path.replace('node_modules/', ''), version, integrity }))
}

/** Fetches the native parts for other processors, which `npm ci` leaves out: a package for them would have no keychain. */
export async function ensureBindings(platform, cpus) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  for (const { name, version, integrity } of bindingsFor(lock, platform, cpus)) {
    const home = join(modules, name)
    if (existsSync(home)) continue
    say(`fetching ${name}`)
    const work = await mkdtemp(join(modules, '.fetching-'))
    const made = join(work, 'made')
    await mkdir(made)
    const source = { spec: `${name}@${version}`, integrity }
    const take = (file) => fetchMember({ ...source, member: `package/${file}` }, join(made, file), work)
    await take('package.json')
    await take(JSON.parse(readFileSync(join(made, 'package.json'), 'utf8')).main)
    await rename(made, home)
    await rm(work, { recursive: true, force: true })
  }
}
