import { expect, it } from 'vitest'
import { capture } from '../../scripts/lib/run.mjs'
import { ownProcesses } from '../../scripts/lib/sandbox.mjs'

const [unshare, ...words] = await ownProcesses()

it.skipIf(unshare === undefined)('what has processes of its own sees no other, and leaves none behind', async () => {
  const script = 'sleep 600 & kill -0 "$0" 2>/dev/null && echo "sees $0"; echo ends'
  const { stdout } = await capture(unshare ?? '', [...words, 'sh', '-c', script, String(process.pid)])
  expect(stdout).toBe('ends\n')
})
