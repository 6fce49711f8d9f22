/** Runs in a child process with a keychain of its own: uses the real one and prints what came of it. */
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { openChildVault } from './child-vault.ts'

function isSocket(path: string): boolean {
  try {
    return readlinkSync(path).startsWith('socket:')
  } catch {
    return false // what listed the folder is in the list
  }
}

const vault = openChildVault()
const session = 'sitzung-é-'.repeat(1_000)
await vault.write('demo', 'player-secret', 'tok-ä-123')
await vault.write('demo', 'bank-session', session)
const view = { ...vault.view }
const secret = await vault.read('demo', 'player-secret')
const sessionSame = (await vault.read('demo', 'bank-session')) === session
const held = await vault.held(['demo'])
const openFiles = '/proc/self/fd'
let connections = 0
for (let read = 0; read < 200; read++) {
  await vault.read('demo', 'player-secret')
  const open = existsSync(openFiles) ? readdirSync(openFiles) : [] // another system tells none
  connections = Math.max(connections, open.filter((fd) => isSocket(`${openFiles}/${fd}`)).length)
}
const forgotten = vault.forget('demo', 'player-secret').then(() => vault.forget('demo', 'bank-session'))
const after = await forgotten.then(
  () => vault.held(['demo']),
  () => 'refused',
)
process.stdout.write(`RESULT ${JSON.stringify({ view, secret, sessionSame, held, connections, after })}\n`)
process.exit(0)
