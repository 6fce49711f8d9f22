import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { GameRecipe } from '../settings/index.ts'

const NAME = 'demo-game'
/** How long the stand-in "plays", in seconds. */
const PLAYS_FOR = 20

/** A program in place of the game. It writes its arguments to `demo-game.args`, one per line, its process to `demo-game.pid`, and runs for a while. */
const script = `#!/bin/sh
printf '%s\\n' "$@" > "$0.args.part"
echo $$ > "$0.pid"
mv "$0.args.part" "$0.args"
sleep ${PLAYS_FOR}
`

/** The demo's game starts without Steam. Windows does not run scripts, so there is nothing to start. */
export const demoRecipe: GameRecipe = v.parse(GameRecipe, {
  name: 'Demo game',
  viaSteam: [],
  executables: { linux: [NAME], darwin: [NAME], win32: [`${NAME}.exe`] },
  processes: { linux: [NAME], darwin: [NAME], win32: [`${NAME}.exe`] },
  versioned: [],
  registry: [],
})

/** A log with two of the usual problems, for the crash reader, which has just ended. */
function logOf(now: Date): string {
  const at = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toTimeString().slice(0, 8)
  return `=====================================================================
== ${NAME}
=====================================================================
${at(34)} Mission read.
${at(34)} Roles assigned.
${at(32)} Addon 'nw_harbour' requires addon 'nw_core'
${at(0)} DX11 error : DXGI_ERROR_DEVICE_HUNG
`
}

export async function placeStandIn(gameDir: string, now: Date): Promise<void> {
  await mkdir(gameDir, { recursive: true })
  await writeFile(join(gameDir, NAME), script)
  await writeFile(join(gameDir, `${NAME}.rpt`), logOf(now))
  await chmod(join(gameDir, NAME), 0o755)
}
