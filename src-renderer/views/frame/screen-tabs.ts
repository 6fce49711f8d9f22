import { useI18n } from '#shared/i18n/index.ts'
import { useResource } from '#shared/resource/index.ts'
import { useRouter } from '#shared/router/index.ts'
import { provideScreenTabs } from '#shared/ui/screen-tabs.ts'
import { areaOf, routes, tabsOf } from '../routes.ts'

/**
 * At the frame's top: gives every screen the tabs of its area. Streams have none while the community has none, unless
 * their screen is open. One that could not be read shows why.
 */
export function giveScreenTabs(): void {
  const router = useRouter()
  const { t } = useI18n()
  const streams = useResource(() => (areaOf(router.screen) === 'news' ? { endpoint: 'twitch', params: {} } : undefined))
  provideScreenTabs(() => {
    const current = router.screen
    const area = areaOf(current)
    const screens = tabsOf(area)
    if (routes[current].detail || screens.length === 1) return undefined
    const isShown = (screen: (typeof screens)[number]) =>
      screen !== 'streams' || current === screen || streams.state === 'failed' || (streams.value?.length ?? 0) > 0
    return {
      label: t(`frame.area.${area}`),
      tabs: screens.filter(isShown).map((id) => ({ id, label: t(routes[id].title) })),
      current,
      onopen: (id) => {
        const screen = screens.find((one) => one === id)
        if (screen) router.go(screen)
      },
    }
  })
}
