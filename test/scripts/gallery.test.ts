import { expect, it } from 'vitest'
import { within } from '../../scripts/lib/gallery/gallery.mjs'

it('gives up a stop of the gallery that hangs, by its name, and passes on what others give', async () => {
  await expect(within(1, 'home.de.light.940-100', () => new Promise(() => undefined))).rejects.toThrow(
    'home.de.light.940-100: not done within 0.001 s',
  )
  expect(await within(60_000, 'home', () => Promise.resolve('home.png'))).toBe('home.png')
  await expect(within(60_000, 'home', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
})
