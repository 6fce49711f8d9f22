import { flushSync } from 'svelte'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { FuelStation, MapMarkers } from '../../src-preload/contract/community/index.ts'
import { Atlas } from '../../src-renderer/world/map/atlas.svelte.ts'
import { draw } from '../../src-renderer/world/map/drawing.ts'
import { onMapKey } from '../../src-renderer/world/map/pointer-input.ts'
import {
  companyPlaces,
  eachOnce,
  fuelPlaces,
  groupsOf,
  markerPlaces,
  numbered,
} from '../../src-renderer/world/map/places.ts'
import { tilesOf } from '../../src-renderer/world/map/tiles.ts'
import { Viewport, WORLD_M } from '../../src-renderer/world/map/viewport.svelte.ts'

const marker = (id: number, category: string, x: number, y: number, name = '') => ({
  id,
  classname: `mar_${id}`,
  name,
  category,
  icon: 'field',
  x,
  y,
  placed: x !== 0 || y !== 0,
})
const markers: MapMarkers = {
  categories: [
    { key: 'Apple', name: 'Apples', count: 2 },
    { key: 'Mill', name: 'Mills', count: 1 },
  ],
  markers: [marker(1, 'Apple', 1000, 2000, 'Old orchard'), marker(2, 'Apple', 0, 0), marker(3, 'Mill', 9000, 9000)],
}
const station = (id: number, fuel: number, x: number, y: number): FuelStation => ({
  id,
  name: '',
  position: { x, y, z: 0 },
  fuel,
  capacity: 30_000,
  more: [],
})
const placesOf = () => markerPlaces(markers)
const open = () => {
  const atlas = new Atlas(placesOf)
  atlas.viewport.resize(800, 600)
  return atlas
}

beforeEach(() => localStorage.clear())

describe('places', () => {
  it('call a marker without a name after its category, and keep one that stands nowhere', () => {
    expect(placesOf().map(({ name, placed }) => [name, placed])).toEqual([
      ['Old orchard', true],
      ['Apples', false],
      ['Mills', true],
    ])
  })

  it('put the same station of several servers together', () => {
    const groups = [1, 2].map((serverId) => ({ serverId, stations: [station(4, serverId * 10_000, 100, 200)] }))
    const [place, ...more] = fuelPlaces(groups, 'Fuel', (id) => `Station ${id}`)
    expect(more).toEqual([])
    expect(place).toMatchObject({ name: 'Station 4', color: 'var(--warn)', placed: true })
    expect(place?.layer === 'fuel' && place.fills.map(({ station }) => station.fuel)).toEqual([10_000, 20_000])
  })

  it('do not place a company that names no position', () => {
    const shop = { industrialAreaId: null, company: { id: 3, name: 'Yard', owner: 'Ole' }, position: null, goods: [] }
    expect(companyPlaces([shop], 'Companies')[0]).toMatchObject({ placed: false, name: 'Yard' })
  })

  it('are told once: the marker of a station that is listed with its fill is left out', () => {
    const fuel = fuelPlaces([{ serverId: 1, stations: [station(4, 1, 9010, 9000)] }], 'Fuel', String)
    expect(eachOnce(placesOf(), fuel).map(({ name }) => name)).toEqual(['Old orchard', 'Apples', '4'])
  })

  it('count each group', () => {
    expect(groupsOf(placesOf()).map(({ name, count }) => [name, count])).toEqual([
      ['Apples', 2],
      ['Mills', 1],
    ])
  })
})

/** What the drawing writes, and where; each text is 30 px wide and 12 px high. */
function writtenOn(atlas: Atlas): { text: string; left: number; top: number }[] {
  const { style } = document.documentElement
  onTestFinished(() => void (style.cssText = ''))
  style.fontSize = '16px'
  style.setProperty('--size-xs', '0.75rem')
  const written: { text: string; left: number; top: number }[] = []
  const own: Record<string, unknown> = {
    measureText: () => ({ width: 30 }),
    fillText: (text: string, left: number, top: number) => written.push({ text, left, top }),
  }
  const context = new Proxy(own, { get: (from, name: string) => from[name] ?? (() => undefined) })
  draw(context as unknown as CanvasRenderingContext2D, atlas, (css) => css, true)
  return written
}

it('the drawing writes no edge number below the map’s own buttons', () => {
  const atlas = open()
  for (let zoomed = 0; zoomed < 6; zoomed++) {
    const edge = writtenOn(atlas).filter(({ text }) => /^\d+$/.test(text))
    expect(edge.length).toBeGreaterThan(3)
    expect(edge.filter(({ left, top }) => left + 30 > 800 - 50 && left < 800 && top > 12 && top < 114)).toEqual([])
    atlas.viewport.zoomBy(1.6)
    atlas.viewport.panBy(-37, 0)
  }
})

it('no number at the edge covers another one', () => {
  const atlas = open()
  for (const zoom of [2, 4]) {
    atlas.viewport.zoomBy(zoom)
    // where two lines cross in the corner, the numbers of both would stand in the same place
    const { left, top } = atlas.viewport.toScreen({ x: 5000, y: 9000 })
    atlas.viewport.panBy(-left, 18 - top)
    const boxes = writtenOn(atlas).map((one) => ({ ...one, right: one.left + 30, bottom: one.top + 12 }))
    const meets = boxes.filter((a, at) =>
      boxes.some(
        (b, other) => other < at && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom,
      ),
    )
    expect(boxes.length).toBeGreaterThan(3)
    expect(meets).toEqual([])
  }
})

it('a place’s name is left out below the map’s buttons, and that of the chosen one stands at its other side', () => {
  const atlas = open()
  atlas.viewport.zoomBy(3)
  const moveTo = (left: number, top: number) => {
    const now = atlas.viewport.toScreen({ x: 9000, y: 9000 })
    atlas.viewport.panBy(left - now.left, top - now.top)
  }
  const leftOfName = () => writtenOn(atlas).find(({ text }) => text === 'Mills')?.left
  moveTo(730, 200)
  expect(leftOfName()).toBe(741)
  moveTo(730, 60)
  expect(leftOfName()).toBeUndefined()
  atlas.choose(atlas.drawn.find(({ name }) => name === 'Mills'))
  expect(leftOfName()).toBeLessThan(700)
})

describe('the atlas', () => {
  it('finds by name, category and class, and leaves out what is hidden, also after a restart', () => {
    const atlas = open()
    atlas.query = 'apples'
    expect(atlas.found).toHaveLength(2)
    expect(atlas.unplaced).toBe(1)
    // a search points out, and hides nothing whose layer is shown
    expect(atlas.drawn.map((place) => [place.name, atlas.isFound(place)])).toEqual([
      ['Old orchard', true],
      ['Mills', false],
    ])
    expect([atlas.foundIn('markers/Apple'), atlas.foundIn('markers/Mill')]).toEqual([2, 0])
    atlas.query = 'mar_3'
    expect(atlas.found.map(({ name }) => name)).toEqual(['Mills'])
    atlas.query = ''
    atlas.toggle('markers/Apple')
    expect(atlas.found.map(({ name }) => name)).toEqual(['Mills'])
    expect(open().isShown('markers/Apple')).toBe(false)
    atlas.toggleLayer('markers', true)
    expect(atlas.found).toHaveLength(3)
    atlas.toggleLayer('markers', false)
    expect(atlas.found).toHaveLength(0)
  })

  it('finds what is under the pointer and what another screen points at', () => {
    const atlas = open()
    const at = atlas.viewport.toScreen({ x: 9000, y: 9000 })
    expect(atlas.placeAt(at.left + 5, at.top - 5)?.name).toBe('Mills')
    expect(atlas.placeAt(at.left + 50, at.top)).toBeUndefined()
    atlas.pointAt({ x: 1010, y: 1990 })
    expect(atlas.chosen?.name).toBe('Old orchard')
    expect(atlas.pin).toEqual({ x: 1010, y: 1990 })
    atlas.choose(undefined)
    expect(atlas.pin).toBeUndefined()
  })

  it('stretches where something stands beyond the usual edge', () => {
    const far = new Atlas(() => markerPlaces({ ...markers, markers: [marker(9, 'Mill', 20_000, 30, 'Far')] }))
    expect(far.viewport.world).toBe(20_000)
  })
})

describe('the view of the map', () => {
  const view = () => {
    const viewport = new Viewport()
    viewport.resize(1000, 800)
    return viewport
  }

  it('shows the whole map first, north up', () => {
    const viewport = view()
    const south = viewport.toScreen({ x: 0, y: 0 })
    const north = viewport.toScreen({ x: WORLD_M, y: WORLD_M })
    expect(south.top).toBeLessThanOrEqual(800)
    expect(north.top).toBeGreaterThanOrEqual(0)
    expect(north.top).toBeLessThan(south.top)
  })

  it('keeps the spot under the pointer where it is while zooming', () => {
    const viewport = view()
    viewport.zoomBy(3)
    const before = viewport.toMap(700, 300)
    viewport.zoomBy(1.5, 700, 300)
    const after = viewport.toMap(700, 300)
    expect(after.x).toBeCloseTo(before.x, 6)
    expect(after.y).toBeCloseTo(before.y, 6)
  })

  it('never loses the map, however far one drags or zooms', () => {
    const viewport = view()
    for (let at = 0; at < 40; at++) viewport.zoomBy(2)
    expect(viewport.canZoomIn).toBe(false)
    viewport.panBy(-1e9, 1e9)
    const centre = viewport.toMap(500, 400)
    expect(centre.x).toBeLessThanOrEqual(WORLD_M)
    expect(centre.y).toBeLessThanOrEqual(WORLD_M)
    for (let at = 0; at < 40; at++) viewport.zoomBy(0.5)
    expect(viewport.zoom).toBe(1)
  })

  it('moves and zooms with the keyboard', () => {
    const atlas = open()
    const press = (key: string, ctrlKey = false) => onMapKey({ key, ctrlKey, metaKey: false, altKey: false }, atlas)
    expect(press('+')).toBe(true)
    expect(atlas.viewport.zoom).toBeCloseTo(1.5, 6)
    const before = atlas.viewport.toMap(0, 0)
    expect(press('ArrowRight')).toBe(true)
    flushSync()
    expect(atlas.viewport.toMap(0, 0).x).toBeGreaterThan(before.x)
    expect(press('0')).toBe(true)
    expect(atlas.viewport.zoom).toBe(1)
    expect(press('+', true)).toBe(false)
    expect(press('x')).toBe(false)
  })
})

describe('tiles', () => {
  it('cover what is on screen and count rows from the south', () => {
    const viewport = new Viewport()
    viewport.resize(512, 512)
    const tiles = tilesOf('http://127.0.0.1/tiles/', viewport)
    expect(tiles.map(({ url }) => url)).toEqual([
      'http://127.0.0.1/tiles/1/0/0.png',
      'http://127.0.0.1/tiles/1/0/1.png',
      'http://127.0.0.1/tiles/1/1/0.png',
      'http://127.0.0.1/tiles/1/1/1.png',
    ])
    const [southWest, northWest] = tiles
    expect(northWest?.top).toBeLessThan(southWest?.top ?? 0)
    expect(southWest?.size).toBeCloseTo(viewport.scale * (WORLD_M / 2), 6)
  })

  it('stay a handful, however near one looks', () => {
    const viewport = new Viewport()
    viewport.resize(1600, 1000)
    viewport.zoomBy(50)
    expect(tilesOf('https://tiles.example', viewport).length).toBeLessThan(60)
  })
})

it('tells places of one name apart by a number', () => {
  const names = (given: MapMarkers) => numbered(markerPlaces(given)).map(({ name }) => name)
  expect(names(markers)).toEqual(['Old orchard', 'Apples', 'Mills'])
  const twice = { ...markers, markers: [...markers.markers, marker(4, 'Apple', 10, 20)] }
  expect(names(twice)).toEqual(['Old orchard', 'Apples 1', 'Mills', 'Apples 2'])
})
