import Package from '@lucide/svelte/icons/package'
import { fireEvent, render } from '@testing-library/svelte'
import { expect, it } from 'vitest'
import { itemSign } from '#shared/signs.ts'
import Picture from '#shared/ui/Picture.svelte'

const [a, b, c] = ['https://pictures.example/a.png', 'https://b.example/a.png', 'https://pictures.example/c.png']

it('shows the first picture that can be shown, and the sign where there is none', async () => {
  const { container, rerender } = render(Picture, { images: [a, b], sign: Package })
  const picture = () => container.querySelector('img')
  expect(picture()?.getAttribute('loading')).toBe('lazy')
  expect(container.querySelector('svg')).toBeTruthy()
  await fireEvent.error(picture() as HTMLImageElement)
  expect(picture()?.getAttribute('src')).toBe(b)
  await fireEvent.error(picture() as HTMLImageElement)
  expect(picture()).toBeNull()
  await rerender({ images: [c] })
  expect(picture()?.getAttribute('src')).toBe(c)
  await rerender({ images: [] })
  expect(picture()).toBeNull()
})

it.each(['data:image/svg+xml,<svg/>', ' data:image/svg+xml,<svg/>', 'da\nta:image/svg+xml,<svg/>', '/a.png'])(
  'shows no drawing as an address: %j',
  (address) => {
    const { container } = render(Picture, { images: [address, a], sign: Package })
    expect(container.querySelector('img')?.getAttribute('src')).toBe(a)
  },
)

it('tells categories apart by the words for them', () => {
  const signs = ['nw_bag_medium Rucksäcke', 'nw_medkit Medizin', 'nw_oilskin Kleidung', 'oil_u Rohöl', 'relic'].map(
    itemSign,
  )
  expect(new Set(signs).size).toBe(signs.length)
  expect(signs.at(-1)).toBe(Package)
})
