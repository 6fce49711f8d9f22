import { describe, expect, it } from 'vitest'
import { gameServer, mod, serverLogEntry, voiceServer } from '../../src-main/community/records/servers.ts'
import {
  companyShop,
  marketItem,
  marketLogEntry,
  serverMarket,
  shopItem,
  shopType,
  shopVehicle,
} from '../../src-main/community/records/shops.ts'
import {
  buildingProject,
  fuelStationGroups,
  generic,
  licence,
  mapMarkers,
  stream,
} from '../../src-main/community/records/world.ts'
import { at, day, read, readAll } from './read-record.ts'

describe('a server', () => {
  it('is named by its number, and has its address and players as they are told', () => {
    const [first, second, third, fourth] = readAll(voiceServer, [
      { Id: 1, Ip: ' a ', IpAddress: 'b', Users: ['x', 'y'] },
      { Id: 2, Name: 'N', Ip: '', IpAddress: 'b', Usercount: 0, Users: ['x'] },
      { Id: 3 },
      { Id: 4, Users: ['x'] },
    ])
    expect(first).toMatchObject({ name: '#1', host: 'a', userCount: 2 })
    expect(second).toMatchObject({ name: 'N', host: 'b', userCount: 0 })
    expect([third?.userCount, fourth?.userCount]).toEqual([null, 1])
  })

  it('has counts where one of them is told', () => {
    const Side = { Civs: ['a'], Cops: ['b'], Medics: ['c'], RAC: ['d'] }
    const [none, some] = readAll(gameServer, [
      { Id: 1, IpAddress: ' h ' },
      { Id: 2, Servername: 'N', Cops: 3, Side, updated_at: day, Adac: 1, Medics: 2, Playercount: 6, ModId: 4 },
    ])
    expect(none).toMatchObject({ name: '#1', host: 'h', counts: null, sides: null })
    expect(some).toMatchObject({
      ...{ name: 'N', counts: { civ: 0, cop: 3, medic: 2, rac: 1 }, playerCount: 6, modId: 4, updatedAt: at },
      sides: { civ: ['a'], cop: ['b'], medic: ['c'], rac: ['d'] },
    })
    const [civ, zero] = readAll(gameServer, [
      { Id: 1, Civilians: 1 },
      { Id: 1, Cops: 0 },
    ])
    expect([civ?.counts, zero?.counts]).toEqual([
      { civ: 1, cop: 0, medic: 0, rac: 0 },
      { civ: 0, cop: 0, medic: 0, rac: 0 },
    ])
  })

  it('is named in its log by one of three names', () => {
    const log = readAll(serverLogEntry, [
      { server_id: 1, server: 2, ServerId: 3, rac: 4, adac: 5, created_at: day },
      { server: 2, ServerId: 3, adac: 5 },
      { ServerId: 3 },
    ])
    expect(log.map(({ serverId, rac, at: when }) => [serverId, rac, when])).toEqual([
      [1, 4, at],
      [2, 5, null],
      [3, 0, null],
    ])
  })

  it('has each number of players in its log, and 0 where there is none', () => {
    const [told, none] = readAll(serverLogEntry, [
      { server: 1, players: 9, civ: 4, cop: 3, medic: 2, rac: 1 },
      { server: 1 },
    ])
    expect(told).toMatchObject({ players: 9, civ: 4, cop: 3, medic: 2, rac: 1 })
    expect(none).toMatchObject({ players: 0, civ: 0, cop: 0, medic: 0, rac: 0 })
  })

  it('has what the service calls otherwise', () => {
    const voice = { Id: 1, Port: 1, Slots: 2, OS: 'o', Icon: 'i', Banner: 'b' }
    expect(read(voiceServer, voice)).toMatchObject({ port: 1, slots: 2 })
    const game = {
      Id: 1,
      Description: 'd',
      Port: 1,
      ServerPassword: 'w',
      StartParameters: '-x',
      Slots: 2,
      Players: ['a'],
    }
    const own = { descriptionHtml: 'd', port: 1, password: 'w', startParameters: '-x', slots: 2, players: ['a'] }
    expect(read(gameServer, game)).toMatchObject(own)
    expect(read(gameServer, { ...game, StartParameters: 0 }).startParameters).toBe('') // no folder’s name
  })

  it('has mods, named by their number, and files of theirs', () => {
    const raw = {
      Id: 1,
      DownloadUrl: 'd',
      IsActive: 1,
      Description: 't',
      ImageUrl: 'i',
      HasGameFiles: 1,
      Directories: '@M ',
    }
    const own = { id: 1, name: '#1', downloadUrl: 'd', active: true, description: 't', imageUrl: 'i', hasFiles: true }
    expect(read(mod, raw)).toMatchObject({ ...own, directory: '@M' })
    expect(read(mod, { ...raw, Name: 'N' }).name).toBe('N')
    const folders = ['@M/', '@M\\', '@M', '/', '@M/x', '../@M'].map((Directories) => read(mod, { ...raw, Directories }))
    expect(folders.map(({ directory }) => directory)).toEqual(['@M', '@M', '@M', '', '@M/x', '../@M'])
  })
})

describe('a shop', () => {
  it('has goods by their names, else by their words', () => {
    const virtual = { name: 'Copper', buyPrice: -1, illegal: 1 }
    const [spoken, named] = readAll(marketItem, [
      { item: 'copper_ore_r', price: 5, server: 1, server_id: 2 },
      {
        item: 'x',
        price: 5,
        server_id: 2,
        localized: 'X',
        export_virt_item: virtual,
        updated_at: day,
        created_at: '2026-04-01',
      },
    ])
    expect(spoken).toMatchObject({ name: 'copper ore', serverId: 1, illegal: false, virtual: null })
    expect(named).toMatchObject({ name: 'X', serverId: 2, illegal: true, virtual: { buyPrice: null } })
    expect([named?.updatedAt, named?.createdAt]).toEqual([at, '2026-04-01T00:00:00.000Z'])
    const free = { item: 'x_u', price: 5, export_virt_item: { buyPrice: 0 } }
    expect(read(marketItem, free)).toMatchObject({ name: 'x', virtual: { buyPrice: 0 } })
  })

  it('has markets, and a log of their prices', () => {
    const market = [{ item: 'a', price: 1 }, 'none']
    const [bare, named] = readAll(serverMarket, [
      { server_id: 1, market },
      { server_id: 2, server_name: 'N' },
    ])
    expect([bare?.serverName, bare?.items.length, named?.serverName]).toEqual(['#1', 1, 'N'])
    const log = readAll(marketLogEntry, [
      { price: 1, server_id: 2, server: 3, created_at: day },
      { price: 1, server: 3 },
    ])
    expect(log.map(({ serverId, at: when }) => [serverId, when])).toEqual([
      [2, at],
      [3, null],
    ])
  })

  it('is named by its kind, as are its goods', () => {
    expect(readAll(shopType, [{ shoptype: 'k' }, { shoptype: 'k', shopname: 'S' }]).map(({ name }) => name)).toEqual([
      ...['k', 'S'],
    ])
    const sold = { classname: 'c', shoptype: 'k', price: -1 }
    expect(read(shopItem, { ...sold, category: 'x' })).toMatchObject({
      name: 'c',
      shopName: 'k',
      price: null,
      category: 'x',
    })
    const more = { ...sold, name: 'N', shopname: 'S', price: 0, v_space: 4, type: 't' }
    expect(read(shopVehicle, more)).toMatchObject({ name: 'N', shopName: 'S', price: 0, space: 4, type: 't' })
  })

  it('of a company has its goods, place and owner', () => {
    const shops = [
      { item: 'iron_r', amount: 2 },
      { item: 'x', item_localized: 'X', price: 3 },
    ]
    const [bare, whole] = readAll(companyShop, [
      { industrialAreaID: 2 },
      { industrial_area_id: 1, industrialAreaID: 2, company: { id: 1, name: 'C', owner: 'O' }, pos: [1, 2], shops },
    ])
    expect(bare).toMatchObject({ industrialAreaId: 2, company: { id: null, name: '#2', owner: '' }, goods: [] })
    expect(read(companyShop, {}).company.name).toBe('#?')
    expect(whole).toMatchObject({
      ...{ industrialAreaId: 1, company: { id: 1, name: 'C', owner: 'O' }, position: { x: 1, y: 2, z: 0 } },
      goods: [
        { name: 'iron', amount: 2, price: 0 },
        { name: 'X', amount: 0, price: 3 },
      ],
    })
  })
})

describe('the world', () => {
  it('shows a record of no promised shape by its best name', () => {
    expect(read(generic, { type: 't', Title: 'T', id: 5 })).toMatchObject({ key: '5', title: 'T' })
    expect(read(generic, { type: '', classname: 'c' })).toMatchObject({ key: 'c', title: 'c' })
    expect(read(generic, { name: '', type: 't', title: 'T', classname: 'c' })).toMatchObject({ key: 'c', title: 'T' })
    const names = ['name', 'title', 'displayname', 'localized', 'shopname', 'license', 'classname', 'type', 'id']
    for (const [at, name] of names.entries()) {
      const fields = ['other', ...names.slice(at).reverse()].map((field) => [field, field])
      expect(read(generic, Object.fromEntries(fields)).title).toBe(name)
    }
    expect(read(generic, { type: 't' })).toMatchObject({ key: 't', title: 't' })
    expect(read(generic, { x: 'first' })).toMatchObject({ key: '', title: 'first' })
    expect(read(generic, {})).toMatchObject({ key: '', title: '' })
  })

  it('has licences, whatever their shape', () => {
    const names = readAll(licence, [
      { id: 1, license: 'a', licence: 'b', name: 'N', illegal: 1, more: 'm' },
      { id: 1, licence: 'b' },
      { id: 1 },
      {},
      'text',
    ]).map(({ key, name }) => `${key} ${name}`)
    expect(names).toEqual(['a N', 'b b', '1 1', ' ?', ' text'])
    expect(read(licence, { id: 1, MORE: 'm' }).more).toEqual([{ name: 'MORE', value: 'm' }])
    expect(read(licence, 'text')).toMatchObject({ price: null, illegal: false, side: '', level: null })
  })

  it('has building projects with what they need and have', () => {
    const raw = { id: 1, funding_required: 5, amount: 2, map_pos_x: 1, map_pos_y: 2, stone: 9 }
    const got = read(buildingProject, { ...raw, required: { wood: 3, none: 'x' }, delivered: { stone: 4, ore: 1 } })
    expect(got).toMatchObject({
      ...{ title: '#1', funding: { required: 5, given: 2 }, position: { x: 1, y: 2 } },
      resources: [
        { item: 'wood', required: 3, delivered: 0 },
        { item: 'stone', required: 9, delivered: 4 },
        { item: 'ore', required: 0, delivered: 1 },
      ],
    })
    const [half, other, odd] = readAll(buildingProject, [
      { id: 1, title: 'T', desc: 'd', map_pos_x: 1, required: [1] },
      { id: 1, map_pos_y: 1, required: null },
      { id: 1, required: 'text' },
    ])
    expect([half?.title, half?.description, half?.position, other?.position]).toEqual(['T', 'd', null, null])
    expect([half?.resources, other?.resources, odd?.resources]).toEqual([[], [], []])
  })

  it('has fuel stations by server, however they come', () => {
    const one = { Id: 5, Pos: [1, 2], Fuel: 3, MaxFuel: 4, ServerId: 2, extra: 'e' }
    const groups = read(fuelStationGroups, [
      { Id: 1, Fuelstations: [{ Name: 'A' }, one, { Name: 'B' }] },
      one,
      { Position: [3, 4] },
    ])
    expect(groups).toMatchObject([
      {
        serverId: 1,
        stations: [
          { id: 1, name: 'A', capacity: 30_000 },
          { id: 5, fuel: 3, capacity: 4 },
          { id: 3, name: 'B' },
        ],
      },
      { serverId: 2, stations: [{ id: 5, position: { x: 1, y: 2 }, more: [{ name: 'extra', value: 'e' }] }] },
      { serverId: 0, stations: [{ id: 1, position: { x: 3, y: 4 } }] },
    ])
    expect(read(fuelStationGroups, [{ Fuelstations: [one] }, null, 7])).toMatchObject([{ serverId: 2 }])
    const raw = { status: 's', display_name: 'd', preview_large: 'p', video_height: 7 }
    expect(read(stream, raw)).toMatchObject({ title: 's', name: 'd', preview: 'p', height: 7 })
  })

  it('has markers by category, placed where they are on a map', () => {
    const marker = (x: unknown, y: unknown, id = 1) => ({ id, x, y, displayname: 'n', category_class: 'k' })
    const markers = {
      b: [marker(1, 0), marker(0, 1), marker(0, 0), marker(-1, 1), marker(1, -1), marker(50_000, 1), marker(1, 50_000)],
      c: [marker(49_999, 49_999), marker(null, null), 'none'],
    }
    const got = read(mapMarkers, { markers, categories: ['a', 'b', 7], category_names: { b: 'B', c: 7 } })
    expect(got.markers.map(({ placed }) => placed)).toEqual([true, true, ...Array(5).fill(false), true, false])
    expect(got.markers.map(({ category }) => category).join('')).toBe('bbbbbbbcc')
    expect(got.markers[0]).toMatchObject({ name: 'n', x: 1, y: 0 })
    expect(got.markers.at(-1)).toMatchObject({ x: 0, y: 0 })
    expect(got.categories).toEqual([
      { key: 'a', name: 'a', count: 0 },
      { key: 'b', name: 'B', count: 7 },
      { key: 'c', name: 'c', count: 2 },
    ])
    expect(read(mapMarkers, {})).toEqual({ categories: [], markers: [] })
  })
})
