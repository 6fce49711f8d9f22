import { useFormat } from '#shared/format/index.ts'
import { useI18n } from '#shared/i18n/index.ts'
import type { Resource } from '#shared/resource/index.ts'
import type { LiveNumbers } from './live.svelte.ts'
import { playerCountOf } from './population.ts'

/** How many players are on how many servers, with the list's time if it is old. Create it while a component is set up. */
export function useCountLine(
  servers: Pick<Resource<'servers'>, 'reading' | 'isAway'>,
  live: Pick<LiveNumbers, 'of'>,
): () => string {
  const { t } = useI18n()
  const format = useFormat()
  return () => {
    const { reading, isAway } = servers
    if (!reading?.value) return ' '
    const online = reading.value.filter((server) => server.online)
    const players = online.reduce((sum, server) => sum + playerCountOf(server, live.of(server.id)), 0)
    const counts = { players, servers: online.length }
    return isAway
      ? t('servers.subtitle-at', { ...counts, time: format.time(Date.parse(reading.asOf)) })
      : t('servers.subtitle', counts)
  }
}
