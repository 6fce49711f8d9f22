import { app, Menu } from 'electron'
import type { RecentPlace } from '../../../src-preload/contract/play.ts'
import { ownProgram } from '../own-command.ts'
import type { Say } from '../words.ts'
import { jumpList, type RecentActions, recentMenu } from './recent.ts'

/** Shows the places joined last where this system has a list for them: the jump list of Windows, the dock of macOS. */
export function showRecent(places: readonly RecentPlace[], say: Say, actions: RecentActions): void {
  if (process.platform === 'darwin') app.dock?.setMenu(Menu.buildFromTemplate(recentMenu(places, say, actions)))
  if (process.platform !== 'win32') return
  const start = { program: ownProgram(process), before: app.isPackaged ? [] : [app.getAppPath()] }
  const removed = app.getJumpListSettings().removedItems.flatMap(({ args }) => args ?? [])
  const list = jumpList(places, say, start, removed)
  app.setJumpList(list.length > 0 ? list : null)
}
