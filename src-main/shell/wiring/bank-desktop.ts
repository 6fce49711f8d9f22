import { app, BrowserWindow, dialog } from 'electron'
import type { TransferDraft } from '../../../src-preload/contract/bank.ts'
import { receiptHtml, type Bank, type BankDesktop, type SignIn } from '../../bank/index.ts'
import { createSay, nativeLanguage } from '../../desktop/index.ts'
import { writeFileAtomic } from '../../lib/index.ts'
import { openBankLogin, printPdf } from '../bank-windows.ts'
import type { AppContext } from '../context.ts'
import { onPress } from '../security/index.ts'

const frontWindow = () => BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]

async function save(name: string, content: string | Uint8Array): Promise<boolean> {
  const parent = frontWindow()
  const options = { defaultPath: name.replace(/[^\p{L}\p{N} ._-]/gu, '_') }
  const { canceled, filePath } = await (parent
    ? dialog.showSaveDialog(parent, options)
    : dialog.showSaveDialog(options))
  if (canceled || !filePath) return false
  await writeFileAtomic(filePath, content)
  return true
}

async function confirm({ settings, profile }: AppContext, draft: TransferDraft): Promise<boolean> {
  const { language, streamerMode } = settings.settings
  const say = createSay(() => nativeLanguage(language, app.getPreferredSystemLanguages()))
  const { amount, payee, to } = draft
  const options = {
    type: 'question' as const,
    message: streamerMode
      ? say('bank.confirm-hidden')
      : say('bank.confirm', { amount, currency: profile.bank.currency, payee: payee ? `${payee} (${to})` : to }),
    detail: say('bank.confirm-why'),
    buttons: [say('bank.confirm-no'), say('bank.confirm-yes')],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  }
  const parent = frontWindow()
  const { response } = await (parent ? dialog.showMessageBox(parent, options) : dialog.showMessageBox(options))
  return response === 1
}

/** What the bank does on the desktop: sign-in window, files, printing, and the question whether the player meant it. */
export function bankDesktop(context: AppContext, bank: Bank): BankDesktop {
  const { profile, log } = context
  const openLogin = async (signIn: SignIn) => {
    const start = await signIn.start()
    const home = new URL(profile.infoUrl ?? start.origin)
    const { loginHosts } = profile.bank
    const [parent] = BrowserWindow.getAllWindows()
    await openBankLogin({ parent, home, start, loginHosts, signIn, log: log.info })
  }
  let signingIn: { done: Promise<void>; over: AbortSignal } | undefined
  const beginLogin = () => {
    const signIn = bank.beginSignIn()
    const done = openLogin(signIn).finally(() => {
      if (signingIn?.over === signIn.over) signingIn = undefined
    })
    return { done, over: signIn.over }
  }
  return {
    // one window at a time; that of a player who has gone counts no more
    signIn: () => (signingIn?.over.aborted === false ? signingIn : (signingIn = beginLogin())).done,
    saveFile: save,
    savePdf: async (name, receipt) => save(name, await printPdf(receiptHtml(receipt))),
    onPress,
    confirm: (draft) => confirm(context, draft),
  }
}
