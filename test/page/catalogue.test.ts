import { expect, it } from 'vitest'
import { itemPicture, vehiclePicture } from '#shared/pictures.ts'

it.each(['https://pictures.example/icons/ingame', 'https://pictures.example/icons/ingame/'])(
  'looks for pictures below the whole of the base address %s',
  (base) => {
    expect(itemPicture(base, 'copper_r')).toBe('https://pictures.example/icons/ingame/market_copper_r.png')
    expect(vehiclePicture(base, 'nw_truck_ct_red')).toBe('https://pictures.example/icons/ingame/nw_truck.jpg')
    expect(itemPicture(base, '../a b?c#d')).toBe('https://pictures.example/icons/ingame/market_..%2Fa%20b%3Fc%23d.png')
  },
)
