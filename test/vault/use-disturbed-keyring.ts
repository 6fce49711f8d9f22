/** Runs in a child process with a keychain of its own: reads and forgets while a second process replaces and deletes the same entry. */
import { Entry } from '@napi-rs/keyring'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isFailure } from '../../src-preload/contract/failure.ts'
import { HOSTS, openChildVault, SERVICE } from './child-vault.ts'

const THEIRS = 'theirs'
const READS = 60

/** The other program, until it is let go. */
async function disturb(): Promise<void> {
  const entry = new Entry(SERVICE, 'demo/player-secret', { linux: { store: 'secret-service' } })
  const attempt = (work: () => unknown) => {
    try {
      work()
    } catch {
      // the first process was in between
    }
  }
  while (process.connected) {
    attempt(() => entry.setPassword(`=${HOSTS}\n${THEIRS}`))
    process.send?.('written')
    attempt(() => entry.deletePassword())
    await setImmediate()
  }
}

async function use(): Promise<void> {
  const vault = openChildVault()
  const state = (error: unknown) =>
    isFailure(error) && error.is('keychain-unavailable') ? error.facts.state : String(error)
  const other = fork(fileURLToPath(import.meta.url), ['disturb'])
  await once(other, 'message')
  const told = new Set<string>()
  const states = new Set<string>()
  for (let at = 0; at < READS; at++) {
    told.add(await vault.read('demo', 'player-secret').then((value) => value ?? 'nothing', state))
    if (at % 4 === 0) told.add(await vault.forget('demo', 'player-secret').then(() => 'nothing', state))
    states.add(vault.view.state)
  }
  const left = once(other, 'exit')
  other.disconnect()
  await left
  await vault.write('demo', 'player-secret', 'mine')
  const value = await vault.read('demo', 'player-secret')
  const held = (await vault.held(['demo'])).length
  await vault.forget('demo', 'player-secret')
  const gone = (await vault.read('demo', 'player-secret')) === undefined
  const after = { state: vault.view.state, value, held, gone }
  process.stdout.write(`RESULT ${JSON.stringify({ told: [...told], states: [...states], after })}\n`)
}

if (process.argv[2] === 'disturb') await disturb()
else await use()
process.exit(0)
