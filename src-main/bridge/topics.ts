type AnyTopic = (announce: (value: unknown) => void) => () => void

/** The contract's topics in main. Each begins when a page first subscribes to it, and has a present value from then on. */
export interface Topics {
  /** The present value, once the topic has begun. */
  present(name: string): Promise<unknown>
  /** Ends every topic; none begins after. */
  stop(): void
}

interface Topic {
  begun: Promise<void>
  latest?: unknown
}

/** Keeps topics. `find` opens the domain of a topic; `publish` sends a change to every page. */
export function keepTopics(
  find: (name: string) => Promise<unknown>,
  publish: (name: string, value: unknown) => void,
): Topics {
  const topics = new Map<string, Topic>()
  const stops: (() => void)[] = []
  let stopped = false

  const begin = (name: string): Topic => {
    const topic: Topic = { begun: Promise.resolve() }
    let began = false
    const announce = (value: unknown) => {
      topic.latest = value
      if (began) publish(name, value) // before that, the subscription's own answer carries it
    }
    topic.begun = find(name).then((handler) => {
      if (!stopped) stops.push((handler as AnyTopic)(announce))
      began = true
    })
    topics.set(name, topic)
    return topic
  }
  return {
    async present(name) {
      const topic = topics.get(name) ?? begin(name)
      await topic.begun
      return topic.latest
    },
    stop() {
      stopped = true
      for (const end of stops) end()
    },
  }
}
