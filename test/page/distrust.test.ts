import { render, screen } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import type { Distrust } from '../../src-preload/contract/mods.ts'
import DistrustNotice from '../../src-renderer/mods/DistrustNotice.svelte'
import type { Main } from '#shared/bridge/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'

async function show(reason: Distrust['reason'], check?: (acceptShorter: boolean) => void) {
  const i18n = new I18n()
  await i18n.use('en')
  const nothing = () => undefined
  const main = { settings: { state: nothing, profile: nothing }, play: { game: nothing } } as unknown as Main
  render(Host, {
    main,
    i18n,
    router: new Router('mods'),
    view: DistrustNotice,
    given: { distrust: { reason }, check },
  })
  return screen.getByRole<HTMLButtonElement>('button')
}

test.each([
  ['shrunk', 'Check with this list', true],
  ['http-error', 'Check again', false],
  ['empty', 'Check again', false],
] as const)('a list that is not trusted (%s) offers: %s', async (reason, name, acceptsShorter) => {
  const asked: boolean[] = []
  const button = await show(reason, (acceptShorter) => asked.push(acceptShorter))
  expect(button.textContent.trim()).toBe(name)
  button.click()
  expect(asked).toEqual([acceptsShorter])
})

test('nothing is offered while the mod is busy', async () => {
  expect((await show('shrunk')).disabled).toBe(true)
})

test.each([
  ['offline', /^You are offline/],
  ['dns', /can’t be reached right now/],
  ['tls', /is not secure/],
  ['unreachable', /can’t be reached right now/],
] as const)('a list that could not be loaded (%s) has its own sentence', async (reason, sentence) => {
  await show(reason)
  expect(screen.getByText(sentence)).toBeDefined()
})
