type AnyTopic = (announce: (value: unknown) => void) => () => void

/** The contract's topics as main keeps them: each begins when a page first asks for it, and has a present value from then on. */
export interface Topics {
  /** The present value, once the topic has begun; nothing if it has none yet. */
  present(name: string): Promise<unknown>
  /** Ends every topic; none begins after. */
  stop(): void
}

interface Held {
  begun: Promise<void>
  latest?: unknown
}

/** Keeps topics. `find` opens what a topic belongs to; `broadcast` tells every page a change. */
export function keepTopics(
  find: (name: string) => Promise<unknown>,
  broadcast: (name: string, value: unknown) => void,
): Topics {
  const held = new Map<string, Held>()
  const stops: (() => void)[] = []
  let stopped = false

  const begin = (name: string): Held => {
    const topic: Held = { begun: Promise.resolve() }
    let began = false
    const announce = (value: unknown) => {
      topic.latest = value
      if (began) broadcast(name, value) // before, those who asked for it are answered with it
    }
    topic.begun = find(name).then((handler) => {
      if (!stopped) stops.push((handler as AnyTopic)(announce))
      began = true
    })
    held.set(name, topic)
    return topic
  }
  return {
    async present(name) {
      const topic = held.get(name) ?? begin(name)
      await topic.begun
      return topic.latest
    },
    stop() {
      stopped = true
      for (const end of stops) end()
    },
  }
}
