import { describe, expect, it } from 'vitest'
import { LEAST, placeFor, remember, type SavedPlaces, zoomBy } from '../../src-main/desktop/index.ts'

const primary = { id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } }
const second = { id: 2, workArea: { x: 1920, y: 0, width: 1366, height: 728 } }
const both = [primary, second]
const place = (x: number, y: number, width = 1100, height = 700) => ({ x, y, width, height, maximized: false })
const fresh: SavedPlaces = { places: {} }

describe('the window', () => {
  it('opens in the middle of the primary display at first', () => {
    expect(placeFor(fresh, both, primary)).toEqual(place(320, 120, 1280, 800))
    const small = { id: 3, workArea: { x: 0, y: 0, width: 1092, height: 574 } }
    expect(placeFor(fresh, [small], small)).toEqual(place(0, 0, 1092, 574))
  })

  it('comes back where it was on the display where it was last, each display with a place of its own', () => {
    const onFirst = remember(fresh, 1, place(60, 40))
    const onSecond = remember(onFirst, 2, { ...place(2000, 10), maximized: true })
    expect(placeFor(onSecond, both, primary)).toEqual({ ...place(2000, 10), maximized: true })
    expect(placeFor(onSecond, [primary], primary)).toEqual(place(60, 40)) // that display is gone
    expect(placeFor(remember(onSecond, 1, place(70, 50)), both, primary)).toEqual(place(70, 50))
  })

  it('never opens where nobody could reach it, nor larger than its display', () => {
    for (const lost of [place(-1050, 40), place(1900, 40), place(60, -400), place(60, 1030)])
      expect(placeFor(remember(fresh, 1, lost), both, primary)).toEqual(place(320, 120, 1280, 800))
    expect(placeFor(remember(fresh, 2, place(1920, 0, 4000, 3000)), both, primary)).toEqual(place(1920, 0, 1366, 728))
  })

  it('fits 1366 × 768 at 125 % with a task bar when it is smallest', () => {
    expect(LEAST.width).toBeLessThanOrEqual(Math.floor(1366 / 1.25))
    expect(LEAST.height).toBeLessThanOrEqual(Math.floor((768 - 48) / 1.25))
  })

  it('remembers a handful of displays', () => {
    const many = Array.from({ length: 20 }, (_, id) => id).reduce(
      (saved, id) => remember(saved, id, place(0, 0)),
      fresh,
    )
    expect(Object.keys(many.places)).toHaveLength(8)
    expect(many.last).toBe(19)
  })
})

it('zoom keys go from 80 to 150 per cent and no further', () => {
  const walk = (key: string, from: number) => {
    const seen = [from]
    for (let next = zoomBy(key, from); next !== undefined; next = zoomBy(key, next)) seen.push(next)
    return seen
  }
  expect(walk('+', 80)).toEqual([80, 90, 100, 110, 125, 150])
  expect(walk('-', 150)).toEqual([150, 125, 110, 100, 90, 80])
  expect([zoomBy('0', 150), zoomBy('=', 95), zoomBy('a', 100)]).toEqual([100, 100, undefined])
})
