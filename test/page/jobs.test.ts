import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { I18n } from '#shared/i18n/index.ts'
import JobBar from '#shared/jobs/JobBar.svelte'
import { jobs } from '#shared/jobs/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { playMain } from './support/play-main.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))

/** Tells for each watched element whether it is in view. */
const views: ((isIntersecting: boolean) => void)[] = []
class Views {
  constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
    views.push((isIntersecting) => tell([{ isIntersecting }]))
  }
  observe() {}
  disconnect() {}
}
beforeAll(() => void vi.stubGlobal('IntersectionObserver', Views))
afterAll(() => void vi.unstubAllGlobals())

it('a job is read out when it begins, at each quarter, when it rests and when it ends, and not in between', async () => {
  render(Host, { main: playMain().main, i18n, router: new Router(), view: JobBar })
  const region = screen.getByRole('status')
  const says = (words: string) => waitFor(() => expect(region.textContent?.trim()).toBe(words))
  // the first one: of what another test had on the page’s one list nothing is read out any more
  const job = jobs.start({ title: () => 'Checking Harbour' })
  await says('Checking Harbour')
  job.update({ progress: 0.26 })
  await says('Checking Harbour: 25%')
  job.update({ progress: 0.49, detail: () => 'a.pbo' })
  await waitFor(() => expect(screen.getByText('a.pbo')).toBeTruthy())
  await says('Checking Harbour: 25%')
  job.update({ state: 'paused' })
  await says('Checking Harbour: Paused')
  job.update({ forGame: true })
  await says('Checking Harbour: Paused until the game ends')
  job.end()
  await says('Checking Harbour · finished')
  jobs.start({ title: () => 'Repairing Harbour' }).end()
  await says('Repairing Harbour · finished')
  expect(screen.queryByRole('progressbar')).toBeNull()
})

it('two jobs of mods with one name are both in the bar, and read out once', async () => {
  render(Host, { main: playMain().main, i18n, router: new Router(), view: JobBar })
  const both = [1, 2].map(() => jobs.start({ title: () => 'Checking Harbour', state: 'paused' }))
  await waitFor(() => expect(screen.getAllByRole('progressbar', { name: 'Checking Harbour' })).toHaveLength(2))
  expect(screen.getByRole('status').textContent).toBe('Checking Harbour: Paused')
  for (const job of both) job.end()
})

it('a job is not in the bar while its place on a screen shows it, and is back when that place is gone', async () => {
  render(Host, { main: playMain().main, i18n, router: new Router(), view: JobBar })
  const job = jobs.start({ title: () => 'Installing Harbour', place: 'repair s' })
  const bar = () => screen.queryByRole('progressbar', { name: 'Installing Harbour' })
  await waitFor(() => expect(bar()).not.toBeNull())
  const show = (place: string) => jobs.inPlace(place)(document.body)
  const leave = [show('repair s'), show('repair s')]
  await waitFor(() => expect(bar()).toBeNull())
  leave[0]?.()
  show('another')()
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Installing Harbour'))
  expect(bar()).toBeNull()
  views[1]?.(false) // scrolled away
  await waitFor(() => expect(bar()).not.toBeNull())
  views[1]?.(true)
  await waitFor(() => expect(bar()).toBeNull())
  leave[1]?.()
  await waitFor(() => expect(bar()).not.toBeNull())
  job.end()
})

it('the focus goes from Pause to Resume and back, and from a cancelled job to the next one', async () => {
  render(Host, { main: playMain().main, i18n, router: new Router(), view: JobBar })
  const [first, second] = ['Checking Harbour', 'Checking Island'].map((title) => {
    const controls = {
      pause: () => job.update({ state: 'paused' }),
      resume: () => job.update({ state: 'running' }),
      cancel: () => job.end(),
    }
    const job = jobs.start({ title: () => title }, controls)
    return job
  })
  const press = async (name: string) => {
    const [button] = await screen.findAllByRole('button', { name })
    button?.focus()
    await fireEvent.click(button as HTMLElement)
  }
  const focused = () => document.activeElement?.getAttribute('aria-label')
  await press('Pause')
  await waitFor(() => expect(focused()).toBe('Resume'))
  await press('Resume')
  await waitFor(() => expect(focused()).toBe('Pause'))
  await press('Cancel')
  await waitFor(() => expect(screen.getAllByRole('progressbar')).toHaveLength(1))
  await waitFor(() => expect(document.activeElement?.closest('.job')?.textContent).toContain('Checking Island'))
  first?.end()
  second?.end()
})

it('a second press of the key that cancelled a job cancels no other one', async () => {
  render(Host, { main: playMain().main, i18n, router: new Router(), view: JobBar })
  const ended: string[] = []
  for (const title of ['Checking Harbour', 'Checking Island']) {
    const cancel = () => (ended.push(title), job.end())
    const job = jobs.start({ title: () => title }, { pause: () => undefined, cancel })
  }
  const [first] = await screen.findAllByRole('button', { name: 'Cancel' })
  first?.focus()
  first?.click()
  await waitFor(() => expect(document.activeElement?.closest('.job')?.textContent).toContain('Checking Island'))
  ;(document.activeElement as HTMLElement).click()
  expect(ended).toEqual(['Checking Harbour'])
  screen.getByRole('button', { name: 'Cancel' }).click()
})
