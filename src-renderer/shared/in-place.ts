/**
 * Gives things in the order in which each was first given, so that nothing that is shown moves: what is new follows, in the order
 * it comes in. What is no longer there is forgotten.
 */
export function inPlace<T, K>(keyOf: (one: T) => K): (things: readonly T[]) => T[] {
  let order: readonly K[] = []
  return (things) => {
    const placeOf = (one: T) => (order.includes(keyOf(one)) ? order.indexOf(keyOf(one)) : order.length)
    const placed = things.toSorted((a, b) => placeOf(a) - placeOf(b))
    order = placed.map(keyOf)
    return placed
  }
}
