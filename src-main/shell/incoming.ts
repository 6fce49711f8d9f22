// Tested in Electron: desktop.spec.ts
import { app } from 'electron'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { asWire } from '../../src-preload/contract/failure.ts'
import { parseLink, type PendingRequests } from '../links/index.ts'
import { type AppArguments, readArguments } from '../desktop/index.ts'
import type { AppContext } from './context.ts'

/** The data that a second start sends to the first. */
const SecondStart = v.object({ argv: v.array(v.string()) })

/** Takes the lock of this data folder. `false`: another instance runs and has got our arguments, so this one must end. */
export const takeInstanceLock = (argv: readonly string[]): boolean =>
  app.requestSingleInstanceLock({ argv: [...argv] } satisfies v.InferOutput<typeof SecondStart>)

/** Calls `listener` with the arguments of each later start. Their paths are relative to that start's folder. */
function onSecondStart(listener: (given: AppArguments) => void): void {
  // Chromium reorders and lower-cases the event's own `argv`; the lock's data is unchanged.
  app.on('second-instance', (_event, argv, folder, data) => {
    const given = readArguments(v.is(SecondStart, data) ? data.argv : argv, {})
    listener({ ...given, community: given.community && resolve(folder, given.community) })
  })
}

/** Adds requests from outside: this start's arguments, links, later starts. `show` brings the window to the front. */
export function receiveRequests(
  given: AppArguments,
  context: Promise<AppContext>,
  requests: PendingRequests,
  show: () => void,
): void {
  const addLink = ({ link }: AppArguments) => {
    if (link !== undefined) requests.add(parseLink(link))
  }
  addLink(given)
  if (given.sandboxRestored) requests.add({ kind: 'show-failure', failure: { code: 'sandbox-refused', facts: {} } })
  void context.then(
    ({ profileFailure }) => profileFailure && requests.add({ kind: 'show-failure', failure: asWire(profileFailure) }),
    () => undefined, // the start reports it
  )
  // macOS sends links as events; other systems pass them as arguments.
  app.on('open-url', (event, link) => {
    event.preventDefault()
    requests.add(parseLink(link))
    show()
  })
  onSecondStart((later) => {
    addLink(later)
    if (later.community) requests.add({ kind: 'ask-add-community', source: later.community })
    if (!later.hidden) show()
  })
}
