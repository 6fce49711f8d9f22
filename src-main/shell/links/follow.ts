import type { AppContext } from '../context.ts'
import { setLinks } from './register.ts'

/** Keeps the registration of links as the settings say. */
export function followLinks({ settings, log, onQuit }: AppContext): void {
  let open = settings.settings.openLinks
  setLinks(open, log)
  onQuit(
    settings.onChange(({ settings: { openLinks } }) => {
      if (openLinks !== open) setLinks(openLinks, log)
      open = openLinks
    }),
  )
}
