/** Questions that are being asked: the same question twice is the same flight. */
export interface Flights {
  /** Joins the flight of `key` or starts it. The flight is aborted when its last passenger's signal aborts. */
  join<T>(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<T>): Promise<T>
}

interface Flight {
  promise: Promise<unknown>
  control: AbortController
  passengers: number
}

/** Makes an empty board of flights. */
export function createFlights(): Flights {
  const flights = new Map<string, Flight>()

  const take = (key: string, start: (signal: AbortSignal) => Promise<unknown>): Flight => {
    const known = flights.get(key)
    if (known) return known
    const control = new AbortController()
    const flight: Flight = { control, passengers: 0, promise: start(control.signal) }
    const land = () => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    flight.promise.then(land, land)
    flights.set(key, flight)
    return flight
  }

  return {
    join: <T>(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<T>) => {
      if (signal.aborted) return Promise.reject(signal.reason as Error)
      const flight = take(key, start)
      flight.passengers++
      return new Promise<T>((resolve, reject) => {
        const leave = () => {
          reject(signal.reason as Error)
          if (--flight.passengers > 0) return
          if (flights.get(key) === flight) flights.delete(key) // a new question must not join what is being aborted
          flight.control.abort(signal.reason)
        }
        signal.addEventListener('abort', leave, { once: true })
        const unhook = () => signal.removeEventListener('abort', leave)
        ;(flight.promise as Promise<T>).then(resolve, reject).finally(unhook)
      })
    },
  }
}
