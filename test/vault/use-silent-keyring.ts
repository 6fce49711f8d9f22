/** Runs in a child process whose keychain does not answer (any more): prints what the vault made of it, and ends. */
import { readFile } from 'node:fs/promises'
import { isFailure } from '../../src-preload/contract/failure.ts'
import { openChildVault } from './child-vault.ts'

/** The daemon to be stopped and woken; without it nobody answers at all. */
const daemon = Number(process.argv[2])
const told = (work: Promise<unknown>) =>
  work.then(
    (value) => value ?? 'nothing',
    (error: unknown) => (isFailure(error) && error.is('keychain-unavailable') ? error.facts.state : String(error)),
  )

/** A daemon that answers has all the time that a busy computer needs. */
let isSilent = !daemon
const vault = openChildVault((ms) => (isSilent ? ms / 10 : ms * 10))
if (daemon) {
  await vault.write('demo', 'player-secret', 'tok-1')
  process.kill(daemon, 'SIGSTOP')
  isSilent = true
}
let answered = false
const reading = told(vault.read('demo', 'player-secret')).finally(() => (answered = true))
// This process must go on meanwhile, with its disk: a call that blocks would keep both from here.
for (let turn = 0; turn < 5; turn++) {
  await new Promise((resolve) => setImmediate(resolve))
  await readFile(import.meta.filename)
}
const wentOn = !answered
const first = await reading
const signOut = await told(vault.forget('demo', 'player-secret'))
if (daemon) {
  process.kill(daemon, 'SIGCONT')
  isSilent = false
}
const { state } = await vault.retry()
const again = daemon ? await told(vault.read('demo', 'player-secret')) : undefined
process.stdout.write(`RESULT ${JSON.stringify({ wentOn, first, signOut, state, again })}\n`)
process.exit(0)
