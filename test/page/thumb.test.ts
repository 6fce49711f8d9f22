import Package from '@lucide/svelte/icons/package'
import { fireEvent, render } from '@testing-library/svelte'
import { expect, it } from 'vitest'
import Thumb from '#shared/ui/Thumb.svelte'

it('shows the picture, and the sign of its kind where there is none or it cannot be shown', async () => {
  const { container, rerender } = render(Thumb, { image: 'https://pictures.example/a.png', icon: Package })
  const picture = () => container.querySelector('img')
  expect(picture()?.getAttribute('loading')).toBe('lazy')
  expect(container.querySelector('svg')).toBeTruthy()
  await fireEvent.error(picture() as HTMLImageElement)
  expect(picture()).toBeNull()
  await rerender({ image: 'https://pictures.example/b.png' })
  expect(picture()?.getAttribute('src')).toBe('https://pictures.example/b.png')
  await rerender({ image: undefined })
  expect(picture()).toBeNull()
})
