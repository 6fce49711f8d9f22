import { asWire } from '../../../src-preload/contract/failure.ts'
import type { AppArguments } from '../arguments.ts'
import type { AppContext } from '../context.ts'
import type { Requests } from '../requests.ts'
import { onSecondStart } from '../single-instance.ts'
import { parseLink } from './parse-link.ts'
import { onOpenUrl } from './register.ts'

/** Passes on what an argument or a link asks for. */
function hearArguments(given: AppArguments, requests: Requests): void {
  if (given.link !== undefined) requests.add(parseLink(given.link))
}

/** Hears what comes from outside: this start's arguments, links, later starts. `show` brings the window to the front. */
export function hearOutside(
  given: AppArguments,
  context: Promise<AppContext>,
  requests: Requests,
  show: () => void,
): void {
  hearArguments(given, requests)
  void context.then(
    ({ profileFailure }) => profileFailure && requests.add({ kind: 'tell-failure', failure: asWire(profileFailure) }),
    () => undefined, // told by the start itself
  )
  onOpenUrl((link) => {
    requests.add(parseLink(link))
    show()
  })
  onSecondStart((later) => {
    hearArguments(later, requests)
    if (later.community) requests.add({ kind: 'ask-add-community', source: later.community })
    if (!later.hidden) show()
  })
}
