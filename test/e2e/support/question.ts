import type { ElectronApplication, Page } from '@playwright/test'
import { expect } from './app.ts'

const isQuestion = (window: Page) => !window.isClosed() && window.url().startsWith('data:text/html')

/** Main's question windows that are open. */
export const questions = (app: ElectronApplication): Page[] => app.windows().filter(isQuestion)

/** Waits for the question that main asks. */
export async function question(app: ElectronApplication): Promise<Page> {
  await expect.poll(() => questions(app).length).toBe(1)
  const [window] = questions(app)
  if (!window) throw new Error('no question')
  await window.locator('button[value="no"]').waitFor()
  return window
}

/** Answers main's question as soon as it accepts a press. */
export async function answer(app: ElectronApplication, said: 'yes' | 'other' | 'no'): Promise<void> {
  const window = await question(app)
  const closed = window.waitForEvent('close')
  // the window may close before the click is reported as done
  await window
    .locator(`button[value="${said}"]`)
    .click()
    .catch((error: unknown) => {
      if (!window.isClosed()) throw error
    })
  await closed
}
