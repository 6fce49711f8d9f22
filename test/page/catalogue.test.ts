import { expect, it } from 'vitest'
import type { CompanyShop } from '../../src-preload/contract/community/index.ts'
import { goodChoices, goodsOf, levelTone } from '../../src-renderer/shops/catalogue.ts'
import { picturesOf } from '#shared/pictures.ts'

it.each(['https://pictures.example/icons/ingame', 'https://pictures.example/icons/ingame/'])(
  'looks for pictures below the whole of the base address %s',
  (base) => {
    const pictures = picturesOf(() => ({ item: [base, 'https://b.example'], vehicle: [base], house: [base] }))
    expect(pictures.item('copper_r').images).toEqual([
      'https://pictures.example/icons/ingame/market_copper_r.png',
      'https://b.example/market_copper_r.png',
    ])
    expect(pictures.item('../a b?c#d').images[0]).toBe(
      'https://pictures.example/icons/ingame/market_..%2Fa%20b%3Fc%23d.png',
    )
    expect(pictures.vehicle('nw_truck_ct_red').images).toEqual(['https://pictures.example/icons/ingame/nw_truck.jpg'])
    expect(pictures.house('nw_hut').images).toEqual(['https://pictures.example/icons/ingame/nw_hut.jpg'])
    expect(pictures.house('').images).toEqual([])
  },
)

it('asks nobody where the profile names no base', () => {
  expect(picturesOf(() => ({})).item('copper_r').images).toEqual([])
})

it('offers each good that companies sell once, by its name', () => {
  const shop = (...names: string[]): CompanyShop => ({
    industrialAreaId: null,
    company: { id: 1, name: 'Hansen', owner: '' },
    position: null,
    goods: names.map((name) => ({ item: name.toLowerCase(), name, amount: 1, price: 1 })),
  })
  expect(goodChoices(goodsOf([shop('Sand', 'Gold'), shop('Gold')]), 'All goods')).toEqual([
    { value: '', label: 'All goods' },
    { value: 'gold', label: 'Gold' },
    { value: 'sand', label: 'Sand' },
  ])
})

it('marks a level that the player has not reached', () => {
  expect([levelTone(5, 4), levelTone(4, 4), levelTone(null, 4), levelTone(5, undefined)]).toEqual([
    'bad',
    undefined,
    undefined,
    undefined,
  ])
})
