import { joinLink } from '../../src-preload/contract/join-link.ts'
import type { RecentPlace } from '../../src-preload/contract/play.ts'
import { withoutHidden } from '../lib/index.ts'
import type { Say } from './texts.ts'

interface MenuItem {
  label?: string
  type?: 'separator'
  enabled?: boolean
  click?: () => void
}

const LONGEST_NAME = 60

/** A name of the service for a menu: one line, no hidden characters, not too long. */
function plainName(name: string): string {
  const signs = [...withoutHidden(name, ' ').trim()]
  return signs.length > LONGEST_NAME ? `${signs.slice(0, LONGEST_NAME - 1).join('')}…` : signs.join('')
}

const titleOf = (place: RecentPlace, say: Say): string =>
  place.kind === 'server'
    ? plainName(place.name) || `#${place.serverId}`
    : say(`recent.${place.kind}`, { name: plainName(place.name) })

export const recentMenu = (places: readonly RecentPlace[], say: Say, open: (place: RecentPlace) => void): MenuItem[] =>
  places.map((place) => ({
    // A single ampersand would underline the next letter.
    label: titleOf(place, say).replaceAll('&', '&&'),
    click: () => open(place),
  }))

const linkOf = (place: RecentPlace): string =>
  place.kind === 'server' ? joinLink(place.serverId) : `loadout://open/${place.kind === 'voice' ? 'voice' : 'servers'}`

const quoted = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(' ')

/**
 * The jump list of the recent places. Each entry starts the app with a link, which the player has to confirm. `before`: the arguments
 * before our own. `removed`: those of entries that the player removed. Windows refuses a list that contains them.
 */
export function jumpList(
  places: readonly RecentPlace[],
  say: Say,
  { program, before }: { program: string; before: readonly string[] },
  removed: readonly string[],
) {
  const items = places
    .map((place) => ({
      type: 'task' as const,
      title: titleOf(place, say),
      description: titleOf(place, say),
      program,
      args: quoted([...before, linkOf(place)]),
      iconPath: program,
      iconIndex: 0,
    }))
    // all voice servers open the same screen
    .filter(({ args }, at, all) => !removed.includes(args) && all.findIndex((one) => one.args === args) === at)
  return items.length > 0 ? [{ type: 'custom' as const, name: say('tray.recent'), items }] : []
}

/** The app's own menu on macOS. Its ⌘Q asks like the window's close button, as the system's own item would not. */
export const appMenu = (say: Say, quit: () => void) => [
  { role: 'about' as const },
  { type: 'separator' as const },
  { role: 'services' as const },
  { type: 'separator' as const },
  { role: 'hide' as const },
  { role: 'hideOthers' as const },
  { role: 'unhide' as const },
  { type: 'separator' as const },
  { label: say('tray.quit'), accelerator: 'Command+Q', click: quit },
]

type TrayAction = 'open' | 'openSettings' | 'joinVoice' | 'quit'

/** The tray's menu. `recent`: the recent places as menu items. */
export const trayMenu = (
  say: Say,
  recent: readonly MenuItem[],
  actions: Readonly<Record<TrayAction, () => void>>,
): MenuItem[] => [
  { label: say('tray.open'), click: actions.open },
  { type: 'separator' },
  ...(recent.length > 0 ? [{ label: say('tray.recent'), enabled: false }, ...recent] : []),
  { label: say('tray.voice'), click: actions.joinVoice },
  { type: 'separator' },
  { label: say('tray.settings'), click: actions.openSettings },
  { label: say('tray.quit'), click: actions.quit },
]
