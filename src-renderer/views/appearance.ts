import type { PlayerSettings } from '../../src-preload/contract/settings.ts'
import { languageOf } from '../../src-preload/contract/languages.ts'
import { languages, type I18n } from '#shared/i18n/index.ts'
import { streamer } from '#shared/privacy/index.ts'

/** Makes Chromium evaluate the container queries in rem again, which it does not do when a rem changes. */
function measureFrame(): void {
  const frame = document.querySelector<HTMLElement>('.frame')
  if (!frame) return
  frame.style.containerType = 'normal'
  void frame.offsetWidth
  frame.style.containerType = ''
}

/** Applies theme, language, scale, motion and streamer mode to the page. */
export async function applyAppearance(settings: PlayerSettings, i18n: I18n): Promise<void> {
  const root = document.documentElement
  const { dataset, style } = root
  if (settings.theme === 'system') delete dataset.theme
  else dataset.theme = settings.theme
  if (settings.theme === 'system' && matchMedia('(prefers-contrast: more)').matches) dataset.theme = 'contrast'
  if (settings.reducedMotion) dataset.motion = 'none'
  else delete dataset.motion
  const scale = String(settings.uiScalePercent / 100)
  if (style.getPropertyValue('--ui-scale') !== scale) {
    style.setProperty('--ui-scale', scale)
    measureFrame()
  }
  streamer.on = settings.streamerMode
  await i18n.use(languageOf(settings.language, navigator.languages, languages))
}
