import type { GameServer } from '../../src-preload/contract/community/index.ts'
import type { ModView } from '../../src-preload/contract/mods.ts'
import { modsOfServer } from '../../src-preload/contract/server-mods.ts'
import { modsOf } from '../mods/mods.svelte.ts'
import { repairsOf } from '../mods/repair/repairs.svelte.ts'
import { hasExtras, standingOf } from '../mods/standing.ts'
import { joinsOf } from '../play/index.ts'
import { firstToJoin, serverOrder } from '../servers/population.ts'
import type { Translate } from '#shared/i18n/index.ts'
import type { Router } from '#shared/router/index.ts'
import { toasts } from '#shared/ui/toasts.svelte.ts'
import type { AppState } from './app.svelte.ts'
import { toMods } from './to-mods.ts'

/** The best online server with this mod for the player to join, if all other mods that it loads are ready, too. */
async function bestServerOf(modId: number, { main, profile, settings }: AppState): Promise<GameServer | undefined> {
  const isFavourite = (id: number) => settings.settings.favouriteServers.includes(`${profile.id}/${id}`)
  const reading = await main.community.read({ endpoint: 'servers', params: {} }).catch(() => undefined)
  const servers = serverOrder(isFavourite)((reading?.value ?? []) as GameServer[])
  const { mods = [] } = modsOf(main).view ?? {}
  const repairs = repairsOf(main)
  const isReady = (id: number) => {
    const mod = mods.find((one) => one.id === id)
    return mod !== undefined && standingOf(mod, repairs.updateOf(id), repairs.ofMod(id)) === 'ready'
  }
  return firstToJoin(
    servers.filter((server) => {
      const loaded = modsOfServer(server, mods)
      return loaded.includes(modId) && loaded.every((id) => id === modId || isReady(id))
    }),
  )
}

const join = (server: GameServer, router: Router) => router.go('server', { id: String(server.id) }, 'join')

/** True if the screen shows the mods' cards, which say how each check has ended. */
export const showsCards = ({ screen, params }: Pick<Router, 'screen' | 'params'>): boolean =>
  screen === 'mods' && params.tab !== 'quarantine'

/**
 * Shows a toast while the mod is ready to play, with a button that joins its best server, or that moves its extra files. There is no
 * toast if a join waits for the mod, since it continues by itself.
 */
export async function tellReady(
  mod: ModView,
  isReady: () => boolean,
  app: AppState,
  router: Router,
  t: Translate,
): Promise<void> {
  if (joinsOf(app.main).running) return
  if (hasExtras(mod) && showsCards(router)) return
  const toast = { title: t('repair.ready', { mod: mod.name, warned: hasExtras(mod) }), holds: isReady }
  if (hasExtras(mod))
    return toasts.show({
      ...toast,
      tone: 'warn',
      text: t('play.reason.foreign-some', { count: mod.verification.last?.counts.extra ?? 0 }),
      action: { label: t('mods.set-aside'), run: () => toMods(router, app.main, 'repair', mod.id) },
    })
  const server = await bestServerOf(mod.id, app)
  const action = server && { label: t('play.join'), run: () => join(server, router) }
  toasts.show({ ...toast, tone: 'ok', text: server?.name, ...(action && { action }) })
}

/** Joins the best server with a mod. If none is online, opens Home, which shows alternatives. */
export async function playMod(modId: number, app: AppState, router: Router): Promise<void> {
  const server = joinsOf(app.main).running ? undefined : await bestServerOf(modId, app)
  if (server) join(server, router)
  else router.go('home')
}
