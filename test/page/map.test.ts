import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { FuelStation, MapMarkers } from '../../src-preload/contract/community/index.ts'
import { Atlas } from '../../src-renderer/world/map/atlas.svelte.ts'
import { clearOf, stepOf, ticksOf } from '../../src-renderer/world/map/axis.ts'
import { Camera } from '../../src-renderer/world/map/camera.svelte.ts'
import { crowdsOf, movedNames, namedOf, ringOf } from '../../src-renderer/world/map/grouping.ts'
import { kindOf } from '../../src-renderer/world/map/kinds.ts'
import {
  companyPlaces,
  eachOnce,
  fuelPlaces,
  groupsOf,
  markerPlaces,
  numbered,
} from '../../src-renderer/world/map/places.ts'
import { onMapKey } from '../../src-renderer/world/map/stage.ts'
import { WORLD_M } from '../../src-renderer/world/map/view.ts'
import { gridText, spotOfText, wayOfParams, wayParams } from '../../src-renderer/shared/spot.ts'

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
const open = () => new Atlas(placesOf)

/** A camera over an element of this size that moves at once; what it was told to show is there when it returns. */
function cameraOf(atlas: Atlas, [width, height] = [800, 600]): Camera {
  const element = document.createElement('div')
  Object.defineProperties(element, { clientWidth: { value: width }, clientHeight: { value: height } })
  document.body.append(element)
  const camera = new Camera(
    element,
    () => atlas.world,
    () => true,
  )
  atlas.camera = camera
  onTestFinished(() => {
    camera.close()
    element.remove()
  })
  return camera
}
const middleOf = ({ view, toMap }: Camera) => toMap(view.width / 2, view.height / 2)

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
    expect(place).toMatchObject({ name: 'Station 4', color: 'var(--ok)', placed: true })
    expect(place?.layer === 'fuel' && place.fills.map(({ station }) => station.fuel)).toEqual([10_000, 20_000])
  })

  it.each([
    [20_000, 'ok'],
    [9_000, 'warn'],
    [3_000, 'bad'],
  ])('show a station with %d of 30,000 litres as %s', (litres, tone) => {
    const groups = [{ serverId: 1, stations: [station(4, litres, 100, 200)] }]
    expect(fuelPlaces(groups, 'Fuel', String)[0]).toMatchObject({ color: `var(--${tone})` })
  })

  it('do not place a company that names no position', () => {
    const shop = { industrialAreaId: null, company: { id: 3, name: 'Yard', owner: 'Ole' }, position: null, goods: [] }
    expect(companyPlaces([shop], 'Companies')[0]).toMatchObject({ placed: false, name: 'Yard' })
    const at = (x: number, y: number) => companyPlaces([{ ...shop, position: { x, y, z: 0 } }], 'Companies')[0]?.placed
    expect([at(1, 0), at(49_999, 9), at(1e9, 9), at(9, -1), at(0, 0)]).toEqual([true, true, false, false, false])
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

describe('the atlas', () => {
  it('finds by name, category and class, and leaves out what is hidden, also after a restart', () => {
    const atlas = open()
    atlas.query = 'apples'
    expect(atlas.found).toHaveLength(2)
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
    atlas.show(atlas.groups, true)
    expect(atlas.found).toHaveLength(3)
    atlas.show(atlas.groups, false)
    expect(atlas.found).toHaveLength(0)
  })

  it('finds what another screen points at', () => {
    const atlas = open()
    const camera = cameraOf(atlas)
    atlas.pointAt({ x: 1010, y: 1990 })
    expect(atlas.chosen?.name).toBe('Old orchard')
    expect(atlas.pin).toEqual({ x: 1010, y: 1990 })
    const { top, scale, height } = camera.view
    expect(top - 1990 * scale).toBeCloseTo(0.5 * height, 0)
    atlas.choose(undefined)
    expect(atlas.pin).toBeUndefined()
  })

  it('comes nearer to places that share a sign, and lists those that no zoom tells apart', () => {
    const twins = { ...markers, markers: [marker(1, 'Apple', 500, 500), marker(2, 'Mill', 505, 500)] }
    const atlas = new Atlas(() => [...placesOf(), ...markerPlaces(twins)])
    const camera = cameraOf(atlas)
    const before = camera.zoom
    atlas.open(placesOf())
    expect(camera.zoom).toBeGreaterThan(before - 1)
    expect(atlas.crowd).toEqual([])
    const pair = markerPlaces(twins)
    atlas.open(pair)
    expect(atlas.crowd).toEqual(pair)
    atlas.choose(pair[0])
    expect(atlas.crowd).toEqual([])
  })

  it('stretches where something stands beyond the usual edge', () => {
    const far = new Atlas(() => markerPlaces({ ...markers, markers: [marker(9, 'Mill', 20_000, 30, 'Far')] }))
    expect(far.world).toBe(20_000)
  })
})

describe('the camera', () => {
  it('shows the whole world first, north up, and none of it below the axes', () => {
    const { view } = cameraOf(open())
    expect(view.top).toBeLessThanOrEqual(600 - 24)
    expect(view.top - WORLD_M * view.scale).toBeGreaterThanOrEqual(0)
    expect(view.left).toBeGreaterThanOrEqual(36)
  })

  it('keeps the spot under the pointer where it is while zooming', () => {
    const camera = cameraOf(open())
    camera.zoomBy(2)
    const before = camera.toMap(500, 250)
    camera.zoomBy(0.7, 500, 250)
    const after = camera.toMap(500, 250)
    const px = () => 1 / camera.view.scale // what is drawn stands on whole pixels
    expect(Math.abs(after.x - before.x)).toBeLessThan(px())
    expect(Math.abs(after.y - before.y)).toBeLessThan(px())
    const { zoom } = camera
    camera.turn(new WheelEvent('wheel', { deltaY: -200 }), 500, 250)
    expect(camera.zoom).toBeGreaterThan(zoom)
    expect(Math.abs(camera.toMap(500, 250).x - before.x)).toBeLessThan(px() * 2)
  })

  it('never loses the world, however far one steps or zooms', () => {
    const camera = cameraOf(open())
    for (let at = 0; at < 40; at++) camera.zoomBy(2)
    expect(camera.canZoomIn).toBe(false)
    for (let at = 0; at < 2000; at++) camera.step(1, -1)
    const middle = middleOf(camera)
    expect(middle.x).toBeLessThanOrEqual(WORLD_M * 1.13)
    expect(middle.y).toBeLessThanOrEqual(WORLD_M * 1.13)
    for (let at = 0; at < 40; at++) camera.zoomBy(-2)
    expect(camera.canZoomOut).toBe(false)
  })

  it('moves and zooms with the keyboard', () => {
    const atlas = open()
    const camera = cameraOf(atlas)
    const press = (key: string, ctrlKey = false) => onMapKey({ key, ctrlKey, metaKey: false, altKey: false }, atlas)
    const whole = camera.zoom
    expect(press('+')).toBe(true)
    expect(press('+')).toBe(true)
    expect(camera.zoom).toBeCloseTo(whole + 1.2, 6)
    const before = middleOf(camera)
    expect(press('ArrowRight')).toBe(true)
    expect(middleOf(camera).x).toBeGreaterThan(before.x)
    expect(press('0')).toBe(true)
    expect(camera.zoom).toBeCloseTo(whole, 6)
    expect(press('+', true)).toBe(false)
    expect(press('x')).toBe(false)
  })
})

describe('signs', () => {
  it('stand no nearer to each other than the gap, and together have each place once', () => {
    const many = Array.from({ length: 400 }, (_, at) => marker(at, 'Mill', (at * 379) % 3000, (at * 733) % 3000))
    const places = markerPlaces({ ...markers, markers: many })
    const crowds = crowdsOf(places, 200)
    expect(crowds.flatMap((crowd) => crowd.places).length).toBe(places.length)
    const tooNear = crowds.filter((a, at) =>
      crowds.some((b, other) => other < at && Math.hypot(a.x - b.x, a.y - b.y) < 200),
    )
    expect(tooNear).toEqual([])
    expect(crowdsOf(places, 0.001).length).toBe(places.length)
  })

  it('show the colours of a group by their shares', () => {
    const places = ['Mill', 'Bank', 'Mill', 'Mill'].flatMap((category, at) =>
      markerPlaces({ ...markers, markers: [marker(at, category, 0, 0)] }),
    )
    const [mill, bank] = places.map(({ color }) => color)
    expect(ringOf({ places })).toBe(`conic-gradient(${mill} 0turn 0.75turn, ${bank} 0.75turn 1turn)`)
  })

  it('are of a category whose name has its separators again', () => {
    const names = ['EisenStahl', 'Äpfel  Kartoffeln', 'Honig'].map((name, at) => ({ key: String(at), name, count: 1 }))
    const places = markerPlaces({ categories: names, markers: names.map(({ key }, at) => marker(at, key, 0, 0)) })
    expect(places.map(({ groupName }) => groupName)).toEqual(['Eisen, Stahl', 'Äpfel, Kartoffeln', 'Honig'])
  })

  it('tell a name only where it meets no other sign and no other name', () => {
    const at = (x: number) =>
      crowdsOf(markerPlaces({ ...markers, markers: [marker(1, 'Mill', 0, 0, 'A mill')] }), 1).map((crowd) => ({
        ...crowd,
        x,
        key: `${x}`,
      }))
    const px = { typePx: 12, signPx: 28 }
    expect([...namedOf([...at(0), ...at(40), ...at(300)], 1, px)]).toEqual(['40', '300'])
    const town = movedNames([{ name: 'Town', x: 345, y: 0 }], at(300), 1, px).get('Town')?.box
    expect([...namedOf([...at(0), ...at(40), ...at(300)], 1, px, town && [town])]).toEqual(['40'])
    const crowds = at(0)
    const moveOf = (x: number, around: ReturnType<typeof at>) =>
      movedNames([{ name: 'Town', x, y: 0 }], around, 1, px).get('Town')?.move
    expect(moveOf(0, crowds)).toEqual({ x: 0, y: -26 })
    expect(moveOf(90, crowds)).toEqual({ x: 0, y: 0 })
    const around = [...crowds, ...[-26, 26].map((y) => ({ ...(crowds[0] as (typeof crowds)[number]), y }))]
    expect(moveOf(0, around)?.x).toBeGreaterThan(28)
    const twins = ['Town', 'Twin'].map((name) => ({ name, x: 90, y: 0 }))
    expect(movedNames(twins, crowds, 1, px).get('Twin')?.move).toEqual({ x: 0, y: -26 })
  })

  it('are chosen by what a category is called, and a pin is for the others', () => {
    expect(kindOf('Garage', 'Garagen', 'rlrpg')).toEqual(kindOf('x', 'Parkhaus', 'rlrpg'))
    expect(kindOf('Garage', 'Garagen', 'rlrpg').icon).not.toBe(kindOf('Fuel', 'Tankstellen', 'rlrpg').icon)
    expect(kindOf('Zzz', 'Qqq', 'rlrpg').color).toBe('var(--text-2)')
    const icons = ['Stein, Sand', 'Saline', 'Bernstein'].map((name) => kindOf('x', name, 'rlrpg').icon)
    expect(new Set(icons).size).toBe(3)
  })
})

describe('the grid', () => {
  it('has lines far enough apart for their numbers at every scale, and none where the edges meet', () => {
    for (let scale = 0.01; scale < 2; scale *= 1.3) {
      const step = stepOf(scale)
      const ticks = clearOf(ticksOf({ origin: 37, scale, length: 900, sign: 1 }, step, WORLD_M), [[0, 34]])
      expect(ticks.every(({ px }, at) => at === 0 || px - (ticks[at - 1]?.px ?? 0) >= 64)).toBe(true)
      expect(ticks.every(({ px }) => px > 34 && px <= 900)).toBe(true)
    }
    expect(ticksOf({ origin: 600, scale: 0.1, length: 600, sign: -1 }, 1000, WORLD_M).slice(0, 2)).toEqual([
      { at: 0, px: 600 },
      { at: 1000, px: 500 },
    ])
  })

  it('is written and read as the game writes it', () => {
    expect(gridText({ x: 3122, y: 12_838 })).toBe('031 128')
    expect(spotOfText('031 128')).toEqual({ x: 3150, y: 12_850 })
    expect(spotOfText('031128')).toEqual({ x: 3150, y: 12_850 })
    expect(spotOfText('0312-1283')).toEqual({ x: 3125, y: 12_835 })
    expect(spotOfText('3122, 12838')).toEqual({ x: 3122, y: 12_838 })
    for (const text of ['', 'Kleinhafen', '31 128', '0311 28', '12', '031 128 1', '031 12838'])
      expect(spotOfText(text)).toBeUndefined()
  })
})

it('shows the way that another screen asks for', () => {
  const [from, to] = [
    { x: 3122, y: 12_838 },
    { x: 90, y: 7 },
  ]
  expect(wayOfParams(wayParams(from, to))).toEqual([from, to])
  expect(wayOfParams({ from: '3122, 12838' })).toEqual([])
})

it('tells places of one name apart by a number', () => {
  const names = (given: MapMarkers) => numbered(markerPlaces(given)).map(({ name }) => name)
  expect(names(markers)).toEqual(['Old orchard', 'Apples', 'Mills'])
  const twice = { ...markers, markers: [...markers.markers, marker(4, 'Apple', 10, 20)] }
  expect(names(twice)).toEqual(['Old orchard', 'Apples 1', 'Mills', 'Apples 2'])
})

it('gives each place an id of its own, whatever the service sends', () => {
  const same = { ...markers, markers: [marker(1, 'Apple', 10, 20, 'A'), marker(1, 'Apple', 30, 40, 'B')] }
  expect(numbered(markerPlaces(same)).map(({ id }) => id)).toEqual(['markers/Apple/1', 'markers/Apple/1 2'])
})

it('leaves a new pin by the tool that set it', () => {
  const atlas = open()
  atlas.toggleTool('pin')
  atlas.press({ x: 5, y: 6 })
  expect(atlas.marking).toMatchObject({ x: 5, y: 6 })
  atlas.toggleTool('pin')
  expect([atlas.marking, atlas.isPinning]).toEqual([undefined, false])
})

describe('the ruler', () => {
  it('begins at the chosen place, and not at one without a position', () => {
    const atlas = open()
    const [orchard, nowhere] = placesOf()
    atlas.choose(orchard)
    atlas.toggleTool('ruler')
    expect(atlas.route.stops).toMatchObject([{ name: 'Old orchard', x: 1000, y: 2000 }])
    expect(atlas.chosen).toBeUndefined()
    atlas.toggleTool('ruler')
    atlas.choose(nowhere)
    atlas.toggleTool('ruler')
    expect([atlas.route.isOn, atlas.route.stops]).toEqual([true, []])
  })

  it('shows the way between two places', () => {
    const atlas = open()
    const [from, , to] = placesOf()
    atlas.lead(from!, to!)
    expect(atlas.route.stops).toEqual([from, to])
  })
})
