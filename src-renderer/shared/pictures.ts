/** A file below a base address, which may end with a slash or not. */
const below = (base: string, file: string): string => `${base.replace(/(?<!\/)\/+$/, '')}/${file}`

/** Where a vehicle's picture is: a variant's class name goes by its model's. */
export const vehiclePicture = (base: string, classname: string): string =>
  below(base, `${encodeURIComponent(classname.split('_ct_')[0] ?? classname)}.jpg`)

/** Where an item's picture is. */
export const itemPicture = (base: string, item: string): string => below(base, `market_${encodeURIComponent(item)}.png`)
