import { vi } from 'vitest'

/** jsdom lays nothing out: an observer of sizes that never hears of any. */
export const stubResizeObserver = (): void =>
  void vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
