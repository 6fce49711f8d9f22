import type { AppArguments } from '../arguments.ts'
import type { AppContext } from '../context.ts'
import type { Requests } from '../requests.ts'
import { onSecondStart } from '../single-instance.ts'
import { parseLink } from './parse-link.ts'
import { onOpenUrl, setLinks } from './register.ts'

/** Passes on what an argument or a link asks for. */
function hearArguments(given: AppArguments, requests: Requests): void {
  if (given.link !== undefined) requests.add(parseLink(given.link))
}

/** Keeps the registration of links as the settings say. */
function followLinks({ settings, log, onQuit }: AppContext): void {
  let open = settings.settings.openLinks
  setLinks(open, log)
  onQuit(
    settings.onChange(({ settings: { openLinks } }) => {
      if (openLinks !== open) setLinks(openLinks, log)
      open = openLinks
    }),
  )
}

/** Hears what comes from outside: this start's arguments, links, later starts. `show` brings the window to the front. */
export function hearOutside(context: AppContext, requests: Requests, show: () => void): void {
  const { given, unreadableProfile } = context
  followLinks(context)
  hearArguments(given, requests)
  if (unreadableProfile) requests.add({ kind: 'ask-add-community', source: unreadableProfile })
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
