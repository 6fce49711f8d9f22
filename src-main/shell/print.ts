import { BrowserWindow } from 'electron'
import { pagePreferences } from './security/index.ts'

/** Prints a page of our own making as PDF, in a hidden window without scripts, network or node. */
export async function printPdf(html: string): Promise<Buffer> {
  const window = new BrowserWindow({
    show: false,
    // In memory, by one name: Electron keeps each session until the app ends.
    webPreferences: pagePreferences({ partition: 'print', javascript: false }),
  })
  try {
    window.webContents.session.webRequest.onBeforeRequest(({ url }, answer) =>
      answer({ cancel: !url.startsWith('data:') }),
    )
    await window.loadURL(`data:text/html;charset=utf-8,${encodeURIComponent(html)}`)
    return await window.webContents.printToPDF({ pageSize: 'A4', printBackground: true })
  } finally {
    window.destroy()
  }
}
