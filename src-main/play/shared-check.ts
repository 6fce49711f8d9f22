import type { ModCheck, PlayPorts } from './ports.ts'

interface Flight {
  check: Promise<ModCheck>
  control: AbortController
  waiting: number
}

/** One check per mod at a time: who asks meanwhile gets the same answer. It ends early only when nobody waits for it any more. */
export function shareChecks(checkMod: PlayPorts['checkMod']): PlayPorts['checkMod'] {
  const flights = new Map<number, Flight>()
  const begin = (modId: number): Flight => {
    const control = new AbortController()
    const check = checkMod(modId, control.signal).finally(() => {
      if (flights.get(modId)?.control === control) flights.delete(modId)
    })
    const flight = { check, control, waiting: 0 }
    flights.set(modId, flight)
    return flight
  }
  return async (modId, signal) => {
    signal.throwIfAborted()
    const known = flights.get(modId)
    const flight = known && !known.control.signal.aborted ? known : begin(modId)
    flight.waiting++
    const leave = () => {
      if (--flight.waiting === 0) flight.control.abort()
    }
    signal.addEventListener('abort', leave, { once: true })
    try {
      const check = await flight.check
      signal.throwIfAborted()
      return check
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }
}
