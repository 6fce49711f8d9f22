import * as v from 'valibot'
import { usePictures, type PictureKind } from '../pictures.ts'
import { Remembered } from '../remembered.svelte.ts'

/** True for each list that the player views as pictures, false for each as a table. */
const chosen = new Remembered<Record<string, boolean>>(
  'lists.pictures',
  {},
  v.record(v.string(), v.boolean()),
  'window',
)

/** Until the player chooses, these lists are pictures if the community has pictures of this kind. Other lists are tables. */
const catalogues = new Map<string, PictureKind>([
  ['items', 'item'],
  ['vehicles', 'vehicle'],
  ['houses', 'house'],
  ['buildings', 'house'],
])

/** At a component's top: whether a list is shown as pictures, and how to switch it. */
export function usePictureView(name: () => string) {
  const pictures = usePictures()
  const isOn = () => {
    const kind = catalogues.get(name())
    return chosen.value[name()] ?? (kind !== undefined && pictures.has(kind))
  }
  return { isOn, toggle: () => void (chosen.value = { ...chosen.value, [name()]: !isOn() }) }
}
