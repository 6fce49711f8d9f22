import { beforeEach, expect, test } from 'vitest'
import { rememberFocus } from '#shared/ui/focus-return.ts'

const at = (id: string) => document.getElementById(id) as HTMLButtonElement
const focused = () => document.activeElement?.id
/** A turn in which the page hears of what changed. */
const heard = () => new Promise((resolve) => setTimeout(resolve))
/** The button goes, and the page hears of it. */
const repairGoes = () => {
  at('repair').remove()
  return heard()
}

let back: () => void

beforeEach(() => {
  document.body.innerHTML = `
    <main id="main" tabindex="-1">
      <article><p><button id="repair">Repair</button><button id="off" disabled>x</button><button id="folder">Folder</button></p></article>
      <button id="other">Other</button>
    </main>
    <dialog id="dialog"><button id="in">Start</button></dialog>`
  at('repair').focus()
  back = rememberFocus()
  at('in').focus()
})

test('the focus goes back to what had it', () => {
  back()
  expect(focused()).toBe('repair')
})

test('where that is gone or disabled, to what can be used nearest to it', () => {
  at('repair').disabled = true
  back()
  expect(focused()).toBe('folder')
  at('repair').parentElement?.remove()
  at('in').focus()
  back()
  expect(focused()).toBe('other')
})

test('where nothing near can be used, to the screen itself', () => {
  at('main').replaceChildren()
  back()
  expect(focused()).toBe('main')
})

test('what goes only after it has the focus back leaves it to its neighbour', async () => {
  back()
  await repairGoes()
  expect(focused()).toBe('folder')
})

test('a player who has gone elsewhere meanwhile is not called back', async () => {
  back()
  at('other').focus()
  await repairGoes()
  expect(focused()).toBe('other')
})

test('what cannot take the focus any more is passed over', () => {
  const link = document.createElement('a')
  link.href = '#x'
  at('repair').before(link)
  link.focus()
  back = rememberFocus()
  at('in').focus()
  link.removeAttribute('href') // as what is hidden, it is there and not disabled, and takes no focus
  back()
  expect(focused()).toBe('repair')
})

test('what is hidden while it has the focus again leaves it to its neighbour', async () => {
  back()
  // jsdom lays nothing out; a browser takes the focus off what it does not show any more, and gives it none
  const repair = Object.assign(at('repair'), { checkVisibility: () => false, focus: () => undefined })
  repair.blur()
  await heard()
  expect(focused()).toBe('folder')
})

test('what loses the focus just before it goes, as in a browser, leaves it to its neighbour', async () => {
  back()
  at('repair').blur()
  await repairGoes()
  expect(focused()).toBe('folder')
})

test('a player who has left it for nothing at all is not called back', async () => {
  back()
  at('repair').blur()
  await heard()
  expect(document.activeElement).toBe(document.body)
  await repairGoes()
  expect(document.activeElement).toBe(document.body)
})

test('what is gone only after the window was left and entered again leaves the focus to its neighbour', async () => {
  back()
  at('repair').dispatchEvent(new FocusEvent('focusout', { bubbles: true })) // the window's: its element stays the active one
  at('repair').dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  await heard()
  await repairGoes()
  expect(focused()).toBe('folder')
})
