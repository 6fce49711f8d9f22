// Tested in Electron: question.spec.ts
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?inline'
import { app, BrowserWindow, nativeTheme, screen, type Session, dialog } from 'electron'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { PlayerSettings } from '../../src-preload/contract/settings.ts'
import {
  answerOf,
  createSay,
  LEAST_SHOWN_MS,
  nativeLanguage,
  questionHtml,
  questionPlace,
  type QuestionStyle,
  READY_STYLE,
  type Sheet,
  sheetOf,
} from '../desktop/index.ts'
import { after, type Answer, type Ask, steadyNow } from '../lib/index.ts'
import { isPress, Quiet, followPresses } from './presses.ts'
import { foreignSession, pagePreferences } from './security/index.ts'
import type { PlayerActs } from '../bridge/index.ts'

function styleOf({ language, theme, uiScalePercent }: PlayerSettings): QuestionStyle {
  const dark = nativeTheme.shouldUseDarkColors ? 'dark' : 'light'
  return {
    language: nativeLanguage(language, app.getPreferredSystemLanguages()),
    theme: theme !== 'system' ? theme : nativeTheme.shouldUseHighContrastColors ? 'contrast' : dark,
    scale: uiScalePercent / 100,
    font: inter,
  }
}

/** A separate session that loads only the question's document. */
function questionSession(): Session {
  const session = foreignSession('question')
  session.webRequest.onBeforeRequest(({ url, resourceType }, answer) =>
    answer({ cancel: resourceType !== 'mainFrame' || !url.startsWith('data:') }),
  )
  return session
}

/** The window below the question: the app's own, if it is visible. */
const windowBehind = (): BrowserWindow | undefined => BrowserWindow.getAllWindows().find((window) => window.isVisible())

function openQuestion(sheet: Sheet, style: QuestionStyle): BrowserWindow {
  const parent = windowBehind()
  const { workArea } = screen.getDisplayMatching(parent?.getBounds() ?? screen.getPrimaryDisplay().bounds)
  const window = new BrowserWindow({
    ...questionPlace(sheet, style.scale, {
      parent: parent?.getBounds(),
      workArea,
      pointer: screen.getCursorScreenPoint(),
    }),
    parent,
    modal: parent !== undefined,
    show: false,
    title: `Loadout – ${sheet.title}`,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    skipTaskbar: parent !== undefined,
    autoHideMenuBar: true,
    webPreferences: pagePreferences({ session: questionSession(), javascript: false, devTools: false }),
  })
  window.on('page-title-updated', (event) => event.preventDefault()) // the title names the app
  window.once('ready-to-show', () => {
    window.show()
    window.webContents.focus()
  })
  return window
}

/** Shows a question until it is answered. If its window closes in another way, the answer is no. */
async function answered(sheet: Sheet, style: QuestionStyle, over?: AbortSignal): Promise<Answer> {
  const window = openQuestion(sheet, style)
  const { webContents } = window
  let said: Answer = false
  const close = () => window.destroy()
  const quiet = new Quiet({
    now: steadyNow,
    leastMs: LEAST_SHOWN_MS,
    later: after,
    ready: () => void (window.isDestroyed() || webContents.insertCSS(READY_STYLE).catch(close)),
  })
  window.on('show', quiet.begin).on('focus', quiet.begin)
  webContents.on('input-event', (_event, input) => {
    if (isPress(input)) quiet.press()
  })
  webContents.on('will-frame-navigate', (event) => {
    event.preventDefault()
    const answer = answerOf(event.url, quiet.ms)
    if (answer === undefined || (answer === 'other' && sheet.other === undefined)) return
    said = answer
    close()
  })
  webContents.on('before-input-event', (_event, { type, key }) => {
    if (type === 'keyDown' && key === 'Escape') close()
  })
  webContents.once('render-process-gone', close)
  over?.addEventListener('abort', close)
  const closed = new Promise<void>((resolve) => window.once('closed', resolve))
  await webContents
    .loadURL(`data:text/html;charset=utf-8,${encodeURIComponent(questionHtml(sheet, style))}`)
    .catch(close)
  await closed
  over?.removeEventListener('abort', close)
  return over?.aborted !== true && said
}

/** Makes a function that refuses calls while one is open. It throws Failure `question-open`. */
function oneAtATime<A extends unknown[], T>(ask: (...given: A) => Promise<T>): (...given: A) => Promise<T> {
  let isOpen = false
  return async (...given) => {
    if (isOpen) throw new Failure('question-open', {})
    isOpen = true
    return ask(...given).finally(() => (isOpen = false))
  }
}

/** Makes the function that asks the player outside the page, one question at a time. */
export const createAsk = (settings: () => PlayerSettings): Ask =>
  oneAtATime(async (question, over) => {
    if (over?.aborted) return false
    const style = styleOf(settings())
    const { language } = style
    const say = createSay(() => language)
    return answered(sheetOf(question, say, { language, streamer: settings().streamerMode }), style, over)
  })

/** A file name from a name that the page suggests. */
const fileName = (name: string): string => name.replace(/[^\p{L}\p{N} ._-]/gu, '_')

async function pick(kind: 'folder' | 'save', startsAt = ''): Promise<string | undefined> {
  if (kind === 'save') {
    // Windows and macOS ask by themselves before a file is replaced
    const options = { defaultPath: fileName(startsAt), properties: ['showOverwriteConfirmation' as const] }
    const { canceled, filePath } = await dialog.showSaveDialog(options)
    return canceled || !filePath ? undefined : filePath
  }
  const defaultPath = startsAt || app.getPath('home') // Electron 43 begins in the downloads
  return (await dialog.showOpenDialog({ properties: ['openDirectory'], defaultPath })).filePaths[0]
}

/** The acts of the player in this window: answers in main's own windows, the system's dialogs (one at a time), and presses. */
export function playerActs(ask: Ask, window: BrowserWindow): PlayerActs {
  const { id } = window.webContents
  const keepPress = followPresses(window, steadyNow)
  return {
    ask,
    pick: oneAtATime(pick),
    keepPress: (windowId) => (windowId === id ? keepPress() : () => false),
  }
}
