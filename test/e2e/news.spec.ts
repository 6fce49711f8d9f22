import { openScreen } from '../../scripts/lib/open-screen.mjs'
import { expect, test } from './support/app.ts'
import { watchMoves } from './support/moves.ts'
import { playCommunity } from './support/play-community.ts'

test('unread news are counted in the navigation until the player leaves them, also after a restart @long', async ({
  start,
}) => {
  const { app, page, userData } = await start()
  const entry = page.locator('nav [data-nav~=news]')
  await expect(entry).toHaveAccessibleName(/1 unread/)
  const news = await openScreen(page, 'news')
  await expect(news.getByText('Unread')).toBeVisible()
  await expect(entry).toHaveAccessibleName(/1 unread/)
  await openScreen(page, 'home')
  await expect(entry).not.toHaveAccessibleName(/unread/)
  await app.close()
  const again = await start({ userData })
  const later = await openScreen(again.page, 'news')
  await expect(later.getByRole('article').first()).toBeVisible()
  await expect(later.getByText('Unread')).toHaveCount(0)
  await expect(again.page.locator('nav [data-nav~=news]')).not.toHaveAccessibleName(/unread/)
})

test('Home has no card for the news of a community that has none, and nothing moves for it @long', async ({
  start,
}) => {
  const community = await playCommunity({ players: 40 })
  try {
    const first = await start({ args: community.args, env: community.env })
    await openScreen(first.page, 'home')
    await expect(first.page.locator('[data-pending-count]')).toBeAttached()
    await expect(first.page.getByRole('heading', { name: 'News' })).toHaveCount(0)
    await first.app.close()

    const { page } = await start({ args: community.args, env: community.env, userData: first.userData })
    const movesOn = await watchMoves(page)
    await expect(page.getByRole('button', { name: 'Join', exact: true })).toBeVisible()
    await expect(page.locator('[data-pending-count]')).toBeAttached()
    await expect(page.getByRole('heading', { name: 'News' })).toHaveCount(0)
    expect(await movesOn('home without news')).toEqual([])
  } finally {
    await community.close()
  }
})
