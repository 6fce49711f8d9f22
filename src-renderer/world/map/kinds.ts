import Anchor from '@lucide/svelte/icons/anchor'
import Smelter from '@lucide/svelte/icons/anvil'
import Fruit from '@lucide/svelte/icons/apple'
import Brewery from '@lucide/svelte/icons/beer'
import Company from '@lucide/svelte/icons/briefcase'
import Sight from '@lucide/svelte/icons/camera'
import Car from '@lucide/svelte/icons/car'
import Project from '@lucide/svelte/icons/construction'
import Chip from '@lucide/svelte/icons/cpu'
import Oil from '@lucide/svelte/icons/droplet'
import Factory from '@lucide/svelte/icons/factory'
import Fish from '@lucide/svelte/icons/fish'
import Laboratory from '@lucide/svelte/icons/flask-conical'
import Fuel from '@lucide/svelte/icons/fuel'
import Gem from '@lucide/svelte/icons/gem'
import Honey from '@lucide/svelte/icons/hexagon'
import Hospital from '@lucide/svelte/icons/hospital'
import House from '@lucide/svelte/icons/house'
import Office from '@lucide/svelte/icons/id-card'
import Key from '@lucide/svelte/icons/key-round'
import Bank from '@lucide/svelte/icons/landmark'
import Mark from '@lucide/svelte/icons/map-pin-plus'
import Pin from '@lucide/svelte/icons/map-pin'
import Dairy from '@lucide/svelte/icons/milk'
import Quarry from '@lucide/svelte/icons/pickaxe'
import Plane from '@lucide/svelte/icons/plane'
import Person from '@lucide/svelte/icons/user-round'
import Hunting from '@lucide/svelte/icons/rabbit'
import Police from '@lucide/svelte/icons/shield'
import Textile from '@lucide/svelte/icons/shirt'
import Shop from '@lucide/svelte/icons/store'
import Wood from '@lucide/svelte/icons/tree-pine'
import Garage from '@lucide/svelte/icons/warehouse'
import Salt from '@lucide/svelte/icons/waves'
import Field from '@lucide/svelte/icons/wheat'
import Repair from '@lucide/svelte/icons/wrench'
import type { Icon } from '#shared/ui/icon.ts'

/** The look of a place on the map: an icon in the colour of its family. */
export interface Kind {
  icon: Icon
  /** A CSS colour. */
  color: string
  /** What the icon says and the name does not. */
  label?: string
}

const nature = 'var(--ok)'
const industry = 'var(--series-3)'
const trade = 'var(--series-2)'
const traffic = 'var(--series-5)'
const service = 'var(--info)'
const shady = 'var(--series-4)'
const mine = 'var(--accent-line)'
const plain = 'var(--text-2)'

/** By words of a category's name or key, or of an icon. The first row that fits counts. */
const rows: readonly [words: RegExp, icon: Icon, color: string][] = [
  [/dealer|drug|destill|labor|illegal|schwarz|moonshine|meth|coca|weed/, Laboratory, shady],
  [/fuel|tank|petrol/, Fuel, nature],
  [/garage|parkhaus|parking/, Garage, traffic],
  [/rental|wohn|house|haus(?!en)|apartment|hotel/, House, traffic],
  [/hospital|krank|med|klinik|doctor/, Hospital, service],
  [/cop|poli[zc]|justiz|jail|gefäng/, Police, service],
  [/\brac\b|adac|pannen|werkstatt|repair/, Repair, service],
  [/bank|atm|sparkasse/, Bank, service],
  [/licen[cs]e|lizenz|amt|ämter|rathaus|office/, Office, service],
  [/industriegebiet|industrial/, Company, trade],
  [/fisch|fish/, Fish, nature],
  [/harbour|hafen|häfen|boat|boot|ship|schiff/, Anchor, traffic],
  [/\bair|flug|plane|heli/, Plane, traffic],
  [/\bcar\b|veh|fahrzeug|auto|truck/, Car, traffic],
  [/hunt|jagd|wild/, Hunting, nature],
  [/wood|holz|paper|papier|säge/, Wood, nature],
  [/amber|bernstein|gold|diamond|silver|gem|perle/, Gem, industry],
  [/salz|salin|salt/, Salt, industry],
  [/quarry|stein|sand|lehm|rock|clay|mine/, Quarry, industry],
  [/iron|eisen|stahl|steel|copper|kupfer|smelt|schmelz|metal/, Smelter, industry],
  [/oil|öl|plast|raffin|chem/, Oil, industry],
  [/weav|wolle|leder|stoff|cloth|textil/, Textile, industry],
  [/elektr|chip|computer/, Chip, industry],
  [/dairy|molker|milch|milk/, Dairy, nature],
  [/brew|brau|bier|wine|wein/, Brewery, industry],
  [/honey|honig|bee/, Honey, nature],
  [/apple|apfel|äpfel|obst|fruit|peach|pfirsich/, Fruit, nature],
  [/shop|laden|läden|store|markt|market|händler/, Shop, trade],
  [/mill|mühle|field|feld|farm|weizen|wheat|kartoffel/, Field, nature],
  [/industr|fabrik|factory|werk/, Factory, industry],
  [/sight|sehens|turm|view|museum/, Sight, plain],
]

const known = new Map<string, Kind>()

/** The look of the service's own markers, from the name of their category and their icon. */
export function kindOf(category: string, name: string, icon: string): Kind {
  const words = `${category} ${name} ${icon === 'rlrpg' ? '' : icon}`.toLowerCase()
  const kind = known.get(words) ?? find(words)
  known.set(words, kind)
  return kind
}

function find(words: string): Kind {
  const [, icon, color] = rows.find(([expression]) => expression.test(words)) ?? [undefined, Pin, plain]
  return { icon, color }
}

/** The looks of the other layers. */
export const kinds = {
  fuel: { icon: Fuel, color: nature },
  company: { icon: Company, color: trade },
  project: { icon: Project, color: shady },
  pin: { icon: Mark, color: mine },
  me: { icon: Person, color: mine },
  house: { icon: House, color: mine },
  building: { icon: Garage, color: mine },
  keyed: { icon: Key, color: mine },
  ownCompany: { icon: Company, color: mine },
  vehicle: { icon: Car, color: mine },
} satisfies Record<string, Kind>
