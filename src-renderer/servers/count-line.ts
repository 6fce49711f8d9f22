import { wireOf } from '#shared/failure/describe.ts'
import { useFormat } from '#shared/format/index.ts'
import { useI18n } from '#shared/i18n/index.ts'
import type { Resource } from '#shared/resource/index.ts'
import type { LiveNumbers } from './live.svelte.ts'
import { playerCountOf } from './population.ts'

/** How many players are on how many servers, and why cards have no join. Create it while a component is set up. */
export function useCountLine(
  servers: Pick<Resource<'servers'>, 'reading' | 'isAway' | 'failure'>,
  live: Pick<LiveNumbers, 'of'>,
): () => string {
  const { t } = useI18n()
  const format = useFormat()
  return () => {
    const { reading } = servers
    if (!reading?.value) return ' '
    const online = reading.value.filter((server) => server.online)
    const players = online.reduce((sum, server) => sum + playerCountOf(server, live.of(server.id)), 0)
    const facts = { players, servers: online.length }
    if (!servers.isAway) return t('servers.subtitle', facts)
    const why = wireOf(servers.failure).code
    // while only the community is down, the servers themselves answer
    const time = format.timeOrDate(new Date(reading.asOf))
    const count = why === 'offline' ? t('servers.subtitle-then', { ...facts, time }) : t('servers.subtitle', facts)
    return `${count} · ${t('servers.no-join', { why })}`
  }
}
