import type { PlayerSettings } from '../../src-preload/contract/settings.ts'
import { languageOf, type I18n } from '#shared/i18n/index.ts'
import { streamer } from '#shared/privacy/index.ts'

/** Puts theme, language, scale, motion and streamer mode onto the page. */
export async function applyAppearance(settings: PlayerSettings, i18n: I18n): Promise<void> {
  const root = document.documentElement
  const { dataset, style } = root
  if (settings.theme === 'system') delete dataset.theme
  else dataset.theme = settings.theme
  if (settings.theme === 'system' && matchMedia('(prefers-contrast: more)').matches) dataset.theme = 'contrast'
  if (settings.reducedMotion) dataset.motion = 'none'
  else delete dataset.motion
  style.setProperty('--ui-scale', String(settings.uiScalePercent / 100))
  streamer.on = settings.streamerMode
  await i18n.use(languageOf(settings.language, navigator.languages))
}
