import { render } from '@testing-library/svelte'
import { flushSync } from 'svelte'
import { expect, it, onTestFinished } from 'vitest'
import { Atlas } from '../../src-renderer/world/map/atlas.svelte.ts'
import type { Camera } from '../../src-renderer/world/map/camera.svelte.ts'
import MapMarkers from '../../src-renderer/world/map/MapMarkers.svelte'
import { markerPlaces } from '../../src-renderer/world/map/places.ts'
import { Signs } from '../../src-renderer/world/map/signs.svelte.ts'
import { openStage } from '../../src-renderer/world/map/stage.ts'
import Host from './support/Host.svelte'
import { playMain } from './support/play-main.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import { scaleOf } from '../../src-renderer/world/map/view.ts'

/** An empty map over tiles, without motion. */
function openMap() {
  document.documentElement.dataset.motion = 'none'
  const element = document.createElement('div')
  Object.defineProperties(element, { clientWidth: { value: 800 }, clientHeight: { value: 600 } })
  document.body.append(element)
  const atlas = new Atlas(() => [])
  const close = openStage(element, atlas, { kind: 'tiles', base: 'https://tiles.invalid' }, () => undefined)
  onTestFinished(() => {
    close()
    element.remove()
    delete document.documentElement.dataset.motion
  })
  return { element, atlas }
}

const openTiles = () => [...openMap().element.querySelectorAll('img')]

const failed = (tile: HTMLImageElement | undefined) => tile?.dispatchEvent(new Event('error'))
const networkReturns = () => window.dispatchEvent(new Event('online'))

it('a double press while measuring adds one stop, and one place is not added twice in a row', () => {
  const { element, atlas } = openMap()
  atlas.toggleTool('ruler')
  for (const detail of [1, 2]) {
    const at = { bubbles: true, clientX: 200 + detail, clientY: 100, detail }
    for (const type of ['mousedown', 'mouseup', 'click']) element.dispatchEvent(new MouseEvent(type, at))
  }
  expect(atlas.route.stops).toHaveLength(1)
  for (let press = 0; press < 2; press++) atlas.route.add({ x: 5, y: 6, name: 'Pier' })
  expect(atlas.route.stops).toHaveLength(2)
})

it('a tile that failed is done without, and asked for again when the network returns', () => {
  const [tile] = openTiles()
  failed(tile)
  expect(tile?.hidden).toBe(true)
  networkReturns()
  expect(tile?.hidden).toBe(false)
  failed(tile)
  expect(tile?.hidden).toBe(true)
})

it('a tile that was on its way when the network returned, and fails after, is asked for once more', () => {
  const [tile] = openTiles()
  networkReturns()
  failed(tile)
  expect(tile?.hidden).toBe(false)
  failed(tile)
  expect(tile?.hidden).toBe(true)
})

it('a sign stands for what a search found of those that share it, and for all of them where it found none', () => {
  const marker = (id: number, name: string) => ({
    id,
    name,
    classname: '',
    category: 'c',
    icon: '',
    y: 9,
    placed: true,
  })
  const markers = [
    { ...marker(1, 'Mill'), x: 10 },
    { ...marker(2, 'Dairy'), x: 20 },
    { ...marker(3, 'Mill two'), x: 9000 },
    { ...marker(4, 'Mill three'), x: 9001 },
  ]
  const atlas = new Atlas(() => markerPlaces({ categories: [], markers }))
  atlas.query = 'dairy'
  const view = { left: 0, top: 600, scale: scaleOf(1), width: 800, height: 600 }
  const signs = new Signs(() => ({ atlas, camera: { zoom: 1, isMoving: false, view } as Camera, names: [] }))
  expect(signs.shown.map(({ places }) => places.map(({ name }) => name))).toEqual([
    ['Dairy'],
    ['Mill two', 'Mill three'],
  ])
})

it('signs are laid out for the zoom they stand at, and while it moves anew once in a step', () => {
  const at = (zoom: number, isMoving: boolean) =>
    ({ zoom, isMoving, view: { left: 0, top: 0, scale: scaleOf(zoom), width: 800, height: 600 } }) as Camera
  let camera = $state.raw(at(1, false))
  const signs = new Signs(() => ({ atlas: new Atlas(() => []), camera, names: [] }))
  expect(signs.laid).toBe(scaleOf(1))
  const laid = new Set<number>()
  for (let zoom = 1; zoom <= 4; zoom += 0.1) {
    camera = at(zoom, true)
    laid.add(signs.laid)
    expect(Math.abs(Math.log2(camera.view.scale / signs.laid))).toBeLessThan(0.51)
  }
  expect(laid.size).toBeLessThan(5)
  camera = at(4, false)
  expect(signs.laid).toBe(scaleOf(4))
})

it('a name that an edge of the map would cut is left out, and stays as it is while the zoom moves', () => {
  const [scale, width, height] = [scaleOf(5), 800, 600]
  const marker = (id: number, left: number, top: number) => {
    const [x, y] = [left / scale, (height - top) / scale]
    return { id, name: `Marker ${id}`, classname: '', category: 'c', icon: '', x, y, placed: true }
  }
  const markers = [marker(1, 300, 300), marker(2, 20, 300), marker(3, 760, 300), marker(4, 300, 590)]
  const atlas = new Atlas(() => markerPlaces({ categories: [], markers }))
  const town = (name: string, x: number) => ({ name, x: x / scale, y: 400 / scale, kind: 'town' })
  const names = [town('In sight', 400), town('Cut left', 50), town('Cut right', 790)]
  const at = (left: number, isMoving: boolean) =>
    ({ zoom: 5, isMoving, view: { left, top: height, scale, width, height } }) as Camera
  let camera = $state.raw(at(0, false))
  const signs = new Signs(() => ({ atlas, camera, names }))
  const shown = () => [
    ...signs.shown.filter(signs.isNamed).map(({ places }) => places[0]?.name),
    ...signs.grounds.map(({ name }) => name),
  ]
  expect(shown()).toEqual(['Marker 1', 'In sight'])
  camera = at(60, true)
  expect(shown()).toEqual(['Marker 1', 'In sight'])
  camera = at(60, false)
  expect(shown()).toEqual(['Marker 1', 'Marker 2', 'In sight', 'Cut left'])
})

it('a name makes room for the letters of the ruler, or is left out', () => {
  const [scale, width, height] = [scaleOf(5), 800, 600]
  const at = (left: number, top: number) => ({ x: left / scale, y: (height - top) / scale })
  const mill = { id: 1, name: 'The mill', classname: '', category: 'c', icon: '', placed: true, ...at(300, 300) }
  const atlas = new Atlas(() => markerPlaces({ categories: [], markers: [mill] }))
  const camera = { zoom: 5, isMoving: false, view: { left: 0, top: height, scale, width, height } } as Camera
  const signs = new Signs(() => ({ atlas, camera, names: [{ name: 'Town', kind: 'town', ...at(600, 300) }] }))
  const shown = () => [signs.shown.filter(signs.isNamed).length, signs.grounds[0]?.move.y]
  expect(shown()).toEqual([1, 0])
  atlas.route.show([at(350, 300), at(600, 300)])
  expect(shown()).toEqual([0, -26])
})

it('while the zoom moves, signs come and go only with a new layout, and none is missing on the screen', () => {
  const [width, height, middle] = [800, 600, 8192]
  const markers = Array.from({ length: 900 }, (_, id) => {
    const [x, y] = [(id % 30) * 500 + 300, Math.floor(id / 30) * 500 + 300]
    return { id, name: `${id}`, classname: '', category: 'c', icon: '', x, y, placed: true }
  })
  const atlas = new Atlas(() => markerPlaces({ categories: [], markers }))
  const at = (zoom: number) => {
    const scale = scaleOf(zoom)
    const view = { left: width / 2 - middle * scale, top: height / 2 + middle * scale, scale, width, height }
    return { zoom, isMoving: true, view } as Camera
  }
  let camera = $state.raw(at(6))
  const given = {
    atlas,
    get camera() {
      return camera
    },
    names: [],
  }
  const signs = new Signs(() => given)
  const drawn = new Set<unknown>()
  const close = $effect.root(() => {
    $effect(() => void drawn.add(signs.shown))
  })
  onTestFinished(close)
  const out = Array.from({ length: 30 }, (_, step) => 6 - step / 10)
  for (const zoom of [...out, ...out.toReversed()]) {
    camera = at(zoom)
    flushSync()
    const { scale } = camera.view
    const shown = signs.shown.flatMap(({ places }) => places.map(({ name }) => name))
    const seen = markers.filter(
      ({ x, y }) => Math.abs(x - middle) < width / 2 / scale && Math.abs(y - middle) < height / 2 / scale,
    )
    expect(shown).toEqual(expect.arrayContaining(seen.map(({ name }) => name)))
  }
  expect(drawn.size).toBeLessThan(10)
})

it('shows where a new pin will be while its note is written, and no longer', async () => {
  const i18n = new I18n()
  await i18n.use('en')
  document.documentElement.dataset.motion = 'none'
  const element = document.createElement('div')
  Object.defineProperties(element, { clientWidth: { value: 800 }, clientHeight: { value: 600 } })
  document.body.append(element)
  const atlas = new Atlas(() => [])
  const close = openStage(element, atlas, { kind: 'plain' }, () => undefined)
  onTestFinished(() => {
    close()
    element.remove()
    delete document.documentElement.dataset.motion
  })
  const given = { atlas, camera: atlas.camera, names: [] }
  render(Host, { main: playMain().main, i18n, router: new Router('map'), view: MapMarkers as never, given })
  const shown = () => document.querySelector<HTMLElement>('.sign.new')
  expect(shown()).toBeNull()
  atlas.mark({ x: 1000, y: 2000 })
  flushSync()
  const scale = atlas.camera?.view.scale ?? NaN
  expect(shown()?.style.transform).toBe(`translate(${1000 * scale}px, ${-2000 * scale}px)`)
  atlas.choose(undefined)
  flushSync()
  expect(shown()).toBeNull()
})
