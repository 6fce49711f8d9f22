import Anchor from '@lucide/svelte/icons/anchor'
import Bag from '@lucide/svelte/icons/backpack'
import Beer from '@lucide/svelte/icons/beer'
import Car from '@lucide/svelte/icons/car'
import Gun from '@lucide/svelte/icons/crosshair'
import Fish from '@lucide/svelte/icons/fish'
import Fuel from '@lucide/svelte/icons/fuel'
import Gem from '@lucide/svelte/icons/gem'
import Leaf from '@lucide/svelte/icons/leaf'
import Stone from '@lucide/svelte/icons/mountain'
import Package from '@lucide/svelte/icons/package'
import Pill from '@lucide/svelte/icons/pill'
import Air from '@lucide/svelte/icons/plane'
import Shirt from '@lucide/svelte/icons/shirt'
import Ship from '@lucide/svelte/icons/ship'
import Phone from '@lucide/svelte/icons/smartphone'
import Food from '@lucide/svelte/icons/utensils'
import Tool from '@lucide/svelte/icons/wrench'
import type { Icon } from './ui/icon.ts'

/** Words in keys and categories, in several languages. The first match counts. */
const items: readonly [RegExp, Icon][] = [
  [/waffe|weapon|gun|pistol|rifle|ammo|munition/, Gun],
  [/medic|mediz|medkit|pharma|bandage|arznei/, Pill],
  [/kleid|cloth|uniform|shirt|vest|helm/, Shirt],
  [/rucks|backpack|bag_|outdoor/, Bag],
  [/\bsee|marine|harbour_|boat|diving|tauch/, Anchor],
  [/techni|electronic|elektr|phone|radio|battery/, Phone],
  [/werkzeug|tool|hardware|dienst|service/, Tool],
  [/fish|fisch|herring|cod_?|shrimp|turtle|hafen/, Fish],
  [/oil|fuel|petrol|diesel|öl/, Fuel],
  [/beer|bier|wine|wein|moonshine|vodka|alcohol|schnaps/, Beer],
  [/gold|silver|silber|diamond|diamant|amber|bernstein|ruby/, Gem],
  [/rock|stein|stone|sand|clay|lehm|salt|salz|coal|kohle|iron|eisen|copper|kupfer|steel|stahl/, Stone],
  [/weed|hanf|canna|wood|holz|hops|hopfen|mushroom|pilz|wool|tabak|tobacco/, Leaf],
  [/food|verpfleg|essen|bread|brot|apple|peach|potato|honey|wheat|milk|cheese|meat|fleisch/, Food],
]

/** The icon for the category of an item or a good, from its key and name. */
export function itemSign(words: string): Icon {
  const lower = words.toLowerCase()
  return items.find(([pattern]) => pattern.test(lower))?.[1] ?? Package
}

/** The icon of a vehicle's type; a car if it is unknown. */
export const vehicleSign = (type: string): Icon => (type === 'Air' ? Air : type === 'Ship' ? Ship : Car)
