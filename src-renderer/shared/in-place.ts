/**
 * Keeps things in the order in which they first came, so that nothing on screen moves. New things come last, in their given order.
 * Things that are no longer there are forgotten.
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
