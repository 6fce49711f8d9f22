import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { programAt } from '../support/programs.ts'
import { tempDir } from '../support/temp.ts'
import { bytesOf, treeOf, write } from './support.ts'

/** How many; `npm run test:move-kill` asks for fifty. */
const KILLS = Number(process.env.LOADOUT_MOVE_KILLS ?? 3)
const child = programAt('move-child')

async function runAndKill(args: string[], killAfterMs: number | undefined): Promise<boolean> {
  const run = spawn(process.execPath, [child, ...args])
  let err = ''
  run.stderr.on('data', (text: Buffer) => (err += text.toString()))
  run.stdout.resume()
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => run.kill('SIGKILL'), killAfterMs)
  const [code, signal] = (await once(run, 'close')) as [number | null, string | null]
  clearTimeout(timer)
  expect(err).toBe('')
  expect(code === 0 || signal === 'SIGKILL').toBe(true)
  return signal === 'SIGKILL'
}

it(
  'mods that move are whole in the valid folder after each of many kills, and arrive',
  async () => {
    for (let kills = 0; kills < KILLS;) {
      const [dataDir, gameDir, to] = [tempDir(), realpathSync(tempDir()), realpathSync(tempDir())]
      for (let n = 0; n < 60; n++)
        write(gameDir, `@Nordwind/addons/${n % 7}/file ${n}.pbo`, bytesOf(`${n}`, n % 9 === 0 ? 3_000_000 : n * 1_000))
      write(gameDir, '@Harbour/mod.cpp', 'harbour')
      const mods = treeOf(gameDir)
      write(gameDir, '@Foreign/a.pbo', 'of another community')
      const validTree = () => {
        const settings = join(dataDir, 'settings.json')
        const isNew = existsSync(settings) && readFileSync(settings, 'utf8').includes('modsDir')
        return treeOf(isNew ? to : gameDir)
      }
      const args = [dataDir, gameDir, to]
      for (let round = 0; round < 6 && kills < KILLS; round++) {
        const after = 150 + Math.random() * 700
        if (!(await runAndKill(args, after))) break
        kills++
        expect(validTree(), `kill ${kills} after ${after} ms`).toMatchObject(mods)
      }
      expect(await runAndKill(args, undefined)).toBe(false)
      expect(treeOf(to)).toEqual(mods)
      expect(Object.keys(treeOf(gameDir))).toEqual(['@Foreign/a.pbo'])
    }
  },
  30_000 + KILLS * 8_000,
)
