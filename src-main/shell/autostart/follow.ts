import type { AppContext } from '../context.ts'
import { setAutostart } from './autostart.ts'

/** Keeps the start with the system as the settings say; touches the system only when they change. */
export function followAutostart({ settings, log, onQuit }: AppContext): void {
  const wanted = () => ({ withSystem: settings.settings.startWithSystem, hidden: settings.settings.startHidden })
  let last = JSON.stringify(wanted())
  const stop = settings.onChange(() => {
    if (JSON.stringify(wanted()) !== last) setAutostart(wanted(), log)
    last = JSON.stringify(wanted())
  })
  onQuit(stop)
}
