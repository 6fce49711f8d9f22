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
  const askToAdd = (source: string) => requests.add({ kind: 'ask-add-community', source })
  hearArguments(given, requests)
  void context.then(
    ({ unreadableProfile }) => unreadableProfile && askToAdd(unreadableProfile),
    () => undefined, // told by the start itself
  )
  onOpenUrl((link) => {
    requests.add(parseLink(link))
    show()
  })
  onSecondStart((later) => {
    hearArguments(later, requests)
    if (later.community) askToAdd(later.community)
    if (!later.hidden) show()
  })
}
