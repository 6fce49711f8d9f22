// Loaded before a program: rejects with nobody to hear it as soon as the program listens for what nobody catches.
import { isMainThread } from 'node:worker_threads'

const look = () => {
  if (process.listenerCount('uncaughtException') === 0) setImmediate(look)
  else void Promise.reject(new Error('a library \u001b[31mfailed'))
}
if (isMainThread) setImmediate(look)
