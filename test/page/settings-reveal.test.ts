import { render } from '@testing-library/svelte'
import { expect, it } from 'vitest'
import type { Component } from 'svelte'
import { revealTitled } from '#shared/ui/reveal.ts'
import Switch from '#shared/ui/Switch.svelte'

it('leads a search for a setting to its control, also where that comes later', async () => {
  const place = document.createElement('div')
  document.body.append(place)
  const stop = revealTitled('Quiet hours')(place)
  render(Switch as Component<object>, { target: place, props: { label: 'Reduce motion', checked: false } })
  render(Switch as Component<object>, { target: place, props: { label: 'Quiet hours', checked: false } })
  await expect.poll(() => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent).toBe('Quiet hours')
  stop?.()
  place.remove()
})
