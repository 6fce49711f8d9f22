import { join } from 'node:path'
import community from '../../resources/demo/community.json' with { type: 'json' }
import { DEMO_ID, parseGivenProfile } from '../settings/index.ts'
import type { DemoContent } from './content.ts'
import { serve } from './service.ts'
import { demoRecipe } from './stand-in-game.ts'

export const DEMO_NAME = 'Nordwind Roleplay'

/**
 * Opens the embedded demo community. Its address, which the window needs, exists at once. The rest is loaded at its first use.
 * `dataDir`: absolute folder for the demo's files.
 */
export async function openDemo({ dataDir, now }: { dataDir: string; now: () => Date }) {
  const gameDir = join(dataDir, 'game')
  let filling: Promise<DemoContent> | undefined
  /** Creates the demo's content and game folder, once. The first request does so, too. */
  const fill = (): Promise<DemoContent> =>
    (filling ??= import('./content.ts').then(({ fillDemo }) => fillDemo({ gameDir, now })))
  const service = await serve({ now, routes: async () => (await fill()).routes })
  const { profile } = parseGivenProfile(
    {
      id: DEMO_ID,
      name: DEMO_NAME,
      baseUrl: service.baseUrl,
      infoUrl: service.infoUrl,
      images: {
        item: `${service.baseUrl}/images/items`,
        vehicle: `${service.baseUrl}/images/vehicles`,
        house: `${service.baseUrl}/images/houses`,
        banner: `${service.baseUrl}/images/banner/nordwind`,
      },
      community,
      // not a real application: Discord refuses it
      discord: { clientId: '0'.repeat(17), page: 'https://nordwind.example/beitreten' },
      mods: { allowHttpDownloads: true },
    },
    '',
  )
  const close = async (): Promise<void> => {
    await service.close()
    const filled = await filling?.catch(() => undefined)
    filled?.close()
  }
  return { profile, recipe: demoRecipe, gameDir, service, fill, close }
}
