import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withoutProgress } from '../support/loadout.ts'
import { programAt } from '../support/programs.ts'
import { tempDir } from '../support/temp.ts'
import { rowsOf } from './checked.ts'
import { giveKey } from './real-disk.ts'
import { bytesOf, md5, MOD, openWorld, partsIn, read, treeOf, write } from './support.ts'

const electron = createRequire(import.meta.url)('electron') as string

/** Of each kind of step one: fetched anew, fetched in place of another, copied, given its spelling, set aside. */
const fresh = `${MOD}/resources/app.asar`
const wrong = `${MOD}/resources/wrong.asar`
const copied = `${MOD}/copied.asar`
const spelled = `${MOD}/Spelled.asar`
const inside = `${MOD}/folder.asar/inside.pbo`
const extra = `${MOD}/resources/extra.asar`

/** Without Chromium's own log. It tells, for example, of a thread that the app ends while it still starts. */
const withoutLog = (err: string): string => err.replace(/^\[[\d/.]+:[A-Z]+:.*\n/gm, '')

/** Runs a built script in Electron as in Node; what it wrote. */
async function inElectron(words: string[], folder: string): Promise<unknown> {
  giveKey(folder)
  const env = {
    ...process.env,
    ...{ ELECTRON_RUN_AS_NODE: '1', LOADOUT_CACHE_DIR: folder, HOME: folder, XDG_DATA_HOME: '' },
  }
  const child = spawn(electron, words, { env })
  let [out, err] = ['', '']
  child.stdout.on('data', (text: Buffer) => (out += text.toString()))
  child.stderr.on('data', (text: Buffer) => (err += text.toString()))
  const [code] = (await once(child, 'close')) as [number]
  expect({ code, err: withoutLog(withoutProgress(err)) }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}

/** All files but what the repair keeps for itself. */
const inPlace = (gameDir: string) =>
  Object.fromEntries(Object.entries(treeOf(gameDir)).filter(([path]) => !path.startsWith('.loadout/')))

it('a repair in Electron writes, keeps and puts back archives as the files that they are', async () => {
  const files = Object.fromEntries([fresh, wrong, copied, spelled, inside].map((path) => [path, bytesOf(path, 70_000)]))
  const { gameDir, base } = await openWorld(files)
  const folder = tempDir()
  write(folder, 'list.json', JSON.stringify({ data: rowsOf(files) }))
  write(gameDir, wrong, 'rotten')
  write(gameDir, extra, 'mine')
  write(gameDir, `${MOD}/spelled.asar`, files[spelled] ?? '')
  write(gameDir, '@Another/same.asar', files[copied] ?? '')
  const words = ['repair', '--list', join(folder, 'list.json'), '--game-dir', gameDir, '--source', base.href]
  const before = treeOf(gameDir)
  const result = await inElectron([programAt('cli'), ...words, '--yes', '--json', '--set-aside-extras'], folder)
  expect(result).toMatchObject({ result: 'ready', outcome: { repaired: 5, copied: 1, troubles: [] } })
  for (const [path, bytes] of Object.entries(files)) expect(read(gameDir, path)?.equals(bytes), path).toBe(true)
  expect(partsIn(gameDir)).toEqual([])
  expect(read(gameDir, extra)).toBeUndefined()
  const kept = Object.values(treeOf(join(gameDir, '.loadout')))
  expect(kept).toEqual(expect.arrayContaining([md5('rotten'), md5('mine')]))

  const { session } = result as { session: string }
  expect(await inElectron([programAt('undo-child'), gameDir, session], folder)).toMatchObject({
    restored: expect.any(Number) as number,
  })
  expect(inPlace(gameDir)).toEqual(before)
})
