// Renders the first pictures: of the browser there is what the page looks at while it loads, and nothing more.
import { parentPort, workerData } from 'node:worker_threads'

const nothing = () => undefined
/** Whether this player has marked friends the page alone knows: with one, the picture leaves the place for them open. */
const remembered = { 'loadout.friends': '["-"]' }

Object.assign(globalThis, {
  document: { documentElement: {}, visibilityState: 'visible', addEventListener: nothing },
  addEventListener: nothing,
  localStorage: { getItem: (key) => remembered[key] ?? null },
})
const userAgent = process.platform === 'darwin' ? 'Macintosh' : ''
Object.defineProperty(globalThis, 'navigator', { value: { userAgent, onLine: true }, configurable: true })

const { prerender } = await import(workerData.file)
parentPort.postMessage(await prerender())
