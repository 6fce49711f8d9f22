import { act, cleanup, configure, setup } from '@testing-library/svelte'
import { afterEach, beforeEach } from 'vitest'

// For what will never come: one second is no time on a busy computer.
configure({ asyncUtilTimeout: 60_000 })

// What `@testing-library/svelte/vitest` does, which is a package's module and so is run once in a process; the files of the tests share one.
beforeEach(() => setup())
afterEach(async () => {
  await act()
  cleanup()
  document.body.replaceChildren() // what a test wrote there itself
})
