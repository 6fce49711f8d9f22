import { render } from 'svelte/server'
import { NAME_MARK, pictureFile, pictureKinds, type PictureKind } from '../src-preload/contract/first-picture.ts'
import type { PageStart } from '../src-preload/contract/settings.ts'
import type { Main } from '#shared/bridge/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import { AppState } from './views/app.svelte.ts'
import Root from './views/Root.svelte'

/** Nobody answers at build time: what follows main is never told anything. */
const silent = new Proxy({}, { get: () => new Proxy({}, { get: () => () => () => undefined }) }) as Main

/** A player of whom nothing is to be said. What a badge tells of the real one comes with the live page, beside what stands. */
const startOf = (demo: boolean) =>
  ({
    settings: { settings: { welcomed: true, streamerMode: false, favouriteServers: [] } },
    profile: { id: '', name: NAME_MARK, demo, local: false, currency: '', images: {} },
  }) as unknown as PageStart

async function pictureOf({ language, demo }: PictureKind): Promise<string> {
  const i18n = new I18n()
  await i18n.use(language)
  const { body } = await render(Root, { props: { app: new AppState(silent, startOf(demo)), i18n } })
  return body
}

/** Renders the live page's own components to the first picture of each kind, by the name of its file. Run by the build, in Node. */
export async function prerender(): Promise<Record<string, string>> {
  const entries = pictureKinds.map(async (kind) => [pictureFile(kind), await pictureOf(kind)] as const)
  return Object.fromEntries(await Promise.all(entries))
}
