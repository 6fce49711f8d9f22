import type { BrowserWindow } from 'electron'
import type { Log } from '../../lib/index.ts'
import type { SettingsStore } from '../../settings/index.ts'

const STEPS = [80, 90, 100, 110, 125, 150]

/** The scale that a zoom key leads to; nothing for a key that is none, or at the end of the scale. */
export function zoomBy(key: string, percent: number): number | undefined {
  if (key === '0') return 100
  if (key === '+' || key === '=') return STEPS.find((step) => step > percent)
  if (key === '-') return STEPS.findLast((step) => step < percent)
  return undefined
}

/** Lets Ctrl (or Cmd) with plus, minus and zero change the scale. The page scales itself by the setting. */
export function hearZoomKeys(window: BrowserWindow, settings: SettingsStore, log: Log): void {
  window.webContents.on('before-input-event', (event, input) => {
    const command = process.platform === 'darwin' ? input.meta : input.control
    if (input.type !== 'keyDown' || !command || input.alt) return
    const percent = zoomBy(input.key, settings.settings.uiScalePercent)
    if (percent === undefined) return
    event.preventDefault()
    try {
      settings.change({ uiScalePercent: percent })
    } catch (error) {
      log.error('the scale could not be kept', error) // thrown from here it would be a dialog of Electron's
    }
  })
}
