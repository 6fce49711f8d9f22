import type { GameServer } from '../../src-preload/contract/community/index.ts'
import type { ModView } from '../../src-preload/contract/mods.ts'
import { joinsOf } from '../play/index.ts'
import { serverOrder } from '../servers/population.ts'
import type { Translate } from '#shared/i18n/index.ts'
import type { Router } from '#shared/router/index.ts'
import { toasts } from '#shared/ui/toasts.svelte.ts'
import type { AppState } from './app.svelte.ts'

/** Tells that a mod is ready to play, with the way to its best server; a join that waits for it goes on by itself. */
export async function tellReady({ id, name }: ModView, app: AppState, router: Router, t: Translate): Promise<void> {
  if (joinsOf(app.main).running) return
  const isFavourite = (serverId: number) =>
    app.settings.settings.favouriteServers.includes(`${app.profile.id}/${serverId}`)
  const reading = await app.main.community.read({ endpoint: 'servers', params: {} }).catch(() => undefined)
  const servers = serverOrder(isFavourite)((reading?.value ?? []) as GameServer[])
  const server = servers.find(({ modId, online }) => modId === id && online)
  const run = () => server && router.go('server', { id: String(server.id) }, 'join')
  toasts.show({
    tone: 'ok',
    title: t('repair.ready', { mod: name }),
    ...(server && { text: server.name, action: { label: t('play.join'), run } }),
  })
}
