/** Runs in a child process with a keychain of its own: uses the real one and prints what came of it. */
import { openChildVault } from './child-vault.ts'

const vault = openChildVault()
const session = 'sitzung-é-'.repeat(1_000)
await vault.write('demo', 'player-secret', 'tok-ä-123')
await vault.write('demo', 'bank-session', session)
const view = { ...vault.view }
const secret = await vault.read('demo', 'player-secret')
const sessionSame = (await vault.read('demo', 'bank-session')) === session
const held = await vault.held(['demo'])
const forgotten = vault.forget('demo', 'player-secret').then(() => vault.forget('demo', 'bank-session'))
const after = await forgotten.then(
  () => vault.held(['demo']),
  () => 'refused',
)
process.stdout.write(`RESULT ${JSON.stringify({ view, secret, sessionSame, held, after })}\n`)
process.exit(0)
