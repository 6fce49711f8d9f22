import people from '../../resources/demo/people.json' with { type: 'json' }
import { createRandom } from './random.ts'

/** Invented players' names, without tags; the same seed gives the same people in the same order. */
export function inventPeople(seed: string, count: number): string[] {
  const random = createRandom(`${seed}/people`)
  const names = new Set<string>()
  while (names.size < count) {
    const name = `${random.pick(people.first)} ${random.pick(people.last)}`
    names.add(names.has(name) ? `${name} ${random.whole(2, 9)}` : name)
  }
  return [...names]
}

/** A name as it stands on a server: perhaps with a gang's tag. */
export function withTag(name: string, seed: string): string {
  const random = createRandom(`${seed}/tag/${name}`)
  return random.chance(0.35) ? `[${random.pick(people.tags)}] ${name}` : name
}
