import { dialog } from 'electron'
import type { Ask } from '../lib/index.ts'

/** Asks in a dialog of the system, where nothing but "Cancel" is chosen by itself. */
export const ask: Ask = async ({ community, game, appId, parts }) => {
  const shown = parts.filter(({ values }) => values.length > 0)
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: `${community}: ${game} (${appId})`,
    detail: shown.map(({ part, values }) => [`${part}:`, ...values].join('\n  ')).join('\n'),
    buttons: ['Cancel', 'OK'],
    defaultId: 0,
    cancelId: 0,
  })
  return response === 1
}
