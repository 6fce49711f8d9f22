/** A thread that asks game servers: nothing that the library or a server does in here reaches the app, but answers that were read. */
import { GameDig } from 'gamedig'
import { parentPort } from 'node:worker_threads'
import { readAnswer } from './answer.ts'
import { LONGEST_TRY, type FromThread, type Question } from './question.ts'
import { onWire } from './wire.ts'

const tell = (message: FromThread) => parentPort?.postMessage(message)

/** Asks by a socket of its own: no two questions share a port or a challenge. */
async function ask({ host, port, patience }: Question): Promise<unknown> {
  const { tries, timeoutMs } = patience
  const options = {
    type: 'protocol-valve',
    host,
    port,
    givenPortOnly: true,
    ipFamily: 4 as const,
    maxRetries: tries,
    socketTimeout: timeoutMs,
    attemptTimeout: timeoutMs * LONGEST_TRY,
    requestPlayers: false,
    requestRules: false,
  }
  return new GameDig().query(options).catch(() => undefined) // silence, an unknown name, an answer that is none
}

async function answer(question: Question): Promise<void> {
  const { id } = question
  const { outcome, receivedBytes } = await onWire(
    (sentBytes) => tell({ id, sentBytes }),
    () => ask(question),
  )
  tell({ id, receivedBytes, info: readAnswer(outcome) })
}

parentPort?.on('message', (question: Question) => void answer(question))
