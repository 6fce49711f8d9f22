import { expect, it } from 'vitest'
import { Router, screenIds } from '#shared/router/index.ts'
import { areaNames, areaOf, openArea, routes, tabsOf } from '../../src-renderer/views/routes.ts'

it('every screen is in one area, and is a tab of it or a detail', () => {
  const chosen = areaNames.flatMap(tabsOf)
  expect(new Set(screenIds).size).toBe(screenIds.length)
  expect(screenIds.filter((screen) => !chosen.includes(screen) && !routes[screen].detail)).toEqual([])
  expect(areaNames).toHaveLength(9) // what Ctrl+1 to Ctrl+9 can open
})

it('an area opens on the tab where the player was last, and from within on its first', () => {
  const router = new Router()
  openArea(router, 'market')
  expect(router.screen).toBe('market')
  router.go('vehicles', { query: 'van' })
  openArea(router, 'servers')
  router.go('server', { id: '2' })
  openArea(router, 'market')
  expect(router.place).toEqual({ screen: 'vehicles', params: {} })
  openArea(router, 'market')
  expect(router.screen).toBe('market')
  openArea(router, 'servers')
  expect(router.screen).toBe('servers') // a detail is no tab
  router.go('server', { id: '2' })
  expect(areaOf(router.screen)).toBe('servers')
})
