import places from '../../../resources/demo/places.json' with { type: 'json' }
import { createRandom } from '../random.ts'
import { type DemoRoute, envelope, matchGet } from '../route.ts'
import type { DemoWorld } from './demo-world.ts'

type Category = [key: string, name: string, icon: string, count: number]
type Town = [name: string, x: number, y: number]
const categories = places.markers as Category[]
const towns = places.towns as Town[]

/** Some stand nowhere, one is hidden far away. */
function spotOf(random: ReturnType<typeof createRandom>, at: number): { x: number; y: number } {
  if (at % 13 === 9) return { x: 0, y: 0 }
  if (at === 200) return { x: 500000, y: 500000 }
  if (at === 201) return { x: -10000, y: 3000 }
  const [, x, y] = random.pick(towns)
  const near = (value: number) => Number(Math.min(16300, Math.max(60, value + (random.next() - 0.5) * 2600)).toFixed(2))
  return { x: near(x), y: near(y) }
}

function markersOf({ seed }: DemoWorld) {
  const random = createRandom(`${seed}/markers`)
  let id = 0
  const markers = categories.map(([key, name, icon, count]) => {
    const list = Array.from({ length: count }, (_, at) => {
      id++
      const named = random.chance(0.63)
      return {
        id,
        classname: `mar_nw_${key.toLowerCase()}_${at + 1}`,
        displayname: named ? `${name} ${random.pick(towns)[0]}` : '',
        category_class: key,
        icon,
        ...spotOf(random, id),
      }
    })
    return [key, list] as const
  })
  return {
    markers: Object.fromEntries(markers),
    category_names: Object.fromEntries(categories.map(([key, name]) => [key, name])),
    categories: categories.map(([key]) => key),
  }
}

/** All map markers: an object of groups, not a list. */
export const mapRoute =
  (world: DemoWorld): DemoRoute =>
  (request) =>
    matchGet(request, 'map_markers') ? envelope(markersOf(world), request.now) : undefined
