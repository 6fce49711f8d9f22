import { openScreen } from '../../scripts/lib/open-screen.mjs'
import { expect, test } from './support/app.ts'

test('unread news are counted in the navigation until they were seen, also after a restart', async ({ start }) => {
  const { app, page, userData } = await start()
  const entry = page.locator('nav [data-nav~=news]')
  await expect(entry).toHaveAccessibleName(/1 unread/)
  const news = await openScreen(page, 'news')
  await expect(news.getByText('1 new version since your last visit')).toBeVisible()
  await expect(entry).not.toHaveAccessibleName(/unread/)
  await app.close()
  const again = await start({ userData })
  const later = await openScreen(again.page, 'news')
  await expect(later.getByText('Nothing new since your last visit')).toBeVisible()
  await expect(again.page.locator('nav [data-nav~=news]')).not.toHaveAccessibleName(/unread/)
})
