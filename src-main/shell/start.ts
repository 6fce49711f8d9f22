import { app } from 'electron'
import { join } from 'node:path'
import { contract } from '../../src-preload/contract/index.ts'
import { createRedactor, openLog } from '../lib/index.ts'
import { CommunityProfile, openSettings, profileView, readProfile, settingsHandlers } from '../settings/index.ts'
import * as v from 'valibot'
import type { AppArguments } from './arguments.ts'
import { bindBridge } from './bridge/electron.ts'
import { createServer } from './bridge/server.ts'
import { refuseNavigation, refusePermissions } from './guards.ts'
import { isOurPage, PAGE_URL, serveApp } from './protocol.ts'
import { openSettingsFile } from './settings-file.ts'
import { createMainWindow } from './window.ts'

const now = () => new Date()

/** Wires the rooms together and opens the window. Reads like a table of contents; decides nothing. */
export async function startApp(given: AppArguments): Promise<void> {
  const userData = app.getPath('userData')
  const redactor = createRedactor()
  const log = openLog(join(userData, 'logs', 'loadout.log'), redactor, now)
  process.on('unhandledRejection', (error) => log.incident(error))

  const { file, keptAs } = openSettingsFile(userData, now)
  const settings = openSettings(file, keptAs, now)
  const demo = given.community === undefined
  const profile = given.community
    ? readProfile(given.community)
    : v.parse(CommunityProfile, { id: 'demo', name: 'Demo', baseUrl: 'http://127.0.0.1' })

  refusePermissions()
  refuseNavigation(log.info)
  serveApp(join(import.meta.dirname, '../renderer'), () => [])
  const server = createServer(
    contract,
    { settings: settingsHandlers(settings, profileView(profile, demo)) },
    log.incident,
  )
  bindBridge(server, isOurPage, log.info)

  const window = createMainWindow(join(import.meta.dirname, '../preload/index.cjs'))
  window.once('ready-to-show', () => window.show())
  await window.loadURL(PAGE_URL)
}
