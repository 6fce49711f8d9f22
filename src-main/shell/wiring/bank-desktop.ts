// Tested in Electron: bank-screens.spec.ts
import { BrowserWindow } from 'electron'
import { receiptHtml, type Bank, type BankDesktop, type SignIn } from '../../bank/index.ts'
import { writeFileAtomic } from '../../lib/index.ts'
import { openBankLogin, printPdf } from '../bank-windows.ts'
import type { AppContext } from '../context.ts'

/** What the bank does on the desktop: sign-in window, files, printing. */
export function bankDesktop(context: AppContext, bank: Bank): BankDesktop {
  const { profile, log } = context
  const openLogin = async (signIn: SignIn, over: AbortSignal) => {
    const start = await signIn.start()
    const home = new URL(profile.infoUrl ?? start.origin)
    const { loginHosts } = profile.bank
    const [parent] = BrowserWindow.getAllWindows()
    await openBankLogin({ parent, home, start, loginHosts, signIn, over, log: log.info })
  }
  let signingIn: { done: Promise<void>; over: AbortSignal } | undefined
  const beginLogin = (locked: AbortSignal) => {
    const signIn = bank.beginSignIn()
    const over = AbortSignal.any([signIn.over, locked])
    const done = openLogin(signIn, over).finally(() => {
      if (signingIn?.over === over) signingIn = undefined
    })
    return { done, over }
  }
  return {
    // one window at a time; that of a player who has gone counts no more
    signIn: (locked) => (signingIn?.over.aborted === false ? signingIn : (signingIn = beginLogin(locked))).done,
    saveFile: writeFileAtomic,
    savePdf: async (path, receipt) => writeFileAtomic(path, await printPdf(receiptHtml(receipt))),
    during: (work) => context.work.during(work),
  }
}
